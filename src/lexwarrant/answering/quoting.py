"""Cutting a quotation: whole sentences or points, contiguous, at most 600 characters.

A quotation is only ever a span of a version's text; this module returns offsets and never words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from lexwarrant.records.law import Part, Version

MAX_QUOTE_CHARS = 600

_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'’”)\]]*(?: +|\n+)(?=[\"‘“(\[]?[A-Z\u05d0-\u05ea\d])|\n+")
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
    ordered = sorted(seams)
    out: list[tuple[int, int]] = []
    for a, b in pairwise(ordered):
        out.extend(_sentences(version.text, a, b))
    return out


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
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
    return [_trim(text, a, b) for a, b in out if text[a:b].strip()]


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
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
    """The span of the outermost part that holds ``start..end``, else that span itself."""
    around = [p for p in version.parts if p.start <= start and end <= p.end]
    if not around:
        return start, end
    outer = max(around, key=_length)
    return outer.start, outer.end


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
    that fits is quoted whole. None when not even one atom fits.
    """
    pieces = atoms(version, start, end)
    values = [value(a, b) for a, b in pieces]
    best: tuple[float, int, int, Cut] | None = None
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
                best = (*key, Cut(a, b, smallest_part(version, a, b)))
    return best[3] if best else None
