"""Conjunctions: "and" for "or", and the other way round."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from lexwarrant.records.verification import ReasonCode, Slot
from lexwarrant.verification.case import Case, Fault

_MOST = 24
"""Conjunctions of one sentence that are compared."""
_PLAIN = frozenset({"and", "or", "et", "ou", "und", "oder", "או", "וגם"})


def check_conjunction(case: Case) -> list[Fault]:
    """ "And" for "or" between two things the passage joins the other way."""
    if not case.clause.conj or not case.ranked or case.clause.extreme:
        return []
    low = case.analysis.low
    plain = [(token, kind) for token, kind in case.clause.conj[:_MOST] if low[token] in _PLAIN]
    if not plain:
        return []
    items = sorted(case.alignment.items, key=lambda item: item.token)
    tokens = [item.token for item in items]
    for token, kind in plain:
        before, after = bisect_left(tokens, token), bisect_right(tokens, token)
        if not before or after == len(items):
            continue
        left, right = items[bisect_left(tokens, tokens[before - 1])], items[after]
        if token - left.token > 4 or right.token - token > 7:
            continue
        for leaf in case.near(0.6):
            joined = case.premise.joined(leaf, left.concepts, right.concepts)
            if joined and joined != kind:
                if kind == "and" and not _cumulative(case, token):
                    break
                start, end = case.chars(token, token + 1)
                return [Fault(Slot.CONJUNCTION, ReasonCode.AND_FOR_OR, start, end, leaf.index)]
            if joined:
                break
    return []


def _cumulative(case: Case, token: int) -> bool:
    """Whether an "and" joins requirements and not just topics: inside a condition, or under must."""
    clause = case.clause
    if any(c.i <= token < c.j for c in clause.conditions):
        return True
    return any(f.kind == "must" and f.i < token for f in clause.forces)
