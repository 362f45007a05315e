"""Two runs side by side: what flipped, each way, and whether that is more than chance.

Two runs of one suite are compared case by case (exact McNemar on base cases, Newcombe's paired
interval, a bootstrap over base cases). Runs of different suites are compared as two independent
shares. Every "no clear difference" comes with the smallest drop that could have been seen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from lexwarrant.evaluation.statistics.intervals import newcombe, rate, smallest_detectable_drop
from lexwarrant.evaluation.statistics.paired import (
    Difference,
    PairedTable,
    cluster_bootstrap,
    mcnemar,
    newcombe_paired,
    smallest_paired_drop,
)
from lexwarrant.evaluation.verdicts import NotComparable, RunSource
from lexwarrant.records.run import Row
from lexwarrant.records.scores import Rate, Verdict
from lexwarrant.records.suite import Suite


@dataclass(frozen=True, slots=True)
class Comparison:
    """The second run against the first; differences are second minus first.

    ``better`` and ``worse`` count base cases. ``p`` and ``difference`` are None for runs of
    different suites; ``interval`` is then the unpaired one. ``notes`` say what else differs.
    """

    first: Rate
    second: Rate
    paired: bool
    better: int
    worse: int
    p: float | None
    interval: tuple[float, float] | None
    difference: Difference | None
    smallest_drop: float | None
    flipped_up: tuple[str, ...]
    flipped_down: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def clearly_worse(self) -> bool:
        """Worse by more than chance: by the exact test, or the interval where runs are not paired."""
        if self.paired:
            return self.p is not None and self.p < 0.05 and self.worse > self.better
        return self.interval is not None and self.interval[1] < 0

    @property
    def clearly_better(self) -> bool:
        """Better by more than chance."""
        if self.paired:
            return self.p is not None and self.p < 0.05 and self.better > self.worse
        return self.interval is not None and self.interval[0] > 0

    @property
    def said(self) -> str:
        """The finding in a sentence."""
        first, second = self.first.value or 0.0, self.second.value or 0.0
        figures = f"{first:.1%} to {second:.1%}"
        if self.interval is not None:
            figures += f" (difference {self.interval[0]:+.1%} to {self.interval[1]:+.1%})"
        test = "" if self.p is None else f", exact McNemar p = {self.p:.3g}"
        if self.clearly_worse or self.clearly_better:
            return f"clearly {'worse' if self.clearly_worse else 'better'}: {figures}{test}"
        if self.smallest_drop is None:
            seen = "; this suite is too small to show any drop"
        else:
            seen = f"; this suite would show a drop of {self.smallest_drop:.0%} or more"
        return f"no clear difference: {figures}{test}{seen}"


def compare(a: RunSource, b: RunSource) -> Comparison:
    """``b`` against ``a``. Raises `NotComparable` for two runs judged by different rubrics."""
    if a.rubric and b.rubric and a.rubric != b.rubric:
        raise NotComparable(
            f"the runs were judged by different rubrics ({a.rubric[:12]} and {b.rubric[:12]}): judge "
            "one of them again with the other's rubric"
        )
    suite = b.suite or a.suite
    if suite is None:
        raise NotComparable("neither run keeps its suite; give at least one run folder")
    passes_a, passes_b = _passes(a), _passes(b)
    same = a.suite is None or b.suite is None or a.suite.digest == b.suite.digest
    if same and set(passes_a) != set(passes_b):
        same = False
        if a.suite is None or b.suite is None:
            raise NotComparable(f"{a.path} and {b.path} do not hold the same cases")
    notes = tuple(_notes(a, b, same))
    if not same:
        return _unpaired(passes_a, passes_b, notes)
    return _paired(suite, passes_a, passes_b, notes)


def _passes(run: RunSource) -> dict[str, tuple[int, int]]:
    """Passes and rows of every case."""
    out: dict[str, tuple[int, int]] = {}
    for row in run.asked():
        passed, asked = out.get(row.case_id, (0, 0))
        out[row.case_id] = (passed + (row.verdict is Verdict.PASS), asked + 1)
    return out


def _notes(a: RunSource, b: RunSource, same: bool) -> Iterator[str]:
    if not same:
        yield "the runs are of different suites or subsets: compared as independent shares"
    if a.manifest and b.manifest:
        if a.manifest.snapshot_digest != b.manifest.snapshot_digest:
            yield "the runs were scored against different snapshots of the law"
        if a.manifest.lexwarrant != b.manifest.lexwarrant:
            yield f"scored by lexwarrant {a.manifest.lexwarrant} and {b.manifest.lexwarrant}"
        if (a.manifest.repeats, b.manifest.repeats) == (1, 1):
            yield "one pass each: reproducibility not_captured"


def _unpaired(
    a: dict[str, tuple[int, int]], b: dict[str, tuple[int, int]], notes: tuple[str, ...]
) -> Comparison:
    first, second = _share(a), _share(b)
    return Comparison(
        first, second, False, 0, 0, None, newcombe(second, first), None,
        smallest_detectable_drop(first, second.denominator), (), (), notes,
    )  # fmt: skip


def _share(passes: dict[str, tuple[int, int]]) -> Rate:
    """The share of cases passed; of several passes the mean."""
    return rate(sum(p / n for p, n in passes.values()), len(passes))


def _paired(
    suite: Suite,
    a: dict[str, tuple[int, int]],
    b: dict[str, tuple[int, int]],
    notes: tuple[str, ...],
) -> Comparison:
    shift: dict[str, float] = defaultdict(float)
    size: dict[str, int] = defaultdict(int)
    up, down = [], []
    for _, case in suite.cases():
        if case.id not in a:
            continue
        before, after = a[case.id][0] / a[case.id][1], b[case.id][0] / b[case.id][1]
        shift[case.base_id] += after - before
        size[case.base_id] += 1
        if after > before:
            up.append(case.id)
        elif after < before:
            down.append(case.id)
    better = sum(s > 1e-9 for s in shift.values())
    worse = sum(s < -1e-9 for s in shift.values())
    difference = cluster_bootstrap([(shift[k], size[k]) for k in shift])
    interval = (difference.low, difference.high) if difference else None
    alone = all(n == 1 for n in size.values()) and all(
        n == 1 for _, n in (*a.values(), *b.values())
    )
    if alone:
        both = sum(a[k][0] and b[k][0] for k in a)
        table = PairedTable(both, worse, better, len(a) - both - worse - better)
        interval = newcombe_paired(table)
    return Comparison(
        _share(a), _share(b), True, better, worse, mcnemar(worse, better), interval, difference,
        smallest_paired_drop(len(shift)), tuple(up), tuple(down), notes,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Flip:
    """A case that flipped, with both answers."""

    case_id: str
    question: str
    before: Row
    after: Row


def flips(a: RunSource, b: RunSource, case_ids: tuple[str, ...]) -> list[Flip]:
    """Both rows of the cases named, for a person to read side by side."""
    wanted = set(case_ids)
    before = {r.case_id: r for r in a.rows() if r.case_id in wanted and r.repeat == 1}
    after = {r.case_id: r for r in b.rows() if r.case_id in wanted and r.repeat == 1}
    return [
        Flip(i, after[i].question, before[i], after[i])
        for i in case_ids
        if i in before and i in after
    ]
