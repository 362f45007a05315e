"""Values of the case put against the limits of the rule."""

from __future__ import annotations

from collections import Counter

from lexwarrant.records.verification import ReasonCode, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.deadlines import timely
from lexwarrant.verification.checks.equivalence import counts_alike
from lexwarrant.verification.checks.figure_faults import MOST_FIGURES, figure_fault
from lexwarrant.verification.frames import Clause
from lexwarrant.verification.passages import Leaf
from lexwarrant.verification.quantities import CUTS, Quantity, inside, same_value

_INSTANCE = frozenset(
    ["a", "an", "someone", "somebody", "un", "une", "ein", "eine", "jemand", "wer"]
)
_FACT_WORDS = frozenset(
    [
    "with", "of", "aged", "a", "an", "your", "after", "earning", "employing", "if", "mit",
    "von", "avec", "d", "de", "bei", "ein", "eine", "einer", "einem", "der", "dem", "nach",
    "après", "בן", "בת", "בני", "בעל", "של", "עם",
    ]
)  # fmt: skip


def is_fact(case: Case, quantity: Quantity) -> bool:
    """A value of the case put, not of the rule: "exactly 10,000", "eight people", "aged 17"."""
    if quantity.cmp == "eq":
        return True
    same = case.premise.by_dim.get(quantity.dim, ())
    if not quantity.cmp and on_scale(case, quantity):
        return True
    if any(same_value(quantity.value, p.value) for p, _ in same):
        return False
    bounds = [p for p, _ in same if p.cmp in CUTS and counts_alike(quantity, p)]
    if quantity.cmp or not bounds:
        return False
    if quantity.ordinal and quantity.dim == "month":
        return all(inside(quantity.value, p.cmp, p.value) for p in bounds)  # "in its second year"
    if timely(case) is not None or _supposed(case, quantity):
        return True
    low = case.analysis.low
    before = low[max(0, quantity.i - 3) : quantity.i]
    if any(
        q is not quantity
        and not q.implicit
        and any(
            same_value(q.value, p.value)
            for p, leaf in case.premise.by_dim.get(q.dim, ())
            if _bounded(case.premise.leaves[leaf], quantity.dim, p)
        )
        for q in case.analysis.quantities[:MOST_FIGURES]
    ):
        return True
    if (
        low[0] in _INSTANCE
        and quantity.i > 1  # in "a full month must pass" the article is the figure's
        and all(f.i > quantity.i for f in case.clause.forces)
    ):
        return True
    return any(t in _FACT_WORDS for t in before) or (quantity.i <= 2 and quantity.dim == "count")


def is_put(case: Case, quantity: Quantity) -> bool:
    """A figure of the case that the sentence puts, before it says what follows from it.

    "If the flat costs 15,600 a year, the agent may take ...", "a site with three firms need not
    ...": no comparator, not counted from an event, and in the condition or ahead of the modal. The
    rule's own figures stand with a comparator or behind the modal.
    """
    if quantity.cmp or quantity.approx or quantity.ordinal or quantity.implicit:
        return False
    clause = case.clause
    if quantity.j <= opening_end(case):
        return True
    governed = [f.i for f in clause.forces if f.i < quantity.i]
    if any(
        c.kind in ("if", "weak")
        and c.i <= quantity.i < c.j
        and not any(at > c.i for at in governed)
        for c in clause.conditions
    ):
        return True
    if quantity.rel == "after" or not clause.forces:
        return False
    first = min(f.i for f in clause.forces)
    low = case.analysis.low
    return quantity.i < first and not any(t in _STOPS for t in low[quantity.j : first])


_STOPS = frozenset(".;:!?—\n")


def opening_end(case: Case) -> int:
    """The comma that closes words put ahead of the clause: "On a ticket of EUR 64 that ..., you are
    owed ..."; 0 when the sentence does not open so, or nothing is said behind it."""
    low = case.analysis.low
    if low[0] not in case.analysis.lex.tables.case_openers:
        return 0
    end = next((k for k, token in enumerate(low) if token == "," or token in _STOPS), 0)
    if not 3 <= end < len(low) - 3 or low[end] != ",":
        return 0
    lex, first = case.analysis.lex, low[end + 1]
    if first in lex.relatives:
        return 0
    begins = first in lex.determiners or first in lex.pronouns or first in lex.second_person
    return end if begins or any(end < f.i <= end + 6 for f in case.clause.forces) else 0


def is_carried(case: Case, quantity: Quantity) -> bool:
    """A figure of the case put, said again as what the rule gives for it: a rent of 2,000 where the
    sum due is one month's rent. A rate is the rule's own."""
    return quantity.dim != "percent" and any(
        q is not quantity
        and q.i < quantity.i
        and q.dim == quantity.dim
        and same_value(q.value, quantity.value)
        and is_put(case, q)
        for q in case.analysis.quantities[:MOST_FIGURES]
    )


def _supposed(case: Case, quantity: Quantity) -> bool:
    """ "If it tells the authority only four days after ...": a case put by a condition."""
    return any(
        c.kind == "if" and c.i <= quantity.i < c.j for c in case.clause.conditions
    ) and quantity.dim in ("day", "month")


def _bounded(leaf: Leaf, dim: str, given: Quantity) -> bool:
    """Whether a leaf is a band: it bounds something of this dimension besides the figure it gives."""
    return any(q.dim == dim and q.cmp in CUTS and q is not given for q in leaf.quantities)


