"""Figures that a user gives: finite and within bounds, or refused by name."""

from __future__ import annotations

import math

from lexwarrant.records.errors import ConfigurationError


def within(
    name: str,
    value: float | None,
    *,
    least: float = 0.0,
    most: float | None = None,
    above: bool = False,
) -> None:
    """Raise `ConfigurationError` unless ``value`` is finite and at least ``least``.

    ``above`` asks for more than ``least``; ``most`` is an upper bound. None, for "not given", passes.
    """
    if value is None:
        return
    low = value > least if above else value >= least
    if math.isfinite(value) and low and (most is None or value <= most):
        return
    bound = f"above {least:g}" if above else f"of at least {least:g}"
    upper = f" and at most {most:g}" if most is not None else ""
    raise ConfigurationError(f"{name} {value:g}: give a finite number {bound}{upper}")
