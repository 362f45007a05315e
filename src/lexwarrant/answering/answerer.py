"""The verbatim answerer: a quotation cut from the law, or an honest refusal.

No path leads from the question, or from anything else that is not in the snapshot, into the
quotation: it is made from a version's text and two offsets, in one place (`_quotation`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from lexwarrant.answering.application import (
    AskedStart,
    Clause,
    asked_start,
    asks_for_start,
    basis_of,
    clause_of,
    only_start,
)
from lexwarrant.answering.bearing import Bearing, asks_meaning_alone, defining_parts, speaks_of
from lexwarrant.answering.governing import governing
from lexwarrant.answering.intent import holds, intents
from lexwarrant.answering.phrases import phrases
from lexwarrant.answering.promotion import DEFAULT_THRESHOLDS, confidence, tier
from lexwarrant.answering.quoting import (
    MAX_QUOTE_CHARS,
    Cut,
    best_cut,
    paragraph_around,
    readable,
    smallest_part,
    trimmed,
)
from lexwarrant.answering.related import Related, related
from lexwarrant.answering.screening import screen
from lexwarrant.answering.warnings import fixes_date, not_yet, notes_on
from lexwarrant.jurisdictions.finding_aid import finding_aid
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import (
    Alternative,
    CitationRole,
    CitedProvision,
    LegalAnswer,
    Note,
    NoteCode,
    Quotation,
    QuotedWords,
    Refusal,
    RefusalReason,
    Thresholds,
    Tier,
)
from lexwarrant.records.citation import Resolves
from lexwarrant.records.context import Context
from lexwarrant.records.ids import authority_of, contains, split_id
from lexwarrant.records.law import Authority, Version
from lexwarrant.retrieval.addressees import Addressees
from lexwarrant.retrieval.dense import DenseIndex
from lexwarrant.retrieval.fusion import fuse
from lexwarrant.retrieval.lexical import Hit, LexicalIndex
from lexwarrant.retrieval.lines import NO_LINES, index_lines
from lexwarrant.retrieval.outside import OutsideMatch, outside_subjects
from lexwarrant.retrieval.question import Question, QuestionReader
from lexwarrant.retrieval.ranking import Ranked, Ranker
from lexwarrant.retrieval.router import Route, route
from lexwarrant.text.tokens import terms

_CANDIDATES = 32
_IN_UNIT = 60
_SORT_BONUS = 0.1
"""What holding the sort of thing asked for (a period, an amount) adds to a passage's fit."""
_FOUND, _RULE = "#found", "#rule"
"""What an atom can be worth besides words; no index term begins so."""
_ALTERNATIVES = 5
_RIVALS, _NEAR, _SPOKEN = 5, 0.06, 0.25
"""Acts that may be put side by side; how much weaker than the first one may be; and how much more of a
question must stand in one act's defined terms for it to be asked under that act."""
_SAME, _LIKER, _CLEARLY = 0.95, 0.05, 0.25
"""How like an index line a question is that says the same; how much more like one it is than any line of another
subject; and by how much that subject must cover more of it all the same."""
_ELSEWHEN = frozenset(
    {NoteCode.NOT_YET_IN_FORCE, NoteCode.NOT_YET_APPLICABLE, NoteCode.REPEALED, NoteCode.EXPIRED}
)


def circumstances(context: Context) -> str:
    """Facts, parties, stage and forum of a context, in words: whom the rule is asked for."""
    said = (*context.facts, *context.party_types, context.posture, context.forum)
    return " ".join(s if s.endswith((".", "!", "?")) else f"{s}." for s in said if s.strip())


@dataclass(frozen=True, slots=True)
class Considered:
    """An answer with what it was made from: the question as read, its route, and the candidates."""

    answer: LegalAnswer
    question: Question | None = None
    led: Route | None = None
    ranked: tuple[Ranked, ...] = ()
    start: AskedStart | None = None
    """What is asked of the application of an act as a whole, where that is what is asked."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A passage put forward: its version, the span to quote from, and the figures that decide."""

    version: Version
    hit: Hit
    score: float
    coverage: float
    named: bool


