"""From a draft to an attempt: guards first, then the verifier, then the guards of what passes."""

from __future__ import annotations

from dataclasses import replace

from lexwarrant.answering.generation import frame as wording
from lexwarrant.answering.generation import guards
from lexwarrant.answering.generation.checking import RELEASED, AnyVerifier, check
from lexwarrant.answering.generation.drafting import Draft
from lexwarrant.answering.generation.guards import Guard
from lexwarrant.answering.generation.plan import Plan, Rejected
from lexwarrant.answering.generation.state import AnswerState
from lexwarrant.answering.generation.totals import CLAIMS
from lexwarrant.answering.generation.trace import Attempt, Outcome
from lexwarrant.records.verification import CheckContext, Finding, Premise

_CONTEXT = 3
"""Sentences of the answer that a verifier is shown before the one it checks."""


class Judge:
    """Judges the drafts of one answer and leaves the point committed or rejected."""

    def __init__(self, question: str, premise: Premise, verifier: AnyVerifier) -> None:
        self._question = question
        self._premise = premise
        self._verifier = verifier
        self._law = guards.premise_grams(premise)
        self._asked = guards.grams(question) | wording.STEERING_GRAMS

    async def settle(
        self, draft: Draft, plan: Plan, state: AnswerState, calls: tuple[int, ...], seconds: float
    ) -> Attempt:
        """Judge a draft; a rejected one is noted in the point."""
        sentence = draft.text.strip()
        key = guards.plain(sentence)
        guard: Guard | None = None
        finding: Finding | None = None
        if "\ufffd" in sentence:
            guard = Guard.BROKEN_TEXT
        elif key in state.plain or (state.refused and wording.REFUSAL in sentence):
            guard = Guard.REPEATS
        elif guards.echoes(sentence, self._asked):
            guard = Guard.ECHOES
        elif key in state.point.seen:
            guard, finding = Guard.SAME_AGAIN, state.point.seen[key]
        else:
            said = tuple(a.text for a in state.committed[-_CONTEXT:])
            context = CheckContext(said, self._question)
            finding = await check(self._verifier, self._premise, sentence, context)
            if finding.verdict in RELEASED:
                guard = self._guarded(sentence, finding, plan, state)
        good = guard is None and finding is not None and finding.verdict in RELEASED
        attempt = self._attempt(draft, plan, finding, calls, seconds)
        outcome = Outcome.COMMITTED if good else Outcome.ROLLED_BACK
        tokens = draft.tokens + (0 if good else draft.overrun)
        attempt = replace(attempt, guard=guard, outcome=outcome, tokens=tokens)
        self._note(attempt, draft, finding, state)
        return attempt

    def thrown(
        self,
        draft: Draft,
        guard: Guard,
        plan: Plan,
        state: AnswerState,
        calls: tuple[int, ...],
        seconds: float,
    ) -> Attempt:
        """A draft that a guard rejects unread."""
        attempt = replace(self._attempt(draft, plan, None, calls, seconds), guard=guard)
        self._note(attempt, draft, None, state)
        return attempt

    def _guarded(
        self, sentence: str, finding: Finding, plan: Plan, state: AnswerState
    ) -> Guard | None:
        """A guard that stops a sentence which the verifier passes."""
        if plan.inject and not state.point.pasted and guards.pasted(sentence, self._law):
            state.point.pasted = True
            return Guard.PASTED
        if finding.claim in CLAIMS and not guards.rests(sentence, finding, self._question):
            return Guard.RESTS_ON_NOTHING
        run = state.committed[-guards.SILENT_RUN :]
        silent = finding.claim not in CLAIMS and all(a.claim not in CLAIMS for a in run)
        if silent and len(run) == guards.SILENT_RUN:
            return Guard.SAYS_NOTHING
        return None

    def _note(
        self, attempt: Attempt, draft: Draft, finding: Finding | None, state: AnswerState
    ) -> None:
        state.attempts.append(attempt)
        if attempt.outcome is Outcome.COMMITTED:
            return
        point = state.point
        if draft.first is not None and draft.first not in point.banned:
            point.banned.append(draft.first)
        again = attempt.guard in (Guard.SAME_AGAIN, Guard.REPEATS)
        point.last = Rejected(attempt.text, finding, draft.lead, repeated=again)
        if attempt.guard is Guard.EMPTY:
            point.no_end = True
        if attempt.text:
            point.spoken = point.last
            if attempt.guard is not Guard.PASTED:
                point.seen.setdefault(guards.plain(attempt.text), finding)

    def _attempt(
        self,
        draft: Draft,
        plan: Plan,
        finding: Finding | None,
        calls: tuple[int, ...],
        seconds: float,
    ) -> Attempt:
        sentence = draft.text.strip()
        attempt = Attempt(
            sentence,
            Outcome.ROLLED_BACK,
            plan.steering,
            kept=plan.kept.strip(),
            constraint=plan.constraint,
            injected=plan.label,
            calls=calls,
            tokens=draft.tokens,
            copied=round(guards.near_verbatim(sentence, self._law), 4),
            seconds=seconds,
        )
        if finding is None:
            return attempt
        return replace(
            attempt,
            verdict=finding.verdict,
            support=finding.support,
            claim=finding.claim,
            reasons=finding.reasons,
            failed_slots=finding.failed_slots,
            span=(finding.span[0] - finding.start, finding.span[1] - finding.start),
            sources=finding.sources,
            categories=finding.categories,
            risk=finding.risk,
            hint=finding.hint,
            checked_by=finding.checked_by,
            confidence=finding.confidence,
        )
