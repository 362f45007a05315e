"""Choosing the next try at a point from what was rejected."""

from __future__ import annotations

from dataclasses import replace

from lexwarrant.answering.generation import frame as wording
from lexwarrant.answering.generation.backends.base import Constraint
from lexwarrant.answering.generation.fitting import fitting
from lexwarrant.answering.generation.plan import Allowed, Plan, Rejected, allow_of
from lexwarrant.answering.generation.provisions import Insertion, insertion_for
from lexwarrant.answering.generation.state import AnswerState
from lexwarrant.answering.generation.steering import Rejection, Steering, choose, hinted
from lexwarrant.answering.generation.trace import LesserMode
from lexwarrant.records.verification import Premise

_NOTHING_ALLOWED: Allowed = ("", ())


class Planner:
    """Plans retries for one question and premise; ``asked`` is the steering the user chose."""

    def __init__(self, question: str, premise: Premise, asked: Steering) -> None:
        self._question = question
        self._premise = premise
        self._asked = asked

    def retry(self, state: AnswerState) -> Plan:
        """The next try; notes it in the point and counts it."""
        point = state.point
        last = point.spoken or point.last
        assert last is not None
        allow = self.allowed(last)
        insertion = insertion_for(
            self._premise, last.finding, last.sentence, self._question, state.inserted
        )
        rejection = Rejection(
            allow[1],
            allow in point.allowed,
            insertion is not None,
            last.repeated,
            tuple(point.tried),
            bool(point.banned),
        )
        steering = choose(self._asked, rejection, state.can)
        if steering is not self._asked:
            self._note(state)
        state.retries += 1
        point.tried.append(steering)
        return self._plan(steering, state, allow, insertion)

    def allowed(self, last: Rejected) -> Allowed:
        """What an allow try would keep, and those of the verifier's values that fit the question."""
        finding = last.finding
        if finding is None or not hinted(finding):
            return _NOTHING_ALLOWED
        assert finding.hint is not None
        start, end = (k - finding.start for k in finding.span)
        cut = finding.hint.cut_at
        failed = last.sentence[start:end] if start == cut else ""
        values = fitting(
            finding.hint.values, self._premise, self._question, last.sentence[:cut], failed
        )
        if not values:
            return _NOTHING_ALLOWED
        return allow_of(last.sentence, replace(finding.hint, values=values), last.lead)

    def _note(self, state: AnswerState) -> None:
        if self._asked is Steering.BAN and not (state.can.prefill and state.can.bans):
            state.lessen(LesserMode.NO_BAN)
        if self._asked is Steering.ALLOW and not (state.can.prefill and state.can.choices):
            state.lessen(LesserMode.NO_CHOICE)

    def _plan(
        self, steering: Steering, state: AnswerState, allow: Allowed, insertion: Insertion | None
    ) -> Plan:
        point = state.point
        last = point.spoken or point.last
        assert last is not None
        go_on = Constraint(no_end=True) if point.no_end and state.can.no_end else None
        if steering is Steering.ALLOW:
            point.allowed.add(allow)
            return Plan(steering, kept=allow[0], constraint=Constraint(choices=allow[1]))
        if steering is Steering.BAN:
            rule = Constraint(banned=tuple(point.banned), no_end=state.can.no_end)
            return Plan(steering, kept=last.lead, constraint=rule)
        if steering is Steering.INJECT:
            assert insertion is not None
            state.inserted.add(insertion.key)
            turn = wording.injection(insertion.label, insertion.text, self._question)
            return Plan(
                steering, constraint=go_on, inject=turn, label=insertion.label or "provision"
            )
        if steering is Steering.REWRITE:
            base = last.finding.start if last.finding is not None else 0
            turn = wording.rewriting(last.sentence, last.finding, base)
            return Plan(steering, rewrite=(last.sentence, turn))
        return Plan(steering, constraint=go_on)
