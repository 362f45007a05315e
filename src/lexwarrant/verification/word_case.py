"""Who does it, by case: German articles and Hebrew particles say which part a noun has."""

from __future__ import annotations

from lexwarrant.verification.chunks import Chunk
from lexwarrant.verification.clause_walk import ClauseWalk, Predication
from lexwarrant.verification.lexicon import Word
from lexwarrant.verification.marks import Analysis, Mark

_FEMININE = frozenset(
    ["behörde", "aufsichtsbehörde", "person", "partei", "gemeinde", "bank", "firma", "mutter",
     "kasse", "versicherung", "aufsicht"]
)  # fmt: skip
"""Feminine names of people and bodies: "der" before them is no nominative."""


class CaseWalk(ClauseWalk):
    """German and Hebrew: the small words of each noun say which part it has."""

    def __init__(self, analysis: Analysis, seq: list[int], seams: set[int]) -> None:
        super().__init__(analysis, seq, seams)
        self.chunks: list[Chunk] = []
        self.verbs: list[tuple[int, Word]] = []
        self.force = ""
        self.werden = False
        self.neg = False
        self.waiting = False
        self.holder: Chunk | None = None
        self.in_condition = False
        self.by_pronoun = False
        self.meant: list[Chunk] = []

    def is_verb(self, k: int, p: int, word: Word) -> bool:
        if not word.action or word.role:
            return False
        if self.lex.code == "de":
            return self.analysis.text[self.analysis.starts[k]].islower()
        return True

    def verb(self, k: int, word: Word) -> None:
        if self.lex.code == "he" and word.text[0] == "ש" and len(word.text) > 3:
            self.clause_ends()  # "שהגיש": a relative clause
        self.verbs.append((k, word))

    def chunk(self, chunk: Chunk) -> None:
        if self.waiting and chunk.person and chunk.case not in ("by", "from"):
            self.holder = chunk
            self.waiting = False
            return
        if self.lex.code == "de" and chunk.case == "ambiguous":
            head = self.low[chunk.j - 1]
            feminine = head.endswith(("in", "ung", "heit", "schaft", "ion", "ei", "tät"))
            feminine = feminine or head in _FEMININE
            belongs = self.prior == "chunk"  # "die Kosten der Behörde", "meldet der Behörde"
            chunk.case = "subj" if not feminine else "of" if belongs else "to"
        self.chunks.append(chunk)

    def modal(self, mark: Mark) -> None:
        if not self.force:
            self.force = mark.value

    def burden(self) -> None:
        self.waiting = True

    def negation(self, mark: Mark) -> None:
        self.neg = True

    def condition(self) -> None:
        self.clause_ends()
        self.in_condition = True

    def being(self) -> None:
        self.werden = self.werden or self.lex.code == "de"

    def pronoun(self) -> None:
        self.by_pronoun = True
        self.meant = [c for c in self.antecedent() if c not in self.chunks]

    def comma(self) -> None:
        self.clause_ends()

    def clause_ends(self) -> None:
        chunks, verbs = self.chunks, self.verbs
        people = [c for c in chunks if c.person]
        if people or self.holder is not None:
            self._make(chunks, people, verbs)
        self.chunks, self.verbs = [], []
        self.force = ""
        self.werden = self.neg = self.waiting = self.in_condition = self.by_pronoun = False
        self.holder = None
        self.meant = []
        self.case = self.conj = ""
        self.only = False

    def _make(
        self, chunks: list[Chunk], people: list[Chunk], verbs: list[tuple[int, Word]]
    ) -> None:
        by = [c for c in people if c.case == "by"]
        subjects = [c for c in people if c.case == "subj"]
        bare = [c for c in people if not c.case]
        passive = self.werden and bool(verbs) and not any(w.getter for _, w in verbs)
        given = [c for c in people if c.case in ("to", "obj")]
        agents: list[Chunk] = []
        recipients = list(given)
        subject = subjects or bare[:1]
        if self.holder is not None:
            agents = [self.holder]
            recipients.extend(subject)
        elif passive:
            agents = by
            recipients.extend(subject)
        else:
            agents = by or subject
            if by:
                recipients.extend(subject)
            elif subjects:
                recipients.extend(bare)
            else:
                recipients.extend(bare[1:])
        on = [c for c in people if c.case == "upon"]
        if on and self.lex.code == "he":
            recipients.extend(c for c in agents if c.case != "by")
            agents = on[:1]
        if self.by_pronoun and not subjects and self.lex.code == "de" and not self.holder:
            recipients.extend(c for c in agents if c not in by)
            agents = by or self.meant
        named = [c for c in chunks if not c.person]
        strong = [(k, w) for k, w in verbs if not w.carrier]
        acts = strong or (verbs if not named else [])
        if len({w.concepts[0] for _, w in acts}) > 2:
            return  # several acts and several people: who does which is not told by case
        if acts:
            concepts = {c for _, word in acts for c in word.concepts}
            roots = {word.concepts[0] for _, word in acts}
            at = acts[-1][0]
        else:
            concepts = {c for chunk in named for c in chunk.head}
            roots = {c.root for c in named}
            at = (verbs[-1][0] if verbs else chunks[0].i) if verbs or chunks else 0
        getter = any(w.getter for _, w in verbs)
        if getter:
            givers = [c for c in people if c.case in ("from", "by")]
            agents, recipients = givers, [*(c for c in agents if c not in givers), *recipients]
        self.out.append(
            Predication(
                at,
                frozenset(concepts),
                self.force or ("must" if self.holder is not None or on else ""),
                self.neg,
                passive,
                agents,
                recipients,
                subject,
                self.in_condition,
                frozenset(roots),
            )
        )
