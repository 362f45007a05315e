"""One pass over a text: tokens, content concepts, marks, quantities, dates, references, quotes.

Linear in the text; nothing here raises on content. Offsets are code points of the text as given
(folding used here keeps every character in its place).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from lexwarrant.text.folding import fold_characters
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.lexicon import Lexicon, Word
from lexwarrant.verification.quantities import DateMark, Quantity

_TOKEN = re.compile(
    r"\d{1,3}(?:[.,'  ]\d{3})+(?![\d])(?:[.,]\d{1,2}(?!\d))?"  # grouped figures
    r"|\d+(?:[.,]\d+)?"
    r"|[^\W\d_]+(?:'[^\W\d_]+)*(?:\"[^\W\d_](?![^\W\d_]))?"
    r"|[%§¶£$€₪₹½¼¾]"
    r"|[.,;:!?()\[\]—…\"/×=+\n]"
)
_GROUPED = re.compile(r"\d{1,3}(?:[.,'  ]\d{3})+(?:[.,]\d{1,2})?")
_BREAKS = frozenset(".;:!?—\n")
_VULGAR = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?!\d)")
_NUMERIC_DATE = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)")
_YEAR = re.compile(r"(?:1[789]|20)\d\d$")
_PLURAL_LETTER = re.compile(r"[^\W\d_]{1,3}$")


@dataclass(slots=True)
class Mark:
    """A phrase of the tables at tokens ``i``..``j`` (exclusive)."""

    i: int
    j: int
    kind: str
    value: str


@dataclass(slots=True)
class Reference:
    """A pinpoint as written: unit and paths ("section 124(1A)" has unit "s", (("124", "1a"),))."""

    i: int
    j: int
    start: int
    end: int
    unit: str
    paths: tuple[tuple[str, ...], ...]
    internal: bool = False


@dataclass(slots=True)
class Quote:
    """Words in quotation marks: character span of the inside."""

    start: int
    end: int


@dataclass(slots=True)
class Analysis:
    """All that is read off a text once."""

    text: str
    lex: Lexicon
    low: list[str]
    starts: list[int]
    ends: list[int]
    words: list[Word | None]
    """Content words; None for figures, punctuation and words that a function phrase took."""
    marks: list[Mark] = field(default_factory=list)
    quantities: list[Quantity] = field(default_factory=list)
    dates: list[DateMark] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    quotes: list[Quote] = field(default_factory=list)
    concepts: list[tuple[int, int, int]] = field(default_factory=list)
    """Concepts of phrases: (token i, token j, concept)."""
    parties: list[tuple[int, str]] = field(default_factory=list)
    """(token, role) in order."""

    def within(self, ranges: Sequence[tuple[int, int]]) -> Analysis:
        """The same text with only the frames that begin in ``ranges``; tokens are shared."""
        return Analysis(
            self.text,
            self.lex,
            self.low,
            self.starts,
            self.ends,
            self.words,
            _cut(self.marks, ranges, _token),
            _cut(self.quantities, ranges, _token),
            _cut(self.dates, ranges, _token),
            _cut(self.references, ranges, _token),
            [],
            _cut(self.concepts, ranges, _first),
            _cut(self.parties, ranges, _first),
        )

    def by_kind(self, kind: str) -> list[Mark]:
        """Marks of one kind, in order."""
        return [m for m in self.marks if m.kind == kind]


T = TypeVar("T")


def _token(item: Any) -> int:
    return int(item.i)


def _first(item: Any) -> int:
    return int(item[0])


def _cut(items: list[T], ranges: Sequence[tuple[int, int]], key: Callable[[Any], int]) -> list[T]:
    """The items of a list in token order that begin in one of the ranges."""
    out: list[T] = []
    for i, j in ranges:
        out.extend(items[bisect_left(items, i, key=key) : bisect_left(items, j, key=key)])
    return out


def parse_figure(text: str, decimal: str, thousands: str) -> float:
    """A figure in digits; ``decimal`` and ``thousands`` are the language's, spaces always group."""
    text = text.replace(" ", "").replace("\u202f", "").replace("\xa0", "").replace("'", "")
    comma, dot = text.rfind(","), text.rfind(".")
    if comma >= 0 and dot >= 0:
        last, other = (",", ".") if comma > dot else (".", ",")
        text = text.replace(other, "").replace(last, ".")
        return float(text) if text.count(".") <= 1 else float(text.replace(".", ""))
    mark = "," if comma >= 0 else "."
    if mark in text:
        grouped = text.count(mark) > 1 or (
            len(text) - text.rfind(mark) == 4 and (mark == thousands or mark != decimal)
        )
        text = text.replace(mark, "" if grouped else ".")
    return float(text)


