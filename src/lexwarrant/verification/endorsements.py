"""Sentences that only agree or disagree: "Yes, exactly.", "That is correct.", "No."

They assert what was asked or said just before; that, and nothing else, is what they are checked by.
The question is never evidence: its words are put to the provisions like any other claim.
"""

from __future__ import annotations

import re

from lexwarrant.records.verification import CheckContext
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.marks import Analysis

_LAST = re.compile(r"[^.!?\n]*[^.!?\s\n][^.!?\n]*[.!?]?\s*$")
_LONGEST = 12
"""Tokens of the longest sentence that can be mere agreement."""


def agreement(analysis: Analysis) -> int:
    """1 when the sentence only agrees, -1 when it only disagrees, 0 when it says more."""
    if not analysis.low or len(analysis.low) > _LONGEST or analysis.quantities or analysis.dates:
        return 0
    marks = [m for m in analysis.marks if m.kind == lx.TALK and m.value == "endorsement"]
    said = {k for m in marks for k in range(m.i, m.j)}
    words = analysis.lex.tables.yes_no
    sign = words.get(analysis.low[0], 0)
    if not sign and not marks:
        return 0
    if any(m.kind in (lx.MODAL, lx.COND) for m in analysis.marks):
        return 0
    for k, word in enumerate(analysis.words):
        heavy = word is not None and word.weight >= 0.8
        if heavy and k not in said and analysis.low[k] not in words:
            return 0
    denied = any(m.kind == lx.NEG and m.i > 0 for m in analysis.marks)
    return int(sign) or (-1 if denied else 1)


def agreed_to(analysis: Analysis, context: CheckContext) -> str:
    """What a mere agreement is about: the question when it can be answered by yes, "" when unknown."""
    match = _LAST.search(context.question[-2000:])
    asked = match.group().strip() if match else ""
    first = _FIRST.match(asked.lower())
    if not asked or (first and first.group() in analysis.lex.tables.asking):
        return ""
    return asked.rstrip(" ?")


_FIRST = re.compile(r"[^\W\d_]+")
