"""Ranking passages for a question by how much of the question each one answers.

The engine proposes candidates; what decides is a figure that a person can read. Each content word
of the question weighs as much as it is rare (inverse document frequency). A passage *covers* a word
fully when the word stands in its text, a little less when it stands in its index lines or heading,
least when it stands only elsewhere in the same article. Coverage is the covered share of the
question's weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from lexwarrant.jurisdictions.finding_aid import finding_aid
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.ids import ancestors, authority_of
from lexwarrant.records.law import Version
from lexwarrant.retrieval.lexical import Hit
from lexwarrant.retrieval.question import Question, QuestionTerm
from lexwarrant.text.tokens import terms

_TEXT, _LINE, _HEAD, _UNIT_LINE, _ELSEWHERE = 1.0, 0.95, 0.9, 0.75, 0.5


@dataclass(frozen=True, slots=True)
class PassageTerms:
    """The index terms of a passage by where they stand; ``lines`` has one set per index line."""

    text: frozenset[str]
    head: frozenset[str]
    lines: tuple[frozenset[str], ...]
    unit_lines: tuple[frozenset[str], ...]
    elsewhere: frozenset[str]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A passage with its figures, all in 0..1.

    ``coverage``: the share of the question's information that it covers. ``line``: how well its
    best index line matches the question as a whole. ``bm25``: the engine's score over the best
    candidate's.
    """

    hit: Hit
    coverage: float
    line: float
    bm25: float

    @property
    def strength(self) -> float:
        """What candidates are ordered by: the mean of coverage, index line and BM25, weighted."""
        return 0.6 * self.coverage + 0.25 * self.line + 0.15 * self.bm25


class Ranker:
    """Orders candidates; keeps the analysed terms of recently seen passages."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._terms = lru_cache(maxsize=16_384)(self._analyse)
        self._unit_terms = lru_cache(maxsize=4_096)(self._analyse_unit)

    def rank(self, question: Question, hits: Sequence[Hit]) -> list[Ranked]:
        """Candidates best first; ties by id, so that the order never depends on the engine's."""
        if not hits:
            return []
        top = max(h.bm25 for h in hits) or 1.0
        ranked = [self._one(question, h, h.bm25 / top) for h in hits]
        return sorted(ranked, key=lambda r: (-round(r.strength, 9), r.hit.provision_id))

    def _one(self, question: Question, hit: Hit, bm25: float) -> Ranked:
        known = self._terms(hit)
        total = question.information
        covered = sum(t.weight * _credit(t, known) for t in question.terms)
        return Ranked(hit, covered / total if total else 0.0, _line(question, known), bm25)

    def version_of(self, hit: Hit) -> Version | None:
        """The version that a hit is a stretch of."""
        for version in self._snapshot.versions(hit.unit_id):
            start = version.valid_from.toordinal() if version.valid_from else 0
            if start == hit.valid_from and hit.end <= len(version.text):
                return version
        return None

    def _analyse(self, hit: Hit) -> PassageTerms:
        version = self.version_of(hit)
        authority = self._snapshot.authority(authority_of(hit.unit_id))
        if version is None or authority is None:
            empty: frozenset[str] = frozenset()
            return PassageTerms(empty, empty, (), (), empty)
        language = authority.language
        aid = finding_aid(authority.jurisdiction)
        around = [
            a for a in ancestors(hit.provision_id) if a not in (hit.unit_id, authority.id)
        ]
        lines = [line for a in around for line in aid.get(a, ())]
        return PassageTerms(
            frozenset(terms(version.text[hit.start : hit.end], language)),
            frozenset(terms(version.heading, language)),
            tuple(frozenset(terms(line, language)) for line in lines),
            tuple(frozenset(terms(line, language)) for line in aid.get(hit.unit_id, ())),
            self._unit_terms(version.provision_id, hit.valid_from, language),
        )

    def _analyse_unit(self, unit: str, valid_from: int, language: str) -> frozenset[str]:
        for version in self._snapshot.versions(unit):
            start = version.valid_from.toordinal() if version.valid_from else 0
            if start == valid_from:
                return frozenset(terms(version.text, language))
        return frozenset()


def _credit(term: QuestionTerm, known: PassageTerms) -> float:
    """How far a passage covers a word: the best place in which any form of it stands."""
    best = 0.0
    for form in term.terms:
        if form in known.text:
            return _TEXT
        if any(form in line for line in known.lines):
            best = max(best, _LINE)
        elif form in known.head:
            best = max(best, _HEAD)
        elif any(form in line for line in known.unit_lines):
            best = max(best, _UNIT_LINE)
        elif form in known.elsewhere:
            best = max(best, _ELSEWHERE)
    return best


def _line(question: Question, known: PassageTerms) -> float:
    """The best match of one index line: shared weight over the geometric mean of both weights.

    A line's own weight is taken from the question where a word is shared and as the question's
    mean elsewhere, so a long line about something else does not win by one shared word.
    """
    total = question.information
    if not total or not question.terms:
        return 0.0
    weights = {form: t.weight for t in question.terms for form in t.terms}
    mean = total / len(question.terms)
    best = 0.0
    for factor, lines in ((1.0, known.lines), (0.85, known.unit_lines)):
        for line in lines:
            shared = sum(weights[w] for w in line if w in weights)
            if shared:
                own = shared + mean * sum(1 for w in line if w not in weights)
                best = max(best, factor * shared / (own * total) ** 0.5)
    return min(1.0, best)
