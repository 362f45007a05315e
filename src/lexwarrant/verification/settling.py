"""What is settled once all tokens are read: comparators, rates, denials, ranges, quotations."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right

from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.figures import Figures
from lexwarrant.verification.marks import Mark, Quote
from lexwarrant.verification.quantities import DateMark, Quantity

_BREAKS = frozenset(".;:!?—\n")
_ENDS = _BREAKS | {","}
_MERGED = {
    ("must", "may"): "may",
    ("must", "must_not"): "must_not",
    ("must", "need_not"): "need_not",
    ("must_not", "may"): "must_not",
    ("must_not", "must"): "need_not",
    ("may", "need_not"): "need_not",
}
_JOINS = frozenset({"and", "or", "et", "ou", "und", "oder", "או", ","})
_HAS = frozenset({"hat", "haben"})
_POWERS = frozenset({"have"})
_POWER_NOUNS = frozenset({"jurisdiction", "power", "powers", "right", "discretion", "authority"})
_CMP_GLUE = frozenset(
    [
    "a", "an", "the", "of", "is", "are", "be", "at", "to", "for", "in", "only", "sum", "or",
    "value", "amount", "rate", "total", "period", "term", "figure", "£", "$", "€", "auf", "von",
    "zu", "um", "une", "un", "de", "d", "à", "la", "le", "der", "die", "das", "den", "dem",
    "einen", "eine", "einer", "ist", "sind", "est", "sont", "another", "further", "them", "him",
    "her", "it",
    ]
)  # fmt: skip
_LINKS = frozenset(
    ["is", "are", "that", "which", "qui", "est", "sont", "ist", "sind", "die", "der", "das"]
)
_CLOCK = frozenset({"de", "entre", "von", "zwischen", "between", "from", "משעה"})
_TURNS = frozenset({",", "but", "mais", "aber", "אבל"})
_DENY_GLUE = frozenset(
    [
    "to", "a", "an", "the", "at", "in", "for", "just", "merely", "exactly", "£", "$", "€", "à",
    "de", "zu", "auf",
    ]
)  # fmt: skip
_COMPOUND_GLUE = frozenset({"and", "et", "und"})
_RANGE_GLUE = frozenset(
    [
    "to", "and", "or", "-", ",", "–", "et", "à", "ou", "und", "bis", "oder", "עד", "ל", "או",
    "ו", "ועד",
    ]
)  # fmt: skip
_LONGEST_QUOTE = 2000
_HAS_QUOTE = re.compile('[“”„«»"״]')
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


class Settling(Figures):
    """Methods that look back over what was read; each is linear."""

    ends_of_parts: list[int]
    """Tokens at which a part of the sentence ends: breaks and commas, in order."""

    def _finish(self) -> None:
        out = self.out
        self._quotes()
        self._merge_modals()
        if out.quantities:
            self.ends_of_parts = [k for k, token in enumerate(self.low) if token in _ENDS]
            self._compounds()
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
            joined = previous is not None and mark.i - previous.j == 1
            apart = joined and self.low[mark.i - 1] in _JOINS  # "no discretion and has to"
            if previous is not None and 0 <= mark.i - previous.j <= 1 and not apart:
                previous.value = _MERGED.get((previous.value, mark.value), previous.value)
                previous.j = mark.j
                merged.append(mark)
                continue
            if mark.j - mark.i == 1 and self.low[mark.i] in _HAS and not self._has_to(mark.j):
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

    def _has_to(self, j: int) -> bool:
        """Whether "hat" is a duty: an infinitive with "zu" follows in its clause."""
        for token in self.low[j : j + 30]:
            if token in _BREAKS or token == ",":
                break
            if token == "zu" or (len(token) > 7 and "zu" in token[2:-3] and token.endswith("n")):
                return True
        return False

    def _quotes(self) -> None:
        text = self.out.text
        if not _HAS_QUOTE.search(text):
            return
        for match in _QUOTED.finditer(text):
            group = match.lastgroup
            if group:
                self.out.quotes.append(Quote(match.start(group), match.end(group)))
        self._half_quotes(text)

    def _half_quotes(self, text: str) -> None:
        """A quotation of several sentences: this one holds only its beginning or its end."""
        opening, closing = ("„", "“") if self.lex.code == "de" else ("“", "”")
        for left, right in (("«", "»"), (opening, closing)):
            first, last = text.find(right), text.rfind(left)
            if 0 <= first <= _LONGEST_QUOTE and (last < 0 or text.find(left) > first):
                self.out.quotes.append(Quote(0, first))
            if last >= 0 and text.find(right, last) < 0:
                self.out.quotes.append(Quote(last + 1, min(len(text), last + _LONGEST_QUOTE)))

    def _compounds(self) -> None:
        """ "Four hours and 30 minutes", "one year and six months": one figure of two units."""
        quantities = self.out.quantities
        units = self.lex.unit_by_name
        kept: list[Quantity] = []
        for after in quantities:
            here = kept[-1] if kept else None
            joined = here is not None and (
                here.dim == after.dim
                and here.dim in ("day", "month")
                and here.unit != after.unit
                and units[here.unit].factor > units[after.unit].factor
                and not (here.ordinal or after.ordinal or after.implicit or here.kind or after.kind)
                and here.number == int(here.number)
                and after.value < units[here.unit].factor
                and self._joins(here.j, after.i)
            )
            if here is None or not joined:
                kept.append(after)
                continue
            here.value += after.value
            here.number = here.value / units[here.unit].factor
            here.implicit = False
            here.j, here.end = after.j, after.end
        quantities[:] = kept

    def _joins(self, i: int, j: int) -> bool:
        gap = self.low[i:j]
        if self.lex.code == "he":
            return not gap and self.low[j].startswith("ו")
        return len(gap) == 1 and gap[0] in _COMPOUND_GLUE

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
        counts = [q for q in self.out.quantities if q.dim == "count"]
        content = [k for k, word in enumerate(words) if word is not None] if counts else []
        for quantity in counts:
            first = quantity.j
            at = bisect_left(content, first)
            stop = self._end_before(first, first + 5)
            found: list[int] = []
            for k in content[at : at + 2]:
                word = words[k]
                if k < stop and word is not None:
                    found.extend(word.concepts)
            quantity.nouns = tuple(found)

    def _end_before(self, i: int, j: int) -> int:
        """The first break or comma among the tokens ``i``..``j``, ``j`` when there is none."""
        at = bisect_left(self.ends_of_parts, i)
        ends = self.ends_of_parts
        return min(j, ends[at]) if at < len(ends) else j

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
        figure_ends = {q.j for q in out.quantities if q.dim != "count"}
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
        phrase = " ".join(self.low[mark.i : mark.j])
        if phrase in self.lex.latest:
            quantity.timing = "latest"
        elif phrase in self.lex.earliest:
            quantity.timing = "earliest"
        linked = mark.i - 1 in figure_ends and self.low[mark.i - 1] in _LINKS
        if value in ("gt", "lt") and (mark.i in figure_ends or linked):
            return  # "1.4 % exceeds EUR 7 million" compares two figures
        if value in ("about", "just_over", "just_under"):
            quantity.approx = value
            return
        if value == "exact":
            quantity.cmp = quantity.cmp or "eq"
            return
        if value == "between":
            self._between(quantity)
            return
        if value in ("gt", "lt"):
            for k in range(mark.i, max(-1, mark.i - 5), -1):
                if k in negs:
                    value = "max" if value == "gt" else "min"
                    break
                if k and (self.low[k - 1] in _BREAKS or self.low[k - 1] == ","):
                    break
        quantity.cmp = value

    def _between(self, quantity: Quantity) -> None:
        """ "Between 20 and 300": the first figure is the least, the second the most."""
        quantities = self.out.quantities
        at = bisect_right(quantities, quantity.i, key=lambda q: q.i) - 1
        if at + 1 >= len(quantities) or quantities[at] is not quantity:
            return
        after = quantities[at + 1]
        gap = self.low[quantity.j : after.i]
        if after.dim == quantity.dim and after.value > quantity.value and len(gap) <= 2:
            quantity.cmp, after.cmp = "min", after.cmp or "max"
            quantity.loose = after.loose = True

    def _per(self) -> None:
        """ "per day", "a year", "for each week": what a rate is counted by."""
        low, n = self.low, self.n
        per = self.tables.per
        adverbs = self.tables.period_adverbs
        out = self.out
        spots = [k for k, token in enumerate(low) if token in per or token in adverbs]
        if not spots:
            return
        for quantity in out.quantities:
            stop = self._end_before(quantity.j, quantity.j + 6)
            for k in spots[bisect_left(spots, quantity.j) : bisect_left(spots, stop)]:
                token = low[k]
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
                    if at < n and quantity.dim.startswith("money"):
                        each = self.out.words[at]
                        quantity.each = each.concepts if each is not None else ()
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
        quantities = self.out.quantities
        for here, after in itertools.pairwise(quantities):
            # "not earlier than 90 days and not later than 30 days before expiry"
            if here.timing and after.timing and after.rel == "before" and not here.rel:
                here.rel = "before"
        for quantity in quantities:
            if quantity.rel == "before" and quantity.timing:
                # "not later than 30 days before" leaves 30 days or more
                quantity.cmp = "min" if quantity.timing == "latest" else "max"

    def _denied(self) -> None:
        """ "not 12", "rather than 14 days", "you were told eighteen": figures nobody asserts."""
        low = self.low
        told = sorted(
            m.j for m in self.out.marks if m.kind == lx.TALK and m.value in ("facts", "assumption")
        )
        if any(m.kind == lx.TALK and m.value == "endorsement" for m in self.out.marks):
            told = []  # "you said 30 days, and that is right" asserts it
        negs = {m.j for m in self.out.marks if m.kind == lx.NEG}
        if not negs and not told:
            return
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
            if joined.endswith(endings):
                return relation
        return ""
