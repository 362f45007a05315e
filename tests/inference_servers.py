"""Loopback servers with the JSON of llama.cpp, vLLM, SGLang and a chat API, and their faults.

A script (see `worlds_of_generation`) is the model; a token is a word with the white space before it.
"""

from __future__ import annotations

import json
import re
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from lexwarrant.answering.generation.backends.base import Request, Role, Turn

_TOKEN = re.compile(r"\s*\S+|\s+$")
_TURN = re.compile(r"<\|im_start\|>(\w+)\n(.*?)(?:<\|im_end\|>\n|\Z)", re.DOTALL)

_SGLANG_SAMPLING = frozenset(
    (
        "max_new_tokens", "min_new_tokens", "stop", "stop_token_ids", "temperature", "top_p", "top_k",
        "min_p", "frequency_penalty", "presence_penalty", "repetition_penalty", "n", "json_schema",
        "regex", "ebnf", "structural_tag", "ignore_eos", "skip_special_tokens",
        "spaces_between_special_tokens", "no_stop_trim", "custom_params", "logit_bias",
        "sampling_seed",
    )
)  # fmt: skip
"""The sampling parameters that SGLang knows."""


@dataclass
class Faults:
    """What goes wrong. ``dies_after`` words the first stream is cut; ``slow`` seconds pass before
    every word from number ``slow_from``; the first ``busy`` requests get status 429. ``aborts`` is the
    status with which SGLang ends the first stream."""

    dies_after: int | None = None
    dies_for_ever: bool = False
    slow: float = 0.0
    slow_from: int = 0
    busy: int = 0
    no_counts: bool = False
    no_cache: bool = False
    refuses_constraints: bool = False
    ignores_constraints: bool = False
    broken_text: bool = False
    not_json: bool = False
    saves_no_slots: bool = False
    aborts: int | None = None


@dataclass
class Model:
    """The state of one server: its script, its cache of prefixes and what it was asked."""

    script: Callable[[Request], str]
    faults: Faults = field(default_factory=Faults)
    asked: list[dict[str, Any]] = field(default_factory=list)
    seen: list[list[str]] = field(default_factory=list)
    streams: int = 0

    def words(self, turns: tuple[Turn, ...], prefix: str) -> list[str]:
        text = [f"<{t.role}> {t.text}" for t in (*turns, Turn(Role.ASSISTANT, prefix))]
        return [w for t in text for w in _TOKEN.findall(t.rstrip())]

    def cached(self, prompt: list[str]) -> int:
        if self.faults.no_cache:
            return 0
        best = 0
        for old in self.seen:
            same = 0
            for a, b in zip(old, prompt, strict=False):
                if a != b:
                    break
                same += 1
            best = max(best, same)
        return min(best, len(prompt) - 1)


def token_id(word: str) -> int:
    return zlib.crc32(word.encode()) & 0x7FFFFFFF


