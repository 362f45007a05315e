"""The body of a provision in Crown Legislation Markup Language as a tree of branches.

Text that amends another Act (``BlockAmendment``) stands in quotation marks, as it is printed, and
its numbers are no numbers of this provision.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lexwarrant.law.readers.outline import Branch, definition, segment_of
from lexwarrant.law.readers.xml import child, inline_text, local

if TYPE_CHECKING:
    from lxml.etree import _Element

SKIPPED = frozenset(
    {"CommentaryRef", "FootnoteRef", "MarginNoteRef", "Figure", "Formula", "Character"}
)
_NUMBERED = {"P2": 0, "P3": 1, "P4": 2, "P5": 3, "P6": 4, "P7": 5}
_KINDS = {
    "s": ("subsection", "paragraph", "subparagraph", "subsubparagraph"),
    "": ("paragraph", "subparagraph", "subsubparagraph", "subsubparagraph"),
}
_QUOTES = {"double": ("“", "”"), "single": ("‘", "’")}
_AROUND = re.compile(
    r"\s+(?=[,;.:)\]”’])|(?<=[(\[“‘])\s+|(?<=\))\s+(?=\((?:[0-9]{1,3}[A-Z]*|[a-z]{1,3})\))"
)
_DASH = re.compile(r"\s+(?=—)")


def text_of(element: _Element | None) -> str:
    """One line of text, without the spaces that line breaks in the file leave at punctuation."""
    return _DASH.sub("", _AROUND.sub("", inline_text(element, SKIPPED)))


def number_of(element: _Element) -> str:
    """The number of a numbered element as printed: "(1)", "(a)"; empty when it has none."""
    number = child(element, "Pnumber")
    text = text_of(number)
    if number is None or not text:
        return ""
    before, after = number.get("PuncBefore"), number.get("PuncAfter")
    if before is not None or after is not None:
        return f"{before or ''}{text}{after or ''}"
    return text if text.startswith("(") else f"({text})"


def body_branch(element: _Element, marker: str) -> Branch:
    """The tree of a P1 (or a smaller fragment's own content); ``marker`` is its unit's."""
    root = Branch()
    _fill(root, element, marker, quoted=False)
    return root


def numbered_branch(element: _Element, marker: str, quoted: bool = False) -> Branch:
    """The branch of a P2 to P7."""
    kinds = _KINDS.get(marker, _KINDS[""])
    depth = min(_NUMBERED.get(local(element), 0), 3)
    number = number_of(element)
    branch = Branch(kinds[depth], number, "" if quoted else segment_of(number))
    _fill(branch, element, marker, quoted)
    return branch


def _fill(branch: Branch, element: _Element, marker: str, quoted: bool) -> None:
    heading = ""
    for inner in element:
        name = local(inner)
        if name in _NUMBERED:
            made = numbered_branch(inner, marker, quoted)
            made.heading, heading = heading, ""
            branch.pieces.append(made)
        elif name == "Text":
            branch.pieces.append(text_of(inner))
        elif name in ("BlockAmendment", "BlockExtract"):
            branch.pieces.append(_quotation(inner, marker))
        elif name == "AppendText":
            _append(branch, text_of(inner))
        elif name in ("UnorderedList", "OrderedList", "KeyList"):
            _list(branch, inner, marker, quoted)
        elif name in ("Pnumber", "CommentaryRef"):
            continue
        elif name == "Title":
            heading = text_of(inner)
            if local(element) != "P2group":
                branch.pieces.append(heading)
                heading = ""
        elif name in ("tr", "Row"):
            branch.pieces.append(" | ".join(text_of(cell) for cell in inner))
        elif name:
            _fill(branch, inner, marker, quoted)


def _quotation(element: _Element, marker: str) -> Branch:
    quotation = Branch("quotation")
    _fill(quotation, element, marker, quoted=True)
    opening, closing = _QUOTES.get(element.get("Format", ""), ("", ""))
    if opening:
        _prepend(quotation, opening)
        _append(quotation, closing)
    return quotation


def _prepend(branch: Branch, text: str) -> None:
    if branch.number:
        branch.number = text + branch.number
        return
    for index, piece in enumerate(branch.pieces):
        if isinstance(piece, Branch):
            _prepend(piece, text)
            return
        if piece:
            branch.pieces[index] = text + piece
            return


def _append(branch: Branch, text: str) -> None:
    """Put ``text`` behind the last words of ``branch``, on the same line."""
    for index in range(len(branch.pieces) - 1, -1, -1):
        piece = branch.pieces[index]
        if isinstance(piece, Branch):
            _append(piece, text)
            return
        if piece:
            gap = " " if text[:1].isalnum() else ""
            branch.pieces[index] = f"{piece}{gap}{text}"
            return
    branch.pieces.append(text)


def _list(branch: Branch, element: _Element, marker: str, quoted: bool) -> None:
    style = element.get("Type", "")
    for position, item in enumerate((i for i in element if local(i) == "ListItem"), 1):
        term = next((t for t in item.iter() if local(t) == "Term"), None)
        number = item.get("NumberOverride") or _list_number(style, position)
        if element.get("Class") == "Definition" and term is not None and not quoted:
            made = definition(text_of(term))
        else:
            made = Branch("item", number, "" if quoted else segment_of(number))
        _fill(made, item, marker, quoted)
        branch.pieces.append(made)


def _list_number(style: str, position: int) -> str:
    if style == "arabic":
        return f"({position})"
    if style == "alpha" and position <= 26:
        return f"({chr(96 + position)})"
    if style == "roman" and position < 40:
        tens, ones = divmod(position, 10)
        numerals = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
        return f"({'x' * tens}{numerals[ones]})"
    return ""
