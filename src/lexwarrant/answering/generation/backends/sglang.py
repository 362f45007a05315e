"""SGLang: its native ``/generate``, whose every message has ids and ``cached_tokens``.

The native endpoint takes text, so the chat template is applied here: ChatML, or the model's own as
Jinja text (``chat_template.jinja`` of its folder), rendered in a sandbox. Choices are a ``regex``,
bans a ``logit_bias``; neither needs ``--enable-custom-logit-processor``, the flag that runs a
client's code. ``sampling_seed`` is heeded by a server with ``--enable-deterministic-inference``.

This backend was run against a loopback server of the documented shape only. Fields as on
docs.sglang.io, "SGLang Native APIs" and "Sampling Parameters", as built in March 2026; what these
pages leave out (``logit_bias``, ``sampling_seed``, errors in a stream, ``/tokenize``) as in the
server's source of 2026 (``sampling_params.py``, ``http_server.py``, ``serving_tokenize.py``).
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
    Finish,
    Request,
    ServerInfo,
    Usage,
)
from lexwarrant.answering.generation.backends.grammar import regex
from lexwarrant.answering.generation.backends.http import Server, fault_of, whole
from lexwarrant.records.errors import ConfigurationError

CHATML = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
_CAN = Capabilities(prefill=True, choices=True, bans=True, no_end=True, cached_counts=True)
_BAN = -100.0


class SglangBackend:
    """An SGLang server at ``base_url``; ``template`` is a Jinja chat template.

    Raises `ConfigurationError` for a template that is not one.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str = "",
        silence: float = 120.0,
        template: str = CHATML,
    ) -> None:
        from jinja2 import TemplateError
        from jinja2.sandbox import ImmutableSandboxedEnvironment

        self._server = Server(base_url, api_key, silence)
        try:
            self._template = ImmutableSandboxedEnvironment(
                trim_blocks=True, lstrip_blocks=True
            ).from_string(template)
        except TemplateError as error:
            raise ConfigurationError(f"chat template: {error}") from None

    @property
    def capabilities(self) -> Capabilities:
        """All four steerings."""
        return _CAN

    async def describe(self) -> ServerInfo:
        """The model, from ``/model_info``, or ``/get_model_info`` on a server before 2026.

        Neither tells the context length.
        """
        try:
            info = await self._server.get("/model_info")
        except BackendError as error:
            if error.kind is not FaultKind.REFUSED:
                raise
            info = await self._server.get("/get_model_info")
        if not isinstance(info, dict) or "model_path" not in info:
            raise BackendError(
                FaultKind.BAD_REPLY,
                f"{self._server.base_url}/model_info: not SGLang; choose another --backend",
            )
        return ServerInfo("sglang", str(info["model_path"]))

    async def complete(self, request: Request) -> AsyncGenerator[Chunk, None]:
        """Continue; see `Backend.complete`. Text and ids come whole so far, or piece by piece."""
        text, ids = "", 0
        body = {"text": self._prompt(request), "sampling_params": _sampling(request)}
        events = self._server.events("/generate", {**body, "stream": True})
        async with aclosing(events) as messages:
            async for message in messages:
                meta = message.get("meta_info") or {}
                now, got = str(message.get("text", "")), list(message.get("output_ids") or ())
                done = whole(meta.get("completion_tokens"))
                if len(got) == done or (not got and now.startswith(text)):
                    now, text, got, ids = now[len(text) :], now, got[ids:], len(got)
                finish = _finish(meta.get("finish_reason"))
                if isinstance(meta.get("finish_reason"), dict):
                    self._refuse(meta["finish_reason"])
                yield Chunk(now, tuple(got) if now else (), _usage(meta), finish)
                if finish is not None:
                    return
        raise BackendError(
            FaultKind.BROKE_OFF, f"{self._server.base_url}/generate: the stream broke off"
        )

    def _refuse(self, reason: dict[str, Any]) -> None:
        """An ``abort`` is a finish reason like another; its ``status_code`` says of which kind."""
        if reason.get("type") == "abort":
            raise BackendError(
                fault_of(reason, FaultKind.REFUSED),
                f"{self._server.base_url}/generate: {reason.get('message', 'aborted')}",
            )

    async def count_tokens(self, request: Request) -> int | None:
        """Tokens of the prompt, from ``/tokenize``; None on a server that has no such call."""
        try:
            reply = await self._server.post("/tokenize", {"prompt": self._prompt(request)})
        except BackendError as error:
            if error.kind is FaultKind.REFUSED:
                return None
            raise
        return whole(reply.get("count")) if isinstance(reply, dict) else None

    async def close(self) -> None:
        """Close the connections of the running event loop."""
        await self._server.close()

    def _prompt(self, request: Request) -> str:
        messages = [{"role": t.role.value, "content": t.text} for t in request.turns]
        head: str = self._template.render(messages=messages, add_generation_prompt=True)
        return head + request.prefix


def _sampling(request: Request) -> dict[str, Any]:
    sampling: dict[str, Any] = {
        "max_new_tokens": request.max_tokens,
        "temperature": request.temperature,
    }
    if request.temperature > 0:
        sampling["sampling_seed"] = request.seed  # a server from before it refuses the name
    if request.stop:
        sampling["stop"] = list(request.stop)
    rule = request.constraint
    if rule is not None:
        if rule.choices:
            sampling["regex"] = regex(rule.choices)
        if rule.banned:
            sampling["logit_bias"] = {str(token): _BAN for token in rule.banned}
        if rule.no_end:
            sampling["min_new_tokens"] = 1
    return sampling


def _finish(reason: Any) -> Finish | None:
    kind = reason.get("type") if isinstance(reason, dict) else reason
    if not kind:
        return None
    return Finish.LENGTH if kind == "length" else Finish.STOP


def _usage(meta: dict[str, Any]) -> Usage:
    prompt, cached = whole(meta.get("prompt_tokens")), whole(meta.get("cached_tokens"))
    evaluated = prompt - cached if prompt is not None and cached is not None else None
    return Usage(prompt, cached, evaluated, whole(meta.get("completion_tokens")))
