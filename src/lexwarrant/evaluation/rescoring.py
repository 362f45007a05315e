"""Scoring the stored rows of a run again: the answers stay, the verdicts are worked out anew."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from pathlib import Path

from lexwarrant.evaluation.rows import ROWS, parsed_row, read_rows, replace_lines, row_line
from lexwarrant.evaluation.runner import check_whole, read_manifest
from lexwarrant.evaluation.scorers.base import Scorer
from lexwarrant.evaluation.scoring import full_scorers, score_answer, standard_scorers
from lexwarrant.evaluation.summary import SplitSummary, summarise
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import ConfigurationError, DataError
from lexwarrant.records.suite import Case, Suite

_BATCH = 200


def rescore(
    folder: Path, suite: Suite, snapshot: Snapshot, *, verifier: bool = False, workers: int = 1
) -> dict[str, SplitSummary]:
    """Rewrite the rows of the run in ``folder`` with today's scorers; returns the new summaries.

    ``verifier`` also scores the answers' own sentences. With several ``workers`` rows are scored in
    processes of their own; the result is the same. Rows are streamed. Raises `DataError` when there
    is no run, when it is a run of another suite, or when its rows hold no answers to score.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        raise DataError(f"{folder}: no run here (no manifest.json)")
    if manifest.imported:
        raise DataError(
            f"{folder}: was imported from {manifest.imported}, which does not hold the quotations that "
            "scoring needs; its verdicts are those of the file"
        )
    if manifest.suite != suite.name:
        raise DataError(
            f"{folder}: is a run of the suite {manifest.suite!r}, not of {suite.name!r}"
        )
    if workers < 1:
        raise ConfigurationError("workers must be at least 1")
    check_whole(folder, manifest)
    cases = {case.id: (split.name, case) for split, case in suite.cases()}
    if workers == 1:
        scorers = _scorers(snapshot, verifier)
        replace_lines(folder, (_rescored(*line, cases, scorers) for line in _lines(folder)))
    else:
        replace_lines(folder, _in_processes(folder, cases, snapshot, verifier, workers))
    return summarise(suite, read_rows(folder), snapshot)


def _scorers(snapshot: Snapshot, verifier: bool) -> tuple[Scorer, ...]:
    return full_scorers(snapshot) if verifier else standard_scorers(snapshot)


def _lines(folder: Path) -> Iterator[tuple[str, str]]:
    """Every whole line with the file and line number that an error names."""
    path = folder / ROWS
    with path.open(encoding="utf-8") as handle:
        for number, line in enumerate(handle, 1):
            if line.endswith("\n"):
                yield f"{path}:{number}", line


def _rescored(
    where: str, line: str, cases: dict[str, tuple[str, Case]], scorers: Sequence[Scorer]
) -> str:
    row = parsed_row(line, where)
    if not row.ok or row.answer is None or row.case_id not in cases:
        return row_line(row)
    split, case = cases[row.case_id]
    return row_line(
        score_answer(
            case, split, row.answer, scorers,
            elapsed_ms=row.elapsed_ms, repeat=row.repeat, cost=row.cost,
        )
    )  # fmt: skip


_worker: tuple[dict[str, tuple[str, Case]], Sequence[Scorer]] | None = None
"""What a worker process scores with; set once when it starts."""


def _start_worker(cases: dict[str, tuple[str, Case]], folder: Path, verifier: bool) -> None:
    global _worker
    _worker = (cases, _scorers(Snapshot(folder), verifier))


def _work(lines: tuple[tuple[str, str], ...]) -> list[str]:
    assert _worker is not None
    return [_rescored(*line, *_worker) for line in lines]


def _in_processes(
    folder: Path,
    cases: dict[str, tuple[str, Case]],
    snapshot: Snapshot,
    verifier: bool,
    workers: int,
) -> Iterator[str]:
    """Rescored lines in their order; only a few batches are under way at once."""
    pool = ProcessPoolExecutor(
        workers, multiprocessing.get_context("spawn"), _start_worker,
        (cases, snapshot.folder, verifier),
    )  # fmt: skip
    with pool:
        under_way: deque[Future[list[str]]] = deque()
        for batch in _batches(_lines(folder)):
            under_way.append(pool.submit(_work, batch))
            if len(under_way) > 3 * workers:
                yield from under_way.popleft().result()
        while under_way:
            yield from under_way.popleft().result()


def _batches(lines: Iterator[tuple[str, str]]) -> Iterator[tuple[tuple[str, str], ...]]:
    while batch := tuple(islice(lines, _BATCH)):
        yield batch
