"""Dates as United States sources print them: "Nov. 29, 2011", "June 24, 1980"."""

from __future__ import annotations

import calendar
import re
from datetime import date

_DAY = re.compile(r"([A-Z][a-z]{2,8})\.? (\d{1,2}), (\d{4})")
_MONTHS = {name[:3]: number for number, name in enumerate(calendar.month_name) if name}


def american_date(text: str) -> date | None:
    """The first date in ``text``, or None."""
    for found in _DAY.finditer(text):
        month = _MONTHS.get(found.group(1)[:3])
        year, day = int(found.group(3)), int(found.group(2))
        if month and year and 1 <= day <= calendar.monthrange(year, month)[1]:
            return date(year, month, day)
    return None
