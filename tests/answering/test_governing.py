"""A limb of a list is read with the words that decide it, and with nothing else."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.answering.governing import governing
from lexwarrant.answering.quoting import atoms, readable, sentences
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import Quotation, QuotedWords
from lexwarrant.records.law import Part, Version

UNIT = "xx/a/s/1"


def law(*written: tuple[str, str], complete: bool = True) -> Version:
    """A version from pieces, each with the path of the part it begins or goes on with; "" for none.

    A part reaches from its first piece to the last piece of itself or of a part in it.
    """
    text, spans = "", dict[str, list[int]]()
    for path, piece in written:
        start = len(text) + bool(text)
        text += (" " if text else "") + piece
        steps = path.split("/") if path else []
        for deep in range(1, len(steps) + 1):
            spans.setdefault("/".join(steps[:deep]), [start, 0])[1] = len(text)
    parts = tuple(Part(f"{UNIT}/{p}", "point", p, a, b) for p, (a, b) in spans.items())
    return Version(UNIT, "s 1", text, parts=parts, complete=complete)


PROHIBITED = law(
    ("1", "1. These practices are prohibited:"), ("1/a", "(a) one;"), ("1/b", "(b) two, that is:"),
    ("1/b/i", "(i) inner one;"), ("1/b/ii", "(ii) inner two;"), ("1/c", "(c) three."),
    ("1", "Point (b) of the first subparagraph does not apply to schools."),
    ("1", "Member States report each year."), ("2", "2. Other rules apply."),
)  # fmt: skip
OFFENCE = law(
    ("1", "(1) A person who—"), ("1/a", "(a) lights a fire, or"), ("1/b", "(b) leaves a gate open,"),
    ("1", "is guilty of an offence."), ("2", "(2) The fine is 50 pounds."),
)  # fmt: skip
US = law(
    ("a", "(a)"), ("a/1", "(1) Except as provided in (b), any action —"),
    ("a/1/A", "(A) to recover damages for —"), ("a/1/A/i", "(i) injury,"), ("a/1/A/ii", "(ii) death,"),
    ("a/1/A", "resulting from an unsafe building; and"), ("a/1/B", "(B) for contribution,"),
    ("a/1", "shall be barred unless begun within 10 years."),
)  # fmt: skip
HEBREW = law(
    ("א", "(א) לא יסרב אדם לתת שירות אלא אם כן התקיים אחד מאלה:"), ("א/1", "(1) אין מקום;"),
    ("א/2", "(2) אין רישיון;"), ("א", "ואולם חייב הוא לנמק זאת בכתב."), ("ב", "(ב) הוראה אחרת."),
)  # fmt: skip
DATES = law(
    ("", "This Act applies from 2 August 2026. However:"), ("a", "(a) Chapter I from 2 May 2025;"),
    ("b", "(b) Chapter II from 2 June 2025."), ("", "It is binding in its entirety."),
)  # fmt: skip
DEFINED = law(
    ("1", "1. In this Act"), ("1/a", "(a) ‘boat’ means a vessel;"), ("1/b", "(b) ‘dock’ means a place."),
    ("1", "The Minister may amend points (a) and (b) of Article 9."), ("2", "2. Points (a) are many."),
)  # fmt: skip
OTHER = law(
    ("1", "1. The registry is public. Its officers swear an oath."), ("1/a", "(a) An entry is proof."),
    ("1/b", "(b) An error is mended. The mender signs."),
)  # fmt: skip


@pytest.mark.parametrize(
    ("version", "words", "lead", "close", "more"),
    [
        (PROHIBITED, "(a) one;", ["1. These practices are prohibited:"], [], True),
        (PROHIBITED, "(c) three.", ["1. These practices are prohibited:"], [], False),
        (PROHIBITED, "(ii) inner two;", ["1. These practices are prohibited:", "(b) two, that is:"],
         ["Point (b) of the first subparagraph does not apply to schools."], True),
        (PROHIBITED, "(b) two, that is: (i) inner one; (ii) inner two;",
         ["1. These practices are prohibited:"],
         ["Point (b) of the first subparagraph does not apply to schools."], True),
        (PROHIBITED, "1. These practices are prohibited: (a) one;", [], [], True),
        (PROHIBITED, "(b) two, that is:", ["1. These practices are prohibited:"],
         ["(i) inner one; (ii) inner two;",
          "Point (b) of the first subparagraph does not apply to schools."], True),
        (PROHIBITED, "1. These practices are prohibited:", [],
         ["(a) one; (b) two, that is: (i) inner one; (ii) inner two; (c) three."], False),
        (PROHIBITED, "Member States report each year.", [], [], False),
        (PROHIBITED, "2. Other rules apply.", [], [], False),
        (OFFENCE, "(a) lights a fire, or", ["(1) A person who—"], ["is guilty of an offence."], True),
        (OFFENCE, "(b) leaves a gate open,", ["(1) A person who—"], ["is guilty of an offence."], False),
        (OFFENCE, "is guilty of an offence.", ["(1) A person who—"], [], False),
        (OFFENCE, "(2) The fine is 50 pounds.", [], [], False),
        (US, "(ii) death,", ["(1) Except as provided in (b), any action —",
         "(A) to recover damages for —"], ["resulting from an unsafe building; and",
         "shall be barred unless begun within 10 years."], True),
        (US, "(B) for contribution,", ["(1) Except as provided in (b), any action —"],
         ["shall be barred unless begun within 10 years."], False),
        (HEBREW, "(1) אין מקום;", ["(א) לא יסרב אדם לתת שירות אלא אם כן התקיים אחד מאלה:"],
         ["ואולם חייב הוא לנמק זאת בכתב."], True),
        (HEBREW, "(ב) הוראה אחרת.", [], [], False),
        (DATES, "(b) Chapter II from 2 June 2025.",
         ["This Act applies from 2 August 2026.", "However:"], [], False),
        (DATES, "It is binding in its entirety.", [], [], False),
        (DEFINED, "(b) ‘dock’ means a place.", ["1. In this Act"], [], False),
        (OTHER, "(a) An entry is proof.", [], [], False),
        (OTHER, "The mender signs.", [], [], False),
    ],
)  # fmt: skip
def test_what_governs(
    version: Version, words: str, lead: list[str], close: list[str], more: bool
) -> None:
    start = version.text.index(words)
    found = governing(version, start, start + len(words))
    said = [piece for a, b in found.lead for piece in [version.text[a:b]]]
    assert " ".join(said) == " ".join(lead)
    assert [version.text[a:b] for a, b in found.close] == close
    assert found.more is more


def test_a_quotation_shows_what_is_left_out() -> None:
    lead, limb = QuotedWords("It is forbidden:", 0, 16), "(c) to run;"
    away = Quotation(limb, UNIT, UNIT, "s 1(c)", 40, 51, lead=(lead,), more=True)
    assert away.shown == "It is forbidden: … (c) to run; …"
    beside = Quotation(
        limb, UNIT, UNIT, "s 1(c)", 17, 28, (lead,), (QuotedWords("or to ride.", 29, 40),)
    )
    assert beside.shown == "It is forbidden: (c) to run; or to ride."
    assert Quotation(limb, UNIT, UNIT, "s 1(c)").shown == limb


@pytest.mark.parametrize(
    ("text", "complete", "last"),
    [
        ("A rule. A text that breaks o", False, "A rule."),
        ("A rule. A text that breaks o", True, "A text that breaks o"),
        ("(a) one; (b) tw", False, ""),
        ("No end in sight", False, ""),
        ("A rule. Another.", False, "Another."),
        ("Under Art. 5 it is so. See Art. 7 and th", False, "Under Art. 5 it is so."),
    ],
)
def test_a_text_held_in_part_is_quoted_to_its_last_whole_sentence(
    text: str, complete: bool, last: str
) -> None:
    version = Version(UNIT, "s 1", text, complete=complete)
    assert readable(version) <= len(text)
    found = [text[a:b] for a, b in atoms(version, 0, len(text))]
    assert (found[-1] if found else "") == last


def test_every_point_of_the_demo_carries_its_opening(eu_snapshot: Snapshot) -> None:
    """No point of a list that a colon opens is quoted without that colon."""
    seen = 0
    for version in eu_snapshot.all_versions():
        by_id = {p.id: p for p in version.parts}
        for part in version.parts:
            whole = by_id.get(part.id.rsplit("/", 1)[0])
            first = next(
                p for p in version.parts if p.id.rsplit("/", 1)[0] == part.id.rsplit("/", 1)[0]
            )
            start = whole.start if whole else 0
            if not version.text[start : first.start].rstrip().endswith(":"):
                continue
            lead = governing(version, part.start, part.end).lead
            assert lead, part.id
            assert any(version.text[a:b].endswith(":") and b <= part.start for a, b in lead), (
                part.id
            )
            seen += 1
    assert seen > 1_500


PATHS = st.sampled_from(["", "1", "1/a", "1/a/i", "1/a/ii", "1/b", "2", "2/a", "x"])
PIECES = st.sampled_from(
    ["It is so:", "(a) one;", "and then", "Done.", "who—", "אחד מאלה:", "Point (a) is.", ",", "1."]
)


@given(st.lists(st.tuples(PATHS, PIECES), min_size=1, max_size=12), st.data())
def test_what_governs_lies_outside_and_in_order(
    written: list[tuple[str, str]], data: st.DataObject
) -> None:
    version = law(*sorted(written, key=lambda w: w[0]))
    pieces = atoms(version, 0, len(version.text)) or [(0, len(version.text))]
    start = data.draw(st.sampled_from(pieces))[0]
    end = data.draw(st.sampled_from([p for p in pieces if p[0] >= start]))[1]
    found = governing(version, start, end)
    spans = [*found.lead, (start, end), *found.close]
    assert spans == sorted(spans)
    assert all(a < b for a, b in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))


@given(st.text(max_size=300))
def test_sentences_lie_in_the_text(text: str) -> None:
    assert all(0 <= a < b <= len(text) for a, b in sentences(text, 0, len(text)))
