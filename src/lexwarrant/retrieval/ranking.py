"""Ranking passages for a question by how much of the question each one answers.

The engine proposes candidates; what decides is a figure that a person can read. Each content word
of the question weighs as much as it is rare (inverse document frequency). A passage *covers* a word
fully when the word stands in its text, a little less when it stands in its index lines or heading,
least when it stands only elsewhere in the same article. Coverage is the covered share of the
question's weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from lexwarrant.jurisdictions.finding_aid import finding_aid
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.ids import ancestors, authority_of
from lexwarrant.records.law import Version
from lexwarrant.retrieval.latent import LatentSpace, latent_space
from lexwarrant.retrieval.lexical import Hit
from lexwarrant.retrieval.question import Question
from lexwarrant.text.tokens import terms

_TEXT, _LINE, _HEAD, _UNIT_LINE, _ELSEWHERE = 1.0, 0.95, 0.9, 0.75, 0.5
_UNIT_FACTOR = 0.85
"""What a match with an index line of the whole article is worth against one of the passage's own."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Index lines by term: for each term the numbers of the lines that hold it, and their sizes."""

    postings: dict[str, tuple[int, ...]]
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KnownTerms:
    """What a passage (or a whole unit) is known by: the credit of each term, and its index lines."""

    credit: dict[str, float]
    lines: Lines


@dataclass(frozen=True, slots=True)
class Ranked:
    """A passage with its figures, all in 0..1.

    ``coverage``: the share of the question's information that it covers. ``line``: how well its
    best index line matches the question as a whole. ``bm25``: the engine's score over the best
    candidate's. ``latent``: the similarity in the pack's latent space, 0 where there is none.
    """

    hit: Hit
    coverage: float
    line: float
    bm25: float
    latent: float

    @property
    def strength(self) -> float:
        """What candidates are ordered by, in 0..1: coverage first, then latent similarity.

        The weights are round numbers from a broad plateau on the open questions of the demo suite;
        a question whose pack has no latent space is ordered by the rest.
        """
        return 0.55 * self.coverage + 0.05 * self.line + 0.1 * self.bm25 + 0.3 * self.latent


class Ranker:
    """Orders candidates; keeps the analysed terms of recently seen passages."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._passage = lru_cache(maxsize=16_384)(self._analyse_passage)
        self._unit = lru_cache(maxsize=4_096)(self._analyse_unit)

    def rank(self, question: Question, hits: Sequence[Hit]) -> list[Ranked]:
        """Candidates best first; ties by id, so that the order never depends on the engine's."""
        if not hits:
            return []
        top = max(h.bm25 for h in hits) or 1.0
        vectors = self._vectors(question, hits)
        ranked = [self._one(question, h, h.bm25 / top, vectors) for h in hits]
        return sorted(ranked, key=lambda r: (-round(r.strength, 9), r.hit.provision_id))

    def version_of(self, hit: Hit) -> Version | None:
        """The version that a hit is a stretch of."""
        for version in self._snapshot.versions(hit.unit_id):
            start = version.valid_from.toordinal() if version.valid_from else 0
            if start == hit.valid_from and hit.end <= len(version.text):
                return version
        return None

    def _vectors(
        self, question: Question, hits: Sequence[Hit]
    ) -> dict[str, tuple[LatentSpace, list[float]]]:
        """The question's vector in the latent space of each jurisdiction among the candidates."""
        out = {}
        for code in {h.unit_id.split("/", 1)[0] for h in hits}:
            space = latent_space(code)
            vector = space.vector(question) if space else None
            if space is not None and vector is not None:
                out[code] = (space, vector)
        return out

    def _one(
        self,
        question: Question,
        hit: Hit,
        bm25: float,
        vectors: dict[str, tuple[LatentSpace, list[float]]],
    ) -> Ranked:
        own, unit = self._passage(replace(hit, bm25=0.0)), self._unit(hit.unit_id, hit.valid_from)
        total = question.information
        if not total:
            return Ranked(hit, 0.0, 0.0, bm25, 0.0)
        covered = sum(
            t.weight * max(max(own.credit.get(f, 0.0), unit.credit.get(f, 0.0)) for f in t.terms)
            for t in question.terms
        )
        line = max(_best_line(question, own.lines), _UNIT_FACTOR * _best_line(question, unit.lines))
        space = vectors.get(hit.unit_id.split("/", 1)[0])
        latent = space[0].similarity(space[1], hit.provision_id) if space else 0.0
        return Ranked(hit, covered / total, line, bm25, latent)

    def _analyse_passage(self, hit: Hit) -> KnownTerms:
        version = self.version_of(hit)
        authority = self._snapshot.authority(authority_of(hit.unit_id))
        if version is None or authority is None:
            return KnownTerms({}, Lines({}, ()))
        aid = finding_aid(authority.jurisdiction)
        around = (a for a in ancestors(hit.provision_id) if a not in (hit.unit_id, authority.id))
        lines = [terms(line, authority.language) for a in around for line in aid.get(a, ())]
        credit = dict.fromkeys((t for line in lines for t in line), _LINE)
        words = terms(version.text[hit.start : hit.end], authority.language)
        return KnownTerms(credit | dict.fromkeys(words, _TEXT), _lines(lines))

    def _analyse_unit(self, unit: str, valid_from: int) -> KnownTerms:
        authority = self._snapshot.authority(authority_of(unit))
        for version in self._snapshot.versions(unit):
            start = version.valid_from.toordinal() if version.valid_from else 0
            if start != valid_from or authority is None:
                continue
            aid = finding_aid(authority.jurisdiction).get(unit, ())
            lines = [terms(line, authority.language) for line in aid]
            credit = dict.fromkeys(terms(version.text, authority.language), _ELSEWHERE)
            credit |= dict.fromkeys((t for line in lines for t in line), _UNIT_LINE)
            credit |= dict.fromkeys(terms(version.heading, authority.language), _HEAD)
            return KnownTerms(credit, _lines(lines))
        return KnownTerms({}, Lines({}, ()))


def _lines(lines: Sequence[Sequence[str]]) -> Lines:
    postings: dict[str, list[int]] = {}
    sizes = []
    for number, line in enumerate(lines):
        distinct = set(line)
        sizes.append(len(distinct))
        for term in distinct:
            postings.setdefault(term, []).append(number)
    return Lines({t: tuple(n) for t, n in postings.items()}, tuple(sizes))


def _best_line(question: Question, lines: Lines) -> float:
    """The best match of one index line: shared weight over the geometric mean of both weights.

    A line's own weight is the question's where a word is shared and the question's mean elsewhere,
    so a long line about something else does not win by one shared word.
    """
    if not lines.sizes:
        return 0.0
    shared: dict[int, float] = {}
    counts: dict[int, int] = {}
    for term in question.terms:
        for form in term.terms:
            for number in lines.postings.get(form, ()):
                shared[number] = shared.get(number, 0.0) + term.weight
                counts[number] = counts.get(number, 0) + 1
    total = question.information
    mean = total / len(question.terms)
    best = 0.0
    for number, weight in shared.items():
        own = weight + mean * (lines.sizes[number] - counts[number])
        best = max(best, weight / (own * total) ** 0.5)
    return min(1.0, best)
