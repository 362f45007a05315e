"""What a target is: the system under test, asked one question at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.context import Context
from lexwarrant.records.errors import LexwarrantError


class TargetError(LexwarrantError):
    """The target gave no answer to one question. The row says so and may be asked again."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer and what it cost in the currency of the configuration (None: not known).

    ``elapsed_ms`` is the target's own time where the target knows it better than the runner's
    clock does: without waiting for a turn and without tries that failed.
    """

    answer: LegalAnswer
    cost: float | None = None
    elapsed_ms: float | None = None


class Target(Protocol):
    """A system under test.

    ``ask`` raises `TargetError` when no answer came; any other exception is a fault of the
    harness and stops the run, with everything written kept.
    """

    name: str

    def describe(self) -> dict[str, str]:
        """What the run's manifest says of the target; never a secret."""
        ...

    async def ask(self, case_id: str, question: str, context: Context) -> Reply:
        """The target's answer to one question."""
        ...


@runtime_checkable
class Recorded(Protocol):
    """A target that holds answers from the start, by case id."""

    def case_ids(self) -> Iterable[str]:
        """The ids of the cases that it holds answers to."""
        ...


@runtime_checkable
class Connected(Protocol):
    """A target that holds connections: opened before the first question, closed after the last."""

    async def open(self) -> None:
        """Get ready; raises `TargetError` when the system is not to be had."""
        ...

    async def close(self) -> None:
        """Let go."""
        ...
