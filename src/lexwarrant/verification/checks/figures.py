"""Figures: each is bound to a figure of the premise in the same slot, or is a fault."""

from __future__ import annotations

from itertools import pairwise

from lexwarrant.records.verification import ReasonCode, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.arithmetic import check_arithmetic, worked_examples
from lexwarrant.verification.checks.boundaries import (
    check_fact,
    is_carried,
    is_fact,
    is_instance,
    is_put,
    on_scale,
    unsatisfied,
)
from lexwarrant.verification.checks.derivation import derived, extended
from lexwarrant.verification.checks.equivalence import agrees, counts_alike
from lexwarrant.verification.checks.figure_faults import MOST_FIGURES, figure_fault
from lexwarrant.verification.checks.qualifiers import check_qualifiers
from lexwarrant.verification.checks.ungrounded import check_ungrounded, loose_count
from lexwarrant.verification.quantities import CUTS, Quantity, inside, same_value


def check_figures(case: Case) -> list[Fault]:
    """Bind every figure of the sentence to one of the premise, or say why it cannot be."""
    wrong = check_arithmetic(case)
    if wrong is not None:
        return [wrong]
    faults: list[Fault] = []
    quantities = [
        q
        for q in case.analysis.quantities[:MOST_FIGURES]
        if q.dim != "clock" and (not q.implicit or _sharp(case, q))
    ][:MOST_FIGURES]
    if not quantities:
        return faults
    for base, result in worked_examples(case, quantities):
        case.inferred = True
        quantities = [q for q in quantities if q is not base and q is not result]
    if not quantities:
        return faults
    _take_unit(case, quantities)
    facts = [q for q in quantities if is_fact(case, q)]
    excluded = unsatisfied(case, facts)
    scores = _local_scores(case, quantities)
    for quantity, local in zip(quantities, scores, strict=True):
        fault = _bind(case, quantity, local, facts, excluded)
        if fault is not None:
            faults.append(fault)
    return faults


def _take_unit(case: Case, quantities: list[Quantity]) -> None:
    """ "Down to 13, 14 or 15": bare figures that stand for the one measure whose figures they name."""
    bare = [q for q in quantities if q.dim == "count" and not q.nouns and not q.ordinal]
    if not bare or any(q.dim != "count" for q in quantities):
        return
    counted = {p.number for p, _ in case.premise.by_dim.get("count", ())}
    if any(q.number in counted for q in bare):
        return
    near = {leaf.index for leaf in case.near(0.6)}
    named = {
        (p.dim, p.unit)
        for p, leaf in case.premise.quantities
        if leaf in near and p.dim != "count" and any(p.number == q.number for q in bare)
    }
    if len(named) != 1:
        return
    dim, unit = next(iter(named))
    known = case.analysis.lex.unit_by_name.get(unit)
    for quantity in bare:
        quantity.dim, quantity.unit = dim, unit
        quantity.value = quantity.number * (known.factor if known else 1.0)


def _sharp(case: Case, quantity: Quantity) -> bool:
    """ "a month" is a figure when the premise measures in months, and a bound stands beside it."""
    return bool(quantity.cmp) and quantity.dim in case.premise.by_dim


def _local_scores(case: Case, quantities: list[Quantity]) -> list[list[float]]:
    """For each figure, the score of every leaf by the words around that figure."""
    base = case.own_scores
    if len(quantities) == 1:
        return [base]
    cuts = [0]
    for here, after in pairwise(quantities):
        cuts.append(_cut(case, here.j, after.i))
    cuts.append(len(case.analysis.low))
    out: list[list[float]] = []
    for index in range(len(quantities)):
        low, high = cuts[index], cuts[index + 1]
        local = [score * 0.4 for score in base]
        for item in case.alignment.items:
            if low <= item.token < high:
                gain = item.weight * item.hits.idf
                for leaf in item.hits.leaves:
                    local[leaf] += gain
        out.append(local)
    return out


def _cut(case: Case, i: int, j: int) -> int:
    """Where the words of one figure end and those of the next begin."""
    low = case.analysis.low
    if i < j and low[i] == "(":
        # what stands in brackets behind a figure explains it
        return next((k + 1 for k in range(i, j) if low[k] == ")"), j)
    for k in range(i, j):
        if low[k] in (",", ";", ":", "—", "and", "or", "et", "und", "ou", "oder", "while", "but"):
            return k
    return j


