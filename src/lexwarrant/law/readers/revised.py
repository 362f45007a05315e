"""An Act as enacted beside the same Act as revised: what became of each section.

The answer comes from the two texts and from nothing else. Letters and digits decide, so that
quotation marks, emphasis and spaces that a conversion dropped are no amendment; a revised text
that stops where it announces more ("the following paragraphs—") is incomplete, and what became of
the section then cannot be said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from lexwarrant.law.readers.markdown_sections import Document, Section
from lexwarrant.law.readers.markdown_text import comparison_key, plain

_NUMBER = re.compile(r"\d+[A-Z]*\.{0,2}\s*(?:[—–-]\s*)?")
_ANNOUNCES = ("—", ":", ":—")
_REPEALED = re.compile(r"(?:repealed|deleted|\W)*\.?", re.IGNORECASE)


class Became(StrEnum):
    """What became of a section between the two texts."""

    UNCHANGED = "unchanged"
    AMENDED = "amended"
    REPEALED = "repealed"
    INSERTED = "inserted"
    DROPPED = "dropped"
    """In the enacted text and not in the revised one, which does not say why."""
    DIFFERS_UNMARKED = "differs_unmarked"
    """The words differ where a revised text that marks its amendments marks none."""
    CANNOT_TELL = "cannot_tell"
    """The revised text is cut or empty."""


@dataclass(frozen=True, slots=True)
class Text:
    """A section's plain text without its own number. ``complete`` is False when it is cut."""

    number: str
    heading: str
    text: str
    division: tuple[str, ...]
    marks: int
    mended: int
    complete: bool
    repealed: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """One section in both texts; either may be missing."""

    number: str
    enacted: Text | None
    revised: Text | None
    became: Became


def section_text(section: Section) -> Text:
    """The plain text of one section of a file."""
    made = plain(section.heading, section.body)
    text = made.text
    printed = _NUMBER.match(text)
    if printed and text.startswith(section.number):
        text = text[printed.end() :]
    repealed = made.deletions > 0 and _REPEALED.fullmatch(text) is not None
    return Text(
        number=section.number,
        heading=made.heading.rstrip("."),
        text="" if repealed else text,
        division=tuple(plain(d, "").heading for d in section.division),
        marks=made.marks,
        mended=made.mended,
        complete=repealed or not (text == "" or text.endswith(_ANNOUNCES)),
        repealed=repealed,
    )


def became(enacted: Text | None, revised: Text | None, marked: bool) -> Became:
    """What became of a section; ``marked`` says that the revised Act marks its amendments."""
    if enacted is None:
        return Became.INSERTED
    if revised is None:
        return Became.DROPPED
    if revised.repealed:
        return Became.REPEALED
    before, after = comparison_key(enacted.text), comparison_key(revised.text)
    if before == after:
        return Became.UNCHANGED
    if not revised.complete and before.startswith(after):
        return Became.CANNOT_TELL
    return Became.DIFFERS_UNMARKED if marked and not revised.marks else Became.AMENDED


def pair_sections(enacted: Document, revised: Document) -> Iterator[Pair]:
    """Every section of either text once: the revised order, then what only the enacted one has."""
    old = _by_number(enacted)
    new = _by_number(revised)
    marked = any(text.marks for text in new.values())
    for number, text in new.items():
        before = old.get(number)
        yield Pair(number, before, text, became(before, text, marked))
    for number, text in old.items():
        if number not in new:
            yield Pair(number, text, None, Became.DROPPED)


def _by_number(document: Document) -> Mapping[str, Text]:
    out: dict[str, Text] = {}
    for section in document.sections:
        out.setdefault(section.number, section_text(section))
    return out
