"""The built-in system: a verbatim answer met with the acts it calls for, and its card.

What is law in a response is quoted, word for word; what is said around it only tells the reader what
is done: answered, narrowed, asked, warned of, corrected, or left unanswered. The acts follow from
the snapshot, the context and the form of the question by rules (docs/ask.md lists them); nothing is
warned of that is not known, and what is not known is a limit on the card. No model has a part in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from lexwarrant.answering.answerer import Considered, VerbatimAnswerer
from lexwarrant.answering.application import AskedStart, Stage, asks_for_start
from lexwarrant.answering.branches import Limb, Reached, dated_out, is_point, reach
from lexwarrant.answering.carding import authorised, card, shown
from lexwarrant.answering.exceptions import beside
from lexwarrant.answering.findings import at_stake, gone, hinted, not_held
from lexwarrant.answering.holding import holding
from lexwarrant.answering.intent import Intent, holds, intents
from lexwarrant.answering.phrases import Phrases, phrases, said_elsewhere
from lexwarrant.answering.premises import repealed, wrong_comparison, wrong_figure
from lexwarrant.answering.quoting import (
    MAX_QUOTE_CHARS,
    atoms,
    paragraph_around,
    smallest_part,
)
from lexwarrant.answering.warnings import waiting_name
from lexwarrant.jurisdictions.ontology import Ontology, Place, ontology, said_in
from lexwarrant.jurisdictions.registry import codes
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer, Note, NoteCode, Quotation, RefusalReason
from lexwarrant.records.context import Context
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import Effect, Version
from lexwarrant.records.response import PathToVerify, Response, State, Step
from lexwarrant.records.verification import ClaimCategory, RiskTier
from lexwarrant.records.warrant import PolicyAct
from lexwarrant.retrieval.question import MAX_QUESTION_CHARS, Question
from lexwarrant.text.segment import segment
from lexwarrant.text.stopwords import stopwords
from lexwarrant.text.tokens import language_of, terms, tokens
from lexwarrant.verification.verifier import Verifier

LAY, LAWYER = "lay", "lawyer"
_WAITING = frozenset({NoteCode.NOT_YET_IN_FORCE, NoteCode.NOT_YET_APPLICABLE})
_PAST = frozenset({NoteCode.REPEALED, NoteCode.EXPIRED})
_KNOWN = (*sorted(_WAITING), *sorted(_PAST), NoteCode.AMENDED_SINCE)
"""Notes that tell something known; the others are limits of what is held, and no warning."""
_PLAIN = frozenset({State.IN_FORCE, State.UNDATED, State.UNKNOWN, State.FIXES})
"""States in which a lay reader is told "what the law says" without its state; the others are always said."""
_UNHELD = frozenset(
    {RefusalReason.OUT_OF_COVERAGE, RefusalReason.FOREIGN_LAW, RefusalReason.OUT_OF_SCOPE}
)
_RULING = frozenset({PolicyAct.ANSWER, PolicyAct.NARROW})
_OPENS = (":", "—", "–", "-")
"""How words end that a list completes."""
_OPEN_SHOWN, _ACTS_SHOWN = 6, 8
_NEAREST = 3
_PROVISION_CHARS = 12_000
"""What of a provision is searched for the figure of a question."""
_PARTS, _PART_CHARS = 4, 120
"""Further questions that are answered, and how much of one is repeated."""


@dataclass(slots=True)
class _Draft:
    """A response in the making."""

    question: str
    context: Context
    words: Phrases
    answer: LegalAnswer
    steps: list[Step] = field(default_factory=list)
    warnings: list[Step] = field(default_factory=list)
    paths: bool = False
    reached: Reached = field(default_factory=Reached)
    considered: Considered | None = None
    transposed: bool = False
    """Whether the answer was narrowed because a directive needs national law."""
    assumed: bool = False
    """Whether the legal system was not said and the only one that is held stands for it."""
    misfit: str = ""
    """The provision quoted although what is stated lies outside it."""

    def do(self, act: PolicyAct, phrase: str, *quotations: Quotation, **values: str) -> None:
        said = Step(act, self.words.say(phrase, **values), quotations)
        (self.warnings if act is PolicyAct.WARN else self.steps).append(said)


class WarrantedAnswerer:
    """Responds to questions from one snapshot; deterministic, safe to use from several threads."""

    def __init__(self, snapshot: Snapshot, answerer: VerbatimAnswerer) -> None:
        self._snapshot = snapshot
        self._answerer = answerer
        self._verifier = Verifier()
        self._claimed = lru_cache(maxsize=2_048)(self._categories)

    def respond(self, question: str, context: Context | None = None) -> Response:
        """The response to ``question`` in ``context``; never raises on content.

        ``context.user_type`` "lay" has a reader warned of what may be lost and shown where help is;
        any other has pinpoints, dates and the order of sources.
        """
        context, question = context or Context(), question[:MAX_QUESTION_CHARS]
        words = phrases(language_of(question))
        held = self._snapshot.jurisdictions()
        read = self._answerer.read(question)
        empty = not (read.terms or read.named)
        code = context.jurisdiction or _implied(read)
        draft = _Draft(question, context, words, LegalAnswer(question, "", False))
        if code is None and len(held) > 1 and not empty:
            self._ask_jurisdiction(draft, held)
            return self._finished(draft)
        alone = code is None and not empty and bool(held)
        draft.context = replace(context, jurisdiction=held[0] if alone else code)
        draft.assumed = alone
        self._answer(draft, read)
        if alone:
            self._one_system(draft, held[0])
        return self._finished(draft)

    # the legal system --------------------------------------------------------------------

    def _ask_jurisdiction(self, draft: _Draft, held: Sequence[str]) -> None:
        language = draft.words.language
        names = ", ".join(_called(c, language) for c in held)
        draft.do(PolicyAct.ASK, "ask_jurisdiction", held=names)
        context = draft.context
        said = " ".join((draft.question, context.forum, context.posture, *context.party_types))
        hint = hinted(said, held)
        if hint is not None:
            draft.do(
                PolicyAct.NARROW, "narrow_hint", words=hint[1], called=_called(hint[0], language)
            )
        self._stakes(draft, "")

    def _one_system(self, draft: _Draft, code: str) -> None:
        """No system was named and one is held: the answer is narrowed to it, and the system asked."""
        called = _called(code, draft.words.language)
        if any(s.quotations for s in draft.steps):
            said = draft.words.say("narrow_one_system", called=called)
            draft.steps.insert(0, Step(PolicyAct.NARROW, said))
        draft.do(PolicyAct.ASK, "ask_jurisdiction", held=called)

    # the answer --------------------------------------------------------------------------

    def _answer(self, draft: _Draft, read: Question) -> None:
        context, question, words = draft.context, draft.question, draft.words
        if self._repealed(draft) and not read.named:
            return None
        missing = not_held(read, self._snapshot, context.jurisdiction)
        if missing:
            return self._abstain(draft, words.say("not_held", name=missing))
        considered = self._answerer.consider(question, context)
        if considered.start is not None and not context.analysis_date:
            day = considered.start.day(self._snapshot.manifest.retrieved)
            draft.context = replace(context, analysis_date=day)
        self._gone(draft, considered)
        refusal = considered.answer.refusal
        if refusal is not None and refusal.reason is RefusalReason.NO_SUCH_PROVISION:
            why = words.entry.refusals.get(refusal.reason.value, refusal.message)
            draft.do(PolicyAct.CORRECT, "correct_missing", why=why)
            draft.answer = considered.answer
            if not (considered.led and considered.led.found):
                return None
            considered = self._answerer.consider(question, context, despite_missing=True)
        draft.answer, draft.considered = considered.answer, considered
        if considered.start and considered.answer.quotation and not draft.steps:
            undated = context.analysis_date is None
            start, clause = considered.start, considered.answer.quotation
            return self._started(draft, start, clause, undated=undated)
        if considered.led is not None and considered.led.unnamed and refusal is not None:
            names = self._acts_held(context.jurisdiction)
            return draft.do(
                PolicyAct.ASK, "ask_act", cited=considered.led.unnamed, held=", ".join(names)
            )
        rivals = self._answerer.rivals(considered, context)
        if rivals:
            return self._side_by_side(draft, rivals)
        quotation = considered.answer.quotation
        if quotation is None:
            if not draft.steps or draft.steps[-1].act is not PolicyAct.CORRECT:
                self._abstain(draft, self._unanswered(draft, considered))
            return None
        self._quote(draft, considered, quotation)
        self._local(draft)
        self._other_parts(draft, quotation)
        return None

    def _acts_held(self, code: str | None) -> list[str]:
        """Names of the acts held, the first few of many."""
        names = [
            a.short_title
            for a in self._snapshot.named_authorities().values()
            if code in (None, a.jurisdiction)
        ]
        return [*names[:_ACTS_SHOWN], *(["…"] if len(names) > _ACTS_SHOWN else [])]

    def _side_by_side(self, draft: _Draft, answers: Sequence[LegalAnswer]) -> None:
        """Rules of several acts, where nothing said decides which of them governs."""
        draft.answer = answers[0]
        asked = intents(draft.question)
        quotations = []
        for answer in answers:
            quotation = answer.quotation
            version = (
                self._snapshot.version_on(quotation.document_id, draft.context.analysis_date)
                if quotation
                else None
            )
            if quotation is not None and version is not None:
                quotations.append(self._completed(version, quotation, asked))
        acts = [self._snapshot.authority(authority_of(q.provision_id)) for q in quotations]
        names = ", ".join(a.short_title for a in acts if a is not None)
        draft.do(PolicyAct.NARROW, "narrow_acts", *quotations, acts=names)
        draft.do(PolicyAct.ASK, "ask_party")
        for answer in answers:
            self._transposed(draft, answer)
        self._stakes(draft, quotations[0].shown)

    def _unanswered(self, draft: _Draft, considered: Considered) -> str:
        """Why nothing is quoted; a question in another language than the law is told so in its own."""
        words, read = draft.words, considered.question
        if read is None or not self._answerer.other_language(read, draft.context.jurisdiction):
            return " ".join(
                filter(None, (_why(considered.answer, words), self._nearest(draft, considered)))
            )
        own = said_elsewhere(read.language)
        return " ".join(filter(None, (words.say("abstain_language"), own)))

    def _nearest(self, draft: _Draft, considered: Considered) -> str:
        """The provisions that come nearest to a question which none of them answers, by name."""
        refusal = considered.answer.refusal
        if refusal is None or refusal.reason is not RefusalReason.BELOW_THRESHOLD:
            return ""
        labels = [a.label for a in considered.answer.alternatives[:_NEAREST]]
        return draft.words.say("abstain_near", labels=", ".join(labels)) if labels else ""

    def _repealed(self, draft: _Draft) -> bool:
        """An act that is cited, not held, and repealed by held law: the words that repeal it."""
        context, words = draft.context, draft.words
        over = repealed(self._snapshot, draft.question, context.jurisdiction, words)
        if over is None:
            return False
        draft.paths = True
        on = context.analysis_date
        quotation = self._answerer.quotation(over.version, over.cut)
        if words.asks("repeal_asked", draft.question):
            self._plain(draft, quotation)
        elif on is not None and over.on is not None and on < over.on:
            self._abstain(draft, words.say("not_held", name=over.name))
        else:
            draft.do(PolicyAct.CORRECT, "correct_repealed", quotation, name=over.name)
        return True

    def _gone(self, draft: _Draft, considered: Considered) -> None:
        named = (
            *(considered.led.found if considered.led else ()),
            *(considered.question.named if considered.question else ()),
        )
        found = gone(self._snapshot, named, draft.context.analysis_date)
        if found is not None:
            w = draft.words
            day = found.on.isoformat() if found.on else ""
            values = {"how": w.entry.how[found.status.value], "label": found.label}
            draft.do(
                PolicyAct.CORRECT, "correct_gone",
                on=w.part("on", date=day), by=w.part("by", by=found.by), **values,
            )  # fmt: skip

    def _abstain(self, draft: _Draft, why: str) -> None:
        draft.do(PolicyAct.ABSTAIN, "abstain", why=why)
        draft.paths = True
        self._stakes(draft, "")

    def _quote(self, draft: _Draft, considered: Considered, quotation: Quotation) -> None:
        """The words of law with the act they call for, and what is known against them."""
        answer, context = considered.answer, draft.context
        codes_ = {n.code for n in answer.notes}
        known = [n for n in answer.notes if n.code in _KNOWN]
        version = self._snapshot.version_on(quotation.document_id, context.analysis_date)
        version = version or self._snapshot.version_on(quotation.document_id)
        waiting = bool(codes_ & _WAITING)
        if waiting and (self._yes_no(draft) or not asks_for_start(draft.question)):
            self._waiting(draft, quotation)
        elif codes_ & _PAST:
            draft.do(
                PolicyAct.CORRECT, "warn_status", quotation, note=_noted(known[0], draft.words)
            )
        elif version is None or waiting:
            self._plain(draft, quotation)
        else:
            self._placed(draft, version, quotation)
            self._qualified(draft, version)
        for note in known:
            draft.do(PolicyAct.WARN, "warn_status", note=_noted(note, draft.words))
        self._transposed(draft, answer)
        if not known:
            self._stakes(draft, quotation.shown)

    def _qualified(self, draft: _Draft, version: Version) -> None:
        """What qualifies the words quoted in their own article, or what they qualify."""
        last = draft.steps[-1] if draft.steps else None
        quoting = next((s for s in reversed(draft.steps) if s.quotations), last)
        if quoting is None or len(quoting.quotations) != 1 or quoting.act not in _RULING:
            return
        quoted = _cut_of(quoting.quotations[0])
        found = beside(version, quoted.start, quoted.end)
        for phrase, cuts in (("with_exception", found.exceptions), ("with_rule", found.rules)):
            if cuts:
                several = [self._answerer.quotation(version, c) for c in cuts]
                draft.do(quoting.act, phrase, *several)

    def _transposed(self, draft: _Draft, answer: LegalAnswer) -> None:
        """A directive is answered from: its reader is told that national law governs, unless the answer
        was narrowed for just that."""
        note = next((n for n in answer.notes if n.code is NoteCode.NEEDS_TRANSPOSITION), None)
        if note is None:
            return
        draft.paths = True
        if not draft.transposed:
            draft.do(PolicyAct.WARN, "warn_status", note=_noted(note, draft.words))

    def _started(
        self, draft: _Draft, asked: AskedStart, quotation: Quotation, *, undated: bool
    ) -> None:
        """The clause that fixes when an act applies, and how it stands on the day that is asked about."""
        clause, words = asked.clause, draft.words
        on = asked.on or draft.context.analysis_date
        stage = clause.stage(on) if on and (asked.on or asked.now) else None
        name = clause.authority.short_title
        if clause.authority.effect is Effect.TRANSPOSED:
            name = words.part("through", name=name)
        day = words.part("known", date=str(on)) if undated and not asked.on else str(on)
        if on is not None and on > self._snapshot.manifest.retrieved:
            day = words.part("beyond", date=str(on))
        start = str(clause.applies_from or "")
        entered = clause.authority.in_force
        if stage is None:
            self._plain(draft, quotation)
        elif asked.force and on and entered and on < entered:
            draft.do(
                PolicyAct.CORRECT, "correct_no_force", quotation, label=name, on=day,
                start=str(entered),
            )  # fmt: skip
        elif asked.force and entered and stage in (Stage.NOT_YET, Stage.STARTED):
            draft.do(
                PolicyAct.NARROW, "narrow_in_force", quotation, label=name, on=day, start=start
            )
        elif stage is Stage.NOT_YET:
            later = words.part("start", date=start)
            draft.do(
                PolicyAct.CORRECT, "correct_waiting", quotation, label=name, on=day, start=later
            )
        elif stage is Stage.APPLIES:
            draft.do(PolicyAct.ANSWER, "answer_applies", quotation, label=name, on=day)
        else:
            phrase = f"narrow_{stage.value}"
            draft.do(PolicyAct.NARROW, phrase, quotation, label=name, on=day, start=start)
        for note in draft.answer.notes:
            if note.code in _KNOWN and stage is not None:
                draft.do(PolicyAct.WARN, "warn_status", note=_noted(note, words))
        self._transposed(draft, draft.answer)

    def _yes_no(self, draft: _Draft) -> bool:
        return draft.words.asks("yes_no", draft.question.rsplit(". ", 1)[-1])

    def _waiting(self, draft: _Draft, quotation: Quotation) -> None:
        """The provision does not apply on the day: the words that fix the date correct the question."""
        considered, on = draft.considered, draft.context.analysis_date
        about = (
            considered.led.found[0]
            if considered and considered.led and considered.led.found
            else ""
        )
        if not about and considered and considered.ranked:
            about = considered.ranked[0].hit.provision_id
        rule = self._snapshot.applicability(about) if about else None
        start = rule.applies_from.isoformat() if rule and rule.applies_from else ""
        version = self._snapshot.version_on(about) if about else None
        authority = self._snapshot.authority(authority_of(about or quotation.document_id))
        name = authority.short_title if authority else ""
        label = name
        if version is not None and authority is not None:
            label = waiting_name(self._snapshot, authority, version, about)
        draft.do(
            PolicyAct.CORRECT, "correct_waiting", quotation, label=label, on=str(on),
            start=draft.words.part("start", date=start),
        )  # fmt: skip

    def _placed(self, draft: _Draft, version: Version, quotation: Quotation) -> None:
        """The act that the provision's own limbs and the stated circumstances call for."""
        context, words, question = draft.context, draft.words, draft.question
        authority = self._snapshot.authority(authority_of(version.provision_id))
        language = authority.language if authority else "en"
        told = [
            question[a:b]
            for a, b in segment(question, language)
            if not question[a:b].rstrip().endswith("?")
        ]
        stated = (*context.party_types, context.posture, *context.facts, *told)
        around, asked = _cut_of(quotation), intents(question)
        read = draft.considered.question if draft.considered else None
        weights = {f: t.weight for t in (read.terms if read else ()) for f in t.terms}
        found = reach(
            version, around, question, [s for s in stated if s], asked, language, words, weights
        )
        draft.reached = found
        if found.limb is not None:
            chosen = self._quotation(version, found.limb)
            if found.limb.exception and not any(holds(i, chosen.text) for i in asked):
                return draft.do(PolicyAct.CORRECT, "correct_exception", chosen)
            if asked or not (around.start <= found.limb.start and found.limb.end <= around.end):
                quotation = self._with_lead(version, found.limb)
        elif not found.open:
            quotation = self._completed(version, quotation, asked)
        several = self._run(version, found.open) if found.open else [quotation]
        if self._contradicted(draft, version, several, language):
            return None
        if dated_out(quotation.text, stated, language, words):
            draft.misfit = quotation.provision_id
            return draft.do(PolicyAct.NARROW, "narrow_dated", quotation)
        if found.open:
            return draft.do(PolicyAct.NARROW, "narrow_branches", *several)
        if (
            authority is not None
            and authority.effect is Effect.TRANSPOSED
            and _binds(question, words)
        ):
            name, draft.transposed = authority.short_title, True
            return draft.do(PolicyAct.NARROW, "narrow_transposed", quotation, name=name)
        if self._left(chosen if found.limb is not None else quotation):
            draft.do(PolicyAct.NARROW, "narrow_left", quotation)
            draft.do(PolicyAct.ASK, "ask_national")
            draft.paths = True
            return None
        return self._plain(draft, quotation)

    def _contradicted(
        self, draft: _Draft, version: Version, quoted: Sequence[Quotation], language: str
    ) -> bool:
        """Whether a figure or comparison that the question puts forward is corrected by what is quoted."""
        said = " ".join(q.shown for q in quoted)
        text = version.text
        limbs = [text[a:b] for a, b in atoms(version, 0, min(len(text), _PROVISION_CHARS))]
        question, words = draft.question, draft.words
        for phrase, asked in (
            (
                "correct_figure",
                wrong_figure(question, said, limbs, language, words, self._verifier),
            ),
            ("correct_compared", wrong_comparison(question, said, language, words)),
        ):
            if asked:
                draft.do(PolicyAct.CORRECT, phrase, *quoted, asked=asked)
                return True
        return False

    def _plain(self, draft: _Draft, quotation: Quotation) -> None:
        on = draft.context.analysis_date
        held = holding(self._snapshot, quotation, on)
        state = draft.words.state(held.state.value, on)
        plainly = draft.context.user_type == LAY and held.state in _PLAIN
        name = "answer_lay" if plainly else "answer_lawyer"
        draft.do(PolicyAct.ANSWER, name, quotation, label=quotation.label, state=state)

    def _left(self, quotation: Quotation) -> bool:
        known = _ontology(quotation.provision_id.split("/", 1)[0])
        return known is not None and any(
            re.search(p, quotation.text, re.IGNORECASE) for p in known.leaves_to
        )

    # quotations --------------------------------------------------------------------------

    def _quotation(self, version: Version, limb: Limb) -> Quotation:
        return self._answerer.quotation(version, limb.cut())

    def _with_lead(self, version: Version, limb: Limb) -> Quotation:
        """A limb from the beginning of its paragraph, where that is short enough, and with the points
        that complete it; else alone."""
        start, end = paragraph_around(version, limb.start, limb.end)
        opens = version.text[limb.start : limb.end].rstrip().endswith(_OPENS)
        end = end if opens and end - limb.start <= MAX_QUOTE_CHARS else limb.end
        start = start if end - start <= MAX_QUOTE_CHARS else limb.start
        return self._quotation(version, _stretch(version, start, end))

    def _completed(
        self, version: Version, quotation: Quotation, asked: frozenset[Intent]
    ) -> Quotation:
        """A quotation of points with the words they complete.

        Where both do not fit, the points give way only when the figure asked for is in the words.
        """
        cut = _cut_of(quotation)
        start, _ = paragraph_around(version, cut.start, cut.end)
        if start >= cut.start or not is_point(version, cut.start):
            return quotation
        if cut.end - start <= MAX_QUOTE_CHARS:
            return self._quotation(version, _stretch(version, start, cut.end))
        opening = [
            (a, b) for a, b in atoms(version, start, cut.end) if b <= start + MAX_QUOTE_CHARS
        ]
        wanted = any(
            holds(i, version.text[start : cut.start]) and not holds(i, quotation.text)
            for i in asked
        )
        if not wanted or not opening or opening[-1][1] <= cut.start:
            return quotation
        return self._quotation(version, _stretch(version, start, opening[-1][1]))

    def _run(self, version: Version, open_: Sequence[Limb]) -> list[Quotation]:
        """Open limbs in one quotation where they stand together and fit, else each in its own."""
        paragraph, _ = paragraph_around(version, open_[0].start, open_[-1].end)
        end = open_[-1].end
        for start in (paragraph, open_[0].start):
            if end - start <= MAX_QUOTE_CHARS:
                return [self._quotation(version, _stretch(version, start, end))]
        return [self._quotation(version, b) for b in open_[:_OPEN_SHOWN]]

    # what else ---------------------------------------------------------------------------

    def _stakes(self, draft: _Draft, quoted: str) -> None:
        """A lay reader is told what may be lost; a lawyer knows."""
        if draft.context.user_type != LAY:
            return
        stake = at_stake(draft.question, self._claimed(quoted), draft.words)
        if stake:
            draft.do(PolicyAct.WARN, f"warn_{stake}")
            draft.paths = True

    def _local(self, draft: _Draft) -> None:
        if draft.words.asks("local", draft.question):
            draft.paths = True

    def _other_parts(self, draft: _Draft, first: Quotation) -> None:
        """Further questions in the same text: each is answered from its own words or left open."""
        asked = [
            draft.question[a:b]
            for a, b in segment(draft.question, language_of(draft.question))
            if draft.question[a:b].rstrip().endswith("?")
        ]
        if len(asked) < 2:
            return
        for part in asked[:_PARTS]:
            found = self._answerer.consider(part, draft.context)
            quotation, refusal = found.answer.quotation, found.answer.refusal
            if quotation is not None and quotation.document_id != first.document_id:
                self._plain(draft, quotation)
            elif refusal is not None and refusal.reason in _UNHELD:
                shown_part = part[:_PART_CHARS]
                draft.do(
                    PolicyAct.ABSTAIN,
                    "abstain_part",
                    part=shown_part,
                    why=_why(found.answer, draft.words),
                )
                draft.paths = True

    # the end -----------------------------------------------------------------------------

    def _finished(self, draft: _Draft) -> Response:
        context, words = draft.context, draft.words
        if draft.assumed:
            context = replace(context, jurisdiction=None)
        steps = [*draft.steps, *draft.warnings]
        read = draft.considered.question if draft.considered else None
        if read is not None and self._answerer.other_language(read, context.jurisdiction):
            said = words.say("in_language")
            steps = [replace(s, text=f"{s.text} {said}") if s.quotations else s for s in steps]
        paths = self._paths(draft)
        lines = _path_lines(paths, words)
        text, spans = shown(steps, lines)
        quotations = [q for s in steps for q in s.quotations]
        claimed = {q.shown: self._claimed(q.shown) for q in quotations}
        every = {c for found in claimed.values() for c in found}
        high = any(s.act is PolicyAct.WARN for s in steps)
        high = high or bool(at_stake(draft.question, every, words))
        limb = draft.reached.limb
        made = card(
            text, steps, spans, draft.answer, context, self._snapshot,
            categories={q: next(iter(found), None) for q, found in claimed.items()},
            reached=limb.provision_id if limb else "",
            misfit=draft.misfit,
            risk=RiskTier.HIGH if high else RiskTier.MEDIUM,
        )  # fmt: skip
        return Response(
            draft.question, context, text, tuple(steps), made, draft.answer,
            tuple(
                authorised(self._snapshot, q, c.id, context.analysis_date, words)
                for q, c in zip(quotations, made.claims, strict=True)
            ),
            self._ranking(draft),
            paths,
            words.language,
        )  # fmt: skip

    def _categories(self, text: str) -> tuple[ClaimCategory, ...]:
        """The categories of consequence in which a text makes claims."""
        found = self._verifier.check_text("", text).findings if text else ()
        return tuple(dict.fromkeys(c for f in found for c in f.categories))

    def _paths(self, draft: _Draft) -> tuple[PathToVerify, ...]:
        known = _ontology(draft.context.jurisdiction or "")
        if known is None or not draft.paths:
            return ()
        language, lay = draft.words.language, draft.context.user_type == LAY
        out = [_path("verify", p, language) for p in known.verify]
        out += [_path("help", p, language) for p in known.help] if lay else []
        return tuple(out)

    def _ranking(self, draft: _Draft) -> tuple[str, ...]:
        """Why the first passage came first, and what stands after it for its standing alone."""
        considered, words = draft.considered, draft.words
        if considered is None or not considered.ranked or considered.answer.quotation is None:
            return ()
        best = considered.ranked[0]
        out = [
            words.stands(
                "fits", label=self._label(best.hit.provision_id), strength=f"{best.strength:.2f}"
            )
        ]
        authority = self._snapshot.authority(authority_of(best.hit.unit_id))
        stands = best.standing
        if authority is not None and stands.binding and stands.rank is not None:
            out.append(
                words.stands(
                    "first", label=authority.short_title,
                    rank=str(stands.rank + 1),
                    called=_called(authority.jurisdiction, words.language),
                )
            )  # fmt: skip
        named = self._stated_words(draft, best.hit.unit_id)
        if named:
            out.append(words.stands("stated", words=", ".join(named)))
        limb = draft.reached.limb
        if limb is not None:
            out.append(
                words.stands("fact", label=self._label(limb.provision_id), by=draft.reached.by)
            )
        for other in considered.ranked[1:]:
            if other.strength + other.standing.cost < best.strength:
                continue
            for why in other.standing.lower:
                if why not in best.standing.lower:
                    said = words.stands(why.value, label=self._label(other.hit.provision_id))
                    if said not in out:
                        out.append(said)
            if len(out) >= _OPEN_SHOWN:
                break
        return tuple(out)

    def _stated_words(self, draft: _Draft, unit: str) -> list[str]:
        """Words of parties, stage and forum that the first passage's unit has and the question has not."""
        context = draft.context
        version = self._snapshot.version_on(unit, context.analysis_date)
        if version is None:
            return []
        language = language_of(draft.question)
        skip = stopwords(language) | set(terms(draft.question, language))
        there = set(terms(version.text, language)) - skip
        said = " ".join((*context.party_types, context.posture, context.forum))[:MAX_QUESTION_CHARS]
        found = [said[t.start : t.end] for t in tokens(said, language) if t.terms[0] in there]
        return list(dict.fromkeys(found))[:_OPEN_SHOWN]

    def _label(self, provision_id: str) -> str:
        version = self._snapshot.version_on(provision_id)
        authority = self._snapshot.authority(authority_of(provision_id))
        if version is None or authority is None:
            return provision_id
        part = next((p for p in version.parts if p.id == provision_id), None)
        return f"{part.label if part else version.label} {authority.short_title}"


