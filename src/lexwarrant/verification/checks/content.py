"""Content that the provisions lack: words that no paraphrase would bring in by itself.

Most words of an answer that the law does not use are its own way of putting things; that they are
missing says nothing. An institution, document, step, sanction, benefit or class of persons (table
``telling``) is different: where neither it nor a word of its kind stands anywhere in the premise,
the clause that holds it adds to the law. So does a clause with a duty, right or ban of its own, joined
by "and" or "but" to one that the law has, when no single passage holds a fair part of its content.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.claims import asserted_from

_BREAKS = frozenset(",;:.—()\n")
_REACH = 12
"""Tokens over which a negation before a word takes it out of what is asserted."""


_LEAST = 2.5
"""Weight of the content of an added clause below which nothing is said of it."""
_MOST = 12
"""Added clauses of one sentence that are judged."""
_HELD = 0.4
"""Share of it that one passage must hold."""


def check_content(case: Case) -> list[Fault]:
    """One fault at the first telling word, or added clause, that no passage licenses."""
    if not case.premise.leaves or not case.premise.complete:
        return []
    return _telling(case) or _added_clause(case)


def _added_clause(case: Case) -> list[Fault]:
    analysis = case.analysis
    low = analysis.low
    forces = sorted(f.i for f in case.clause.forces)
    if not forces:
        return []
    joins = [m.i for m in analysis.marks if m.kind == lx.CONJ and m.value == "and"]
    turns = analysis.lex.tables.turns
    if any(turn in low for turn in turns):
        joins.extend(k for k, token in enumerate(low) if token in turns)
    joins = sorted(set(joins))
    own = []
    for k in joins:
        at = bisect_right(forces, k)
        follows = at < len(forces) and forces[at] <= k + _NEAR_FORCE
        if follows and (at > 0 or k == 0):
            own.append(k)
    if not own:
        return []
    items = sorted(case.alignment.items, key=lambda item: item.token)
    starts = [item.token for item in items]
    for begin, end in pairwise([*own, len(low)][:_MOST]):
        total = 0.0
        held: dict[int, float] = {}
        for item in items[bisect_left(starts, begin) : bisect_left(starts, end)]:
            if item.weight < 1.0:
                continue
            total += item.weight
            if item.titled:
                held[-1] = held.get(-1, 0.0) + item.weight
            for leaf in item.hits.leaves:
                held[leaf] = held.get(leaf, 0.0) + item.weight
        if total >= _LEAST and max(held.values(), default=0.0) < _HELD * total:
            first, last = case.chars(begin, end)
            return [_fault(case, first, last, begin)]
    return []


def _fault(case: Case, start: int, end: int, begin: int) -> Fault:
    return Fault(
        Slot.CONTENT,
        ReasonCode.CONTENT_NOT_STATED,
        start,
        end,
        case.ranked[0] if case.ranked else -1,
        RepairHint(RepairAction.USE_WORDS, case.analysis.starts[begin]),
        soft=True,
    )


_NEAR_FORCE = 9
"""Tokens after "and" within which a clause of its own has its modal."""


def _telling(case: Case) -> list[Fault]:
    analysis = case.analysis
    words = analysis.words
    missing = [
        i.token
        for i in case.alignment.items
        if not i.hits.leaves and not i.titled and (w := words[i.token]) is not None and w.telling
    ]
    if not missing:
        return []
    report = next((m for m in analysis.marks if m.kind == lx.TALK and m.value in _OTHERS), None)
    if report is not None:
        own = asserted_from(analysis, report.j)
        missing = [token for token in missing if token > own]
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
        return [_fault(case, start, end, begin)]
    return []


_OTHERS = frozenset({"facts", "assumption"})
"""Talk that reports what others said or thought: their words are not the answer's own."""
