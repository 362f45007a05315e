"""Figures: value, unit, comparator, boundary, and what a sentence computes."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.frames import Clause
from lexwarrant.verification.periods import explains
from lexwarrant.verification.premise import Leaf
from lexwarrant.verification.quantities import CUTS, Quantity, inside, roughly, same_value

_MOST = 24
"""Figures of one sentence that are compared; a sentence with more is a table, not a claim."""
_FAMILIES = {"second": "time", "minute": "time", "hour": "time", "day": "time", "month": "time"}


def family(dim: str) -> str:
    """Dimensions that a careless reader may exchange: times with times, money with money."""
    if dim.startswith("money:"):
        return "money"
    return _FAMILIES.get(dim, dim)


def check_figures(case: Case) -> list[Fault]:
    """Bind every figure of the sentence to one of the premise, or say why it cannot be."""
    wrong = _arithmetic(case)
    if wrong is not None:
        return [wrong]
    faults: list[Fault] = []
    quantities = [
        q
        for q in case.analysis.quantities[:_MOST]
        if q.dim != "clock" and (not q.implicit or _sharp(case, q))
    ][:_MOST]
    if not quantities:
        return faults
    for base, result in _worked(case, quantities):
        case.inferred = True
        quantities = [q for q in quantities if q is not base and q is not result]
    if not quantities:
        return faults
    facts = [q for q in quantities if _is_fact(case, q)]
    excluded = _unsatisfied(case, facts)
    scores = _local_scores(case, quantities)
    for quantity, local in zip(quantities, scores, strict=True):
        fault = _bind(case, quantity, local, facts, excluded)
        if fault is not None:
            faults.append(fault)
    return faults


def _arithmetic(case: Case) -> Fault | None:
    """ "3 × 500 = 1,500": a sum or product that the sentence writes out must come out."""
    low = case.analysis.low
    if "=" not in low:
        return None
    by_start = {q.i: q for q in case.analysis.quantities[:_MOST]}
    by_end = {q.j: q for q in case.analysis.quantities[:_MOST]}
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


def _worked(case: Case, quantities: list[Quantity]) -> list[tuple[Quantity, Quantity]]:
    """Pairs (fact, result) of a worked example: 8 % of 1,000 hours is 80 hours."""
    if len(quantities) < 2:
        return []
    premise = case.premise
    factors = {p.value for p, _ in premise.by_dim.get("times", ())}
    percents = {p.value / 100 for p, _ in premise.by_dim.get("percent", ())}
    factors |= percents | {1 - p for p in percents}
    out: list[tuple[Quantity, Quantity]] = []
    units = case.analysis.lex.unit_by_name
    rates = [(p, units[p.per]) for p, _ in premise.quantities if p.per in units]
    for base in quantities:
        if any(same_value(base.value, p.value) for p, _ in premise.by_dim.get(base.dim, ())):
            continue
        for result in quantities:
            if result is base:
                continue
            shared = result.dim == base.dim and any(
                same_value(base.value * f, result.value) for f in factors if f not in (0, 1)
            )
            if shared or any(
                rate.dim == result.dim
                and unit.dim == base.dim
                and same_value(rate.value * base.value / unit.factor, result.value)
                for rate, unit in rates
            ):
                out.append((base, result))
                break
    return out


def _sharp(case: Case, quantity: Quantity) -> bool:
    """ "a month" is a figure when the premise measures in months, and a bound stands beside it."""
    return bool(quantity.cmp) and quantity.dim in case.premise.by_dim


def _is_fact(case: Case, quantity: Quantity) -> bool:
    """A value of the case put, not of the rule: "exactly 10,000", "eight people", "aged 17"."""
    if quantity.cmp == "eq":
        return True
    same = case.premise.by_dim.get(quantity.dim, ())
    if any(same_value(quantity.value, p.value) for p, _ in same):
        return False
    if quantity.cmp or not any(p.cmp in CUTS and _counts_alike(quantity, p) for p, _ in same):
        return False
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
        for q in case.analysis.quantities[:_MOST]
    ):
        return True
    if low[0] in _INSTANCE and not case.clause.forces:
        return True
    return any(t in _FACT_WORDS for t in before) or (quantity.i <= 2 and quantity.dim == "count")


def _bounded(leaf: Leaf, dim: str, given: Quantity) -> bool:
    """Whether a leaf is a band: it bounds something of this dimension besides the figure it gives."""
    return any(q.dim == dim and q.cmp in CUTS and q is not given for q in leaf.quantities)


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


def _unsatisfied(case: Case, facts: list[Quantity]) -> frozenset[int]:
    """Leaves whose own bounds the facts put do not meet: another band of the scale."""
    out: set[int] = set()
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
    return frozenset(out)


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
    premise = case.premise
    same = [
        (p, leaf) for p, leaf in premise.by_dim.get(quantity.dim, ()) if _counts_alike(quantity, p)
    ]
    if any(not p.implicit for p, _ in same):
        same = [
            (p, leaf) for p, leaf in same if not p.implicit or same_value(p.value, quantity.value)
        ]
    allowed = case.allowed
    foreign = not any(p.number == quantity.number for p, _ in same)
    if quantity.dim == "count" and foreign and _loose_count(case, quantity, same):
        return None
    if allowed is not None:
        scoped = [(p, leaf) for p, leaf in same if leaf in allowed]
        same = scoped or same
    if quantity.denied:
        return None
    if quantity.cmp == "eq" and any(p.cmp in CUTS for p, _ in same):
        return _fact(case, quantity, same, local)
    open_ = [(p, leaf) for p, leaf in same if leaf not in excluded]
    equal = [(p, leaf) for p, leaf in open_ if _agrees(quantity, p)]
    if not equal:
        if quantity in facts:
            return _fact(case, quantity, same, local)
        if _derived(case, quantity, local):
            case.inferred = True
            return None
        if any(same_value(quantity.value, p.value) for p, leaf in same if leaf in excluded):
            return _fault(case, quantity, Slot.FIGURE, ReasonCode.OUTSIDE_BOUNDARY, same)
        return _ungrounded(case, quantity, same)
    best = max(local[leaf] for _, leaf in equal)
    rivals = [(p, leaf) for p, leaf in open_ if not _agrees(quantity, p)]
    if rivals:
        rival, at = max((local[leaf], leaf) for _, leaf in rivals)
        home = max((local[leaf], leaf) for _, leaf in equal)[1]
        base = case.own_scores
        # the words beside this figure must speak for the rival, not the rest of the sentence
        spoken = local is base or local[at] - 0.4 * base[at] > local[home] - 0.4 * base[home]
        if spoken and best < 0.72 * rival and not _derived(case, quantity, local):
            return _fault(case, quantity, Slot.FIGURE, ReasonCode.WRONG_FIGURE, rivals)
    top = [(p, leaf) for p, leaf in equal if local[leaf] >= 0.95 * best]
    return _qualifiers(case, quantity, top)


def _loose_count(case: Case, quantity: Quantity, same: list[tuple[Quantity, int]]) -> bool:
    """A count that asserts nothing of its own: "three situations", "at least twelve" (of before)."""
    premise = case.premise
    bare = not quantity.nouns
    anywhere = any(same_value(p.number, quantity.number) for p, _ in premise.quantities) or any(
        q is not quantity and bare and same_value(q.number, quantity.number)
        for q in case.analysis.quantities[:_MOST]
    )
    if (bare or not same) and anywhere:
        return True
    in_words = not case.analysis.low[quantity.i][0].isdecimal()
    return in_words and quantity.number <= 12 and not same


def _agrees(quantity: Quantity, other: Quantity) -> bool:
    if quantity.approx:
        return (same_value(quantity.value, other.value) and quantity.approx == "about") or roughly(
            quantity.value, other.value, quantity.approx
        )
    return same_value(quantity.value, other.value)


def _counts_alike(quantity: Quantity, other: Quantity) -> bool:
    if quantity.dim != "count":
        return True
    if not quantity.nouns and not other.nouns:
        return True
    return not set(quantity.nouns).isdisjoint(other.nouns)


def _qualifiers(case: Case, quantity: Quantity, top: list[tuple[Quantity, int]]) -> Fault | None:
    kinds = [p for p, _ in top if _same_kind(quantity.kind, p.kind)]
    if not kinds:
        return _fault(case, quantity, Slot.UNIT, ReasonCode.WRONG_UNIT, top)
    rates = [p for p in kinds if not quantity.per or not p.per or quantity.per == p.per]
    if not rates and _frequency(case, quantity):
        case.inferred = True
        return None
    if not rates:
        return _fault(case, quantity, Slot.UNIT, ReasonCode.WRONG_UNIT, top)
    sided = [p for p in rates if not quantity.rel or not p.rel or quantity.rel == p.rel]
    ranged = _range(case, quantity, top)
    if ranged:
        return _fault(case, quantity, Slot.FIGURE, ReasonCode.WRONG_RANGE, top)
    if not sided:
        return _fault(case, quantity, Slot.PERIOD, ReasonCode.WRONG_PERIOD, top)
    if not any(_same_cut(quantity, p) for p in rates):
        return _fault(case, quantity, Slot.COMPARATOR, ReasonCode.WRONG_COMPARATOR, top)
    case.bound.update(leaf for _, leaf in top)
    return None


def _range(case: Case, quantity: Quantity, top: list[tuple[Quantity, int]]) -> bool:
    """ "Seven to fifteen years" made of two figures that stand in different limbs."""
    low = case.analysis.low
    for other in case.analysis.quantities[:_MOST]:
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


_TO = frozenset({"to", "à", "bis", "עד"})


def _same_kind(stated: str, source: str) -> bool:
    if stated == source:
        return True
    if not stated:
        return True
    return not source and stated == "calendar"


def _same_cut(quantity: Quantity, other: Quantity) -> bool:
    stated, source = quantity.cmp, other.cmp
    if stated not in CUTS or source not in CUTS or stated == source:
        return True
    return CUTS[stated][0] == CUTS[source][0]


def _fact(
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
    if len(sides) != 1:
        return None
    if quantity.cmp != "eq" and sum(not q.implicit for q in case.analysis.quantities[:_MOST]) > 1:
        return None
    leaf = case.premise.leaves[near[0][1]]
    denied = _denies(case.clause)
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
    return _fault(case, quantity, Slot.FIGURE, ReasonCode.OUTSIDE_BOUNDARY, near)


def _denies(clause: Clause) -> bool:
    count = sum(f.kind in ("must_not", "need_not") for f in clause.forces) + len(clause.negated)
    return count % 2 == 1


_COMPUTES = frozenset(
    [
    "total", "together", "sum", "plus", "minus", "times", "difference", "combined",
    "altogether", "twice", "double", "triple", "half", "add", "added", "adding", "extended",
    "extension", "leaves", "yield", "yields", "aggregate", "overall", "×", "=", "+", "au",
    "total", "additionnant", "prolongation", "comprise", "insgesamt", "zusammen", "ergibt",
    "macht", "differenz", "summe", "סך", "הכול", "יחד", "בצירוף", "ההפרש",
    ]
)  # fmt: skip


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


def _computing(case: Case) -> bool:
    """Whether the sentence shows that it computes."""
    return not _COMPUTES.isdisjoint(case.analysis.low)


def _derived(case: Case, quantity: Quantity, local: list[float]) -> bool:
    """Whether the value is a sum, difference, product or share of figures on the table."""
    value, dim = quantity.value, quantity.dim
    if dim in ("day", "month") and _between_dates(case, quantity):
        return True
    others = [q for q in case.analysis.quantities[:_MOST] if q is not quantity and not q.implicit]
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


def _ungrounded(case: Case, quantity: Quantity, same: list[tuple[Quantity, int]]) -> Fault | None:
    """No value of the premise is meant: say whether the number, the unit or both are foreign."""
    if same and _in_listed_range(case, quantity, same):
        case.inferred = True
        return None
    if same:
        return _fault(case, quantity, Slot.FIGURE, ReasonCode.WRONG_FIGURE, same)
    if _frequency(case, quantity) or _nearly(case, quantity):
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
        return _fault(case, quantity, Slot.UNIT, ReasonCode.WRONG_UNIT, rivals)
    echoed = case.context.question and quantity_text(case, quantity) in case.context.question
    reason = ReasonCode.USER_FIGURE_ECHOED if echoed else ReasonCode.FIGURE_NOT_STATED
    kin = [
        (p, leaf) for p, leaf in case.premise.quantities if family(p.dim) == family(quantity.dim)
    ]
    return _fault(case, quantity, Slot.FIGURE, reason, kin)


def _nearly(case: Case, quantity: Quantity) -> bool:
    """ "About two years" for 104 weeks: a hedged period across days and months."""
    if not quantity.approx or quantity.dim not in ("day", "month"):
        return False
    days = quantity.value * (30.44 if quantity.dim == "month" else 1.0)
    return any(
        roughly(days, p.value * (30.44 if p.dim == "month" else 1.0), quantity.approx)
        for p, _ in case.premise.quantities
        if p.dim in ("day", "month") and p.dim != quantity.dim
    )


def _in_listed_range(case: Case, quantity: Quantity, same: list[tuple[Quantity, int]]) -> bool:
    """ "13, 14 or 15" against "at least 13 and below 16": values listed inside the limits."""
    low = case.analysis.low
    beside = [
        q
        for q in case.analysis.quantities[:_MOST]
        if q is not quantity
        and q.dim == quantity.dim
        and all(t in _LISTED for t in low[min(q.j, quantity.j) : max(q.i, quantity.i)])
    ]
    if not beside:
        return False
    near = {leaf.index for leaf in case.near(0.6)}
    bounds = [p for p, leaf in same if p.cmp in CUTS and leaf in near]
    return len({p.cmp for p in bounds}) >= 2 and all(
        inside(quantity.value, p.cmp, p.value) for p in bounds
    )


_LISTED = frozenset(
    [
    ",", "or", "and", "ou", "et", "oder", "und", "או", "0", "1", "2", "3", "4", "5", "6", "7",
    "8", "9",
    ]
)  # fmt: skip


def _frequency(case: Case, quantity: Quantity) -> bool:
    """ "twice a year" is "every six months"."""
    if quantity.dim != "times" or not quantity.per or not quantity.number:
        return False
    unit = case.analysis.lex.unit_by_name[quantity.per]
    every = unit.factor / quantity.number
    return any(same_value(p.value, every) for p, _ in case.premise.by_dim.get(unit.dim, ()))


def quantity_text(case: Case, quantity: Quantity) -> str:
    """The figure as the sentence writes it."""
    return case.text[quantity.start : quantity.end]


def _fault(
    case: Case,
    quantity: Quantity,
    slot: Slot,
    reason: ReasonCode,
    rivals: list[tuple[Quantity, int]],
) -> Fault:
    scores = case.alignment.scores
    ordered = sorted(rivals, key=lambda r: -(scores[r[1]] if r[1] >= 0 else 0.0))
    values: list[str] = []
    for p, leaf in ordered[:4]:
        if leaf >= 0:
            text = _source_words(case, case.premise.leaves[leaf], p)
            if text not in values:
                values.append(text)
    hint = RepairHint(
        RepairAction.USE_VALUE if values else RepairAction.START_ANEW,
        quantity.start if values else 0,
        tuple(values),
    )
    leaf = ordered[0][1] if ordered else -1
    return Fault(slot, reason, quantity.start, quantity.end, leaf, hint)


def _source_words(case: Case, leaf: Leaf, quantity: Quantity) -> str:
    analysis = case.premise.analyses[leaf.provision]
    return analysis.text[quantity.start : quantity.end]
