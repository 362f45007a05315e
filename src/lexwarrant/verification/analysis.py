"""One pass over a text: tokens, content words, marks, quantities, dates, references, quotes.

Linear in the text; nothing here raises on content. Offsets are code points of the text as given
(folding used here keeps every character in its place).
"""

from __future__ import annotations

from collections.abc import Sequence

from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.lexicon import Lexicon
from lexwarrant.verification.marks import Analysis, Mark
from lexwarrant.verification.numerals import VULGAR
from lexwarrant.verification.settling import Settling

_AFTER_PREPOSITION = frozenset({lx.REF, lx.CONCEPT, lx.PARTY, lx.STATUS, lx.CMP})
_WHOLE_ONLY = frozenset({"ניתן", "יש"})


class _Reader(Settling):
    """The one pass itself."""

    def read(self) -> Analysis:
        low, n, phrases = self.low, self.n, self.lex.phrases
        out = self.out
        words = out.words
        word_of = self.lex.words
        make = self.lex.word
        months = self.tables.months
        hebrew = self.lex.code == "he"
        composes = self.lex.code in ("he", "de")  # figures are parts of longer words
        figures = self.lex.figure_words
        known, openers = self.lex.plain, self.lex.openers
        if len(known) + len(openers) > 200_000:
            known.clear()
            openers.clear()
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
                if token in VULGAR:
                    i = self._quantity(i, i + 1, VULGAR[token], False)
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
                # most words that open a phrase open none here: asked before the call
                if entries[0] is not None or (i + 1 < n and low[i + 1] in entries[1]):
                    j = self._phrase(i, entries)
                    if j:
                        i = j
                        continue
            elif hebrew:
                j = self._hebrew_phrase(i)
                if j:
                    i = j
                    continue
            if composes or token in figures:
                j = self._words_figure(i)
                if j:
                    i = j
                    continue
            if token in self.lex.currencies and i + 1 < n and low[i + 1][0].isdecimal():
                i = self._currency_first(i)
                continue
            word = word_of.get(token) or make(token)
            if token not in openers:
                if self.lex.is_plain(token):
                    known[token] = word
                else:
                    openers.add(token)
            if not word.stop:
                words[i] = word
            if word.role:
                out.parties.append((i, word.role))
            i += 1
        self._finish()
        return out

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


def _after_preposition(entries: lx.Phrases) -> lx.Phrases | None:
    """The phrases that may stand behind a Hebrew preposition; "לחייב" is no "חייב"."""
    single, longer = entries
    kept = {
        second: [e for e in found if e[1][0][0] in _AFTER_PREPOSITION]
        for second, found in longer.items()
    }
    alone = single if single and single[1][0][0] in _AFTER_PREPOSITION else None
    return (alone, kept) if alone or any(kept.values()) else None


def analyse(text: str, lex: Lexicon, month_first: bool = False) -> Analysis:
    """Read ``text`` once with the tables of one language."""
    return _Reader(text, lex, month_first).read()
