"""Which passage is put forward: the candidates, the choice among them, and the place within the unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from lexwarrant.answering.application import Clause
from lexwarrant.answering.bearing import Bearing, defining_parts
from lexwarrant.answering.intent import holds, intents
from lexwarrant.answering.promotion import confidence
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import Thresholds
from lexwarrant.records.context import Context
from lexwarrant.records.ids import contains, split_id
from lexwarrant.records.law import Version
from lexwarrant.retrieval.dense import DenseIndex
from lexwarrant.retrieval.fusion import fuse
from lexwarrant.retrieval.lexical import Hit, LexicalIndex
from lexwarrant.retrieval.lines import NO_LINES, index_lines
from lexwarrant.retrieval.outside import OutsideMatch, outside_subjects
from lexwarrant.retrieval.question import Question
from lexwarrant.retrieval.ranking import Ranked, Ranker
from lexwarrant.retrieval.router import Route
from lexwarrant.text.tokens import terms

_CANDIDATES = 32
_IN_UNIT = 60
_SORT_BONUS = 0.1
"""What holding the sort of thing asked for (a period, an amount) adds to a passage's fit."""
_LIKER, _CLEARLY = 0.05, 0.25
"""How much more like an index line a question is than any line of another subject; and by how much that subject must
cover more of it all the same."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A passage put forward: its version, the span to quote from, and the figures that decide."""

    version: Version
    hit: Hit
    score: float
    coverage: float
    named: bool


