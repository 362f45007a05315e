"""Figures and dates at a token: how they are written, with unit and qualifiers."""

from __future__ import annotations

import re

from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.lexicon import Lexicon
from lexwarrant.verification.numerals import VULGAR, number_at, parse_figure
from lexwarrant.verification.pinpoints import Pinpoints
from lexwarrant.verification.quantities import DateMark, Quantity

_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?!\d)")
_NUMERIC_DATE = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)")
_ONE = frozenset({"אחד", "אחת"})
_HEBREW_SINGLE = frozenset({"שנה", "חודש"})
_FILLERS = {
    "en": frozenset(
        (
            "full",
            "whole",
            "complete",
            "further",
            "additional",
            "successive",
            "more",
            "last",
            "first",
            "previous",
            "preceding",
            "following",
            "next",
            "extra",
            "other",
            "separate",
        )
    ),
    "fr": frozenset(
        (
            "d",
            "de",
            "pleins",
            "entiers",
            "dernières",
            "derniers",
            "dernière",
            "premières",
            "premiers",
            "prochains",
            "autres",
            "mêmes",
            "seuls",
        )
    ),
    "de": frozenset(
        (
            "volle",
            "vollen",
            "ganze",
            "ganzen",
            "weitere",
            "weiteren",
            "letzten",
            "ersten",
            "aufeinanderfolgende",
            "folgenden",
        )
    ),
    "he": frozenset({"מלאים", "תמימים", "הימים"}),
}


