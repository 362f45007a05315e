"""The walk over the tokens of a sentence or passage that finds its chunks, verbs and small words.

What stands in which part is for the subclasses: by word order (`word_order`) or by case
(`word_case`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.chunks import Chunk, make_chunk
from lexwarrant.verification.lexicon import Word
from lexwarrant.verification.marks import Analysis, Mark

_BREAKS = frozenset(".;:!?—–\n")
_COMMAS = frozenset(",()")
_STARTS = frozenset({lx.MODAL, lx.NEG, lx.COND, lx.CONJ, lx.SCOPE, lx.BURDEN, lx.CMP, lx.SIGN})
_WERDEN = frozenset({"wird", "werden", "wurde", "wurden", "worden"})
_HAVE = frozenset({"has", "have", "had", "having", "a", "ont", "avait", "avoir"})


@dataclass(slots=True)
class Predication:
    """One act: its concepts, modal, who does it (``agents``) and to whom (``recipients``)."""

    at: int
    verb: frozenset[int]
    force: str = ""
    negative: bool = False
    passive: bool = False
    agents: list[Chunk] = field(default_factory=list)
    recipients: list[Chunk] = field(default_factory=list)
    subject: list[Chunk] = field(default_factory=list)
    """What stands before the verb, person or not."""
    conditional: bool = False
    """It stands in a condition."""
    root: frozenset[int] = frozenset()
    """Roots of the act's own words: a stricter name of it than ``verb``."""
    around: frozenset[int] = frozenset()
    """Concepts of the sentence part it stands in."""


