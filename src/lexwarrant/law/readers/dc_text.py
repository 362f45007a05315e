"""Sections and paragraphs of the D.C. Council's XML as branches, and paths into them.

A number in square brackets ("[(a)]") was supplied by the publisher and is not in the law: it may be
left out of a citation, so "12-301(11)" and "12-301(a)(11)" are the same paragraph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexwarrant.law.readers.outline import Branch, segment_of
from lexwarrant.law.readers.xml import child, inline_text, local

if TYPE_CHECKING:
    from lxml.etree import _Element

_KINDS = ("subsection", "paragraph", "subparagraph", "clause", "subclause")
_NOT_TEXT = frozenset({"num", "heading", "annotations", "reason", "meta", "page-number"})
CODIFY = "https://code.dccouncil.us/schemas/codify"


def section_branch(element: _Element) -> Branch:
    """The tree of a section's text."""
    root = Branch()
    fill(root, element, 0)
    return root


def paragraph_branch(element: _Element, depth: int) -> Branch:
    """The tree of one ``para``, ``depth`` levels below its section."""
    number = inline_text(child(element, "num"))
    branch = Branch(
        kind=_KINDS[min(depth, len(_KINDS) - 1)],
        number=number,
        segment=segment_of(number),
        editorial=number.startswith("["),
    )
    heading = inline_text(child(element, "heading"))
    if heading:
        branch.pieces.append(heading)
    fill(branch, element, depth + 1)
    return branch


def fill(branch: Branch, element: _Element, depth: int) -> None:
    """Add what stands in ``element`` to ``branch``; instructions to the codifier are no text."""
    for inner in element:
        name = local(inner)
        if not name or name in _NOT_TEXT or CODIFY in str(inner.tag):
            continue
        if name == "para":
            branch.pieces.append(paragraph_branch(inner, depth))
        elif name == "include":
            quoted = Branch()
            fill(quoted, inner, depth)
            branch.pieces.append(_uncited(quoted))
        elif name in ("text", "aftertext"):
            text = inline_text(inner)
            if name == "aftertext" and text == ".":
                continue  # the full stop behind quoted matter, printed on a line of its own
            branch.pieces.append(text)
        elif name == "table":
            for row in inner.iter():
                if local(row) == "tr":
                    branch.pieces.append(" | ".join(inline_text(cell) for cell in row))
        elif name == "section":
            branch.pieces.append(_uncited(section_branch(inner)))
        else:
            fill(branch, inner, depth)


def _uncited(branch: Branch) -> Branch:
    """``branch`` without ids: the numbers of quoted matter are another provision's."""
    branch.segment = ""
    for inner in branch.branches():
        _uncited(inner)
    return branch


def find(root: Branch, path: tuple[str, ...]) -> Branch | None:
    """The branch at ``path`` (segments); a supplied number may be left out of the path."""
    if not path:
        return root
    for inner in root.branches():
        if inner.segment == path[0]:
            found = find(inner, path[1:])
            if found is not None:
                return found
    for inner in root.branches():
        if inner.editorial or not inner.segment:
            found = find(inner, path)
            if found is not None:
                return found
    return None


def parent_of(root: Branch, branch: Branch) -> Branch | None:
    """The branch that ``branch`` stands in."""
    if any(piece is branch for piece in root.pieces):
        return root
    for inner in root.branches():
        found = parent_of(inner, branch)
        if found is not None:
            return found
    return None
