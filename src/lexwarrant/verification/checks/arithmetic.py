"""Sums, products and worked examples that a sentence writes out."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.figure_faults import MOST_FIGURES
from lexwarrant.verification.quantities import Quantity, same_value


def check_arithmetic(case: Case) -> Fault | None:
    """ "3 × 500 = 1,500": a sum or product that the sentence writes out must come out."""
    low = case.analysis.low
    if "=" not in low:
        return None
    by_start = {q.i: q for q in case.analysis.quantities[:MOST_FIGURES]}
    by_end = {q.j: q for q in case.analysis.quantities[:MOST_FIGURES]}
    for k, token in enumerate(low):
        right, result = by_end.get(k), by_start.get(k + 1)
        if token != "=" or right is None or result is None or right.i < 2:
            continue
        left, sign = by_end.get(right.i - 1), low[right.i - 1]
        if left is None or sign not in ("×", "+", "x"):
            continue
        made = left.number + right.number if sign == "+" else left.number * right.number
        if not same_value(made, result.number):
            hint = RepairHint(RepairAction.USE_VALUE, result.start, (f"{made:g}",))
            return Fault(
                Slot.COMPUTATION,
                ReasonCode.WRONG_COMPUTATION,
                left.start,
                result.end,
                case.ranked[0] if case.ranked else -1,
                hint,
            )
    return None


def _comes_out(result: Quantity, made: float) -> bool:
    """Whether a result is what computing makes; a hedged one may be rounded to whole units."""
    if same_value(result.value, made):
        return True
    return (
        bool(result.approx)
        and result.number == int(result.number)
        and (abs(result.value - made) < 1.0)
    )


def worked_examples(case: Case, quantities: list[Quantity]) -> list[tuple[Quantity, Quantity]]:
    """Pairs (fact, result) of a worked example: 8 % of 1,000 hours is 80 hours."""
    if len(quantities) < 2:
        return []
    premise = case.premise
    factors = {p.value for p, _ in premise.by_dim.get("times", ())}
    percents = {p.value / 100 for p, _ in premise.by_dim.get("percent", ())}
    factors |= percents | {1 - p for p in percents} | _divisors(case)
    if percents and _says(case, case.analysis.lex.tables.raises):
        factors |= {1 + p for p in percents}
    out: list[tuple[Quantity, Quantity]] = []
    units = case.analysis.lex.unit_by_name
    rates = [(p, units[p.per]) for p, _ in premise.quantities if p.per in units]
    prices = [p for p, _ in premise.quantities if p.each]
    for base in quantities:
        if any(same_value(base.value, p.value) for p, _ in premise.by_dim.get(base.dim, ())):
            continue
        for result in quantities:
            if result is base:
                continue
            shared = result.dim == base.dim and any(
                _comes_out(result, base.value * f) for f in factors if f not in (0, 1)
            )
            counted = base.dim == "count" and any(
                p.dim == result.dim
                and not set(p.each).isdisjoint(base.nouns)
                and _comes_out(result, p.value * base.number)
                for p in prices
            )
            if (
                shared
                or counted
                or any(
                    rate.dim == result.dim
                    and unit.dim == base.dim
                    and _comes_out(result, rate.value * base.value / unit.factor)
                    for rate, unit in rates
                )
            ):
                out.append((base, result))
                break
    return out


def _says(case: Case, words: tuple[str, ...]) -> bool:
    """Whether a passage near the sentence has one of some words."""
    for leaf in case.near(0.3):
        low = case.premise.analyses[leaf.provision].low
        if any(token in words for i, j in leaf.ranges for token in low[i:j]):
            return True
    return False


def _divisors(case: Case) -> set[float]:
    """Factors of "the annual rent divided by 52" in the premise."""
    words = case.analysis.lex.tables.divides
    out: set[float] = set()
    for p, leaf in case.premise.by_dim.get("count", ()):
        low = case.premise.analyses[case.premise.leaves[leaf].provision].low
        if p.number > 1 and any(token in words for token in low[max(0, p.i - 2) : p.i]):
            out.add(1 / p.number)
    return out
