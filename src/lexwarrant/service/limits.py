"""A token bucket for each client, with a bounded number of clients remembered."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

from lexwarrant.records.errors import ConfigurationError

_MOST_CLIENTS = 10_000


class RateLimit:
    """Says whether a client may ask now. ``rate`` a second, ``burst`` at once; rate 0: no limit."""

    def __init__(
        self, rate: float = 0.5, burst: int = 20, now: Callable[[], float] = time.monotonic
    ) -> None:
        if rate < 0 or burst < 1:
            raise ConfigurationError(f"rate {rate} and burst {burst}: at least 0 and 1")
        self._rate, self._burst, self._now = rate, burst, now
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> int:
        """0 when the client may ask (and a token is taken), else the seconds to wait, rounded up."""
        if self._rate == 0:
            return 0
        now = self._now()
        tokens, seen = self._clients.pop(client, (float(self._burst), now))
        tokens = min(float(self._burst), tokens + (now - seen) * self._rate)
        allowed = tokens >= 1
        self._clients[client] = (tokens - 1 if allowed else tokens, now)
        if len(self._clients) > _MOST_CLIENTS:
            self._clients.popitem(last=False)
        return 0 if allowed else math.ceil((1 - tokens) / self._rate)
