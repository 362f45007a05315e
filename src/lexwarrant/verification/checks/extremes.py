"""Extremes: the later for the earlier, the higher for the lower, no limit for a limit."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, Slot
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.quantities import Quantity


def check_extreme(case: Case) -> list[Fault]:
    """The later for the earlier, the higher for the lower, no limit where there is one."""
    stated = case.clause.extreme
    if not stated:
        return []
    near = case.near(0.6)
    marks = [m for m in case.analysis.marks if m.kind == lx.EXTREME]
    start, end = case.chars(marks[-1].i, marks[-1].j)
    if stated == "unlimited":
        leaf = case.best
        if (
            leaf is not None
            and leaf.clause.extreme != "unlimited"
            and any(
                (q.cmp in ("max", "lt") and q.dim != "count") or _lasts(q) for q in leaf.quantities
            )
        ):
            return [Fault(Slot.COMPARATOR, ReasonCode.WRONG_COMPARATOR, start, end, leaf.index)]
        return []
    sources = {leaf.clause.extreme for leaf in near} - {"", "unlimited"}
    if sources and stated not in sources:
        return [Fault(Slot.COMPARATOR, ReasonCode.WRONG_COMPARATOR, start, end, near[0].index)]
    return []


def _lasts(quantity: Quantity) -> bool:
    """A length of time that the passage fixes: "is valid for three years"."""
    timed = quantity.dim in ("day", "month") and not quantity.implicit
    return timed and not (quantity.per or quantity.rel or quantity.cmp or quantity.ordinal)
