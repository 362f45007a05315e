"""A judgment in Akoma Ntoso as numbered paragraphs.

Converted judgments number only some of their blocks. A block without a number is either a heading
(short, no full stop: it then heads what follows) or goes on with the paragraph before it. Numbers
inside quoted matter (``embeddedStructure``) belong to the quoted document, and of the numbers that
are left only the longest rising run are paragraphs of the judgment: a list "1. 2. 3." inside
paragraph 300, or a quoted paragraph 126 inside paragraph 45, is part of the paragraph it stands in.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lexwarrant.law.readers.base import LeftOut
from lexwarrant.law.readers.outline import Branch, render, segment_of
from lexwarrant.law.readers.xml import child, descendants, inline_text, local
from lexwarrant.records.law import Version

if TYPE_CHECKING:
    from lxml.etree import _Element

_NUMBER = re.compile(r"[\[(]?(\d{1,5}[A-Z]?)[\])]?\.?")
_QUOTED = frozenset({"embeddedStructure", "quotedStructure", "embeddedText", "blockquote"})
_SKIPPED = frozenset({"authorialNote", "noteRef", "img", "num"})
_BODY = ("introduction", "background", "arguments", "remedies", "motivation", "decision")
"""What a judgment's body is made of, in whatever order; paragraphs are counted through all of it."""
_NUMBERED = ("paragraph", "level", "item")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MAX_HEADING = 120
_ENDS = re.compile(r"[.?!:;”\"’)\]]$")
_NOT_A_HEADING = re.compile(r"[.;,:?!”\"’)\]…-]$")


class _Paragraphs:
    """Paragraphs in order, with the heading each stands under."""

    def __init__(self) -> None:
        self.done: list[tuple[str, str, Branch]] = []
        self.heading = ""
        self.earlier = ""
        self.fresh = False
        self.before: list[str] = []

    def open(self, number: str) -> Branch:
        branch = Branch()
        self.fresh = False
        self.done.append((number, self.heading, branch))
        return branch

    def item(self, element: _Element) -> Branch:
        """A numbered block that is part of the paragraph before it."""
        number = inline_text(child(element, "num"))
        branch = Branch("subparagraph", number, segment_of(number))
        self.done[-1][2].pieces.append(branch)
        return branch

    def carry_on(self, piece: str | Branch) -> None:
        """Text without a number: a heading, or more of the paragraph before it.

        What follows a line that did not end a sentence is the rest of it, however short; and a
        "heading" that goes on in small letters was none.
        """
        if self.fresh and self.done and isinstance(piece, str) and piece[:1].islower():
            self.done[-1][2].pieces.append(self.heading)
            self.heading, self.fresh = self.earlier, False
        ended = not self.done or _ended(self.done[-1][2])
        if isinstance(piece, str) and ended and is_heading(piece):
            self.earlier, self.heading, self.fresh = self.heading, piece, True
        elif self.done:
            self.done[-1][2].pieces.append(piece)
        elif isinstance(piece, str):
            self.before.append(piece)


def _ended(branch: Branch) -> bool:
    """Whether the last words of ``branch`` end a sentence."""
    for piece in reversed(branch.pieces):
        if isinstance(piece, Branch):
            return _ended(piece)
        if piece:
            return _ENDS.search(piece) is not None
    return True


def is_heading(text: str) -> bool:
    """Whether a block reads as a heading: short, begins with a capital, no full stop."""
    if not text or len(text) > _MAX_HEADING or _NOT_A_HEADING.search(text):
        return False
    return text[0].isupper() or text[0].isdigit()


def judgment_versions(
    document: _Element, identifier: str, left: list[LeftOut]
) -> Iterator[Version]:
    """Every paragraph of the decision, its sub-paragraphs as parts."""
    body = next(descendants(document, "judgmentBody"), None)
    paragraphs = _Paragraphs()
    if body is not None:
        stretches = [e for e in body if local(e) in _BODY] or [body]
        main = _main_paragraphs(stretches)
        for stretch in stretches:
            _walk(stretch, paragraphs, main)
    if not paragraphs.done and paragraphs.before:
        for number, text in enumerate(paragraphs.before, 1):
            paragraphs.open(str(number)).pieces.append(text)
        left.append(
            LeftOut(identifier, "paragraph numbers", "the source has none; blocks are counted")
        )
    elif paragraphs.before:
        left.append(
            LeftOut(identifier, " ".join(paragraphs.before)[:200], "stands before paragraph 1")
        )
    notes = sum(1 for _ in descendants(document, "authorialNote"))
    if notes:
        left.append(LeftOut(identifier, f"{notes} footnotes", "they interrupt the paragraphs"))
    used: dict[str, int] = {}
    for printed, heading, branch in paragraphs.done:
        used[printed] = used.get(printed, 0) + 1
        name = printed if used[printed] == 1 else f"{printed}-{used[printed]}"
        unit = f"{identifier}/para/{name}"
        laid = render(branch, unit, f"[{name}]")
        if laid.text:
            yield Version(
                provision_id=unit,
                label=f"[{name}]",
                text=laid.text,
                parts=laid.parts,
                kind="paragraph",
                division=(heading,) if heading else (),
            )


