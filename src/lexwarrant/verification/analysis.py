"""One pass over a text: tokens, content words, marks, quantities, dates, references, quotes.

Linear in the text; nothing here raises on content. Offsets are code points of the text as given
(folding used here keeps every character in its place).
"""

from __future__ import annotations

from collections.abc import Sequence

from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.lexicon import Lexicon, Opener, Word
from lexwarrant.verification.marks import Analysis, Mark
from lexwarrant.verification.numerals import VULGAR
from lexwarrant.verification.settling import Settling

_MOST_WORDS = 200_000
"""Words that are remembered."""
_NOTHING = Word("", (), 0.0, True, (), "")
"""Stands for the marks that open nothing."""


class _Reader(Settling):
    """The one pass itself."""

    def read(self) -> Analysis:
        low, n = self.low, self.n
        out = self.out
        words, parties = out.words, out.parties
        known, openers = self.lex.plain, self.lex.openers
        if len(known) + len(openers) > _MOST_WORDS:
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
                    parties.append((i, plain.role))
                i += 1
                continue
            opener = openers.get(token)
            if opener is None:
                first = token[0]
                if first.isdecimal():
                    i = self._figure(i)
                    continue
                if not first.isalpha():
                    i = self._sign(i)
                    continue
                if self.lex.is_plain(token):
                    known[token] = self.lex.word(token)
                    continue
                opener = openers[token] = Opener(self.lex, token)
            if opener.month:
                j = self._month_first_date(i)
                if j:
                    i = j
                    continue
            entries = opener.entries
            if entries is not None:
                # most words that open a phrase open none here: asked before the call
                if entries[0] is not None or (i + 1 < n and low[i + 1] in entries[1]):
                    j = self._phrase(i, entries)
                    if j:
                        i = j
                        continue
            elif opener.inner:
                j = self._hebrew_phrase(i, opener)
                if j:
                    i = j
                    continue
            if opener.figure:
                j = self._words_figure(i)
                if j:
                    i = j
                    continue
            if opener.currency and i + 1 < n and low[i + 1][0].isdecimal():
                i = self._currency_first(i)
                continue
            word = opener.word
            if not word.stop:
                words[i] = word
            if word.role:
                parties.append((i, word.role))
            i += 1
        self._finish()
        return out

    def _sign(self, i: int) -> int:
        """A token that is neither word nor figure; the one after what it opens."""
        token = self.low[i]
        entries = self.lex.phrases.get(token)
        if entries is not None:
            return self._phrase(i, entries) or i + 1
        if token in VULGAR:
            return self._quantity(i, i + 1, VULGAR[token], False)
        if token in self.lex.currencies:
            return self._currency_first(i)
        self.lex.plain[token] = _NOTHING
        return i + 1

    def _phrase(self, i: int, entries: lx.Phrases) -> int:
        low = self.low
        single, longer = entries
        if longer and i + 1 < self.n:
            for phrase, marks in longer.get(low[i + 1], ()):
                size = len(phrase)
                if size == 2 or tuple(low[i : i + size]) == phrase:
                    return self._mark(i, i + size, marks)
        return self._mark(i, i + 1, single[1]) if single else 0

    def _hebrew_phrase(self, i: int, opener: Opener) -> int:
        kept = self.low[i]
        for inner, entries in opener.inner:
            self.low[i] = inner
            j = self._phrase(i, entries)
            self.low[i] = kept
            if j:
                return j
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


def analyse(text: str, lex: Lexicon, month_first: bool = False) -> Analysis:
    """Read ``text`` once with the tables of one language."""
    return _Reader(text, lex, month_first).read()
