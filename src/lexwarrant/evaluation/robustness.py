"""Does a result hold when the same thing is asked in other words?

Canonical cases against their variants, paired by base case: for each base the passes of its variants
are set against the pass of the canonical wording, and the mean difference has a bootstrap interval
over bases. The holdout is *clearly* lower only when the whole interval lies below zero.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from lexwarrant.evaluation.statistics.intervals import rate_of_passes
from lexwarrant.evaluation.statistics.paired import (
    Difference,
    cluster_bootstrap,
    smallest_paired_drop,
)
from lexwarrant.evaluation.variants.making import CANONICAL
from lexwarrant.records.run import Row
from lexwarrant.records.scores import Rate, Verdict
from lexwarrant.records.suite import Suite


@dataclass(frozen=True, slots=True)
class Robustness:
    """Canonical and held-out wordings apart; ``difference`` is holdout minus canonical.

    ``by_variant`` holds the strict PASS rate of each kind of wording. Out of scope comes from the
    cases' own expectations.
    """

    canonical: Rate
    holdout: Rate
    difference: Difference | None
    by_variant: dict[str, Rate]
    canonical_refused: Rate
    holdout_refused: Rate
    smallest_drop: float | None

    @property
    def said(self) -> str:
        """The finding in a sentence."""
        d = self.difference
        if d is None:
            return "no base case was asked both ways"
        word = "clearly lower" if d.clearly_lower else "not clearly lower"
        if d.clearly_higher:
            word = "clearly higher"
        seen = self.smallest_drop
        least = "" if d.clearly_lower or seen is None else (
            f"; {d.clusters} base cases would show a drop of {seen:.0%} or more"
        )  # fmt: skip
        return (
            f"the holdout is {word} than the canonical wordings: {d.value:+.1%} "
            f"({d.low:+.1%} to {d.high:+.1%}, {d.clusters} base cases){least}"
        )


def robustness(suite: Suite, rows: Iterable[Row]) -> Robustness | None:
    """The comparison, None when the suite holds no variants. Rows are streamed."""
    cases = {c.id: c for _, c in suite.cases() if c.provenance is not None}
    if not any(c.provenance and c.provenance.variant != CANONICAL for c in cases.values()):
        return None
    kinds: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    refused: dict[bool, list[int]] = {True: [0, 0], False: [0, 0]}
    bases: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    passes = 1
    for row in rows:
        case = cases.get(row.case_id)
        if case is None or case.provenance is None:
            continue
        passes = max(passes, row.repeat)
        passed = row.strict_verdict is Verdict.PASS
        canonical = case.provenance.variant == CANONICAL
        kind = kinds[case.provenance.variant]
        kind[0] += passed
        kind[1] += 1
        base = bases[case.provenance.base]
        base[0 if canonical else 2] += passed
        base[1 if canonical else 3] += 1
        if case.out_of_scope and row.ok:
            refused[canonical][0] += not row.promoted
            refused[canonical][1] += 1
    whole = [b for b in bases.values() if b[1] and b[3]]
    clusters = [(passed - n * first / asked, n) for first, asked, passed, n in whole]
    held = [v for k, v in kinds.items() if k != CANONICAL]

    def share(counts: list[int]) -> Rate:
        return rate_of_passes(counts[0], counts[1], passes)

    return Robustness(
        canonical=share(kinds[CANONICAL]),
        holdout=rate_of_passes(sum(v[0] for v in held), sum(v[1] for v in held), passes),
        difference=cluster_bootstrap(clusters),
        by_variant={k: share(v) for k, v in kinds.items()},
        canonical_refused=share(refused[True]),
        holdout_refused=share(refused[False]),
        smallest_drop=smallest_paired_drop(len(whole)),
    )