class _Reader:
    """State of the one pass. Methods take a token index and give the index after what they read."""

    def __init__(self, text: str, lex: Lexicon, month_first: bool) -> None:
        self.lex = lex
        self.tables = lex.tables
        self.month_first = month_first
        folded = fold_characters(text)
        if lex.code == "fr":
            folded = folded.replace("'", " ")
        self.folded = folded
        low: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        for match in _TOKEN.finditer(folded):
            token = match.group()
            low.append(token.lower())
            starts.append(match.start())
            ends.append(match.end())
        self.low, self.starts, self.ends = low, starts, ends
        self.n = len(low)
        words: list[Word | None] = [None] * self.n
        self.out = Analysis(text, lex, low, starts, ends, words)

    def adjacent(self, i: int) -> bool:
        """Whether token ``i`` touches the one before it."""
        return 0 < i < self.n and self.starts[i] == self.ends[i - 1]

    def read(self) -> Analysis:
        low, n, phrases = self.low, self.n, self.lex.phrases
        out = self.out
        words = out.words
        word_of = self.lex.words
        make = self.lex.word
        months = self.tables.months
        hebrew = self.lex.code == "he"
        known = self.lex.plain
        i = 0
        while i < n:
            token = low[i]
            plain = known.get(token)
            if plain is not None:
                if not plain.stop:
                    words[i] = plain
                if plain.role:
                    out.parties.append((i, plain.role))
                i += 1
                continue
            first = token[0]
            if first.isdecimal():
                i = self._figure(i)
                continue
            if not first.isalpha():
                if token in phrases:
                    i = self._phrase(i, phrases[token]) or i + 1
                    continue
                if token in _VULGAR:
                    i = self._quantity(i, i + 1, _VULGAR[token], False)
                    continue
                if token in self.lex.currencies:
                    i = self._currency_first(i)
                    continue
                i += 1
                continue
            if token in months:
                j = self._month_first_date(i)
                if j:
                    i = j
                    continue
            entries = phrases.get(token)
            if entries is not None:
                j = self._phrase(i, entries)
                if j:
                    i = j
                    continue
            elif hebrew:
                j = self._hebrew_phrase(i)
                if j:
                    i = j
                    continue
            j = self._words_figure(i)
            if j:
                i = j
                continue
            if token in self.lex.currencies and i + 1 < n and low[i + 1][0].isdecimal():
                i = self._currency_first(i)
                continue
            word = word_of.get(token) or make(token)
            if self.lex.is_plain(token) and len(known) < 200_000:
                known[token] = word
            if not word.stop:
                words[i] = word
            if word.role:
                out.parties.append((i, word.role))
            i += 1
        self._finish()
        return out

    # -- phrases -------------------------------------------------------------------------------

    def _phrase(self, i: int, entries: lx.Phrases) -> int:
        low = self.low
        single, longer = entries
        if longer and i + 1 < self.n:
            for phrase, marks in longer.get(low[i + 1], ()):
                size = len(phrase)
                if size == 2 or tuple(low[i : i + size]) == phrase:
                    return self._mark(i, i + size, marks)
        return self._mark(i, i + 1, single[1]) if single else 0

    def _hebrew_phrase(self, i: int) -> int:
        token = self.low[i]
        for cut in (1, 2):
            if len(token) - cut >= 2 and token[cut - 1] in "ושהכבלמ":
                entries = self.lex.phrases.get(token[cut:])
                if token[cut - 1] in "לבכמ" and entries:
                    entries = _after_preposition(entries)
                if entries and token[cut:] not in _WHOLE_ONLY:
                    kept = self.low[i]
                    self.low[i] = token[cut:]
                    j = self._phrase(i, entries)
                    self.low[i] = kept
                    if j:
                        return j
                if cut == 1 and token[0] not in "ושכ":
                    break
            else:
                break
        return 0

    def _mark(self, i: int, j: int, marks: Sequence[tuple[str, str]]) -> int:
        out = self.out
        functional = named = False
        for kind, value in marks:
            if kind == lx.REF:
                after = self._reference(i, j, value)
                if after:
                    return after
                continue
            if kind == lx.CONCEPT:
                out.concepts.append((i, j, int(value)))
                continue
            if kind == lx.PARTY:
                out.parties.append((i, value))
                out.concepts.append((i, j, self.lex.concept("p:" + value)))
                named = True
                continue
            out.marks.append(Mark(i, j, kind, value))
            if kind in (lx.CMP, lx.MODAL, lx.NEG, lx.COND, lx.CONJ):
                functional = True
        if not functional:
            for k in range(i, j):
                word = self.lex.word(self.low[k])
                if not word.stop:
                    out.words[k] = word
                if word.role and not named:
                    out.parties.append((k, word.role))
        elif j - i == 1:
            # a modal such as "obligation" is function, yet its family may be content
            word = self.lex.word(self.low[i])
            if word.signs or word.weight == lx.LEGAL:
                out.words[i] = word
        return j

    # -- references ----------------------------------------------------------------------------

    def _label(self, i: int) -> tuple[str, int]:
        """A number or letter label at ``i`` ("124", "1ZA", "a", "2312-4"), and what follows."""
        low, n = self.low, self.n
        if i >= n:
            return "", i
        token = low[i]
        if token[0].isdecimal():
            label, j = token.replace(",", "").replace(" ", ""), i + 1
            while j < n and self.adjacent(j) and _PLURAL_LETTER.match(low[j]):
                if low[j] in self.tables.ordinal_suffixes:
                    break
                label += low[j]
                j += 1
                if j < n and self.adjacent(j) and low[j][0].isdecimal():
                    label += low[j]
                    j += 1
            if (
                j < n
                and low[j][0].isdecimal()
                and self.folded[self.ends[j - 1] : self.starts[j]] == "-"
            ):
                label += "-" + low[j]
                j += 1
            return label, j
        if len(token) <= 4 and token.isalpha():
            if token in ("l", "r", "d") and i + 1 < n:
                k = i + 2 if low[i + 1] == "." else i + 1
                if k < n and low[k][0].isdecimal():
                    label, j = self._label(k)
                    return token + label, j
            if len(token) <= 2 or set(token) <= set("ivx"):
                return token, i + 1
        return "", i

    def _reference(self, i: int, j: int, unit: str) -> int:
        low, n = self.low, self.n
        k = j
        if k < n and low[k] == ".":
            k += 1
        bracket = k < n and low[k] == "("
        paths: list[tuple[str, ...]] = []
        path: list[str] = []
        if not bracket:
            label, after = self._label(k)
            if not label or not (label[0].isdecimal() or label[0] in "lrd" or unit in _SUB_UNITS):
                return 0
            if not label[0].isdecimal() and label in self.lex.stop:
                return 0
            if low[k][0].isdecimal() and after < n and low[after] in self.lex.units:
                return 0
            if unit in ("reg", "rule") and len(label) == 4 and _YEAR.match(label):
                return 0
            path.append(label)
            k = after
        while True:
            if k + 2 < n and low[k] == "(":
                label, after = self._label(k + 1)
                if label and after < n and low[after] == ")":
                    path.append(label)
                    k = after + 1
                    continue
            if path and k + 1 < n:
                # "Abs. 2", "paragraph 3" after a section or article
                sub = k + 1 if low[k] == "," else k
                if low[sub] in _CHAINED:
                    at = sub + 1
                    if at < n and low[at] == ".":
                        at += 1
                    label, after = self._label(at)
                    if label and label not in self.lex.stop:
                        path.append(label)
                        k = after
                        continue
                if unit not in _SUB_UNITS and low[k] in (
                    "and",
                    "or",
                    "et",
                    "und",
                    "ou",
                    "oder",
                    ",",
                ):
                    if k + 3 < n and low[k + 1] == "(" and len(path) > 1:
                        label, after = self._label(k + 2)
                        if label and after < n and low[after] == ")":
                            paths.append(tuple(path))
                            path = [*path[:-1], label]
                            k = after + 1
                            continue
                    if low[k + 1][0].isdecimal():
                        label, after = self._label(k + 1)
                        if after >= n or low[after] not in self.lex.units:
                            paths.append(tuple(path))
                            path = [label]
                            k = after
                            continue
            break
        if not path:
            return 0
        paths.append(tuple(path))
        internal = unit in _SUB_UNITS or unit == "para"
        self.out.references.append(
            Reference(i, k, self.starts[i], self.ends[k - 1], unit, tuple(paths), internal)
        )
        return k

    # -- figures -------------------------------------------------------------------------------

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
        if j < n and low[j] in _VULGAR:
            value, j = value + _VULGAR[low[j]], j + 1
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
        if low[i] in lx_modal_months(self.lex):
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

    # -- after the pass ------------------------------------------------------------------------

    def _finish(self) -> None:
        out = self.out
        self._quotes()
        self._merge_modals()
        if out.quantities:
            self._ranges()
            self._nouns()
            self._comparators()
            self._per()
            self._denied()
            self._relations()
        for mark in out.dates:
            mark.relation = self._date_relation(mark)

    def _merge_modals(self) -> None:
        """ "shall be entitled to" is a right, "shall not be required" a freedom: one mark each."""
        marks = self.out.marks
        previous: Mark | None = None
        merged: list[Mark] = []
        for mark in marks:
            if mark.kind != lx.MODAL:
                continue
            if previous is not None and 0 <= mark.i - previous.j <= 1:
                previous.value = _MERGED.get((previous.value, mark.value), previous.value)
                previous.j = mark.j
                merged.append(mark)
                continue
            previous = mark
            if mark.value == "must" and mark.j < self.n and self.low[mark.j] in _POWERS:
                follows = self.low[mark.j + 1 : mark.j + 5]
                if any(f in _POWER_NOUNS for f in follows):
                    mark.value = "may"
        if merged:
            gone = {id(m) for m in merged}
            self.out.marks[:] = [m for m in marks if id(m) not in gone]

    def _quotes(self) -> None:
        text = self.out.text
        if not _HAS_QUOTE.search(text):
            return
        for match in _QUOTED.finditer(text):
            group = match.lastgroup
            if group:
                self.out.quotes.append(Quote(match.start(group), match.end(group)))

    def _ranges(self) -> None:
        """ "50 to 67 years", "£40, £70 and £100": a bare figure takes the unit of the next."""
        quantities = self.out.quantities
        for index in range(len(quantities) - 2, -1, -1):
            here, after = quantities[index], quantities[index + 1]
            if here.unit == after.unit == "hour" and here.i and self.low[here.i - 1] in _CLOCK:
                here.dim = after.dim = "clock"
                continue
            if here.dim != "count" or after.dim == "count" or here.ordinal:
                continue
            gap = self.low[here.j : after.i]
            if len(gap) <= 2 and all(g in _RANGE_GLUE for g in gap):
                unit = self.lex.unit_by_name.get(after.unit)
                here.dim, here.unit, here.kind = after.dim, after.unit, after.kind
                here.value = here.number * (unit.factor if unit else 1.0)

    def _nouns(self) -> None:
        """What a bare count counts: the concepts of the next content words."""
        words = self.out.words
        for quantity in self.out.quantities:
            if quantity.dim != "count":
                continue
            found: list[int] = []
            taken = 0
            for k in range(quantity.j, min(self.n, quantity.j + 5)):
                if self.low[k] in _BREAKS or self.low[k] == ",":
                    break
                word = words[k]
                if word is not None:
                    found.extend(word.concepts)
                    taken += 1
                    if taken == 2:
                        break
            quantity.nouns = tuple(found)

    def _comparators(self) -> None:
        out = self.out
        marks = [m for m in out.marks if m.kind == lx.CMP]
        if not marks:
            return
        negs = {
            m.j
            for m in out.marks
            if m.kind == lx.NEG or (m.kind == lx.MODAL and m.value == "must_not")
        }
        figure_ends = {q.j for q in out.quantities}
        figure_starts = {q.i for q in out.quantities}
        ends = {m.j: m for m in marks}
        begins = {m.i: m for m in marks}
        used: set[int] = set()
        low = self.low
        for quantity in out.quantities:
            k = quantity.i
            for _ in range(7):
                found = ends.get(k)
                if found is not None:
                    used.add(found.i)
                    self._set_cmp(quantity, found, negs, figure_ends)
                    if found.value not in ("about", "exact"):
                        break
                    k = found.i
                    continue
                if k > 0 and low[k - 1] in _CMP_GLUE:
                    k -= 1
                    continue
                break
            for k in (quantity.j, quantity.j + 1, quantity.j + 2):
                found = begins.get(k)
                if found is not None:
                    closes = found.j not in figure_starts and (
                        found.j + 1 not in figure_starts or low[found.j] in (",", ";")
                    )
                    if (
                        closes
                        and found.value in ("min", "max", "exact", "about")
                        and not quantity.cmp
                    ):
                        used.add(found.i)
                        self._set_cmp(quantity, found, negs, figure_ends)
                    break
                if k < self.n and (low[k] in _BREAKS or low[k] == ","):
                    break
        # "at least EUR 10 million or 2 %": the second figure shares the comparator of the first
        for here, after in zip(out.quantities, out.quantities[1:], strict=False):
            beside = here.cmp and not after.cmp and 0 < after.i - here.j <= 2
            if beside and low[here.j] in ("or", "and", "ou", "oder", "או"):
                after.cmp = here.cmp
        # nouns of limit at a distance: "the maximum sentence for theft is seven years"
        loose = {
            m.j: m
            for m in marks
            if m.i not in used
            and m.value in ("max", "min")
            and m.j not in begins
            and m.j + 1 not in begins
        }
        if loose:
            for quantity in out.quantities:
                if quantity.cmp or quantity.implicit:
                    continue
                for k in range(quantity.i, max(-1, quantity.i - 11), -1):
                    if k in loose:
                        quantity.cmp = loose[k].value
                        break
                    if k and low[k - 1] in _BREAKS:
                        break

    def _set_cmp(
        self, quantity: Quantity, mark: Mark, negs: set[int], figure_ends: set[int]
    ) -> None:
        value = mark.value
        if value in ("gt", "lt") and (mark.i in figure_ends or mark.i - 1 in figure_ends):
            return  # "1.4 % exceeds EUR 7 million" compares two figures
        if value in ("about", "just_over", "just_under"):
            quantity.approx = value
            return
        if value == "exact":
            quantity.cmp = quantity.cmp or "eq"
            return
        if value == "between":
            return
        if value in ("gt", "lt"):
            for k in range(mark.i, max(-1, mark.i - 5), -1):
                if k in negs:
                    value = "max" if value == "gt" else "min"
                    break
                if k and (self.low[k - 1] in _BREAKS or self.low[k - 1] == ","):
                    break
        quantity.cmp = value

    def _per(self) -> None:
        """ "per day", "a year", "for each week": what a rate is counted by."""
        low, n = self.low, self.n
        per = self.tables.per
        adverbs = self.tables.period_adverbs
        out = self.out
        for quantity in out.quantities:
            for k in range(quantity.j, min(n, quantity.j + 6)):
                token = low[k]
                if token in _BREAKS or token == ",":
                    break
                if token in adverbs:
                    quantity.per = adverbs[token]
                    break
                if token in per:
                    at = k + 1
                    if at < n and low[at] in per:
                        at += 1
                    unit, _ = self._unit_at(at)
                    if unit:
                        quantity.per = unit
                        break
                    if token == "/":
                        break
        # the period of a rate is no figure of its own
        rated = {q.per for q in out.quantities if q.per}
        if rated:
            out.quantities[:] = [
                q for q in out.quantities if not (q.implicit and q.unit in rated and not q.cmp)
            ]

    def _relations(self) -> None:
        """ "90 days before", "within 30 days of": on which side of an event a period lies."""
        relations = self.lex.relations
        low = self.low
        for quantity in self.out.quantities:
            if quantity.dim not in ("day", "month"):
                continue
            for k in range(quantity.j, min(self.n, quantity.j + 3)):
                found = relations.get(low[k])
                if found is not None and (found == "before" or k == quantity.j):
                    quantity.rel = found
                    break

    def _denied(self) -> None:
        """ "not 12", "rather than 14 days", "you were told eighteen": figures nobody asserts."""
        low = self.low
        told = sorted(
            m.j for m in self.out.marks if m.kind == lx.TALK and m.value in ("facts", "assumption")
        )
        negs = {m.j for m in self.out.marks if m.kind == lx.NEG}
        for quantity in self.out.quantities:
            for k in range(quantity.i, max(-1, quantity.i - 3), -1):
                if k in negs:
                    quantity.denied = not quantity.cmp
                    break
                if not k or low[k - 1] not in _DENY_GLUE:
                    break
            at = bisect_right(told, quantity.i)
            if at and quantity.i - told[at - 1] <= 30:
                between = low[told[at - 1] : quantity.i]
                if _BREAKS.isdisjoint(between) and _TURNS.isdisjoint(between):
                    quantity.denied = True

    def _date_relation(self, mark: DateMark) -> str:
        before = self.low[max(0, mark.i - 5) : mark.i]
        joined = " ".join(before)
        for relation, endings in _DATE_RELATIONS:
            if any(joined.endswith(e) for e in endings):
                return relation
        return ""