def _main_paragraphs(stretches: Sequence[_Element]) -> dict[_Element, str]:
    """The numbered blocks that are paragraphs of the judgment: the longest rising run."""
    candidates: list[tuple[_Element, str]] = []
    for element in (e for s in stretches for e in descendants(s, *_NUMBERED)):
        number = _paragraph_number(element)
        inside = {local(a) for a in element.iterancestors()}
        nested = local(element) == "item" and inside.intersection(_NUMBERED)
        if number and not nested and not _QUOTED & inside:
            candidates.append((element, number))
    keys = [(int(n.rstrip(_LETTERS)), n.lstrip("0123456789")) for _, n in candidates]
    tails: list[tuple[int, str]] = []
    at: list[int] = []
    before: list[int] = []
    for index, key in enumerate(keys):
        place = bisect_left(tails, key)
        before.append(at[place - 1] if place else -1)
        if place == len(tails) or tails[place] != key:  # of equals, the first
            tails[place : place + 1] = [key]
            at[place : place + 1] = [index]
    chosen: dict[_Element, str] = {}
    index = at[-1] if at else -1
    while index >= 0:
        chosen[candidates[index][0]] = candidates[index][1]
        index = before[index]
    return chosen


def _walk(element: _Element, out: _Paragraphs, main: dict[_Element, str]) -> None:
    for inner in element:
        name = local(inner)
        number = _paragraph_number(inner) if name in _NUMBERED else ""
        if number:
            branch = out.open(number) if inner in main or not out.done else out.item(inner)
            _fill(branch, inner)
            _take_heading(branch, out)
        elif name in ("num", "meta", "header"):
            continue
        elif name == "heading":
            text = inline_text(inner, _SKIPPED)
            out.carry_on(text)
        elif name in ("p", "block", "content", "intro", "wrapUp", "blockContainer", "tblock"):
            for text in _lines(inner):
                out.carry_on(text)
        elif name == "table":
            for text in _rows(inner):
                out.carry_on(Branch(pieces=[text]))
        elif name:
            _walk(inner, out, main)


def _paragraph_number(element: _Element) -> str:
    number = inline_text(child(element, "num"))
    found = _NUMBER.fullmatch(number)
    if found:
        return found.group(1)
    name = element.get("eId", "")
    return name.removeprefix("para_") if name.startswith("para_") and not number else ""


def _take_heading(branch: Branch, out: _Paragraphs) -> None:
    """A heading caught as the last block of a paragraph heads what follows."""
    last = branch.pieces[-1] if branch.pieces else ""
    text = last.pieces[0] if isinstance(last, Branch) and len(last.pieces) == 1 else last
    bare = not isinstance(last, Branch) or not last.number
    if bare and len(branch.pieces) > 1 and isinstance(text, str) and is_heading(text):
        branch.pieces.pop()
        out.heading = text


def _fill(branch: Branch, element: _Element) -> None:
    for inner in element:
        name = local(inner)
        if name in ("subparagraph", "paragraph", "level", "point", "item"):
            number = inline_text(child(inner, "num"))
            made = Branch("subparagraph", number, segment_of(number).lower() if number else "")
            _fill(made, inner)
            branch.pieces.append(made)
        elif name == "table":
            branch.pieces += _rows(inner)
        elif name in ("p", "block", "heading") and not _has_blocks(inner):
            branch.pieces += _lines(inner)
        elif name and name != "num":
            if name in _QUOTED:
                branch.pieces.append(Branch(pieces=list(_lines(inner))))
            else:
                _fill(branch, inner)


def _has_blocks(element: _Element) -> bool:
    return any(local(e) in ("p", "table") for e in element.iterdescendants())


def _lines(element: _Element) -> list[str]:
    """One line a block below ``element``; numbers of quoted paragraphs stay as text."""
    if not _has_blocks(element):
        text = inline_text(element, frozenset({"authorialNote", "noteRef", "img"}))
        return [text] if text else []
    out: list[str] = []
    number = ""
    for inner in element:
        name = local(inner)
        if name == "num":
            number = inline_text(inner)
        elif name == "table":
            out += _rows(inner)
        elif name:
            lines = _lines(inner)
            if number and lines:
                lines[0] = f"{number} {lines[0]}"
                number = ""
            out += lines
    return out


def _rows(table: _Element) -> list[str]:
    rows = (" | ".join(inline_text(c, _SKIPPED) for c in row) for row in descendants(table, "tr"))
    return [row for row in rows if row.strip(" |")]
