"""Computation of periods by jurisdiction.

Months and years run date to date: to the day of the same number, the last day of the month when
there is none (Regulation (EEC, Euratom) No 1182/71, art. 3(2)(c); CPR 2.10; Fed. R. App. P. 26(a)
counts days only). A period "beginning with" a day counts that day and so ends one day earlier than
one running "from" or "after" it (CPR 2.8; *Dodds v Walker* [1981] 1 WLR 1027).
"""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date, timedelta


def add_months(start: date, months: int) -> date:
    """The corresponding date ``months`` later, or the last day of that month."""
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

    Fed. R. App. P. 26(a)(1)(C); Regulation 1182/71, art. 3(4); CPR 2.8(5).
    """
    for _ in range(366):
        if is_working(end):
            return end
        end += timedelta(days=1)
    return end


def add_working_days(start: date, number: int, is_working: Callable[[date], bool]) -> date:
    """The day on which the ``number``-th working day after ``start`` falls."""
    day = start
    left = number
    while left > 0:
        day += timedelta(days=1)
        if is_working(day):
            left -= 1
    return day


def add_clear_days(start: date, number: int) -> date:
    """The first day on which an event may happen ``number`` clear days after ``start``.

    Neither the first day nor the day of the event counts (CPR 2.8(2) and (3)).
    """
    return start + timedelta(days=number + 1)


def explains(start: date, end: date, value: float, dim: str, exact: bool) -> bool:
    """Whether a period of ``value`` days or months leads from ``start`` to ``end`` or back.

    Both ways of counting the first day are allowed; with ``exact`` false only months compare.
    """
    if value != int(value) or not 0 < value <= 100_000:
        return False
    number = int(value)
    first, last = min(start, end), max(start, end)
    try:
        outer = period_end(first, number, dim)
    except OverflowError:
        return False
    if not exact:
        return (outer.year, outer.month) == (last.year, last.month)
    return (outer - last).days in (0, 1)
