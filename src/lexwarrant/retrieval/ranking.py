"""Ranking passages for a question by how much of the question each one answers.

The engine proposes candidates; what decides is a figure that a person can read. Each content word
of the question weighs as much as it is rare (inverse document frequency). A passage *covers* a word
fully when the word stands in its text, a little less when it stands in its index lines or heading,
least when it stands only elsewhere in the same article. Coverage is the covered share of the
question's weight. Of passages that fit about equally well, the one of higher standing comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from lexwarrant.jurisdictions.finding_aid import finding_aid
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.ids import ancestors, authority_of
from lexwarrant.records.law import Version
from lexwarrant.retrieval.latent import LatentSpace, latent_space
from lexwarrant.retrieval.lexical import Hit
from lexwarrant.retrieval.lines import NO_LINES, LineMatch, index_lines
from lexwarrant.retrieval.question import Question
from lexwarrant.retrieval.standing import PLAIN, Standing, standing
from lexwarrant.text.tokens import terms

_TEXT, _LINE, _HEAD, _UNIT_LINE, _ELSEWHERE = 1.0, 0.95, 0.9, 0.75, 0.5
_LINE_LIKE, _OWN_TERM = 0.2, 0.1
"""What likeness to one index line, and a question in an authority's own terms, add to strength."""
Credit = dict[str, float]
"""What a passage, or a whole unit, is known by: each index term with the credit it earns."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A passage with its figures, each in 0..1.

    ``coverage``: the share of the question's information that it covers, words that stand only
    elsewhere in its unit included; ``own``: the share that its own text and index lines cover.
    ``bm25``: the engine's score over the best candidate's. ``latent``: the similarity in the pack's
    latent space, None for a pack without one. ``line``: the likeness of the question to the best single
    index line of the unit, ``own_line`` of the passage. ``owned``: the share of the question that stands
    in terms which its authority defines. ``extra``: what the form of the question adds. ``standing``:
    where the authority stands on the day asked about.
    """

    hit: Hit
    coverage: float
    own: float
    bm25: float
    latent: float | None
    standing: Standing = PLAIN
    line: float = 0.0
    own_line: float = 0.0
    owned: float = 0.0
    extra: float = 0.0

    @property
    def strength(self) -> float:
        """What candidates are ordered by, from 0: coverage first, then latent similarity (up to 1 together),
        what likeness to one line, own terms and the question's form add, less what a lower standing costs.

        The weights are round numbers from a broad plateau on the open questions of the demo suite;
        for a pack without a latent space they are those of the rest, scaled to the same sum.
        """
        said = 0.6 * self.coverage + 0.1 * self.bm25
        fit = said / 0.7 if self.latent is None else said + 0.3 * self.latent
        fit += _LINE_LIKE * self.line + _OWN_TERM * self.owned + self.extra - self.standing.cost
        return fit if fit > 0.0 else 0.0

    @property
    def fit(self) -> float:
        """What passages of one unit are told apart by, from 0: what the whole unit shares is left out."""
        said = 0.45 * self.own + 0.1 * self.bm25 + _LINE_LIKE * self.own_line
        return said / 0.55 if self.latent is None else said + 0.45 * self.latent


