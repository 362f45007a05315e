"""A transformers model in this process, with its key-value cache cropped on rollback.

A cache belongs to the tokens it was made from. A request takes the free cache that shares the
longest beginning with its prompt, crops it there (`DynamicCache.crop`) and reads only the rest, so
the counts are what was done and not an estimate. Needs ``torch`` and ``transformers``. Models with
sliding windows cannot be cropped past their window and are refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from lexwarrant.answering.generation.backends.base import (
    BackendError,
    Capabilities,
    Chunk,
    FaultKind,
    Finish,
    Request,
    ServerInfo,
    Usage,
)
from lexwarrant.records.errors import ConfigurationError

_CAN = Capabilities(prefill=True, choices=True, bans=True, no_end=True, cached_counts=True)
_CACHES = 4
INSTALL = "pip install torch transformers (and gguf and accelerate for a GGUF file)"


@dataclass(slots=True)
class _Kept:
    """A cache and the tokens it holds."""

    cache: Any
    ids: list[int] = field(default_factory=list)


class TransformersBackend:
    """A causal language model and its tokenizer, loaded already; see `load`.

    ``caches`` is how many are kept for answers at once. Steps of several answers take turns.
    Raises `ConfigurationError` when the tokenizer is not the model's or the cache cannot be cropped.
    """

    def __init__(
        self, model: Any, tokenizer: Any, name: str = "model", caches: int = _CACHES
    ) -> None:
        words, rows = len(tokenizer), int(model.get_input_embeddings().weight.shape[0])
        if words > rows:
            raise ConfigurationError(
                f"the tokenizer has {words} tokens and {name} only {rows}: it is another model's"
            )
        if getattr(model.config, "sliding_window", None):
            raise ConfigurationError(
                f"{name} has a sliding window: its cache cannot be cropped; use a server backend"
            )
        self._torch = import_module("torch")
        self._new_cache = import_module("transformers").DynamicCache
        self._model = model
        self._tokenizer = tokenizer
        self._name = name
        self._limit = caches
        self._free: list[_Kept] = []
        self._turn = asyncio.Lock()
        ends = model.generation_config.eos_token_id
        self._ends = set(ends if isinstance(ends, list) else [ends, tokenizer.eos_token_id])

    @classmethod
    def load(cls, path: Path) -> TransformersBackend:
        """A model from a folder, or from a GGUF file, which is unpacked to 32-bit floats."""
        try:
            transformers = import_module("transformers")
            torch = import_module("torch")
        except ImportError as error:
            raise ConfigurationError(f"{error.name} is not installed; run: {INSTALL}") from None
        if not path.exists():
            raise ConfigurationError(f"{path}: no such model; give a folder or a GGUF file")
        where: dict[str, Any] = {"pretrained_model_name_or_path": str(path)}
        if path.suffix == ".gguf":
            where = {"pretrained_model_name_or_path": str(path.parent), "gguf_file": path.name}
        tokenizer = transformers.AutoTokenizer.from_pretrained(**where, local_files_only=True)
        model = transformers.AutoModelForCausalLM.from_pretrained(
            **where, local_files_only=True, dtype=torch.float32
        )
        return cls(model.eval(), tokenizer, path.name)

    @property
    def capabilities(self) -> Capabilities:
        """All four steerings."""
        return _CAN

    async def describe(self) -> ServerInfo:
        """The model's name and longest context."""
        longest = getattr(self._model.config, "max_position_embeddings", None)
        return ServerInfo("transformers", self._name, longest)

    async def count_tokens(self, request: Request) -> int | None:
        """Tokens of the prompt."""
        return len(self._prompt(request))

    async def close(self) -> None:
        """Drop the caches."""
        self._free.clear()

    async def complete(self, request: Request) -> AsyncGenerator[Chunk, None]:
        """Continue; see `Backend.complete`."""
        prompt = self._prompt(request)
        longest = getattr(self._model.config, "max_position_embeddings", None)
        if longest is not None and len(prompt) >= longest:
            raise BackendError(
                FaultKind.REFUSED, f"{self._name}: the prompt has {len(prompt)} of {longest} tokens"
            )
        kept, cached = self._take(prompt)
        try:
            paths = self._choice_paths(request)
            usage = Usage(len(prompt), cached, len(prompt) - cached, 0)
            random = self._torch.Generator().manual_seed(request.seed)
            fed, out, shown = prompt[cached:], list[int](), ""
            finish = Finish.LENGTH
            while len(out) < request.max_tokens:
                async with self._turn:
                    scores = await asyncio.to_thread(self._step, kept, fed)
                token = self._pick(scores, request, out, paths, random)
                if token is None or token in self._ends:
                    finish = Finish.STOP
                    break
                out.append(token)
                fed = [token]
                text = self._tokenizer.decode(out, skip_special_tokens=True)
                usage = Usage(len(prompt), cached, len(prompt) - cached, len(out))
                piece, shown = (
                    ("", shown) if text.endswith("\ufffd") else (text[len(shown) :], text)
                )
                yield Chunk(piece, (token,), usage)
            yield Chunk(usage=usage, finish=finish)
        finally:
            self._give_back(kept)

    def _prompt(self, request: Request) -> list[int]:
        messages = [{"role": t.role.value, "content": t.text} for t in request.turns]
        head = self._tokenizer.apply_chat_template(
            messages, add_generation_prompt=True, tokenize=False
        )
        encoded = self._tokenizer(head + request.prefix, add_special_tokens=False)
        return list(encoded["input_ids"])

    def _take(self, prompt: list[int]) -> tuple[_Kept, int]:
        """The free cache with the longest common beginning, cropped to it; else a new one.

        The last token of the prompt is always read anew: its scores are wanted.
        """
        best, most = None, 0
        for kept in self._free:
            same = _common(kept.ids, prompt)
            if same > most:
                best, most = kept, same
        if best is None:
            return _Kept(self._new_cache()), 0
        self._free.remove(best)
        most = min(most, len(prompt) - 1)
        if most < len(best.ids):
            best.cache.crop(most - len(best.ids))  # a negative number of tokens to take away
            del best.ids[most:]
        return best, most

    def _give_back(self, kept: _Kept) -> None:
        self._free.append(kept)
        if len(self._free) > self._limit:
            self._free.pop(0)

    def _step(self, kept: _Kept, fed: list[int]) -> Any:
        """Read tokens into the cache; the scores of the next one."""
        torch = self._torch
        with torch.no_grad():
            said = self._model(
                input_ids=torch.tensor([fed]), past_key_values=kept.cache, use_cache=True
            )
        kept.ids.extend(fed)
        return said.logits[0, -1].float()

    def _choice_paths(self, request: Request) -> list[list[int]]:
        rule = request.constraint
        if rule is None or not rule.choices:
            return []
        return [
            list(self._tokenizer(c, add_special_tokens=False)["input_ids"]) for c in rule.choices
        ]

    def _pick(
        self, scores: Any, request: Request, out: list[int], paths: list[list[int]], random: Any
    ) -> int | None:
        """The next token under the request's rule; None when a choice is complete."""
        rule = request.constraint
        if paths:
            n = len(out)
            open_paths = [p for p in paths if p[:n] == out]
            allowed = sorted({p[n] for p in open_paths if len(p) > n})
            if out in paths or not allowed:
                return None
            return max(allowed, key=lambda t: float(scores[t]))
        if rule is not None and not out:
            for token in rule.banned:
                scores[token] = float("-inf")
            if rule.no_end:
                for token in self._ends:
                    scores[token] = float("-inf")
        if request.temperature == 0:
            return int(scores.argmax())
        shares = self._torch.softmax(scores / request.temperature, dim=-1)
        return int(self._torch.multinomial(shares, 1, generator=random))


def _common(a: list[int], b: list[int]) -> int:
    """Length of the common beginning."""
    for n, (x, y) in enumerate(zip(a, b, strict=False)):
        if x != y:
            return n
    return min(len(a), len(b))
