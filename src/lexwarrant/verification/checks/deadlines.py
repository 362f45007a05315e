"""Ends of periods that a sentence computes from the day of an event, by the rule of the law.

The event's day is a date of the sentence, of what was said before or of the question: facts, never
law. The period is the provision's. Where the rule leaves the end to a holiday or another fact that
nobody gave, the end is *open*.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from lexwarrant.jurisdictions.periods import period_rules
from lexwarrant.verification.analysis import analyse
from lexwarrant.verification.case import Case
from lexwarrant.verification.checks.derivation import lengthens
from lexwarrant.verification.marks import Analysis
from lexwarrant.verification.passages import Leaf
from lexwarrant.verification.periods import Ends, Period, Start, ends
from lexwarrant.verification.quantities import DateMark, Quantity, same_value
from lexwarrant.verification.triggers import event_of, start_of

_CLOSE = 0.75
"""Least score, as a share of the best, of a passage whose period may be meant."""
_BREAKS = frozenset(".;:!?—\n,")
_YEARS = (2001, 2004)
"""Stand for a year that is not given: one without a 29 February and one with."""


class Computed(StrEnum):
    """What computing says of a date."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"
    """It depends on a holiday or another fact that is not given."""
    NOTHING = "nothing"
    """There is no event, no period, or nothing that is said to end."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What computing says, and the passage whose period was used."""

    computed: Computed
    leaf: int = -1
    said: bool = False
    """Whether the sentence says that the date is an end, or in or out of time."""
    backward: bool = False
    """Whether the period is counted back from the event."""


@dataclass(frozen=True, slots=True)
class _Event:
    """A date that may be that of the event, and the text it stands in."""

    mark: DateMark
    text: Analysis


@dataclass(frozen=True, slots=True)
class _Found:
    """Ends made from an event on ``day``; ``backward`` when the period lies before it."""

    made: Ends
    event: DateMark
    day: date
    backward: bool


_NOTHING = Verdict(Computed.NOTHING)


def compute(case: Case, mark: DateMark, stated: list[DateMark]) -> Verdict:
    """Hold the date ``mark``, which no provision gives, to the periods of the provisions."""
    chosen = _periods(case)
    events = _events(case, mark, stated)
    if not chosen or not events or not mark.month:
        return _NOTHING
    text = f" {' '.join(case.analysis.low)} "
    tables = case.analysis.lex.tables
    rest_named = any(f" {word} " in text for word in tables.rest_days)
    in_time = _timely(text, tables.in_time, tables.out_of_time)
    said = in_time is not None or mark.relation in ("by", "before") or _last(case, text)
    rules = period_rules(case.premise.jurisdiction)
    found: list[_Found] = []
    leaf_index = chosen[0][1].index
    runs = [(_period(case, source, leaf), source, leaf) for source, leaf in chosen]
    if not case.analysis.lex.extends.isdisjoint(case.analysis.low):
        runs = _lengthened(case, runs)
    for period, source, leaf in runs:
        for event in _fitting(case, source, leaf, events):
            known = bool(event.mark.year)
            for year in (event.mark.year,) if known else _YEARS:
                for day in _days(event.mark, year):
                    made = ends(period, day, rules, weekdays=known, rest_named=rest_named)
                    if made.days or made.possible:
                        found.append(_Found(made, event.mark, day, period.before))
    if not found:
        return _NOTHING
    if in_time is not None:
        return Verdict(_in_time(mark, found, in_time), leaf_index, True)
    if any(_agrees(mark, day, f.event) for f in found for day in f.made.days):
        return Verdict(Computed.RIGHT, leaf_index, said, any(f.backward for f in found))
    if any(_agrees(mark, day, f.event) for f in found for day in f.made.possible):
        return Verdict(Computed.OPEN, leaf_index, said)
    if any(leaf.clause.extreme for _, leaf in chosen):
        return Verdict(Computed.RIGHT, leaf_index)  # "whichever is later": the other may govern
    return Verdict(Computed.WRONG, leaf_index, said)


def timely(case: Case) -> bool | None:
    """Whether a sentence says that something is in time (True), too late or early (False)."""
    text = f" {' '.join(case.analysis.low)} "
    tables = case.analysis.lex.tables
    return _timely(text, tables.in_time, (*tables.out_of_time, *tables.too_early))


def _timely(text: str, inside: tuple[str, ...], outside: tuple[str, ...]) -> bool | None:
    """Whether a sentence says that something is in time (True), too late (False) or neither.

    The longer phrase decides: "not too late" is in time, "not in time" is not.
    """
    late = max((len(p) for p in outside if f" {p} " in text), default=0)
    early = max((len(p) for p in inside if f" {p} " in text), default=0)
    return None if late == early else early > late


def _last(case: Case, text: str) -> bool:
    return any(f" {phrase} " in text for phrase in case.analysis.lex.tables.last_day)


def _periods(case: Case) -> list[tuple[Quantity, Leaf]]:
    """Periods of the passages nearest to the sentence; those it names itself, when it names one."""
    scores = case.own_scores
    leaves = case.premise.leaves
    measured = [
        (q, leaves[index])
        for dim in ("day", "month")
        for q, index in case.premise.by_dim.get(dim, ())
        if not q.per
        and q.value >= 1
        and q.value == int(q.value)
        and (not q.implicit or q.rel or q.cmp)
        and (case.allowed is None or index in case.allowed)
    ]
    own = [
        q.value
        for q in case.analysis.quantities
        if q.dim in ("day", "month") and not q.implicit and not q.denied
    ]
    named = [(p, leaf) for p, leaf in measured if any(same_value(p.value, v) for v in own)]
    if named:
        return [(p, leaf) for p, leaf in named[:24] if not _is_age(case, p, leaf.index)][:12]
    measured.sort(key=lambda found: -scores[found[1].index])
    measured = [found for found in measured[:60] if not _is_age(case, found[0], found[1].index)]
    running = [(p, leaf) for p, leaf in measured if p.rel or p.cmp or _runs(case, p, leaf)]
    measured = running or measured
    if not measured:
        return []
    floor = _CLOSE * scores[measured[0][1].index]
    return [(p, leaf) for p, leaf in measured if floor and scores[leaf.index] >= floor][:12]


