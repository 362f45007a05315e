"""Quotations: what a lawyer may change is verbatim, what changes the rule is altered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.text.marks import find_quotations
from lexwarrant.text.quotations import (
    Difference,
    Fit,
    QuotedSource,
    match_quotation,
)

# Made up for these tests, in the manner of a statute.
SOURCE = (
    "1. The controller shall not process personal data unless the data subject has given con-\nsent. "
    "2. The authority may secure that accommodation is available for the applicant’s occupation, "
    "except where he is intentionally homeless. 3. Notice is given in writing within thirty days. "
    "Processing shall be lawful."
)

ROWS = [
    ("The authority may secure that accommodation is available", Fit.VERBATIM, ()),
    ("“[T]he authority may secure that accommodation is available”", Fit.VERBATIM, ()),
    ("the applicant's occupation", Fit.VERBATIM, ()),
    ("unless the data subject has given consent", Fit.VERBATIM, ()),
    ("[The council] may secure that accommodation is available", Fit.VERBATIM, ()),
    ("Notice [of the claim] given in writing", Fit.VERBATIM, ()),
    ("Notice is given [sic] in writing", Fit.VERBATIM, ()),
    ("Notice is giv[] in writing", Fit.VERBATIM, ()),
    ("Notice is given ... within thirty days", Fit.VERBATIM, ()),
    ("Notice is given […] within thirty days", Fit.VERBATIM, ()),
    ("Notice is given . . . within thirty days", Fit.VERBATIM, ()),
    ("the authority must secure that accommodation is available", Fit.ALTERED, (("must", "may"),)),
    ("The controller shall ... process personal data", Fit.ALTERED, (("", "not"),)),
    ("The controller shall [...] process personal data", Fit.ALTERED, (("", "not"),)),
    ("The authority may [not] secure that accommodation", Fit.ALTERED, (("not", ""),)),
    ("The authority [must] secure that accommodation", Fit.ALTERED, (("", "may"), ("must", ""))),
    ("is available for the applicant's occupation ... Processing shall be lawful", Fit.ALTERED, (("", "except"),)),
    ("Notice is given in writing within sixty days", Fit.ALTERED, (("sixty", "thirty"),)),
    ("Notice is always given in writing within thirty days", Fit.ALTERED, (("always", ""),)),
    ("Processing shall be lawful. Notice is given in writing", Fit.STITCHED, ()),
    ("Notice is given in writing ... The authority may secure", Fit.STITCHED, ()),
    ("the moon is made of green cheese and honey", Fit.ABSENT, ()),
    ("", Fit.ABSENT, ()),
    ("...", Fit.ABSENT, ()),
    ("[]", Fit.ABSENT, ()),
]  # fmt: skip


@pytest.mark.parametrize(("quotation", "fit", "differences"), ROWS)
def test_fit(quotation: str, fit: Fit, differences: tuple[tuple[str, str], ...]) -> None:
    match = match_quotation(quotation, SOURCE)
    assert match.fit is fit
    assert match.differences == tuple(Difference(*d) for d in differences)


def test_spans_are_of_the_source_as_given() -> None:
    match = match_quotation("data subject has given consent", SOURCE)
    assert [SOURCE[a:b] for a, b in match.spans] == ["data subject has given con-\nsent"]


def test_data_subject_is_no_condition_but_subject_to_is() -> None:
    source = "The data subject is told at once. A person subject to this rule is told at once."
    assert match_quotation("The data ... is told", source).fit is Fit.VERBATIM
    assert match_quotation("A person ... is told at once", source).fit is Fit.ALTERED


def test_points_and_quote_characters_of_hebrew_do_not_matter() -> None:
    source = "לֹא יַעֲבִיד מעסיק עובד אלא בהסכמתו, לפי תקנות התשנ״ח"
    assert match_quotation("לא יעביד מעסיק עובד", source).fit is Fit.VERBATIM
    assert match_quotation('לפי תקנות התשנ"ח', source).fit is Fit.VERBATIM
    swallowed = match_quotation("מעסיק עובד ... בהסכמתו", source)
    assert swallowed.differences == (Difference("", "אלא"),)


def test_an_ellipsis_is_bounded() -> None:
    source = "Here it begins. " + "word " * 300 + "there it ends."
    assert match_quotation("Here it begins ... there it ends", source).fit is not Fit.VERBATIM


@given(st.data())
def test_any_run_of_words_of_the_source_is_verbatim(data: st.DataObject) -> None:
    words = SOURCE.replace("-\n", "").split()
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    assert match_quotation(" ".join(words[start:end]), SOURCE).fit is Fit.VERBATIM


@given(st.text(max_size=80), st.text(max_size=200))
def test_nothing_raises_and_spans_lie_in_the_source(quotation: str, source: str) -> None:
    for start, end in match_quotation(quotation, source).spans:
        assert 0 <= start < end <= len(source)


def test_one_source_for_many_quotations() -> None:
    source = QuotedSource(SOURCE * 50)
    assert source.find("Processing shall be lawful").fit is Fit.VERBATIM
    assert source.find("Processing should be lawful here and now").fit is not Fit.VERBATIM


QUOTED = [
    ("He said “notify the breach now” and left.", ["notify the breach now"]),
    ('The Act says "must secure that accommodation is available".', ["must secure that accommodation is available"]),
    ("A “controller” is short.", []),
    ('ע"א 6328/97 רגב נ\' מדינת ישראל ע"א 5/90', []),
    ("„Die Verarbeitung ist nur rechtmäßig“ heißt es.", ["Die Verarbeitung ist nur rechtmäßig"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "quoted"), QUOTED)
def test_find_quotations(text: str, quoted: list[str]) -> None:
    assert [text[a:b] for a, b in find_quotations(text)] == quoted
