"""Pace: how often a system is asked.

A token bucket (``rate`` a second, ``burst`` at once) as a virtual schedule (the generic cell rate
algorithm, ITU-T I.371), with a least time between two questions beside it. One object serves every
question under way; turns are given in the order in which they were asked for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from lexwarrant.evaluation.settings import within


class Pacer:
    """Gives turns. ``rate`` 0 means no bucket, ``pace`` 0 no least time (both in seconds)."""

    def __init__(
        self,
        *,
        pace: float = 0.0,
        rate: float = 0.0,
        burst: int = 1,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        within("pace", pace)
        within("rate", rate)
        within("burst", burst, least=1)
        self._pace = pace
        self._step = 1 / rate if rate else 0.0
        self._slack = (burst - 1) * self._step
        self._now = now
        self._sleep = sleep
        self._due = 0.0
        self._next_start = 0.0
        self._held_until = 0.0

    def hold(self, seconds: float) -> None:
        """Let nobody begin for ``seconds``: the system said so."""
        self._held_until = max(self._held_until, self._now() + seconds)

    async def turn(self) -> None:
        """Wait until the next question may be sent."""
        if not (self._pace or self._step or self._held_until):
            return
        start = self._reserve()
        while (wait := max(start, self._held_until) - self._now()) > 0:
            await self._sleep(wait)

    def _reserve(self) -> float:
        now = self._now()
        start = max(now, self._next_start, self._due - self._slack)
        self._due = max(start, self._due) + self._step
        self._next_start = start + self._pace
        return start
