"""A real HTTP server on loopback that behaves as badly as a test asks it to."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

Writer = asyncio.StreamWriter
ANSWER = {"answer": "Notice is given within 21 days.", "quotation": "within 21 days"}


@dataclass
class Asked:
    """One request as the server saw it; ``number`` counts from 1 over all requests."""

    number: int
    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def question(self) -> str:
        return str(json.loads(self.body).get("question", "")) if self.body else ""


Handler = Callable[[Asked, Writer], Awaitable[None]]


def reply(
    status: int = 200,
    body: bytes | dict[str, object] = b"",
    *,
    length: int | None = None,
    **headers: str,
) -> bytes:
    data = json.dumps(body).encode() if isinstance(body, dict) else body
    lines = [f"HTTP/1.1 {status} X", "Content-Type: application/json", "Connection: close"]
    lines += [f"{k.replace('_', '-')}: {v}" for k, v in headers.items()]
    lines.append(f"Content-Length: {len(data) if length is None else length}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + data


@dataclass
class Server:
    """A running server: its base URL, and every request it was sent."""

    url: str
    asked: list[Asked] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    """Questions that got a whole reply with status 200."""


@contextmanager
def serving(handler: Handler) -> Iterator[Server]:
    loop = asyncio.new_event_loop()
    server = Server("")
    started = threading.Event()
    tasks: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: Writer) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *rest = head.strip().split("\r\n")
            method, path, _ = first.split(" ")
            headers = {k.lower(): v for k, v in (line.split(": ", 1) for line in rest)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            asked = Asked(len(server.asked) + 1, method, path, headers, body)
            server.asked.append(asked)
            await handler(asked, writer)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            tasks.discard(task)
            writer.close()

    async def run() -> None:
        listening = await asyncio.start_server(connected, "127.0.0.1", 0)
        server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        started.set()
        await stop.wait()
        listening.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    stop = asyncio.Event()
    thread = threading.Thread(target=lambda: loop.run_until_complete(run()), daemon=True)
    thread.start()
    started.wait(10)
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
        loop.close()
