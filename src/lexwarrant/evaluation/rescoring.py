"""Scoring the stored rows of a run again: the answers stay, the verdicts are worked out anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lexwarrant.evaluation.rows import read_rows, rewrite_rows
from lexwarrant.evaluation.runner import read_manifest
from lexwarrant.evaluation.scoring import score_answer, standard_scorers
from lexwarrant.evaluation.summary import SplitSummary, summarise
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import DataError
from lexwarrant.records.run import Row
from lexwarrant.records.suite import Suite


def rescore(folder: Path, suite: Suite, snapshot: Snapshot) -> dict[str, SplitSummary]:
    """Rewrite the rows of the run in ``folder`` with today's scorers; returns the new summaries.

    Raises `DataError` when there is no run, or when it is a run of another suite.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        raise DataError(f"{folder}: no run here (no manifest.json)")
    if manifest.suite != suite.name:
        raise DataError(
            f"{folder}: is a run of the suite {manifest.suite!r}, not of {suite.name!r}"
        )
    rewrite_rows(folder, _rescored(folder, suite, snapshot))
    return summarise(suite, read_rows(folder), snapshot)


def _rescored(folder: Path, suite: Suite, snapshot: Snapshot) -> Iterator[Row]:
    cases = {case.id: (split.name, case) for split, case in suite.cases()}
    scorers = standard_scorers(snapshot)
    for row in read_rows(folder):
        if not row.ok or row.answer is None or row.case_id not in cases:
            yield row
            continue
        split, case = cases[row.case_id]
        yield score_answer(
            case, split, row.answer, scorers,
            elapsed_ms=row.elapsed_ms, repeat=row.repeat, cost=row.cost,
        )  # fmt: skip