class Figures(Pinpoints):
    """Reads figures and dates; each method takes a token and gives the one after what it read."""

    def _figure(self, i: int) -> int:
        start = self.starts[i]
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
        tables = self.tables
        token = self.low[i]
        if len(token) > 24 or (i and self._is_numbered(i)):
            return i + 1
        if (
            token.isdecimal()
            and len(token) != 4
            and self.lex.code != "he"
            and i + 1 < self.n
            and self.low[i + 1][0].isdecimal()
        ):  # a row of bare figures: a table
            bare = float(token)
            self.out.quantities.append(Quantity(bare, bare, i, i + 1, start, self.ends[i]))
            return i + 1
        value = parse_figure(token, tables.decimal, tables.thousands)
        j = i + 1
        ordinal = False
        n, low = self.n, self.low
        if j < n and self.adjacent(j):
            suffix = low[j]
            if suffix in tables.ordinal_suffixes:
                ordinal, j = True, j + 1
            elif suffix in tables.suffixes:
                value, j = value * tables.suffixes[suffix], j + 1
            elif (
                suffix.isalpha()
                and suffix not in self.lex.units
                and suffix not in self.lex.currencies
            ):
                return j + 1  # "1ZA": a label, not a figure
        if j < n and low[j] in VULGAR:
            value, j = value + VULGAR[low[j]], j + 1
        after = self._day_month(i, j, value)
        if after:
            return after
        while j < n and low[j] in tables.scales:
            value, j = value * tables.scales[low[j]], j + 1
        if j < n and low[j] in tables.suffixes and len(low[j]) > 1:
            value, j = value * tables.suffixes[low[j]], j + 1
        if len(token) == 4 and token.isdecimal() and 1700 <= value <= 2150 and j == i + 1:
            before = low[i - 1] if i else ""
            if before not in self.lex.currencies and not self._unit_at(j)[0]:
                self.out.dates.append(
                    DateMark(int(value), 0, 0, i, j, start, self.ends[i], self._relation(i))
                )
                return j
        return self._quantity(i, j, value, ordinal)

    def _is_numbered(self, i: int) -> bool:
        """ "No. 3", "Work No. 3", "Chapter 4": a label, not a figure."""
        low = self.low
        if low[i - 1] == "." and i >= 2 and low[i - 2] in ("no", "nr", "nos", "n", "no°"):
            return self.starts[i - 1] == self.ends[i - 2]
        if low[i - 1] == "\n" and i + 1 < self.n and low[i + 1] in (".", ")"):
            return True
        return low[i - 1] in ("n°", "nº")

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
        if low[i] in modal_months(self.lex):
            return 0
        return self._date(i, i + 1, 0, month, 0)

    def _currency_first(self, i: int) -> int:
        """ "£1,250", "EUR 20 million", "NIS 50,000"."""
        low, n = self.low, self.n
        j = i + 1
        if j < n and low[j][0].isdecimal():
            code = self.lex.currencies[low[i]]
            before = len(self.out.quantities)
            after = self._figure(j)
            if len(self.out.quantities) > before:
                made = self.out.quantities[-1]
                made.dim, made.unit = "money:" + code, code
                made.i, made.start = i, self.starts[i]
                return after
            if self.out.dates and self.out.dates[-1].i == j:
                mark = self.out.dates.pop()
                made = Quantity(mark.year, mark.year, i, j + 1, self.starts[i], self.ends[j])
                made.dim, made.unit = "money:" + code, code
                self.out.quantities.append(made)
                return j + 1
            return after
        word = self.lex.word(low[i])
        if not word.stop:
            self.out.words[i] = word
        return i + 1

    def _words_figure(self, i: int) -> int:
        """A figure in words at ``i``, or a fixed one such as "fortnight"; 0 when there is none."""
        tables = self.tables
        token = self.low[i]
        fixed = tables.fixed_quantities.get(token)
        if fixed is None and self.lex.code == "he" and len(token) > 3 and token[0] in "ובלכשמה":
            fixed = tables.fixed_quantities.get(token[1:])
        if fixed is not None:
            return self._fixed(i, fixed)
        value, j, ordinal = number_at(self.low, i, self.lex)
        if j == i and self.lex.code == "he" and i + 1 < self.n and self.low[i + 1] in _ONE:
            one = self.lex.units.get(token) or self.lex.units.get(token[1:])
            if one is not None:
                made = Quantity(one.factor, 1.0, i, i + 2, self.starts[i], self.ends[i + 1])
                made.dim, made.unit = one.dim, one.name
                self.out.quantities.append(made)
                return i + 2
        if j == i and self.lex.code == "he" and token in _HEBREW_SINGLE:
            if i and (self._ends_figure(i - 1) or self.low[i - 1] in tables.per):
                return 0
            known = self.lex.units[token]
            single = Quantity(known.factor, 1.0, i, i + 1, self.starts[i], self.ends[i])
            single.dim, single.unit, single.implicit = known.dim, known.name, True
            self.out.quantities.append(single)
            return i + 1
        if j == i:
            if token in tables.one_articles and self._unit_at(i + 1)[0]:
                name, after = self._unit_at(i + 1)
                if i and (self.low[i - 1] in tables.per or self.low[i - 1] in self.lex.units):
                    return 0
                if i and self._ends_figure(i - 1):
                    return 0
                read = self._quantity(i, i + 1, 1.0, False)
                self.out.quantities[-1].implicit = True
                return max(read, after) if name else 0
            return 0
        if ordinal:
            after = self._day_month(i, j, value)
            if after:
                return after
            after = j + 1 if j < self.n and self.low[j] in self.lex.day_kinds else j
            if not self._unit_at(after)[0]:
                return 0
        elif value == 1.0 and j == i + 1 and not self._unit_at(j)[0]:
            return 0  # "one" as a pronoun
        elif value == 1.0 and self.lex.code in ("fr", "de"):
            after = self._quantity(i, j, value, ordinal)
            self.out.quantities[-1].implicit = True  # "un mois", "eine Woche": article or figure
            return after
        else:
            after = self._day_month(i, j, value)
            if after:
                return after
        return self._quantity(i, j, value, ordinal)

    def _ends_figure(self, i: int) -> bool:
        quantities = self.out.quantities
        return bool(quantities) and quantities[-1].j == i + 1

    def _fixed(self, i: int, fixed: tuple[float, str]) -> int:
        value, unit_name = fixed
        made = Quantity(value, value, i, i + 1, self.starts[i], self.ends[i])
        unit = self.lex.unit_by_name.get(unit_name)
        if unit is not None:
            made.dim, made.unit, made.value = unit.dim, unit.name, value * unit.factor
        else:
            made.dim = unit_name
        self.out.quantities.append(made)
        return i + 1

    def _unit_at(self, j: int) -> tuple[str, int]:
        """The unit whose words begin at ``j``: its name and the index after it."""
        low, n = self.low, self.n
        if j >= n:
            return "", j
        units = self.lex.units
        token = low[j]
        if j + 1 < n:
            two = token + " " + low[j + 1]
            if two in units:
                return units[two].name, j + 2
        found = units.get(token)
        if found is None and self.lex.code == "he" and len(token) > 3 and token[0] in "הב":
            found = units.get(token[1:])
        if found is None and token.endswith(("'s", "s'")):
            found = units.get(token[:-2]) or units.get(token[:-1])
        if found is None and token.endswith("'"):
            found = units.get(token[:-1])
        return (found.name, j + 1) if found else ("", j)

    def _quantity(self, i: int, j: int, value: float, ordinal: bool) -> int:
        low, n = self.low, self.n
        lex = self.lex
        made = Quantity(value, value, i, j, self.starts[i], self.ends[j - 1])
        made.ordinal = ordinal
        # "thirty (30) days": the repeated figure adds nothing
        if j + 2 < n and low[j] == "(" and low[j + 1][0].isdecimal() and low[j + 2] == ")":
            j += 3
        # "two or more years"
        k = j
        if k + 2 < n and self._or_more(k):
            made.cmp = self._or_more(k)
            k += 2
        steps = 0
        currency = ""
        while k < n and steps < 3:
            token = low[k]
            unit, after = self._unit_at(k)
            if unit:
                known = lex.unit_by_name[unit]
                made.dim, made.unit, made.value = known.dim, unit, value * known.factor
                k = after
                j = k
                break
            if token in lex.day_kinds:
                made.kind = lex.day_kinds[token]
                k += 1
                steps += 1
                continue
            two = token + " " + low[k + 1] if k + 1 < n else ""
            if two in lex.currencies or token in lex.currencies:
                currency = lex.currencies.get(two) or lex.currencies[token]
                k += 2 if two in lex.currencies else 1
                j = k
                break
            if token in _FILLERS.get(lex.code, ()):
                k += 1
                steps += 1
                continue
            break
        if not made.unit and not currency and 0 < value < 1 and not low[i][0].isdecimal():
            at = j
            while at < min(n, j + 3) and low[at] in ("a", "an", "d", "of", "einer", "eines"):
                at += 1
            unit, after = self._unit_at(at)
            if unit and lex.unit_by_name[unit].dim in ("day", "month"):
                known = lex.unit_by_name[unit]
                made.dim, made.unit, made.value = known.dim, unit, value * known.factor
                j = after
            else:
                made.dim, made.unit, made.value = "percent", "percent", value * 100
        elif currency:
            made.dim, made.unit = "money:" + currency, currency
        elif not made.unit and made.kind:
            made.kind = ""
        if not made.unit:
            made.cmp = "" if not made.cmp else made.cmp
        else:
            if j < n and low[j] in lex.day_kinds:  # "jours ouvrables", "ימי עבודה"
                made.kind = lex.day_kinds[low[j]]
                j += 1
        made.j = j
        made.end = self.ends[j - 1]
        self.out.quantities.append(made)
        return j

    def _or_more(self, k: int) -> str:
        entries = self.lex.phrases.get(self.low[k])
        if entries is None or k + 1 >= self.n:
            return ""
        for phrase, marks in entries[1].get(self.low[k + 1], ()):
            if len(phrase) == 2:
                for kind, value in marks:
                    if kind == lx.CMP and value in ("min", "max"):
                        return value if self._unit_at(k + 2)[0] else ""
        return ""


def modal_months(lex: Lexicon) -> frozenset[str]:
    """Month names that are words of another kind ("may", "mars"), read as months only in a date."""
    return frozenset(m for m in lex.tables.months if m in lex.phrases or len(m) <= 4)
