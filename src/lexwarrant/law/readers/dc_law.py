"""Amending laws of the D.C. Council: what each does to which section, and doing it.

The Council marks its laws up for codification: ``codify:path`` says where in the Code an
instruction works, ``codify:replace``, ``codify:insert``, ``codify:repeal`` and
``codify:find-replace`` what it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING

from lexwarrant.law.readers.dc_text import CODIFY, find, paragraph_branch, parent_of
from lexwarrant.law.readers.outline import Branch, segment_of
from lexwarrant.law.readers.xml import child, inline_text, local, namespace
from lexwarrant.records.law import Treatment, TreatmentKind

if TYPE_CHECKING:
    from lxml.etree import _Element


class Act(StrEnum):
    """What an instruction does."""

    REPLACE = "replace"
    INSERT = "insert"
    REPEAL = "repeal"
    FIND_REPLACE = "find-replace"


_KINDS = {
    Act.REPLACE: TreatmentKind.AMENDED,
    Act.INSERT: TreatmentKind.INSERTED,
    Act.REPEAL: TreatmentKind.REPEALED,
    Act.FIND_REPLACE: TreatmentKind.AMENDED,
}


@dataclass(frozen=True, slots=True)
class Instruction:
    """One change of one section: ``section`` is its number in the Code, ``path`` where in it."""

    law: str
    on: date
    by: str
    act: Act
    section: str
    path: tuple[str, ...]
    new: Branch | None = None
    after: str = ""
    old_words: str = ""
    new_words: str = ""
    last: bool = False

    def treatment(self, unit: str) -> Treatment:
        """The edge that this instruction is: the section, by which section of the law, when."""
        path = self.path
        if self.act is Act.INSERT and self.new is not None:
            path = (*path, self.new.segment)
        scope = "".join(f"({segment})" for segment in path) or "whole"
        return Treatment(unit, self.by, _KINDS[self.act], self.on, scope)


def instructions(document: _Element, law: str, name: str, on: date) -> Iterator[Instruction]:
    """Every instruction of a law for the D.C. Code, in the order of the law.

    ``law`` is the law's id and ``name`` how the Code's history calls it.
    """
    for section in document:
        if local(section) == "section":
            by = f"{law}/s/{segment_of(inline_text(child(section, 'num')))}"
            yield from _walk(section, name, on, by, "", ())


def _walk(
    element: _Element, name: str, on: date, by: str, code: str, path: tuple[str, ...]
) -> Iterator[Instruction]:
    code = element.get(f"{{{CODIFY}}}doc", code)
    own = element.get(f"{{{CODIFY}}}path", "")
    path = path + tuple(s for s in own.split("|") if s)
    section = path[0].removeprefix("§") if path and code == "D.C. Code" else ""
    inside = tuple(segment_of(s) for s in path[1:])
    for inner in element:
        act = local(inner) if namespace(inner) == CODIFY else ""
        if section and act == Act.REPEAL:
            yield Instruction(name, on, by, Act.REPEAL, section, inside)
        elif section and act == Act.FIND_REPLACE:
            yield Instruction(
                name,
                on,
                by,
                Act.FIND_REPLACE,
                section,
                inside,
                old_words=inline_text(child(inner, "find")),
                new_words=inline_text(child(inner, "replace")),
                last=inner.get("position") == "last",
            )
        elif section and local(inner) == "include":
            yield from _included(inner, name, on, by, section, inside)
        elif local(inner) in ("para", "section"):
            yield from _walk(inner, name, on, by, code, path)


def _included(
    include: _Element, name: str, on: date, by: str, section: str, inside: tuple[str, ...]
) -> Iterator[Instruction]:
    for new in include:
        for order in new:
            if namespace(order) != CODIFY or local(order) not in (Act.REPLACE, Act.INSERT):
                continue
            act = Act(local(order))
            depth = len(inside) - (1 if act is Act.REPLACE else 0)
            yield Instruction(
                name,
                on,
                by,
                act,
                section,
                inside,
                new=paragraph_branch(new, max(depth, 0)),
                after=segment_of(order.get("after", "")),
            )


def apply(root: Branch, instruction: Instruction) -> bool:
    """Change ``root`` in place; False when the place or the words are not there."""
    target = find(root, instruction.path)
    if target is None:
        return False
    match instruction.act:
        case Act.REPEAL:
            target.pieces = []
            if target is not root:
                target.pieces = ["Repealed."]
            return True
        case Act.REPLACE:
            around = parent_of(root, target)
            if around is None or instruction.new is None:
                return False
            place = next(i for i, p in enumerate(around.pieces) if p is target)
            around.pieces[place] = deepcopy(instruction.new)
            return True
        case Act.INSERT:
            return instruction.new is not None and _insert(target, instruction)
        case Act.FIND_REPLACE:
            return _replace_words(target, instruction)


def _insert(target: Branch, instruction: Instruction) -> bool:
    new = deepcopy(instruction.new)
    if new is None:
        return False
    places = [i for i, piece in enumerate(target.pieces) if isinstance(piece, Branch)]
    if instruction.after:
        places = [
            i
            for i in places
            if isinstance(piece := target.pieces[i], Branch) and piece.segment == instruction.after
        ]
        if not places:
            return False
    target.pieces.insert(places[-1] + 1 if places else len(target.pieces), new)
    return True


def _replace_words(target: Branch, instruction: Instruction) -> bool:
    order = range(len(target.pieces))
    for index in reversed(order) if instruction.last else order:
        piece = target.pieces[index]
        if isinstance(piece, Branch):
            if _replace_words(piece, instruction):
                return True
            continue
        at = (
            piece.rfind(instruction.old_words)
            if instruction.last
            else piece.find(instruction.old_words)
        )
        if at >= 0 and instruction.old_words:
            end = at + len(instruction.old_words)
            target.pieces[index] = piece[:at] + instruction.new_words + piece[end:]
            return True
    return False
