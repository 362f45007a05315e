"""Every HTTP backend against a loopback server of its shape: what it can do, and its faults."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from inference_servers import (
    Chat,
    Faults,
    LlamaCpp,
    Model,
    Sglang,
    SglangPieces,
    Vllm,
    _Handler,
    serving,
)
from lexwarrant.answering.generation import (
    Budgets,
    Job,
    Sampling,
    Settings,
    Steering,
    StopReason,
    VerifiedAnswer,
    generate_many,
    generate_verified,
)
from lexwarrant.answering.generation.backends.base import (
    Backend,
    BackendError,
    FaultKind,
    Request,
)
from lexwarrant.answering.generation.backends.chat import ChatBackend, Prefill
from lexwarrant.answering.generation.backends.http import fault_of
from lexwarrant.answering.generation.backends.llamacpp import LlamaCppBackend
from lexwarrant.answering.generation.backends.sglang import SglangBackend
from lexwarrant.answering.generation.backends.vllm import VllmBackend
from lexwarrant.answering.generation.frame import REFUSAL
from lexwarrant.answering.generation.trace import LesserMode
from lexwarrant.records.errors import ConfigurationError
from lexwarrant.records.verification import Premise, PremiseProvision, RepairAction, RepairHint
from worlds_of_generation import (
    BAD,
    GOOD,
    LAW,
    QUESTION,
    KnowingVerifier,
    rewriting,
    written,
)

Make = Callable[[str], Backend]
HINT = RepairHint(RepairAction.USE_VALUE, BAD[1].index("two years"), ("one day", "five years"))
FULL: list[tuple[type[_Handler], Make]] = [
    (LlamaCpp, LlamaCppBackend),
    (Vllm, VllmBackend),
    (Sglang, SglangBackend),
    (SglangPieces, SglangBackend),
]
ALL: list[tuple[type[_Handler], Make]] = [*FULL, (Chat, ChatBackend)]


def writer(request: Request) -> str:
    """One right sentence, then a wrong one; whatever steers it mends it."""
    done = written(request)
    if rewriting(request):
        return GOOD[1]
    if not done:
        return f"{GOOD[0]} {BAD[1]}"
    if done.endswith(GOOD[1]):
        return ""
    if any("Look again" in t.text for t in request.turns):
        return GOOD[1]
    if done.endswith(("for five years", "Otherwise")):
        return "." if done.endswith("years") else " a register is kept."
    if done.endswith("must be kept for"):
        return " five years"
    if request.turns[-1].text.startswith("Go on with the answer"):
        return "[end]" if GOOD[1] in done else BAD[1]
    return f" {BAD[1]}"


def ask(
    kind: type[_Handler],
    make: Make,
    faults: Faults | None = None,
    steering: Steering = Steering.AUTO,
    script: Callable[[Request], str] = writer,
    hinted: bool = True,
    **budgets: float,
) -> tuple[VerifiedAnswer, Model]:
    model = Model(script, faults or Faults())
    verifier = KnowingVerifier(
        [*GOOD, "Otherwise a register is kept."], {BAD[1]: HINT} if hinted else {}
    )
    settings = Settings(steering=steering, budgets=Budgets(**budgets))  # type: ignore[arg-type]
    with serving(kind, model) as address:
        return generate_verified(QUESTION, LAW, make(address), verifier, settings), model


@pytest.mark.parametrize(("kind", "make"), FULL)
@pytest.mark.parametrize(
    ("steering", "second"),
    [
        (Steering.ALLOW, GOOD[1]),
        (Steering.BAN, "Otherwise a register is kept."),
        (Steering.INJECT, GOOD[1]),
        (Steering.REWRITE, GOOD[1]),
    ],
)
def test_all_four_steerings(
    kind: type[_Handler], make: Make, steering: Steering, second: str
) -> None:
    answer, _ = ask(kind, make, steering=steering)
    assert answer.text == f"{GOOD[0]} {second}"
    assert answer.trace.lesser == ()
    assert answer.trace.stop is StopReason.COMPLETE
    totals = answer.trace.totals
    if steering in (Steering.ALLOW, Steering.BAN) or kind is not Vllm:
        assert totals.prefix_share is not None
        assert totals.prefix_share >= 0.95
    if steering is Steering.INJECT and kind is not Vllm:
        assert totals.injected is not None
        assert totals.injected > 10


@pytest.mark.parametrize("steering", [Steering.INJECT, Steering.REWRITE, Steering.AUTO])
def test_a_closed_chat_api(steering: Steering) -> None:
    answer, model = ask(Chat, ChatBackend, steering=steering)
    assert answer.text == f"{GOOD[0]} {GOOD[1]}"
    assert answer.trace.lesser[0] is LesserMode.NO_PREFILL
    assert all(m["messages"][-1]["role"] == "user" for m in model.asked)


@pytest.mark.parametrize("prefill", [Prefill.LAST_MESSAGE, Prefill.PREFIX_FIELD])
def test_a_chat_api_with_prefill(prefill: Prefill) -> None:
    one = RepairHint(RepairAction.USE_VALUE, HINT.cut_at, ("five years",))
    model = Model(writer)
    with serving(Vllm, model) as address:
        answer = generate_verified(
            QUESTION,
            LAW,
            ChatBackend(address, prefill=prefill),
            KnowingVerifier(hints={BAD[1]: one}),
        )
    assert answer.text == f"{GOOD[0]} {GOOD[1]}"
    flagged = any(m["messages"][-1].get("prefix") for m in model.asked if "messages" in m)
    assert flagged is (prefill is Prefill.PREFIX_FIELD)


# llama.cpp's slots -----------------------------------------------------------------------


def at_once(faults: Faults, premise: Premise = LAW) -> tuple[list[VerifiedAnswer], Model]:
    model = Model(writer, faults)
    jobs = [Job(f"{QUESTION} ({n})", premise) for n in range(5)]
    with serving(LlamaCpp, model) as address:
        got = generate_many(jobs, LlamaCppBackend(address), KnowingVerifier(), at_once=4)
    assert all(isinstance(g, VerifiedAnswer) for g in got)
    return [g for g in got if isinstance(g, VerifiedAnswer)], model


def test_an_answer_keeps_its_slot() -> None:
    answers, model = at_once(Faults())
    assert {a.text for a in answers} == {f"{GOOD[0]} {GOOD[1]}"}
    slots: dict[str, set[int]] = {}
    for asked in model.asked:
        if asked["path"] == "/completion" and asked["n_predict"]:
            question = re.search(r"\(\d\)", asked["prompt"])
            assert question
            slots.setdefault(question[0], set()).add(asked["id_slot"])
    assert len(slots) == 5
    assert all(len(s) == 1 for s in slots.values())
    assert set().union(*slots.values()) == {0, 1}


LONG = replace(LAW, provisions=(*LAW.provisions, PremiseProvision("The rest is long. " * 100)))


def test_a_premise_is_read_once_and_copied() -> None:
    _, model = at_once(Faults(), LONG)
    read = [a for a in model.asked if a.get("n_predict") == 0]
    assert len(read) == 1
    assert read[0]["prompt"].count("The rest is long.") == 100
    assert "Question" not in read[0]["prompt"]
    moved = [a["path"] for a in model.asked if a["path"].startswith("/slots/")]
    assert moved == ["/slots/0?action=save", "/slots/0?action=save", "/slots/1?action=restore"]
    first = next(n for n, a in enumerate(model.asked) if "action=restore" in a["path"])
    assert not any(a["path"] == "/completion" and a["n_predict"] for a in model.asked[:first])


def test_a_server_that_saves_no_slots_is_not_asked_to_read_for_nothing() -> None:
    answers, model = at_once(Faults(saves_no_slots=True), LONG)
    assert {a.text for a in answers} == {f"{GOOD[0]} {GOOD[1]}"}
    assert not any(a.get("n_predict") == 0 for a in model.asked)


def test_waiting_for_a_slot_counts_as_time() -> None:
    model = Model(writer, Faults(slow=0.4))
    jobs = [Job(f"{QUESTION} ({n})", LAW) for n in range(3)]
    settings = Settings(budgets=Budgets(seconds=1.5))
    with serving(LlamaCpp, model) as address:
        got = generate_many(jobs, LlamaCppBackend(address), KnowingVerifier(), settings)
    assert all(isinstance(g, BackendError) and g.kind is FaultKind.SLOW for g in got)


# faults ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "make"), ALL)
def test_dying_once_mid_sentence_is_made_good(kind: type[_Handler], make: Make) -> None:
    answer, _ = ask(kind, make, Faults(dies_after=13))
    assert answer.text == f"{GOOD[0]} {GOOD[1]}"
    assert LesserMode.ASKED_AGAIN in answer.trace.lesser
    assert answer.trace.calls[0].fault.startswith("broke_off")


@pytest.mark.parametrize(("kind", "make"), ALL)
def test_dying_for_ever_keeps_what_was_verified(kind: type[_Handler], make: Make) -> None:
    answer, _ = ask(kind, make, Faults(dies_after=13, dies_for_ever=True), server_retries=1)
    assert answer.text == GOOD[0]
    assert answer.trace.stop is StopReason.SERVER_FAILED


@pytest.mark.parametrize(("kind", "make"), ALL)
def test_dying_before_anything_is_an_error(kind: type[_Handler], make: Make) -> None:
    with pytest.raises(BackendError, match="broke") as caught:
        ask(kind, make, Faults(dies_after=2, dies_for_ever=True), server_retries=0)
    assert caught.value.kind is FaultKind.BROKE_OFF


@pytest.mark.parametrize(("kind", "make"), ALL)
def test_429_is_waited_out(kind: type[_Handler], make: Make) -> None:
    answer, _ = ask(kind, make, Faults(busy=2))
    assert answer.text == f"{GOOD[0]} {GOOD[1]}"
    assert [c.fault[:12] for c in answer.trace.calls[:2]] == ["rate_limited"] * 2


def test_429_for_ever_says_so() -> None:
    with pytest.raises(BackendError, match="429: too many requests"):
        ask(Vllm, VllmBackend, Faults(busy=99))


def test_sglang_aborts_for_a_while_or_for_good() -> None:
    answer, _ = ask(Sglang, SglangBackend, Faults(aborts=503))
    assert answer.text == f"{GOOD[0]} {GOOD[1]}"
    assert answer.trace.calls[-1].fault == ""
    assert any("the queue is full" in c.fault for c in answer.trace.calls)
    with pytest.raises(BackendError, match="the queue is full") as caught:
        ask(Sglang, SglangBackend, Faults(aborts=400), script=lambda r: "")
    assert caught.value.kind is FaultKind.REFUSED


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"message": "bad regex", "code": 400}, FaultKind.REFUSED),
        ({"message": "wait", "code": 429}, FaultKind.RATE_LIMITED),
        ({"message": "oops", "code": 500}, FaultKind.SERVER_ERROR),
        ({"message": "full", "status_code": 503}, FaultKind.SERVER_ERROR),
        ({"message": "no code"}, FaultKind.BAD_REPLY),
        ({"message": "a word", "code": "invalid_request"}, FaultKind.BAD_REPLY),
        ({"message": "exit code", "code": 1}, FaultKind.BAD_REPLY),
        ("only words", FaultKind.BAD_REPLY),
    ],
)
def test_an_error_in_a_stream_is_of_the_kind_that_its_code_says(
    error: object, kind: FaultKind
) -> None:
    assert fault_of(error, FaultKind.BAD_REPLY) is kind


@pytest.mark.parametrize(("kind", "make"), ALL)
def test_slow_ends_with_what_was_verified(kind: type[_Handler], make: Make) -> None:
    answer, _ = ask(kind, make, Faults(slow=6.0, slow_from=13), seconds=3.0)
    assert answer.text == GOOD[0]
    assert answer.trace.stop is StopReason.TIME


def test_silent_is_named() -> None:
    with pytest.raises(BackendError, match="silent for") as caught:
        ask(
            LlamaCpp,
            lambda a: LlamaCppBackend(a, silence=0.1),
            Faults(slow=0.5),
            server_retries=0,
        )
    assert caught.value.kind is FaultKind.SLOW


@pytest.mark.parametrize(("kind", "make"), FULL)
@pytest.mark.parametrize("how", ["refuses_constraints", "ignores_constraints"])
def test_without_grammar_or_bias_it_does_less_and_says_so(
    kind: type[_Handler], make: Make, how: str
) -> None:
    faults = Faults(**{how: True})
    answer, _ = ask(kind, make, faults, Steering.ALLOW)
    assert LesserMode.NO_BAN in answer.trace.lesser or LesserMode.NO_CHOICE in answer.trace.lesser
    assert answer.text.startswith(GOOD[0])
    assert not any(bad in answer.text for bad in BAD)


@pytest.mark.parametrize(("kind", "make"), FULL)
def test_a_server_without_a_cache_is_reported(kind: type[_Handler], make: Make) -> None:
    def long_writer(request: Request) -> str:
        return writer(request)

    law = type(LAW)(
        (*LAW.provisions, type(LAW.provisions[0])("The rest is long. " * 100, title="Long"))
    )
    model = Model(long_writer, Faults(no_cache=True))
    verifier = KnowingVerifier([*GOOD, "Otherwise a register is kept."])
    with serving(kind, model) as address:
        answer = generate_verified(
            QUESTION, law, make(address), verifier, Settings(steering=Steering.BAN)
        )
    assert LesserMode.NO_CACHE in answer.trace.lesser
    assert answer.trace.totals.prefix_share == 0.0


@pytest.mark.parametrize(("kind", "make"), ALL)
def test_a_server_that_tells_no_counts_is_reported(kind: type[_Handler], make: Make) -> None:
    answer, _ = ask(kind, make, Faults(no_counts=True))
    assert LesserMode.NO_CACHED_COUNTS in answer.trace.lesser
    assert answer.trace.totals.cached is None
    assert answer.trace.totals.prefix_share is None


@pytest.mark.parametrize(("kind", "make"), ALL)
def test_a_wrong_tokenizer_shows_nothing(kind: type[_Handler], make: Make) -> None:
    answer, _ = ask(kind, make, Faults(broken_text=True))
    assert answer.text == REFUSAL


@pytest.mark.parametrize(("kind", "make"), ALL)
def test_a_reply_that_is_not_json_is_named(kind: type[_Handler], make: Make) -> None:
    with pytest.raises(BackendError, match="not JSON"):
        ask(kind, make, Faults(not_json=True))


@pytest.mark.parametrize(("kind", "make"), ALL)
def test_nobody_there(kind: type[_Handler], make: Make) -> None:
    with pytest.raises(BackendError, match="no server answers there"):
        generate_verified(QUESTION, LAW, make("http://127.0.0.1:9"), KnowingVerifier())


def test_another_kind_of_server_is_told_apart() -> None:
    model = Model(writer)
    with serving(Vllm, model) as address, pytest.raises(BackendError, match="another --backend"):
        generate_verified(QUESTION, LAW, LlamaCppBackend(address), KnowingVerifier())
    with serving(Vllm, model) as address, pytest.raises(BackendError, match="it serves small"):
        generate_verified(QUESTION, LAW, VllmBackend(address, "large"), KnowingVerifier())


@pytest.mark.parametrize("address", ["", "localhost:80", "ftp://x"])
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(ConfigurationError, match="http://"):
        LlamaCppBackend(address)


@pytest.mark.parametrize("temperature", [0.0, 0.8])
def test_sglang_is_given_a_seed_only_when_it_samples(temperature: float) -> None:
    model = Model(writer)
    settings = Settings(sampling=Sampling(temperature, seed=5))
    with serving(Sglang, model) as address:
        generate_verified(QUESTION, LAW, SglangBackend(address), KnowingVerifier(), settings)
    asked = [a["sampling_params"] for a in model.asked if a["path"] == "/generate"]
    assert len(asked) > 1
    seeds = [s.get("sampling_seed") for s in asked]
    assert seeds == ([None] * len(asked) if temperature == 0 else list(range(5, 5 + len(asked))))


def test_no_request_asks_the_server_to_run_code() -> None:
    for kind, make in FULL:
        _, model = ask(kind, make, steering=Steering.BAN)
        assert "custom_logit_processor" not in str(model.asked)


@pytest.mark.parametrize(("kind", "make"), ALL)
@pytest.mark.parametrize("said", [b"[1,2]", b"7", b"null", b'"x"'])
def test_an_event_that_is_no_object_is_a_bad_reply(
    kind: type[_Handler], make: Make, said: bytes
) -> None:
    class Odd(kind):  # type: ignore[misc, valid-type]
        def do_POST(self) -> None:
            if not self.path.endswith(("completion", "completions", "generate")):
                super().do_POST()
                return
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"data: " + said + b"\n\n")

    with pytest.raises(BackendError) as caught:
        ask(Odd, make)
    assert caught.value.kind is FaultKind.BAD_REPLY
