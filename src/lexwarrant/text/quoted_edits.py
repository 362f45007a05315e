"""What a quotation says it changed: ellipses and brackets, and the words between them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lexwarrant.text.quoted_words import CRITICAL, tokens

MAX_ELISION = 150
"""How many words of the source an ellipsis may stand for."""
MAX_BRACKET = 12
"""How many words of the source a bracketed edit may stand for."""

_EDIT = re.compile(
    r"(?P<ellipsis>\[ ?(?:\.{3}|…|\. \. \.) ?\]|\(\.{3}\)|(?:\. ?){3,4}|…)"
    r"|(?P<bracket>\[(?P<inside>[^\[\]\n]{0,120})\])"
)
_EDITORIAL = re.compile(
    r"(?:sic|emphasis|footnotes?|citations?|internal|alterations?)\b.{0,60}", re.I
)


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that stand together; ``gap`` is how many words may lie before it, and why."""

    keys: tuple[str, ...]
    gap: int
    inserted: str = ""
    prefix_last: bool = False


def pieces_of(quotation: str) -> list[Piece]:
    """The quotation cut at its edits, with what each cut allows."""
    text = _joined_letters(quotation.strip().strip("\"'“”„‘’«»״"))
    out: list[Piece] = []
    position, gap, inserted = 0, 0, ""
    for edit in _EDIT.finditer(text):
        keys = tuple(t.key for t in tokens(text[position : edit.start()]))
        attached = (
            edit["bracket"] is not None
            and not (edit["inside"] or "").strip()
            and edit.start() > 0
            and text[edit.start() - 1].isalnum()
        )
        out.append(Piece(keys, gap, inserted, attached))
        position = edit.end()
        if edit["ellipsis"] is not None:
            gap, inserted = MAX_ELISION, ""
        elif attached or _EDITORIAL.fullmatch(edit["inside"].strip()):
            gap, inserted = 0, ""
        else:
            gap, inserted = MAX_BRACKET, edit["inside"]
    out.append(Piece(tuple(t.key for t in tokens(text[position:])), gap, inserted))
    while len(out) > 1 and not out[-1].keys and not out[-1].inserted:
        out.pop()
    while len(out) > 1 and not out[0].keys:
        if out[1].inserted and {t.key for t in tokens(out[1].inserted)} & CRITICAL:
            break
        out.pop(0)
    return out


_LETTER = re.compile(r"\[(\w{1,2})\](?=\w)")


def _joined_letters(text: str) -> str:
    """ "[T]he" as "The": a changed letter is no edit of words."""
    return _LETTER.sub(r"\1", text)
