"""Cutting a quotation: whole sentences or points, contiguous, at most 600 characters.

A quotation is only ever a span of a version's text; this module returns offsets and never words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lexwarrant.records.law import Part, Version

MAX_QUOTE_CHARS = 600

_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'’”)\]]*(?: +|\n+)(?=[\"‘“(\[]?[A-Z\u05d0-\u05ea\d])|\n+")
_WHOLE_END = re.compile(r"[.!?;][\"'’”)\]]*(?=\s|\Z)")
POINT = re.compile(r"\W*\(?(?:[a-z]{1,2}|[ivxlc]{1,5}|\d{1,3}|[א-ת]{1,2})\)\s", re.IGNORECASE)
"""How a point of a list begins."""
_MARK = re.compile(r"\s*\(?(?:\d{1,3}[A-Za-z]?|[a-z]{1,2}|[ivxlc]{1,5})[.)]")
_ABBREVIATION = re.compile(
    r"(?:\b(?:No|Nos|Art|Arts|para|paras|p|pp|cf|e\.g|i\.e|etc|Dr|Mr|Mrs|Ms|Prof|Ltd|Inc|Co|St|s|ss|"
    r"reg|regs|Sch|vol|v)|\b[A-Z])\.$"
)


@dataclass(frozen=True, slots=True)
class Cut:
    """A stretch of a version's text and the smallest part (or unit) that holds all of it."""

    start: int
    end: int
    provision_id: str


def atoms(version: Version, start: int, end: int) -> list[tuple[int, int]]:
    """The smallest stretches of ``text[start:end]`` that may be quoted, in order.

    They are the sentences, cut further at every point: the words before a list are one, each point
    (with its own points) is one, what follows a list is cut into sentences again.
    """
    seams = {start, end}
    for part in version.parts:
        if start <= part.start and part.end <= end:
            seams.update((part.start, part.end))
    whole = readable(version)
    ordered = sorted(seams)
    out: list[tuple[int, int]] = []
    for a, b in pairwise(ordered):
        out.extend(sentences(version.text, a, b))
    return [(a, b) for a, b in out if b <= whole]


def readable(version: Version) -> int:
    """Where the last whole sentence or point of a version ends: past it a text held in part breaks off."""
    if version.complete:
        return len(version.text)
    return max((m.end() for m in _WHOLE_END.finditer(version.text)), default=0)


def sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences of ``text[start:end]``, and its lines, without the space around them."""
    out = []
    cursor = start
    for mark in _SENTENCE_END.finditer(text, start, end):
        stop = mark.start()
        piece = text[cursor:stop]
        if _ABBREVIATION.search(piece[-12:]) or _MARK.fullmatch(piece):
            continue
        out.append((cursor, stop))
        cursor = mark.end()
    out.append((cursor, end))
    return [trimmed(text, a, b) for a, b in out if text[a:b].strip()]


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without white space at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def smallest_part(version: Version, start: int, end: int) -> str:
    """The id of the smallest part that holds the span, else the unit's own id."""
    inside = [p for p in version.parts if p.start <= start and end <= p.end]
    return min(inside, key=_length).id if inside else version.provision_id


def _length(part: Part) -> int:
    return part.end - part.start


def paragraph_around(version: Version, start: int, end: int) -> tuple[int, int]:
    """The span of the outermost part that holds ``start..end``, else that span itself; of a text held
    in part as far as its last whole sentence."""
    around = [p for p in version.parts if p.start <= start and end <= p.end]
    if around:
        outer = max(around, key=_length)
        start, end = outer.start, outer.end
    return start, max(start, min(end, readable(version)))


def best_cut(
    version: Version,
    start: int,
    end: int,
    value: Callable[[int, int], frozenset[str]],
    weight: Callable[[str], float],
    limit: int = MAX_QUOTE_CHARS,
) -> Cut | None:
    """The quotation of at most ``limit`` characters that says most to the question.

    ``value(start, end)`` names what of the question an atom answers (its terms), ``weight`` how
    much each is worth; a run of atoms is worth the sum over what it names, once each. Of equally
    good runs the one that begins earliest and, among those, the longest is taken, so a paragraph
    that fits is quoted whole; of points without the words before them those at both ends that add
    nothing to the others are left out. None when not even one atom fits.
    """
    pieces = atoms(version, start, end)
    values = [value(a, b) for a, b in pieces]
    best: tuple[float, int, int, int] | None = None
    for first in range(len(pieces)):
        named: set[str] = set()
        for last in range(first, len(pieces)):
            a, b = pieces[first][0], pieces[last][1]
            if b - a > limit:
                break
            named |= values[last]
            worth = round(sum(weight(n) for n in sorted(named)), 9)
            key = (worth, -first, b - a)
            if best is None or key > best[:3]:
                best = (*key, last)
    if best is None:
        return None
    first, last = -best[1], best[3]
    if first > 0:
        first, last = _tight(version.text, pieces, values, first, last)
    a, b = pieces[first][0], pieces[last][1]
    return Cut(a, b, smallest_part(version, a, b))


def _tight(
    text: str,
    pieces: Sequence[tuple[int, int]],
    values: Sequence[frozenset[str]],
    first: int,
    last: int,
) -> tuple[int, int]:
    """The run without points at its ends that name nothing which the others do not."""

    def spare(n: int, others: range) -> bool:
        kept = frozenset[str]().union(*(values[m] for m in others))
        return POINT.match(text, pieces[n][0]) is not None and values[n] <= kept

    while first < last and spare(last, range(first, last)):
        last -= 1
    while first < last and spare(first, range(first + 1, last + 1)):
        first += 1
    return first, last
