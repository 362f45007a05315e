"""Words as quotations are compared by: folded, whole across a line's end, with their places."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lexwarrant.text.folding import fold_characters

_WORD = re.compile(r"[^\W_]+(?:['-](?:[ \t]*\n[ \t]*)?[^\W_]+)*(?:\"[^\W\d_](?![^\W_]))?")
_SOFT = "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\xad\u200b-\u200f\u2060\ufeff]"
_SOFT_ANY = re.compile(_SOFT)
_POINTED = re.compile(
    rf"(?:[^\W_]{_SOFT}*)+(?:['-](?:[ \t]*\n[ \t]*)?(?:[^\W_]{_SOFT}*)+)*(?:\"[^\W\d_](?![^\W_]))?"
)
_DROP = re.compile(
    r"[-'\"\s\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\xad\u200b-\u200f\u2060\ufeff]+"
)
CRITICAL = frozenset(
    {
        "not", "no", "nor", "never", "neither", "none", "without", "unless", "except", "excepting",
        "exception", "save", "only", "if", "provided", "otherwise", "subject", "notwithstanding",
        "cannot", "excluding", "until", "solely", "however",
        "nicht", "kein", "keine", "keinen", "keiner", "ohne", "außer", "ausser", "sofern", "soweit",
        "wenn", "nur",
        "ne", "pas", "non", "sans", "sauf", "si", "jamais", "aucun", "aucune", "hormis",
        "לא", "אין", "אינו", "אינה", "אינם", "אלא", "למעט", "זולת", "בלבד", "אם", "בלי", "ללא", "אל",
        "פרט", "בכפוף", "כפוף",
    }
)  # fmt: skip
"""Words whose loss or gain changes what a rule says: negations, exceptions, conditions."""
MODAL = frozenset({"must", "may", "shall", "should", "can"})
"""Words that a bracket may not put in for one another either."""
ONLY_BEFORE = {"subject": "to", "provided": "that"}
"""Words that are conditions only before another: "subject to", not "data subject"."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word: the form it is compared in, and its span."""

    key: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The words of ``text`` in order."""
    folded = fold_characters(text)
    words = _POINTED if _SOFT_ANY.search(folded) else _WORD
    out = []
    for word in words.finditer(folded):
        written = word.group()
        key = written if written.isalnum() else _DROP.sub("", written)
        out.append(Token(key.casefold(), word.start(), word.end()))
    return out
