"""Intervals for shares and their differences.

Wilson, E. B. (1927), JASA 22:209-212, for one share; Newcombe, R. G. (1998), Statistics in
Medicine 17:873-890, method 10, for the difference of two independent shares.
"""

from __future__ import annotations

import math

from lexwarrant.records.scores import Rate

Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution: what a two-sided 95 % interval takes."""


def wilson(numerator: float, denominator: float, z: float = Z95) -> tuple[float, float] | None:
    """The Wilson score interval of ``numerator/denominator``; None when the denominator is 0.

    ``numerator`` may be fractional (partial credit): a mean of values in 0..1 varies at most as
    much as a share with the same mean, so the interval is then too wide rather than too narrow.
    """
    if denominator <= 0:
        return None
    if not 0 <= numerator <= denominator:
        raise ValueError(f"numerator {numerator} is not in 0..{denominator}")
    p = numerator / denominator
    z2 = z * z
    centre = (p + z2 / (2 * denominator)) / (1 + z2 / denominator)
    half = (
        z
        * math.sqrt(p * (1 - p) / denominator + z2 / (4 * denominator * denominator))
        / (1 + z2 / denominator)
    )
    return (0.0 if numerator == 0 else max(0.0, centre - half),
            1.0 if numerator == denominator else min(1.0, centre + half))  # fmt: skip


def rate(numerator: float, denominator: int) -> Rate:
    """A share with its Wilson interval."""
    interval = wilson(numerator, denominator)
    low, high = interval if interval else (None, None)
    return Rate(numerator, denominator, low, high)


def rate_of_passes(numerator: float, denominator: int, passes: int) -> Rate:
    """A share over cases that were each asked ``passes`` times, with an interval for cases.

    Passes of one case are not independent, so the Wilson interval is that of one pass with the same
    share: right when the passes of a case always agree, and too wide rather than too narrow when
    they do not.
    """
    interval = wilson(numerator / passes, denominator / passes)
    low, high = interval if interval else (None, None)
    return Rate(numerator, denominator, low, high)


def newcombe(a: Rate, b: Rate) -> tuple[float, float] | None:
    """The 95 % interval of ``a - b`` for two independent shares; None when either is empty."""
    if a.value is None or b.value is None:
        return None
    assert a.low is not None
    assert a.high is not None
    assert b.low is not None
    assert b.high is not None
    difference = a.value - b.value
    low = difference - math.hypot(a.value - a.low, b.high - b.value)
    high = difference + math.hypot(a.high - a.value, b.value - b.low)
    return max(-1.0, low), min(1.0, high)


def smallest_detectable_drop(base: Rate, size: int, power: float = 0.8) -> float | None:
    """The smallest drop below ``base`` that a second set of ``size`` cases would show.

    One-sided test at 5 % of two independent shares with the given power, by the normal
    approximation: the least ``d`` on a grid of 0.1 points with
    ``d >= z(.95)*se0 + z(power)*se1``. None when nothing down to 0 would be seen.
    """
    if base.value is None or size <= 0 or base.denominator <= 0:
        return None
    alpha, beta = 1.6448536269514722, _normal_quantile(power)
    p, n = base.value, base.denominator
    for step in range(1, int(p * 1000) + 1):
        d = step / 1000
        q = p - d
        pooled = (p * n + q * size) / (n + size)
        se0 = math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / size))
        se1 = math.sqrt(p * (1 - p) / n + q * (1 - q) / size)
        if d >= alpha * se0 + beta * se1:
            return d
    return None


def _normal_quantile(p: float) -> float:
    """The standard normal quantile by bisection of the error function."""
    low, high = -10.0, 10.0
    for _ in range(80):
        middle = (low + high) / 2
        if 0.5 * (1 + math.erf(middle / math.sqrt(2))) < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2
