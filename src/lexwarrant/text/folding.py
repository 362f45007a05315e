"""Folding: one form for quotes, dashes, spaces and Hebrew points, with the way back.

What is folded never changes what a lawyer reads: typographic quotes become straight ones, the
Hebrew geresh and gershayim too, hyphens and en dashes one ``-``, every kind of space (and a single
line break) one space, and points, cantillation, soft hyphens, zero-width and direction marks go.
A blank line stays a blank line, so nothing is read across paragraphs. An em dash stays one.
"""

from __future__ import annotations

import re

from lexwarrant.text.offsets import Mapped, Patcher

_SAME_LENGTH = {
    **dict.fromkeys("‘’‚‛′׳´`ʼ", "'"),
    **dict.fromkeys("“”„‟″״«»˝", '"'),
    **dict.fromkeys("‐‑‒–−־", "-"),
    **dict.fromkeys(
        "\t\r\x0b\x0c\x85\xa0 \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"
        "\u2009\u200a\u2028\u2029\u202f\u205f\u3000",
        " ",
    ),
    "\u2024": ".",
    "º": "°",
}
_INVISIBLE = (
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
    "\xad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
)
_FOLDED = re.compile(f"[{''.join(_SAME_LENGTH)}]")
_UNSEEN = re.compile(f"[{_INVISIBLE}]+")
_SPACES = re.compile(r"\n[ \n]*| [ \n]+")
_LINES = re.compile(f"[{_INVISIBLE}]+|\n[ \n]*")
"""The same where no space stands before a space or a line break: no search stops at each space."""
_BOTH = re.compile(f"[{_INVISIBLE}]+|[ \n]{{2,}}|\n")


def fold_characters(text: str) -> str:
    """Fold what keeps its length; offsets stay as they are."""
    for character in set(_FOLDED.findall(text)):
        text = text.replace(character, _SAME_LENGTH[character])
    return text


def fold(text: str) -> Mapped:
    """Fold ``text``; linear, and without a map when nothing changes its length."""
    folded = fold_characters(text)
    unseen = not folded.isascii() and _UNSEEN.search(folded) is not None
    spaced = "\n" in folded or "  " in folded
    if not unseen and not spaced:
        return Mapped(folded, text)
    patcher = Patcher(folded)
    if not spaced:
        cuts = _UNSEEN
    elif "  " not in folded and " \n" not in folded:
        cuts = _LINES
    else:
        cuts = _BOTH if unseen else _SPACES
    for cut in cuts.finditer(folded):
        found = cut.group()
        if found[0] not in " \n":
            patcher.cut(cut.start(), cut.end())
        elif found == "\n":
            patcher.cut(cut.start(), cut.end(), " ")
        else:
            blank = found.count("\n") > 1
            patcher.cut(cut.start(), cut.end(), "\n\n" if blank else " ")
    made = patcher.done()
    return Mapped(made.text, text, made.starts, made.origins)
