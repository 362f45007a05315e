"""How periods are computed in a legal system: read from ``<code>/language.yaml``, key ``periods``.

What is settled by the rule named there is data; what it leaves to facts (a holiday, the day of rest
of a place) is not guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from lexwarrant.records.errors import ConfigurationError

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class Rolls(StrEnum):
    """What happens to a period that ends on a day of rest."""

    ALWAYS = "always"
    """It runs on to the next day that is none."""
    COURT = "court"
    """Only where the act is to be done at a court office."""
    NEVER = "never"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PeriodRules:
    """The rule of one legal system on the computation of time.

    ``source`` names it. ``from_counts`` says whether a period "from" a day counts that day (None:
    not settled). ``rest`` are the weekdays of rest (0 is Monday), ``doubtful_rest`` those that are
    so only in a part of the country. Periods of at most ``short_days`` days leave days of rest out;
    a period of two days or more holds at least ``least_working`` working days.
    """

    source: str = ""
    from_counts: bool | None = None
    rolls: Rolls = Rolls.UNKNOWN
    rest: frozenset[int] = frozenset({5, 6})
    doubtful_rest: frozenset[int] = frozenset()
    short_days: int = 0
    least_working: int = 0


UNSETTLED = PeriodRules()
"""No legal system is named: what they agree on is checked, and nothing else."""


@cache
def period_rules(jurisdiction: str) -> PeriodRules:
    """The rules of a pack's code; `UNSETTLED` when there is no such pack.

    Raises `ConfigurationError` when the file has a field or value that is not known.
    """
    if not jurisdiction.isalpha():
        return UNSETTLED
    path = files("lexwarrant.jurisdictions").joinpath(jurisdiction, "language.yaml")
    if not path.is_file():
        return UNSETTLED
    data = (yaml.safe_load(path.read_text("utf-8")) or {}).get("periods") or {}
    return _read(jurisdiction, data)


def _read(jurisdiction: str, data: dict[str, Any]) -> PeriodRules:
    known = set(PeriodRules.__dataclass_fields__)
    unknown = sorted(set(data) - known)
    if unknown:
        raise ConfigurationError(
            f"{jurisdiction}/language.yaml, periods: unknown field {unknown[0]!r}; fields: "
            f"{', '.join(sorted(known))}"
        )
    values = dict(data)
    try:
        for name in ("rest", "doubtful_rest"):
            if name in values:
                values[name] = frozenset(_WEEKDAYS.index(day) for day in values[name])
        if "rolls" in values:
            values["rolls"] = Rolls(values["rolls"])
    except ValueError as error:
        raise ConfigurationError(f"{jurisdiction}/language.yaml, periods: {error}") from None
    return PeriodRules(**values)
