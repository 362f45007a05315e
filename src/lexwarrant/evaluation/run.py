"""One evaluation from end to end: suite, target and snapshot in, a run folder out."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.runner import Progress, run_suite
from lexwarrant.evaluation.scoring import full_scorers, standard_scorers
from lexwarrant.evaluation.sealing import first_run
from lexwarrant.evaluation.suite_writing import COPY, keep_copy
from lexwarrant.evaluation.summary import SplitSummary, summarise
from lexwarrant.evaluation.targets.base import Target
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import LexwarrantError
from lexwarrant.records.run import RunManifest
from lexwarrant.records.suite import Suite


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """A complete run: where it is, what it was, and its figures by split."""

    folder: Path
    manifest: RunManifest
    summaries: dict[str, SplitSummary]


def evaluate(
    suite: Suite,
    target: Target,
    snapshot: Snapshot,
    folder: Path,
    *,
    fresh: bool = False,
    concurrency: int = 1,
    repeats: int = 1,
    ledger: Path | None = None,
    other_ledgers: Sequence[Path] = (),
    subset: str = "",
    verifier: bool = False,
    keep_suite: bool = False,
    watch: Callable[[Progress], None] = lambda progress: None,
) -> FinishedRun:
    """Put ``suite`` to ``target`` and sum up. ``fresh`` throws an earlier run in ``folder`` away.

    ``ledger`` is the file in which open runs of sealed parts are recorded, first and later ones;
    what ``other_ledgers`` say counts too.
    ``verifier`` also scores the answers' own sentences; ``keep_suite`` keeps a copy of the suite
    beside the rows.

    Raises `LexwarrantError` with everything written kept: the same call goes on where it stopped.
    """
    if fresh and (folder / "manifest.json").is_file():
        _check_a_run(folder)
        shutil.rmtree(folder)
    scorers = full_scorers(snapshot) if verifier else standard_scorers(snapshot)
    try:
        if keep_suite and not (folder / COPY).is_file():
            keep_copy(folder, suite)
        manifest = asyncio.run(
            run_suite(
                suite, target, snapshot.manifest, scorers, folder,
                concurrency=concurrency, repeats=repeats, watch=watch, subset=subset,
                first_sealed_run=first_run(ledger, suite, folder, other_ledgers) if ledger else None,
            )
        )  # fmt: skip
    except OSError as error:
        raise LexwarrantError(
            f"{error.filename or folder}: {error.strerror}; what was written is "
            "kept: put it right and run the same command again"
        ) from error
    return FinishedRun(folder, manifest, summarise(suite, read_rows(folder), snapshot))


def _check_a_run(folder: Path) -> None:
    """Refuse to throw away a folder whose manifest is not that of a run."""
    path = folder / "manifest.json"
    try:
        known = json.loads(path.read_text("utf-8"))
    except ValueError:
        known = None
    if not isinstance(known, dict) or not {"suite", "target", "started"} <= known.keys():
        raise LexwarrantError(
            f"{path}: not the manifest of a run, and starting over would delete the folder with all "
            "that is in it; name another folder, or delete this one yourself"
        )
