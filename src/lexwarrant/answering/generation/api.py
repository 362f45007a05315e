"""Generating verified answers: one or many, whole or as a stream, sync or async."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from lexwarrant.answering.generation.backends.base import Backend, BackendError, Seats
from lexwarrant.answering.generation.card import answer_of, card_of
from lexwarrant.answering.generation.checking import AnyVerifier
from lexwarrant.answering.generation.engine import Generation, Settings
from lexwarrant.answering.generation.events import Committed, Event, Refused, Released, Warned
from lexwarrant.answering.generation.frame import frame_of, opening
from lexwarrant.answering.generation.trace import Trace
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.context import Context
from lexwarrant.records.errors import ConfigurationError
from lexwarrant.records.verification import Premise, PremiseProvision
from lexwarrant.records.warrant import WarrantCard

Clock = Callable[[], float]


class Gate(Protocol):
    """What is asked before a token is spent; `VerbatimAnswerer` satisfies it."""

    def answer(self, question: str, context: Context | None = None) -> LegalAnswer:
        """The quotation that governs, or a refusal with its reason."""


@dataclass(frozen=True, slots=True)
class VerifiedAnswer:
    """An answer whose every sentence was verified, with its card and the trace of its making."""

    answer: LegalAnswer
    card: WarrantCard
    trace: Trace

    @property
    def text(self) -> str:
        """What the reader is shown."""
        return self.answer.text


@dataclass(frozen=True, slots=True)
class Job:
    """One of many questions."""

    question: str
    premise: Premise
    settings: Settings | None = None


def as_premise(premise: Premise | str) -> Premise:
    """A premise given as plain text is one provision."""
    if isinstance(premise, Premise):
        return premise
    return Premise((PremiseProvision(premise),) if premise.strip() else ())


def generation(
    question: str,
    premise: Premise | str,
    backend: Backend,
    verifier: AnyVerifier,
    settings: Settings | None = None,
    *,
    gate: Gate | None = None,
    context: Context | None = None,
    clock: Clock = time.perf_counter,
) -> Generation:
    """A generation to be run by its `events`: all that happens, not only what is released.

    ``gate`` is asked first; what it finds decides the frame in place of ``settings.frame``.
    """
    settings = settings or Settings()
    if gate is not None:
        settings = replace(settings, frame=frame_of(gate.answer(question, context)))
    return Generation(question, as_premise(premise), backend, verifier, settings, clock)


def finished(run: Generation, premise: Premise | str, context: Context) -> VerifiedAnswer:
    """The result of a generation whose events were read to the end."""
    trace = run.trace()
    held = as_premise(premise)
    dated = context.analysis_date or date.today()
    return VerifiedAnswer(answer_of(trace, held), card_of(trace, held, context, dated), trace)


async def generate_verified_async(
    question: str,
    premise: Premise | str,
    backend: Backend,
    verifier: AnyVerifier,
    settings: Settings | None = None,
    *,
    gate: Gate | None = None,
    context: Context | None = None,
    watch: Callable[[Event], None] = lambda event: None,
) -> VerifiedAnswer:
    """Generate an answer of verified sentences; ``watch`` is told of everything as it happens.

    Raises `BackendError` when the server fails before a sentence was verified.
    """
    run = generation(question, premise, backend, verifier, settings, gate=gate, context=context)
    async with aclosing(run.events()) as events:
        async for event in events:
            watch(event)
    return finished(run, premise, context or Context())


async def stream_verified_async(
    question: str,
    premise: Premise | str,
    backend: Backend,
    verifier: AnyVerifier,
    settings: Settings | None = None,
    *,
    gate: Gate | None = None,
    context: Context | None = None,
) -> AsyncGenerator[Released, None]:
    """The pieces of an answer as they are committed; texts joined are the answer.

    A `Committed` piece's ``attempt.seconds`` is the time from the question to it.
    """
    run = generation(question, premise, backend, verifier, settings, gate=gate, context=context)
    async with aclosing(run.events()) as events:
        async for event in events:
            if isinstance(event, Committed | Refused | Warned):
                yield event


async def generate_many_async(
    jobs: Iterable[Job],
    backend: Backend,
    verifier: AnyVerifier,
    settings: Settings | None = None,
    *,
    at_once: int = 8,
    gate: Gate | None = None,
    context: Context | None = None,
) -> list[VerifiedAnswer | BackendError]:
    """Answers to many questions over one server, ``at_once`` at a time, in the order of ``jobs``.

    A job whose server failed before anything was verified is its error; the others go on. What the
    jobs begin with (the premise) is read once for all, where the server has a cache for each answer
    and can copy it; with a ``gate`` it is not, since the gate may abstain from all of them.
    """
    if at_once < 1:
        raise ConfigurationError(f"at_once is {at_once}: give 1 or more")
    room = asyncio.Semaphore(at_once)
    jobs = list(jobs)
    if gate is None and isinstance(backend, Seats):
        await _share(jobs, backend, settings or Settings(), at_once)

    async def one(job: Job) -> VerifiedAnswer | BackendError:
        async with room:
            try:
                return await generate_verified_async(
                    job.question,
                    job.premise,
                    backend,
                    verifier,
                    job.settings or settings,
                    gate=gate,
                    context=context,
                )
            except BackendError as error:
                return error

    return list(await asyncio.gather(*(one(job) for job in jobs)))


async def _share(jobs: Sequence[Job], backend: Seats, settings: Settings, at_once: int) -> None:
    """Put the premise that most jobs have into several places of the server."""
    groups: dict[int, list[Job]] = {}
    for job in jobs:
        groups.setdefault(hash(job.premise), []).append(job)
    most = max(groups.values(), key=len, default=[])
    if min(at_once, len(most)) < 2:
        return
    openings = []
    for job in most:
        how = job.settings or settings
        shown = job.premise if how.show_premise else None
        openings.append(opening(job.question, shown, how.frame))
    with suppress(BackendError):  # a server that fails now fails each answer, which says so
        await backend.share(openings, min(at_once, len(most)))


def generate_verified(
    question: str,
    premise: Premise | str,
    backend: Backend,
    verifier: AnyVerifier,
    settings: Settings | None = None,
    *,
    gate: Gate | None = None,
    context: Context | None = None,
    watch: Callable[[Event], None] = lambda event: None,
) -> VerifiedAnswer:
    """`generate_verified_async` for code without an event loop."""

    async def whole() -> VerifiedAnswer:
        try:
            return await generate_verified_async(
                question,
                premise,
                backend,
                verifier,
                settings,
                gate=gate,
                context=context,
                watch=watch,
            )
        finally:
            await backend.close()

    return asyncio.run(whole())


def generate_many(
    jobs: Iterable[Job],
    backend: Backend,
    verifier: AnyVerifier,
    settings: Settings | None = None,
    *,
    at_once: int = 8,
    gate: Gate | None = None,
    context: Context | None = None,
) -> list[VerifiedAnswer | BackendError]:
    """`generate_many_async` for code without an event loop."""

    async def all_of_them() -> list[VerifiedAnswer | BackendError]:
        try:
            return await generate_many_async(
                jobs, backend, verifier, settings, at_once=at_once, gate=gate, context=context
            )
        finally:
            await backend.close()

    return asyncio.run(all_of_them())


def stream_verified(
    question: str,
    premise: Premise | str,
    backend: Backend,
    verifier: AnyVerifier,
    settings: Settings | None = None,
    *,
    gate: Gate | None = None,
    context: Context | None = None,
) -> Generator[Released, None, None]:
    """`stream_verified_async` without an event loop; closing it stops the server's work."""
    with asyncio.Runner() as runner:
        stream = stream_verified_async(
            question, premise, backend, verifier, settings, gate=gate, context=context
        )

        async def following() -> Released | None:
            return await anext(stream, None)

        try:
            while (piece := runner.run(following())) is not None:
                yield piece
        finally:
            runner.run(stream.aclose())
            runner.run(backend.close())
