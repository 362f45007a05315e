"""Intervals for ratios of counts that come in clusters.

Variants of one prompt are answered right or wrong together, so an interval that takes every claim
for independent is too narrow. The ratio ``R = sum(y) / sum(x)`` over clusters ``c`` has the
linearised variance ``n/(n-1) * sum((y_c - R*x_c)^2) / sum(x)^2`` (Cochran, Sampling Techniques, 3rd
ed., 1977, section 6.3; Särndal, Swensson & Wretman 1992, section 5.5) and the interval takes
Student's t with n-1 degrees of freedom. A ratio of exactly 0 or 1 has no spread to linearise: its
interval is Wilson's with one observation a cluster, which is wide on purpose. One cluster alone has
no interval. The bootstrap of whole clusters (percentiles) stands apart, for those who doubt the
linearisation.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lexwarrant.evaluation.statistics.intervals import wilson
from lexwarrant.evaluation.warrant.student import student_quantile

Cluster = tuple[float, float]
"""Numerator and denominator of one cluster."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A ratio with its counts and 95 % interval.

    ``low`` and ``high`` are None when there are too few clusters. ``unknown`` counts what should
    have been measured and could not be; it is in no denominator.
    """

    numerator: float
    denominator: float
    clusters: int
    low: float | None = None
    high: float | None = None
    unknown: int = 0

    @property
    def value(self) -> float | None:
        """The ratio, None when the denominator is 0."""
        return self.numerator / self.denominator if self.denominator else None


def ratio(clusters: Mapping[str, Cluster], unknown: int = 0) -> Estimate:
    """The ratio over clusters with its linearised interval."""
    used = [c for c in clusters.values() if c[1] > 0]
    n = len(used)
    top, bottom = math.fsum(y for y, _ in used), math.fsum(x for _, x in used)
    if not used:
        return Estimate(0.0, 0.0, 0, unknown=unknown)
    r = top / bottom
    scores = [(y - r * x) / bottom for y, x in used]
    low, high = _interval(r, scores)
    return Estimate(top, bottom, n, low, high, unknown)


def mean_of_ratios(parts: Sequence[Mapping[str, Cluster]]) -> Estimate:
    """The plain mean of several ratios over the same clusters (macro averages).

    Parts without a denominator are left out. The numerator is the sum of the ratios and the
    denominator their number.
    """
    used = [p for p in parts if any(x > 0 for _, x in p.values())]
    names = sorted({c for p in used for c in p})
    if not used:
        return Estimate(0.0, 0.0, 0)
    scores = dict.fromkeys(names, 0.0)
    total = 0.0
    for part in used:
        bottom = math.fsum(x for _, x in part.values())
        r = math.fsum(y for y, _ in part.values()) / bottom
        total += r
        for name, (y, x) in part.items():
            scores[name] += (y - r * x) / bottom / len(used)
    low, high = _interval(total / len(used), list(scores.values()))
    return Estimate(total, float(len(used)), len(names), low, high)


def difference(
    a: Mapping[str, Cluster], b: Mapping[str, Cluster]
) -> tuple[float, float, float] | None:
    """``R_a - R_b`` for two systems on the same clusters, with its interval.

    Paired and linearised where both ratios have spread. A ratio of exactly 0 or 1 has none to
    linearise, so the two intervals are then combined as for independent ratios (Newcombe 1998,
    method 10), which is wider. None when either system has fewer than two clusters with anything
    to count.
    """
    one, two = ratio(a), ratio(b)
    if one.low is None or one.high is None or two.low is None or two.high is None:
        return None
    ra, rb = one.numerator / one.denominator, two.numerator / two.denominator
    if {ra, rb} & {0.0, 1.0}:
        low = ra - rb - math.hypot(ra - one.low, two.high - rb)
        high = ra - rb + math.hypot(one.high - ra, rb - two.low)
        return ra - rb, max(-1.0, low), min(1.0, high)
    names = sorted({*a, *b})
    zero = (0.0, 0.0)
    scores = [
        (a.get(n, zero)[0] - ra * a.get(n, zero)[1]) / one.denominator
        - (b.get(n, zero)[0] - rb * b.get(n, zero)[1]) / two.denominator
        for n in names
    ]
    half = student_quantile(0.975, min(one.clusters, two.clusters) - 1) * _standard_error(scores)
    return ra - rb, max(-1.0, ra - rb - half), min(1.0, ra - rb + half)


def bootstrap(
    clusters: Mapping[str, Cluster], replicates: int = 2000, seed: int = 7
) -> tuple[float, float] | None:
    """The percentile interval of the ratio over resampled clusters; None with fewer than two."""
    used = [c for _, c in sorted(clusters.items()) if c[1] > 0]
    if len(used) < 2:
        return None
    draw = random.Random(seed)
    values = []
    for _ in range(replicates):
        sample = draw.choices(used, k=len(used))
        values.append(sum(y for y, _ in sample) / sum(x for _, x in sample))
    values.sort()
    return values[int(0.025 * replicates)], values[min(replicates - 1, int(0.975 * replicates))]


def _standard_error(scores: Sequence[float]) -> float:
    n = len(scores)
    return math.sqrt(n / (n - 1) * math.fsum(s * s for s in scores))


def _interval(value: float, scores: Sequence[float]) -> tuple[float | None, float | None]:
    n = len(scores)
    if n < 2:
        return None, None
    if value <= 0 or value >= 1:
        found = wilson(n if value >= 1 else 0, n)
        return found if found else (None, None)
    half = student_quantile(0.975, n - 1) * _standard_error(scores)
    return max(0.0, value - half), min(1.0, value + half)
