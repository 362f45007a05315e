"""Passes: a count that comes out the same every time, and one that does not.

With three passes a case is *stable* when all three gave the verdict and *unstable* when one or two
did. A single pass says nothing about that: its reproducibility is ``not_captured``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lexwarrant.records.run import Row
from lexwarrant.records.scores import Verdict

NOT_CAPTURED = "not_captured"


@dataclass(frozen=True, slots=True)
class StableCount:
    """Of one verdict: cases that got it in every pass, and cases that got it in some."""

    stable: int = 0
    unstable: int = 0


@dataclass(frozen=True, slots=True)
class Stability:
    """One split. ``verdicts`` are the strict ones; ``changed`` lists the cases that wavered."""

    passes: int
    verdicts: dict[Verdict, StableCount]
    no_answer: StableCount
    changed: tuple[str, ...]


def stability(rows: Iterable[Row], passes: int) -> dict[str, Stability] | None:
    """Stability by split; None for a single pass. Held in memory: a byte a row and pass."""
    if passes < 2:
        return None
    order = (Verdict.PASS, Verdict.WEAK, Verdict.FAIL)
    code = {verdict: n for n, verdict in enumerate(order)}
    seen: dict[str, dict[str, bytearray]] = {}
    for row in rows:
        counts = seen.setdefault(row.split, {}).setdefault(row.case_id, bytearray(4))
        counts[code[row.strict_verdict] if row.ok and row.strict_verdict else 3] += 1
    return {split: _of(cases, passes, order) for split, cases in seen.items()}


def _of(cases: dict[str, bytearray], passes: int, order: tuple[Verdict, ...]) -> Stability:
    def count(slot: int) -> StableCount:
        stable = sum(c[slot] == passes for c in cases.values())
        return StableCount(stable, sum(0 < c[slot] < passes for c in cases.values()))

    return Stability(
        passes,
        {verdict: count(slot) for slot, verdict in enumerate(order)},
        count(3),
        tuple(case for case, c in cases.items() if max(c) < passes),
    )
