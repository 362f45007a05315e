"""Figures that a sentence computes: sums, differences, products, shares, time between dates."""

from __future__ import annotations

from datetime import date

from lexwarrant.verification.case import Case
from lexwarrant.verification.checks.figure_faults import MOST_FIGURES
from lexwarrant.verification.passages import Leaf
from lexwarrant.verification.periods import DateSpan, explains
from lexwarrant.verification.quantities import DateMark, Quantity, same_value


def _computing(case: Case) -> bool:
    """Whether the sentence shows that it computes."""
    return not case.analysis.lex.computes.isdisjoint(case.analysis.low)


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
    if dim == "percent" and _ratio(case, quantity, near):
        return True
    if _rated(case, quantity, others) or _multiplied(case, quantity, own, near, others):
        return True
    given = [a for a in own if not any(same_value(a, b) for b in source)]
    if any(
        same_value(a + b, value) or same_value(abs(a - b), value) for a in given for b in source
    ):
        return True
    if _terms(case, quantity, near, others) or _differs(case, quantity, source):
        return True
    if not _computing(case) or _names_added(case, quantity):
        return False
    if _divided(case, quantity, others):
        return True
    close = {p.value for p, leaf in case.premise.by_dim.get(dim, ()) if leaf in near}
    timed = dim in ("day", "month")
    if timed and len(close) == 1 and same_value(2 * next(iter(close)), value):
        return True  # "renewed once, six years in all"
    values = sorted(own | source)
    for index, a in enumerate(values):
        for b in values[index + 1 :]:
            if same_value(a + b, value) or (a and same_value(b - a, value)):
                return True
    numbers = sorted({p.number for p, _ in case.premise.by_dim.get("count", ())})[:30]
    return any(same_value(b - a, quantity.number) for a in numbers for b in numbers if b > a)


def _ratio(case: Case, quantity: Quantity, near: set[int]) -> bool:
    """ "Under a third of the ordinary fee": one figure of a passage as a share of another."""
    for dim, found in case.premise.by_dim.items():
        if not dim.startswith("money"):
            continue
        leaves = case.premise.leaves
        groups = {leaves[leaf].group for leaf in near}
        values = sorted({p.value for p, k in found if leaves[k].group in groups and p.value > 0})
        values = values[:12]
        for index, small in enumerate(values):
            for large in values[index + 1 :]:
                share = 100 * small / large
                if same_value(share, quantity.value) or _fair(quantity, share):
                    return True
    return False


def _fair(quantity: Quantity, share: float) -> bool:
    """Whether a hedged share is near enough: within three points on the side that is said."""
    gap = share - quantity.value
    if quantity.approx == "just_under" or quantity.cmp == "lt":
        return -3 <= gap < 0
    if quantity.approx == "just_over" or quantity.cmp == "gt":
        return 0 < gap <= 3
    return quantity.approx == "about" and abs(gap) <= 3


def _between_dates(case: Case, quantity: Quantity) -> bool:
    """Whether the value is the time between two dates on the table."""
    if not case.analysis.dates:
        spans = case.premise.date_spans
        if spans is None:
            spans = case.premise.date_spans = _spans([d for d, _ in case.premise.dates])
    else:
        spans = _spans([d for d, _ in case.premise.dates] + case.analysis.dates)
    for span in spans:
        if explains(span.start, span.end, quantity.value, quantity.dim, span.exact):
            return True
        closing = quantity.dim == "month" and span.closing
        if closing and abs(span.months + 1 - quantity.value) < 0.01:
            return True
    return False


def _spans(marks: list[DateMark]) -> list[DateSpan]:
    """The time between each two of the first twenty dates."""
    days = sorted({(d.year, d.month, d.day) for d in marks if d.year and d.month})[:20]
    out: list[DateSpan] = []
    for index, first in enumerate(days):
        for last in days[index + 1 :]:
            start = date(first[0], first[1], min(first[2] or 1, 28))
            end = date(last[0], last[1], min(last[2] or 1, 28))
            months = (end.year - start.year) * 12 + end.month - start.month
            exact = bool(first[2] and last[2])
            out.append(DateSpan(start, end, exact, months, first[2] >= 28 or last[2] >= 28))
    return out


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


