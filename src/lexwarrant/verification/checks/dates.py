"""Dates: wrong day, wrong side of it, and periods run from one date to another."""

from __future__ import annotations

from datetime import date

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.deadlines import Computed, compute
from lexwarrant.verification.passages import Leaf
from lexwarrant.verification.periods import explains
from lexwarrant.verification.quantities import DateMark

_SIDES = {"from": 1, "after": 1, "by": -1, "before": -1}


def check_dates(case: Case) -> list[Fault]:
    """Every full date, and every month of a year, must stand in the premise or be computed."""
    if not case.analysis.dates:
        return []
    stated = [d for d in case.analysis.dates if d.day or d.month][:12]
    if not stated:
        return _years(case)
    premise = case.premise
    source = [d for d, _ in premise.dates if d.day or d.month]
    faults: list[Fault] = []
    foreign: list[DateMark] = []
    for mark in stated:
        equal = [d for d in source if mark.agrees(d) and (d.month or d.day)]
        if not equal:
            foreign.append(mark)
            continue
        side = _SIDES.get(mark.relation)
        sides = {_SIDES.get(d.relation) for d in equal}
        if side is not None and None not in sides and side not in sides:
            faults.append(_fault(case, mark, ReasonCode.WRONG_DATE, equal))
        rival = _rival(case, mark, stated)
        if rival is not None:
            faults.append(_fault(case, mark, ReasonCode.WRONG_DATE, [rival]))
        case.bound.update(leaf for d, leaf in premise.dates if d in equal)
    if not foreign:
        return faults[:1]
    ended = _ended(case, foreign, stated)
    if ended is not None:
        return (faults + ended)[:1]
    for mark in foreign:
        if _computed(case, mark, stated, source):
            case.inferred = True
            continue
        if not mark.day and mark.relation not in _SIDES:
            continue  # "in June 2010": when the facts happened
        if mark.relation not in _SIDES and any(
            q.rel == "after" and not q.implicit for q in case.analysis.quantities
        ):
            continue  # "granted on 1 June, it runs for three years from that date": the event
        if len(stated) >= 2 and not source:
            if mark.relation not in _SIDES and not _ends(case):
                continue
            faults.append(_fault(case, mark, ReasonCode.WRONG_PERIOD, []))
        elif source:
            faults.append(_fault(case, mark, ReasonCode.WRONG_DATE, source))
        elif (mark.day and case.clause.repeal) or _in_force(case):
            faults.append(_fault(case, mark, ReasonCode.DATE_NOT_STATED, []))
    return faults[:1]


def _years(case: Case) -> list[Fault]:
    """A year said to be inside the time of a rule that ends before it, or begins after it."""
    leaf = case.best
    outside = outside_years(case)
    if leaf is None or not outside or case.clause.conditions or "repealed" in case.clause.repeal:
        return []
    if case.clause.denied != leaf.clause.denied:
        case.settled = case.inferred = True  # "in 2025 it did not apply yet"
        return []
    return [_fault(case, outside[0], ReasonCode.OUTSIDE_BOUNDARY, leaf.dates, leaf.index)]


def outside_years(case: Case) -> list[DateMark]:
    """Bare years of the sentence outside the dates between which the nearest passage has effect."""
    leaf = case.best
    marks = [d for d in case.analysis.dates if d.year and not d.month and not d.relation][:6]
    if leaf is None or not marks or case.alignment.coverage({leaf.index}) < 0.5:
        return []
    last = [d.year for d in leaf.dates if d.year and d.relation in ("by", "before")]
    first = [d.year for d in leaf.dates if d.year and d.relation in ("from", "after")]
    if len(last) + len(first) > 2 or any(d.year in (*last, *first) for d in marks):
        return []
    return [d for d in marks if (last and d.year > max(last)) or (first and d.year < min(first))]


_SHARE = 0.6
"""Least share of a rival's score that the passage of a date must reach by the words beside it."""


def _rival(case: Case, mark: DateMark, stated: list[DateMark]) -> DateMark | None:
    """Another date of the provisions, for what the words beside ``mark`` are about.

    A passage that says from when another applies is about what that one says: its score counts.
    """
    if not mark.day or not mark.month:
        return None
    dated = [(d, leaf) for d, leaf in case.premise.dates if d.day and d.month]
    if len({(d.year, d.month, d.day) for d, _ in dated}) < 2 or len(dated) > 60:
        return None
    low = case.analysis.low
    others = [d for d in stated if d is not mark]
    first = max((d.j for d in others if d.j <= mark.i), default=0)
    last = min((d.i for d in others if d.i >= mark.j), default=len(low))
    local: dict[int, float] = {}
    for item in case.alignment.items:
        if first <= item.token < last and item.weight >= 0.5:
            for leaf in item.hits.leaves:
                local[leaf] = local.get(leaf, 0.0) + item.weight * item.hits.idf

    def score(index: int) -> float:
        hops = case.premise.leaves[index].hops
        through = max((local.get(h, 0.0) for h in hops), default=0.0)
        return local.get(index, 0.0) + 0.6 * through

    own = max((score(k) for d, k in dated if mark.agrees(d)), default=0.0)
    away = [(score(k), n) for n, (d, k) in enumerate(dated) if not mark.agrees(d)]
    if not away:
        return None
    best, at = max(away)
    return dated[at][0] if best >= _LEAST and own < _SHARE * best else None