_BANDS = 3
"""Fewest bands that make a scale."""


def on_scale(case: Case, quantity: Quantity) -> bool:
    """Whether a figure is put to a scale: bands that each bound it and give something for it."""
    key = (quantity.dim, quantity.unit)
    scaled = case.premise.scales.get(key)
    if scaled is None:
        scaled = case.premise.scales[key] = _has_scale(case, *key)
    return scaled and not any(
        not p.cmp and same_value(p.value, quantity.value)  # what a band gives
        for p, _ in case.premise.by_dim.get(quantity.dim, ())
    )


def _has_scale(case: Case, dim: str, unit: str) -> bool:
    """Whether the premise has a list of bands of one measure, bounded on both sides."""
    bands: dict[int, int] = {}
    cuts: set[str] = set()
    for p, index in case.premise.by_dim.get(dim, ()):
        leaf = case.premise.leaves[index]
        if p.cmp in CUTS and p.unit == unit and len(leaf.quantities) > 1:
            bands[index] = leaf.list_id
            cuts.add("up" if p.cmp in ("min", "gt") else "down")
    counts = Counter(bands.values())
    return len(cuts) == 2 and any(n >= _BANDS for k, n in counts.items() if k >= 0)


_RELATIVE = frozenset(
    [
    "that", "which", "who", "with", "of", "aged", "having", "employing", "earning", "qui", "avec",
    "de", "ayant", "comptant", "mit", "das", "die", "der", "von", "של", "עם", "בן", "בת",
    ]
)  # fmt: skip


def is_instance(case: Case, quantity: Quantity, same: list[tuple[Quantity, int]]) -> bool:
    """A case put that lies on the limit itself: "an enterprise that employs 250 people" against
    "fewer than 250"."""
    if quantity.cmp or quantity.approx or quantity.ordinal or quantity.implicit:
        return False
    on = [p for p, _ in same if same_value(p.value, quantity.value)]
    if not on or any(p.cmp not in ("lt", "gt") or p.loose for p in on):
        return False
    low = case.analysis.low
    for k in range(max(0, quantity.i - 6), quantity.i):
        if low[k] in _INSTANCE:
            return not _RELATIVE.isdisjoint(low[k + 1 : quantity.i])
    return False


def unsatisfied(case: Case, facts: list[Quantity]) -> frozenset[int]:
    """Leaves whose own bounds no fact put meets: another band of the scale."""
    out: set[int] = set()
    served: set[int] = set()
    for fact in facts:
        met: set[int] = set()
        unmet: set[int] = set()
        for leaf in case.premise.leaves:
            bounds = [
                q
                for q in leaf.quantities
                if q.dim == fact.dim and q.cmp in CUTS and leaf.own[0] <= q.i < leaf.own[1]
            ]
            if bounds:
                fine = all(inside(fact.value, q.cmp, q.value) for q in bounds)
                (met if fine else unmet).add(leaf.index)
        if met and unmet:
            out |= unmet
            served |= met
    return frozenset(out - served)


def check_fact(
    case: Case, quantity: Quantity, same: list[tuple[Quantity, int]], local: list[float]
) -> Fault | None:
    """A value that is put to the rule: does the sentence say what its side of the limit gives?"""
    bounds = [(p, leaf) for p, leaf in same if p.cmp in CUTS]
    if not bounds:
        return None
    best = max(local[leaf] for _, leaf in bounds)
    near = [(p, leaf) for p, leaf in bounds if local[leaf] >= 0.9 * best]
    sides = {inside(quantity.value, p.cmp, p.value) for p, _ in near}
    case.inferred = True
    said = timely(case)
    if said is not None:
        return _on_time(case, quantity, near, said)
    if len(sides) != 1:
        return None
    if (
        quantity.cmp != "eq"
        and sum(not q.implicit for q in case.analysis.quantities[:MOST_FIGURES]) > 1
    ):
        return None
    leaf = case.premise.leaves[near[0][1]]
    denied = _denies(case.clause)
    if "only" in case.clause.scopes:
        return None  # "as only more than that is ruled out" says two things
    bound = near[0][0].i
    before = sum(
        f.kind in ("must_not", "need_not") and f.i < bound for f in leaf.clause.forces
    ) + sum(at < bound for at, _, _ in leaf.clause.negated)
    rule_denied = before % 2 == 1
    if any(c.kind in ("unless", "only_if") for c in leaf.clause.conditions):
        return None
    case.settled = True
    if sides.pop() == (denied == rule_denied):
        return None
    return figure_fault(case, quantity, Slot.FIGURE, ReasonCode.OUTSIDE_BOUNDARY, near)


def _on_time(
    case: Case, quantity: Quantity, near: list[tuple[Quantity, int]], said: bool
) -> Fault | None:
    """A time said to be in time lies within every bound, one too early or too late does not."""
    if sum(q.dim == quantity.dim for q in case.analysis.quantities[:MOST_FIGURES]) > 1:
        return None
    fine = all(inside(quantity.value, p.cmp, p.value) for p, _ in near)
    case.settled = True
    if fine == said:
        return None
    return figure_fault(case, quantity, Slot.FIGURE, ReasonCode.OUTSIDE_BOUNDARY, near)


def _denies(clause: Clause) -> bool:
    """Whether a clause says no by its modals and negations alone, words of opposite sense aside."""
    count = sum(f.kind in ("must_not", "need_not") for f in clause.forces) + len(clause.negated)
    return count % 2 == 1
