"""Hebrew words with letters attached in front: in, to, the, and, from, that, as."""

from __future__ import annotations

import re
from collections.abc import Container

ATTACHED = ("ב", "ל", "ה", "ו", "מ", "ש", "כ", "וב", "ול", "שב", "של", "כב", "לב", "ומ", "וה", "מה")
"""What may stand before a word that a grammar looks for."""

_LETTERS = frozenset("בלוכמשה")
_ANY = re.compile(r"[א-ת]")


def has_hebrew(text: str) -> bool:
    """Whether there is a Hebrew letter in ``text``."""
    return not text.isascii() and _ANY.search(text) is not None


def word_start(text: str, at: int, attached: Container[str] = _LETTERS) -> bool:
    """Whether a Hebrew word begins at ``at``, up to two ``attached`` letters before it."""
    for _ in range(3):
        if at == 0 or not "א" <= text[at - 1] <= "ת":
            return at == 0 or not text[at - 1].isalnum()
        if text[at - 1] not in attached:
            return False
        at -= 1
    return False
