"""The day an Act commences, when one of its own sections fixes it.

Forms of the Irish and United Kingdom statute book: a calendar day, a number of months after the
passing, or a day to be appointed by order (then the day is not in the Act).
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from lexwarrant.records.law import Version

_COMMENCES = re.compile(
    r"This Act (?:or any specified provision of this Act )?"
    r"(?:shall come|comes) into (?:operation|force) (?P<when>[^.]{1,400})\."
)
_DAY = re.compile(r"(?:on )?(?:the )?(\d{1,2})(?:st|nd|rd|th)? (?:day of )?([A-Z][a-z]+),? (\d{4})")
_MONTHS_AFTER = re.compile(r"(\w+) months? after (?:the date of )?(?:its|the) passing")
_PASSED = re.compile(r"on the day on which it is passed")
_WORDS = {"one": 1, "two": 2, "three": 3, "six": 6, "nine": 9, "twelve": 12, "eighteen": 18}
_MONTHS = {name: number for number, name in enumerate(calendar.month_name) if name}


@dataclass(frozen=True, slots=True)
class Commencement:
    """The day (None: to be appointed) and the words that say so, as a span of ``basis``."""

    on: date | None
    basis: str
    start: int
    end: int


def commencement(versions: Iterable[Version], passed: date) -> Commencement | None:
    """The first provision of an Act that fixes when "this Act" commences, or None."""
    for version in versions:
        found = _COMMENCES.search(version.text)
        if found:
            return Commencement(
                _when(found["when"], passed), version.provision_id, found.start(), found.end()
            )
    return None


def _when(words: str, passed: date) -> date | None:
    if day := _DAY.match(words):
        month = _MONTHS.get(day.group(2))
        return _day(int(day.group(3)), month, int(day.group(1))) if month else None
    if after := _MONTHS_AFTER.match(words):
        number = after.group(1).lower()
        months = int(number) if number.isdigit() else _WORDS.get(number)
        return _months_later(passed, months) if months else None
    return passed if _PASSED.match(words) else None


def _day(year: int, month: int, day: int) -> date | None:
    last = calendar.monthrange(year, month)[1]
    return date(year, month, day) if 1 <= year <= 9999 and 1 <= day <= last else None


def _months_later(start: date, months: int) -> date:
    month = start.month - 1 + months
    year, month = start.year + month // 12, month % 12 + 1
    return date(year, month, min(start.day, calendar.monthrange(year, month)[1]))
