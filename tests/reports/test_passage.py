"""A quotation beside its provision: the text shown whole, the quote marked."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.records.answer import Quotation
from lexwarrant.records.law import Part, Version
from lexwarrant.reports.passage import FOLDED, Line, lay_out, locate

UNIT = "eu/x/art/1"


def words(lines: tuple[Line, ...]) -> str:
    return "".join("".join(p.text for p in line.pieces) for line in lines)


def marked(lines: tuple[Line, ...]) -> str:
    return "".join(p.text for line in lines for p in line.pieces if p.marked)


def bare(text: str) -> str:
    return "".join(text.split())


@st.composite
def provisions(draw: st.DrawFn) -> tuple[Version, int, int]:
    """Any text, with nested parts over it, and a span of it that is not all white space."""
    text = draw(st.text(st.sampled_from("ab .\n\tשלa😀\u00a0"), min_size=1, max_size=6000))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True)))
    parts = [
        Part(f"{UNIT}/{n}", "paragraph", f"({n})", a, b) for n, (a, b) in enumerate(pairwise(cuts))
    ]
    parts += [
        Part(f"{p.id}/a", "point", "(a)", p.start + 1, p.end) for p in parts if p.end - p.start > 2
    ]
    start = draw(st.integers(0, len(text) - 1))
    end = draw(st.integers(start + 1, len(text)))
    return Version(UNIT, "Article 1", text, parts=tuple(parts)), start, end


@given(provisions())
def test_nothing_is_lost_and_the_mark_is_the_quotation(made: tuple[Version, int, int]) -> None:
    version, start, end = made
    quote = version.text[start:end]
    passage = lay_out(Quotation(quote, UNIT, UNIT, "", start, end), version, "Article 1", "en")
    assert passage.found
    shown = passage.before + passage.shown + passage.after
    assert passage.cut_before == passage.cut_after == 0
    assert bare(words(shown)) == bare(version.text)
    assert bare(marked(passage.shown)) == bare(quote)
    assert not marked(passage.before + passage.after)


@pytest.mark.parametrize(
    ("text", "quote", "start", "end", "expected"),
    [
        ("one two three", "two", 4, 7, "two"),
        ("one two three", "two", None, None, "two"),
        ("one\n\u00a0 two three", "one two", None, None, "one\n\u00a0 two"),
        ("one two three", "two", 0, 3, None),  # its own offsets are wrong
        ("one two three", "two", 99, 102, None),
        ("one two three", "two", -9, -6, None),
        ("one two three", "four", None, None, None),
        ("one two three", "  ", None, None, None),
        ("", "x", None, None, None),
        ("יום עבודה לא יעלה", "עבודה", None, None, "עבודה"),
    ],
)
def test_locate(
    text: str, quote: str, start: int | None, end: int | None, expected: str | None
) -> None:
    span = locate(Quotation(quote, UNIT, UNIT, "", start, end), text)
    assert (text[slice(*span)] if span else None) == expected


def test_points_are_set_deeper_than_their_paragraph() -> None:
    text = "1. Comprising: (a) facts; (b) effects. 2. End."
    at = text.index
    parts = (
        Part(f"{UNIT}/1", "paragraph", "", 0, at(" 2.")),
        Part(f"{UNIT}/1/a", "point", "", at("(a)"), at(" (b)")),
        Part(f"{UNIT}/1/b", "point", "", at("(b)"), at(" 2.")),
        Part(f"{UNIT}/2", "paragraph", "", at("2. E"), len(text)),
    )
    quote = "facts; (b)"
    passage = lay_out(
        Quotation(quote, UNIT, UNIT, ""), Version(UNIT, "Article 1", text, parts=parts), "", "en"
    )
    assert [(line.depth, words((line,)), marked((line,))) for line in passage.shown] == [
        (1, "1. Comprising:", ""),
        (2, "(a) facts;", "facts;"),
        (2, "(b) effects.", "(b)"),
        (1, "2. End.", ""),
    ]


def test_a_long_provision_opens_around_the_match_and_begins_with_a_line() -> None:
    text = "\n".join(f"{n}. Filler words of paragraph {n}." for n in range(1, 3000))
    quote = "1500. Filler words of paragraph 1500."
    passage = lay_out(Quotation(quote, UNIT, UNIT, ""), Version(UNIT, "", text), "", "en")
    assert 1000 < len(words(passage.shown)) < 2200
    assert marked(passage.shown) == quote
    first = words(passage.shown[:1])
    assert first == f"{first.split('.')[0]}. Filler words of paragraph {first.split('.')[0]}."
    assert passage.cut_before > 0
    assert passage.cut_after > 0
    assert len(words(passage.before)) <= FOLDED
