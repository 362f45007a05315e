"""A provision as a tree of numbered branches, and its text with a span for each of them.

XML formats of law differ in their names and agree in this: a number, perhaps a heading, text, more
branches, text after them. A reader builds the tree; `render` lays it out once for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from lexwarrant.records.law import Part


@dataclass(slots=True)
class Branch:
    """One numbered piece of a provision.

    ``number`` is what is printed ("(1A)") and ``segment`` what it adds to an id ("1A"), empty for
    a branch that cannot be cited. ``editorial`` marks a number that the publisher added: it may be
    left out of a citation; ``label`` is how it is cited if not by "(segment)". ``pieces`` are lines
    of text and further branches, in order.
    """

    kind: str = ""
    number: str = ""
    segment: str = ""
    heading: str = ""
    editorial: bool = False
    label: str = ""
    pieces: list[str | Branch] = field(default_factory=list)

    def branches(self) -> list[Branch]:
        """The branches directly below this one."""
        return [p for p in self.pieces if isinstance(p, Branch)]


@dataclass(frozen=True, slots=True)
class Laid:
    """A provision laid out: its text, and its parts as spans of that text."""

    text: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class _Path:
    """How deep a branch stands: what it adds to the unit's id and to its label."""

    id: str = ""
    label: str = ""

    def longer(self, branch: Branch) -> _Path:
        return _Path(
            f"{self.id}/{branch.segment}", self.label + (branch.label or f"({branch.segment})")
        )


class _Layout:
    def __init__(self, unit: str, label: str) -> None:
        self.unit = unit
        self.label = label
        self.out: list[str] = []
        self.length = 0
        self.joined = False
        self.parts: list[Part] = []
        self.seen: set[str] = set()

    def put(self, text: str) -> int:
        """Append ``text`` on a new line, or behind the number just put; gives its start."""
        if not text:
            return self.length
        if self.length:
            gap = " " if self.joined else "\n"
            self.out.append(gap)
            self.length += 1
        start = self.length
        self.out.append(text)
        self.length += len(text)
        self.joined = False
        return start

    def branch(self, branch: Branch, paths: tuple[_Path, ...]) -> None:
        self.put(branch.heading)
        start = self.length + (1 if self.length else 0)
        if branch.number:
            start = self.put(branch.number)
            self.joined = True
        empty = self.length
        own = tuple(path.longer(branch) for path in paths) if branch.segment else paths
        below = own + paths if branch.editorial else own
        place = len(self.parts)
        for piece in branch.pieces:
            if isinstance(piece, Branch):
                self.branch(piece, below)
            else:
                self.put(piece)
        self.joined = False
        if branch.segment and self.length > empty:
            self.parts[place:place] = self._parts(branch.kind, own, start)

    def _parts(self, kind: str, paths: Iterable[_Path], start: int) -> list[Part]:
        out = []
        for path in paths:
            name = f"{self.unit}{path.id}"
            if name not in self.seen:
                self.seen.add(name)
                out.append(Part(name, kind, f"{self.label}{path.label}", start, self.length))
        return out


def render(root: Branch, unit: str, label: str) -> Laid:
    """Lay ``root`` out: one line a branch, its number before its text.

    The spans satisfy ``text[part.start:part.end]``; a path that occurs twice is given to its first
    place only, so that an id never means two texts.
    """
    layout = _Layout(unit, label)
    for piece in root.pieces:
        if isinstance(piece, Branch):
            layout.branch(piece, (_Path(),))
        else:
            layout.put(piece)
    return Laid("".join(layout.out), tuple(layout.parts))


_SLUG = re.compile(r"[\W_]+")


def definition(term: str) -> Branch:
    """An empty branch for the definition of ``term``: its id ends in "def-" and the term."""
    slug = _SLUG.sub("-", term.casefold()).strip("-")
    return Branch("definition", "", f"def-{slug}" if slug else "", label=f", “{term}”")


def segment_of(number: str) -> str:
    """The id segment in a printed number: "(1A)" is "1A", "[(a)]" is "a", "3." is "3"."""
    kept = "".join(c for c in number if c.isalnum() or c in ".-–:")
    return kept.strip(".-–:").replace(":", "-")
