"""Unit, rate, side of an event, range and comparator of a figure whose value agrees."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.equivalence import is_frequency, same_cut, same_kind
from lexwarrant.verification.checks.figure_faults import MOST_FIGURES, figure_fault
from lexwarrant.verification.quantities import CUTS, Quantity, same_value
from lexwarrant.verification.triggers import event_at

_TO = frozenset({"to", "à", "bis", "עד"})


def check_qualifiers(
    case: Case, quantity: Quantity, top: list[tuple[Quantity, int]]
) -> Fault | None:
    """Hold what qualifies a figure to the passages ``top`` in which its value was found."""
    kinds = [p for p, _ in top if same_kind(quantity.kind, p.kind)]
    if not kinds:
        return figure_fault(case, quantity, Slot.UNIT, ReasonCode.WRONG_UNIT, top)
    rates = [p for p in kinds if not quantity.per or not p.per or quantity.per == p.per]
    if not rates and is_frequency(case, quantity):
        case.inferred = True
        return None
    if not rates:
        return figure_fault(case, quantity, Slot.UNIT, ReasonCode.WRONG_UNIT, top)
    sided = [p for p in rates if not quantity.rel or not p.rel or quantity.rel == p.rel]
    ranged = _range(case, quantity, top)
    if ranged:
        return figure_fault(case, quantity, Slot.FIGURE, ReasonCode.WRONG_RANGE, top)
    if sided and _other_event(case, quantity, top):
        return figure_fault(case, quantity, Slot.PERIOD, ReasonCode.WRONG_PERIOD, top)
    if not sided:
        return figure_fault(case, quantity, Slot.PERIOD, ReasonCode.WRONG_PERIOD, top)
    if not any(same_cut(quantity, p) for p in rates):
        if _complement(case, quantity, top):
            case.inferred = case.settled = True
            return None
        return figure_fault(case, quantity, Slot.COMPARATOR, ReasonCode.WRONG_COMPARATOR, top)
    case.bound.update(leaf for _, leaf in top)
    return None


def _other_event(case: Case, quantity: Quantity, top: list[tuple[Quantity, int]]) -> bool:
    """A period that runs from another event of the provisions than its own: "14 days after the
    early warning" against "14 days after a measure is available"."""
    if quantity.dim not in ("day", "month") or quantity.rel != "after":
        return False
    at, stop, stated = event_at(case.analysis, quantity)
    if not stated:
        return False
    for p, index in top:
        own = event_at(case.premise.analyses[case.premise.leaves[index].provision], p)[2]
        if not own or not own.isdisjoint(stated):
            return False
    home = {index for _, index in top}
    heavy = [i for i in case.alignment.items if at <= i.token < stop and i.weight >= 0.8]
    return bool(heavy) and all(i.hits.leaves and home.isdisjoint(i.hits.leaves) for i in heavy)


def _complement(case: Case, quantity: Quantity, top: list[tuple[Quantity, int]]) -> bool:
    """ "Below 150 no notice is required" against "more than 150: a notice is required"."""
    for p, index in top:
        if p.cmp not in CUTS or quantity.cmp not in CUTS:
            continue
        apart = CUTS[p.cmp][1] != CUTS[quantity.cmp][1]
        meet = {p.cmp, quantity.cmp} == {"min", "max"}  # both hold at the figure itself
        opposed = case.clause.denied != case.premise.leaves[index].clause.denied
        if apart and not meet and opposed:
            return True
    return False


def _range(case: Case, quantity: Quantity, top: list[tuple[Quantity, int]]) -> bool:
    """ "Seven to fifteen years" made of two figures that stand in different limbs."""
    low = case.analysis.low
    for other in case.analysis.quantities[:MOST_FIGURES]:
        gap = low[quantity.j : other.i]
        if other.i < quantity.j or other.dim != quantity.dim or len(gap) != 1:
            continue
        if gap[0] not in _TO:
            continue
        premise = case.premise
        partners = [
            leaf
            for p, leaf in premise.by_dim.get(other.dim, ())
            if same_value(p.value, other.value)
        ]
        return bool(partners) and not {leaf for _, leaf in top} & set(partners)
    return False
