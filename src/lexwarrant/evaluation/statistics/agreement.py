"""Agreement and association: Cohen's kappa (1960) and Spearman's rank correlation (1904)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence


def kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> float | None:
    """Cohen's kappa of two raters; None without pairs or when chance alone explains everything."""
    n = len(pairs)
    if n == 0:
        return None
    left, right = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    observed = sum(a == b for a, b in pairs) / n
    expected = sum(left[label] * right[label] for label in left) / (n * n)
    return None if expected == 1 else (observed - expected) / (1 - expected)


def _ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for position in range(start, end + 1):
            ranks[order[position]] = (start + end) / 2
        start = end + 1
    return ranks


def spearman(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Spearman's rho with mean ranks for ties; None when either does not vary."""
    if len(x) < 2:
        return None
    a, b = _ranks(x), _ranks(y)
    mean = (len(a) - 1) / 2
    covariance = math.fsum((p - mean) * (q - mean) for p, q in zip(a, b, strict=True))
    spread = math.sqrt(
        math.fsum((p - mean) ** 2 for p in a) * math.fsum((q - mean) ** 2 for q in b)
    )
    return covariance / spread if spread else None
