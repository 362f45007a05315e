"""``lexwarrant monitor``: is a live system ready, and does it pass its own test.

Asked are ``/readyz`` and ``/v1/corpus/selftest``, three tries a minute apart. The state is ``up`` when
both answer 2xx and the self-test does not say that it failed, ``degraded`` when only readiness does,
else ``down``. A change of state calls a hook command.
"""

from __future__ import annotations

import asyncio
import json
import shlex
import subprocess
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from lexwarrant.evaluation.http.transport import HttpReply, HttpRequest, Transport, TransportError
from lexwarrant.evaluation.settings import within
from lexwarrant.records.errors import ConfigurationError, DataError

READY, SELFTEST = "/readyz", "/v1/corpus/selftest"


class State(StrEnum):
    """What the system is."""

    UP = "up"
    DEGRADED = "degraded"
    DOWN = "down"
    UNKNOWN = "unknown"


EXIT_CODES = {State.UP: 0, State.DEGRADED: 1, State.DOWN: 2, State.UNKNOWN: 2}


@dataclass(frozen=True, slots=True)
class Seen:
    """One look: the state, which replica answered, and why it is not up."""

    state: State
    replica: str = ""
    why: str = ""


async def look(transport: Transport, base_url: str, replica_header: str) -> Seen:
    """Ask readiness and the self-test once."""
    base = base_url.rstrip("/")
    ready, why = await _asked(transport, base + READY)
    replica = ready.headers.get(replica_header.lower(), "") if ready else ""
    if why:
        return Seen(State.DOWN, replica, f"{READY}: {why}")
    tested, why = await _asked(transport, base + SELFTEST)
    if tested is not None:
        replica = tested.headers.get(replica_header.lower(), "") or replica
        why = why or _failed(tested.body)
    return Seen(State.DEGRADED if why else State.UP, replica, f"{SELFTEST}: {why}" if why else "")


async def _asked(transport: Transport, url: str) -> tuple[HttpReply | None, str]:
    try:
        reply = await transport.send(HttpRequest("GET", url, {}))
    except TransportError as error:
        return None, str(error)
    return reply, "" if 200 <= reply.status < 300 else f"HTTP {reply.status}"


def _failed(body: bytes) -> str:
    """Why a self-test's JSON says that it failed, empty when it does not."""
    try:
        data: Any = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    if isinstance(data, dict):
        for name in ("ok", "passed", "success", "healthy", "ready"):
            if data.get(name) is False:
                return f"`{name}` is false"
        said = data.get("status")
        if isinstance(said, str) and said.lower() in (
            "fail",
            "failed",
            "error",
            "unhealthy",
            "degraded",
        ):
            return f"`status` is {said!r}"
    return ""


async def observe(
    base_url: str,
    *,
    tries: int = 3,
    every: float = 60.0,
    timeout: float = 30.0,
    replica_header: str = "x-replica-id",
    watch: Callable[[int, Seen], None] = lambda number, seen: None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> Seen:
    """Look until the system is up, at most ``tries`` times; the last look counts."""
    within("tries", tries, least=1)
    within("every", every)
    within("timeout", timeout, above=True)
    transport = Transport(timeout=timeout, max_bytes=1_000_000, connections=2)
    await transport.open()
    try:
        for number in range(1, tries + 1):
            seen = await look(transport, base_url, replica_header)
            watch(number, seen)
            if seen.state is State.UP or number == tries:
                return seen
            await sleep(every)
    finally:
        await transport.close()
    raise AssertionError("not reached")


@dataclass(frozen=True, slots=True)
class Change:
    """A change of state since the last time, as the state file had it."""

    before: State
    after: Seen

    @property
    def opens(self) -> bool:
        """The system went from up, or from never seen, to not up."""
        return self.before in (State.UP, State.UNKNOWN) and self.after.state is not State.UP

    @property
    def closes(self) -> bool:
        """The system came back."""
        return self.before not in (State.UP, State.UNKNOWN) and self.after.state is State.UP


def remember(path: Path, base_url: str, seen: Seen) -> Change | None:
    """Keep the state in ``path``; returns the change, None when the state is as it was."""
    states: dict[str, Any] = {}
    if path.is_file():
        try:
            states = json.loads(path.read_text("utf-8"))
        except ValueError:
            raise DataError(f"{path}: the state file is damaged; delete it") from None
    entry = states.get(base_url, {})
    known = {s.value for s in State}
    before = State(entry["state"]) if entry.get("state") in known else State.UNKNOWN
    if before is seen.state:
        return None
    states[base_url] = {
        "state": seen.state.value, "replica": seen.replica, "why": seen.why,
        "since": datetime.now(UTC).isoformat(timespec="seconds"),
    }  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        json.dumps(states, indent=2, sort_keys=True, ensure_ascii=False) + "\n", "utf-8"
    )
    return Change(before, seen)


def call_hook(command: str, base_url: str, change: Change, timeout: float = 120.0) -> int:
    """Run the hook: ``COMMAND open|close|change URL BEFORE AFTER REPLICA WHY``; its exit code.

    What the system said is passed as arguments, never through a shell.
    """
    what = "open" if change.opens else "close" if change.closes else "change"
    after = change.after
    arguments = [what, base_url, change.before.value, after.state.value, after.replica, after.why]
    try:
        done = subprocess.run(
            [*shlex.split(command), *(a.replace("\0", "") for a in arguments)],
            timeout=timeout,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise ConfigurationError(f"hook {command!r}: {error}") from None
    return done.returncode
