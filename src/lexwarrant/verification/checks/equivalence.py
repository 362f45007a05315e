"""When two figures are the same: value, what is counted, kind of day, boundary, frequency."""

from __future__ import annotations

from lexwarrant.verification.case import Case
from lexwarrant.verification.quantities import CUTS, Quantity, roughly, same_value

_FAMILIES = {"second": "time", "minute": "time", "hour": "time", "day": "time", "month": "time"}


def family(dim: str) -> str:
    """Dimensions that a careless reader may exchange: times with times, money with money."""
    if dim.startswith("money:"):
        return "money"
    return _FAMILIES.get(dim, dim)


def agrees(quantity: Quantity, other: Quantity) -> bool:
    """Whether two values are equal, or near enough for the hedge of the first (as in "about 100")."""
    if quantity.approx:
        return (same_value(quantity.value, other.value) and quantity.approx == "about") or roughly(
            quantity.value, other.value, quantity.approx
        )
    return same_value(quantity.value, other.value)


def counts_alike(quantity: Quantity, other: Quantity) -> bool:
    """Whether two bare counts count the same things; figures with a unit always do."""
    if quantity.dim != "count":
        return True
    if not quantity.nouns and not other.nouns:
        return True
    return not set(quantity.nouns).isdisjoint(other.nouns)


def same_kind(stated: str, source: str) -> bool:
    """Whether a stated kind of day (calendar, working, clear) may stand for that of the source."""
    if stated == source:
        return True
    if not stated:
        return True
    return not source and stated == "calendar"


def same_cut(quantity: Quantity, other: Quantity) -> bool:
    """Whether two bounds point the same way; a figure without a bound claims none."""
    stated, source = quantity.cmp, other.cmp
    if stated not in CUTS or source not in CUTS or stated == source:
        return True
    side = 1 if quantity.loose or other.loose else 0
    return CUTS[stated][side] == CUTS[source][side]


def nearly(case: Case, quantity: Quantity) -> bool:
    """ "About two years" for 104 weeks: a hedged period across days and months."""
    if not quantity.approx or quantity.dim not in ("day", "month"):
        return False
    days = quantity.value * (30.44 if quantity.dim == "month" else 1.0)
    return any(
        roughly(days, p.value * (30.44 if p.dim == "month" else 1.0), quantity.approx)
        for p, _ in case.premise.quantities
        if p.dim in ("day", "month") and p.dim != quantity.dim
    )


def is_frequency(case: Case, quantity: Quantity) -> bool:
    """ "twice a year" is "every six months"."""
    if quantity.dim != "times" or not quantity.per or not quantity.number:
        return False
    unit = case.analysis.lex.unit_by_name[quantity.per]
    every = unit.factor / quantity.number
    return any(same_value(p.value, every) for p, _ in case.premise.by_dim.get(unit.dim, ()))
