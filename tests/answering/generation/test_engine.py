"""The mechanism: every steering, budget and stop reason on a scripted backend."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from lexwarrant.answering.generation import (
    Budgets,
    Frame,
    Sampling,
    Settings,
    Steering,
    StopReason,
    VerifiedAnswer,
    generate_verified,
    stream_verified,
)
from lexwarrant.answering.generation.api import generation
from lexwarrant.answering.generation.backends.base import Chunk, Constraint, Request
from lexwarrant.answering.generation.backends.scripted import ALL, ScriptedBackend, token_id
from lexwarrant.answering.generation.events import Committed, Event, RolledBack, Steered
from lexwarrant.answering.generation.frame import ABSTENTION, REFUSAL
from lexwarrant.answering.generation.guards import Guard
from lexwarrant.answering.generation.trace import (
    Attempt,
    LesserMode,
    Outcome,
    read_trace,
    to_json,
    without_times,
    write_trace,
)
from lexwarrant.records.answer import LegalAnswer, Refusal, RefusalReason
from lexwarrant.records.verification import PremiseProvision, ReasonCode, RepairAction, RepairHint
from lexwarrant.records.warrant import PolicyAct
from worlds_of_generation import (
    BAD,
    GOOD,
    LAW,
    QUESTION,
    REFUSES,
    KnowingVerifier,
    rewriting,
    script_of,
    written,
)

Script = Callable[[Request], str]


def run(
    script: Script,
    steering: Steering = Steering.AUTO,
    verifier: KnowingVerifier | None = None,
    **budgets: float,
) -> tuple[VerifiedAnswer, ScriptedBackend, list[Event]]:
    backend = ScriptedBackend(script)
    events: list[Event] = []
    settings = Settings(steering=steering, budgets=Budgets(**budgets))  # type: ignore[arg-type]
    answer = generate_verified(
        QUESTION, LAW, backend, verifier or KnowingVerifier(), settings, watch=events.append
    )
    return answer, backend, events


def attempts(answer: VerifiedAnswer) -> list[Attempt]:
    return [a for p in answer.trace.points for a in p.attempts]


def stubborn(request: Request) -> str:
    """Writes one good sentence, then the same wrong one for ever."""
    done = written(request)
    if rewriting(request):
        return BAD[0]
    return f"{GOOD[0]} {BAD[0]}" if not done else f" {BAD[0]}"


# what goes through -----------------------------------------------------------------------


def test_right_sentences_in_one_request() -> None:
    answer, backend, _ = run(script_of(GOOD))
    assert answer.text == " ".join(GOOD)
    assert answer.trace.stop is StopReason.COMPLETE
    assert len(backend.requests) == 1
    assert [c.text for c in answer.card.claims] == list(GOOD)
    assert all(answer.text[c.start : c.end] == c.text for c in answer.card.claims)
    assert answer.card.links[0].authority == "xx/keepers/s/1"
    assert answer.answer.citations[0].provision_id == "xx/keepers/s/1"


def test_an_honest_refusal_is_not_rolled_back() -> None:
    answer, _, events = run(script_of([GOOD[0], REFUSES]))
    assert answer.text == f"{GOOD[0]} {REFUSES}"
    assert not any(isinstance(e, RolledBack) for e in events)


# steering --------------------------------------------------------------------------------


def test_ban_starts_the_sentence_anew_and_accumulates() -> None:
    drafts = [BAD[0], BAD[1], BAD[2], GOOD[3]]

    def script(request: Request) -> str:
        done = written(request)
        if not done:
            return GOOD[0] + " " + drafts[0]
        banned = request.constraint.banned if request.constraint else ()
        wanted = [d for d in drafts if token_id(" " + d.split()[0]) not in banned]
        for draft in drafts:
            if done.endswith(draft.split()[0]) and done != GOOD[0]:
                return draft[len(draft.split()[0]) :]
        return " " + (wanted or [GOOD[3]])[0] if done == GOOD[0] else ""

    answer, backend, events = run(script, Steering.BAN)
    banned = [r.constraint.banned for r in backend.requests if r.constraint]
    assert banned[0] == (token_id(" The"),)
    assert all(set(a) < set(b) for a, b in pairwise(banned))
    assert banned[-1] == tuple(token_id(w) for w in (" The", " A", " No"))
    assert all(e.steering is Steering.BAN for e in events if isinstance(e, Steered))
    assert answer.text == f"{GOOD[0]} {GOOD[3]}"


def test_allow_keeps_the_sentence_and_chooses_a_grounded_value() -> None:
    hint = RepairHint(RepairAction.USE_VALUE, BAD[0].index("24 hours"), ("5 years", "72 hours"))

    def script(request: Request) -> str:
        done = written(request)
        if not done:
            return BAD[0]
        if request.constraint is not None:
            return " 72 hours."
        return "." if done.endswith("72 hours") else ""

    answer, backend, _ = run(script, Steering.ALLOW, KnowingVerifier(hints={BAD[0]: hint}))
    assert answer.text == GOOD[0]
    asked = next(r for r in backend.requests if r.constraint)
    assert asked.prefix == "The keeper must report a loss within"
    assert asked.constraint is not None
    assert asked.constraint.choices == (" 5 years", " 72 hours")
    assert attempts(answer)[1].kept == "The keeper must report a loss within"


def test_allow_with_one_value_needs_no_grammar() -> None:
    hint = RepairHint(RepairAction.USE_VALUE, BAD[0].index("24 hours"), ("72 hours",))
    backend = ScriptedBackend(
        lambda r: "." if written(r).endswith("72 hours") else BAD[0] if not written(r) else "",
        replace(ALL, choices=False),
    )
    answer = generate_verified(QUESTION, LAW, backend, KnowingVerifier(hints={BAD[0]: hint}))
    assert answer.text == GOOD[0]
    assert not any(r.constraint for r in backend.requests)


def test_allow_without_a_hint_falls_back_to_ban() -> None:
    _, _, events = run(stubborn, Steering.ALLOW)
    assert next(e for e in events if isinstance(e, Steered)).steering is Steering.BAN


def test_inject_sets_the_provision_at_the_cut_once_and_never_in_the_answer() -> None:
    def script(request: Request) -> str:
        done = written(request)
        if not done:
            return f"{GOOD[0]} {BAD[1]}"
        looked = any("Look again" in t.text for t in request.turns)
        return GOOD[1] if looked and done == GOOD[0] else "" if looked else f" {BAD[1]}"

    answer, backend, events = run(script, Steering.INJECT)
    assert answer.text == f"{GOOD[0]} {GOOD[1]}"
    assert "Look again" not in answer.text
    last = backend.requests[-1]
    assert [t.role.value for t in last.turns] == ["system", "user", "assistant", "user"]
    assert last.turns[2].text == GOOD[0]
    assert QUESTION in last.turns[3].text
    steered = next(e for e in events if isinstance(e, Steered))
    assert steered.label == "s. 1, Keepers Act"
    assert answer.trace.totals.injected is not None
    assert answer.trace.totals.injected > 0


def test_each_provision_is_injected_once() -> None:
    _, backend, events = run(stubborn, Steering.INJECT)
    kinds = [e.steering for e in events if isinstance(e, Steered)]
    assert kinds.count(Steering.INJECT) == 1
    turns = [t.text for t in backend.requests[-1].turns if "Look again" in t.text]
    assert len(turns) == len(set(turns))


def test_rewrite_names_the_failed_slot_and_leaves_no_trace_in_the_prompt() -> None:
    def script(request: Request) -> str:
        if rewriting(request):
            return GOOD[1] + " And more that is not asked for."
        done = written(request)
        return f"{GOOD[0]} {BAD[1]}" if not done else f" {BAD[1]}" if done == GOOD[0] else ""

    answer, backend, _ = run(script, Steering.REWRITE)
    assert answer.text == f"{GOOD[0]} {GOOD[1]}"
    asked = next(r for r in backend.requests if rewriting(r))
    assert BAD[1] in asked.turns[-1].text
    assert "figure" in asked.turns[-1].text
    assert not any(BAD[1] in t.text for t in backend.requests[-1].turns)


def test_auto_follows_the_hint_and_changes_the_way_after_the_same_wrong_retry() -> None:
    hint = RepairHint(RepairAction.USE_VALUE, BAD[0].index("24 hours"), ("99 hours",))
    _, _, events = run(stubborn, Steering.AUTO, KnowingVerifier(hints={BAD[0]: hint}))
    kinds = [e.steering for e in events if isinstance(e, Steered)]
    assert kinds[0] is Steering.ALLOW
    assert all(a is not b for a, b in pairwise(kinds[:3]))


@pytest.mark.parametrize("steering", [s for s in Steering if s is not Steering.NONE])
@pytest.mark.parametrize("first_is_wrong", [True, False])
def test_both_orders(steering: Steering, first_is_wrong: bool) -> None:
    """A wrong sentence before a right one and after it: the right ones stay, the wrong one goes."""
    hint = RepairHint(RepairAction.USE_WORDS, BAD[1].index(" two years"), ("five years",))
    wrong, mended = BAD[1], GOOD[1]

    def script(request: Request) -> str:
        done = written(request)
        if rewriting(request):
            return mended
        looked = any("Look again" in t.text for t in request.turns)
        banned = request.constraint is not None and bool(request.constraint.banned)
        after = f" {GOOD[0]}" if first_is_wrong else ""
        if done.endswith("five years"):
            return "." + after
        if banned or done.endswith("Under"):
            return (" Under" if banned else "") + GOOD[3].removeprefix("Under") + after
        left = [] if mended in done or GOOD[3] in done else [mended if looked else wrong]
        left = [*left, GOOD[0]] if first_is_wrong else [GOOD[0], *left]
        rest = " ".join(x for x in left if x not in done)
        return f" {rest}" if request.prefix and rest else rest

    verifier = KnowingVerifier(hints={wrong: hint})
    answer, _, _ = run(script, steering, verifier)
    expected = GOOD[3] if steering is Steering.BAN else mended
    pair = (expected, GOOD[0]) if first_is_wrong else (GOOD[0], expected)
    assert answer.text == " ".join(pair)


# budgets and stop reasons ----------------------------------------------------------------


def test_three_retries_a_point_then_the_refusal_once_and_on() -> None:
    def script(request: Request) -> str:
        done = written(request)
        if rewriting(request):
            return BAD[0]
        if done.endswith(REFUSAL):
            return f" {GOOD[1]}"
        return f" {BAD[0]}" if not done.endswith(GOOD[1]) else ""

    answer, _, _ = run(script, Steering.REWRITE)
    assert answer.text == f"{REFUSAL} {GOOD[1]}"
    assert answer.trace.points[0].refused
    assert len(answer.trace.points[0].attempts) == 4
    assert answer.trace.stop is StopReason.COMPLETE


def test_eight_retries_an_answer_and_never_the_same_refusal_twice() -> None:
    answer, _, _ = run(stubborn, Steering.REWRITE)
    assert answer.text == f"{GOOD[0]} {REFUSAL}"
    assert answer.trace.stop is StopReason.RETRIES
    assert answer.trace.totals.retries == 8


@pytest.mark.parametrize("steering", list(Steering))
def test_never_empty_whatever_the_steering(steering: Steering) -> None:
    for script in (stubborn, lambda r: "", lambda r: BAD[0], lambda r: REFUSAL):
        answer, _, _ = run(script, steering)
        assert answer.text
        assert answer.text.count(REFUSAL) <= 1
        assert not any(b in answer.text for b in BAD)
        assert answer.trace.totals.retries <= 8


def test_tokens() -> None:
    def endless(request: Request) -> str:
        n = written(request).count(".")
        return " ".join(f"The keeper reports loss {k} today." for k in range(n, n + 99))

    verifier = KnowingVerifier(f"The keeper reports loss {k} today." for k in range(999))
    answer, _, _ = run(endless, verifier=verifier, tokens=40)
    assert answer.trace.stop is StopReason.TOKENS
    assert answer.text.endswith("today.")
    assert answer.trace.totals.received <= 41


def test_a_sentence_that_never_ends() -> None:
    answer, _, _ = run(lambda r: " word" * 500, sentence_tokens=20)
    assert attempts(answer)[0].guard is Guard.TOO_LONG
    assert answer.text == REFUSAL


def test_time() -> None:
    now = [0.0]

    class Slow(ScriptedBackend):
        async def complete(self, request: Request) -> AsyncGenerator[Chunk, None]:
            async for chunk in super().complete(request):
                now[0] += 1.0
                yield chunk

    run = generation(
        QUESTION,
        LAW,
        Slow(script_of(GOOD)),
        KnowingVerifier(),
        Settings(budgets=Budgets(seconds=13.0)),
        clock=lambda: now[0],
    )

    async def whole() -> None:
        async for _ in run.events():
            pass

    asyncio.run(whole())
    assert run.trace().stop is StopReason.TIME
    assert run.text == GOOD[0]


def test_drifting_is_led_back_once_then_stopped() -> None:
    strays = [f"Bananas ripen on day {n}." for n in range(9)]

    def script(request: Request) -> str:
        done = written(request)
        return " " + " ".join(strays[done.count("Bananas") :])

    answer, backend, _ = run(script, verifier=KnowingVerifier(strays, reason=ReasonCode.INFERRED))
    assert answer.trace.stop is StopReason.DRIFTED
    assert any("Return to the question" in t.text for t in backend.requests[-1].turns)
    assert answer.text.count("Bananas") == 4
    assert answer.trace.totals.relevance == 0.0


# guards ----------------------------------------------------------------------------------


def test_what_shares_no_word_with_its_passage_is_not_released() -> None:
    empty = "The answer is: No, no, no."

    def script(request: Request) -> str:
        return f" {empty}" if not written(request) else ""

    answer, _, _ = run(script, verifier=KnowingVerifier([empty]))
    assert empty not in answer.text
    assert attempts(answer)[0].guard is Guard.RESTS_ON_NOTHING


def test_allow_takes_the_value_of_the_passage_that_answers() -> None:
    wrong = "The register is kept for 72 hours."
    hint = RepairHint(RepairAction.USE_VALUE, wrong.index("72"), ("24 hours", "five years"))
    law = replace(LAW, provisions=(
        PremiseProvision("The keeper shall report a loss within 24 hours."), LAW.provisions[1],
    ))  # fmt: skip

    def script(request: Request) -> str:
        done = written(request)
        return wrong if not done else "." if done.endswith("years") else ""

    mended = "The register is kept for five years."
    verifier = KnowingVerifier([mended], {wrong: hint})
    answer = generate_verified(QUESTION, law, ScriptedBackend(script), verifier)
    assert attempts(answer)[1].kept == "The register is kept for"
    assert attempts(answer)[1].constraint == Constraint(choices=(" five years",))
    assert answer.text == mended


def test_pasting_the_injected_provision_is_sent_back_once() -> None:
    paste = "A keeper of things shall report a loss to the office within 72 hours of it."
    law = replace(LAW, provisions=(replace(LAW.provisions[0], text=paste),))

    def script(request: Request) -> str:
        done = written(request)
        looked = any("Look again" in t.text for t in request.turns)
        if rewriting(request):
            return GOOD[0]
        return "" if done else paste if looked else BAD[0]

    backend = ScriptedBackend(script)
    settings = Settings(steering=Steering.INJECT)
    answer = generate_verified(QUESTION, law, backend, KnowingVerifier([paste, *GOOD]), settings)
    assert attempts(answer)[1].guard is Guard.PASTED
    assert attempts(answer)[1].copied == 1.0
    assert answer.text in (paste, GOOD[0])


@pytest.mark.parametrize(
    "echo",
    [
        "When must the keeper report a loss, and how long is the register kept?",
        "The provisions do not support this sentence.",
        "Write one corrected sentence in its place and nothing else.",
    ],
)
def test_an_echo_is_no_answer(echo: str) -> None:
    answer, _, _ = run(lambda r: echo)
    assert answer.text == REFUSAL
    assert attempts(answer)[0].guard is Guard.ECHOES


def test_the_refusal_is_not_said_again_inside_another_sentence() -> None:
    copied = f"The test is this: {REFUSAL}"

    def script(request: Request) -> str:
        return f" {copied}" if written(request).endswith(REFUSAL) else BAD[0]

    answer, _, _ = run(script, verifier=KnowingVerifier([copied]))
    assert answer.text.count(REFUSAL) == 1


def test_saying_nothing_is_limited() -> None:
    notes = [f"Note that the register of loss is kept, {n}." for n in range(9)]

    def script(request: Request) -> str:
        return " " + " ".join(notes[written(request).count("Note") :])

    answer, _, _ = run(script)
    assert answer.text.count("Note") == 3
    assert any(a.guard is Guard.SAYS_NOTHING for a in attempts(answer))


def test_a_sentence_is_not_said_twice() -> None:
    answer, _, _ = run(lambda r: f" {GOOD[0]}")
    assert answer.text == GOOD[0]
    assert answer.trace.stop is StopReason.COMPLETE


def test_ending_instead_of_trying_again_is_no_way_out() -> None:
    def script(request: Request) -> str:
        done = written(request)
        if rewriting(request):
            return GOOD[1]
        return f"{GOOD[0]} {BAD[1]}" if not done else ""

    answer, _, _ = run(script)
    assert any(a.guard is Guard.EMPTY for a in attempts(answer))
    assert answer.text == f"{GOOD[0]} {GOOD[1]}"


def test_text_that_does_not_decode_is_never_shown() -> None:
    answer, _, _ = run(lambda r: "The keeper m\ufffdst report.")
    assert answer.text == REFUSAL
    assert attempts(answer)[0].guard is Guard.BROKEN_TEXT


# the frame -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "act"),
    [
        (RefusalReason.OUT_OF_SCOPE, PolicyAct.ABSTAIN),
        (RefusalReason.NO_SUCH_PROVISION, PolicyAct.CORRECT),
        (RefusalReason.EMPTY_QUESTION, PolicyAct.ASK),
    ],
)
def test_the_gate_ends_it_before_a_token_is_spent(reason: RefusalReason, act: PolicyAct) -> None:
    class Gate:
        def answer(self, question: str, context: object = None) -> LegalAnswer:
            return LegalAnswer(question, "No.", False, refusal=Refusal(reason, "No."))

    backend = ScriptedBackend(script_of(GOOD))
    answer = generate_verified(QUESTION, LAW, backend, KnowingVerifier(), gate=Gate())
    assert answer.text == "No."
    assert backend.requests == []
    assert answer.trace.policy == (act,)
    assert answer.card.policy == (act,)
    assert answer.trace.stop is StopReason.ABSTAINED


def test_abstaining_has_words_of_its_own() -> None:
    settings = Settings(frame=Frame((PolicyAct.ABSTAIN,)))
    backend = ScriptedBackend(script_of(GOOD))
    assert generate_verified(QUESTION, LAW, backend, KnowingVerifier(), settings).text == ABSTENTION


def test_warnings_stand_after_the_answer() -> None:
    frame = Frame((PolicyAct.ANSWER, PolicyAct.WARN), ("Not yet applicable.",))
    backend = ScriptedBackend(script_of(GOOD[:1]))
    answer = generate_verified(QUESTION, LAW, backend, KnowingVerifier(), Settings(frame=frame))
    assert answer.text == f"{GOOD[0]}\n\nNot yet applicable."


# streaming, seeds, traces ----------------------------------------------------------------


def test_the_stream_gives_the_text_with_the_time_to_the_first() -> None:
    backend = ScriptedBackend(script_of(GOOD))
    pieces = list(stream_verified(QUESTION, LAW, backend, KnowingVerifier()))
    assert "".join(p.text for p in pieces) == " ".join(GOOD)
    first = pieces[0]
    assert isinstance(first, Committed)
    assert first.attempt.seconds > 0


def test_a_stream_can_be_left() -> None:
    stream = stream_verified(QUESTION, LAW, ScriptedBackend(script_of(GOOD)), KnowingVerifier())
    assert next(stream).text == GOOD[0]
    stream.close()


def test_seeds_reach_the_server_and_differ_by_request() -> None:
    backend = ScriptedBackend(stubborn)
    settings = Settings(sampling=Sampling(temperature=0.7, seed=5))
    generate_verified(QUESTION, LAW, backend, KnowingVerifier(), settings)
    seeds = [r.seed for r in backend.requests]
    assert seeds[0] == 5
    assert len(set(seeds)) == len(seeds)
    assert {r.temperature for r in backend.requests} == {0.7}


def test_the_trace_is_canonical_and_comes_back(tmp_path) -> None:  # type: ignore[no-untyped-def]
    first, _, _ = run(stubborn)
    second, _, _ = run(stubborn)
    assert to_json(without_times(first.trace)) == to_json(without_times(second.trace))
    write_trace(first.trace, tmp_path / "t.json")
    assert read_trace(tmp_path / "t.json") == first.trace


def test_retries_take_the_verified_prefix_from_the_cache() -> None:
    answer, _, _ = run(stubborn, Steering.BAN)
    assert answer.trace.totals.prefix_share is not None
    assert answer.trace.totals.prefix_share >= 0.95  # the fixed refusal was never generated
    assert answer.trace.totals.discarded > 0


def test_lesser_modes_without_prefill() -> None:
    def script(request: Request) -> str:
        if rewriting(request):
            return GOOD[1]
        done = written(request)
        return "[end]" if GOOD[1] in done else f"{GOOD[0]} {BAD[1]}" if not done else BAD[1]

    can = replace(ALL, prefill=False, choices=False, bans=False, no_end=False, cached_counts=False)
    backend = ScriptedBackend(script, can)
    answer = generate_verified(
        QUESTION, LAW, backend, KnowingVerifier(), Settings(steering=Steering.BAN)
    )
    assert answer.text == f"{GOOD[0]} {GOOD[1]}"
    assert set(answer.trace.lesser) == {
        LesserMode.NO_PREFILL,
        LesserMode.NO_BAN,
        LesserMode.NO_CACHED_COUNTS,
    }
    assert all(r.prefix == "" for r in backend.requests)
    assert attempts(answer)[-1].outcome is Outcome.COMMITTED
