"""Dates at a token: 2024-05-01, 1.5.2024, 6 April 2024, July 1, 2023, May 2026."""

from __future__ import annotations

import re

from lexwarrant.verification.quantities import DateMark
from lexwarrant.verification.units import Units

_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?!\d)")
_NUMERIC_DATE = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)")

_PARTS = frozenset("./-")
"""What stands behind the first figure of a date in figures."""


class Dates(Units):
    """Reads dates; each method takes a token and gives the one after what it read."""

    def _numeric_date(self, i: int) -> int:
        """ "2024-05-01", "1.5.2024"; 0 when it is none."""
        start, end = self.starts[i], self.ends[i]
        if self.low[i].isdecimal() and self.folded[end : end + 1] not in _PARTS:
            return 0
        iso = _ISO.match(self.folded, start)
        if iso:
            year, month, day = (int(g) for g in iso.groups())
            return self._date(i, self._token_at(iso.end(), i), year, month, day)
        numeric = _NUMERIC_DATE.match(self.folded, start)
        if numeric:
            first, second, year = (int(g) for g in numeric.groups())
            day, month = (second, first) if self.month_first else (first, second)
            if month > 12:
                day, month = month, day
            if month <= 12 and day <= 31:
                after = self._date(i, self._token_at(numeric.end(), i), year, month, day)
                self.out.dates[-1].swappable = max(first, second) <= 12
                return after
        return 0

    def _token_at(self, offset: int, i: int) -> int:
        j = i + 1
        while j < self.n and self.starts[j] < offset:
            j += 1
        return j

    def _date(self, i: int, j: int, year: int, month: int, day: int) -> int:
        self.out.dates.append(
            DateMark(year, month, day, i, j, self.starts[i], self.ends[j - 1], self._relation(i))
        )
        return j

    def _relation(self, i: int) -> str:
        """The word or two before a date; settled in `_finish` from the comparator marks."""
        return self.low[i - 1] if i else ""

    def _skip_glue(self, j: int) -> int:
        low, n = self.low, self.n
        while j < n and (low[j] in self.tables.date_glue or low[j] == "."):
            j += 1
        return j

    def _month_at(self, j: int) -> int:
        if j >= self.n:
            return 0
        token = self.low[j]
        found = self.tables.months.get(token)
        if not found and self.lex.code == "he":
            found = self.tables.months.get(token[1:]) if token[:1] in "בלהמ" else None
        return found or 0

    def _year_at(self, j: int) -> tuple[int, int]:
        low = self.low
        if j < self.n and low[j] == ",":
            j += 1
        if j < self.n and len(low[j]) == 4 and low[j].isdecimal() and 1700 <= int(low[j]) <= 2150:
            return int(low[j]), j + 1
        return 0, j

    def _day_month(self, i: int, j: int, value: float) -> int:
        """ "6 April 2024", "6th of April"; 0 when it is none."""
        if value != int(value) or not 1 <= value <= 31:
            return 0
        k = self._skip_glue(j)
        month = self._month_at(k)
        if not month:
            return 0
        year, after = self._year_at(k + 1)
        if not year:
            after = k + 1
        return self._date(i, after, year, month, int(value))

    def _month_first_date(self, i: int) -> int:
        """ "July 1, 2023", "May 2026"; 0 when the word is no month here."""
        month = self.tables.months[self.low[i]]
        low, n = self.low, self.n
        j = i + 1
        if j < n and low[j].isdecimal() and len(low[j]) <= 2 and 1 <= int(low[j]) <= 31:
            k = j + 1
            if k < n and self.adjacent(k) and low[k] in self.tables.ordinal_suffixes:
                k += 1
            if k < n and (low[k] in self.tables.scales or self._unit_at(k)[0]):
                return 0
            year, after = self._year_at(k)
            return self._date(i, after if year else k, year, month, int(low[j]))
        if j < n and low[j] in self.tables.date_glue:
            j += 1
        year, after = self._year_at(j)
        if year:
            return self._date(i, after, year, month, 0)
        if low[i] in self.lex.modal_months:
            return 0
        return self._date(i, i + 1, 0, month, 0)
