"""Requests of one answer: their deadline, their records, and what the server turns out to be."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace

from lexwarrant.answering.generation.backends.base import (
    Backend,
    BackendError,
    Chunk,
    Constraint,
    Finish,
    Request,
    Seats,
    Turn,
)
from lexwarrant.answering.generation.budgets import Budgets, StopReason
from lexwarrant.answering.generation.state import AnswerState
from lexwarrant.answering.generation.steering import Steering
from lexwarrant.answering.generation.trace import Call, LesserMode

_CHOICE_TOKENS = 64
_CACHE_EXPECTED_FROM = 256
"""Tokens of prompt from which a retry without a cached token means that nothing is cached."""


class TimeUp(Exception):
    """The answer's time is over."""


class NotObeyed(Exception):
    """A constraint was refused or had no effect; the try is made again without it."""


class Caller:
    """Makes the requests of one answer and keeps a `Call` of each."""

    def __init__(
        self,
        backend: Backend,
        budgets: Budgets,
        state: AnswerState,
        clock: Callable[[], float],
    ) -> None:
        self.calls: list[Call] = []
        self.received = 0
        self.seat: int | None = None
        self._backend = backend
        self._budgets = budgets
        self._state = state
        self._clock = clock
        self._started = clock()

    @property
    def seconds(self) -> float:
        """Seconds since the answer was begun."""
        return self._clock() - self._started

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return self._budgets.seconds - self.seconds

    @asynccontextmanager
    async def seated(self, turns: tuple[Turn, ...]) -> AsyncIterator[None]:
        """A place of its own for the answer, where the server has places; waiting for one counts.

        A server that fails now is met again by the first request, which deals with it.
        """
        backend = self._backend
        if not isinstance(backend, Seats):
            yield
            return
        try:
            async with asyncio.timeout(max(0.0, self.left)):
                self.seat = await backend.sit(turns)
        except TimeoutError:
            self._state.stop = StopReason.TIME
        except BackendError:
            self.seat = None
        try:
            yield
        finally:
            if self.seat is not None:
                backend.leave(self.seat)

    def begin(self, call: Call) -> int:
        """Open the record of a request; its number."""
        self.calls.append(call)
        return len(self.calls) - 1

    def cut(self, number: int) -> None:
        """Note that the engine stops the request."""
        self.calls[number] = replace(self.calls[number], cut=True)

    async def next(self, stream: AsyncGenerator[Chunk, None]) -> Chunk:
        """The next piece of a stream; raises `TimeUp` when the answer's time ends first."""
        left = self.left
        if left <= 0:
            raise TimeUp
        try:
            async with asyncio.timeout(left):
                return await anext(stream)
        except TimeoutError:
            raise TimeUp from None
        except StopAsyncIteration:
            return Chunk(finish=Finish.STOP)

    async def stream(self, request: Request, number: int) -> AsyncGenerator[Chunk, None]:
        """The pieces of a request; keeps its record up to date."""
        began = self._clock()
        usage = self.calls[number].usage
        received, fault = 0, ""
        try:
            async with aclosing(self._backend.complete(request)) as chunks:
                async for chunk in chunks:
                    got = len(chunk.tokens) or bool(chunk.text)
                    received += got
                    self.received += got
                    usage = chunk.usage or usage
                    yield chunk
        except BackendError as error:
            fault = f"{error.kind.value}: {error}"
            raise
        finally:
            call = self.calls[number]
            injected = None
            if call.steering is Steering.INJECT and call.prefix is not None and usage.prompt:
                injected = usage.prompt - call.prefix
            self.calls[number] = replace(
                call,
                usage=usage,
                received=received,
                seconds=self._clock() - began,
                injected=injected,
                fault=fault,
            )
            if received and not fault:
                self._note_cache(self.calls[number])

    def _note_cache(self, call: Call) -> None:
        if call.usage.cached is None:
            if call.cut:
                return  # some servers tell it only at the end of a stream
            self._state.lessen(LesserMode.NO_CACHED_COUNTS)
        elif call.usage.cached == 0 and (call.prefix or 0) >= _CACHE_EXPECTED_FROM:
            self._state.lessen(LesserMode.NO_CACHE)

    async def count(self, request: Request) -> int | None:
        """Tokens of the prompt by the server's tokenizer; None when it has none to ask.

        Raises `TimeUp` when the answer's time ends first.
        """
        try:
            async with asyncio.timeout(max(0.0, self.left)):
                return await self._backend.count_tokens(request)
        except TimeoutError:
            raise TimeUp from None
        except BackendError as error:
            if error.again:
                raise
            return None

    async def constrained(
        self, request: Request, rule: Constraint, steering: Steering | None, prefix: int | None
    ) -> tuple[str, tuple[int, ...]]:
        """The text and ids that a constraint gives: one of its choices, or one token.

        Raises `NotObeyed` when the server refuses the constraint or pays no heed to it; the state
        then knows that it cannot.
        """
        number = self.begin(Call(steering=steering, constraint=rule, prefix=prefix))
        limit = _CHOICE_TOKENS if rule.choices else 1
        text, ids = "", ()  # type: tuple[str, tuple[int, ...]]
        try:
            stream = self.stream(replace(request, constraint=rule, max_tokens=limit), number)
            async with aclosing(stream):
                while True:
                    chunk = await self.next(stream)
                    text += chunk.text
                    ids += chunk.tokens
                    if chunk.finish is not None:
                        break
        except BackendError as error:
            if error.again:
                raise
            self._give_up(rule)
        if rule.choices and text not in rule.choices:
            self._give_up(rule)
        if text and ids and ids[0] in rule.banned:
            self._give_up(rule)
        return text, ids

    def _give_up(self, rule: Constraint) -> None:
        state = self._state
        if rule.choices:
            state.lessen(LesserMode.NO_CHOICE)
            state.can = replace(state.can, choices=False)
        elif rule.banned:
            state.lessen(LesserMode.NO_BAN)
            state.can = replace(state.can, bans=False)
        else:
            state.can = replace(state.can, no_end=False)
        raise NotObeyed
