"""Figures at a token: how they are written, with unit and qualifiers."""

from __future__ import annotations

from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.dates import Dates
from lexwarrant.verification.numerals import LARGEST, VULGAR, german_period, number_at, parse_figure
from lexwarrant.verification.quantities import DateMark, Quantity

_ONE = frozenset({"אחד", "אחת"})
_HEBREW_SINGLE = frozenset({"שנה", "חודש", "שבוע", "שעה"})
_FILLERS = {
    "en": frozenset(
        [
        "full", "whole", "complete", "further", "additional", "successive", "more", "last",
        "first", "previous", "preceding", "following", "next", "extra", "other", "separate",
        ]
    ),
    "fr": frozenset(
        [
        "d", "de", "pleins", "entiers", "dernières", "derniers", "dernière", "premières",
        "premiers", "prochains", "autres", "mêmes", "seuls",
        ]
    ),
    "de": frozenset(
        [
        "volle", "vollen", "ganze", "ganzen", "weitere", "weiteren", "letzten", "ersten",
        "aufeinanderfolgende", "folgenden",
        ]
    ),
    "he": frozenset({"מלאים", "תמימים", "הימים"}),
}  # fmt: skip


class Figures(Dates):
    """Reads figures; each method takes a token and gives the one after what it read."""

    def _figure(self, i: int) -> int:
        dated = self._numeric_date(i)
        if dated:
            return dated
        start = self.starts[i]
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
        while j < n and low[j] in tables.scales and value * tables.scales[low[j]] <= LARGEST:
            value, j = value * tables.scales[low[j]], j + 1
        if j < n and low[j] in tables.suffixes and len(low[j]) > 1:
            value, j = value * tables.suffixes[low[j]], j + 1
        if j + 1 < n and low[j] == "." and self.adjacent(j) and self.lex.code == "de":
            if j > i + 1 and low[j + 1] in self.lex.currencies:
                j += 1  # "20 Mio. Euro"
            elif j == i + 1 and len(token) <= 3 and self._unit_at(j + 1)[0]:
                ordinal, j = True, j + 1  # "am 28. Tag"
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
        if token in self.lex.bare_articles:
            return self._article(i)
        fixed = tables.fixed_quantities.get(token)
        if fixed is None and self.lex.code == "he" and len(token) > 3 and token[0] in "ובלכשמה":
            fixed = tables.fixed_quantities.get(token[1:])
        if fixed is not None:
            return self._fixed(i, fixed)
        value, j, ordinal = number_at(self.low, i, self.lex)
        if j == i and tables.compound_units:
            period = german_period(token, self.lex)
            if period is not None:
                return self._period_word(i, *period)
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
            return self._and_half(single, i + 1)
        if j == i:
            return 0
        if ordinal:
            after = self._day_month(i, j, value)
            if after:
                return after
            after = j + 1 if j < self.n and self.low[j] in self.lex.day_kinds else j
            if not self._unit_at(after)[0]:
                return 0
        elif value == 1.0 and j == i + 1 and self._full(j):
            return self._quantity(i, j, value, ordinal)  # "ein ganzes Jahr"
        elif value == 1.0 and j == i + 1 and not self._unit_at(j)[0]:
            return 0  # "one" as a pronoun
        elif value == 1.0 and self.lex.code in ("fr", "de"):
            after = self._quantity(i, j, value, ordinal)
            made = self.out.quantities[-1]
            made.implicit = made.number == 1.0  # "un mois", "eine Woche": article or figure
            return after
        else:
            after = self._day_month(i, j, value)
            if after:
                return after
        return self._quantity(i, j, value, ordinal)

    def _article(self, i: int) -> int:
        """ "A full year", "a third of", "a week"; 0 when the article counts nothing."""
        if self._full(i + 1):
            return self._quantity(i, i + 1, 1.0, False)
        if self._part_of(i):
            share = self.tables.fraction_words[self.low[i + 1]]
            return self._quantity(i, i + 2, share, False)
        name, after = self._unit_at(i + 1)
        if not name:
            return 0
        if i and (self.low[i - 1] in self.tables.per or self.low[i - 1] in self.lex.units):
            return 0
        if i and self._ends_figure(i - 1):
            return 0
        read = self._quantity(i, i + 1, 1.0, False)
        made = self.out.quantities[-1]
        made.implicit = made.number == 1.0
        return max(read, after)

    def _full(self, j: int) -> bool:
        """ "A full year", "un bon mois": the article is a figure here."""
        return j + 1 < self.n and self.low[j] in self.lex.full and bool(self._unit_at(j + 1)[0])

    def _part_of(self, i: int) -> bool:
        """ "A third of": a fraction with an article."""
        low = self.low
        return i + 2 < self.n and low[i + 1] in self.tables.fraction_words and low[i + 2] == "of"

    def _period_word(self, i: int, value: float, unit_name: str) -> int:
        """A period in one word: "Zweijahresfrist"."""
        unit = self.lex.unit_by_name[unit_name]
        made = Quantity(value * unit.factor, value, i, i + 1, self.starts[i], self.ends[i])
        made.dim, made.unit = unit.dim, unit.name
        self.out.quantities.append(made)
        return i + 1

    def _and_half(self, made: Quantity, j: int) -> int:
        """ "A year and a half": half a unit more; the index after it."""
        for words in self.lex.half_after:
            if tuple(self.low[j : j + len(words)]) == words:
                unit = self.lex.unit_by_name[made.unit]
                made.value += 0.5 * unit.factor
                made.number += 0.5
                made.implicit = False
                made.j = j + len(words)
                made.end = self.ends[made.j - 1]
                return made.j
        return j

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
        return self._and_half(made, i + 1) if unit is not None else i + 1

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
            if token in _FILLERS.get(lex.code, ()) or token in lex.full:
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
        elif not made.unit and lex.code == "he" and self._day_before(i):
            made.dim, made.unit, made.ordinal = "day", "day", True
        elif not made.unit and made.kind and lex.code == "de":
            made.dim, made.unit, j = "day", "day", k  # "Werktage": unit and kind in one word
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
        return self._and_half(made, j) if made.unit in lex.unit_by_name else j

    def _day_before(self, i: int) -> bool:
        """ "יום ה-28", "היום העשרים ושמונה": the word for day stands before its number."""
        low = self.low
        k = i - 2 if i >= 2 and low[i - 1] == "ה" else i - 1
        if k < 0 or (k == i - 1 and not low[i].startswith("ה")):
            return False
        return self._unit_at(k) == ("day", k + 1)

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
