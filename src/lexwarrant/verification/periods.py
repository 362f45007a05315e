"""Computation of periods by the rule of the legal system (`jurisdictions.periods`).

Months and years run date to date: to the day of the same number, the last day of the month when
there is none (Regulation (EEC, Euratom) No 1182/71, art. 3(2)(c); *Dodds v Walker* [1981] 1 WLR
1027; Interpretation Law 5741-1981, s. 10(b)). The day of the event is left out, unless the period
is said to begin *with* it (*Zoan v Rouamba* [2000] 1 WLR 1509; Fed. R. App. P. 26(a)(1)(A);
Regulation 1182/71, art. 3(1); CPR 2.8(3); Interpretation Acts 1948 and 1967 (Malaysia),
s. 54(1)(a)); in Ireland a period reckoned *from* a day counts it (Interpretation Act 2005,
s. 18(h)). What a holiday would change is never guessed: those days are only *possible*.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from lexwarrant.jurisdictions.periods import PeriodRules, Rolls

_LONGEST = 100_000
_WEEKEND = frozenset({5, 6})
_HOLIDAYS = 4
"""Days by which a run of holidays may move an end (Christmas to the day after a weekend)."""


class Start(StrEnum):
    """How a period is said to begin."""

    WITH = "with"
    """ "Beginning with" a day: that day counts."""
    FROM = "from"
    AFTER = "after"
    UNSAID = "unsaid"


@dataclass(frozen=True, slots=True)
class Period:
    """``number`` days or months from an event, or before it. ``kind`` is of the days: working,
    clear, calendar or empty."""

    number: int
    dim: str
    kind: str = ""
    start: Start = Start.UNSAID
    before: bool = False


@dataclass(frozen=True, slots=True)
class Ends:
    """The days a period may end on: ``days`` by the rule, ``possible`` ones by facts not given."""

    days: frozenset[date]
    possible: frozenset[date] = frozenset()

    def joined(self, other: Ends) -> Ends:
        """What one or the other allows."""
        return Ends(self.days | other.days, self.possible | other.possible)


def add_months(start: date, months: int) -> date:
    """The corresponding date ``months`` later (earlier when negative), or the month's last day."""
    index = start.year * 12 + start.month - 1 + months
    year, month = divmod(index, 12)
    month += 1
    if not 1 <= year <= 9999:
        return start
    return date(year, month, min(start.day, calendar.monthrange(year, month)[1]))


def period_end(start: date, number: int, dim: str, *, includes_start: bool = False) -> date:
    """The last day of a period of ``number`` days or months that runs from ``start``.

    ``includes_start`` is for "beginning with": the first day counts.
    """
    end = add_months(start, number) if dim == "month" else start + timedelta(days=number)
    return end - timedelta(days=1) if includes_start else end


def roll_forward(end: date, is_working: Callable[[date], bool]) -> date:
    """The next working day when a period ends on another.

    Fed. R. App. P. 26(a)(1)(C); Regulation 1182/71, art. 3(4); CPR 2.8(5); Interpretation Acts
    1948 and 1967 (Malaysia), s. 54(1)(b).
    """
    for _ in range(366):
        if is_working(end):
            return end
        end += timedelta(days=1)
    return end


def add_working_days(start: date, number: int, is_working: Callable[[date], bool]) -> date:
    """The day on which the ``number``-th working day after ``start`` falls (before, if negative)."""
    step = timedelta(days=1 if number > 0 else -1)
    day = start
    left = abs(number)
    while left > 0:
        day += step
        if is_working(day):
            left -= 1
    return day


def add_clear_days(start: date, number: int) -> date:
    """The first day on which an event may happen ``number`` clear days after ``start``.

    Neither the first day nor the day of the event counts (CPR 2.8(2) and (3)).
    """
    return start + timedelta(days=number + 1)


def ends(
    period: Period, trigger: date, rules: PeriodRules, *, weekdays: bool, rest_named: bool = False
) -> Ends:
    """The days on which ``period`` may end when its event falls on ``trigger``.

    ``weekdays`` is False when the year is not known, so that no day of the week is; ``rest_named``
    when the sentence itself says that a weekend or holiday is in play.
    """
    number = period.number
    if not 0 < number <= _LONGEST or not 200 < trigger.year < 9700:
        return Ends(frozenset())
    try:
        if period.before:
            return _before(period, trigger, rules, weekdays, rest_named)
        if period.kind == "working":
            return _working(trigger, number, rules, weekdays, period.start)
        if period.kind == "clear":
            return Ends(frozenset({add_clear_days(trigger, number)}))
        found = Ends(frozenset())
        for counted in _first_days(period.start, rules):
            end = period_end(trigger, number, period.dim, includes_start=counted)
            found = found.joined(_moved(end, trigger, period, rules, weekdays, rest_named))
    except OverflowError:
        return Ends(frozenset())
    return found


def _first_days(start: Start, rules: PeriodRules) -> Iterable[bool]:
    """Whether the day of the event counts; both where neither the words nor the rule settle it."""
    if start == Start.WITH:
        return (True,)
    if start == Start.AFTER:
        return (False,)
    if rules.from_counts is None or (start == Start.UNSAID and rules.from_counts):
        return (False, True)
    return (rules.from_counts,)


