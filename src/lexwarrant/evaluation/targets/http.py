"""Any system behind HTTP as a target, as its description says."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin

from lexwarrant.evaluation.http.addresses import is_loopback, masked_url, origin, refusal
from lexwarrant.evaluation.http.asking import (
    BUSY,
    Busy,
    Patience,
    ask_patiently,
    checked,
    retry_after,
    wait_until_ready,
)
from lexwarrant.evaluation.http.events import EventReader
from lexwarrant.evaluation.http.pacing import Pacer
from lexwarrant.evaluation.http.secrets import Secrets
from lexwarrant.evaluation.http.transport import HttpReply, HttpRequest, Transport, TransportError
from lexwarrant.evaluation.settings import within
from lexwarrant.evaluation.targets.base import Reply, TargetError
from lexwarrant.evaluation.targets.description import (
    EventPaths,
    PollPaths,
    ReplyKind,
    TargetDescription,
)
from lexwarrant.evaluation.targets.paths import Path, compile_path
from lexwarrant.evaluation.targets.reading import AnswerReader, words
from lexwarrant.evaluation.targets.templates import fill, fill_url, slots
from lexwarrant.records.codec import body, loads
from lexwarrant.records.context import Context
from lexwarrant.records.errors import ConfigurationError


@dataclass(frozen=True, slots=True)
class Manners:
    """How a system is asked. Times are in seconds.

    ``rate`` and ``burst`` None take the description's own limit, which is not held against a
    system on this machine.
    """

    pace: float = 0.0
    rate: float | None = None
    burst: int | None = None
    timeout: float = 90.0
    wait_ready: float = 0.0
    patience: Patience = field(default_factory=Patience)
    connections: int = 64
    max_bytes: int = 20_000_000

    def __post_init__(self) -> None:
        within("pace", self.pace)
        within("rate", self.rate)
        within("burst", self.burst, least=1)
        within("timeout", self.timeout, above=True)
        within("wait_ready", self.wait_ready)
        within("connections", self.connections, least=1)
        within("max_bytes", self.max_bytes, least=1)


class HttpTarget:
    """Puts questions to one HTTP endpoint. Open it before asking and close it after."""

    def __init__(
        self,
        description: TargetDescription,
        base_url: str,
        *,
        manners: Manners | None = None,
        secrets: Secrets | None = None,
        values: Mapping[str, str | None] | None = None,
    ) -> None:
        """``values`` fill further slots of the request (``{model}``, ``{prompt}``)."""
        if "{base_url}" in description.url + description.ready and not base_url:
            raise ConfigurationError(f"target {description.name}: give --base-url")
        self.description = description
        self.base_url = base_url
        self.name = description.name
        self._manners = manners or Manners()
        self._values = dict(values or {})
        self.secrets = secrets or Secrets()
        for given in (base_url, description.url, description.ready):
            self.secrets.note_url(given)
        self._url = fill_url(description.url, base_url, {})
        origin(self._url)
        local = is_loopback(self._url)
        wanted = description.headers
        if local and description.keyless_locally:
            wanted = self.secrets.known(wanted)
        headers = self.secrets.headers(wanted, f"target {description.name}")
        self._headers = {"Accept": _accept(description), **headers}
        self._posted = {**self._headers, "Content-Type": "application/json"}
        self._reader = AnswerReader(description.read, f"target {description.name}")
        m, bucket = self._manners, description.rate
        own_rate = 0.0 if local else bucket.per_second
        self._pacer = Pacer(
            pace=m.pace,
            rate=own_rate if m.rate is None else m.rate,
            burst=bucket.burst if m.burst is None else m.burst,
        )
        self._transport = Transport(
            timeout=m.timeout, max_bytes=m.max_bytes, connections=m.connections
        )
        where = f"target {description.name}"
        poll, events = description.reply.poll, description.reply.events
        self._delta = compile_path(events.delta, where) if events.delta else None
        self._poll = _Poll.compiled(poll, where) if poll else None
        self._one = {
            ReplyKind.JSON: self._json, ReplyKind.SSE: self._events, ReplyKind.POLL: self._job
        }[description.reply.kind]  # fmt: skip

    def describe(self) -> dict[str, str]:
        """Where it is and the digest of its description; header values are never in it."""
        out = {
            "target": self.name,
            "url": self.secrets.scrub(
                masked_url(fill_url(self.description.url, self.base_url, {}))
            ),
            "description_sha256": self.description.digest(),
        }
        out.update({k: v for k, v in self._values.items() if k != "prompt" and v is not None})
        return out

    async def open(self) -> None:
        """Open connections and wait until the system says that it is ready, if that was asked for."""
        await self._transport.open()
        if self._manners.wait_ready > 0 and self.description.ready:
            url = fill_url(self.description.ready, self.base_url, {})
            request = HttpRequest("GET", url, self._headers)
            try:
                await wait_until_ready(
                    lambda: self._transport.send(request), self._manners.wait_ready
                )
            except TargetError as error:
                await self.close()
                raise TargetError(f"{masked_url(url)}: {self.secrets.scrub(str(error))}") from None

    async def close(self) -> None:
        """Close every connection."""
        await self._transport.close()

    async def ask(self, case_id: str, question: str, context: Context) -> Reply:
        """The system's answer; raises `TargetError` when none came."""
        data, elapsed = await self.exchange(question, context)
        return self.reply(question, data, context, elapsed)

    def reply(self, question: str, data: Any, context: Context, elapsed_ms: float) -> Reply:
        """The answer that a JSON value of this system holds."""
        answer = self._reader.answer(question, data, context.jurisdiction)
        return Reply(answer, cost=self._reader.cost(data), elapsed_ms=elapsed_ms)

    def found(self, data: Any) -> dict[str, str]:
        """What each path of the description finds in ``data``."""
        return self._reader.found(data)

    async def exchange(self, question: str, context: Context) -> tuple[Any, float]:
        """The reply as JSON, and the time it took in milliseconds without waits and failed tries."""
        request = self._request(question, context)
        try:
            data, elapsed = await ask_patiently(
                lambda: self._one(request), self._pacer, self._manners.patience
            )
        except TargetError as error:
            raise TargetError(self.secrets.scrub(str(error))) from None
        try:
            return self.secrets.scrub_json(data), elapsed
        except RecursionError:
            raise TargetError("the reply is nested too deeply to be read") from None

    def _request(self, question: str, context: Context) -> HttpRequest:
        values = {**self._values, **slots(question, context)}
        url = fill_url(self.description.url, self.base_url, values)
        method = self.description.method.upper()
        if self.description.request is None:
            return HttpRequest(method, url, self._headers)
        return HttpRequest(method, url, self._posted, body(fill(self.description.request, values)))

    # the three kinds of reply ------------------------------------------------------------

    async def _json(self, request: HttpRequest) -> tuple[Any, float]:
        reply = checked(await self._transport.send(request))
        return self._value(self._parsed(reply)), reply.elapsed_ms

    def _parsed(self, reply: HttpReply) -> Any:
        try:
            return loads(reply.body)
        except (ValueError, RecursionError):
            said = " ".join(reply.body[:120].decode("utf-8", "replace").split())
            raise TransportError(f"the reply is not JSON: {said!r}", again=True) from None

    def _value(self, data: Any) -> Any:
        """The JSON value to read; raises when a reply with status 2xx says that it failed."""
        if not isinstance(data, dict | list):
            raise TransportError(
                f"the reply is JSON but holds no fields: {str(data)[:80]!r}", again=True
            )
        return data

    async def _events(self, request: HttpRequest) -> tuple[Any, float]:
        form = self.description.reply.events
        loop = asyncio.get_running_loop()
        started = loop.time()
        pieces: list[str] = []
        reader = EventReader()
        async with aclosing(self._transport.stream(request)) as stream:
            async for status, headers, chunk in stream:
                if status in BUSY:
                    raise Busy(status, retry_after(headers.get("retry-after")))
                if not 200 <= status < 300:
                    raise TransportError(f"HTTP {status}", again=status >= 500)
                for event in reader.feed(chunk):
                    whole = self._event(form, event.kind, event.data, pieces)
                    if whole is not None:
                        return whole, (loop.time() - started) * 1000
        raise TransportError("the stream ended before its end was marked", again=True)

    def _event(self, form: EventPaths, kind: str, data: str, pieces: list[str]) -> Any:
        """The whole reply when this event ends it, else None."""
        if form.final and kind == form.final:
            try:
                return self._value(loads(data))
            except (ValueError, RecursionError):
                raise TransportError(f"the {kind} event is not JSON", again=True) from None
        if form.end and data.strip() == form.end:
            return self._value({"answer": "".join(pieces)})
        if self._delta is None:
            pieces.append(data)
            return None
        try:
            pieces.append(words(self._delta.first(loads(data))))
        except (ValueError, RecursionError):
            raise TransportError(f"an event is not JSON: {data[:80]!r}", again=True) from None
        return None

    async def _job(self, request: HttpRequest) -> tuple[Any, float]:
        assert self._poll is not None
        loop = asyncio.get_running_loop()
        started = loop.time()
        data = self._parsed(checked(await self._transport.send(request)))
        url = self._poll.job_url(data, self.base_url, request.url)
        follow = HttpRequest("GET", url, self._headers)
        while True:
            status = words(self._poll.status.first(data))
            if status in self._poll.paths.done:
                return self._value(data), (loop.time() - started) * 1000
            if status in self._poll.paths.failed:
                raise TransportError(f"the job ended as {status!r}", again=True)
            if loop.time() - started > self._manners.timeout:
                raise TransportError(
                    f"the job was not done within {self._manners.timeout:g} s (status {status!r})",
                    again=False,
                )
            await asyncio.sleep(self._poll.paths.every)
            data = self._parsed(await self._polled(follow))

    async def _polled(self, request: HttpRequest) -> HttpReply:
        """A look at the job. It is never submitted again because a look was refused or failed."""
        try:
            return await ask_patiently(lambda: self._look(request), Pacer(), self._manners.patience)
        except TargetError as error:
            raise TransportError(f"the job could not be followed: {error}", again=False) from None

    async def _look(self, request: HttpRequest) -> HttpReply:
        return checked(await self._transport.send(request))


@dataclass(frozen=True, slots=True)
class _Poll:
    """Poll paths, compiled."""

    paths: PollPaths
    status: Path
    id: Path | None
    location: Path | None

    @classmethod
    def compiled(cls, paths: PollPaths, where: str) -> _Poll:
        return cls(
            paths,
            compile_path(paths.status, where),
            compile_path(paths.id, where) if paths.id else None,
            compile_path(paths.location, where) if paths.location else None,
        )

    def job_url(self, data: Any, base_url: str, asked: str) -> str:
        """Where to look for the job; raises when the reply does not say, or sends us elsewhere."""
        if self.location is not None:
            given = words(self.location.first(data))
            if not given:
                raise TransportError(f"no job URL at {self.paths.location}", again=True)
            why = refusal(asked, given)
            if why:
                raise TransportError(f"job URL refused: {why}", again=False)
            return urljoin(asked, given)
        assert self.id is not None
        job = words(self.id.first(data))
        if not job:
            raise TransportError(f"no job id at {self.paths.id}", again=True)
        return fill_url(self.paths.url, base_url, {"id": job})


def _accept(description: TargetDescription) -> str:
    return "text/event-stream" if description.reply.kind is ReplyKind.SSE else "application/json"
