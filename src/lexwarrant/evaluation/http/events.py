"""Server-sent events, as the HTML standard (section 9.2) has them, fed chunk by chunk."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """One event: its type (``message`` unless it says otherwise) and its data."""

    kind: str
    data: str


class EventReader:
    """Turns bytes into events. An event that is not closed by a blank line is never given out."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")(errors="replace")
        self._rest = ""
        self._kind = ""
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """The events that ``chunk`` completes."""
        text = self._rest + self._decoder.decode(chunk)
        held = ""
        if text.endswith("\r"):  # a line end may be cut in the middle
            text, held = text[:-1], "\r"
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._rest = lines.pop() + held
        for line in lines:
            event = self._line(line)
            if event is not None:
                yield event

    def _line(self, line: str) -> Event | None:
        if not line:
            event = Event(self._kind or "message", "\n".join(self._data)) if self._data else None
            self._kind, self._data = "", []
            return event
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._kind = value
        return None
