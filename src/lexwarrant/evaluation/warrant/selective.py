"""Selective prediction: what the risk is when only the surest support relations are put forward.

Confidence is the system's own, in the support relation of a claim-authority pair; how fluent the
sentence is plays no part. Pairs are taken from the surest down; after each the *coverage* is their
share of all pairs, and the *risk* the share of them that do not license their claim. Pairs with
equal confidence come together, so the order in a file does not matter. The area under the
risk-coverage curve (AURC; Geifman, Uziel & El-Yaniv 2019) is the mean of the risk over the pairs;
within a tie each pair counts the risk expected over all orders, by linear interpolation of errors.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the curve, both in 0..1, with the confidence from which pairs are covered."""

    coverage: float
    risk: float
    confidence: float


@dataclass(frozen=True, slots=True)
class RiskCoverage:
    """The curve and the area under it; ``pairs`` is how many had a confidence, ``without`` had none."""

    points: tuple[Point, ...]
    area: float | None
    pairs: int
    without: int


def risk_coverage(rows: Iterable[tuple[float | None, bool]]) -> RiskCoverage:
    """The curve over rows of (confidence or None, whether the pair licenses its claim)."""
    listed = list(rows)
    known = sorted(((c, ok) for c, ok in listed if c is not None), key=lambda r: -r[0])
    n = len(known)
    points: list[Point] = []
    errors = seen = 0
    area = 0.0
    for confidence, group in groupby(known, key=lambda r: r[0]):
        tied = [ok for _, ok in group]
        wrong = tied.count(False)
        for k in range(1, len(tied) + 1):
            area += (errors + wrong * k / len(tied)) / (seen + k)
        errors += wrong
        seen += len(tied)
        points.append(Point(seen / n, errors / seen, confidence))
    return RiskCoverage(tuple(points), area / n if n else None, n, len(listed) - n)
