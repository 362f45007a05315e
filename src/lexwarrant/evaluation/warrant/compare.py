"""Does warrant change the ranking of systems, or the diagnosis? The decisive test of the paper.

For every two systems on the same items, the difference under an easier metric and under a warrant
metric, each with its paired cluster interval. The order *flips* when the two differences have
opposite signs, and the flip is *clear* when neither interval holds 0. The diagnosis changes for an
answer when an easier metric is perfect on it and warrant fails.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from lexwarrant.evaluation.warrant.clusters import difference
from lexwarrant.evaluation.warrant.counts import Count
from lexwarrant.evaluation.warrant.easier import EASIER
from lexwarrant.evaluation.warrant.scored import ScoredAnswer, clusters_of

Interval = tuple[float, float, float]
"""A difference, then the ends of its interval."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems under one easier metric and under warrant; differences are ``first - second``."""

    first: str
    second: str
    easier: str
    under_easier: Interval
    under_warrant: Interval

    @property
    def flips(self) -> bool:
        """Whether the two metrics order the systems differently."""
        return self.under_easier[0] * self.under_warrant[0] < 0

    @property
    def clear(self) -> bool:
        """Whether it flips and neither interval holds 0."""
        return self.flips and all(
            low > 0 or high < 0 for _, low, high in (self.under_easier, self.under_warrant)
        )


def compare(systems: Mapping[str, Sequence[ScoredAnswer]]) -> list[Comparison]:
    """Every pair of systems under every easier metric, against the share of warranted answers."""
    out = []
    for first, second in combinations(systems, 2):
        warrant = difference(
            *(clusters_of(systems[s], lambda r: Count(r.warranted, 1)) for s in (first, second))
        )
        for name in EASIER:
            easier = difference(
                *(clusters_of(systems[s], lambda r, n=name: r.counts[n]) for s in (first, second))  # type: ignore[misc]
            )
            if warrant is not None and easier is not None:
                out.append(Comparison(first, second, name, easier, warrant))
    return out


@dataclass(frozen=True, slots=True)
class Unmasked:
    """An answer on which easier metrics are perfect and warrant fails, with where it went wrong."""

    row: ScoredAnswer
    passed: tuple[str, ...]


def unmasked(rows: Sequence[ScoredAnswer], least: int = 3) -> list[Unmasked]:
    """Answers that pass at least ``least`` easier metrics and are not warranted, most passed first."""
    found = [Unmasked(r, r.easier_passed) for r in rows if not r.warranted]
    return sorted(
        (u for u in found if len(u.passed) >= least), key=lambda u: (-len(u.passed), u.row.item)
    )
