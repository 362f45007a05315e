"""Asking again: which failures are worth another try, and how long to wait before it.

A reply with status 429 or 503 is an answer about time, not about the question: it is waited out as
its ``Retry-After`` says (RFC 9110, section 10.2.3), apart from the number of tries. Every other
failure is tried again ``retries`` times. A question that was answered never comes back here.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

from lexwarrant.evaluation.http.pacing import Pacer
from lexwarrant.evaluation.http.transport import HttpReply, TransportError
from lexwarrant.evaluation.settings import within
from lexwarrant.evaluation.targets.base import TargetError

T = TypeVar("T")
BUSY = frozenset({429, 503})


class Busy(Exception):
    """The system asks to be left alone for ``wait`` seconds (None: it did not say how long)."""

    def __init__(self, status: int, wait: float | None) -> None:
        self.status = status
        self.wait = wait
        super().__init__(f"HTTP {status}")


def retry_after(value: str | None, now: datetime | None = None) -> float | None:
    """Seconds to wait from a ``Retry-After`` header (seconds or a date); None when it says nothing."""
    if value is None:
        return None
    text = value.strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        then = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if then.tzinfo is None:
        then = then.replace(tzinfo=UTC)
    return max(0.0, (then - (now or datetime.now(UTC))).total_seconds())


def checked(reply: HttpReply) -> HttpReply:
    """``reply`` when its status is 2xx; raises `Busy` or `TransportError` otherwise."""
    if reply.status in BUSY:
        raise Busy(reply.status, retry_after(reply.headers.get("retry-after")))
    if not 200 <= reply.status < 300:
        said = " ".join(reply.body[:200].decode("utf-8", "replace").split())
        raise TransportError(
            f"HTTP {reply.status}{': ' + said if said else ''}", again=reply.status >= 500
        )
    return reply


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long. ``retries`` are tries after the first; times are in seconds."""

    retries: int = 1
    longest_wait: float = 600.0
    busy_tries: int = 20
    backoff: float = 1.0

    def __post_init__(self) -> None:
        within("retries", self.retries)
        within("longest_wait", self.longest_wait)
        within("busy_tries", self.busy_tries)
        within("backoff", self.backoff)


async def ask_patiently(
    attempt: Callable[[], Awaitable[T]],
    pacer: Pacer,
    patience: Patience,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> T:
    """What ``attempt`` returns; raises `TargetError` when patience is at an end."""
    tries = busy = 0
    waited = 0.0
    while True:
        await pacer.turn()
        try:
            return await attempt()
        except Busy as told:
            busy += 1
            wait = told.wait if told.wait is not None else patience.backoff * 2 ** min(busy - 1, 8)
            waited += wait
            if busy > patience.busy_tries or waited > patience.longest_wait:
                raise TargetError(
                    f"{told}: asked to wait {busy} times, {waited:.0f} s in all; gave up"
                ) from None
            pacer.hold(wait)
        except TransportError as error:
            if not error.again or tries >= patience.retries:
                after = f" (after {tries + 1} tries)" if tries else ""
                raise TargetError(f"{error}{after}") from None
            tries += 1
            await sleep(patience.backoff * 2 ** (tries - 1))


async def wait_until_ready(
    probe: Callable[[], Awaitable[HttpReply]],
    seconds: float,
    *,
    every: float = 2.0,
    now: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Return when ``probe`` answers 2xx; raises `TargetError` when ``seconds`` have passed."""
    end = now() + seconds
    while True:
        try:
            reply = await probe()
            if 200 <= reply.status < 300:
                return
            said = f"HTTP {reply.status}"
        except TransportError as error:
            if not error.again:
                raise TargetError(f"not ready: {error}") from None
            said = str(error)
        if now() >= end:
            raise TargetError(f"not ready after {seconds:g} s: {said}; start it, or wait longer")
        await sleep(min(every, max(0.05, end - now())))
