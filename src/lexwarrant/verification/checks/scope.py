"""Scope: an "only" that the passage does not have."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, Slot
from lexwarrant.verification.case import Case, Fault


def check_scope(case: Case) -> list[Fault]:
    """ "Only" that the passage does not have."""
    clause = case.clause
    only = clause.scopes.get("only")
    if not only or not case.ranked:
        return []
    restrictive = False
    for leaf in case.near(0.6):
        source = leaf.clause
        restrictive = restrictive or (
            "only" in source.scopes
            or any(c.kind in ("unless", "only_if", "subject", "if") for c in source.conditions)
            or bool(source.negated)
            or any(f.kind in ("must_not", "need_not") for f in source.forces)
            or any(q.cmp for q in leaf.quantities)
        )
    if restrictive:
        return []
    start, end = case.chars(only[0], only[0] + 1)
    return [Fault(Slot.SCOPE, ReasonCode.SCOPE_NOT_STATED, start, end, case.ranked[0])]
