"""How much an answer may cost, how it is sampled, and why it ended."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from lexwarrant.records.errors import ConfigurationError


@dataclass(frozen=True, slots=True)
class Budgets:
    """Limits of one answer.

    A point is one place in the answer where a sentence is due: its first draft and
    ``retries_per_point`` retries. ``tokens`` counts everything generated, thrown away or not;
    ``sentence_tokens`` is the longest draft of one sentence; ``seconds`` is wall-clock time.
    ``server_retries`` are the times a failed request is repeated in a row.
    """

    retries_per_point: int = 3
    retries_per_answer: int = 8
    tokens: int = 768
    sentence_tokens: int = 120
    seconds: float = 120.0
    server_retries: int = 2

    def __post_init__(self) -> None:
        for name in ("tokens", "sentence_tokens", "seconds"):
            if not 0 < getattr(self, name) < math.inf:
                raise ConfigurationError(
                    f"budgets.{name} is {getattr(self, name)}: give a number above 0"
                )
        for name in ("retries_per_point", "retries_per_answer", "server_retries"):
            if getattr(self, name) < 0:
                raise ConfigurationError(f"budgets.{name} is {getattr(self, name)}: give 0 or more")


@dataclass(frozen=True, slots=True)
class Sampling:
    """``temperature`` 0 is greedy; ``seed`` makes sampling repeatable where the server can."""

    temperature: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0.0 <= self.temperature <= 2.0:
            raise ConfigurationError(
                f"sampling.temperature is {self.temperature}: give a number from 0 to 2"
            )


class StopReason(StrEnum):
    """Why an answer ended."""

    COMPLETE = "complete"
    """The model ended it."""
    ABSTAINED = "abstained"
    """The policy was to abstain; not a token was spent."""
    RETRIES = "retries"
    """The retries of the whole answer are spent."""
    TOKENS = "tokens"
    TIME = "time"
    DRIFTED = "drifted"
    """It left the question, was led back once, and left it again."""
    SERVER_FAILED = "server_failed"