_MERGED = {
    ("must", "may"): "may",
    ("must", "must_not"): "must_not",
    ("must", "need_not"): "need_not",
    ("must_not", "may"): "must_not",
    ("must_not", "must"): "need_not",
    ("may", "need_not"): "need_not",
}
_POWERS = frozenset({"have"})
_POWER_NOUNS = frozenset({"jurisdiction", "power", "powers", "right", "discretion", "authority"})
_SUB_UNITS = frozenset({"sub"})
_CHAINED = frozenset(
    [
        "para",
        "paragraph",
        "paragraphs",
        "abs",
        "absatz",
        "satz",
        "nr",
        "nummer",
        "alinéa",
        "al",
        "paragraphe",
        "point",
        "subsection",
        "lit",
        "buchstabe",
        "unterabs",
    ]
)
_CMP_GLUE = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "is",
        "are",
        "be",
        "at",
        "to",
        "for",
        "in",
        "only",
        "sum",
        "or",
        "value",
        "amount",
        "rate",
        "total",
        "period",
        "term",
        "figure",
        "£",
        "$",
        "€",
        "auf",
        "von",
        "zu",
        "um",
        "une",
        "un",
        "de",
        "d",
        "à",
        "la",
        "le",
        "der",
        "die",
        "das",
        "den",
        "dem",
        "einen",
        "eine",
        "einer",
        "ist",
        "sind",
        "est",
        "sont",
        "another",
        "further",
        "them",
        "him",
        "her",
        "it",
    ]
)
_CLOCK = frozenset({"de", "entre", "von", "zwischen", "between", "from", "משעה"})
_TURNS = frozenset({",", "but", "mais", "aber", "אבל"})
_DENY_GLUE = frozenset(
    [
        "to",
        "a",
        "an",
        "the",
        "at",
        "in",
        "for",
        "just",
        "merely",
        "exactly",
        "£",
        "$",
        "€",
        "à",
        "de",
        "zu",
        "auf",
    ]
)
_RANGE_GLUE = frozenset(
    [
        "to",
        "and",
        "or",
        "-",
        ",",
        "–",
        "et",
        "à",
        "ou",
        "und",
        "bis",
        "oder",
        "עד",
        "ל",
        "או",
        "ו",
        "ועד",
    ]
)
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
_HAS_QUOTE = re.compile('[“”„«"״]')
_QUOTED = re.compile(
    '“(?P<a>[^“”]{1,2000})”|„(?P<b>[^„“”"]{1,2000})[“”"]|«\\s*(?P<c>[^«»]{1,2000}?)\\s*»'
    '|(?<![\\w])["״](?P<d>[^"“”]{1,2000}?)["״](?![^\\W\\d_])'
    "|”(?P<e>[^“”]{1,2000})“"
    '|(?<=\\b[ושהבלמכ])["״](?P<f>[^"]{1,2000}?)["״](?![^\\W\\d_])'
)
_DATE_RELATIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("from", ("on or after", "from", "since", "on and after", "beginning on", "beginning with",
              "starting on", "as of", "with effect from", "as from", "not before", "no earlier than",
              "ab dem", "ab", "seit", "seit dem", "vom", "depuis le", "à compter du", "dès le", "du",
              "depuis", "à partir du", "החל מיום", "מיום", "החל")),
    ("by", ("by", "on or before", "until", "till", "up to", "no later than", "not later than",
            "at the latest on", "to", "through", "bis", "bis zum", "spätestens am", "jusqu au",
            "au plus tard le", "avant le", "עד", "עד יום")),
    ("before", ("before", "prior to", "vor dem", "avant", "לפני", "לפני יום")),
    ("after", ("after", "following", "later than", "nach dem", "après le", "אחרי", "לאחר")),
)  # fmt: skip


