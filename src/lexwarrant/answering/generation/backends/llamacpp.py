"""llama.cpp's own server: ``/completion`` with its prompt cache, slots, grammar and logit bias.

The chat template is applied by the server (``/apply-template``) to the turns, and the text that the
answer begins with is set behind it, so that a retry is the same prompt up to the cut and comes from
the slot's cache. Counts come from each message's ``timings`` (``cache_n``, ``prompt_n``,
``predicted_n``), which the server sends while it streams: a stream that is cut has them too.
An answer keeps its slot (``id_slot``). What several answers begin with is read in one slot and copied
to the others by saving and restoring it, where the server was given a ``--slot-save-path``.
Fields as in llama.cpp's ``tools/server/README.md``.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import PurePath
from typing import Any

from lexwarrant.answering.generation.backends.base import (
    BackendError,
    Capabilities,
    Chunk,
    FaultKind,
    Finish,
    Request,
    Role,
    ServerInfo,
    Turn,
    Usage,
)
from lexwarrant.answering.generation.backends.grammar import gbnf
from lexwarrant.answering.generation.backends.http import Server, whole
from lexwarrant.answering.generation.backends.slots import Slots, common_beginning

_CAN = Capabilities(prefill=True, choices=True, bans=True, no_end=True, cached_counts=True)
_HEADS_KEPT = 256
_SHARED_FROM = 400
"""Characters of common beginning from which it is worth copying."""
_SAVED_AS = "lexwarrant-shared-beginning.bin"


class LlamaCppBackend:
    """A llama.cpp server at ``base_url``, such as ``http://127.0.0.1:8080``."""

    def __init__(self, base_url: str, api_key: str = "", silence: float = 120.0) -> None:
        self._server = Server(base_url, api_key, silence)
        self._heads: OrderedDict[tuple[Turn, ...], str] = OrderedDict()
        self._slots: Slots | None = None
        self._copies = True

    @property
    def capabilities(self) -> Capabilities:
        """All four steerings."""
        return _CAN

    async def describe(self) -> ServerInfo:
        """Model and context length, from ``/props``."""
        props = await self._server.get("/props")
        if not isinstance(props, dict) or "default_generation_settings" not in props:
            raise BackendError(
                FaultKind.BAD_REPLY,
                f"{self._server.base_url}/props: not llama.cpp's server; "
                "choose another --backend kind",
            )
        slots = whole(props.get("total_slots"))
        if self._slots is None and slots:
            self._slots = Slots(slots)
        name = PurePath(str(props.get("model_alias") or props.get("model_path") or "")).name
        settings = props["default_generation_settings"]
        context = settings.get("n_ctx") if isinstance(settings, dict) else None
        return ServerInfo("llama.cpp", name, whole(context))

    async def sit(self, turns: tuple[Turn, ...]) -> int | None:
        """A slot of its own for an answer; see `Seats.sit`."""
        if self._slots is None:
            await self.describe()
        if self._slots is None:
            return None
        return await self._slots.take(await self._prompt(Request(turns)), await self._busy())

    def leave(self, seat: int) -> None:
        """Give the slot back."""
        assert self._slots is not None
        self._slots.give_back(seat)

    async def share(self, openings: Sequence[tuple[Turn, ...]], places: int) -> None:
        """Read the common beginning in one slot and copy it; see `Seats.share`.

        A server that does not save slots is left alone: its slots each read the beginning.
        """
        if self._slots is None:
            await self.describe()
        begun = common_beginning([await self._prompt(Request(turns)) for turns in openings])
        begun = begun[: begun.rfind("\n") + 1]
        if self._slots is None or not self._copies or len(begun) < _SHARED_FROM:
            return
        taken = self._slots.take_free(places, begun)
        try:
            lacking = [s for s in taken if not self._slots.holds(s, begun)]
            if len(taken) > 1 and lacking:
                await self._copy(begun, taken[0], [s for s in lacking if s != taken[0]])
        finally:
            for slot in taken:
                self._slots.give_back(slot)

    async def _copy(self, begun: str, source: int, targets: list[int]) -> None:
        """Read ``begun`` in ``source`` and copy the slot to ``targets``."""
        assert self._slots is not None
        saved = {"filename": _SAVED_AS}
        try:  # an empty slot is saved first, only to see whether the server can
            await self._server.post(f"/slots/{source}?action=save", saved)
            read = {"prompt": begun, "n_predict": 0, "cache_prompt": True, "id_slot": source}
            await self._server.post("/completion", read)
            self._slots.note(source, begun)
            await self._server.post(f"/slots/{source}?action=save", saved)
            for slot in targets:
                await self._server.post(f"/slots/{slot}?action=restore", saved)
                self._slots.note(slot, begun)
        except BackendError as error:
            if error.again and error.kind is not FaultKind.SERVER_ERROR:
                raise
            self._copies = False

    async def _busy(self) -> list[int]:
        """Slots at work now, for whomever; none when the server does not show them."""
        try:
            shown = await self._server.get("/slots")
        except BackendError as error:
            if error.again:
                raise
            return []
        slots = shown if isinstance(shown, list) else []
        return [s["id"] for s in slots if isinstance(s, dict) and s.get("is_processing")]

    async def complete(self, request: Request) -> AsyncGenerator[Chunk, None]:
        """Continue; see `Backend.complete`."""
        prompt = await self._prompt(request)
        if request.seat is not None and self._slots is not None:
            self._slots.note(request.seat, prompt)
        body = self._body(request, prompt)
        usage = Usage()
        async with aclosing(self._server.events("/completion", body)) as events:
            async for event in events:
                usage = _usage(event) or usage
                finish = None
                if event.get("stop"):
                    cut = event.get("stop_type") == "limit"
                    finish = Finish.LENGTH if cut else Finish.STOP
                text = str(event.get("content", ""))
                ids = tuple(event.get("tokens") or ()) if text else ()
                yield Chunk(text, ids, usage, finish)
                if finish is not None:
                    return
        raise BackendError(
            FaultKind.BROKE_OFF, f"{self._server.base_url}/completion: the stream broke off"
        )

    async def count_tokens(self, request: Request) -> int | None:
        """Tokens of the whole prompt, from ``/tokenize``."""
        body = {"content": await self._prompt(request), "add_special": True}
        reply = await self._server.post("/tokenize", body)
        return len(reply["tokens"]) if isinstance(reply, dict) and "tokens" in reply else None

    async def close(self) -> None:
        """Close the connections of the running event loop."""
        await self._server.close()

    async def _prompt(self, request: Request) -> str:
        """The turns as the model's template has them, and the beginning of the answer."""
        head = self._heads.get(request.turns)
        if head is None:
            messages = [{"role": t.role.value, "content": t.text} for t in request.turns]
            reply = await self._server.post("/apply-template", {"messages": messages})
            if not isinstance(reply, dict) or not isinstance(reply.get("prompt"), str):
                raise BackendError(
                    FaultKind.BAD_REPLY,
                    f"{self._server.base_url}/apply-template: no prompt in the reply; "
                    "this needs a llama.cpp server of 2025 or later",
                )
            head = reply["prompt"]
            self._heads[request.turns] = head
            if len(self._heads) > _HEADS_KEPT:
                self._heads.popitem(last=False)
        assert request.turns[-1].role is not Role.ASSISTANT
        return head + request.prefix

    def _body(self, request: Request, prompt: str) -> dict[str, Any]:
        body: dict[str, Any] = {
            "prompt": prompt,
            "n_predict": request.max_tokens,
            "temperature": request.temperature,
            "seed": request.seed,
            "cache_prompt": True,
            "stream": True,
            "return_tokens": True,
            "timings_per_token": True,
        }
        if request.seat is not None:
            body["id_slot"] = request.seat
        if request.stop:
            body["stop"] = list(request.stop)
        rule = request.constraint
        if rule is not None:
            if rule.choices:
                body["grammar"] = gbnf(rule.choices)
            if rule.banned:
                body["logit_bias"] = [[token, False] for token in rule.banned]
            if rule.no_end:
                body["ignore_eos"] = True
        return body


def _usage(event: dict[str, Any]) -> Usage | None:
    timings = event.get("timings")
    if not isinstance(timings, dict):
        return None
    cached, read = whole(timings.get("cache_n")), whole(timings.get("prompt_n"))
    total = cached + read if cached is not None and read is not None else None
    slot = whole(event.get("id_slot"))
    milliseconds = timings.get("prompt_ms")
    return Usage(
        prompt=total,
        cached=cached,
        evaluated=read,
        generated=whole(timings.get("predicted_n")),
        prompt_ms=float(milliseconds) if isinstance(milliseconds, int | float) else None,
        seat=slot if slot is not None and slot >= 0 else None,  # -1 while it streams
    )
