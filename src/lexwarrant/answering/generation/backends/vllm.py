"""vLLM: its OpenAI-compatible server with prefix caching and structured outputs.

A turn is continued with ``continue_final_message``; choices are ``structured_outputs``, bans
``logit_bias`` on ids that ``return_token_ids`` gives. Start it with ``--enable-prefix-caching
--enable-prompt-tokens-details``; without the second it does not tell what was cached. It tells that
only in a stream's last message: of a stream that was cut the cached tokens are unknown, of the short
constrained requests of a retry they are known. No flag that runs a client's code is needed.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from lexwarrant.answering.generation.backends.base import (
    BackendError,
    Capabilities,
    Chunk,
    FaultKind,
    Request,
    ServerInfo,
)
from lexwarrant.answering.generation.backends.http import Server, whole
from lexwarrant.answering.generation.backends.openai_compatible import (
    body_of,
    first_model,
    messages,
    stream,
)

_CAN = Capabilities(prefill=True, choices=True, bans=True, no_end=True, cached_counts=True)
_BAN = -100.0


class VllmBackend:
    """A vLLM server at ``base_url``; ``model`` "" takes the first it serves."""

    def __init__(
        self, base_url: str, model: str = "", api_key: str = "", silence: float = 120.0
    ) -> None:
        self._server = Server(base_url, api_key, silence)
        self._model = model

    @property
    def capabilities(self) -> Capabilities:
        """All four steerings."""
        return _CAN

    async def describe(self) -> ServerInfo:
        """Model and context length, from ``/v1/models``."""
        listed = await self._server.get("/v1/models")
        if not self._model:
            self._model = await first_model(self._server)
        models = listed.get("data", []) if isinstance(listed, dict) else []
        mine = next((m for m in models if m.get("id") == self._model), None)
        if mine is None:
            names = ", ".join(str(m.get("id")) for m in models) or "none"
            raise BackendError(
                FaultKind.REFUSED,
                f"{self._server.base_url}: model {self._model!r} is not served; it serves {names}",
            )
        return ServerInfo("vllm", self._model, whole(mine.get("max_model_len")))

    async def complete(self, request: Request) -> AsyncGenerator[Chunk, None]:
        """Continue; see `Backend.complete`."""
        body = body_of(request, self._model, messages(request)) | _extra(request)
        async with aclosing(stream(self._server, body, continuous=True)) as chunks:
            async for chunk in chunks:
                yield chunk

    async def count_tokens(self, request: Request) -> int | None:
        """Tokens of the prompt, from ``/tokenize``."""
        body = {"model": self._model, "messages": messages(request), **_continuing(request)}
        reply = await self._server.post("/tokenize", body)
        return whole(reply.get("count")) if isinstance(reply, dict) else None

    async def close(self) -> None:
        """Close the connections of the running event loop."""
        await self._server.close()


def _continuing(request: Request) -> dict[str, Any]:
    begun = bool(request.prefix)
    return {"add_generation_prompt": not begun, "continue_final_message": begun}


def _extra(request: Request) -> dict[str, Any]:
    extra: dict[str, Any] = {"return_token_ids": True, **_continuing(request)}
    rule = request.constraint
    if rule is not None:
        if rule.choices:
            extra["structured_outputs"] = {"choice": list(rule.choices)}
        if rule.banned:
            extra["logit_bias"] = {str(token): _BAN for token in rule.banned}
        if rule.no_end:
            extra["min_tokens"] = 1
    return extra