def _bind(
    case: Case,
    quantity: Quantity,
    local: list[float],
    facts: list[Quantity],
    excluded: frozenset[int],
) -> Fault | None:
    """Bind one figure by value, then by its qualifiers; ``local`` scores leaves by the words near it."""
    premise = case.premise
    same = list(premise.by_dim.get(quantity.dim, ()))
    if quantity.dim == "count":
        same = [(p, leaf) for p, leaf in same if counts_alike(quantity, p)]
    if any(not p.implicit for p, _ in same):
        same = [
            (p, leaf) for p, leaf in same if not p.implicit or same_value(p.value, quantity.value)
        ]
    allowed = case.allowed
    foreign = not any(p.number == quantity.number for p, _ in same)
    if quantity.dim == "count" and foreign and loose_count(case, quantity, same):
        return None
    if allowed is not None:
        scoped = [(p, leaf) for p, leaf in same if leaf in allowed]
        same = scoped or same
    if quantity.denied:
        return None
    if quantity in facts and on_scale(case, quantity):
        case.inferred = True
        return None  # what its band gives is held to it, not the figure itself
    if is_instance(case, quantity, same) or (
        quantity.cmp == "eq" and any(p.cmp in CUTS for p, _ in same)
    ):
        return check_fact(case, quantity, same, local)
    open_ = [(p, leaf) for p, leaf in same if leaf not in excluded]
    equal: list[tuple[Quantity, int]] = []
    rivals: list[tuple[Quantity, int]] = []
    for found in open_:
        (equal if agrees(quantity, found[0]) else rivals).append(found)
    if not equal:
        if extended(case, quantity):
            case.inferred = True
            return None
        if quantity in facts:
            return check_fact(case, quantity, same, local)
        if derived(case, quantity, local):
            case.inferred = True
            return None
        if any(same_value(quantity.value, p.value) for p, leaf in same if leaf in excluded):
            return figure_fault(case, quantity, Slot.FIGURE, ReasonCode.OUTSIDE_BOUNDARY, same)
        if is_put(case, quantity):
            return None
        if is_carried(case, quantity):
            case.inferred = True
            return None
        return check_ungrounded(case, quantity, same)
    best = max(local[leaf] for _, leaf in equal)
    if rivals:
        rival, at = max((local[leaf], leaf) for _, leaf in rivals)
        home = max((local[leaf], leaf) for _, leaf in equal)[1]
        base = case.own_scores
        # the words beside this figure must speak for the rival, not the rest of the sentence
        spoken = local is base or local[at] - 0.4 * base[at] > local[home] - 0.4 * base[home]
        if (
            spoken
            and best < 0.72 * rival
            and _speaks_for(case, at, home)
            and not _stands_together(case, quantity, equal, facts)
            and not derived(case, quantity, local)
        ):
            return figure_fault(case, quantity, Slot.FIGURE, ReasonCode.WRONG_FIGURE, rivals)
    top = [(p, leaf) for p, leaf in equal if local[leaf] >= 0.95 * best]
    return check_qualifiers(case, quantity, top)


_MARGIN = 0.5
"""Weight of content by which a passage with another value must outdo the one with the value said."""


def _speaks_for(case: Case, rival: int, home: int) -> bool:
    """Whether words that only one of two passages holds speak for the ``rival``.

    A passage that points back ("any such appeal") speaks of what the ones before it say.
    """
    leaves = case.premise.leaves
    here, there = leaves[home], leaves[rival]
    if here.provision == there.provision and rival < home:
        analysis = case.premise.analyses[here.provision]
        pointers = analysis.lex.tables.back_references
        if any(token in pointers for i, j in here.ranges for token in analysis.low[i:j]):
            return False
    margin = 0.0
    for item in case.alignment.items:
        margin += item.weight * ((rival in item.hits.leaves) - (home in item.hits.leaves))
    return margin >= _MARGIN


def _stands_together(
    case: Case, quantity: Quantity, equal: list[tuple[Quantity, int]], facts: list[Quantity]
) -> bool:
    """Whether one passage gives this value beside another figure of the sentence: "ten years" and
    "six weeks" in one band."""
    homes = {leaf for _, leaf in equal}
    for other in case.analysis.quantities[:MOST_FIGURES]:
        if other is quantity or other.implicit or other.denied or other.dim == "count":
            continue
        if same_value(other.value, quantity.value):
            continue
        for p, leaf in case.premise.by_dim.get(other.dim, ()):
            if leaf not in homes or p.implicit:
                continue
            put = other in facts and p.cmp in CUTS
            if inside(other.value, p.cmp, p.value) if put else agrees(other, p):
                return True
    return False
