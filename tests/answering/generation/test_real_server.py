"""llama.cpp's own server with a small model: started, used, stopped."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import replace

import httpx
import pytest

from lexwarrant.answering.generation import (
    Budgets,
    Job,
    Sampling,
    Settings,
    Steering,
    VerifiedAnswer,
    generate_many,
    generate_verified,
    generate_verified_async,
    stream_verified,
    stream_verified_async,
)
from lexwarrant.answering.generation.backends.base import (
    Chunk,
    Constraint,
    Finish,
    Request,
    Role,
    Turn,
    Usage,
)
from lexwarrant.answering.generation.backends.llamacpp import LlamaCppBackend
from lexwarrant.answering.generation.events import Committed
from lexwarrant.answering.generation.serving import INSTALL, free_port, installed
from lexwarrant.answering.generation.trace import to_json, without_times
from lexwarrant.records.verification import CheckContext, Finding, Premise, SentenceVerdict
from lexwarrant.verification.verifier import Verifier

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not installed(), reason=f"the demo server is not installed: {INSTALL}"),
    pytest.mark.xdist_group("real-server"),
]

LAW = (
    "1. In the case of a personal data breach, the controller shall without undue delay and, where "
    "feasible, not later than 72 hours after having become aware of it, notify the personal data "
    "breach to the supervisory authority competent in accordance with Article 55, unless the "
    "personal data breach is unlikely to result in a risk to the rights and freedoms of natural "
    "persons.\n2. The processor shall notify the controller without undue delay after becoming "
    "aware of a personal data breach."
)  # Article 33(1) and (2) of Regulation (EU) 2016/679, EUR-Lex
QUESTION = "How long does a controller have to notify a personal data breach?"
SMALL = Budgets(tokens=90, sentence_tokens=60, seconds=240.0)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server in a process of its own, with one thread."""
    port = free_port()
    command = [sys.executable, "-m", "lexwarrant", "serve-model", "--demo", "--port", str(port)]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ}
    ) as server:
        try:
            url = f"http://127.0.0.1:{port}"
            for _ in range(300):
                try:
                    if httpx.get(f"{url}/health", timeout=2).status_code == 200:
                        break
                except httpx.TransportError:
                    pass
                assert server.poll() is None, "the server ended"
                time.sleep(0.2)
            yield url
        finally:
            server.terminate()
            server.wait(20)


def collected(backend: LlamaCppBackend, *requests: Request) -> list[tuple[str, Usage, Finish]]:
    async def one(request: Request) -> tuple[str, Usage, Finish]:
        chunks: list[Chunk] = []
        async with aclosing(backend.complete(request)) as stream:
            chunks = [chunk async for chunk in stream]
        last = chunks[-1]
        assert last.usage is not None
        assert last.finish is not None
        return "".join(c.text for c in chunks), last.usage, last.finish

    async def all_of_them() -> list[tuple[str, Usage, Finish]]:
        try:
            return [await one(r) for r in requests]
        finally:
            await backend.close()

    return asyncio.run(all_of_them())


def opening(question: str = QUESTION) -> tuple[Turn, ...]:
    return (Turn(Role.USER, f"{LAW}\n\n{question}"),)


def test_what_it_can_do(address: str) -> None:
    backend = LlamaCppBackend(address)
    base = Request(opening(), "The controller must notify the breach within", 4)
    free, chosen, again = collected(
        backend,
        base,
        replace(base, max_tokens=16, constraint=Constraint(choices=(" 9 days", " 8 weeks"))),
        base,
    )
    assert chosen[0] in (" 9 days", " 8 weeks")
    assert free[2] is Finish.LENGTH
    assert again[0] == free[0]
    assert again[1].cached is not None
    assert again[1].prompt is not None
    assert again[1].cached / again[1].prompt >= 0.95
    assert again[1].generated == 4


def test_a_ban_forbids_the_first_token(address: str) -> None:
    backend = LlamaCppBackend(address)

    async def first(request: Request) -> Chunk:
        stream: AsyncGenerator[Chunk, None] = backend.complete(request)
        async with aclosing(stream) as chunks:
            async for chunk in chunks:
                if chunk.text:
                    return chunk
        raise AssertionError("nothing was generated")

    async def both() -> tuple[Chunk, Chunk]:
        base = Request(opening(), "", 1)
        free = await first(base)
        banned = await first(replace(base, constraint=Constraint(banned=free.tokens[:1])))
        await backend.close()
        return free, banned

    free, banned = asyncio.run(both())
    assert free.tokens[0] != banned.tokens[0]


class Contrary:
    """The rules, but the first sentence it is asked about is rejected."""

    name = "contrary"

    def __init__(self) -> None:
        self._rules = Verifier()
        self._first = ""

    def check_sentence(
        self,
        premise: Premise | str,
        sentence: str,
        context: CheckContext = CheckContext(),  # noqa: B008
    ) -> Finding:
        finding = self._rules.check_sentence(premise, sentence, context)
        self._first = self._first or sentence
        verdict = SentenceVerdict.SUPPORTED
        if sentence == self._first:
            verdict = SentenceVerdict.NOT_STATED
        return replace(finding, verdict=verdict, hint=None)