class ClauseWalk:
    """The walk: chunks, verbs and small words, given to the methods of a subclass."""

    def __init__(self, analysis: Analysis, seq: list[int], seams: set[int]) -> None:
        self.seams = seams
        """Where a range begins: no noun goes on over it."""
        self.analysis = analysis
        self.lex = analysis.lex
        self.low = analysis.low
        self.words = analysis.words
        self.seq = seq
        self.out: list[Predication] = []
        self.marks: dict[int, list[Mark]] = {}
        for mark in analysis.marks:
            if mark.kind in _STARTS:
                self.marks.setdefault(mark.i, []).append(mark)
        self.roles = dict(analysis.parties)
        self.phrases: dict[int, list[int]] = {}
        """Concepts of phrases of several words, by their first token."""
        for i, _, concept in analysis.concepts:
            self.phrases.setdefault(i, []).append(concept)
        self.spans = {i: j for i, j, _ in analysis.concepts if i in self.roles}
        self.tokens: list[int] = []
        self.case = ""
        self.carried = ""
        self.only = False
        self.conj = ""
        self.previous = ""
        self.nobody = False
        """ "Nobody" was read last."""
        self.at = 0
        self.before: list[Chunk] = []
        """The subject of the sentence before."""
        self.source = False
        """Whether the passage itself is read, and what stands around an act is wanted."""
        self.chunks_read: list[Chunk] = []
        """All noun chunks, in order."""
        self.seen: list[Chunk] = []
        """People named in this sentence so far."""
        self.prior = ""
        """What stood before the preposition or article read last."""
        self.opened = ""
        """What stood before the chunk that is open."""

    def read(self) -> list[Predication]:
        seq, low, words, lex = self.seq, self.low, self.words, self.lex
        p, n = 0, len(seq)
        began = made = 0
        while p < n:
            k = self.at = seq[p]
            token = low[k]
            if k in self.seams:
                self._close()
            if token in _BREAKS:
                self._close()
                self.clause_ends()
                made = self._surround(began, p, made)
                began = p
                self.seen = []
                p += 1
                continue
            if token in _COMMAS:
                self._close()
                self.case = ""
                self.comma()
                p += 1
                continue
            found = self.marks.get(k)
            if found is not None:
                step = self._small(found)
                if step > k:
                    while p < n and k <= seq[p] < step:
                        p += 1
                    self.previous = "mark"
                    continue
            word = None if token in lex.small_words else words[k]
            if word is not None:
                if self.is_verb(k, p, word):
                    self._close()
                    self.verb(k, word)
                    self.previous = "verb"
                    self.case = ""
                elif word.signs and any(dim in lex.member_dims for dim, _ in word.signs):
                    self._close()  # "covers", "applies": no part of a noun
                    self.previous = "sign"
                else:
                    self._noun(k, token)
            else:
                self._stop(token)
            p += 1
        self._close()
        self.clause_ends()
        self._surround(began, n, made)
        return [f for f in self.out if f.agents or f.recipients or f.subject]

    def _noun(self, k: int, token: str) -> None:
        if self.tokens and self._parts(k):
            self._close()
        if not self.tokens:
            self.opened = self.previous
        self.tokens.append(k)
        self.previous = "noun"
        if token.endswith(("'s", "s'", "’s", "s’")) and self.lex.code == "en":
            kept, self.case = self.case, "of"
            self._close()
            self.case = kept

    def antecedent(self) -> list[Chunk]:
        """Whom a pronoun means: the one person named before it, nobody when there are two; at the
        start of a sentence the subject of the one before."""
        seen = self.seen
        if not seen and self.before:
            return [replace(c, i=self.at, j=self.at + 1, case="") for c in self.before]
        if seen and all(c.surely(seen[0]) for c in seen):
            return seen[-1:]
        return []

    def _surround(self, began: int, ended: int, made: int) -> int:
        """Give the predications made since ``made`` the concepts of their part of the sentence."""
        if self.source and len(self.out) > made:
            concepts: set[int] = set()
            phrases = self.phrases
            for k in self.seq[began:ended]:
                word = self.words[k]
                if word is not None:
                    concepts.update(word.concepts)
                if k in phrases:
                    concepts.update(phrases[k])
            around = frozenset(concepts)
            for found in self.out[made:]:
                found.around = around
        return len(self.out)

    def _parts(self, k: int) -> bool:
        """Whether a content word cannot belong to the chunk that is open."""
        last = self.tokens[-1]
        if self.lex.code == "de":
            text, starts = self.analysis.text, self.analysis.starts
            before = self.words[last]
            named = before is not None and bool(before.role)  # "dem Verkäufer Mängel"
            return text[starts[last]].isupper() and (text[starts[k]].islower() or named)
        return False

    def _small(self, found: list[Mark]) -> int:
        """The marks that begin at a token; the token after those that are no content."""
        step = 0
        for mark in found:
            if mark.kind == lx.MODAL:
                self._close()
                self.case = ""
                self.modal(mark)
                step = max(step, mark.j)
                last = self.lex.word(self.low[mark.j - 1])
                if last.action and (mark.j - mark.i == 2 or self.lex.code == "de"):
                    self.verb(mark.j - 1, last)  # "may require", "anzuzeigen"
            elif mark.kind == lx.BURDEN:
                self._close()
                self.case = ""
                self.burden()
                step = max(step, mark.j)
            elif mark.kind == lx.NEG:
                self._close()
                if mark.value != "instead":
                    self.negation(mark)
                self.nobody = mark.value == "none"
            elif mark.kind == lx.COND:
                self._close()
                self.case = ""
                if mark.value == "unless" and self.nobody:
                    self.only = True  # "no person other than the buyer may"
                else:
                    self.condition()
                step = max(step, mark.j)
            elif mark.kind == lx.CONJ:
                joins = bool(self.tokens) or self.previous == "chunk"
                case = self.case
                self._close()
                self.conj = mark.value
                self.case = case if joins else ""
                self.conjunction()
                step = max(step, mark.j)
            elif mark.kind == lx.SCOPE:
                self._close()
                self.only = self.only or mark.value == "only"
                if mark.j - mark.i > 1:
                    step = max(step, mark.j)
            elif mark.kind == lx.SIGN:
                self._close()
                step = max(step, mark.j)
            elif mark.kind == lx.CMP:
                self._close()
                if mark.j - mark.i == 1:
                    self.case = self.lex.case_of.get(self.low[mark.i], self.case)
                step = max(step, mark.j)
        return step

    def _stop(self, token: str) -> None:
        lex = self.lex
        if token in lex.be_forms or token in _WERDEN:
            self._close()
            self.being()
            self.previous = "be"
            return
        case = lex.case_of.get(token)
        if case is not None:
            self._close()
            self.prior = self.previous
            self.case = case
            self.previous = "case"
            return
        if token in lex.determiners:
            self._close()
            self.previous = "det"
            return
        if token in lex.relatives:
            self._close()
            self.relative()
            self.case = ""
            return
        if token in lex.pronouns:
            self._close()
            self.pronoun()
            return
        if self.tokens:
            self._close()
        if token in _HAVE:
            self.previous = "have"

    def _close(self) -> None:
        if not self.tokens:
            return
        tokens, case = self.tokens, self.case
        self.tokens = []
        chunk = make_chunk(self.analysis, tokens, case, self.roles, self.spans)
        if chunk is None:
            return
        chunk.only, chunk.joined = self.only, self.conj
        if self.nobody and chunk.only:
            self.negation(Mark(chunk.i, chunk.j, lx.NEG, "not"))
        self.only, self.conj, self.nobody = False, "", False
        self.chunks_read.append(chunk)
        self.chunk(chunk)
        if chunk.person:
            self.seen.append(chunk)
        self.previous = "chunk"
        if case != "of":
            self.carried = case
        self.case = ""

    # what a subclass does with what was read
    def is_verb(self, k: int, p: int, word: Word) -> bool:
        raise NotImplementedError

    def verb(self, k: int, word: Word) -> None:
        raise NotImplementedError

    def chunk(self, chunk: Chunk) -> None:
        raise NotImplementedError

    def modal(self, mark: Mark) -> None:
        raise NotImplementedError

    def burden(self) -> None:
        raise NotImplementedError

    def negation(self, mark: Mark) -> None:
        raise NotImplementedError

    def condition(self) -> None:
        raise NotImplementedError

    def conjunction(self) -> None:
        """A list goes on, or another clause begins."""

    def being(self) -> None:
        """A form of "to be" was read."""

    def relative(self) -> None:
        """A relative pronoun was read."""

    def pronoun(self) -> None:
        """A pronoun that may be a subject was read."""

    def comma(self) -> None:
        raise NotImplementedError

    def clause_ends(self) -> None:
        raise NotImplementedError
