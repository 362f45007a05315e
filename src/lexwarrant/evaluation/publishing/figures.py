"""What is published of a run, worked out from its rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lexwarrant.evaluation.judge.stored import read_judge
from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.runner import MANIFEST, check_whole, read_manifest
from lexwarrant.evaluation.stability import NOT_CAPTURED, stability
from lexwarrant.evaluation.statistics.intervals import rate_of_passes
from lexwarrant.evaluation.suite_writing import kept_copy
from lexwarrant.records.errors import DataError
from lexwarrant.records.run import Row, RunManifest
from lexwarrant.records.scores import Rate, Verdict
from lexwarrant.records.suite import Case, Suite


@dataclass(frozen=True, slots=True)
class SplitFigures:
    """One split of a published run."""

    name: str
    sealed: bool
    cases: int
    strict_pass: Rate
    weak: Rate
    fail: Rate
    no_answer: Rate
    out_of_scope_refused: Rate
    fabricated: Rate


@dataclass(frozen=True, slots=True)
class RunFigures:
    """A published run. ``reproducibility`` is in words."""

    name: str
    manifest: RunManifest
    splits: tuple[SplitFigures, ...]
    reproducibility: str
    judge: str

    @property
    def headline(self) -> tuple[SplitFigures, str]:
        """The split that estimates unseen questions, and what is to be said of that estimate."""
        sealed = next((s for s in self.splits if s.sealed), None)
        if sealed is None:
            return self.splits[0], (
                "No part of this suite is sealed, so the figure says nothing certain of unseen questions."
            )
        if self.manifest.first_sealed_run is False:
            return sealed, "The sealed part had been run before: this is not its first run."
        return sealed, "The sealed part is the estimate for unseen questions."


def published_runs(folder: Path) -> Iterator[RunFigures]:
    """Figures of every complete run in the folders below ``folder``, oldest first.

    Raises `DataError` for a run with confidential cases; runs that are not complete are passed
    over, since no score is shown without a complete run.
    """
    found = []
    for path in sorted(p.parent for p in folder.glob(f"*/{MANIFEST}")):
        manifest = read_manifest(path)
        if manifest is not None and manifest.finished is not None and not manifest.imported:
            found.append((manifest.started, path.name, path, manifest))
    for _, _, path, manifest in sorted(found, key=lambda f: f[:2]):
        yield figures(path, manifest)


def figures(path: Path, manifest: RunManifest) -> RunFigures:
    """The figures of one run folder."""
    check_whole(path, manifest)
    suite = kept_copy(path)
    hidden = [c.id for _, c in suite.cases() if c.confidential]
    if hidden:
        raise DataError(
            f"{path}: {len(hidden)} cases are confidential ({hidden[0]} ...): redact the run with "
            "`lexwarrant run redact`, or publish a suite without them"
        )
    stable = stability(read_rows(path), manifest.repeats)
    if stable is None:
        reproducibility = NOT_CAPTURED
    else:
        wavering = sum(len(s.changed) for s in stable.values())
        reproducibility = f"{manifest.repeats} passes, {wavering} cases wavered"
    judge = read_judge(path)
    return RunFigures(
        path.name, manifest, tuple(_splits(suite, path)), reproducibility,
        f"{judge.model}, rubric {judge.rubric}-{judge.rubric_version}" if judge else "",
    )  # fmt: skip


class _Counts:
    def __init__(self) -> None:
        self.verdicts = dict.fromkeys(Verdict, 0)
        self.rows = self.no_answer = self.refused = self.to_refuse = 0
        self.fabricated = self.answered = 0
        self.passes = 1

    def add(self, case: Case, row: Row) -> None:
        self.rows += 1
        self.passes = max(self.passes, row.repeat)
        self.no_answer += not row.ok
        if row.strict_verdict is not None:
            self.verdicts[row.strict_verdict] += 1
        if case.out_of_scope and row.ok:
            self.to_refuse += 1
            self.refused += not row.promoted
        measure = row.measures.get("fabricated")
        if measure is not None and measure.kind == "scored" and measure.value is not None:
            self.answered += 1
            self.fabricated += measure.value > 0


def _splits(suite: Suite, path: Path) -> Iterator[SplitFigures]:
    cases = {c.id: c for _, c in suite.cases()}
    counts = {s.name: _Counts() for s in suite.splits}
    for row in read_rows(path):
        if row.case_id in cases and row.split in counts:
            counts[row.split].add(cases[row.case_id], row)
    for split in suite.splits:
        if not split.cases:
            continue
        c = counts[split.name]

        def rate(numerator: int, denominator: int, passes: int = c.passes) -> Rate:
            return rate_of_passes(numerator, denominator, passes)

        yield SplitFigures(
            split.name, split.sealed, c.rows,
            rate(c.verdicts[Verdict.PASS], c.rows), rate(c.verdicts[Verdict.WEAK], c.rows),
            rate(c.verdicts[Verdict.FAIL], c.rows), rate(c.no_answer, c.rows),
            rate(c.refused, c.to_refuse), rate(c.fabricated, c.answered),
        )  # fmt: skip
