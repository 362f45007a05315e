"""The ladder and the strict verdict on every combination, against a table written apart from them."""

from __future__ import annotations

from itertools import product

import pytest

from lexwarrant.evaluation.scorers.ladder import ladder, strict
from lexwarrant.records.answer import LegalAnswer, Quotation, RelatedProvision
from lexwarrant.records.scores import Verdict
from lexwarrant.records.suite import Case

P, W, F = Verdict.PASS, Verdict.WEAK, Verdict.FAIL
ANY = "*"

OUTSIDE = ("inside", "outside")
PROMOTED = ("promoted", "held back")
ANCHOR = ("no anchor asked", "in label", "in text", "elsewhere")
KEYWORDS = ("none asked", "all there", "one missing")
DOMAIN = ("none asked", "the same", "another", "not said")
AUTHORITY = (
    "none asked",
    "in label",
    "in references",
    "late in quote",
    "in applications",
    "nowhere",
)
DOCUMENT = ("none asked", "the same", "a part", "another", "none")

# out of scope, promoted, anchor, keywords -> the ladder's verdict
LADDER: list[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...], Verdict]] = [
    (("outside",), ("promoted",), (ANY,), (ANY,), F),
    (("outside",), ("held back",), (ANY,), (ANY,), P),
    (("inside",), (ANY,), ("elsewhere",), (ANY,), F),
    (("inside",), ("held back",), ("no anchor asked", "in label", "in text"), (ANY,), W),
    (("inside",), ("promoted",), ("in label", "in text"), ("one missing",), F),
    (("inside",), ("promoted",), ("no anchor asked",), ("one missing",), W),
    (("inside",), ("promoted",), ("no anchor asked", "in label", "in text"),
     ("none asked", "all there"), P),
]  # fmt: skip

# domain, authority, document of a promoted answer inside the scope -> does it fail strictly
FOUND = ("none asked", "in label", "in references")
STRICT: list[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], bool]] = [
    ((ANY,), ("late in quote", "in applications", "nowhere"), (ANY,), True),
    (("another",), FOUND, (ANY,), True),
    (("not said",), ("none asked",), (ANY,), True),
    (("none asked", "the same"), FOUND, ("another", "none"), True),
    (("not said",), ("in label", "in references"), ("another", "none"), True),
    (("none asked", "the same"), FOUND, ("none asked", "the same", "a part"), False),
    (("not said",), ("in label", "in references"), ("none asked", "the same", "a part"), False),
]


def looked_up(table: list, cell: tuple[str, ...]) -> object:  # type: ignore[type-arg]
    """The one row of ``table`` that ``cell`` falls under."""
    rows = [
        row[-1]
        for row in table
        if all(ANY in wanted or value in wanted for wanted, value in zip(row, cell, strict=False))
    ]
    assert len(rows) == 1, f"{cell} falls under {len(rows)} rows of the table"
    return rows[0]


def made(
    outside: str, promoted: str, anchor: str, keywords: str,
    domain: str = "none asked", authority: str = "none asked", document: str = "none asked",
) -> tuple[Case, LegalAnswer]:  # fmt: skip
    case = Case(
        "c", "q",
        expect_no_promotion=outside == "outside",
        expect_anchor_substring=None if anchor == "no anchor asked" else "Apropim",
        expect_quote_keywords=() if keywords == "none asked" else ("good faith", "intention"),
        expect_domains=() if domain == "none asked" else ("contracts", "property"),
        expect_authorities=() if authority == "none asked" else ("Sale Act 1968", "Contracts (General) Act"),
        expect_source_doc_id=() if document == "none asked" else ("law/C/section_12", "law/C/section_39"),
    )  # fmt: skip
    name = "the CONTRACTS [General] Act, 1973"
    words = "Good faith" + (
        "" if keywords == "one missing" else " and the Intention of the parties"
    )
    late = " ." * 800 + name if authority == "late in quote" else ""
    text = words + (" as in apropim" if anchor == "in text" else "") + late
    ids = {
        "the same": "law/C/section_39",
        "a part": "law/C/section_12/a",
        "another": "law/C/section_120",
    }
    answer = LegalAnswer(
        "q", "answer", promoted == "promoted",
        quotation=Quotation(text, ids.get(document, ""), "", ""),
        anchor_label=("CA 4628/93 APROPIM" if anchor == "in label" else "CA 1/2")
        + (f" {name}" if authority == "in label" else ""),
        domain={"the same": "property", "another": "torts"}.get(domain),
        statute_refs=(name,) if authority == "in references" else (),
        applications=(RelatedProvision("", "", name),) if authority == "in applications" else (),
    )  # fmt: skip
    return case, answer


@pytest.mark.parametrize("cell", list(product(OUTSIDE, PROMOTED, ANCHOR, KEYWORDS)))
def test_ladder(cell: tuple[str, str, str, str]) -> None:
    assert ladder(*made(*cell)).verdict is looked_up(LADDER, cell)


def test_strict_on_every_combination() -> None:
    combinations = list(product(OUTSIDE, PROMOTED, ANCHOR, KEYWORDS, DOMAIN, AUTHORITY, DOCUMENT))
    assert len(combinations) == 48 * 120
    for cell in combinations:
        expected = looked_up(LADDER, cell[:4])
        if cell[0] == "inside" and cell[1] == "promoted" and looked_up(STRICT, cell[4:]):
            expected = F
        assert strict(*made(*cell)).verdict is expected, cell


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("חוק החוזים (חלק כללי), התשל״ג–1973", "חוק החוזים חלק כללי"),
        ('חוק החוזים [חלק כללי]; תשל"ג - 1973', "חוק החוזים חלק כללי"),
        ("Sale-Act: 1968", "sale act 1968"),
        ("O׳Brien {Act}", "o'brien act"),
    ],
)
def test_names_of_laws_are_compared_without_punctuation(written: str, asked: str) -> None:
    answer = LegalAnswer("q", "a", True, anchor_label=written)
    assert strict(Case("c", "q", expect_authorities=(asked,)), answer).verdict is P


def test_only_the_first_1600_characters_of_the_quotation_name_an_authority() -> None:
    case = Case("c", "q", expect_authorities=("Sale Act",))
    for before, verdict in ((1592, P), (1593, F)):
        quotation = Quotation("x" * (before - 1) + " Sale Act", "", "", "")
        assert strict(case, LegalAnswer("q", "a", True, quotation=quotation)).verdict is verdict
