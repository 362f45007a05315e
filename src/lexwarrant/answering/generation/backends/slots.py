"""Which slot of a llama.cpp server an answer has, for as long as it is written.

A slot is one cache. Left to itself the server gives a request the idle slot that looks most like it,
and a retry that comes while the server still ends the stream that was cut goes to another one, whose
cache has nothing of it. So an answer keeps its slot. `Slots` knows what this process last read into
each: another client of the same server only makes that guess worse, never the answer wrong.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Collection, Sequence
from os.path import commonprefix


class Slots:
    """``count`` slots, all free. Safe for several event loops in several threads."""

    def __init__(self, count: int) -> None:
        self._lock = threading.Lock()
        self._free = list(range(count))  # longest unused first
        self._held = [""] * count
        self._waiting: deque[tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = deque()

    async def take(self, prompt: str, busy: Collection[int] = ()) -> int:
        """The free slot that holds most of the beginning of ``prompt``; waits for one.

        ``busy`` are slots at work for someone else: taken only when no other is free.
        """
        while True:
            loop = asyncio.get_running_loop()
            with self._lock:
                if self._free:
                    chosen = max(
                        self._free, key=lambda s: (s not in busy, _shared(self._held[s], prompt))
                    )
                    self._free.remove(chosen)
                    self._held[chosen] = prompt
                    return chosen
                turn: asyncio.Future[None] = loop.create_future()
                self._waiting.append((loop, turn))
            try:
                await turn
            except asyncio.CancelledError:
                self._wake()  # the turn may have come already: pass it on
                raise

    def take_free(self, most: int, prompt: str) -> list[int]:
        """Up to ``most`` free slots at once, those that hold most of ``prompt`` first."""
        with self._lock:
            line = sorted(self._free, key=lambda s: -_shared(self._held[s], prompt))[:most]
            self._free = [s for s in self._free if s not in line]
            return line

    def holds(self, slot: int, prompt: str) -> bool:
        """Whether ``prompt`` is the beginning of what was last read into a slot."""
        with self._lock:
            return self._held[slot].startswith(prompt)

    def note(self, slot: int, prompt: str) -> None:
        """Say what a slot holds now."""
        with self._lock:
            self._held[slot] = prompt

    def give_back(self, slot: int) -> None:
        """Free a slot; the next answer that waits gets its turn."""
        with self._lock:
            if slot not in self._free:
                self._free.append(slot)
        self._wake()

    def _wake(self) -> None:
        with self._lock:
            while self._waiting and self._free:
                loop, turn = self._waiting.popleft()
                if turn.done() or loop.is_closed():
                    continue
                loop.call_soon_threadsafe(_resolve, turn)
                return


def _resolve(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_result(None)


def common_beginning(texts: Sequence[str]) -> str:
    """What all texts begin with, character by character."""
    return commonprefix(list(texts))  # noqa: RUF071 - texts, not paths


def _shared(a: str, b: str) -> int:
    return len(common_beginning((a, b)))
