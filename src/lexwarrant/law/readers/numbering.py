"""Printed numbering taken apart: lines of a provision become a tree of subsections and points.

Sources that give a section as lines ("(1) ...", "(a) ...", "(i) ...") do not say how deep a line
stands. A label goes to the innermost level that it continues; else, if it can begin a list, it
opens a level; else it joins the level of its kind that it comes after, since repealed points leave
gaps. "(i)" is the ninth letter after "(h)" and the first numeral elsewhere. Lines inside an open
quotation (words to be inserted in another Act) carry no labels of this provision.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from lexwarrant.law.readers.outline import Branch, definition

_LABEL = re.compile(r"\(([0-9]{1,3}[A-Za-z]{0,3}|[a-z]{1,4}|[A-Z]{1,4}|[א-ת]{1,3}[0-9]{0,2})\)\s*")
_DEFINITION = re.compile(
    r"[“\"”]([^“”\"\n]{1,120})[”\"“](?:,[^—:;]{0,160}?,?)?\s*"
    r"(?:means|includes?|has|shall|does not|where|in relation|–|—)"
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_ROMAN_FORM = re.compile(r"(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})")
_HEBREW_KINDS = ("subsection", "paragraph", "subparagraph", "clause")
_HEBREW_VALUES = (*range(1, 10), *range(10, 100, 10), 100, 200, 300, 400)
_HEBREW = dict(zip("אבגדהוזחטיכלמנסעפצקרשת", _HEBREW_VALUES, strict=True))


class _Style(Enum):
    DIGIT = "subsection"
    LETTER = "paragraph"
    ROMAN = "subparagraph"
    UPPER = "clause"
    UPPER_ROMAN = "subclause"
    HEBREW = "Hebrew letter"


class Numbering(Enum):
    """Which labels number the subsections of a section: "(1)", or "(א)" with "(1)" below it."""

    LATIN = _Style.DIGIT
    HEBREW = _Style.HEBREW


_Value = tuple[int, str]


@dataclass(slots=True)
class _Frame:
    style: _Style
    value: _Value
    branch: Branch


def _readings(label: str) -> list[tuple[_Style, _Value]]:
    """What ``label`` can mean, likeliest first when it begins a list."""
    if label[0].isdigit():
        digits = label.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return [(_Style.DIGIT, (int(digits), label[len(digits) :]))]
    if label[0] in _HEBREW:
        letters = label.rstrip("0123456789")
        return [(_Style.HEBREW, (sum(_HEBREW.get(c, 0) for c in letters), label[len(letters) :]))]
    lower = label.islower()
    folded = label.lower()
    out: list[tuple[_Style, _Value]] = []
    if _ROMAN_FORM.fullmatch(folded):
        out.append((_Style.ROMAN if lower else _Style.UPPER_ROMAN, (_roman(folded), "")))
    if len(folded) <= 3:
        style = _Style.LETTER if lower else _Style.UPPER
        out.append((style, (ord(folded[0]) - 96, folded[1:])))
    return out


def _roman(text: str) -> int:
    values = [_ROMAN[c] for c in text]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))


def _continues(last: _Value, new: _Value) -> bool:
    if new[0] == last[0]:
        return new[1] > last[1]
    return new[0] == last[0] + 1 and not new[1]


def nest(lines: Iterable[str], numbering: Numbering = Numbering.LATIN) -> Branch:
    """The tree of ``lines``; text without a label stays where it stood.

    A line that defines a term opens a branch of its own, so that the points of two definitions in
    one section do not share an id.
    """
    tree = _Tree(numbering.value)
    quoted = 0
    for line in lines:
        text = line.strip()
        if not text:
            continue
        inside = quoted > 0
        quoted = max(0, quoted + text.count("“") - text.count("”")) if inside or "“" in text else 0
        if inside:
            tree.innermost().pieces.append(text)
        elif found := _DEFINITION.match(text):
            tree.define(found.group(1), text)
        else:
            tree.line(text)
    return tree.root


class _Tree:
    """The tree so far, the levels open in it, and the definition they are in."""

    def __init__(self, top: _Style) -> None:
        self.root = Branch()
        self.top = top
        self.stack: list[_Frame] = []
        self.defined: Branch | None = None

    def innermost(self) -> Branch:
        in_list = any(f.style is not self.top for f in self.stack)
        if self.defined is not None and not in_list:
            return self.defined
        return self.stack[-1].branch if self.stack else self.root

    def define(self, term: str, text: str) -> None:
        while self.stack and self.stack[-1].style is not self.top:
            self.stack.pop()
        branch = definition(term)
        branch.pieces.append(text)
        (self.stack[-1].branch if self.stack else self.root).pieces.append(branch)
        self.defined = branch

    def line(self, text: str) -> None:
        at = 0
        while label := _LABEL.match(text, at):
            branch = self.place(label.group(1))
            branch.number = label.group().strip()
            at = label.end()
        if at == 0 and len(self.stack) > (0 if self.defined else 1):
            self.stack.pop()  # words behind a list belong to what the list stands in
        if text[at:]:
            self.innermost().pieces.append(text[at:])

    def place(self, label: str) -> Branch:
        """Open the branch of ``label`` at its level."""
        readings = _readings(label)
        for index in range(len(self.stack) - 1, -1, -1):
            for style, value in readings:
                frame = self.stack[index]
                if frame.style is style and _continues(frame.value, value):
                    return self.open(label, style, value, index)
        for style, value in readings:
            if value == (1, ""):
                return self.open(label, style, value, len(self.stack))
        for index in range(len(self.stack) - 1, -1, -1):
            for style, value in readings:
                if self.stack[index].style is style and value > self.stack[index].value:
                    return self.open(label, style, value, index)
        style, value = readings[0]
        return self.open(label, style, value, len(self.stack))

    def open(self, label: str, style: _Style, value: _Value, index: int) -> Branch:
        del self.stack[index:]
        if style is self.top and not any(f.style is not self.top for f in self.stack):
            self.defined = None
        kind = style.value
        if self.top is _Style.HEBREW:
            kind = _HEBREW_KINDS[min(len(self.stack), len(_HEBREW_KINDS) - 1)]
        branch = Branch(kind, "", label)
        self.innermost().pieces.append(branch)
        self.stack.append(_Frame(style, value, branch))
        return branch
