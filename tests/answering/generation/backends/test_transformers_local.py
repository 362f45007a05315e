"""The in-process backend: cropping the cache gives what reading anew gives."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import pytest

from lexwarrant.answering.generation import Settings, Steering, generate_verified
from lexwarrant.answering.generation.backends.base import (
    BackendError,
    Chunk,
    Constraint,
    Finish,
    Request,
    Role,
    Turn,
)
from lexwarrant.answering.generation.backends.transformers_local import TransformersBackend
from lexwarrant.records.errors import ConfigurationError

torch = pytest.importorskip("torch", reason="the extra with torch and transformers is not there")
transformers = pytest.importorskip("transformers")

WORDS = "the keeper must report a loss within 72 24 hours . register is kept five years".split()
TEMPLATE = (
    "{% for m in messages %}{{ m.role }} {{ m.content }} <e> {% endfor %}"
    "{% if add_generation_prompt %}assistant {% endif %}"
)
BASE = Request((Turn(Role.USER, "the keeper must report"),), "a loss", 12)


def tokenizer(extra: int = 0) -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    words = ["<u>", "<e>", "user", "assistant", "system", *WORDS, *(f"x{n}" for n in range(extra))]
    inner = Tokenizer(models.WordLevel({w: n for n, w in enumerate(words)}, unk_token="<u>"))
    inner.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    inner.decoder = decoders.Fuse()
    made = transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner, unk_token="<u>", eos_token="<e>"
    )
    made.chat_template = TEMPLATE
    return made


def model(seed: int = 0, **config: Any) -> Any:
    torch.manual_seed(seed)
    shape = {
        "vocab_size": 24,
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": 128,
        "eos_token_id": 1,
        "bos_token_id": 0,
    }
    return transformers.LlamaForCausalLM(transformers.LlamaConfig(**(shape | config))).eval()


@pytest.fixture
def backend() -> TransformersBackend:
    return TransformersBackend(model(), tokenizer())


def completed(backend: TransformersBackend, *requests: Request) -> list[list[Chunk]]:
    async def one(request: Request) -> list[Chunk]:
        async with aclosing(backend.complete(request)) as stream:
            return [chunk async for chunk in stream]

    async def in_turn() -> list[list[Chunk]]:
        return [await one(r) for r in requests]

    return asyncio.run(in_turn())


def ids(chunks: list[Chunk]) -> list[int]:
    return [t for c in chunks for t in c.tokens]


@pytest.mark.parametrize("seed", range(4))
def test_after_a_rollback_the_same_as_anew(seed: int) -> None:
    warm, cold = (TransformersBackend(model(seed), tokenizer()) for _ in range(2))
    other = replace(BASE, prefix="a loss within")
    *_, third = completed(warm, BASE, other, replace(BASE, prefix="a loss is kept"))
    (anew,) = completed(cold, replace(BASE, prefix="a loss is kept"))
    assert ids(third) == ids(anew)
    usage = third[-1].usage
    assert usage is not None
    assert usage.cached == 9  # the turn of five, its end, "assistant", "a loss"; not what followed
    assert usage.evaluated == (usage.prompt or 0) - 9


def test_counts_choices_bans_and_no_end(backend: TransformersBackend) -> None:
    (free,) = completed(backend, BASE)
    first = ids(free)[:1]
    (banned,) = completed(backend, replace(BASE, constraint=Constraint(banned=tuple(first))))
    assert ids(banned)[:1] != first
    (chosen,) = completed(
        backend, replace(BASE, constraint=Constraint(choices=("72 hours", "five years")))
    )
    assert ids(chosen) in (
        backend._tokenizer("72 hours")["input_ids"],
        backend._tokenizer("five years")["input_ids"],
    )
    assert chosen[-1].finish is Finish.STOP
    for seed in range(20):
        hot = replace(BASE, temperature=2.0, seed=seed, constraint=Constraint(no_end=True))
        (drawn,) = completed(backend, hot)
        assert ids(drawn)


def test_a_seed_repeats_a_sample(backend: TransformersBackend) -> None:
    hot = replace(BASE, temperature=1.5, seed=3)
    first, second, other = completed(backend, hot, hot, replace(hot, seed=4))
    assert ids(first) == ids(second)
    assert ids(first) != ids(other)


def test_several_at_once_are_as_one_by_one() -> None:
    requests = [replace(BASE, prefix=p) for p in ("a", "a loss", "the register", "72 hours")]
    alone = [ids(completed(TransformersBackend(model(), tokenizer()), r)[0]) for r in requests]
    backend = TransformersBackend(model(), tokenizer())

    async def one(request: Request) -> list[int]:
        async with aclosing(backend.complete(request)) as stream:
            return [t async for chunk in stream for t in chunk.tokens]

    async def together() -> list[list[int]]:
        return list(await asyncio.gather(*(one(r) for r in requests)))

    assert asyncio.run(together()) == alone


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="another model's"):
        TransformersBackend(model(), tokenizer(extra=20))
    with pytest.raises(BackendError, match="of 128 tokens"):
        completed(TransformersBackend(model(), tokenizer()), replace(BASE, prefix="the " * 200))


def test_the_loop_runs_on_it(backend: TransformersBackend) -> None:
    from worlds_of_generation import LAW, QUESTION, KnowingVerifier

    answer = generate_verified(QUESTION, LAW, backend, KnowingVerifier(), Settings(Steering.BAN))
    assert answer.text
    assert answer.trace.server.kind == "transformers"
