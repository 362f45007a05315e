"""Quantiles of Student's t, from the regularised incomplete beta function.

Abramowitz & Stegun 26.5.8 (continued fraction, evaluated by Lentz's method) and 26.7.1.
"""

from __future__ import annotations

import math
from functools import cache

_TINY = 1e-300


def _fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > _TINY else _TINY)
    h = d
    for m in range(1, 400):
        for even in (True, False):
            if even:
                k = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            else:
                k = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            d = 1 + k * d
            d = 1 / (d if abs(d) > _TINY else _TINY)
            c = 1 + k / c
            c = c if abs(c) > _TINY else _TINY
            h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return h


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b) for a, b > 0 and 0 <= x <= 1."""
    if x <= 0 or x >= 1:
        return min(max(x, 0.0), 1.0)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, 1 - x) / b


@cache
def student_quantile(p: float, freedom: int) -> float:
    """The ``p`` quantile (0.5 <= p < 1) of Student's t with ``freedom`` >= 1 degrees, by bisection."""
    low, high = 0.0, 1.0
    while _below(high, freedom) < p:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        if _below(middle, freedom) < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _below(t: float, freedom: int) -> float:
    return 1 - incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2