@dataclass
class Asked:
    """A request in any dialect, read."""

    turns: tuple[Turn, ...]
    prefix: str
    limit: int
    choices: tuple[str, ...] = ()
    banned: tuple[int, ...] = ()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model: Model

    def log_message(self, *args: object) -> None:
        pass

    # plumbing

    def _json(self, body: Any, status: int = 200, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        if self.model.faults.not_json:
            data = b"<html>proxy</html>"
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _open_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def _event(self, body: Any) -> None:
        text = body if isinstance(body, str) else json.dumps(body)
        data = f"data: {text}\n\n".encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def _close_stream(self) -> None:
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def do_GET(self) -> None:
        self._json(self.get(self.path))

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.model.asked.append({"path": self.path, **body})
        try:
            self.post(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def get(self, path: str) -> Any:
        raise NotImplementedError

    def post(self, body: dict[str, Any]) -> None:
        raise NotImplementedError

    # generating

    def _generate(self, asked: Asked, constrained: bool) -> None:
        model, faults = self.model, self.model.faults
        if faults.busy > 0:
            faults.busy -= 1
            self._json({"error": {"message": "too many requests"}}, 429, {"Retry-After": "0"})
            return
        if constrained and faults.refuses_constraints:
            self._refuse("constraints are not supported")
            return
        prompt = model.words(asked.turns, asked.prefix)
        cached = model.cached(prompt)
        text = self._obeying(asked, faults)
        words = _TOKEN.findall(text)
        stop = "length" if len(words) > asked.limit else "stop"
        words = words[: asked.limit]
        model.streams += 1
        dies = faults.dies_after
        if model.streams > 1:
            dies = 1 if faults.dies_for_ever else None
        self._open_stream()
        for n, word in enumerate(words):
            if n >= faults.slow_from:
                time.sleep(faults.slow)
            if dies is not None and n >= dies:
                self.close_connection = True
                self.connection.close()
                return
            model.seen.append(model.words(asked.turns, asked.prefix + "".join(words[: n + 1])))
            shown = "\ufffd" + word if faults.broken_text else word
            self._event(self.piece(shown, words[: n + 1], prompt, cached))
        model.seen.append(prompt)
        for last in self.last(stop, words, prompt, cached):
            self._event(last)
        self._close_stream()

    def _refuse(self, why: str) -> None:
        self._json({"error": {"message": why}}, 400)

    def _obeying(self, asked: Asked, faults: Faults) -> str:
        text = self.model.script(Request(asked.turns, asked.prefix))
        if faults.ignores_constraints:
            return text + " and so on." if asked.choices else text
        if asked.choices:
            return next((c for c in asked.choices if text.startswith(c)), asked.choices[0])
        first = _TOKEN.findall(text)[:1]
        if first and token_id(first[0]) in asked.banned:
            return " Otherwise"
        return text

    def piece(self, word: str, done: list[str], prompt: list[str], cached: int) -> Any:
        raise NotImplementedError

    def last(self, stop: str, done: list[str], prompt: list[str], cached: int) -> Iterator[Any]:
        raise NotImplementedError


def _turns(messages: list[dict[str, str]]) -> tuple[Turn, ...]:
    return tuple(Turn(Role(m["role"]), m["content"]) for m in messages)


def _from_chatml(prompt: str) -> tuple[tuple[Turn, ...], str]:
    turns = [Turn(Role(m[1]), m[2]) for m in _TURN.finditer(prompt)]
    assert turns[-1].role is Role.ASSISTANT
    return tuple(turns[:-1]), turns[-1].text


class LlamaCpp(_Handler):
    def get(self, path: str) -> Any:
        if path == "/slots":
            return [{"id": n, "is_processing": False} for n in range(2)]
        props = {"default_generation_settings": {"n_ctx": 4096}, "model_path": "/m/small.gguf"}
        return props | {"total_slots": 2}

    def post(self, body: dict[str, Any]) -> None:
        if self.path.startswith("/slots/"):
            if self.model.faults.saves_no_slots:
                self._json({"error": {"message": "This server does not support slots"}}, 501)
            else:
                self._json({"filename": body["filename"]})
            return
        if body.get("n_predict") == 0:
            self._json({"content": "", "stop": True})
            return
        if self.path == "/apply-template":
            shown = "".join(
                f"<|im_start|>{m['role']}\n{m['content']}<|im_end|>\n" for m in body["messages"]
            )
            self._json({"prompt": shown + "<|im_start|>assistant\n"})
            return
        if self.path == "/tokenize":
            self._json({"tokens": self.model.words(*_from_chatml(body["content"]))})
            return
        turns, prefix = _from_chatml(body["prompt"])
        choices = tuple(re.findall(r'"((?:[^"\\]|\\.)*)"', body.get("grammar", "")))
        banned = tuple(t for t, _ in body.get("logit_bias", ()))
        self._generate(
            Asked(turns, prefix, body["n_predict"], choices, banned), bool(choices or banned)
        )

    def _timings(self, done: list[str], prompt: list[str], cached: int) -> dict[str, Any]:
        if self.model.faults.no_counts:
            return {}
        counts = {"cache_n": cached, "prompt_n": len(prompt) - cached, "prompt_ms": 1.0}
        return {"timings": {**counts, "predicted_n": len(done)}}

    def piece(self, word: str, done: list[str], prompt: list[str], cached: int) -> Any:
        said = {"content": word, "tokens": [token_id(done[-1])], "stop": False}
        return said | self._timings(done, prompt, cached)

    def last(self, stop: str, done: list[str], prompt: list[str], cached: int) -> Iterator[Any]:
        kind = "limit" if stop == "length" else "eos"
        said = {"content": "", "tokens": [], "stop": True, "stop_type": kind}
        yield said | self._timings(done, prompt, cached)


class Chat(_Handler):
    """Chat completions without ids, grammar or prefill: a closed API."""

    ids = False
    prefill = False

    def get(self, path: str) -> Any:
        return {"object": "list", "data": [{"id": "small", "max_model_len": 4096}]}

    def post(self, body: dict[str, Any]) -> None:
        messages = body["messages"]
        prefix = ""
        if messages[-1]["role"] == "assistant":
            if not self.prefill:
                self._json({"error": {"message": "last message must be of the user"}}, 400)
                return
            prefix, messages = messages[-1]["content"], messages[:-1]
        turns = _turns(messages)
        if self.path == "/tokenize":
            self._json({"count": len(self.model.words(turns, prefix)), "max_model_len": 4096})
            return
        choices = tuple(body.get("structured_outputs", {}).get("choice", ()))
        banned = tuple(int(t) for t in body.get("logit_bias", {}))
        self._generate(
            Asked(turns, prefix, body["max_tokens"], choices, banned), bool(choices or banned)
        )

    def piece(self, word: str, done: list[str], prompt: list[str], cached: int) -> Any:
        choice: dict[str, Any] = {"index": 0, "delta": {"content": word}, "finish_reason": None}
        said: dict[str, Any] = {"object": "chat.completion.chunk", "choices": [choice]}
        if self.ids:
            choice["token_ids"] = [token_id(done[-1])]
            said["usage"] = {"prompt_tokens": len(prompt), "completion_tokens": len(done)}
        return said

    def last(self, stop: str, done: list[str], prompt: list[str], cached: int) -> Iterator[Any]:
        yield {"choices": [{"index": 0, "delta": {}, "finish_reason": stop}]}
        usage: dict[str, Any] = {"prompt_tokens": len(prompt), "completion_tokens": len(done)}
        if not self.model.faults.no_counts:
            usage["prompt_tokens_details"] = {"cached_tokens": cached}
        yield {"choices": [], "usage": usage}
        yield "[DONE]"


class Vllm(Chat):
    ids = True
    prefill = True


class Sglang(_Handler):
    """The native endpoint; ``whole`` sends text and ids so far, else piece by piece.

    Fields as in the replies that docs.sglang.io ("SGLang Native APIs", built in March 2026) prints,
    and as `SglangBackend` says for what it does not print. ``info`` is where the model is told.
    """

    whole = True
    info = "/model_info"

    def do_GET(self) -> None:
        if self.path == self.info or self.model.faults.not_json:
            self._json(self.get(self.path))
        else:
            self._json({"detail": "Not Found"}, 404)

    def get(self, path: str) -> Any:
        told = {"model_path": "org/small", "tokenizer_path": "org/small", "is_generation": True}
        return told | {"preferred_sampling_params": None, "weight_version": "default"}

    def post(self, body: dict[str, Any]) -> None:
        if self.path == "/tokenize":
            words = self.model.words(*_from_chatml(body["prompt"]))
            ids = [token_id(w) for w in words]
            self._json({"tokens": ids, "count": len(ids), "max_model_len": 4096})
            return
        turns, prefix = _from_chatml(body["text"])
        sampling = body["sampling_params"]
        assert sampling.keys() <= _SGLANG_SAMPLING
        assert sum(k in sampling for k in ("json_schema", "regex", "ebnf")) <= 1
        pattern = sampling.get("regex", "")
        choices = tuple(re.sub(r"\\(.)", r"\1", c) for c in pattern.strip("()").split("|") if c)
        banned = tuple(int(t) for t in sampling.get("logit_bias", {}))
        limit = sampling["max_new_tokens"]
        self._generate(Asked(turns, prefix, limit, choices, banned), bool(choices or banned))

    def _refuse(self, why: str) -> None:
        """What is wrong with a streamed request is told in the stream, under status 200."""
        self._open_stream()
        wrong = {"message": why, "type": "invalid_request_error", "code": 400, "retryable": False}
        self._event({"error": wrong})
        self._event("[DONE]")
        self._close_stream()

    def _meta(
        self, done: list[str], prompt: list[str], cached: int, finish: dict[str, Any] | None
    ) -> dict[str, Any]:
        meta: dict[str, Any] = {"id": "50fd5122", "finish_reason": finish}
        meta |= {"prompt_tokens": len(prompt), "completion_tokens": len(done)}
        if not self.model.faults.no_counts:
            meta |= {"cached_tokens": cached, "cached_tokens_details": None}
        return meta | {"weight_version": "default", "total_retractions": 0, "dp_rank": None}

    def piece(self, word: str, done: list[str], prompt: list[str], cached: int) -> Any:
        shown = [*done[:-1], word] if self.whole else [word]
        ids = [token_id(w) for w in (done if self.whole else done[-1:])]
        meta = self._meta(done, prompt, cached, None)
        return {"text": "".join(shown), "output_ids": ids, "meta_info": meta}

    def last(self, stop: str, done: list[str], prompt: list[str], cached: int) -> Iterator[Any]:
        finish: dict[str, Any] = {"type": stop, "matched": 2}
        if stop == "length":
            finish = {"type": stop, "length": len(done)}
        if self.model.faults.aborts:
            status, self.model.faults.aborts = self.model.faults.aborts, None
            finish = {"type": "abort", "message": "the queue is full", "status_code": status}
        meta = self._meta(done, prompt, cached, finish) | {"e2e_latency": 0.1}
        text = "".join(done) if self.whole else ""
        ids = [token_id(w) for w in done] if self.whole else []
        yield {"text": text, "output_ids": ids, "meta_info": meta}
        yield "[DONE]"


class SglangPieces(Sglang):
    """Started with ``--incremental-streaming-output``, and a server before 2026."""

    whole = False
    info = "/get_model_info"


@contextmanager
def serving(kind: type[_Handler], model: Model) -> Iterator[str]:
    """The address of a running server."""
    handler = type(kind.__name__, (kind,), {"model": model})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
