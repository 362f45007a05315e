"""Two runs of one suite: the same cases twice, so differences are paired.

Exact McNemar test: McNemar, Q. (1947), Psychometrika 12:153-157, with binomial tails. Interval of a
paired difference: Newcombe, R. G. (1998), Statistics in Medicine 17:2635-2650, method 10. Interval
over clusters: the bootstrap that draws whole clusters (Davison & Hinkley 1997, section 3.8),
percentiles. Variants of one case are not independent, so the unit is always the base case.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from lexwarrant.evaluation.statistics.intervals import wilson


@dataclass(frozen=True, slots=True)
class PairedTable:
    """Cases that passed in both runs, only in the first, only in the second, in neither."""

    both: int
    first_only: int
    second_only: int
    neither: int

    @property
    def total(self) -> int:
        """All cases."""
        return self.both + self.first_only + self.second_only + self.neither


def mcnemar(first_only: int, second_only: int) -> float:
    """The exact two-sided p-value; 1 when nothing changed."""
    n, least = first_only + second_only, min(first_only, second_only)
    if n == 0:
        return 1.0
    tail = sum(math.comb(n, k) for k in range(least + 1))
    return min(1.0, float(2 * tail / 2**n) if n < 1000 else 2 * _binomial_tail(least, n))


def _binomial_tail(most: int, n: int) -> float:
    """P(X <= most) of n fair coins, in logarithms."""
    logs = [
        math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) - n * math.log(2)
        for k in range(most + 1)
    ]
    top = max(logs)
    return math.exp(top) * math.fsum(math.exp(v - top) for v in logs)


def newcombe_paired(table: PairedTable) -> tuple[float, float] | None:
    """The 95 % interval of (share of the second run minus share of the first); None when empty."""
    n = table.total
    if n == 0:
        return None
    second, first = table.both + table.second_only, table.both + table.first_only
    p2, p1 = second / n, first / n
    interval2, interval1 = wilson(second, n), wilson(first, n)
    assert interval1 is not None
    assert interval2 is not None
    phi = _phi(table)
    below2, above2 = p2 - interval2[0], interval2[1] - p2
    below1, above1 = p1 - interval1[0], interval1[1] - p1
    down = math.sqrt(max(0.0, below2**2 - 2 * phi * below2 * above1 + above1**2))
    up = math.sqrt(max(0.0, above2**2 - 2 * phi * above2 * below1 + below1**2))
    return max(-1.0, p2 - p1 - down), min(1.0, p2 - p1 + up)


def _phi(t: PairedTable) -> float:
    """The correlation of the pairs, with Newcombe's correction of a positive one."""
    margins = (
        (t.both + t.first_only) * (t.second_only + t.neither)
        * (t.both + t.second_only) * (t.first_only + t.neither)
    )  # fmt: skip
    if margins == 0:
        return 0.0
    product = t.both * t.neither - t.first_only * t.second_only
    corrected = max(product - t.total / 2, 0.0) if product > 0 else product
    return corrected / math.sqrt(margins)


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean difference over clusters with its 95 % bootstrap interval."""

    value: float
    low: float
    high: float
    clusters: int

    @property
    def clearly_lower(self) -> bool:
        """The whole interval lies below zero."""
        return self.high < 0

    @property
    def clearly_higher(self) -> bool:
        """The whole interval lies above zero."""
        return self.low > 0


def cluster_bootstrap(
    clusters: Sequence[tuple[float, int]], *, seed: int = 20261007, resamples: int = 10_000
) -> Difference | None:
    """The interval of a mean over rows that lie in clusters; None without rows.

    ``clusters`` holds the sum of the differences in each cluster and how many rows it has. The
    same input gives the same interval.
    """
    n = len(clusters)
    rows = sum(size for _, size in clusters)
    if rows == 0:
        return None
    value = math.fsum(total for total, _ in clusters) / rows
    draws = min(resamples, max(1_000, 20_000_000 // n))
    rng = random.Random(seed)
    if len(set(clusters)) == 1:
        return Difference(value, value, value, n)
    means = []
    for _ in range(draws):
        drawn = rng.choices(clusters, k=n)
        size = sum(s for _, s in drawn)
        means.append(math.fsum(t for t, _ in drawn) / size if size else 0.0)
    means.sort()
    low = means[max(0, math.ceil(0.025 * draws) - 1)]
    high = means[min(draws - 1, math.ceil(0.975 * draws) - 1)]
    return Difference(value, low, high, n)


def smallest_paired_drop(cases: int, power: float = 0.8, alpha: float = 0.05) -> float | None:
    """The smallest share of cases lost that the exact test on ``cases`` pairs would show.

    In the best case, where nothing is gained: then ``k`` losses are significant once
    ``2 * 0.5**k <= alpha``, and the drop ``d`` is seen with the given power when
    ``P(Binomial(cases, d) >= k) >= power``. On a grid of 0.1 points; None when no drop is seen.
    """
    needed = math.ceil(1 - math.log2(alpha))
    if cases < needed:
        return None
    for step in range(1, 1001):
        d = step / 1000
        missed = math.fsum(
            math.comb(cases, k) * d**k * (1 - d) ** (cases - k) if cases < 500
            else math.exp(
                math.lgamma(cases + 1) - math.lgamma(k + 1) - math.lgamma(cases - k + 1)
                + k * math.log(d) + ((cases - k) * math.log1p(-d) if d < 1 else -math.inf)
            )
            for k in range(needed)
        )  # fmt: skip
        if 1 - missed >= power:
            return d
    return None
