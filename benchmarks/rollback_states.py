"""Rejected states replayed: the first retry under each steering, and what the model makes of it.

A state is a first draft of a point that the verifier rejected, with the verified text before it. It is
taken from the loop rows that `rollback.py effect` wrote; the commands are parts of `rollback.py`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any

from lexwarrant.answering.generation import Steering
from lexwarrant.answering.generation import frame as wording
from lexwarrant.answering.generation.backends.base import (
    Backend,
    Constraint,
    Request,
    Role,
    Turn,
)
from lexwarrant.answering.generation.backends.choosing import BackendKind, backend_of
from lexwarrant.answering.generation.drafting import DraftReader
from lexwarrant.answering.generation.guards import near_verbatim, premise_grams
from lexwarrant.answering.generation.plan import Rejected
from lexwarrant.answering.generation.planning import Planner
from lexwarrant.answering.generation.provisions import insertion_for
from lexwarrant.records.codec import decode
from lexwarrant.records.verification import CheckContext, Finding, Premise, SentenceVerdict
from lexwarrant.verification.verifier import Verifier
from rollback_rows import SEED, WRONG, append, rows_of

_CONTEXT = 3
_DRAFT_TOKENS = 80
PLACES = ("base", "cut", "top", "turn")
"""Where the provision is set: nowhere, at the cut, at the top, nowhere but in a new turn."""


@dataclass(frozen=True, slots=True)
class State:
    """A rejected first draft: ``number`` counts those of its answer from 0, ``said`` is the verified
    text before it, sentence by sentence, ``finding`` what the verifier finds now."""

    id: str
    condition: str
    number: int
    said: tuple[str, ...]
    rejected: str
    question: str
    premise: Premise
    finding: Finding

    @property
    def prefix(self) -> str:
        """The verified text."""
        return " ".join(self.said)

    @property
    def key(self) -> tuple[str, str, int]:
        """What names it in a file."""
        return self.id, self.condition, self.number

    @property
    def context(self) -> CheckContext:
        """What the verifier is told beside the sentence."""
        return CheckContext(self.said[-_CONTEXT:], self.question)

    def provision(self) -> tuple[str, str]:
        """Label and text of the provision that steering would insert."""
        found = insertion_for(self.premise, self.finding, self.rejected, self.question, set())
        if found is not None:
            return found.label, found.text
        first = self.premise.provisions[0]  # no provision shares a word with the sentence
        return wording.named(first), first.text

    def placed(self) -> dict[str, tuple[tuple[Turn, ...], str]]:
        """Turns and beginning of the answer for each of `PLACES`."""
        shown = self.premise if self.condition == "present" else None
        turns = wording.opening(self.question, shown, wording.Frame())
        before = (Turn(Role.ASSISTANT, self.prefix),) if self.prefix else ()
        label, text = self.provision()
        cut = wording.injection(label, text, self.question)
        bare = f"The question is: {self.question}\nGo on with the answer in your own words."
        head = Turn(Role.USER, f"{label}:\n{text}\n\n{turns[1].text}")
        return {
            "base": (turns, self.prefix),
            "cut": ((*turns, *before, Turn(Role.USER, cut)), ""),
            "top": ((turns[0], head), self.prefix),
            "turn": ((*turns, *before, Turn(Role.USER, bare)), ""),
        }


def rejected_states(rows: Sequence[dict[str, Any]]) -> list[State]:
    """First drafts that the verifier rejected when they were written and rejects now, up to the
    first refusal of each answer, in the order of the rows."""
    verifier, out = Verifier(), []
    for row in rows:
        if row["arm"] != "loop":
            continue
        premise = decode(Premise, row["premise"])
        said: list[str] = []
        number = 0
        for point in row["trace"]["points"]:
            for attempt in point.get("attempts", ()):
                first = "steering" not in attempt and "guard" not in attempt
                if attempt["outcome"] == "committed":
                    said.append(attempt["text"])
                elif first and attempt.get("verdict") in {v.value for v in WRONG}:
                    context = CheckContext(tuple(said[-_CONTEXT:]), row["question"])
                    finding = verifier.check_sentence(premise, attempt["text"], context)
                    if finding.verdict in WRONG:
                        out.append(
                            State(
                                row["id"], row["condition"], number, tuple(said),
                                attempt["text"], row["question"], premise, finding,
                            )
                        )  # fmt: skip
                    number += 1
            if point.get("refused"):
                break
    return out


# the first retry -------------------------------------------------------------------------


async def first_sentence(request: Request, backend: Backend, kept: str = "") -> str:
    """The first sentence of a continuation."""
    reader = DraftReader("en", kept)
    stream = backend.complete(replace(request, max_tokens=_DRAFT_TOKENS))
    async with aclosing(stream) as chunks:
        async for chunk in chunks:
            drafts = reader.feed(chunk.text, chunk.tokens)
            if chunk.finish is not None:
                drafts = [*drafts, *reader.finish(wording.END_MARK)]
            if drafts:
                return drafts[0].text.strip()
    return ""


async def states(args: argparse.Namespace) -> None:
    """The first retry after the same rejected states, each under every steering."""
    backend = backend_of(BackendKind(args.backend), args.server, args.model_id)
    done = {(r["id"], r["condition"], r["number"]) for r in rows_of(args.out)}
    until = time.monotonic() + args.minutes * 60
    verifier = Verifier()
    for state in rejected_states(rows_of(args.rows)):
        if state.key in done or time.monotonic() > until:
            continue
        grams = premise_grams(state.premise)
        tries = {}
        for name, text in (await _tries(state, backend)).items():
            verdict = None
            if text:
                verdict = verifier.check_sentence(state.premise, text, state.context).verdict
            passed = verdict is SentenceVerdict.SUPPORTED
            copied = round(near_verbatim(text, grams), 3)
            tries[name] = {"text": text, "passed": passed, "copied": copied}
        row = {"id": state.id, "condition": state.condition, "number": state.number}
        append(args.out, row | {"prefix": state.prefix, "rejected": state.rejected, "tries": tries})
        print(*state.key, {k: v["passed"] for k, v in tries.items()}, flush=True)
    await backend.close()


async def _tries(state: State, backend: Backend) -> dict[str, str]:
    placed = {name: Request(turns, begun) for name, (turns, begun) in state.placed().items()}
    base = placed["base"]
    tries = {
        "again": await first_sentence(base, backend),
        "ban": await _banned(base, backend),
        "cut": await first_sentence(placed["cut"], backend),
        "top": await first_sentence(placed["top"], backend),
        "turn": await first_sentence(placed["turn"], backend),
    }
    rejected = Rejected(state.rejected, state.finding, " " if state.prefix else "", repeated=False)
    kept, choices = Planner(state.question, state.premise, Steering.ALLOW).allowed(rejected)
    if choices:
        value = choices[0]
        if len(choices) > 1:
            value = ""
            rule = Constraint(choices=choices)
            request = Request(base.turns, base.prefix + kept, 64, constraint=rule)
            async with aclosing(backend.complete(request)) as chunks:
                async for chunk in chunks:
                    value += chunk.text
        begun = Request(base.turns, base.prefix + kept + value)
        tries["allow"] = await first_sentence(begun, backend, kept + value)
    return tries


async def _banned(request: Request, backend: Backend) -> str:
    """The first sentence with the first visible token of the greedy one forbidden."""
    lead, first = "", None
    async with aclosing(backend.complete(replace(request, max_tokens=6))) as chunks:
        async for chunk in chunks:
            if chunk.text.strip() and chunk.tokens:
                first = chunk.tokens[0]
                break
            lead += chunk.text
    if first is None:
        return ""
    rule = Constraint(banned=(first,), no_end=True)
    begun = ""
    short = replace(request, prefix=request.prefix + lead, max_tokens=1, constraint=rule)
    async with aclosing(backend.complete(short)) as chunks:
        async for chunk in chunks:
            begun += chunk.text
    kept = lead + begun
    return await first_sentence(replace(request, prefix=request.prefix + kept), backend, kept)


# inside the model ------------------------------------------------------------------------


def likelihood(args: argparse.Namespace) -> None:
    """What each place of the provision does to both sentences of a state, in transformers."""
    import torch
    import transformers

    torch.set_num_threads(1)
    where = {"pretrained_model_name_or_path": str(args.model.parent), "gguf_file": args.model.name}
    tokenizer = transformers.AutoTokenizer.from_pretrained(**where)
    model = transformers.AutoModelForCausalLM.from_pretrained(
        **where, dtype=torch.float32, attn_implementation="eager"
    ).eval()
    inside = _Inside(model, tokenizer)
    tried = {(r["id"], r["condition"], r["number"]): r["tries"] for r in rows_of(args.states)}
    done = {(r["id"], r["condition"], r["number"]) for r in rows_of(args.out)}
    until = time.monotonic() + args.minutes * 60
    chosen = [s for s in rejected_states(rows_of(args.rows)) if s.key in tried]
    random.Random(SEED).shuffle(chosen)
    for state in chosen:
        mended = tried[state.key]["cut"]["text"]
        if state.key in done or not mended or time.monotonic() > until:
            continue
        law = state.provision()[1]
        out: dict[str, Any] = {"id": state.id, "condition": state.condition, "number": state.number}
        placed = state.placed()
        for place in (
            "base",
            "turn",
            "cut",
            "top",
        ):  # each begins like the one before, but the last
            turns, begun = placed[place]
            head = _templated(tokenizer, turns) + begun + (" " if begun else "")
            out[f"rejected {place}"] = inside.read(head, state.rejected, law)
            out[f"mended {place}"] = inside.read(head, mended, law)
        append(args.out, out)
        print(*state.key, flush=True)


def _templated(tokenizer: Any, turns: Sequence[Turn]) -> str:
    messages = [{"role": t.role.value, "content": t.text} for t in turns]
    text: str = tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=False)
    return text


class _Inside:
    """Reads texts with one key-value cache, of which what a text begins with is kept."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self._model = model
        self._tokenizer = tokenizer
        self._cache: Any = None
        self._ids: list[int] = []

    def read(self, head: str, sentence: str, law: str) -> dict[str, float]:
        """Mean log-likelihood of a token of ``sentence`` after ``head``, and the share of attention
        that its tokens pay to the words of ``law`` wherever they stand in ``head`` (left out where
        they do not); means over layers and attention heads."""
        import torch

        text = self._tokenizer(
            head + sentence, return_offsets_mapping=True, add_special_tokens=False
        )
        ids, offsets = text["input_ids"], text["offset_mapping"]
        first = next(n for n, (_, end) in enumerate(offsets) if end > len(head))
        with torch.inference_mode():
            before = self._read(ids[:first], attentions=False).logits[0, -1:]
            said = self._read(ids, attentions=True)
        logits = torch.cat((before, said.logits[0, :-1])).float()
        chosen = torch.tensor(ids[first:])[:, None]
        found = {"logp": float(torch.log_softmax(logits, dim=-1).gather(1, chosen).mean())}
        inside = _where(offsets, head, law)
        if inside.any():
            found["mass"] = float(torch.stack([x[0] @ inside for x in said.attentions]).mean())
        return {k: round(v, 4) for k, v in found.items()}

    def _read(self, ids: list[int], *, attentions: bool) -> Any:
        """Read ``ids`` up to their end, at least the last of them anew."""
        import torch

        kept = 0
        while kept < min(len(ids) - 1, len(self._ids)) and ids[kept] == self._ids[kept]:
            kept += 1
        if kept < len(self._ids):
            self._cache.crop(kept - len(self._ids))
        said = self._model(
            input_ids=torch.tensor([ids[kept:]]),
            past_key_values=self._cache,
            use_cache=True,
            output_attentions=attentions,
        )
        self._cache, self._ids = said.past_key_values, list(ids)
        return said


def _where(offsets: Sequence[tuple[int, int]], head: str, law: str) -> Any:
    """1 for each token of ``law`` in ``head``, 0 for the others."""
    import torch

    inside = torch.zeros(len(offsets))
    at = head.find(law)
    while at >= 0:
        for n, (start, end) in enumerate(offsets):
            if start >= at and end <= at + len(law):
                inside[n] = 1.0
        at = head.find(law, at + 1)
    return inside