def _why(answer: LegalAnswer, words: Phrases) -> str:
    """Why nothing is quoted, in the reader's language."""
    reason = answer.refusal.reason.value if answer.refusal else ""
    return words.entry.refusals.get(reason, answer.text)


def _noted(note: Note, words: Phrases) -> str:
    """A note in the reader's language."""
    return words.entry.notes.get(note.code.value, note.text)


def _implied(read: Question) -> str | None:
    """The legal system of the acts that a question names, when they are of one."""
    systems = {authority_of(i).split("/", 1)[0] for i in read.named}
    return systems.pop() if len(systems) == 1 else None


def _stretch(version: Version, start: int, end: int) -> Limb:
    return Limb(start, end, smallest_part(version, start, end), exception=False)


def _cut_of(quotation: Quotation) -> Limb:
    return Limb(quotation.start or 0, quotation.end or 0, quotation.provision_id, exception=False)


def _binds(question: str, words: Phrases) -> bool:
    """Whether a question asks what an instrument lays on a company or person."""
    return words.asks("private", question) and words.asks("binds", question)


def _ontology(code: str) -> Ontology | None:
    return ontology(code) if code in codes() else None


def _path(kind: str, place: Place, language: str) -> PathToVerify:
    name, what = said_in(place.name, language), said_in(place.what, language)
    return PathToVerify(kind, name, place.url, what, place.checked)


def _called(code: str, language: str) -> str:
    known = _ontology(code)
    return said_in(known.called, language) if known else code.upper()


def place_line(path: PathToVerify, words: Phrases) -> str:
    """Where to go on, in one line, and whether anybody looked if the address leads there."""
    day = path.checked
    checked = words.say("checked", date=day.isoformat()) if day else words.say("unchecked")
    return words.say("place", name=path.name, url=path.url, checked=checked, what=path.what)


def _path_lines(paths: Sequence[PathToVerify], words: Phrases) -> list[str]:
    out = []
    for kind in ("verify", "help"):
        listed = [p for p in paths if p.kind == kind]
        if listed:
            lines = "\n".join(f"- {place_line(p, words)}" for p in listed)
            out.append(f"{words.say(kind)}\n{lines}")
    return out
