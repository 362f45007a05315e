"""A quotation beside the provision it is cut from: the lines of the text, the match marked.

Only a window around the match is laid open; what stands before and after it is kept apart so that
a report can fold it. Every function is linear in the length of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from lexwarrant.records.answer import Quotation
from lexwarrant.records.law import Version

AROUND = 500
"""Characters of law shown open on each side of the match."""

WHOLE = 1_800
"""A provision of at most this many characters is shown whole."""

FOLDED = 12_000
"""Characters kept in the fold on each side; beyond them the provision is named, not shown."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text, quoted or not."""

    text: str
    marked: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph, point or what stands between them; ``depth`` counts the parts around it."""

    depth: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A provision laid out: folded lines, the open window, folded lines.

    ``found`` says whether the quotation stands in the text; ``cut_before`` and ``cut_after`` are
    characters that are not even in the folds.
    """

    label: str
    heading: str
    language: str
    provision_id: str
    complete: bool
    found: bool
    before: tuple[Line, ...]
    shown: tuple[Line, ...]
    after: tuple[Line, ...]
    cut_before: int = 0
    cut_after: int = 0


def locate(quotation: Quotation, text: str) -> tuple[int, int] | None:
    """Where the quotation stands in ``text``: at its own offsets, else white space apart."""
    if quotation.start is not None and quotation.end is not None:
        span = quotation.start, quotation.end
        return span if 0 <= span[0] < span[1] and text[slice(*span)] == quotation.text else None
    wanted = " ".join(quotation.text.split())
    if not wanted:
        return None
    at = text.find(wanted)
    if at >= 0:
        return at, at + len(wanted)
    folded, offsets = _fold_spaces(text)
    at = folded.find(wanted)
    return (offsets[at], offsets[at + len(wanted) - 1] + 1) if at >= 0 else None


def _fold_spaces(text: str) -> tuple[str, list[int]]:
    """``text`` with each run of white space as one space, and where each character stood."""
    out: list[str] = []
    offsets: list[int] = []
    for index, character in enumerate(text):
        if character.isspace():
            if out and out[-1] == " ":
                continue
            character = " "
        out.append(character)
        offsets.append(index)
    return "".join(out), offsets


def lay_out(quotation: Quotation, version: Version, label: str, language: str) -> Passage:
    """The provision of ``version`` with the quotation marked in it."""
    text = version.text
    span = locate(quotation, text)
    start, end = _window(version, span)
    first, last = max(0, start - FOLDED), min(len(text), end + FOLDED)
    return Passage(
        label=label,
        heading=version.heading,
        language=language,
        provision_id=version.provision_id,
        complete=version.complete,
        found=span is not None,
        before=tuple(_lines(version, first, start, span)),
        shown=tuple(_lines(version, start, end, span)),
        after=tuple(_lines(version, end, last, span)),
        cut_before=first,
        cut_after=len(text) - last,
    )


def _window(version: Version, span: tuple[int, int] | None) -> tuple[int, int]:
    """What is laid open: the match and about `AROUND` characters, from and to a line's seam."""
    text = version.text
    if len(text) <= WHOLE:
        return 0, len(text)
    match_start, match_end = span or (0, 0)
    start, end = max(0, match_start - AROUND), min(len(text), match_end + AROUND)
    begins = [p.start for p in version.parts]
    if start:
        line = text.rfind("\n", start - AROUND, start) + 1
        near = [b for b in (*begins, line) if max(1, start - AROUND) <= b <= match_start]
        before = [b for b in near if b <= start]
        if near:
            start = max(before) if before else min(near)
        else:
            start = _next_space(text, start, match_start)
    if end < len(text):
        line = text.find("\n", end, end + AROUND)
        near = [b for b in (*begins, line) if end <= b <= end + AROUND]
        end = min(near) if near else _next_space(text, end, min(len(text), end + AROUND))
    return start, end


def _next_space(text: str, start: int, stop: int) -> int:
    """The first word that begins after ``start``, else ``start``."""
    for index in range(start, stop):
        if text[index].isspace():
            return index + 1
    return start


def _lines(version: Version, start: int, end: int, span: tuple[int, int] | None) -> Iterator[Line]:
    """The text from ``start`` to ``end``, a new line at every part and line break."""
    for depth, a, b in _stretches(version, start, end):
        seams = sorted({a, b, *(s for s in span or () if a < s < b)})
        pieces = tuple(
            Piece(version.text[x:y], span is not None and span[0] <= x and y <= span[1])
            for x, y in pairwise(seams)
        )
        yield Line(depth, pieces)


def _stretches(version: Version, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Depth, start and end of each line, without white space around it."""
    text = version.text
    change: dict[int, int] = {}
    for part in version.parts:
        change[part.start] = change.get(part.start, 0) + 1
        change[part.end] = change.get(part.end, 0) - 1
    seams = set(change) | {0, len(text)}
    seams.update(i for i in (start, end) if 0 <= i <= len(text))
    at = text.find("\n", start, end)
    while at >= 0:
        seams.add(at)
        at = text.find("\n", at + 1, end)
    depth = 0
    ordered = sorted(seams)
    for a, b in pairwise(ordered):
        depth += change.get(a, 0)
        if a < start or b > end:
            continue
        while a < b and text[a].isspace():
            a += 1
        while a < b and text[b - 1].isspace():
            b -= 1
        if a < b:
            yield depth, a, b