_LEAST = 1.8
"""Least score of a rival: two or three words that say what it is about."""


def _ended(case: Case, foreign: list[DateMark], stated: list[DateMark]) -> list[Fault] | None:
    """What computing says of the date that is said to end a period; None when it says nothing."""
    if any(_year_end(case, leaf) for leaf in premise_leaves(case)):
        return None
    year = next((d.year for d in stated if d.year), 0)
    last = max(
        foreign,
        key=lambda d: (d.relation in ("by", "before"), d.year or year, d.month, d.day, d.i),
    )
    found = compute(case, last, stated)
    if found.computed != Computed.RIGHT:
        for mark in foreign:  # "for a holiday on 25 December, the last day is 4 December"
            if mark is not last and mark.relation not in ("from", "after"):
                other = compute(case, mark, stated)
                if other.computed == Computed.RIGHT and other.said and other.backward:
                    last, found = mark, other
    if found.computed == Computed.NOTHING or not found.said:
        if found.computed != Computed.RIGHT:
            return None
    elif found.computed == Computed.WRONG:
        return [_fault(case, last, ReasonCode.WRONG_PERIOD, [], found.leaf)]
    elif found.computed == Computed.OPEN:
        return [_fault(case, last, ReasonCode.CALENDAR_UNKNOWN, [], found.leaf)]
    case.inferred = True
    case.computed = found.said
    case.bound.add(found.leaf)
    return []


def _in_force(case: Case) -> bool:
    in_force = case.analysis.lex.tables.in_force
    text = " ".join(case.analysis.low)
    return any(phrase in text for phrase in in_force[:3])


def _computed(case: Case, mark: DateMark, stated: list[DateMark], source: list[DateMark]) -> bool:
    """Whether a period of the premise runs from (or to) another date on the table to this one."""
    others = [d for d in (*stated, *source) if d is not mark and d.year and d.month]
    if len(stated) >= 2 and mark is stated[0] and not source:
        return True  # the first date of a computed pair is the user's fact
    periods = list(
        dict.fromkeys(
            (q.value, q.dim, q.kind)
            for dim in ("day", "month")
            for q, _ in case.premise.by_dim.get(dim, ())
            if not q.implicit
        )
    )
    if any(_year_end(case, leaf) for leaf in premise_leaves(case)):
        years = {value / 12 for value, dim, _ in periods if dim == "month"}
        return mark.month == 12 and any(
            other.year and mark.year - other.year in years for other in others
        )
    if not mark.year or not mark.month:
        return False
    end = _day(mark)
    spans = [(value, dim) for value, dim, kind in periods[:30] if kind != "working"]
    for other in others[:10]:
        start, exact = _day(other), bool(mark.day and other.day)
        if any(explains(start, end, value, dim, exact) for value, dim in spans):
            return True
    return False


def _ends(case: Case) -> bool:
    """Whether the sentence says that something ends or expires."""
    ending = case.analysis.lex.word(_ENDING[case.analysis.lex.code]).concepts
    return any(not set(ending).isdisjoint(item.concepts) for item in case.alignment.items)


_ENDING = {"en": "expire", "fr": "expirer", "de": "ablaufen", "he": "פקע"}


def premise_leaves(case: Case) -> list[Leaf]:
    """Passages near enough to say how a period runs."""
    return case.near(0.4)


def _year_end(case: Case, leaf: Leaf) -> bool:
    """Whether a passage lets periods run from, or end at, the close of a year."""
    return case.premise.year_end(leaf)


def _day(mark: DateMark) -> date:
    return date(mark.year, mark.month, min(mark.day or 1, 28 if mark.day > 28 else mark.day or 1))


def _fault(
    case: Case, mark: DateMark, reason: ReasonCode, source: list[DateMark], leaf_index: int = -1
) -> Fault:
    values: list[str] = []
    for d, leaf in case.premise.dates:
        if d in source:
            analysis = case.premise.analyses[case.premise.leaves[leaf].provision]
            words = analysis.text[d.start : d.end]
            if words not in values:
                values.append(words)
                leaf_index = leaf
    hint = RepairHint(
        RepairAction.USE_VALUE if values else RepairAction.START_ANEW, mark.start, tuple(values[:4])
    )
    period = reason in (ReasonCode.WRONG_PERIOD, ReasonCode.CALENDAR_UNKNOWN)
    slot = Slot.PERIOD if period else Slot.DATE
    return Fault(slot, reason, mark.start, mark.end, leaf_index, hint)
