"""The one protocol that every backend speaks, and the records that cross it.

A backend continues a conversation: a head of turns, and the text that the assistant's turn already
begins with (``Request.prefix``). It streams what it generates, and says in `Usage` what the server
itself counted; a figure that the server does not tell is None and never guessed.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from lexwarrant.records.errors import LexwarrantError


class Role(StrEnum):
    """Who speaks in a turn."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the conversation."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a backend can do.

    ``prefill``: go on from a given beginning of its own turn. ``choices``: generate one of given
    texts (grammar, guided choice). ``bans``: forbid token ids at a position, which needs the ids
    of what it generates. ``no_end``: forbid an end before the first token. ``cached_counts``: the
    server tells how many prompt tokens it took from its cache. ``seed``: sampling can be repeated.
    """

    prefill: bool
    choices: bool
    bans: bool
    no_end: bool
    cached_counts: bool
    seed: bool = True


@dataclass(frozen=True, slots=True)
class Constraint:
    """What the next tokens may be: exactly one of ``choices``, or none of the ids ``banned``.

    ``no_end`` forbids that the text ends at once. A request with a constraint is short: the engine
    goes on from its result with a free one, so that a ban holds at one position only.
    """

    choices: tuple[str, ...] = ()
    banned: tuple[int, ...] = ()
    no_end: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """One continuation. ``temperature`` 0 is greedy; ``stop`` are texts at which to end; ``seat`` is
    the answer's place on the server (`Seats`)."""

    turns: tuple[Turn, ...]
    prefix: str = ""
    max_tokens: int = 256
    temperature: float = 0.0
    seed: int = 0
    stop: tuple[str, ...] = ()
    constraint: Constraint | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Token counts as the server gives them; None is "not told".

    ``prompt`` is the whole prompt, ``cached`` the part of it taken from the server's cache,
    ``evaluated`` the part that was read anew, ``generated`` what was written so far.
    ``prompt_ms`` is the server's own time for reading the prompt, ``seat`` the place it was read in.
    """

    prompt: int | None = None
    cached: int | None = None
    evaluated: int | None = None
    generated: int | None = None
    prompt_ms: float | None = None
    seat: int | None = None


class Finish(StrEnum):
    """Why a completion ended by itself."""

    STOP = "stop"
    LENGTH = "length"


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a completion.

    ``tokens`` are the ids of the piece where the server tells them, ``usage`` what the server has
    counted up to here (None when this message says nothing), ``finish`` is set on the last piece.
    """

    text: str = ""
    tokens: tuple[int, ...] = ()
    usage: Usage | None = None
    finish: Finish | None = None


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """What answers at the other end: ``kind`` of server, the model's id and the context length."""

    kind: str
    model: str
    context_tokens: int | None = None


class FaultKind(StrEnum):
    """How a server failed."""

    UNREACHABLE = "unreachable"
    SLOW = "slow"
    BROKE_OFF = "broke_off"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    REFUSED = "refused"
    """The server understood and will not: bad key, bad parameter, prompt too long."""
    BAD_REPLY = "bad_reply"


_AGAIN = frozenset(
    {
        FaultKind.UNREACHABLE,
        FaultKind.SLOW,
        FaultKind.BROKE_OFF,
        FaultKind.RATE_LIMITED,
        FaultKind.SERVER_ERROR,
    }
)


class BackendError(LexwarrantError):
    """A server failed. ``retry_after`` is in seconds when the server named a time."""

    def __init__(self, kind: FaultKind, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.retry_after = retry_after

    @property
    def again(self) -> bool:
        """Whether asking once more may help."""
        return self.kind in _AGAIN


class Backend(Protocol):
    """A server or model. One instance serves many answers at once."""

    @property
    def capabilities(self) -> Capabilities:
        """What it can do, as far as it is known before it is asked."""

    async def describe(self) -> ServerInfo:
        """Ask it what it is; raises `BackendError`."""

    def complete(self, request: Request) -> AsyncGenerator[Chunk, None]:
        """Continue; closing the generator stops the server's work. Raises `BackendError`."""

    async def count_tokens(self, request: Request) -> int | None:
        """Tokens of the prompt by the server's own tokenizer; None when it has no such call."""

    async def close(self) -> None:
        """Let connections go; the backend can be used again afterwards."""


@runtime_checkable
class Seats(Protocol):
    """A backend whose server has places with a cache of their own: an answer keeps one."""

    async def sit(self, turns: tuple[Turn, ...]) -> int | None:
        """A place for an answer that begins with ``turns``; waits for one. None when the server
        does not tell what it has. Raises `BackendError`."""

    def leave(self, seat: int) -> None:
        """Give a place back."""

    async def share(self, openings: Sequence[tuple[Turn, ...]], places: int) -> None:
        """Read what all ``openings`` begin with once and put it in up to ``places`` free places,
        as far as the server can. Raises `BackendError`."""