def _moved(
    end: date, trigger: date, period: Period, rules: PeriodRules, weekdays: bool, rest_named: bool
) -> Ends:
    """An end by the calendar, moved by days of rest as far as the rule lets it."""
    near = frozenset(end + timedelta(days=k) for k in range(1, _HOLIDAYS + 1))
    if rules.rolls == Rolls.NEVER:
        return Ends(frozenset({end}))
    if not weekdays:
        days = {end, end + timedelta(days=1), end + timedelta(days=2)} if rest_named else {end}
        return Ends(frozenset(days), near if rest_named else frozenset())
    resting = rules.rest | rules.doubtful_rest

    def works(day: date) -> bool:
        return day.weekday() not in resting

    moved = roll_forward(end, works)
    if rules.least_working and period.dim == "day" and period.number >= 2:
        while sum(works(d) for d in _between(trigger, moved)) < rules.least_working:
            moved = roll_forward(moved + timedelta(days=1), works)
    days = {moved} if rules.rolls == Rolls.ALWAYS else {end, moved}
    if rules.doubtful_rest and moved != end:
        days = {end, *_between(end, moved)}
    possible = set(near) if rest_named else set()
    if period.dim == "day" and period.number <= rules.short_days:
        short = add_working_days(trigger, period.number, works)
        if rules.rolls == Rolls.ALWAYS and not rules.doubtful_rest:
            days = {short}
        else:
            possible |= {*_between(end, short), short}
    return Ends(frozenset(days), frozenset(possible))


def _between(start: date, end: date) -> list[date]:
    """The days after ``start`` up to ``end``, a fortnight of them at most."""
    return [start + timedelta(days=k) for k in range(1, min(14, (end - start).days) + 1)]


def _working(trigger: date, number: int, rules: PeriodRules, weekdays: bool, start: Start) -> Ends:
    """Working days: Saturdays and Sundays are left out, holidays are facts that nobody gave."""
    weeks = (number - 1) // 5
    if not weekdays:
        least = number + 2 * weeks - (start in (Start.WITH, Start.UNSAID))
        days = range(least, number + 2 * weeks + 2 + _HOLIDAYS + 1)
        return Ends(frozenset(), frozenset(trigger + timedelta(days=k) for k in days))
    resting = (rules.rest | rules.doubtful_rest) or _WEEKEND

    def works(day: date) -> bool:
        return day.weekday() not in resting

    first = trigger - timedelta(days=1) if start == Start.WITH else trigger
    end = add_working_days(first, number, works)
    later = (end + timedelta(days=k) for k in range(1, _HOLIDAYS + weeks + 1))
    return Ends(frozenset({end}), frozenset(later))


def _before(
    period: Period, trigger: date, rules: PeriodRules, weekdays: bool, rest_named: bool
) -> Ends:
    """The last day to act when something must be done a period before an event.

    Regulation 1182/71, art. 3(4), does not move a period that is counted back.
    """
    if period.kind == "working":
        if not weekdays:
            back = period.number + 2 * ((period.number - 1) // 5)
            span = range(back, back + 3 + _HOLIDAYS)
            return Ends(frozenset(), frozenset(trigger - timedelta(days=k) for k in span))
        end = add_working_days(trigger, -period.number, lambda d: d.weekday() not in _WEEKEND)
        return Ends(frozenset({end}), frozenset(end - timedelta(days=k) for k in range(1, 4)))
    if period.dim == "month":
        return Ends(frozenset({add_months(trigger, -period.number)}))
    days = period.number + (period.kind == "clear")
    end = trigger - timedelta(days=days)
    rest = rest_named and rules.rolls != Rolls.NEVER
    earlier = frozenset(end - timedelta(days=k) for k in range(1, _HOLIDAYS + 1))
    return Ends(frozenset({end}), earlier if rest else frozenset())


@dataclass(frozen=True, slots=True)
class DateSpan:
    """The time between two dates: ``months`` from month to month, ``exact`` when both name a day,
    ``closing`` when one is near the end of its month."""

    start: date
    end: date
    exact: bool
    months: int
    closing: bool


_MONTH = 30.4369
"""Days of a month on average."""
_SURELY_APART = 45
"""Days by which a period that is reckoned by average months cannot miss its end's month."""


def explains(start: date, end: date, value: float, dim: str, exact: bool) -> bool:
    """Whether a period of ``value`` days or months leads from ``start`` to ``end`` or back.

    Both ways of counting the first day are allowed; with ``exact`` false only months compare.
    """
    if value != int(value) or not 0 < value <= _LONGEST:
        return False
    number = int(value)
    first, last = (start, end) if start <= end else (end, start)
    about = number * _MONTH if dim == "month" else number
    if abs(about - (last - first).days) > _SURELY_APART:
        return False
    try:
        outer = period_end(first, number, dim)
    except OverflowError:
        return False
    if not exact:
        return (outer.year, outer.month) == (last.year, last.month)
    return (outer - last).days in (0, 1)
