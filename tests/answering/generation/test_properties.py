"""What holds for every model, steering, budget and fault: 500 runs each."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from lexwarrant.answering.generation import Budgets, Job, Settings, Steering, generate_many
from lexwarrant.answering.generation.api import VerifiedAnswer, finished, generation
from lexwarrant.answering.generation.backends.base import (
    BackendError,
    Capabilities,
    FaultKind,
    Request,
)
from lexwarrant.answering.generation.backends.scripted import ALL, ScriptedBackend
from lexwarrant.answering.generation.events import Committed, Event, Refused, RolledBack
from lexwarrant.answering.generation.frame import REFUSAL
from lexwarrant.answering.generation.totals import totals_of
from lexwarrant.answering.generation.trace import Outcome
from lexwarrant.records.context import Context
from lexwarrant.records.verification import RepairAction, RepairHint, SentenceVerdict
from worlds_of_generation import BAD, GOOD, LAW, QUESTION, REFUSES, KnowingVerifier

SAYABLE = (*GOOD, *BAD, REFUSES, "[end]", REFUSAL)
HINTS = {
    BAD[0]: RepairHint(RepairAction.USE_VALUE, BAD[0].index("24 hours"), ("72 hours", "5 years")),
    BAD[1]: RepairHint(RepairAction.USE_WORDS, BAD[1].index("two years"), ("five years",)),
    BAD[2]: RepairHint(RepairAction.START_ANEW),
}
FAULTS = st.dictionaries(
    st.integers(0, 12),
    st.tuples(
        st.integers(0, 12),
        st.sampled_from([FaultKind.BROKE_OFF, FaultKind.RATE_LIMITED, FaultKind.REFUSED]),
    ),
    max_size=3,
)
CAPABILITIES = st.builds(
    Capabilities, st.booleans(), st.booleans(), st.booleans(), st.booleans(), st.booleans()
)
BUDGETS = st.builds(
    Budgets,
    st.integers(0, 3),
    st.integers(0, 8),
    st.integers(5, 300),
    st.integers(5, 60),
)


def babbler(seed: int) -> Callable[[Request], str]:
    """A model that says right and wrong sentences by chance, the same for the same request."""

    def script(request: Request) -> str:
        rng = random.Random(f"{seed} {request}")
        said = " ".join(rng.choice(SAYABLE) for _ in range(rng.randrange(5)))
        return (" " if request.prefix and said else "") + said

    return script


async def played(
    backend: ScriptedBackend, wanted: Settings, seen: list[Event], states: list[str]
) -> VerifiedAnswer | BackendError:
    run = generation(QUESTION, LAW, backend, KnowingVerifier(hints=HINTS), wanted)
    try:
        async for event in run.events():
            seen.append(event)
            states.append(run.text)
    except BackendError as error:
        states.append(run.text)
        return error
    return finished(run, LAW, Context())


@settings(max_examples=500, deadline=None)
@given(
    st.integers(0, 10**6), st.sampled_from(Steering), CAPABILITIES, BUDGETS, FAULTS
)  # fmt: skip
def test_what_always_holds(
    seed: int,
    steering: Steering,
    can: Capabilities,
    budgets: Budgets,
    faults: dict[int, tuple[int, FaultKind]],
) -> None:
    errors = {
        n: (k, BackendError(kind, f"made to fail: {kind}", retry_after=0.0))
        for n, (k, kind) in faults.items()
    }
    backend = ScriptedBackend(babbler(seed), can, fault_at=errors)
    seen: list[Event] = []
    states: list[str] = []
    got = asyncio.run(played(backend, Settings(steering, budgets), seen, states))
    streamed = "".join(e.text for e in seen if isinstance(e, Committed | Refused))
    final = states[-1]
    assert streamed == final
    assert all(final.startswith(state) for state in states)  # a verified prefix is never rewritten
    assert not any(bad in streamed for bad in BAD)  # nothing unsupported is ever streamed
    assert "[end]" not in streamed
    for event in seen:
        if isinstance(event, Committed):
            assert event.attempt.verdict in (SentenceVerdict.SUPPORTED, SentenceVerdict.NO_CLAIM)
        if isinstance(event, RolledBack):
            assert event.attempt.outcome is Outcome.ROLLED_BACK
    assert sum(isinstance(e, Refused) for e in seen) <= 1
    assert final.count(REFUSAL) <= 1
    for sentence in GOOD:
        assert final.count(sentence) <= 1
    if isinstance(got, BackendError):
        assert not any(isinstance(e, Committed) for e in seen)
        return
    trace = got.trace
    assert final
    assert trace.text == final
    assert trace.totals.retries <= budgets.retries_per_answer
    for point in trace.points:
        retries = sum(a.steering is not None for a in point.attempts)
        assert retries <= budgets.retries_per_point
        assert sum(a.outcome is Outcome.COMMITTED for a in point.attempts) <= 1
    again = totals_of(trace.points, trace.calls, trace.question, trace.text, trace.seconds)
    assert again == trace.totals


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 9))
def test_many_at_once_are_as_one_by_one(seed: int, at_once: int) -> None:
    jobs = [Job(f"{QUESTION} ({n})", LAW) for n in range(4)]
    backend = ScriptedBackend(babbler(seed))
    together = generate_many(jobs, backend, KnowingVerifier(hints=HINTS), at_once=at_once)
    alone = [
        generate_many([job], ScriptedBackend(babbler(seed)), KnowingVerifier(hints=HINTS))[0]
        for job in jobs
    ]
    texts = [a.text if isinstance(a, VerifiedAnswer) else str(a) for a in together]
    assert texts == [a.text if isinstance(a, VerifiedAnswer) else str(a) for a in alone]


def test_one_failed_job_leaves_the_others() -> None:
    broken = BackendError(FaultKind.REFUSED, "no")
    backend = ScriptedBackend(lambda r: GOOD[0], fault_at={1: (0, broken)})
    out = generate_many([Job(QUESTION, LAW)] * 3, backend, KnowingVerifier(), at_once=1)
    assert [isinstance(o, BackendError) for o in out] == [False, True, False]


def test_a_fault_after_a_verified_sentence_keeps_it() -> None:
    slow = BackendError(FaultKind.BROKE_OFF, "gone", retry_after=0.0)
    words = len(GOOD[0].split()) + 4
    script = lambda r: " ".join(GOOD)[len(r.prefix) :]  # noqa: E731
    for times in (1, 9):
        faults = {n: (words if n == 0 else 0, slow) for n in range(times)}
        backend = ScriptedBackend(script, replace(ALL), fault_at=faults)
        out = generate_many([Job(QUESTION, LAW)], backend, KnowingVerifier())[0]
        assert isinstance(out, VerifiedAnswer)
        assert out.text.startswith(GOOD[0])
        assert out.trace.totals.faults == (1 if times == 1 else 3)
        assert out.trace.stop.value == ("complete" if times == 1 else "server_failed")
