"""Any OpenAI-compatible chat API, closed ones too: inject and rewrite, and more with a prefill.

Such a server gives no token ids, so nothing can be banned, and takes no grammar. With a prefill a
sentence can be kept up to the slot that failed when there is one grounded value for it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from enum import StrEnum

from lexwarrant.answering.generation.backends.base import (
    Capabilities,
    Chunk,
    Request,
    ServerInfo,
)
from lexwarrant.answering.generation.backends.http import Server
from lexwarrant.answering.generation.backends.openai_compatible import (
    body_of,
    first_model,
    messages,
    stream,
)


class Prefill(StrEnum):
    """How a server goes on from the beginning of an answer."""

    NONE = "none"
    LAST_MESSAGE = "last_message"
    """It continues a last message of the assistant."""
    PREFIX_FIELD = "prefix_field"
    """It continues a last message of the assistant that has ``"prefix": true``."""


class ChatBackend:
    """A chat API at ``base_url`` (the part before ``/v1``)."""

    def __init__(
        self,
        base_url: str,
        model: str = "",
        api_key: str = "",
        silence: float = 120.0,
        prefill: Prefill = Prefill.NONE,
    ) -> None:
        self._server = Server(base_url.removesuffix("/v1"), api_key, silence)
        self._model = model
        self._prefill = prefill
        self._can = Capabilities(
            prefill=prefill is not Prefill.NONE,
            choices=False,
            bans=False,
            no_end=False,
            cached_counts=True,
        )

    @property
    def capabilities(self) -> Capabilities:
        """Inject and rewrite; with a prefill also an allow of one value."""
        return self._can

    async def describe(self) -> ServerInfo:
        """The model that was named, else the first that the server lists."""
        if not self._model:
            self._model = await first_model(self._server)
        return ServerInfo("chat", self._model)

    async def complete(self, request: Request) -> AsyncGenerator[Chunk, None]:
        """Continue; see `Backend.complete`."""
        flag = {"prefix": True} if self._prefill is Prefill.PREFIX_FIELD else None
        body = body_of(request, self._model, messages(request, flag))
        async with aclosing(stream(self._server, body, continuous=False)) as chunks:
            async for chunk in chunks:
                yield chunk

    async def count_tokens(self, request: Request) -> int | None:
        """Not to be had from a chat API."""
        return None

    async def close(self) -> None:
        """Close the connections of the running event loop."""
        await self._server.close()
