"""What a question takes for granted is corrected where the law held says otherwise, and only there."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.answering.answerer import VerbatimAnswerer
from lexwarrant.answering.phrases import phrases
from lexwarrant.answering.premises import asserted, repealed, wrong_comparison, wrong_figure
from lexwarrant.answering.responding import WarrantedAnswerer
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.context import Context
from lexwarrant.records.warrant import PolicyAct
from lexwarrant.retrieval.open import open_index
from lexwarrant.verification.verifier import Verifier

EN = phrases("en")
A, C, X = PolicyAct.ANSWER, PolicyAct.CORRECT, PolicyAct.ABSTAIN


@pytest.fixture(scope="module")
def eu(eu_snapshot: Snapshot) -> WarrantedAnswerer:
    return WarrantedAnswerer(eu_snapshot, VerbatimAnswerer(eu_snapshot, open_index(eu_snapshot)))


@pytest.mark.parametrize(
    ("question", "corrected", "unit"),
    [
        ("SMEs get higher fines under the AI Act, right?", True, "eu/32024R1689/art/99"),
        ("Do SMEs pay higher fines under the AI Act?", True, "eu/32024R1689/art/99"),
        ("Do SMEs get lower fines under the AI Act?", False, "eu/32024R1689/art/99"),
        ("SMEs do not get higher fines under the AI Act, right?", False, "eu/32024R1689/art/99"),
        ("Under the GDPR the controller must answer an access request within three months, right?",
         True, "eu/32016R0679/art/12"),
        ("So the controller must answer an access request within one month under the GDPR?",
         False, "eu/32016R0679/art/12"),
        ("With an extension for complexity the controller has three months to answer an access "
         "request under the GDPR, right?", False, "eu/32016R0679/art/12"),
        ("Documentation must be kept for five years under the AI Act, right?", True,
         "eu/32024R1689/art/18"),
        ("Documentation must be kept for ten years under the AI Act, right?", False,
         "eu/32024R1689/art/18"),
        ("Is the deadline in Article 33(1) GDPR 48 hours?", True, "eu/32016R0679/art/33"),
        ("The deadline in Article 33(1) GDPR is three days, isn't it?", False, "eu/32016R0679/art/33"),
        ("I was told that Article 33(1) GDPR gives 30 days to notify a breach. Is that so?", True,
         "eu/32016R0679/art/33"),
        ("The early warning under Article 23 NIS2 is due within 72 hours, isn't it?", True,
         "eu/32022L2555/art/23"),
        ("The early warning under Article 23 NIS2 is due within 24 hours, isn't it?", False,
         "eu/32022L2555/art/23"),
        ("What does Directive 95/46/EC require?", True, "eu/32016R0679/art/94"),
        ("What does Article 7 of Directive 95/46/EC say?", True, "eu/32016R0679/art/94"),
        ("Is Directive 95/46/EC still in force?", True, "eu/32016R0679/art/94"),
        ("What does Directive 2016/1148 require?", True, "eu/32022L2555/art/44"),
        ("What does Directive (EU) 2016/1148 require of operators?", True, "eu/32022L2555/art/44"),
        ("When was Directive 95/46/EC repealed?", False, "eu/32016R0679/art/94"),
        ("What replaced Directive (EU) 2016/1148?", False, "eu/32022L2555/art/44"),
    ],
)  # fmt: skip
def test_premises_on_the_demo(
    eu: WarrantedAnswerer, question: str, corrected: bool, unit: str
) -> None:
    response = eu.respond(question, Context("eu"))
    assert (C in response.policy) is corrected, response.text
    assert {q.document_id for s in response.steps for q in s.quotations} == {unit}


@pytest.mark.parametrize(
    ("question", "on", "acts"),
    [
        ("What did Directive 95/46/EC require?", "2017-01-01", (X,)),  # not yet repealed, not held
        ("What does Directive 95/46/EC require?", "2018-05-25", (C,)),
        ("What does Directive 2011/61/EU require?", "2026-01-01", (X,)),  # not held, not repealed
        ("What does Article 4 of Directive 2011/61/EU say?", "2026-01-01", (X,)),
        ("What does Article 5 of Regulation (EU) 2016/679 say?", "2026-01-01", (A,)),  # held
    ],
)
def test_an_act_that_is_not_held(
    eu: WarrantedAnswerer, question: str, on: str, acts: tuple[PolicyAct, ...]
) -> None:
    response = eu.respond(question, Context("eu", date.fromisoformat(on)))
    assert response.policy == acts, response.text


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Is it 3 days?", [("Is it 3 days?", False)]),
        ("It is 3 days, right?", [("It is 3 days, right?", False)]),
        ("It is 3 days, isn’t it?", [("It is 3 days, isn’t it?", False)]),
        ("So it is 3 days?", [("So it is 3 days?", False)]),
        ("The fine when a duty is broken is 3%, correct?",
         [("The fine when a duty is broken is 3%, correct?", False)]),
        ("The leaflet says 3 days. Is that so?",
         [("The leaflet says 3 days.", True), ("Is that so?", False)]),
        ("How many days are there after 3 days of silence?", []),
        ("We have 3 days of logs.", []),
        ("In which cases is it 3 days?", []),
        ("", []),
    ],
)  # fmt: skip
def test_what_is_put_forward(question: str, found: list[tuple[str, bool]]) -> None:
    assert list(asserted(question, "en", EN)) == found


EARLY = "An early warning is due within 24 hours of the incident."
FULL = "An incident notification is due within 72 hours of the incident."
REPLY = "A reply is due within one month. That period may be extended by two further months."


@pytest.mark.parametrize(
    ("question", "quoted", "limbs", "wrong"),
    [
        ("Is a reply due within three months?", REPLY, [REPLY], "three months"),
        ("Is a reply due within 3 months when it is extended?", REPLY, [REPLY], ""),
        ("Is a reply due within 5 months when it is extended?", REPLY, [REPLY], "5 months"),
        ("Is a reply due within one month?", REPLY, [REPLY], ""),
        ("Is a reply due within 10 hours?", REPLY, [REPLY], ""),  # no figure of its kind
        ("Is the early warning due within 72 hours?", EARLY, [EARLY, FULL], "72 hours"),
        ("Is it due within 72 hours?", EARLY, [EARLY, FULL], ""),  # the other limb may be meant
        ("Is the early warning due within 24 hours?", EARLY, [EARLY, FULL], ""),
        ("When is it due after 72 hours of silence?", EARLY, [EARLY], ""),
    ],
)
def test_figures(question: str, quoted: str, limbs: list[str], wrong: str) -> None:
    assert wrong_figure(question, quoted, limbs, "en", EN, Verifier()) == wrong


SMALL = "For small firms the fine is the lower of the two amounts."


@pytest.mark.parametrize(
    ("question", "quoted", "wrong"),
    [
        ("Is the fine for small firms higher?", SMALL, "higher"),
        ("Small firms pay a greater fine, right?", SMALL, "greater"),
        ("Is the fine for small firms lower?", SMALL, ""),
        ("Is the fine for small firms not higher?", SMALL, ""),
        ("Is the fine for small firms lower or higher?", SMALL, ""),
        ("Which fine is higher for small firms?", SMALL, ""),
        ("Is the tower higher?", SMALL, ""),  # about something else
        ("Is the fine for small firms higher?", SMALL + " A higher fine may follow.", ""),
        ("Is the fine for small firms higher?", "The fine for small firms is never lower.", ""),
        ("Is the notice longer for an apprentice?", "The notice for an apprentice is shorter.",
         "longer"),
    ],
)  # fmt: skip
def test_comparisons(question: str, quoted: str, wrong: str) -> None:
    assert wrong_comparison(question, quoted, "en", EN) == wrong


def test_what_repeals_is_quoted_with_its_day(eu_snapshot: Snapshot) -> None:
    found = repealed(eu_snapshot, "What does Directive 95/46/EC require?", "eu", EN)
    assert found is not None
    assert (found.on, found.version.provision_id) == (date(2018, 5, 25), "eu/32016R0679/art/94")
    assert "is repealed" in found.version.text[found.cut.start : found.cut.end]
    assert repealed(eu_snapshot, "What does Directive 2011/61/EU require?", "eu", EN) is None
    assert repealed(eu_snapshot, "What does the GDPR require?", "eu", EN) is None


NUMBERS = st.integers(1, 400)
UNITS = st.sampled_from(["hours", "days", "weeks", "months", "years", "%", "EUR"])


@given(NUMBERS, UNITS)
def test_the_figure_of_the_law_is_never_wrong(number: int, unit: str) -> None:
    law = f"The notice is due within {number} {unit} of the event."
    question = f"Is the notice due within {number} {unit}?"
    assert wrong_figure(question, law, [law], "en", EN, Verifier()) == ""


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_read(question: str, law: str) -> None:
    assert isinstance(wrong_figure(question, law, [law], "en", EN, Verifier()), str)
    assert isinstance(wrong_comparison(question, law, "en", EN), str)
