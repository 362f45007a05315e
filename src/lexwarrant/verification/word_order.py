"""Who does it, by word order: English and French.

The bare noun before a verb is its subject, the one behind it its object. Passives are turned round,
and so are verbs whose subject is the one who gets ("receive notice from"). A duty named as a thing
("it falls to X to", "is a task the Article lays on X") gives its act to X.
"""

from __future__ import annotations

from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.chunks import Chunk
from lexwarrant.verification.clause_walk import ClauseWalk, Predication
from lexwarrant.verification.lexicon import Word
from lexwarrant.verification.marks import Analysis, Mark

_NOMINAL = {
    "en": ("tion", "ment", "sion", "ance", "ence", "al", "age", "ure", "ery", "ness", "ship"),
    "fr": ("tion", "ment", "age", "ance", "ence", "ure", "sion", "eur", "ée"),
}
_PARTICIPLE = {
    "en": ("ed", "en", "t", "d", "n"),
    "fr": ("é", "ée", "és", "ées", "i", "is", "it", "u", "us", "ue", "ise", "ite"),
}
_NO_ADVERBS = frozenset({"comply", "supply", "apply", "reply", "rely", "imply", "multiply"})
_INFINITIVE = ("er", "ir", "re")
_OBLIGES = frozenset(
    ["requires", "require", "obliges", "oblige", "allows", "permits", "entitles", "enables",
     "authorises", "authorizes", "empowers", "lets", "forbids", "obligates"]
)  # fmt: skip
_CAUSES = frozenset({"get", "gets", "have", "has", "got", "had"})
_GIVES = frozenset(
    [
        "give", "gives", "given", "gave", "giving", "pay", "pays", "paid", "paying", "send",
        "sends", "sent", "grant", "grants", "granted", "offer", "offers", "offered", "serve",
        "serves", "owe", "owes", "lend", "lends", "tell", "tells", "hand", "hands", "allow",
        "allows", "award", "awards",
    ]
)  # fmt: skip


