"""The three kinds of reply in the standard library alone (Python 3.8): JSON, a stream, a job.

Each function raises `NoAnswer` and means by its fields what the package means.
"""

from __future__ import annotations

import codecs
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from .answers import first, words

MAX_BYTES = 20_000_000
_BROKEN = (OSError, ValueError, http.client.HTTPException)


class NoAnswer(Exception):
    """No answer came; ``wait`` is how long the system asks to be left alone."""

    def __init__(self, message: str, wait: float = 0.0, again: bool = True) -> None:
        super().__init__(message)
        self.wait = wait
        self.again = again


def opened(opener: Any, request: Any, timeout: float) -> Any:
    """The reply with its body not yet read."""
    try:
        return opener.open(request, timeout=timeout)
    except urllib.error.HTTPError as error:
        wait = error.headers.get("Retry-After", "") if error.headers else ""
        seconds = float(wait) if wait.isdigit() else 5.0
        busy = error.code in (429, 503)
        raise NoAnswer(
            f"HTTP {error.code}", seconds if busy else 0.0, busy or error.code >= 500
        ) from None
    except _BROKEN as error:
        raise NoAnswer(f"no connection, or it broke: {error}") from None


def parsed(raw: Any, what: str = "the reply") -> Any:
    """A JSON value that holds fields."""
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        raise NoAnswer(what + " is not JSON") from None
    if not isinstance(data, (dict, list)):
        raise NoAnswer(what + " holds no fields")
    return data


def whole(opener: Any, request: Any, timeout: float) -> Any:
    """One JSON value."""
    try:
        with opened(opener, request, timeout) as reply:
            raw = reply.read(MAX_BYTES + 1)
            length = reply.headers.get("Content-Length")
    except _BROKEN as error:
        raise NoAnswer(f"no connection, or it broke: {error}") from None
    if len(raw) > MAX_BYTES:
        raise NoAnswer("the reply is too large; refused", again=False)
    if length and length.isdigit() and len(raw) < int(length):
        raise NoAnswer("the reply broke off in the middle")
    return parsed(raw)


def events(chunks: Any) -> Any:
    """Pairs of type and data, as the HTML standard (section 9.2) has them, from chunks of bytes."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")(errors="replace")
    rest, kind = "", ""
    data: list[str] = []
    for chunk in chunks:
        text, held = rest + decoder.decode(chunk), ""
        if text.endswith("\r"):  # a line end may be cut in the middle
            text, held = text[:-1], "\r"
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        rest = lines.pop() + held
        for line in lines:
            if not line:
                if data:
                    yield kind or "message", "\n".join(data)
                kind, data = "", []
                continue
            name, _, value = line.partition(":")
            value = value[1:] if value.startswith(" ") else value
            if name == "data":
                data.append(value)
            elif name == "event":
                kind = value


def stream(opener: Any, request: Any, timeout: float, form: Any) -> Any:
    """The pieces of a stream put together; a stream that ends without its mark was cut."""
    until = time.monotonic() + timeout

    def chunks(reply: Any) -> Any:
        size = 0
        while True:
            chunk = reply.read1(65536)
            if not chunk:
                return
            size += len(chunk)
            if size > MAX_BYTES:
                raise NoAnswer("the reply is too large; refused", again=False)
            if time.monotonic() > until:
                raise NoAnswer(f"no whole reply within {timeout:g} s")
            yield chunk

    pieces: list[str] = []
    try:
        with opened(opener, request, timeout) as reply:
            for kind, data in events(chunks(reply)):
                if form.get("final") and kind == form["final"]:
                    return parsed(data, "the last event")
                if form.get("end") and data.strip() == form["end"]:
                    return {"answer": "".join(pieces)}
                if form.get("delta"):
                    try:
                        pieces.append(words(first(form["delta"], json.loads(data))))
                    except (ValueError, RecursionError):
                        raise NoAnswer("an event is not JSON") from None
                else:
                    pieces.append(data)
    except _BROKEN as error:
        raise NoAnswer(f"no connection, or it broke: {error}") from None
    raise NoAnswer("the stream ended before its end was marked")


def _same_place(asked: str, given: str) -> bool:
    one, other = urllib.parse.urlsplit(asked), urllib.parse.urlsplit(given)
    return (one.scheme, one.netloc.lower()) == (other.scheme, other.netloc.lower())


def _job_url(form: Any, data: Any, base_url: str, asked: str) -> str:
    if form.get("location"):
        given = words(first(form["location"], data))
        if not given:
            raise NoAnswer("no job URL in the reply")
        url = urllib.parse.urljoin(asked, given)
        if not _same_place(asked, url):
            raise NoAnswer("job URL refused: it sends us elsewhere", again=False)
        return url
    job = words(first(form["id"], data))
    if not job:
        raise NoAnswer("no job id in the reply")
    url = str(form["url"])
    return url.replace("{base_url}", base_url).replace("{id}", urllib.parse.quote(job, safe=""))


def job(opener: Any, request: Any, timeout: float, form: Any, base_url: str, retries: int) -> Any:
    """A job submitted once and asked after until it is done, however often a look fails."""
    until = time.monotonic() + timeout
    data = whole(opener, request, timeout)
    sent = {k: v for k, v in request.headers.items() if k.lower() != "content-type"}
    url = _job_url(form, data, base_url, request.full_url)
    tries = 0
    while True:
        status = words(first(form["status"], data))
        if status in form["done"]:
            return data
        if status in form["failed"]:
            raise NoAnswer("the job ended as " + repr(status))
        if time.monotonic() > until:
            raise NoAnswer("the job was not done in time", again=False)
        time.sleep(form["every"])
        try:
            data = whole(opener, urllib.request.Request(url, None, sent), timeout)
        except NoAnswer as error:
            if error.wait:
                time.sleep(error.wait)
            elif error.again and tries < retries:
                tries += 1
            else:
                raise NoAnswer(f"the job could not be followed: {error}", again=False) from None