def test_a_slot_is_kept_and_a_beginning_copied(address: str) -> None:
    backend = LlamaCppBackend(address)
    law = f"{LAW}\n3. The copied text."
    openings = [(Turn(Role.USER, f"{law}\n\n{q}?"),) for q in ("Who notifies", "Whom")]

    async def used() -> list[Usage]:
        await backend.share(openings, 2)
        seats = [await backend.sit(turns) for turns in openings]
        assert sorted(str(s) for s in seats) == ["0", "1"]
        found: list[Usage] = []
        for _ in range(3):  # cut in the middle, and asked again at once
            for turns, seat in zip(openings, seats, strict=True):
                request = Request(turns, "The", 40, seat=seat)
                async with aclosing(backend.complete(request)) as chunks:
                    async for chunk in chunks:
                        assert chunk.usage is not None
                        assert chunk.usage.seat in (None, seat)  # told with the last piece
                        found.append(chunk.usage)
                        break
        await backend.close()
        return found

    for n, usage in enumerate(asyncio.run(used())):
        assert usage.cached is not None
        assert usage.evaluated is not None
        assert usage.cached > 0.85 * (usage.prompt or 0)
        assert usage.evaluated == 1 or n < 2


@pytest.mark.parametrize("steering", [Steering.BAN, Steering.INJECT, Steering.REWRITE])
def test_a_retry_takes_the_verified_prefix_from_the_cache(address: str, steering: Steering) -> None:
    settings = Settings(steering, SMALL)
    answer = generate_verified(QUESTION, LAW, LlamaCppBackend(address), Contrary(), settings)
    totals = answer.trace.totals
    assert totals.retries >= 1
    assert totals.prefix_share is not None
    assert totals.prefix_share >= 0.95
    assert answer.trace.lesser == ()
    if steering is Steering.INJECT:
        call = next(c for c in answer.trace.calls if c.steering is Steering.INJECT)
        assert call.injected is not None
        assert call.usage.evaluated is not None
        assert 20 < call.usage.evaluated <= call.injected + 8  # its own tokens, and few besides


def test_the_same_twice_from_the_same_cache(address: str) -> None:
    settings = Settings(Steering.BAN, SMALL)

    def once() -> VerifiedAnswer:
        return generate_verified(QUESTION, LAW, LlamaCppBackend(address), Contrary(), settings)

    once()
    first, second = without_times(once().trace), without_times(once().trace)
    assert first.text == second.text
    assert to_json(replace(first, calls=())) == to_json(replace(second, calls=()))


def test_a_seed_makes_a_sample_again_and_another_seed_another(address: str) -> None:
    def sampled(seed: int) -> VerifiedAnswer:
        settings = Settings(Steering.BAN, SMALL, Sampling(temperature=1.0, seed=seed))
        return generate_verified(QUESTION, LAW, LlamaCppBackend(address), Contrary(), settings)

    sampled(5)  # from here on the prompt comes from the cache
    first, again, other = sampled(5), sampled(5), sampled(6)
    assert first.trace.sampling == Sampling(1.0, 5)
    drafts = [[a.text for p in x.trace.points for a in p.attempts] for x in (first, again, other)]
    assert drafts[0] == drafts[1]
    assert drafts[0] != drafts[2]
    assert len(drafts[0]) > 1  # a retry was sampled too
    untimed = [replace(without_times(x.trace), calls=()) for x in (first, again)]
    assert to_json(untimed[0]) == to_json(untimed[1])


def test_async_leaves_the_event_loop_free_and_says_the_same(address: str) -> None:
    settings = Settings(Steering.BAN, SMALL)

    async def whole(backend: LlamaCppBackend) -> VerifiedAnswer:
        return await generate_verified_async(QUESTION, LAW, backend, Contrary(), settings)

    async def streamed(backend: LlamaCppBackend) -> str:
        stream = stream_verified_async(QUESTION, LAW, backend, Contrary(), settings)
        async with aclosing(stream) as pieces:
            return "".join([piece.text async for piece in pieces])

    async def left_early(backend: LlamaCppBackend) -> None:
        stream = stream_verified_async(QUESTION, LAW, backend, Contrary(), settings)
        async with aclosing(stream) as pieces:
            await anext(pieces)

    async def ticking(ticks: list[float]) -> None:
        while True:
            ticks.append(time.monotonic())
            await asyncio.sleep(0.01)

    async def run() -> tuple[str, str, int]:
        backend, ticks = LlamaCppBackend(address), list[float]()
        ticker = asyncio.create_task(ticking(ticks))
        await whole(backend)
        await left_early(backend)
        answer = await whole(backend)
        text = await streamed(backend)
        ticker.cancel()
        await backend.close()
        return answer.text, text, len(ticks)

    text, pieces, ticks = asyncio.run(run())
    assert text == pieces
    assert ticks > 20


def test_the_first_sentence_comes_before_the_last(address: str) -> None:
    pieces = list(stream_verified(QUESTION, LAW, LlamaCppBackend(address), Verifier()))
    assert pieces
    times = [p.attempt.seconds for p in pieces if isinstance(p, Committed)]
    assert times == sorted(times)


def test_two_at_once(address: str) -> None:
    jobs = [Job(QUESTION, Premise(())), Job("Whom does a processor notify?", Premise(()))]
    settings = Settings(budgets=replace(SMALL, tokens=40))
    got = generate_many(jobs, LlamaCppBackend(address), Contrary(), settings, at_once=2)
    assert all(isinstance(g, VerifiedAnswer) and g.text for g in got)