class VerbatimAnswerer:
    """Answers from one snapshot by quotation, or abstains and says why.

    Deterministic; safe to use from several threads. Construction opens the index (building it when
    it is stale) and raises `LexwarrantError` when that cannot be done.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        index: LexicalIndex,
        thresholds: Thresholds = DEFAULT_THRESHOLDS,
        dense: DenseIndex | None = None,
    ) -> None:
        """``dense`` orders the lexical candidates a second time; the two orders are fused by rank."""
        self._snapshot = snapshot
        self._index = index
        self._thresholds = thresholds
        self._dense = dense
        self._reader = QuestionReader(snapshot, index)
        self._ranker = Ranker(snapshot)
        self._bearing = Bearing(self._ranker.version_of)
        self._addressees: Addressees | None = None

    def describe(self) -> dict[str, str]:
        """The settings that decide what is promoted."""
        t = self._thresholds
        return {
            "min_promote_score": str(t.min_score),
            "min_promote_coverage": str(t.min_coverage),
            "high_score_bypass": str(t.high_score_bypass),
            "retrieval": "lexical and dense" if self._dense else "lexical",
        }

    def read(self, question: str) -> Question:
        """The question as it is read: its content words and the acts it names."""
        return self._reader.read(question)

    def quotation(self, version: Version, cut: Cut) -> Quotation:
        """A stretch of a held version as a quotation."""
        authority = self._snapshot.authority(authority_of(version.provision_id))
        assert authority is not None
        return _quotation(version, cut, authority)

    def answer(self, question: str, context: Context | None = None) -> LegalAnswer:
        """The answer to ``question`` in ``context``; never raises on content.

        ``context.analysis_date`` is the day whose law is asked for (None: the newest text);
        ``context.jurisdiction`` filters, and a jurisdiction that is not held is foreign law.
        """
        return self.consider(question, context).answer

    def consider(
        self, question: str, context: Context | None = None, *, despite_missing: bool = False
    ) -> Considered:
        """The answer with the candidates it was chosen from.

        ``despite_missing`` answers from the provisions that exist although the question names one
        that does not.
        """
        context = context or Context()
        read = self._reader.read(question, circumstances(context))
        if not question.strip() or not (read.terms or read.named):
            return Considered(
                self._refuse(
                    question,
                    Refusal(RefusalReason.EMPTY_QUESTION, "The question says nothing to look for."),
                )
            )
        start = self._start_asked(read, context)
        if start is not None:
            choice = self._clause(start.clause, 1.0, 1.0)
            if context.analysis_date is None:
                known = self._snapshot.manifest.retrieved
                context = replace(context, analysis_date=start.day(known))
            answer = self._promote(read, Route(), choice, (), None, context, start.clause)
            return Considered(answer, read, Route(), (), start)
        refusal = self._unheld(read, context)
        if refusal is not None:
            return Considered(self._refuse(question, refusal), read)
        led = route(read, self._snapshot)
        if not (led.found or led.missing or read.named) and context.facts:
            led = route(self._reader.read(circumstances(context)), self._snapshot, named_only=True)
        if led.missing and not (despite_missing and led.found):
            return Considered(self._refuse(question, self._missing(led)), read, led)
        if led.unnamed and not context.facts:
            said = f"{led.unnamed} is named without its act, and several acts are held here."
            refusal = Refusal(RefusalReason.OUT_OF_COVERAGE, said)
            return Considered(self._refuse(question, refusal), read, led)
        other = self.other_language(read, context.jurisdiction)
        if other and not led.found:
            return Considered(self._refuse(question, _in_other_words(other)), read, led)
        if other:
            hits = self._whole(led.found[0])
            ranked = self._ranker.rank(read, hits, context.analysis_date)
            read = replace(read, terms=(), information=0.0)
        else:
            ranked = self._candidates(read, led, context)
        answer = self._answered(read, led, ranked, context)
        return Considered(answer, read, led, tuple(ranked))

    def _unheld(self, read: Question, context: Context) -> Refusal | None:
        """The refusal of a question about law that is not held here."""
        if context.jurisdiction and context.jurisdiction not in self._snapshot.jurisdictions():
            said = f"The law of {context.jurisdiction.upper()} is not held here."
            return Refusal(RefusalReason.FOREIGN_LAW, said)
        return screen(read, self._snapshot, context.jurisdiction)

    def acts_of(self, context: Context) -> frozenset[str]:
        """The acts that the stated parties fall under; none when no party is stated, or all acts are theirs."""
        if not context.party_types:
            return frozenset()
        if self._addressees is None:
            self._addressees = Addressees(self._snapshot, self._index, self._reader.defined)
        return frozenset().union(*(self._addressees.of(p) for p in context.party_types))

    def other_language(self, read: Question, code: str | None) -> frozenset[str]:
        """The languages of the law held under ``code``, when the question is asked in none of them."""
        held = frozenset(
            a.language
            for a in self._snapshot.named_authorities().values()
            if code in (None, a.jurisdiction)
        )
        return frozenset() if read.language in held else held

    def rivals(self, considered: Considered, context: Context) -> tuple[LegalAnswer, ...]:
        """Answers from several acts that fit a question about equally well, best first; else none.

        Nothing said decides between them: no act is named, the stated parties fall under all of them (or
        no party is stated), and the question does not speak in the defined terms of one alone. Each
        would be put forward if its act alone were held, and applies on the day.
        """
        read, ranked, refusal = considered.question, considered.ranked, considered.answer.refusal
        unsure = refusal is None or refusal.reason is RefusalReason.BELOW_THRESHOLD
        led = considered.led or Route()
        if read is None or not ranked or not unsure or read.named or led.found:
            return ()
        best: dict[str, Ranked] = {}
        for candidate in ranked:
            best.setdefault(authority_of(candidate.hit.unit_id), candidate)
        top, acts, out = ranked[0], self.acts_of(context), []
        near = {
            act: candidate
            for act, candidate in list(best.items())[:_RIVALS]
            if (not acts or act in acts)
            and top.strength - candidate.strength <= _NEAR
            and top.owned - candidate.owned < _SPOKEN
        }
        if len(near) < 2:
            return ()
        beyond = None if asks_meaning_alone(read) else self._outside(read, context.jurisdiction)
        for act, candidate in near.items():
            own = [r for r in ranked if authority_of(r.hit.unit_id) == act]
            score = confidence(candidate, own, _share(beyond))
            version = self._ranker.version_of(candidate.hit)
            if version is None or not self._thresholds.promote(score, candidate.coverage):
                continue
            hit = self._place(read, led, candidate)
            choice = Choice(version, hit, score, candidate.coverage, named=False)
            answer = self._promote(read, led, choice, ranked, beyond, context)
            if answer.promoted and not any(n.code in _ELSEWHEN for n in answer.notes):
                out.append(answer)
        return tuple(out) if len(out) > 1 else ()

    def _missing(self, led: Route) -> Refusal:
        if led.resolves is Resolves.NO_SUCH_PROVISION:
            return Refusal(RefusalReason.NO_SUCH_PROVISION, f"{led.reason} ({led.missing}).")
        named = self._named_in_words(led.missing)
        said = f"{named} is not in what is held here: {led.reason}."
        return Refusal(RefusalReason.OUT_OF_COVERAGE, said)

    def _named_in_words(self, provision_id: str) -> str:
        """A part that is not held, as it is cited: the label of its article and its own marks."""
        split = split_id(provision_id)
        authority = self._snapshot.authority(split.authority)
        version = self._snapshot.version_on(split.unit) if split.unit else None
        if authority is None or version is None:
            return provision_id
        marks = "".join(f"({p})" for p in split.parts)
        return f"{version.label}{marks} {authority.short_title}"

    def _answered(
        self, read: Question, led: Route, ranked: list[Ranked], context: Context
    ) -> LegalAnswer:
        beyond = self._outside(read, context.jurisdiction)
        if asks_meaning_alone(read) or (ranked and ranked[0].line >= _SAME):
            beyond = None  # the law's own term, or an index line's words, are no other subject's
        ours = led.found or read.named or speaks_of(read) or self.acts_of(context)
        if beyond is not None and not ours and _plainly(beyond, read, ranked):
            return self._refuse(read.text, _elsewhere(beyond), ranked, beyond)
        choice = self._choose(read, led, ranked, beyond)
        clause: Clause | None = None
        if choice is None and ranked:
            clause = self._start_of(read, context)
        if clause is not None:
            choice = self._clause(clause, self._thresholds.min_score, ranked[0].coverage)
        if choice is None:
            said = _nothing(read, ranked, self._thresholds)
            return self._refuse(read.text, said, ranked, beyond)
        return self._promote(read, led, choice, ranked, beyond, context, clause)

    def _start_asked(self, question: Question, context: Context) -> AskedStart | None:
        """What a question asks of the application of the act as a whole that it names."""
        start = asked_start(question, self._snapshot, phrases(question.language))
        if start is None or route(question, self._snapshot) != Route():
            return None
        fits = context.jurisdiction in (None, start.clause.authority.jurisdiction)
        return start if fits else None

    def _start_of(self, question: Question, context: Context) -> Clause | None:
        """The words that fix when the one act a question names applies, when that is its point.

        It is when the question asks for the start, or when the act does not yet apply on the day.
        """
        if len(question.named) != 1:
            return None
        clause = clause_of(self._snapshot, question.named[0], phrases(question.language))
        if clause is None or clause.applies_from is None:
            return None
        on = context.analysis_date
        waits = on is not None and on < clause.applies_from
        return clause if waits or self._asks_start(question, question.named[0]) else None

    def _asks_start(self, question: Question, authority_id: str) -> bool:
        """Whether a question asks from when something in an act applies."""
        if not asks_for_start(question.text):
            return False
        clause = clause_of(self._snapshot, authority_id, phrases(question.language))
        known = self._snapshot.manifest.retrieved
        return asks_for_start(question.text, staged=clause is not None and clause.staged(known))

    def _clause(self, clause: Clause, score: float, coverage: float) -> Choice:
        version, cut = clause.version, clause.cut
        day = version.valid_from.toordinal() if version.valid_from else 0
        hit = Hit(version.provision_id, version.provision_id, cut.start, cut.end, day, 0.0)
        return Choice(version, hit, score, coverage, named=False)

    def _outside(self, question: Question, code: str | None) -> OutsideMatch | None:
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

    # candidates --------------------------------------------------------------------------

    def _candidates(self, question: Question, led: Route, context: Context) -> list[Ranked]:
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
        return self._fused(
            question, self._bearing.order(question, defining, self.acts_of(context), ranked)
        )

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

    def _choose(
        self,
        question: Question,
        led: Route,
        ranked: Sequence[Ranked],
        beyond: OutsideMatch | None,
    ) -> Choice | None:
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
            score = 1.0 if named else confidence(candidate, ranked, _share(beyond))
            if not self._thresholds.promote(score, candidate.coverage):
                return None
            hit = self._place(question, led, candidate)
            return Choice(version, hit, score, candidate.coverage, named)
        return self._named(led)

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

    def _place(self, question: Question, led: Route, chosen: Ranked) -> Hit:
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

    # the answer --------------------------------------------------------------------------

    def _promote(
        self,
        question: Question,
        led: Route,
        choice: Choice,
        ranked: Sequence[Ranked],
        beyond: OutsideMatch | None,
        context: Context,
        clause: Clause | None = None,
    ) -> LegalAnswer:
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
            said = f"No text of {version.label} {authority.short_title} is known for {on}."
            return self._refuse(
                question.text, Refusal(RefusalReason.OUT_OF_COVERAGE, said), ranked, beyond
            )
        if cut is None:
            return self._refuse(
                question.text,
                Refusal(
                    RefusalReason.BELOW_THRESHOLD,
                    f"{version.label} {authority.short_title} seems to govern, but no whole sentence of it is "
                    "short enough to quote; read it in full.",
                ),
                ranked,
                beyond,
            )
        quotation = _quotation(version, cut, authority)
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

    def _basis(
        self, question: Question, choice: Choice, authority: Authority, on: date | None
    ) -> tuple[Version, Cut] | None:
        """The words that fix the date, when the date is what the answer turns on."""
        words = phrases(question.language)
        if choice.named:
            asked = only_start(question, words)
        else:
            asked = self._asks_start(question, authority.id)
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
                    round(confidence(candidate, ranked, _share(beyond)), 4),
                    round(candidate.coverage, 4),
                )
            )
        return tuple(out)

    def _refuse(
        self,
        question: str,
        refusal: Refusal,
        ranked: Sequence[Ranked] = (),
        beyond: OutsideMatch | None = None,
    ) -> LegalAnswer:
        best = ranked[0] if ranked else None
        score = round(confidence(best, ranked, _share(beyond)), 4) if best else None
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


def _stood(version: Version, on: date) -> bool:
    return (version.valid_from is None or version.valid_from <= on) and (
        version.valid_to is None or on < version.valid_to
    )


def _share(beyond: OutsideMatch | None) -> float:
    return beyond.coverage if beyond else 0.0


def _plainly(beyond: OutsideMatch, read: Question, ranked: Sequence[Ranked]) -> bool:
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


def _elsewhere(beyond: OutsideMatch) -> Refusal:
    return Refusal(
        RefusalReason.OUT_OF_SCOPE,
        f"This reads as a question about something else ({beyond.subject}), which the law held here "
        "does not govern.",
    )


def _quotation(version: Version, cut: Cut, authority: Authority) -> Quotation:
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


def _in_other_words(languages: frozenset[str]) -> Refusal:
    return Refusal(
        RefusalReason.OUT_OF_COVERAGE,
        f"The law held here is in another language than the question ({', '.join(sorted(languages))}), and its "
        "words cannot be matched; name the act and the article, or ask in that language.",
    )


def _nothing(read: Question, ranked: Sequence[Ranked], thresholds: Thresholds) -> Refusal:
    best = ranked[0] if ranked else None
    far = best is None or best.coverage < thresholds.min_coverage / 2
    if far and not (read.named or read.uses):
        return Refusal(
            RefusalReason.OUT_OF_SCOPE,
            "Nothing in the law that is held here speaks to this question.",
        )
    return Refusal(
        RefusalReason.BELOW_THRESHOLD,
        "Passages touch the question, but none answers enough of it to be put forward.",
    )
