"""What is read off a text once: marks of phrases, pinpoints, quotations, and all together."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from lexwarrant.verification.lexicon import Lexicon, Word
from lexwarrant.verification.quantities import DateMark, Quantity


@dataclass(slots=True)
class Mark:
    """A phrase of the tables at tokens ``i``..``j`` (exclusive)."""

    i: int
    j: int
    kind: str
    value: str


@dataclass(slots=True)
class Reference:
    """A pinpoint as written: unit and paths ("section 124(1A)" has unit "s", (("124", "1a"),))."""

    i: int
    j: int
    start: int
    end: int
    unit: str
    paths: tuple[tuple[str, ...], ...]
    internal: bool = False


@dataclass(slots=True)
class Quote:
    """Words in quotation marks: character span of the inside."""

    start: int
    end: int


@dataclass(slots=True)
class Analysis:
    """All that is read off a text once."""

    text: str
    lex: Lexicon
    low: list[str]
    starts: list[int]
    ends: list[int]
    words: list[Word | None]
    """Content words; None for figures, punctuation and words that a function phrase took."""
    marks: list[Mark] = field(default_factory=list)
    quantities: list[Quantity] = field(default_factory=list)
    dates: list[DateMark] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    quotes: list[Quote] = field(default_factory=list)
    concepts: list[tuple[int, int, int]] = field(default_factory=list)
    """Concepts of phrases: (token i, token j, concept)."""
    parties: list[tuple[int, str]] = field(default_factory=list)
    """(token, role) in order."""

    def within(self, ranges: Sequence[tuple[int, int]]) -> Analysis:
        """The same text with only the frames that begin in ``ranges``; tokens are shared."""
        return Analysis(
            self.text,
            self.lex,
            self.low,
            self.starts,
            self.ends,
            self.words,
            _cut(self.marks, ranges, _token),
            _cut(self.quantities, ranges, _token),
            _cut(self.dates, ranges, _token),
            _cut(self.references, ranges, _token),
            [],
            _cut(self.concepts, ranges, _first),
            _cut(self.parties, ranges, _first),
        )

    def concepts_within(self, ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
        """The concepts of phrases that begin in ``ranges``."""
        return _cut(self.concepts, ranges, _first)

    def references_within(self, ranges: Sequence[tuple[int, int]]) -> list[Reference]:
        """The references that begin in ``ranges``."""
        return _cut(self.references, ranges, _token)

    def by_kind(self, kind: str) -> list[Mark]:
        """Marks of one kind, in order."""
        return [m for m in self.marks if m.kind == kind]


T = TypeVar("T")


def _token(item: Any) -> int:
    return int(item.i)


def _first(item: Any) -> int:
    return int(item[0])


def _cut(items: list[T], ranges: Sequence[tuple[int, int]], key: Callable[[Any], int]) -> list[T]:
    """The items of a list in token order that begin in one of the ranges."""
    out: list[T] = []
    if not items:
        return out
    for i, j in ranges:
        out.extend(items[bisect_left(items, i, key=key) : bisect_left(items, j, key=key)])
    return out
