"""Sentences that only agree or disagree: "Yes, exactly.", "That is correct.", "The answer is no."

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
    framed = _framed(analysis)
    sign = words.get(analysis.low[0], 0) or framed
    if not sign and not marks:
        return 0
    if any(m.kind in (lx.MODAL, lx.COND) for m in analysis.marks):
        return 0
    second = analysis.words[1] if len(analysis.low) > 1 else None
    if (
        not framed
        and sign
        and second is not None
        and 1 not in said
        and analysis.low[1] not in words
    ):
        return 0  # "No limit applies"
    for k, word in enumerate(analysis.words):
        heavy = word is not None and word.weight >= 0.8
        token = analysis.low[k]
        if heavy and k not in said and token not in words and token not in analysis.lex.answers:
            return 0
    denied = any(m.kind == lx.NEG and m.i > 0 for m in analysis.marks)
    return int(sign) or (-1 if denied else 1)


def _framed(analysis: Analysis) -> int:
    """1 or -1 when all the sentence says is yes or no, once or more, behind words that announce it:
    "The answer is: no, no, no", "Well, yes". 0 when it says both, neither or more."""
    low, words = analysis.low, analysis.lex.tables.yes_no
    first = next((k for k, token in enumerate(low) if token in words), 0)
    if not first or analysis.references or any(m.kind == lx.TALK for m in analysis.marks if m.i):
        return 0
    if low[first - 1] not in _PAUSES and analysis.lex.answers.isdisjoint(low[:first]):
        return 0
    if any(token not in words and token not in _MARKS for token in low[first:]):
        return 0
    signs = {words[token] for token in low[first:] if token in words}
    return signs.pop() if len(signs) == 1 else 0


def is_hollow(analysis: Analysis) -> bool:
    """Whether a sentence only announces an answer and gives none: "The answer is as follows".

    It has no content but the word for an answer and everyday words, and none of the marks, figures,
    dates, references or quotations that could make it a rule.
    """
    low = analysis.low
    if len(low) > _LONGEST or analysis.lex.answers.isdisjoint(low):
        return False
    if analysis.quantities or analysis.dates or analysis.references or analysis.quotes:
        return False
    if any(m.kind not in (lx.TALK, lx.CONJ, lx.ANAPHOR) for m in analysis.marks):
        return False
    return all(
        word is None or word.weight < 0.8 or token in analysis.lex.answers
        for word, token in zip(analysis.words, low, strict=True)
    )


def is_plain_answer(analysis: Analysis) -> bool:
    """Whether a mere agreement is a bare yes or no, and names nothing that it agrees with."""
    words = analysis.lex.tables.yes_no
    bare = all(token in words or token in _MARKS for token in analysis.low)
    return bare or _framed(analysis) != 0


_PAUSES = frozenset(":,—\n")
_MARKS = frozenset('.,;:!—"\n')


def agreed_to(analysis: Analysis, context: CheckContext) -> str:
    """What a mere agreement is about: the question when it can be answered by yes, "" when unknown."""
    match = _LAST.search(context.question[-2000:])
    asked = match.group().strip() if match else ""
    first = _FIRST.match(asked.lower())
    if not asked or (first and first.group() in analysis.lex.tables.asking):
        return ""
    return asked.rstrip(" ?")


_FIRST = re.compile(r"[^\W\d_]+")