def lx_modal_months(lex: Lexicon) -> frozenset[str]:
    """Month names that are words of another kind ("may", "mars"), read as months only in a date."""
    return frozenset(m for m in lex.tables.months if m in lex.phrases or len(m) <= 4)


def number_at(low: Sequence[str], i: int, lex: Lexicon) -> tuple[float, int, bool]:
    """A number in words at token ``i``: value, index after it, whether it is an ordinal.

    Reads "one and one-half", "five thousand", "twenty-eight", "three quarters", Hebrew and French
    runs and German compounds; the index is ``i`` when there is none.
    """
    if lex.code == "he" and i + 1 < len(low) and low[i] in _TWO and low[i + 1] in _TEEN:
        return 12.0, i + 2, False
    tables = lex.tables
    cardinal, scales, fractions = tables.number_words, tables.scales, tables.fraction_words
    ordinals = tables.ordinal_words
    n = len(low)
    total = current = 0.0
    seen = False
    j = i
    joiners = _JOINERS[lex.code]
    while j < n:
        token = low[j]
        value = cardinal.get(token)
        if value is None:
            value = _number_form(token, lex)
        if value is not None:
            if seen and current and value >= current and current < 100 and lex.code != "he":
                if lex.code == "fr" and current == 4 and value == 20:
                    current = 80
                    j += 1
                    continue
                break
            current += value
            seen = True
            j += 1
            continue
        if token in scales and (seen or lex.code != "en"):
            scale = scales[token]
            if scale >= 1000:
                total += (current or 1.0) * scale
                current = 0.0
            else:
                current = (current or 1.0) * scale
            seen = True
            j += 1
            continue
        if token in fractions and not (token in ordinals and not seen):
            part = fractions[token]
            if seen and current and total == 0 and j > i and low[j - 1] not in joiners:
                if j - 2 > i and low[j - 2] in joiners:
                    return (
                        current
                        - cardinal.get(low[j - 1], 0.0)
                        + cardinal.get(low[j - 1], 1.0) * part,
                        j + 1,
                        False,
                    )
                return current * part, j + 1, False
            return total + current + part, j + 1, False
        if token in ordinals:
            value = float(ordinals[token])
            if not seen:
                return value, j + 1, True
            if current >= 20 and value < 10:
                return total + current + value, j + 1, True
            break
        if seen and token in joiners and j + 1 < n:
            following = low[j + 1]
            if following in joiners and j + 2 < n:
                following = low[j + 2]
                skip = 2
            else:
                skip = 1
            if following in fractions:
                j += skip
                continue
            if (following in cardinal or _number_form(following, lex) is not None) and (
                total or current >= 100 or (lex.code in ("he", "fr") and current >= 10)
            ):
                j += skip
                if j + 1 < n and low[j + 1] in fractions:
                    continue
                continue
            if following in cardinal and j + skip + 1 < n and low[j + skip + 1] in fractions:
                return (
                    total + current + cardinal[following] * fractions[low[j + skip + 1]],
                    j + skip + 2,
                    False,
                )
        break
    return (total + current, j, False) if seen else (0.0, i, False)


