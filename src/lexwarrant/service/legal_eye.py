"""Legal Eye's protocol over the built-in answerer, so that its public harness runs against ours.

``POST /v1/lawyer/ask``, ``POST /v1/hgraph/argument``, ``GET /readyz``, ``GET /v1/corpus/selftest``. The
server is the standard library's: threads, one request at a time on a connection, bounded bodies.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.context import Context
from lexwarrant.service.bundles import argument_reply, ask_reply
from lexwarrant.service.limits import RateLimit

MAX_BODY = 1_000_000
MAX_QUESTION = 100_000
REPLICA_HEADER = "X-Replica-Id"

Answer = Callable[[str, Context], LegalAnswer]


class LegalEyeServer(ThreadingHTTPServer):
    """Serves one answerer. ``selftest`` says what the corpus's own test found; empty: all well."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(
        self, address: tuple[str, int], answer: Answer, *, replica: str,
        limit: RateLimit | None = None, jurisdiction: str | None = None,
        selftest: Callable[[], dict[str, Any]] = lambda: {"ok": True},
    ) -> None:  # fmt: skip
        self.answer = answer
        self.replica = replica
        self.limit = limit or RateLimit()
        self.jurisdiction = jurisdiction
        self.selftest = selftest
        super().__init__(address, _Handler)


class _Handler(BaseHTTPRequestHandler):
    server: LegalEyeServer
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        """Readiness and the self-test; neither is limited."""
        if self.path == "/readyz":
            self._send(200, {"ready": True})
        elif self.path == "/v1/corpus/selftest":
            found = self.server.selftest()
            self._send(200 if found.get("ok") else 503, found)
        else:
            self._send(404, {"detail": "no such path"})

    def do_POST(self) -> None:
        """A question, in the form of either endpoint."""
        field = {"/v1/lawyer/ask": "question", "/v1/hgraph/argument": "user_facts"}.get(self.path)
        if field is None:
            self._refuse(404, "no such path")
            return
        wait = self.server.limit.wait(self.client_address[0])
        if wait:
            self._refuse(429, "too many questions", {"Retry-After": str(wait)})
            return
        question = self._question(field)
        if question is None:
            return
        answer = self.server.answer(question, Context(jurisdiction=self.server.jurisdiction))
        self._send(200, ask_reply(answer) if field == "question" else argument_reply(answer))

    def _question(self, field: str) -> str | None:
        length = self.headers.get("Content-Length", "")
        if not length.isdigit():
            self._refuse(411, "give a Content-Length")
            return None
        if int(length) > MAX_BODY:
            self._refuse(413, f"a body has at most {MAX_BODY} bytes")
            return None
        try:
            data = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            self._refuse(400, "the body is not JSON")
            return None
        value = data.get(field) if isinstance(data, dict) else None
        if not isinstance(value, str) or not 0 < len(value) <= MAX_QUESTION:
            self._refuse(422, f"`{field}` is a text of 1 to {MAX_QUESTION} characters")
            return None
        return value

    def _refuse(self, status: int, detail: str, headers: dict[str, str] | None = None) -> None:
        """Refuse, and close: the body was perhaps not read."""
        self.close_connection = True
        self._send(status, {"detail": detail}, {**(headers or {}), "Connection": "close"})

    def _send(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(body, ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.send_header(REPLICA_HEADER, self.server.replica)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Questions are nobody's business: nothing is logged."""
