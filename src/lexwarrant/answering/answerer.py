"""The verbatim answerer: a quotation cut from the law, or an honest refusal.

It conducts: the question is read, refused or led to candidates (`choosing`), and what is chosen is
made an answer (`promoting`), which alone makes quotations.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from lexwarrant.answering.application import AskedStart, Clause
from lexwarrant.answering.bearing import asks_meaning_alone, speaks_of
from lexwarrant.answering.choosing import Choice, Chooser, choice_of, plainly, share
from lexwarrant.answering.promoting import Promoter, quotation_of
from lexwarrant.answering.promotion import DEFAULT_THRESHOLDS, confidence
from lexwarrant.answering.quoting import Cut
from lexwarrant.answering.refusing import (
    elsewhere,
    empty,
    in_other_words,
    missing,
    nothing,
    unheld,
    unnamed,
)
from lexwarrant.answering.starting import act_start, start_of
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer, NoteCode, Quotation, RefusalReason, Thresholds
from lexwarrant.records.context import Context
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import Version
from lexwarrant.retrieval.addressees import Addressees
from lexwarrant.retrieval.dense import DenseIndex
from lexwarrant.retrieval.lexical import LexicalIndex
from lexwarrant.retrieval.question import Question, QuestionReader
from lexwarrant.retrieval.ranking import Ranked, Ranker
from lexwarrant.retrieval.router import Route, route

_RIVALS, _NEAR, _SPOKEN = 5, 0.06, 0.25
"""Acts that may be put side by side; how much weaker than the first one may be; and how much more of a
question must stand in one act's defined terms for it to be asked under that act."""
_SAME = 0.95
"""How like an index line a question is that says the same."""
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
        self._chooser = Chooser(snapshot, index, self._ranker, thresholds, dense)
        self._promoter = Promoter(snapshot, self._ranker, thresholds)
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
        return quotation_of(version, cut, authority)

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
            return Considered(self._promoter.refuse(question, empty()))
        start = act_start(self._snapshot, read, context)
        if start is not None:
            choice = choice_of(start.clause, 1.0, 1.0)
            if context.analysis_date is None:
                known = self._snapshot.manifest.retrieved
                context = replace(context, analysis_date=start.day(known))
            answer = self._promoter.promote(read, Route(), choice, (), None, context, start.clause)
            return Considered(answer, read, Route(), (), start)
        refusal = unheld(self._snapshot, read, context)
        if refusal is not None:
            return Considered(self._promoter.refuse(question, refusal), read)
        led = route(read, self._snapshot)
        if not (led.found or led.missing or read.named) and context.facts:
            led = route(self._reader.read(circumstances(context)), self._snapshot, named_only=True)
        if led.missing and not (despite_missing and led.found):
            return Considered(
                self._promoter.refuse(question, missing(self._snapshot, led)), read, led
            )
        if led.unnamed and not context.facts:
            return Considered(self._promoter.refuse(question, unnamed(led.unnamed)), read, led)
        other = self.other_language(read, context.jurisdiction)
        if other and not led.found:
            return Considered(self._promoter.refuse(question, in_other_words(other)), read, led)
        if other:
            ranked = self._chooser.within(read, led.found[0], context.analysis_date)
            read = replace(read, terms=(), information=0.0)
        else:
            ranked = self._chooser.candidates(read, led, context, self.acts_of(context))
        answer = self._answered(read, led, ranked, context)
        return Considered(answer, read, led, tuple(ranked))

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
        beyond = (
            None if asks_meaning_alone(read) else self._chooser.outside(read, context.jurisdiction)
        )
        for act, candidate in near.items():
            own = [r for r in ranked if authority_of(r.hit.unit_id) == act]
            score = confidence(candidate, own, share(beyond))
            version = self._ranker.version_of(candidate.hit)
            if version is None or not self._thresholds.promote(score, candidate.coverage):
                continue
            hit = self._chooser.place(read, led, candidate)
            choice = Choice(version, hit, score, candidate.coverage, named=False)
            answer = self._promoter.promote(read, led, choice, ranked, beyond, context)
            if answer.promoted and not any(n.code in _ELSEWHEN for n in answer.notes):
                out.append(answer)
        return tuple(out) if len(out) > 1 else ()

    def _answered(
        self, read: Question, led: Route, ranked: list[Ranked], context: Context
    ) -> LegalAnswer:
        beyond = self._chooser.outside(read, context.jurisdiction)
        if asks_meaning_alone(read) or (ranked and ranked[0].line >= _SAME):
            beyond = None  # the law's own term, or an index line's words, are no other subject's
        ours = led.found or read.named or speaks_of(read) or self.acts_of(context)
        if beyond is not None and not ours and plainly(beyond, read, ranked):
            return self._promoter.refuse(read.text, elsewhere(beyond), ranked, beyond)
        choice = self._chooser.choose(read, led, ranked, beyond)
        clause: Clause | None = None
        if choice is None and ranked:
            clause = start_of(self._snapshot, read, context)
        if clause is not None:
            choice = choice_of(clause, self._thresholds.min_score, ranked[0].coverage)
        if choice is None:
            said = nothing(read, ranked, self._thresholds)
            return self._promoter.refuse(read.text, said, ranked, beyond)
        return self._promoter.promote(read, led, choice, ranked, beyond, context, clause)
