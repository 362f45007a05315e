"""Figures that a sentence computes: sums, differences, products, shares, time between dates."""

from __future__ import annotations

from datetime import date

from lexwarrant.verification.case import Case
from lexwarrant.verification.checks.figure_faults import MOST_FIGURES
from lexwarrant.verification.periods import explains
from lexwarrant.verification.quantities import Quantity, same_value

_COMPUTES = frozenset(
    [
    "total", "together", "sum", "plus", "minus", "times", "difference", "combined",
    "altogether", "twice", "double", "triple", "half", "add", "added", "adding", "extended",
    "extension", "leaves", "yield", "yields", "aggregate", "overall", "×", "=", "+", "au",
    "total", "additionnant", "prolongation", "comprise", "insgesamt", "zusammen", "ergibt",
    "macht", "differenz", "summe", "סך", "הכול", "יחד", "בצירוף", "ההפרש",
    ]
)  # fmt: skip


def _computing(case: Case) -> bool:
    """Whether the sentence shows that it computes."""
    return not _COMPUTES.isdisjoint(case.analysis.low)


def derived(case: Case, quantity: Quantity, local: list[float]) -> bool:
    """Whether the value is a sum, difference, product or share of figures on the table."""
    value, dim = quantity.value, quantity.dim
    if dim in ("day", "month") and _between_dates(case, quantity):
        return True
    others = [
        q for q in case.analysis.quantities[:MOST_FIGURES] if q is not quantity and not q.implicit
    ]
    near = {leaf.index for leaf in case.near(0.5)}
    pool = [p for p, leaf in case.premise.by_dim.get(dim, ())][:40]
    own = {q.value for q in others if q.dim == dim}
    source = {p.value for p in pool}
    if _rated(case, quantity, others) or _multiplied(case, quantity, own, near, others):
        return True
    if any(same_value(a + b, value) or same_value(abs(a - b), value) for a in own for b in source):
        return True
    if _terms(case, quantity, near, others):
        return True
    if not _computing(case):
        return False
    close = {p.value for p, leaf in case.premise.by_dim.get(dim, ()) if leaf in near}
    if len(close) == 1 and same_value(2 * next(iter(close)), value):
        return True  # "renewed once, six years in all"
    values = sorted(own | source)
    for index, a in enumerate(values):
        for b in values[index + 1 :]:
            if same_value(a + b, value) or (a and same_value(b - a, value)):
                return True
    numbers = sorted({p.number for p, _ in case.premise.by_dim.get("count", ())})[:30]
    return any(same_value(b - a, quantity.number) for a in numbers for b in numbers if b > a)


def _between_dates(case: Case, quantity: Quantity) -> bool:
    """Whether the value is the time between two dates on the table."""
    marks = [d for d, _ in case.premise.dates] + case.analysis.dates
    days = sorted({(d.year, d.month, d.day) for d in marks if d.year and d.month})[:20]
    for index, first in enumerate(days):
        for last in days[index + 1 :]:
            start = date(first[0], first[1], min(first[2] or 1, 28))
            end = date(last[0], last[1], min(last[2] or 1, 28))
            if explains(start, end, quantity.value, quantity.dim, bool(first[2] and last[2])):
                return True
            months = (end.year - start.year) * 12 + end.month - start.month
            closing = quantity.dim == "month" and (first[2] >= 28 or last[2] >= 28)
            if closing and abs(months + 1 - quantity.value) < 0.01:
                return True
    return False


def _terms(case: Case, quantity: Quantity, near: set[int], others: list[Quantity]) -> bool:
    """ "Two terms of six years": a count that the sentence names times a value of the passage."""
    counts = {q.number for q in others if q.dim == "count" and 1 < q.number <= 20}
    if quantity.dim not in ("day", "month"):
        return False
    return any(
        same_value(count * p.value, quantity.value)
        for count in counts
        for p, leaf in case.premise.by_dim.get(quantity.dim, ())
        if leaf in near
    )


def _rated(case: Case, quantity: Quantity, others: list[Quantity]) -> bool:
    """ "One week for each year" and "five years" make five weeks."""
    units = case.analysis.lex.unit_by_name
    for rate, _ in case.premise.by_dim.get(quantity.dim, ()):
        unit = units.get(rate.per)
        if unit is None:
            continue
        for other in others:
            if other.dim == unit.dim and same_value(
                rate.value * other.value / unit.factor, quantity.value
            ):
                return True
    return False


def _multiplied(
    case: Case, quantity: Quantity, own: set[float], near: set[int], others: list[Quantity]
) -> bool:
    """ "Twice that amount", a share of a base that the sentence names."""
    premise, value = case.premise, quantity.value
    same = premise.by_dim.get(quantity.dim, ())
    for times, leaf in premise.by_dim.get("times", ()):
        if leaf in near:
            around = {leaf, leaf - 1, *premise.leaves[leaf].hops}
            if any(same_value(times.value * p.value, value) for p, at in same if at in around):
                return True
    factors = {q.value for q in others if q.dim == "times"}
    bases = own | ({p.value for p, _ in same} if factors else set())
    factors |= {p.value for p, leaf in premise.by_dim.get("times", ()) if leaf in near}
    percents = {q.value for q in others if q.dim == "percent"} | {
        p.value for p, leaf in case.premise.by_dim.get("percent", ()) if leaf in near
    }
    factors |= {p / 100 for p in percents}
    counts = {q.number for q in others if q.dim == "count"}
    return any(
        same_value(factor * base, value)
        for factor in sorted(factors | counts)[:20]
        for base in sorted(bases | counts)[:60]
        if base != value and factor not in (0.0, 1.0)
    )
