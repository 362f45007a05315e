"""Content that the provisions lack: words that no paraphrase would bring in by itself.

Most words of an answer that the law does not use are its own way of putting things; that they are
missing says nothing. An institution, document, step, sanction, benefit or class of persons (table
``telling``) is different: where neither it nor a word of its kind stands anywhere in the premise,
the clause that holds it adds to the law.
"""

from __future__ import annotations

from bisect import bisect_right

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.case import Case, Fault

_BREAKS = frozenset(",;:.—()\n")
_REACH = 12
"""Tokens over which a negation before a word takes it out of what is asserted."""


def check_content(case: Case) -> list[Fault]:
    """One fault at the first telling word that no passage, title or context licenses."""
    analysis = case.analysis
    words = analysis.words
    if not case.premise.leaves or not case.premise.complete:
        return []
    missing = [
        i.token
        for i in case.alignment.items
        if not i.hits.leaves and not i.titled and (w := words[i.token]) is not None and w.telling
    ]
    if not missing or any(m.kind == lx.TALK and m.value in _OTHERS for m in analysis.marks):
        return []
    denials = sorted(
        {m.j for m in analysis.marks if m.kind == lx.NEG}
        | {f.j for f in case.clause.forces if f.kind in ("must_not", "need_not")}
    )
    for token in missing:
        if 0 < token <= 2 and analysis.low[token - 1] in analysis.lex.tables.one_articles:
            continue  # "An apprentice who ..." puts a case
        at = bisect_right(denials, token)
        if at and token - denials[at - 1] <= _REACH:
            continue
        begin = token
        while begin > 0 and analysis.low[begin - 1] not in _BREAKS:
            begin -= 1
        start, end = case.chars(token, token + 1)
        return [
            Fault(
                Slot.CONTENT,
                ReasonCode.CONTENT_NOT_STATED,
                start,
                end,
                case.ranked[0] if case.ranked else -1,
                RepairHint(RepairAction.USE_WORDS, analysis.starts[begin]),
                soft=True,
            )
        ]
    return []


_OTHERS = frozenset({"facts", "assumption"})
"""Talk that reports what others said or thought: their words are not the answer's own."""