def _differs(case: Case, quantity: Quantity, source: set[float]) -> bool:
    """ "Pays 255 less": the difference of two figures of the provisions, said to be one."""
    low = case.analysis.low
    around = low[quantity.j : quantity.j + 3] + low[max(0, quantity.i - 4) : quantity.i]
    if case.analysis.lex.differs.isdisjoint(around):
        return False
    return any(same_value(a - b, quantity.value) for a in source for b in source if a > b)


def _names_added(case: Case, quantity: Quantity) -> bool:
    """ "Three further months": what is added, not the whole."""
    around = case.analysis.low[max(0, quantity.i - 1) : quantity.j + 1]
    return not case.analysis.lex.extends.isdisjoint(around)


def extended(case: Case, quantity: Quantity) -> bool:
    """A period with the time by which a passage lengthens it: 24 hours and 12 more make 36."""
    found = case.premise.by_dim.get(quantity.dim, ())
    if quantity.dim not in ("day", "month") or len(found) > 40:
        return False
    if _names_added(case, quantity):
        return False
    for added, index in found:
        leaf = case.premise.leaves[index]
        if added.value >= quantity.value or not lengthens(case, leaf):
            continue
        if any(
            same_value(p.value + added.value, quantity.value) and p.kind == added.kind
            for p, at in found
            if case.premise.leaves[at].group == leaf.group and at != index
        ):
            return True
    return False


def lengthens(case: Case, leaf: Leaf) -> bool:
    """Whether a passage lets a period be extended."""
    analysis = case.premise.analyses[leaf.provision]
    words = analysis.lex.extends
    return any(not words.isdisjoint(analysis.low[i:j]) for i, j in leaf.ranges)


def _divided(case: Case, quantity: Quantity, others: list[Quantity]) -> bool:
    """24 working days at six a week make four weeks: a figure of the law by one that is named."""
    divisors = {q.number for q in others if q.number > 1}
    if not divisors:
        return False
    return any(
        same_value(p.number / by, quantity.number)
        for p, _ in case.premise.quantities[:200]
        if p.dim in (quantity.dim, "count")
        for by in divisors
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


def _raised(case: Case, quantity: Quantity, near: set[int]) -> bool:
    """What a passage raises by a share: "increased by one half" makes 150 %, or half as much again
    of an amount of the same provision."""
    premise = case.premise
    same = premise.by_dim.get(quantity.dim, ())
    for share, index in premise.by_dim.get("percent", ()):
        leaf = premise.leaves[index]
        analysis = premise.analyses[leaf.provision]
        words = analysis.lex.tables.raises
        if not any(t in words for t in analysis.low[max(0, share.i - 6) : share.i]):
            continue
        if quantity.dim == "percent":
            if index in near and same_value(100 + share.value, quantity.value):
                return True
            continue
        if any(
            same_value(p.value * (1 + share.value / 100), quantity.value)
            for p, at in same
            if premise.leaves[at].provision == leaf.provision
            and premise.leaves[at].path[:1] == leaf.path[:1]
        ):
            return True
    return False


def _multiplied(
    case: Case, quantity: Quantity, own: set[float], near: set[int], others: list[Quantity]
) -> bool:
    """ "Twice that amount", a share of a base that the sentence names."""
    premise, value = case.premise, quantity.value
    same = premise.by_dim.get(quantity.dim, ())
    if _raised(case, quantity, near):
        return True
    for times, leaf in premise.by_dim.get("times", ()):
        if leaf in near and quantity.dim != "percent":
            around = {leaf, leaf - 1, *premise.leaves[leaf].hops}
            if any(same_value(times.value * p.value, value) for p, at in same if at in around):
                return True
    for share, leaf in premise.by_dim.get("percent", ()):
        if leaf in near and quantity.dim != "percent":
            # "one third of that amount"
            around = {leaf, leaf - 1, *premise.leaves[leaf].hops}
            if any(
                same_value(share.value * p.value / 100, value) for p, at in same if at in around
            ):
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