def _after_preposition(entries: lx.Phrases) -> lx.Phrases | None:
    """The phrases that may stand behind a Hebrew preposition; "לחייב" is no "חייב"."""
    single, longer = entries
    kept = {
        second: [e for e in found if e[1][0][0] in _AFTER_PREPOSITION]
        for second, found in longer.items()
    }
    alone = single if single and single[1][0][0] in _AFTER_PREPOSITION else None
    return (alone, kept) if alone or any(kept.values()) else None


_AFTER_PREPOSITION = frozenset({lx.REF, lx.CONCEPT, lx.PARTY, lx.STATUS, lx.CMP})
_WHOLE_ONLY = frozenset({"ניתן", "יש"})
_HEBREW_SINGLE = frozenset({"שנה", "חודש"})
_TWO = frozenset({"שנים", "שניים", "שתים", "שתיים"})
_TEEN = frozenset({"עשר", "עשרה"})
_JOINERS = {"en": ("and", "a"), "fr": ("et",), "de": ("und",), "he": ("ו",)}


def _number_form(token: str, lex: Lexicon) -> float | None:
    if lex.code == "de":
        return german_number(token, lex)
    if lex.code == "he" and len(token) > 2 and token[0] in "ובלכשמה":
        found = lex.tables.number_words.get(token[1:])
        if found is None and len(token) > 3 and token[1] in "ובלכשמה":
            found = lex.tables.number_words.get(token[2:])
        return found
    return None


def german_number(token: str, lex: Lexicon) -> float | None:
    """A German compound ("einundzwanzig", "zweitausendfünfhundert") or an inflected form."""
    words, scales = lex.tables.number_words, lex.tables.scales
    found = words.get(token)
    if found is not None:
        return found
    if not token.startswith(_GERMAN_STARTS):
        return None
    if token.endswith("er") and token[:-2] in words:
        return words[token[:-2]]
    for name in ("tausend", "hundert"):
        if name in token and name in scales:
            head, _, tail = token.partition(name)
            front = german_number(head, lex) if head else 1.0
            back = german_number(tail.removeprefix("und"), lex) if tail else 0.0
            if front is None or back is None:
                return None
            return front * scales[name] + back
    head, und, tail = token.partition("und")
    if und and head and tail in words and head in words:
        return words[tail] + words[head]
    return None


_GERMAN_STARTS = (
    "ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sech",
    "sieb",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "zwan",
    "hundert",
    "tausend",
)


def analyse(text: str, lex: Lexicon, month_first: bool = False) -> Analysis:
    """Read ``text`` once with the tables of one language."""
    return _Reader(text, lex, month_first).read()
