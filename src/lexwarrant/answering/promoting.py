"""A chosen passage made an answer: what is quoted, on what basis, with which notes and citations.

No path leads from the question, or from anything else that is not in the snapshot, into the
quotation: it is made from a version's text and two offsets, in one place (`quotation_of`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from lexwarrant.answering.application import Clause, basis_of, clause_of, only_start
from lexwarrant.answering.choosing import Choice, share
from lexwarrant.answering.governing import governing
from lexwarrant.answering.intent import holds, intents
from lexwarrant.answering.phrases import phrases
from lexwarrant.answering.promotion import confidence, tier
from lexwarrant.answering.quoting import (
    MAX_QUOTE_CHARS,
    Cut,
    best_cut,
    paragraph_around,
    readable,
    smallest_part,
    trimmed,
)
from lexwarrant.answering.refusing import not_known, too_long
from lexwarrant.answering.related import Related, related
from lexwarrant.answering.starting import asks_start
from lexwarrant.answering.warnings import fixes_date, not_yet, notes_on
from lexwarrant.jurisdictions.finding_aid import finding_aid
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import (
    Alternative,
    CitationRole,
    CitedProvision,
    LegalAnswer,
    Note,
    Quotation,
    QuotedWords,
    Refusal,
    Thresholds,
    Tier,
)
from lexwarrant.records.context import Context
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import Authority, Version
from lexwarrant.retrieval.outside import OutsideMatch
from lexwarrant.retrieval.question import Question
from lexwarrant.retrieval.ranking import Ranked, Ranker
from lexwarrant.retrieval.router import Route
from lexwarrant.text.tokens import terms

_FOUND, _RULE = "#found", "#rule"
"""What an atom can be worth besides words; no index term begins so."""
_ALTERNATIVES = 5


class Promoter:
    """Makes answers and refusals from what was chosen in one snapshot."""

    def __init__(self, snapshot: Snapshot, ranker: Ranker, thresholds: Thresholds) -> None:
        self._snapshot = snapshot
        self._ranker = ranker
        self._thresholds = thresholds

    def promote(
        self,
        question: Question,
        led: Route,
        choice: Choice,
        ranked: Sequence[Ranked],
        beyond: OutsideMatch | None,
        context: Context,
        clause: Clause | None = None,
    ) -> LegalAnswer:
        """The answer that quotes ``choice``, or a refusal where nothing of it can be quoted."""
        authority = self._snapshot.authority(authority_of(choice.version.provision_id))
        assert authority is not None
        on = context.analysis_date
        version, cut = choice.version, clause.cut if clause is not None else None
        cut = cut or self._named_part(choice, led) or self._cut(question, choice, authority)
        basis = None if clause else self._basis(question, choice, authority, on)
        about, at = version, cut.provision_id if cut else version.provision_id
        if basis is not None:
            at = choice.hit.provision_id
            version, cut = basis
        elif clause is None and on is not None and not _stood(version, on):
            return self.refuse(question.text, not_known(version, authority, on), ranked, beyond)
        if cut is None:
            return self.refuse(question.text, too_long(version, authority), ranked, beyond)
        quotation = quotation_of(version, cut, authority)
        found = [r.hit.provision_id for r in ranked]
        links = related(self._snapshot, version, cut, authority, found)
        fixes = basis is None and fixes_date(self._snapshot, about.provision_id, cut.start, cut.end)
        notes = notes_on(self._snapshot, authority, about, at, on, fixes=fixes)
        if clause is not None and on is not None and clause.waits(on):
            notes = (not_yet(authority.short_title, clause.applies_from, on), *notes)
        return LegalAnswer(
            question=question.text,
            text=_shown(quotation, notes),
            promoted=True,
            quotation=quotation,
            anchor_id=links.anchor_id,
            anchor_label=links.anchor_label,
            cluster_label=version.heading,
            score=round(choice.score, 4),
            coverage=round(choice.coverage, 4),
            thresholds=self._thresholds,
            tier=tier(choice.score),
            domain=authority.domain or None,
            citations=_citations(quotation, links),
            applications=links.applications,
            origins=links.origins,
            n_applications=links.n_applications,
            n_origins=links.n_origins,
            statute_refs=(authority.title,),
            alternatives=self._alternatives(ranked, beyond, version.provision_id),
            notes=notes,
        )

    def refuse(
        self,
        question: str,
        refusal: Refusal,
        ranked: Sequence[Ranked] = (),
        beyond: OutsideMatch | None = None,
    ) -> LegalAnswer:
        """The answer that is none, with the candidates as alternatives."""
        best = ranked[0] if ranked else None
        score = round(confidence(best, ranked, share(beyond)), 4) if best else None
        return LegalAnswer(
            question=question,
            text=refusal.message,
            promoted=False,
            refusal=refusal,
            score=score,
            coverage=round(best.coverage, 4) if best else None,
            thresholds=self._thresholds,
            tier=Tier.NONE,
            alternatives=self._alternatives(ranked, beyond, ""),
        )

    def _basis(
        self, question: Question, choice: Choice, authority: Authority, on: date | None
    ) -> tuple[Version, Cut] | None:
        """The words that fix the date, when the date is what the answer turns on."""
        words = phrases(question.language)
        if choice.named:
            asked = only_start(question, words)
        else:
            asked = asks_start(self._snapshot, question, authority.id)
            clause = clause_of(self._snapshot, authority.id, words) if asked else None
            rule = self._snapshot.applicability(choice.hit.provision_id)
            if clause is not None and (rule is None or rule.target == authority.id):
                return clause.version, clause.cut
        if self._is_basis(choice.version.provision_id, authority.id):
            return None
        return basis_of(self._snapshot, authority, choice.hit.provision_id, on, asked=asked)

    def _is_basis(self, unit: str, authority_id: str) -> bool:
        """Whether a unit fixes when its act applies: it is then its own answer on every day."""
        rule = self._snapshot.applicabilities().get(authority_id)
        return rule is not None and rule.basis == unit

    def _named_part(self, choice: Choice, led: Route) -> Cut | None:
        """The part that the question names, whole, where it is short enough to quote."""
        hit = choice.hit
        for part in choice.version.parts:
            if part.id in led.found and part.start <= hit.start and hit.end <= part.end:
                whole = trimmed(choice.version.text, part.start, part.end)
                if whole[1] - whole[0] <= MAX_QUOTE_CHARS and whole[1] <= readable(choice.version):
                    return Cut(*whole, part.id)
        return None

    def _cut(self, question: Question, choice: Choice, authority: Authority) -> Cut | None:
        """What to quote: from the paragraph around the passage, the run that says most.

        An atom is worth the question's words that stand in it or in the index lines of its point,
        and besides: a mean word for being where the passage was found, one and a half for holding the
        sort of thing that is asked for (a period, an amount), half for stating the rule itself.
        """
        version, hit = choice.version, choice.hit
        start, end = paragraph_around(version, hit.start, hit.end)
        asked = intents(question.text)
        mean = question.information / len(question.terms) if question.terms else 1.0
        weights: dict[str, float] = {f: t.weight for t in question.terms for f in t.terms}
        weights |= {_FOUND: mean, _RULE: mean / 2}
        weights |= {intent.value: 1.5 * mean for intent in asked}
        aid = finding_aid(authority.jurisdiction)

        def value(a: int, b: int) -> frozenset[str]:
            part = smallest_part(version, a, b)
            lines = aid.get(part, ()) if not (a <= start and end <= b) else ()
            said = " ".join((version.text[a:b], *lines))
            present = set(terms(said, authority.language))
            named = {f for f in weights if f in present}
            named |= {i.value for i in asked if holds(i, version.text[a:b])}
            if hit.start < b and a < hit.end:
                named.add(_FOUND)
            if a == start:
                named.add(_RULE)
            return frozenset(named)

        return best_cut(version, start, end, value, weights.__getitem__)

    def _alternatives(
        self, ranked: Sequence[Ranked], beyond: OutsideMatch | None, chosen: str
    ) -> tuple[Alternative, ...]:
        out: list[Alternative] = []
        seen = {chosen}
        for candidate in ranked:
            if candidate.hit.unit_id in seen or len(out) == _ALTERNATIVES:
                continue
            seen.add(candidate.hit.unit_id)
            version = self._ranker.version_of(candidate.hit)
            authority = self._snapshot.authority(authority_of(candidate.hit.unit_id))
            if version is None or authority is None:
                continue
            part = next((p for p in version.parts if p.id == candidate.hit.provision_id), None)
            out.append(
                Alternative(
                    candidate.hit.provision_id,
                    f"{part.label if part else version.label} {authority.short_title}",
                    round(confidence(candidate, ranked, share(beyond)), 4),
                    round(candidate.coverage, 4),
                )
            )
        return tuple(out)


def quotation_of(version: Version, cut: Cut, authority: Authority) -> Quotation:
    """The only place where a quotation is made: a slice of a version's text."""
    part = next((p for p in version.parts if p.id == cut.provision_id), None)
    label = part.label if part else version.label
    around = governing(version, cut.start, cut.end)
    return Quotation(
        text=version.text[cut.start : cut.end],
        document_id=version.provision_id,
        provision_id=cut.provision_id,
        label=f"{label} {authority.short_title}",
        start=cut.start,
        end=cut.end,
        lead=tuple(QuotedWords(version.text[a:b], a, b) for a, b in around.lead),
        close=tuple(QuotedWords(version.text[a:b], a, b) for a, b in around.close),
        more=around.more,
    )


def _stood(version: Version, on: date) -> bool:
    return (version.valid_from is None or version.valid_from <= on) and (
        version.valid_to is None or on < version.valid_to
    )


def _shown(quotation: Quotation, notes: Sequence[Note]) -> str:
    warnings = "".join(f"\n\nNote: {n.text}" for n in notes)
    return f"{quotation.label}: “{quotation.shown}”{warnings}"


def _citations(quotation: Quotation, links: Related) -> tuple[CitedProvision, ...]:
    main = CitedProvision(quotation.label, quotation.provision_id)
    seen = {quotation.provision_id}
    out = [main]
    for edge in links.inside:
        if edge.held and edge.target not in seen:
            seen.add(edge.target)
            out.append(CitedProvision(edge.label, edge.target, CitationRole.CROSS_REFERENCE))
    return tuple(out)
