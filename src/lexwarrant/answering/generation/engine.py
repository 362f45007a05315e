"""The loop: draft, check, commit or roll back, steer, go on.

One `Generation` is one answer. The verified prefix only ever grows; a rejected sentence leaves this
module only as a `RolledBack` event. Requests go out from the verified prefix, so that the server
finds it in its cache.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from lexwarrant.answering.generation import frame as wording
from lexwarrant.answering.generation import guards
from lexwarrant.answering.generation.backends.base import (
    Backend,
    BackendError,
    FaultKind,
    Finish,
    Request,
    Role,
    ServerInfo,
    Turn,
)
from lexwarrant.answering.generation.budgets import Budgets, Sampling, StopReason
from lexwarrant.answering.generation.calling import Caller, NotObeyed, TimeUp
from lexwarrant.answering.generation.checking import AnyVerifier, name_of
from lexwarrant.answering.generation.drafting import Draft, DraftReader
from lexwarrant.answering.generation.events import (
    Committed,
    Event,
    Lessened,
    Refused,
    RolledBack,
    Steered,
    Stopped,
    Warned,
)
from lexwarrant.answering.generation.frame import Frame
from lexwarrant.answering.generation.guards import Guard
from lexwarrant.answering.generation.judging import Judge
from lexwarrant.answering.generation.plan import Plan, PointState
from lexwarrant.answering.generation.planning import Planner
from lexwarrant.answering.generation.state import AnswerState
from lexwarrant.answering.generation.steering import Steering
from lexwarrant.answering.generation.totals import totals_of
from lexwarrant.answering.generation.trace import Call, LesserMode, Outcome, Trace
from lexwarrant.jurisdictions.languages import detect_language
from lexwarrant.records.codec import encode
from lexwarrant.records.verification import Premise

_BACKOFF_SECONDS = 0.5
_NOTHING_MORE = frozenset({Guard.REPEATS, Guard.ECHOES, Guard.SAYS_NOTHING, Guard.EMPTY})
"""When nothing but these stopped a point, the model has nothing more to say."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How answers are generated. ``language`` "" finds it from the question.

    With ``show_premise`` False the model is not shown the provisions at the start: it sees one only
    when a retry inserts it, while every sentence is still checked against all of them.
    """

    steering: Steering = Steering.AUTO
    budgets: Budgets = field(default_factory=Budgets)
    sampling: Sampling = field(default_factory=Sampling)
    frame: Frame = field(default_factory=Frame)
    language: str = ""
    show_premise: bool = True


class Generation:
    """One answer, from the question to its end: run `events` once, then read `trace`."""

    def __init__(
        self,
        question: str,
        premise: Premise,
        backend: Backend,
        verifier: AnyVerifier,
        settings: Settings,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._question = question
        self._premise = premise
        self._settings = settings
        self._backend = backend
        self._verifier = verifier
        shown = premise if settings.show_premise else None
        head = wording.opening(question, shown, settings.frame)
        self._state = AnswerState(head, backend.capabilities)
        self._caller = Caller(backend, settings.budgets, self._state, clock)
        self._planner = Planner(question, premise, settings.steering)
        self._judge = Judge(question, premise, verifier)
        self._language = settings.language or detect_language(question) or "en"
        self._subject = guards.subject(question)
        self._server = ServerInfo("none", "")
        self._told = 0

    @property
    def text(self) -> str:
        """The answer so far."""
        return self._state.text

    # the loop ----------------------------------------------------------------------------

    async def events(self) -> AsyncGenerator[Event, None]:
        """What happens, as it happens.

        Raises `BackendError` when the server fails before anything was verified, or the time ends
        before the model has written a sentence; afterwards a failure ends the answer and keeps what there is.
        """
        frame, state = self._settings.frame, self._state
        if frame.generates:
            self._server = await self._described()
            if not state.can.prefill:
                state.lessen(LesserMode.NO_PREFILL)
            async with self._caller.seated(state.turns), aclosing(self._write()) as events:
                async for event in events:
                    yield event
        else:
            state.stop = StopReason.ABSTAINED
            yield Warned(state.append(frame.said or wording.ABSTENTION, " "))
        for warning in frame.warnings:
            yield Warned(state.append(warning, "\n\n"))
        assert state.stop is not None
        yield Stopped(state.stop)

    async def _write(self) -> AsyncGenerator[Event, None]:
        state = self._state
        plan = Plan()
        while state.stop is None:
            if plan.steering is not None:
                values = plan.constraint.choices if plan.constraint else ()
                yield Steered(plan.steering, plan.label, values)
            async with aclosing(self._try(plan)) as tried:
                async for event in tried:
                    yield event
            for mode in state.lesser[self._told :]:
                yield Lessened(mode)
            self._told = len(state.lesser)
            plan = Plan()
            if state.point.last is None:
                continue
            if self._may_retry():
                plan = self._planner.retry(state)
            else:
                refused = self._give_up()
                if refused is not None:
                    yield refused
        if not state.text:
            if state.stop is StopReason.TIME and not self._tried():
                raise self._too_slow()
            yield self._refuse()
        state.close_point(refused=False)

    async def _described(self) -> ServerInfo:
        """What the server is, within the answer's time."""
        try:
            async with asyncio.timeout(max(0.0, self._caller.left)):
                return await self._backend.describe()
        except TimeoutError:
            raise self._too_slow() from None

    def _tried(self) -> bool:
        """Whether the model has written any sentence, committed or not."""
        return any(p.attempts for p in self._state.points) or bool(self._state.attempts)

    def _too_slow(self) -> BackendError:
        return BackendError(
            FaultKind.SLOW,
            f"the model wrote no sentence within {self._settings.budgets.seconds:g} s "
            f"({self._caller.received} tokens came), so that nothing can be said of the law; "
            "see whether the server is at work, or give it more --seconds",
        )

    def _may_retry(self) -> bool:
        state, budgets = self._state, self._settings.budgets
        if state.stop is not None:
            return False
        if state.point.retries >= budgets.retries_per_point:
            return False
        if state.retries >= budgets.retries_per_answer:
            state.stop = StopReason.RETRIES
            return False
        return True

    def _give_up(self) -> Refused | None:
        """End the point: the fixed refusal the first time, silence after that.

        A point given up in silence leaves its bans and rejected sentences to the next one, which
        starts at the same place.
        """
        state, before = self._state, self._state.point
        if state.stop is not None and state.stop is not StopReason.RETRIES:
            return None
        if state.text and all(a.guard in _NOTHING_MORE for a in state.attempts):
            state.stop = StopReason.COMPLETE
            return None
        if not state.refused:
            refusal = self._refuse()
            state.close_point(refused=True)
            return refusal
        if state.retries >= self._settings.budgets.retries_per_answer:
            state.stop = StopReason.RETRIES
        state.close_point(refused=False)
        state.point = PointState(before.banned, before.seen, before.allowed)
        return None

    def _refuse(self) -> Refused:
        state = self._state
        state.refused = True
        state.plain.add(guards.plain(wording.REFUSAL))
        return Refused(state.append(wording.REFUSAL, " "))

    # one try -----------------------------------------------------------------------------

    async def _try(self, plan: Plan) -> AsyncGenerator[Event, None]:
        """Carry a plan out, again after a fault; ends with the point committed or rejected."""
        state = self._state
        if plan.inject:
            state.insert(plan.inject)
        while state.stop is None:
            state.point.last = None
            try:
                async with aclosing(self._drafts(plan)) as drafts:
                    async for event in drafts:
                        yield event
                        if isinstance(event, Committed):
                            state.faults = 0
                            plan = Plan()
                return
            except NotObeyed:
                plan = replace(plan, constraint=None)
            except TimeUp:
                state.stop = StopReason.TIME
            except BackendError as error:
                await self._after(error)

    async def _after(self, error: BackendError) -> None:
        """Wait for a failed server, or end: with what was verified, or with its error."""
        state = self._state
        state.faults += 1
        wait = error.retry_after
        if wait is None:
            wait = _BACKOFF_SECONDS * 2 ** (state.faults - 1)
        over = state.faults > self._settings.budgets.server_retries
        if not error.again or over or wait >= self._caller.left:
            if not state.committed:
                raise error
            state.stop = StopReason.SERVER_FAILED
            return
        state.lessen(LesserMode.ASKED_AGAIN)
        await asyncio.sleep(wait)

    async def _drafts(self, plan: Plan) -> AsyncGenerator[Event, None]:
        """The sentences of one continuation, each judged, until one is rejected or it ends."""
        caller, state, budgets = self._caller, self._state, self._settings.budgets
        since = len(caller.calls)
        request = self._request(plan)
        prefix = await self._counted(plan, request)
        forced = await self._forced(plan, request, prefix)
        if forced is None:
            yield self._thrown(Draft("", 0, None, ""), Guard.EMPTY, plan, since)
            return
        text, ids = forced
        reader = DraftReader(self._language, plan.kept + ("" if ids else text))
        drafts = reader.feed(text if ids else "", ids)
        number = caller.begin(Call(steering=plan.steering, prefix=prefix))
        stream = caller.stream(
            replace(request, prefix=request.prefix + text, max_tokens=self._room(plan)), number
        )
        finish: Finish | None = None
        async with aclosing(stream):
            while True:
                for position, cut in enumerate(drafts):
                    later = sum(d.tokens for d in drafts[position + 1 :])
                    draft = replace(cut, overrun=later + reader.pending_tokens)
                    calls = tuple(range(since, number + 1))
                    attempt = await self._judge.settle(draft, plan, state, calls, caller.seconds)
                    single = plan.single
                    if attempt.outcome is Outcome.ROLLED_BACK:
                        caller.cut(number)
                        yield RolledBack(attempt)
                        return
                    yield Committed(state.commit(draft.text, attempt), attempt)
                    plan, since = Plan(), number
                    if single or self._leads_back():
                        caller.cut(number)
                        return
                if finish is not None:
                    break
                if reader.pending_tokens > budgets.sentence_tokens:
                    caller.cut(number)
                    yield self._thrown(reader.whole(), Guard.TOO_LONG, plan, since)
                    return
                if caller.received >= budgets.tokens:
                    caller.cut(number)
                    state.stop = StopReason.TOKENS
                    return
                chunk = await caller.next(stream)
                finish = chunk.finish
                drafts = reader.feed(chunk.text, chunk.tokens)
                if finish is Finish.STOP:
                    drafts = [*drafts, *reader.finish(wording.END_MARK)]
        if finish is Finish.STOP:
            if plan.steering is not None or not state.text:
                yield self._thrown(Draft("", 0, None, ""), Guard.EMPTY, plan, since)
            else:
                state.stop = StopReason.COMPLETE
        elif plan.single:
            yield self._thrown(reader.whole(), Guard.TOO_LONG, plan, since)
        else:
            state.stop = StopReason.TOKENS

    def _thrown(self, draft: Draft, guard: Guard, plan: Plan, since: int) -> RolledBack:
        calls = tuple(range(since, len(self._caller.calls)))
        return RolledBack(
            self._judge.thrown(draft, guard, plan, self._state, calls, self._caller.seconds)
        )

    def _leads_back(self) -> bool:
        """After a run of sentences off the question: lead back once, then stop."""
        state = self._state
        if not guards.drifted([a.text for a in state.committed], self._subject):
            return False
        if state.led_back:
            state.stop = StopReason.DRIFTED
        else:
            state.led_back = True
            state.insert(wording.back_to(self._question))
        return True

    # requests ----------------------------------------------------------------------------

    def _request(self, plan: Plan) -> Request:
        state, sampling = self._state, self._settings.sampling
        turns, prefix = state.turns, state.open
        if plan.rewrite is not None:
            rejected, turn = plan.rewrite
            before = f"{state.open} {rejected}".strip()
            said = (Turn(Role.ASSISTANT, before),) if before else ()
            turns, prefix = (*turns, *said, Turn(Role.USER, turn)), ""
        elif prefix and not state.can.prefill:
            turns = (*turns, Turn(Role.ASSISTANT, prefix), Turn(Role.USER, wording.CONTINUE))
            prefix = ""
        return Request(
            turns,
            prefix + plan.kept,
            self._room(plan),
            sampling.temperature,
            sampling.seed + len(self._caller.calls),
            seat=self._caller.seat,
        )

    def _room(self, plan: Plan) -> int:
        budgets = self._settings.budgets
        left = max(1, budgets.tokens - self._caller.received)
        return min(left, budgets.sentence_tokens) if plan.single else left

    async def _counted(self, plan: Plan, request: Request) -> int | None:
        """Tokens of a retry's prompt up to the verified prefix, by the server's tokenizer."""
        state = self._state
        if plan.steering is None or not state.can.cached_counts:
            return None
        turns, prefix = state.turns, state.open
        if plan.inject:
            turns = turns[:-1]
            if turns[-1].role is Role.ASSISTANT:
                turns, prefix = turns[:-1], turns[-1].text
        return await self._caller.count(replace(request, turns=turns, prefix=prefix))

    async def _forced(
        self, plan: Plan, request: Request, prefix: int | None
    ) -> tuple[str, tuple[int, ...]] | None:
        """What the plan's constraint gives; None when the text ends there."""
        rule = plan.constraint
        if rule is None:
            return "", ()
        if len(rule.choices) == 1:
            return rule.choices[0], ()
        text, ids = await self._caller.constrained(request, rule, plan.steering, prefix)
        if not text:
            return None
        return (text, ()) if rule.choices else (text, ids)

    # the record --------------------------------------------------------------------------

    def trace(self) -> Trace:
        """The trace of the finished answer."""
        state, settings = self._state, self._settings
        assert state.stop is not None, "run `events` to its end first"
        seconds = self._caller.seconds
        points, calls = tuple(state.points), tuple(self._caller.calls)
        return Trace(
            question=self._question,
            premise=tuple(wording.named(p) for p in self._premise.provisions),
            premise_digest=hashlib.sha256(repr(encode(self._premise)).encode()).hexdigest(),
            server=self._server,
            verifier=name_of(self._verifier),
            steering=settings.steering,
            budgets=settings.budgets,
            sampling=settings.sampling,
            policy=settings.frame.policy,
            text=state.text,
            points=points,
            calls=calls,
            stop=state.stop,
            lesser=tuple(state.lesser),
            warnings=settings.frame.warnings,
            seconds=seconds,
            totals=totals_of(points, calls, self._question, state.text, seconds),
        )
