"""Figures whose value the premise lacks: counts that assert nothing, listed values, foreign ones."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.equivalence import family, is_frequency, nearly
from lexwarrant.verification.checks.figure_faults import MOST_FIGURES, figure_fault, quantity_text
from lexwarrant.verification.quantities import CUTS, Quantity, inside, same_value

_LISTED = frozenset(
    [
    ",", "or", "and", "ou", "et", "oder", "und", "או", "0", "1", "2", "3", "4", "5", "6", "7",
    "8", "9",
    ]
)  # fmt: skip


def loose_count(case: Case, quantity: Quantity, same: list[tuple[Quantity, int]]) -> bool:
    """A count that asserts nothing of its own: "three situations", "at least twelve" (of before)."""
    premise = case.premise
    bare = not quantity.nouns
    anywhere = any(same_value(p.number, quantity.number) for p, _ in premise.quantities) or any(
        q is not quantity and bare and same_value(q.number, quantity.number)
        for q in case.analysis.quantities[:MOST_FIGURES]
    )
    if (bare or not same) and anywhere:
        return True
    in_words = not case.analysis.low[quantity.i][0].isdecimal()
    return in_words and quantity.number <= 12 and not same


def check_ungrounded(
    case: Case, quantity: Quantity, same: list[tuple[Quantity, int]]
) -> Fault | None:
    """No value of the premise is meant: say whether the number, the unit or both are foreign."""
    if same and _in_listed_range(case, quantity, same):
        case.inferred = True
        return None
    if same:
        return figure_fault(case, quantity, Slot.FIGURE, ReasonCode.WRONG_FIGURE, same)
    if is_frequency(case, quantity) or nearly(case, quantity):
        case.inferred = True
        return None
    number = [p for p, _ in case.premise.quantities if same_value(p.number, quantity.number)]
    if any(p.dim == "times" and p.per and p.per == quantity.unit for p in number):
        case.inferred = True  # "52 weeks' pay" is 52 times a week's pay
        return None
    if quantity.dim == "count" and number and not quantity.nouns:
        return None
    if number:
        rivals = [(p, -1) for p in number]
        return figure_fault(case, quantity, Slot.UNIT, ReasonCode.WRONG_UNIT, rivals)
    echoed = case.context.question and quantity_text(case, quantity) in case.context.question
    reason = ReasonCode.USER_FIGURE_ECHOED if echoed else ReasonCode.FIGURE_NOT_STATED
    kin = [
        (p, leaf) for p, leaf in case.premise.quantities if family(p.dim) == family(quantity.dim)
    ]
    return figure_fault(case, quantity, Slot.FIGURE, reason, kin)


def _in_listed_range(case: Case, quantity: Quantity, same: list[tuple[Quantity, int]]) -> bool:
    """ "13, 14 or 15" against "at least 13 and below 16": values listed inside the limits."""
    low = case.analysis.low
    beside = [
        q
        for q in case.analysis.quantities[:MOST_FIGURES]
        if q is not quantity
        and q.dim == quantity.dim
        and all(t in _LISTED for t in low[min(q.j, quantity.j) : max(q.i, quantity.i)])
    ]
    if not beside:
        return False
    leaves = case.premise.leaves
    near = {leaf.group for leaf in case.near(0.6)}
    bounds = [p for p, leaf in same if p.cmp in CUTS and leaves[leaf].group in near]
    return len({p.cmp for p in bounds}) >= 2 and all(
        inside(quantity.value, p.cmp, p.value) for p in bounds
    )