class Chooser:
    """Finds the candidates in one snapshot, and chooses among them."""

    def __init__(
        self,
        snapshot: Snapshot,
        index: LexicalIndex,
        ranker: Ranker,
        thresholds: Thresholds,
        dense: DenseIndex | None,
    ) -> None:
        self._snapshot = snapshot
        self._index = index
        self._ranker = ranker
        self._thresholds = thresholds
        self._dense = dense
        self._bearing = Bearing(ranker.version_of)

    def candidates(
        self, question: Question, led: Route, context: Context, acts: frozenset[str]
    ) -> list[Ranked]:
        """The passages that may answer ``question``, best first; ``acts`` are those of the stated parties."""
        weighted = [
            (form, term.weight / (1 + n))
            for term in question.terms
            for n, form in enumerate(term.terms)
        ]
        units = list(dict.fromkeys(split_id(p).unit or p for p in led.found))
        if units and not weighted:
            weighted = [(form, 1.0) for form in self._words_of(units[0])]
        codes = (context.jurisdiction,) if context.jurisdiction else ()
        for on in (context.analysis_date, None):
            hits = self._index.search(
                weighted,
                limit=_CANDIDATES,
                jurisdictions=codes,
                authorities=() if units else question.named,
                units=units,
                on=on,
            )
            if hits or on is None:
                break
        if not hits and units:
            hits = self._whole(units[0])
        defining = {} if units else defining_parts(question)
        known = {h.provision_id for h in hits}
        hits += [h for p in defining if p not in known for h in self._whole(p)]
        ranked = self._ranker.rank(question, hits, context.analysis_date)
        return self._fused(question, self._bearing.order(question, defining, acts, ranked))

    def within(self, read: Question, provision_id: str, on: date | None) -> list[Ranked]:
        """The candidates of a question in another language: the provision it names, whole."""
        return self._ranker.rank(read, self._whole(provision_id), on)

    def _whole(self, provision_id: str) -> list[Hit]:
        """A named provision that shares no word with the question: all of it, from its beginning."""
        unit = split_id(provision_id).unit or provision_id
        version = self._snapshot.version_on(unit)
        if version is None or not version.text:
            return []
        part = next((p for p in version.parts if p.id == provision_id), None)
        start, end = (part.start, part.end) if part else (0, len(version.text))
        day = version.valid_from.toordinal() if version.valid_from else 0
        return [Hit(provision_id if part else unit, unit, start, end, day, 1.0)]

    def choose(
        self,
        question: Question,
        led: Route,
        ranked: Sequence[Ranked],
        beyond: OutsideMatch | None,
    ) -> Choice | None:
        """The passage to put forward, or none when no candidate is good enough."""
        for candidate in ranked:
            version = self._ranker.version_of(candidate.hit)
            if version is None or not version.text or version.repealed:
                continue
            named = any(
                candidate.hit.provision_id == p
                or candidate.hit.provision_id.startswith(p + "/")
                or candidate.hit.unit_id == p
                for p in led.found
            )
            if led.found and not named:
                continue
            score = 1.0 if named else confidence(candidate, ranked, share(beyond))
            if not self._thresholds.promote(score, candidate.coverage):
                return None
            hit = self.place(question, led, candidate)
            return Choice(version, hit, score, candidate.coverage, named)
        return self._named(led)

    def place(self, question: Question, led: Route, chosen: Ranked) -> Hit:
        """The passage of the chosen unit that fits best, within the part that the question names."""
        weighted = [(f, t.weight) for t in question.terms for f in t.terms]
        found = self._index.search(weighted, limit=_IN_UNIT, units=(chosen.hit.unit_id,))
        named = [p for p in led.found if contains(p, chosen.hit.provision_id)]
        version = self._ranker.version_of(chosen.hit)
        hits = [
            h
            for h in found
            if h.valid_from == chosen.hit.valid_from
            and (not named or any(contains(p, h.provision_id) for p in named))
        ]
        if not hits or version is None or chosen.hit.provision_id in defining_parts(question):
            return chosen.hit
        asked = intents(question.text)

        def fit(r: Ranked) -> float:
            text = version.text[r.hit.start : r.hit.end]
            return r.fit + (_SORT_BONUS if any(holds(i, text) for i in asked) else 0.0)

        ranked = self._ranker.rank(question, hits)
        return max(ranked, key=lambda r: (round(fit(r), 9), r.hit.start - r.hit.end)).hit

    def outside(self, question: Question, code: str | None) -> OutsideMatch | None:
        """The outside subject that covers most of the question, of any pack whose law is held.

        Another field of law counts only where the pack is the one asked about (or none is): what one
        system's acts are not about another's may be.
        """
        found = [
            m
            for held in self._snapshot.jurisdictions()
            if (subjects := outside_subjects(held)) is not None
            and (m := subjects.match(question, no_law=code not in (None, held))) is not None
        ]
        return max(found, key=lambda m: m.coverage, default=None)

    def _fused(self, question: Question, ranked: list[Ranked]) -> list[Ranked]:
        """The candidates in the fused order of their strength and the dense index, if there is one."""
        if self._dense is None or not ranked:
            return ranked
        by_id = {r.hit.provision_id: r for r in reversed(ranked)}
        ids = [r.hit.provision_id for r in ranked]
        return [by_id[i] for i in fuse(ids, self._dense.rank(question.text, ids))]

    def _words_of(self, unit: str) -> list[str]:
        version = self._snapshot.version_on(unit)
        heading = version.heading if version else ""
        return terms(heading)

    def _named(self, led: Route) -> Choice | None:
        """The first provision that the question names, when its words are found nowhere in it."""
        for provision in led.found:
            version = self._snapshot.version_on(provision)
            if version is None or not version.text or version.repealed:
                continue
            part = self._snapshot.part(provision)
            start, end = (part.start, part.end) if part else (0, len(version.text))
            day = version.valid_from.toordinal() if version.valid_from else 0
            hit = Hit(provision, version.provision_id, start, end, day, 1.0)
            return Choice(version, hit, 1.0, 1.0, named=True)
        return None


def choice_of(clause: Clause, score: float, coverage: float) -> Choice:
    """A clause on the start of application as the passage that is put forward."""
    version, cut = clause.version, clause.cut
    day = version.valid_from.toordinal() if version.valid_from else 0
    hit = Hit(version.provision_id, version.provision_id, cut.start, cut.end, day, 0.0)
    return Choice(version, hit, score, coverage, named=False)


def share(beyond: OutsideMatch | None) -> float:
    """How much of a question an outside subject covers, 0 when there is none."""
    return beyond.coverage if beyond else 0.0


def plainly(beyond: OutsideMatch, read: Question, ranked: Sequence[Ranked]) -> bool:
    """Whether another subject covers a question so much better that the law held can be said not to
    speak to it: clearly, where the question uses a word that the law defines, or where what somebody
    asked of the law held is more like it than anything asked of another subject."""
    if not ranked:
        return True
    lead = beyond.coverage - ranked[0].coverage
    lines = index_lines(ranked[0].hit.unit_id.split("/", 1)[0])
    likest = lines.match(read) if lead > 0.0 and lines is not None else NO_LINES
    doubtful = bool(read.uses) or likest.inside - likest.outside > _LIKER
    return lead > (_CLEARLY if doubtful else 0.0)
