"""What the HTTP backends share: JSON and event streams over httpx, faults by their kind."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from lexwarrant.answering.generation.backends.base import BackendError, FaultKind
from lexwarrant.records.errors import ConfigurationError

if TYPE_CHECKING:
    import httpx

_ERROR_CHARS = 300
_CONNECT_SECONDS = 10.0
_RETRY_STATUS = {
    429: FaultKind.RATE_LIMITED,
    500: FaultKind.SERVER_ERROR,
    502: FaultKind.SERVER_ERROR,
    503: FaultKind.SERVER_ERROR,
    504: FaultKind.SERVER_ERROR,
}


class Server:
    """A server at ``base_url`` (no slash at its end). ``silence`` is how many seconds it may be
    silent before it counts as slow; reading a long prompt is silent. Connections belong to the
    event loop they were made in; `close` lets go of those of the running one.
    """

    def __init__(self, base_url: str, api_key: str = "", silence: float = 120.0) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise ConfigurationError(
                f"backend address {base_url!r}: give one that begins with http:// or https://"
            )
        if silence <= 0:
            raise ConfigurationError(f"backend silence is {silence}: give seconds above 0")
        self.base_url = base_url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._silence = silence
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient] = (
            WeakKeyDictionary()
        )

    def _client(self) -> httpx.AsyncClient:
        import httpx

        loop = asyncio.get_running_loop()
        client = self._clients.get(loop)
        if client is None:
            client = httpx.AsyncClient(
                headers=self._headers,
                timeout=httpx.Timeout(self._silence, connect=_CONNECT_SECONDS),
                limits=httpx.Limits(max_connections=64, max_keepalive_connections=0),
                verify=self.base_url.startswith("https://"),
                trust_env=False,
            )
            self._clients[loop] = client
        return client

    async def close(self) -> None:
        """Close the connections of the running event loop."""
        client = self._clients.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.aclose()

    async def get(self, path: str) -> Any:
        """The JSON at ``path``."""
        async with self._reply("GET", path, None) as reply:
            return _parsed(self._at(path), await reply.aread())

    async def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """The JSON that answers ``body``."""
        async with self._reply("POST", path, body) as reply:
            return _parsed(self._at(path), await reply.aread())

    async def events(
        self, path: str, body: Mapping[str, Any]
    ) -> AsyncGenerator[dict[str, Any], None]:
        """The JSON object of each server-sent event up to ``[DONE]``; leaving early cuts the connection.

        A stream that ends without ``[DONE]`` just ends: whether it was whole is for the caller, who
        knows which message is the last.
        """
        async with (
            self._reply("POST", path, body) as reply,
            aclosing(reply.aiter_lines()) as lines,  # type: ignore[type-var]
        ):
            async for line in lines:
                if not line.startswith("data:"):
                    continue
                data = line[5:].strip()
                if data == "[DONE]":
                    return
                event = _parsed(self._at(path), data.encode())
                if not isinstance(event, dict):
                    raise BackendError(
                        FaultKind.BAD_REPLY,
                        f"{self._at(path)}: an event is no JSON object: {data[:80]!r}; "
                        "choose the --backend kind of this server",
                    )
                if "error" in event:
                    kind = fault_of(event["error"], FaultKind.SERVER_ERROR)
                    raise BackendError(kind, f"{self._at(path)}: {_said(event['error'])}")
                yield event

    def _at(self, path: str) -> str:
        return f"{self.base_url}{path}"

    @asynccontextmanager
    async def _reply(
        self, method: str, path: str, body: Mapping[str, Any] | None
    ) -> AsyncGenerator[httpx.Response, None]:
        import httpx

        where = self._at(path)
        try:
            async with self._client().stream(method, where, json=body) as reply:
                if reply.status_code >= 400:
                    raise _refused(where, reply, await reply.aread())
                yield reply
        except httpx.ConnectError as error:
            raise BackendError(
                FaultKind.UNREACHABLE, f"{where}: no server answers there ({error}); start it"
            ) from None
        except httpx.TimeoutException:
            raise BackendError(
                FaultKind.SLOW,
                f"{where}: silent for {self._silence:g} s; give it more time or less",
            ) from None
        except httpx.TransportError as error:
            said = str(error) or type(error).__name__
            raise BackendError(
                FaultKind.BROKE_OFF, f"{where}: the connection broke ({said})"
            ) from None
        except httpx.InvalidURL as error:
            raise ConfigurationError(f"backend address {where!r}: {error}") from None


def _parsed(where: str, data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        shown = data[:80].decode("utf-8", "replace")
        raise BackendError(FaultKind.BAD_REPLY, f"{where}: not JSON: {shown!r}") from None


def _refused(where: str, reply: httpx.Response, body: bytes) -> BackendError:
    kind = _RETRY_STATUS.get(reply.status_code, FaultKind.REFUSED)
    try:
        said = _said(json.loads(body))
    except (ValueError, RecursionError):
        said = body.decode("utf-8", "replace")
    wait: float | None
    try:
        wait = float(reply.headers.get("retry-after", ""))
    except ValueError:
        wait = None
    text = f"{where}: status {reply.status_code}: {said[:_ERROR_CHARS]}"
    return BackendError(kind, text, retry_after=wait)


def fault_of(error: Any, otherwise: FaultKind) -> FaultKind:
    """What kind of fault an error object is by the HTTP status it gives: what a server finds out
    only when the stream has begun comes as a message in it, under status 200."""
    code = error.get("code", error.get("status_code")) if isinstance(error, dict) else None
    if not isinstance(code, int) or code < 400:
        return otherwise
    return _RETRY_STATUS.get(code, FaultKind.REFUSED)


def _said(error: Any) -> str:
    """The message in an error body, whatever its shape."""
    if isinstance(error, dict):
        inner = error.get("error", error.get("message", error.get("detail", error)))
        return _said(inner) if isinstance(inner, dict) and inner is not error else str(inner)
    return str(error)


def whole(value: Any) -> int | None:
    """A count a server gives, None when it is not a number."""
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
