"""The text of a decision as numbered paragraphs.

Printed numbers count when they rise through the text from 1 or 2; of all lines that begin with a
number the longest rising run is taken, so that a quoted list does not break the count. A text
without such numbers is counted block by block.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

_NUMBERED = re.compile(r"^[ \t]*(?:\[(\d{1,4})\]|(\d{1,4})\.)(?=[\s\u00a0])[ \t]*", re.MULTILINE)
_BLOCKS = re.compile(r"\n[ \t]*\n\s*")
_SPACES = re.compile(r"[ \t\u00a0]{2,}|[\t\u00a0]")
_FEWEST = 3


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph: its number as cited and its text. ``printed`` is False for a counted block."""

    number: str
    text: str
    printed: bool


def paragraphs(text: str) -> list[Paragraph]:
    """The paragraphs of a decision in order; a heading block before the first is number 0."""
    marks = _rising(text)
    if len(marks) >= _FEWEST and marks[0][2] <= 2:
        out = []
        opening = _tidy(text[: marks[0][0]])
        if opening:
            out.append(Paragraph("0", opening, False))
        for index, (_, end, number) in enumerate(marks):
            stop = marks[index + 1][0] if index + 1 < len(marks) else len(text)
            body = _tidy(text[end:stop])
            if body:
                out.append(Paragraph(str(number), body, True))
        return out
    blocks = (_tidy(block) for block in _BLOCKS.split(text))
    return [Paragraph(str(n), b, False) for n, b in enumerate((b for b in blocks if b), 1)]


def _rising(text: str) -> list[tuple[int, int, int]]:
    """Start, end and number of the lines in the longest rising run of numbers."""
    found = [(m.start(), m.end(), int(m.group(1) or m.group(2))) for m in _NUMBERED.finditer(text)]
    tails: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for index, (_, _, number) in enumerate(found):
        place = bisect_left(tails, number)
        before.append(at[place - 1] if place else -1)
        if place == len(tails) or tails[place] != number:  # of equals, the first
            tails[place : place + 1] = [number]
            at[place : place + 1] = [index]
    chosen = []
    index = at[-1] if at else -1
    while index >= 0:
        chosen.append(found[index])
        index = before[index]
    return chosen[::-1]


def _tidy(text: str) -> str:
    lines = (_SPACES.sub(" ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)
