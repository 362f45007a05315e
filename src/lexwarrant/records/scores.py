"""Outcomes of scoring: tagged, never NaN, never a zero that means "not measured"."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """The verdict ladder of one case."""

    PASS = "PASS"
    WEAK = "WEAK"
    FAIL = "FAIL"


@dataclass(frozen=True, slots=True)
class Scored:
    """Measured: ``value`` in 0..1 and a sentence that says why."""

    value: float
    reason: str = ""


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """The case does not ask for this measure; it is in no denominator."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Unscorable:
    """It should have been measured and could not be; counted in sight, in no denominator."""

    reason: str


Outcome = Scored | NotApplicable | Unscorable


@dataclass(frozen=True, slots=True)
class Rate:
    """A share with its Wilson 95 % interval. ``low`` and ``high`` are None when there is nothing.

    ``numerator`` may be fractional where credit is partial.
    """

    numerator: float
    denominator: int
    low: float | None
    high: float | None

    @property
    def value(self) -> float | None:
        """The share itself, None when the denominator is 0."""
        return self.numerator / self.denominator if self.denominator else None