class OrderWalk(ClauseWalk):
    """English and French: word order says who does it."""

    def __init__(self, analysis: Analysis, seq: list[int], seams: set[int]) -> None:
        super().__init__(analysis, seq, seams)
        self.main: list[Chunk] = []
        self.saved: list[Chunk] = []
        self.rel: list[Chunk] | None = None
        self.last: list[Chunk] = []
        """The list of chunks read last, a candidate for the next verb."""
        self.fresh = True
        self.current: Predication | None = None
        self.pending: Mark | None = None
        self.waiting = False
        """A burden waits for the person who has it."""
        self.be = False
        self.neg = False
        self.in_condition = False
        self.nominal: Predication | None = None
        self._carried: Predication | None = None
        self.held: tuple[Mark, list[Chunk]] | None = None
        """A modal cut off from its verb by a comma: "may, where necessary, request"."""
        self.series: list[Chunk] = []
        """Bare chunks read one after another, apart by commas: a list so far."""
        self.acted = False
        """A verb was read since the main subject was."""
        self.owner: Chunk | None = None
        """The possessor read last: "the buyer's"."""
        self.first = 0
        """Where the predications of this clause begin."""

    def _parts(self, k: int) -> bool:
        """ "Give the Mayor valid notice": the receiver ends where the thing given begins."""
        current, words = self.current, self.words
        if current is None or self.low[current.at] not in _GIVES or len(self.tokens) != 1:
            return False
        first = words[self.tokens[0]]
        return first is not None and bool(first.role or first.person) and not self.case

    def is_verb(self, k: int, p: int, word: Word) -> bool:
        low = self.low
        token = low[k]
        english = self.lex.code == "en"
        if english and token.endswith("ly") and token not in _NO_ADVERBS:
            return False
        if self.held is not None and self.pending is None and self._resumes(token, word):
            return True
        if self.pending is not None and self.current is None and not self.tokens:
            after_to = k > 0 and low[k - 1] == "to"
            french = not english and self.previous != "det"
            if self.previous in ("mark", "be") or after_to or french:
                return not (english and word.role)
        infinitive = not english and word.action and token.endswith(_INFINITIVE)
        if infinitive and k and low[k - 1] in self.lex.objects and not self.tokens:
            return True  # "de l'établir"
        if not word.action or self.previous == "det":
            return False
        before = low[k - 1] if k else ""
        after = low[k + 1] if k + 1 < len(low) else ""
        if english:
            if token.endswith("ing"):
                if self.tokens:
                    return after in self.lex.determiners
                return self.previous != "case" or before in ("by", "for", "of", "in", "from", "to",
                    "on", "before", "after", "without")  # fmt: skip
            if before == "to":
                return after not in ("of", "from", "in", ",", ".", "") and not token.endswith(
                    _NOMINAL["en"]
                )
            if self.previous == "have":
                return self._participle(token)
            if self.be and self.previous in ("be", "mark", "") and self._participle(token):
                return True
            if self._goes_on(token):
                return after in self.lex.determiners or after in self.lex.objects
            caused = self.current
            if caused is not None and self.tokens and low[caused.at] in _CAUSES:
                return self._participle(token)
            if self.tokens or self.previous in ("chunk", "mark"):
                plural = bool(self.tokens) and low[self.tokens[-1]].endswith("s")
                people = self.words[self.tokens[-1]] if self.tokens else None
                if people is not None and people.person and plural != token.endswith("s"):
                    return plural is False or (
                        after in self.lex.determiners or after in self.lex.case_of
                    )
                follows = after in self.lex.determiners or after in self.lex.case_of
                if token.endswith("ed") or (token.endswith("s") and not token.endswith("ss")):
                    return follows or after in self.lex.objects
            return False
        if token.endswith(_NOMINAL["fr"]):
            return False
        if before == "en" and self.previous == "case":
            return True
        if self.tokens and self.case == "of":  # "le maître d'ouvrage désigne un"
            return after in self.lex.determiners or after in self.lex.case_of
        if self.previous == "case" or (self.tokens and self.case):
            return not self.tokens and token.endswith(("er", "ir", "re"))
        return bool(self.tokens) or self.previous in ("chunk", "be", "case", "", "stop", "mark")

    def _goes_on(self, token: str) -> bool:
        """ "Shall publish a list and notify the": a second verb under one modal."""
        listed = self.previous == "mark" and bool(self.conj) and self.acted and not self.tokens
        return listed and bool(self.out) and bool(self.out[-1].force) and not token.endswith("s")

    def _participle(self, token: str) -> bool:
        return token.endswith(_PARTICIPLE[self.lex.code]) or token in self.lex.tables.irregular

    def _resumes(self, token: str, word: Word) -> bool:
        """Whether a word is the verb that a modal before a comma waits for."""
        if self.tokens or self.previous not in ("comma", "be") or word.role:
            return False
        return word.action or self._participle(token) or self.lex.code == "en"

    def verb(self, k: int, word: Word) -> None:
        token = self.low[k]
        caused = self.current
        causes = caused is not None and self.low[caused.at] in _CAUSES
        if caused is not None and causes and self.previous == "chunk":
            done = self._participle(token)  # "get the notice published"
            if done:
                caused.verb = frozenset(word.concepts)
                caused.root = frozenset(word.concepts[:1])
                caused.agents = [c for c in caused.subject if c.person]
                caused.recipients = []
                return
        if self.held is not None and self.pending is None and self.previous in ("comma", "be"):
            self.pending, self.main = self.held
            self.fresh = False
            self.held = None
        english = self.lex.code == "en"
        passive = self.be or self.previous == "be"
        passive = passive and self._participle(token) and not token.endswith("ing")
        reduced = english and not self.be and self.pending is None and token.endswith("ed")
        after = self.low[k + 1] if k + 1 < len(self.low) else ""
        if reduced and (after == "by" or self.lex.case_of.get(after) == "to"):
            passive = True
        found = Predication(k, frozenset(word.concepts), passive=passive)
        found.root = frozenset(word.concepts[:1])
        found.conditional = self.in_condition
        infinite = english and (token.endswith("ing") or self.low[max(0, k - 1)] == "to")
        if self.pending is not None:
            found.force = self.pending.value
        finite = not infinite or self.pending is not None
        if english and self.pending is None and not infinite and self._goes_on(token):
            found.force = self.out[-1].force
            subject = self.main
        else:
            subject = self._subject(finite and not reduced)
        if reduced and passive:
            subject = self.last[-1:]
        found.negative = self.neg
        found.subject = subject
        people = [c for c in subject if c.person]
        if passive and word.carrier and subject and not people:
            found.verb = subject[-1].head
            found.root = frozenset((subject[-1].root,))
        if passive or (word.getter and not passive):
            found.recipients.extend(people)
        elif finite or self.pending is not None:
            found.agents.extend(people)
        self.out.append(found)
        self.current = found
        self.nominal = None
        self.pending = None
        self.be = self.neg = False
        if self.rel is not None:
            self.rel = None
        else:
            self.acted = True
        self.last = []
        self.series = []

    def _subject(self, finite: bool) -> list[Chunk]:
        if self.rel is not None:
            return self.rel
        if not finite or (self.previous == "mark" and self.conj):
            return self.main  # "must refund the price and may keep it"
        if self.last and self.fresh and not self.last[0].case:
            if self.out and self.last is not self.main:
                taken = {id(c) for c in self.last}
                before = self.out[-1]
                before.recipients[:] = [c for c in before.recipients if id(c) not in taken]
            self.main = self.last
            self.acted = False
        return self.main

    def chunk(self, chunk: Chunk) -> None:
        case = chunk.case
        if self.waiting and chunk.person and case in ("", "to", "of", "by"):
            self._burdened(chunk)
            return
        if case == "of" and chunk.person and self.current is None:
            self.owner = chunk
        elif not case and self.owner is not None and self.opened == "chunk":
            owner, self.owner = self.owner, None
            if chunk.root in self.lex.burden_roots and self.be:
                self._burdened(owner)  # "proving it is the buyer's job"
                return
        else:
            self.owner = None
        whose = case == "to" and chunk.person and self.current is None and self.be
        if whose and any(c.root in self.lex.burden_roots for c in self.main):
            self.main = self.last = []
            self._burdened(chunk)  # "the onus is on the buyer to prove"
            return
        if case == "by":
            target = self.current if self.current is not None and self.current.passive else None
            target = target or self.nominal
            if target is not None and chunk.person:
                target.agents = [*(c for c in target.agents if c.case == "by"), chunk]
            return
        if case == "to":
            target = self.nominal or self.current
            if target is not None and chunk.person:
                target.recipients.append(chunk)
            self._open_nominal(chunk)
            return
        if case == "from":
            target = self.nominal or self.current
            if target is not None and chunk.person:
                getter = self.current
                if getter is not None and not getter.passive and not target.recipients:
                    # whoever demands, has or gets a thing from somebody is who it goes to
                    target.recipients.extend(c for c in getter.subject if c.person)
                target.agents = [c for c in target.agents if c not in target.recipients]
                target.agents.append(chunk)
            return
        if case not in ("", "obj", "subj"):
            whom = chunk.person and self.pending is not None and self.current is None
            if whom and "for" in self.low[max(0, chunk.i - 2) : chunk.i]:
                self._burdened(chunk)  # "is compulsory for every company"
                return
            self._open_nominal(chunk)
            return
        made = self.pending is not None and self.low[self.pending.j - 1] in _OBLIGES
        if made and chunk.person and self.current is None:
            self.main = self.last = [chunk]  # "requires the lender to give"
            self.fresh = self.acted = False
            return
        if self.pending is not None and self.pending.value in ("may", "must_not"):
            self._entitled(chunk)
        if chunk.joined and self.opened in ("mark", "det") and (self.series or self.last):
            self.last = [*(self.series or self.last), chunk]
        else:
            self.last = [chunk]
        self.series.append(chunk)
        if self.current is not None:
            if chunk.person:
                self.current.recipients.append(chunk)
            elif self._carries(self.current):
                self.current.verb = chunk.head
                self.current.root = frozenset((chunk.root,))
                self._carried = self.current
            self._open_nominal(chunk)
            return
        if self.rel is not None:
            self.rel = [chunk]
        elif chunk.joined and self.main and not self.acted:
            self.main = self.last
        elif not self.main or self.fresh or self.in_condition:
            self.main = [chunk]
            self.fresh = self.acted = False
        self._open_nominal(chunk)

    def _carries(self, found: Predication) -> bool:
        """Whether an act says little until the thing given or made is read."""
        word = self.words[found.at]
        return word is not None and word.carrier and found is not self._carried

    def _entitled(self, chunk: Chunk) -> None:
        """ "Is entitled to notice", "has a right to compensation": the subject gets it."""
        assert self.pending is not None
        found = Predication(chunk.i, chunk.head, self.pending.value)
        found.root = frozenset((chunk.root,))
        found.subject = self._subject(True)
        found.recipients.extend(c for c in found.subject if c.person)
        found.conditional = self.in_condition
        self.out.append(found)
        self.current = found
        self.pending = None

    def _open_nominal(self, chunk: Chunk) -> None:
        """A noun that names an act may be followed by who does it and to whom."""
        head = self.words[chunk.j - 1 if self.lex.code == "en" else chunk.i]
        if head is None or not head.action or chunk.person:
            return
        if self.current is not None and self.current.verb & chunk.head:
            return
        self.nominal = Predication(chunk.i, chunk.head, conditional=self.in_condition)
        self.nominal.root = frozenset((chunk.root,))
        self.out.append(self.nominal)

    def _burdened(self, chunk: Chunk) -> None:
        self.waiting = False
        named = [f for f in self.out[self.first :] if not f.agents and not f.passive]
        force = self.pending.value if self.pending is not None else "must"
        self.pending = None
        subject = self.main or self.last
        self.main = [chunk]
        self.fresh = self.acted = False
        self.current = None
        if not named and not subject:
            self.pending = Mark(chunk.i, chunk.j, lx.MODAL, force)
            return
        verb = {c for s in subject if not s.person for c in s.concepts}
        verb.update(c for f in named for c in f.verb)
        found = Predication(chunk.i, frozenset(verb), force, agents=[chunk], subject=[chunk])
        found.root = frozenset(
            (*(s.root for s in subject if not s.person), *(r for f in named for r in f.root))
        )
        for other in named:
            found.recipients.extend(other.recipients)
            other.agents = [chunk]
        self.out.append(found)

    def modal(self, mark: Mark) -> None:
        if self.rel is None:
            self._subject(True)
        if self.held is not None and not self.last:
            self.main = self.held[1]
        self.held = None
        self.pending = mark
        self.current = None
        self.nominal = None
        self.be = self.low[mark.j - 1] in self.lex.be_forms

    def burden(self) -> None:
        self.waiting = True
        self.pending = None

    def negation(self, mark: Mark) -> None:
        self.neg = not self.neg

    def condition(self) -> None:
        self._hold()
        self.saved = self.main
        self.main = []
        self.last = []
        self.in_condition = True
        self.fresh = True
        self.current = self.nominal = None
        self.pending = None
        self.be = self.neg = False

    def conjunction(self) -> None:
        self.fresh = True

    def being(self) -> None:
        self.be = True
        if self.pending is None and self.rel is None and self.previous != "mark":
            self._subject(True)
            self.current = None

    def relative(self) -> None:
        self.rel = list(self.last or self.main)
        self.current = None

    def pronoun(self) -> None:
        self.main = self.antecedent()
        self.last = []
        self.fresh = self.acted = False

    def _hold(self) -> None:
        if self.pending is not None:
            self.held = (self.pending, self.rel or self.main)
            self.pending = None

    def comma(self) -> None:
        self._hold()
        self.previous = "comma"
        if self.in_condition or self.acted:
            self.last, self.series = [], []
        if self.in_condition:
            self.main, self.saved = self.saved, []
            self.in_condition = False
        self.fresh = True
        self.rel = None
        self.current = self.nominal = None
        self.be = False

    def clause_ends(self) -> None:
        self.main, self.saved, self.last, self.series = [], [], [], []
        self.rel = self.held = None
        self.first = len(self.out)
        self.acted = False
        self.fresh = True
        self.current = self.nominal = None
        self.pending = None
        self.waiting = self.be = self.neg = self.in_condition = False
        self.case = self.conj = ""
        self.only = False
