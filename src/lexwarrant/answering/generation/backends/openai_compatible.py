"""The chat completions that many servers share: messages out, streamed deltas in.

How a turn is continued and how choices are forced differs and is added by each backend. Counts
come from the ``usage`` objects; ``prompt_tokens_details.cached_tokens`` is there only when the
server was told to report it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from lexwarrant.answering.generation.backends.base import (
    BackendError,
    Chunk,
    FaultKind,
    Finish,
    Request,
    Usage,
)
from lexwarrant.answering.generation.backends.http import Server, whole

PATH = "/v1/chat/completions"


def messages(request: Request, flag: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """The turns, and the beginning of the answer as a last turn of the assistant, with ``flag``."""
    out: list[dict[str, Any]] = [{"role": t.role.value, "content": t.text} for t in request.turns]
    if request.prefix:
        out.append({"role": "assistant", "content": request.prefix, **(flag or {})})
    return out


async def stream(
    server: Server, body: dict[str, Any], *, continuous: bool
) -> AsyncGenerator[Chunk, None]:
    """The pieces of a chat completion; raises `BackendError` when it breaks off.

    ``continuous`` asks for counts with every piece, which not every server knows.
    """
    options: dict[str, Any] = {"include_usage": True}
    if continuous:
        options["continuous_usage_stats"] = True
    usage: Usage | None = None
    finish: Finish | None = None
    async with aclosing(
        server.events(PATH, {**body, "stream": True, "stream_options": options})
    ) as events:
        async for event in events:
            usage = usage_of(event.get("usage")) or usage
            choices = event.get("choices") or []
            if not isinstance(choices, list) or not all(isinstance(c, dict) for c in choices):
                raise BackendError(
                    FaultKind.BAD_REPLY,
                    f"{server.base_url}{PATH}: 'choices' is no list of objects; "
                    "choose the --backend kind of this server",
                )
            for choice in choices[:1]:
                if choice.get("finish_reason"):
                    cut = choice["finish_reason"] == "length"
                    finish = Finish.LENGTH if cut else Finish.STOP
                text = (choice.get("delta") or {}).get("content") or ""
                ids = choice.get("token_ids") or ()
                if text:
                    yield Chunk(text, tuple(ids), usage)
    if finish is None:
        raise BackendError(FaultKind.BROKE_OFF, f"{server.base_url}{PATH}: the stream broke off")
    yield Chunk(usage=usage, finish=finish)


def usage_of(said: Any) -> Usage | None:
    """Counts from a ``usage`` object; cached and evaluated only where the server tells."""
    if not isinstance(said, dict):
        return None
    prompt = whole(said.get("prompt_tokens"))
    details = said.get("prompt_tokens_details")
    cached = whole(details.get("cached_tokens")) if isinstance(details, dict) else None
    evaluated = prompt - cached if prompt is not None and cached is not None else None
    return Usage(prompt, cached, evaluated, whole(said.get("completion_tokens")))


def body_of(request: Request, model: str, said: list[dict[str, Any]]) -> dict[str, Any]:
    """The fields that every server of this kind knows."""
    body: dict[str, Any] = {
        "messages": said,
        "max_tokens": request.max_tokens,
        "temperature": request.temperature,
        "seed": request.seed,
    }
    if model:
        body["model"] = model
    if request.stop:
        body["stop"] = list(request.stop)
    return body


async def first_model(server: Server) -> str:
    """The first model that ``/v1/models`` lists."""
    listed = await server.get("/v1/models")
    try:
        return str(listed["data"][0]["id"])
    except (KeyError, IndexError, TypeError):
        raise BackendError(
            FaultKind.BAD_REPLY,
            f"{server.base_url}/v1/models: lists no model; name one with --model",
        ) from None
