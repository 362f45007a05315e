"""What a watcher of a generation sees, in the order in which it happens."""

from __future__ import annotations

from dataclasses import dataclass

from lexwarrant.answering.generation.budgets import StopReason
from lexwarrant.answering.generation.steering import Steering
from lexwarrant.answering.generation.trace import Attempt, LesserMode


@dataclass(frozen=True, slots=True)
class Committed:
    """A verified sentence. ``text`` has the white space before it, so that texts joined are the
    answer; ``attempt`` says what it rests on."""

    text: str
    attempt: Attempt


@dataclass(frozen=True, slots=True)
class Refused:
    """The fixed refusal, set where no sentence could be verified; ``text`` as in `Committed`."""

    text: str


@dataclass(frozen=True, slots=True)
class Warned:
    """A fixed warning or a response given without a model; ``text`` as in `Committed`."""

    text: str


@dataclass(frozen=True, slots=True)
class RolledBack:
    """A sentence that was thrown away and never shown to the reader."""

    attempt: Attempt


@dataclass(frozen=True, slots=True)
class Steered:
    """How the next try is steered; ``label`` names an inserted provision, ``values`` a choice."""

    steering: Steering
    label: str = ""
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lessened:
    """Something is done in a lesser way from here on."""

    mode: LesserMode


@dataclass(frozen=True, slots=True)
class Stopped:
    """The end."""

    reason: StopReason


Released = Committed | Refused | Warned
"""Events whose text the reader gets."""
Event = Released | RolledBack | Steered | Lessened | Stopped