class Ranker:
    """Orders candidates; keeps the analysed terms of recently seen passages."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._passage = lru_cache(maxsize=16_384)(self._analyse_passage)
        self._vector = lru_cache(maxsize=16)(_vector)
        self._lines = lru_cache(maxsize=16)(_lines)
        self._unit = lru_cache(maxsize=4_096)(self._analyse_unit)
        self._standing = lru_cache(maxsize=8_192)(self._stands)

    def rank(self, question: Question, hits: Sequence[Hit], on: date | None = None) -> list[Ranked]:
        """Candidates best first, each with its standing on ``on``; ties by id, so that the order
        never depends on the engine's."""
        if not hits:
            return []
        top = max(h.bm25 for h in hits) or 1.0
        vectors = self._vectors(question, hits)
        owned = dict(question.owned)
        words = [(t.weight, t.terms) for t in question.terms]
        total = question.information or 1.0
        ranked = [
            self._one(
                words, total, h, h.bm25 / top, vectors, on,
                self._lines(h.unit_id.split("/", 1)[0], question),
                owned.get(authority_of(h.unit_id), 0.0),
            )
            for h in hits
        ]  # fmt: skip
        return sorted(ranked, key=lambda r: (-round(r.strength, 9), r.hit.provision_id))

    def _stands(self, provision_id: str, on: date | None) -> Standing:
        return standing(self._snapshot, provision_id, on)

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
            vector = self._vector(code, question) if space else None
            if space is not None and vector is not None:
                out[code] = (space, vector)
        return out

    def _one(
        self,
        words: Sequence[tuple[float, tuple[str, ...]]],
        total: float,
        hit: Hit,
        bm25: float,
        vectors: dict[str, tuple[LatentSpace, list[float]]],
        on: date | None,
        lines: LineMatch,
        owned: float,
    ) -> Ranked:
        mine = self._passage(hit.provision_id, hit.unit_id, hit.start, hit.end, hit.valid_from).get
        around = self._unit(hit.unit_id, hit.valid_from).get
        covered = own = 0.0
        for weight, forms in words:
            inside = best = 0.0
            for form in forms:  # no calls in here: it runs for every word of every candidate
                credit = mine(form, 0.0)
                if credit > inside:
                    inside = credit
                credit = around(form, 0.0)
                if credit > best:
                    best = credit
            own += weight * inside
            covered += weight * (inside if inside > best else best)
        code = hit.unit_id.split("/", 1)[0]
        space = vectors.get(code)
        latent = 0.0 if latent_space(code) is not None else None
        if space is not None:
            latent = space[0].similarity(space[1], hit.provision_id)
        stands = self._standing(hit.provision_id, on)
        own_line = 0.0
        place = hit.provision_id
        while len(place) > len(hit.unit_id):
            own_line = max(own_line, lines.part(place))
            place = place.rsplit("/", 1)[0]
        return Ranked(
            hit, covered / total, own / total, bm25, latent, stands, lines.unit(hit.unit_id), own_line, owned
        )  # fmt: skip

    def _analyse_passage(
        self, provision_id: str, unit_id: str, start: int, end: int, valid_from: int
    ) -> Credit:
        version = self.version_of(Hit(provision_id, unit_id, start, end, valid_from, 0.0))
        authority = self._snapshot.authority(authority_of(unit_id))
        if version is None or authority is None:
            return {}
        aid = finding_aid(authority.jurisdiction)
        around = (a for a in ancestors(provision_id) if a not in (unit_id, authority.id))
        language = authority.language
        lines = (t for a in around for line in aid.get(a, ()) for t in terms(line, language))
        words = terms(version.text[start:end], language)
        return dict.fromkeys(lines, _LINE) | dict.fromkeys(words, _TEXT)

    def _analyse_unit(self, unit: str, valid_from: int) -> Credit:
        authority = self._snapshot.authority(authority_of(unit))
        for version in self._snapshot.versions(unit):
            start = version.valid_from.toordinal() if version.valid_from else 0
            if start != valid_from or authority is None:
                continue
            language = authority.language
            aid = finding_aid(authority.jurisdiction).get(unit, ())
            credit = dict.fromkeys(terms(version.text, language), _ELSEWHERE)
            credit |= dict.fromkeys((t for line in aid for t in terms(line, language)), _UNIT_LINE)
            return credit | dict.fromkeys(terms(version.heading, language), _HEAD)
        return {}


def _vector(code: str, question: Question) -> list[float] | None:
    """The question's vector in a pack's latent space; None where it has none."""
    space = latent_space(code)
    return space.vector(question) if space else None


def _lines(code: str, question: Question) -> LineMatch:
    """How like a question is to the index lines of a pack; nothing where it has none."""
    found = index_lines(code)
    return found.match(question) if found else NO_LINES
