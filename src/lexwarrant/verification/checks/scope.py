"""Scope: an "only" that the passage does not have, and a circumstance said not to matter."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification.case import Case, Fault


def check_scope(case: Case) -> list[Fault]:
    """ "Only" and "whether or not" that no passage near the sentence bears out."""
    if not case.ranked:
        return []
    return _only(case) or _irrelevance(case)


def _only(case: Case) -> list[Fault]:
    only = case.clause.scopes.get("only")
    if not only:
        return []
    for leaf in case.near(0.6):
        source = leaf.clause
        if (
            "only" in source.scopes
            or any(c.kind in ("unless", "only_if", "subject", "if") for c in source.conditions)
            or bool(source.negated)
            or any(f.kind in ("must_not", "need_not") for f in source.forces)
            or any(q.cmp for q in leaf.quantities)
        ):
            return []
    start, end = case.chars(only[0], only[0] + 1)
    return [Fault(Slot.SCOPE, ReasonCode.SCOPE_NOT_STATED, start, end, case.ranked[0])]


def _irrelevance(case: Case) -> list[Fault]:
    """ "Whether or not", "regardless of": that something does not matter is a claim of its own.

    A passage bears it out that says so itself, or that speaks of all cases alike.
    """
    marks = case.clause.scopes.get("irrelevant")
    if not marks:
        return []
    for leaf in case.near(0.5):
        scopes = leaf.clause.scopes
        if leaf.clause.despite or "irrelevant" in scopes or "all" in scopes:
            return []
        analysis = case.premise.analyses[leaf.provision]
        either = analysis.lex.tables.whether
        if any(t in either for i, j in leaf.ranges for t in analysis.low[i:j]):
            return []
    start = case.chars(marks[0], marks[0] + 1)[0]
    hint = RepairHint(RepairAction.START_ANEW, start)
    return [
        Fault(Slot.SCOPE, ReasonCode.SCOPE_NOT_STATED, start, len(case.text), case.ranked[0], hint)
    ]
