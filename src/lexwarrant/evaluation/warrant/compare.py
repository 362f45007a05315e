"""Does warrant change the ranking of systems, or the diagnosis? The decisive test of the paper.

For every two systems on the same items, the difference under an easier metric and under a warrant
metric (the share of warranted answers, and strict support), each with its paired cluster interval.
The order *flips* when the two differences have opposite signs, and the flip is *clear* when neither
interval holds 0. The diagnosis changes for an answer when easier metrics are perfect on it and
warrant fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    """Two systems under an easier and a warrant metric; differences are ``first - second``."""

    first: str
    second: str
    easier: str
    warrant: str
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


WARRANT = ("warranted", "support_strict")


def compare(systems: Mapping[str, Sequence[ScoredAnswer]]) -> list[Comparison]:
    """Every pair of systems under every easier metric, against every metric of `WARRANT`.

    A metric of which one of the two has no denominator (a system that cites nothing) is left out.
    """
    sums = {
        (s, name): clusters_of(rows, _getter(name))
        for s, rows in systems.items()
        for name in (*EASIER, *WARRANT)
    }
    out = []
    for first, second in combinations(systems, 2):
        for name in EASIER:
            easier = difference(sums[first, name], sums[second, name])
            for held in WARRANT:
                warrant = difference(sums[first, held], sums[second, held])
                if easier is not None and warrant is not None:
                    out.append(Comparison(first, second, name, held, easier, warrant))
    return out


def _getter(name: str) -> Callable[[ScoredAnswer], Count]:
    if name == "warranted":
        return lambda row: Count(row.warranted, 1)
    return lambda row: row.counts[name]


@dataclass(frozen=True, slots=True)
class Unmasked:
    """An answer on which easier metrics are perfect and warrant fails, with where it went wrong."""

    row: ScoredAnswer
    passed: tuple[str, ...]


def unmasked(rows: Sequence[ScoredAnswer], least: int = 3) -> list[Unmasked]:
    """Answers that pass at least ``least`` easier metrics and are not warranted.

    Those whose support fails come first, before those that fail in policy alone; within each, the
    ones that pass most.
    """
    found = [Unmasked(r, r.easier_passed) for r in rows if not r.warranted]
    kept = [u for u in found if len(u.passed) >= least]
    return sorted(kept, key=_first)


def _first(u: Unmasked) -> tuple[bool, int, str, str]:
    return u.row.support_ok, -len(u.passed), u.row.item, u.row.context
