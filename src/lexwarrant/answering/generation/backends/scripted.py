"""A backend that says what it is told to: the mechanism is proved on it.

``script`` decides what the model "wants" to write after a given beginning. It counts tokens like a
server with a prefix cache: a token is a word with the white space before it.
"""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace

from lexwarrant.answering.generation.backends.base import (
    BackendError,
    Capabilities,
    Chunk,
    Finish,
    Request,
    Role,
    ServerInfo,
    Turn,
    Usage,
)

ALL = Capabilities(prefill=True, choices=True, bans=True, no_end=True, cached_counts=True)
_TOKEN = re.compile(r"\s*\S+|\s+$")

Script = Callable[[Request], str]


def token_id(token: str) -> int:
    """The id of a token: the same word has the same id in every run."""
    return zlib.crc32(token.encode())


def tokens_of(text: str) -> list[str]:
    """A text as the scripted tokenizer cuts it."""
    return _TOKEN.findall(text)


class ScriptedBackend:
    """``script`` gives the continuation of a request; what it gives is obeyed token by token.

    A constraint with choices takes the first choice the script's text begins with, else the first;
    bans call the script again with the ban in the request until it obeys. ``fault_at`` maps the
    number of a call (from 0) to (tokens sent before it fails, the error).
    """

    def __init__(
        self,
        script: Script,
        capabilities: Capabilities = ALL,
        *,
        fault_at: dict[int, tuple[int, BackendError]] | None = None,
        model: str = "scripted",
    ) -> None:
        self._script = script
        self._capabilities = capabilities
        self._faults = fault_at or {}
        self._model = model
        self._cache: set[tuple[str, ...]] = set()
        self.requests: list[Request] = []

    @property
    def capabilities(self) -> Capabilities:
        """What it was made to be able to do."""
        return self._capabilities

    async def describe(self) -> ServerInfo:
        """Its name."""
        return ServerInfo("scripted", self._model, None)

    async def count_tokens(self, request: Request) -> int | None:
        """Words of the prompt."""
        return len(_prompt(request))

    async def close(self) -> None:
        """Nothing to let go."""

    async def complete(self, request: Request) -> AsyncGenerator[Chunk, None]:
        """The scripted text, a token at a time, with counts from a cache of prefixes."""
        number = len(self.requests)
        self.requests.append(request)
        prompt = _prompt(request)
        cached = self._cached(prompt)
        text = self._wanted(request)
        words = tokens_of(text)
        sent: list[str] = []
        fault = self._faults.get(number)
        for word in words[: request.max_tokens]:
            if fault is not None and len(sent) >= fault[0]:
                raise fault[1]
            await asyncio.sleep(0)
            sent.append(word)
            self._remember(_prompt(replace(request, prefix=request.prefix + "".join(sent))))
            yield Chunk(word, (token_id(word),), self._usage(prompt, cached, len(sent)))
        if fault is not None:
            raise fault[1]
        self._remember(prompt)
        ended = Finish.LENGTH if len(words) > request.max_tokens else Finish.STOP
        if request.constraint is not None and not request.constraint.choices and sent:
            ended = Finish.LENGTH
        yield Chunk(usage=self._usage(prompt, cached, len(sent)), finish=ended)

    def _wanted(self, request: Request) -> str:
        text = self._script(request)
        rule = request.constraint
        if rule is not None and rule.choices:
            return next((c for c in rule.choices if text.startswith(c)), rule.choices[0])
        return text

    def _usage(self, prompt: list[str], cached: int, generated: int) -> Usage:
        if not self._capabilities.cached_counts:
            return Usage(prompt=len(prompt), generated=generated)
        return Usage(len(prompt), cached, len(prompt) - cached, generated)

    def _remember(self, words: list[str]) -> None:
        self._cache.add(tuple(words))

    def _cached(self, prompt: list[str]) -> int:
        best = 0
        for seen in self._cache:
            same = 0
            for a, b in zip(seen, prompt, strict=False):
                if a != b:
                    break
                same += 1
            best = max(best, same)
        return best


def _prompt(request: Request) -> list[str]:
    turns = (*request.turns, Turn(Role.ASSISTANT, request.prefix))
    return [w for t in turns for w in tokens_of(f"<{t.role}> {t.text}".rstrip())]