def _runs(case: Case, quantity: Quantity, leaf: Leaf) -> bool:
    return start_of(case.premise.analyses[leaf.provision], quantity)[0] != Start.UNSAID


def _is_age(case: Case, quantity: Quantity, index: int) -> bool:
    """ "Under 18 years of age": no period that runs from an event."""
    number = case.premise.leaves[index].provision
    known = case.premise.ages.get((number, quantity.i, quantity.j))
    if known is not None:
        return known
    analysis = case.premise.analyses[number]
    low = analysis.low
    around = " ".join(
        (*low[max(0, quantity.i - 3) : quantity.i], "|", *low[quantity.j : quantity.j + 2])
    )
    around = f" {around} "
    found = any(f" {word} " in around for word in analysis.lex.tables.age_words)
    case.premise.ages[number, quantity.i, quantity.j] = found
    return found


def _lengthened(
    case: Case, runs: list[tuple[Period, Quantity, Leaf]]
) -> list[tuple[Period, Quantity, Leaf]]:
    """Periods with the time by which their passage lets them be extended, when it gives one."""
    out: list[tuple[Period, Quantity, Leaf]] = []
    for period, source, leaf in runs:
        for added, index in case.premise.by_dim.get(period.dim, ()):
            other = case.premise.leaves[index]
            if other.group == leaf.group and index != leaf.index and lengthens(case, other):
                longer = replace(period, number=period.number + int(added.value))
                out.append((longer, source, leaf))
    return out or runs


def _period(case: Case, source: Quantity, leaf: Leaf) -> Period:
    start, _ = start_of(case.premise.analyses[leaf.provision], source)
    before = source.rel == "before"
    return Period(int(source.value), source.dim, source.kind, start, before)


def _events(case: Case, mark: DateMark, stated: list[DateMark]) -> list[_Event]:
    """Dates that may be the event's: other dates of the sentence, else of what was said or asked."""
    others = [
        _Event(d, case.analysis)
        for d in stated
        if d is not mark and d.month and d.relation not in ("by", "before")
    ]
    if others:
        return others
    lex = case.analysis.lex
    for text in (*reversed(case.context.previous[-2:]), case.context.question):
        if text and text != case.text and any(c.isdecimal() for c in text):
            read = analyse(text[:2000], lex, case.premise.month_first)
            facts = [
                _Event(d, read) for d in read.dates if d.month and d.day and not mark.agrees(d)
            ]
            if facts:
                return facts[:4]
    return []


def _fitting(case: Case, source: Quantity, leaf: Leaf, events: list[_Event]) -> list[_Event]:
    """Of several dates those whose words name the event that the period runs from.

    When the passage does not name it where the period stands, the last: time runs once all is done.
    """
    named = event_of(case.premise.analyses[leaf.provision], source)
    last = [max(events, key=lambda e: (e.mark.year, e.mark.month, e.mark.day))]
    best = 0
    out: list[_Event] = []
    for event in events:
        shared = len(named & _words_at(event))
        if shared > best:
            best, out = shared, [event]
        elif shared == best:
            out.append(event)
    return out if best else last


def _words_at(event: _Event) -> set[int]:
    """Concepts of the words around a date: back to the last break or date, on to the next."""
    analysis = event.text
    low, words = analysis.low, analysis.words
    dated = {k for d in analysis.dates if d is not event.mark for k in range(d.i, d.j)}
    first = event.mark.i
    while first > 0 and low[first - 1] not in _BREAKS and first - 1 not in dated:
        first -= 1
    last = event.mark.j
    while last < len(low) and low[last] not in _BREAKS and last not in dated:
        last += 1
    out: set[int] = set()
    for k in range(first, last):
        word = words[k]
        if word is not None:
            out.update(word.concepts)
    return out


def _days(event: DateMark, year: int) -> list[date]:
    """The days an event may have fallen on: one, or the first and last of a month."""
    try:
        if event.day:
            return [date(year, event.month, event.day)]
        return [date(year, event.month, 1), date(year, event.month, 28)]
    except ValueError:
        return []


def _agrees(mark: DateMark, end: date, event: DateMark) -> bool:
    if mark.month != end.month:
        return False
    if mark.day and event.day and mark.day != end.day:
        return False
    if mark.year and event.year:
        return mark.year == end.year
    return True


def _in_time(mark: DateMark, found: list[_Found], said: bool) -> Computed:
    """Whether a day said to be in time, or too late, lies on that side of the end."""
    sides: set[bool] = set()
    for f in found:
        acts = _days(mark, mark.year or f.day.year)
        if not mark.year and acts and acts[-1] < f.day and not f.backward:
            acts = _days(mark, f.day.year + 1)
        for act in acts:
            sides.update(act <= end for end in f.made.days)
            sides.update(act <= end for end in f.made.possible)
    if len(sides) != 1:
        return Computed.OPEN
    return Computed.RIGHT if sides.pop() == said else Computed.WRONG
