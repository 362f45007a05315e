"""Putting a suite to a target: an asyncio loop over cases, rows appended as they come."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from lexwarrant._version import __version__
from lexwarrant.evaluation.rows import RowWriter, read_rows, rewrite_rows
from lexwarrant.evaluation.scorers.base import Scorer
from lexwarrant.evaluation.scoring import score_answer
from lexwarrant.evaluation.targets.base import Target, TargetError
from lexwarrant.law.snapshot import SnapshotManifest
from lexwarrant.records.codec import decode, encode
from lexwarrant.records.errors import ConfigurationError, LexwarrantError
from lexwarrant.records.run import Row, RunManifest
from lexwarrant.records.suite import Case, Split, Suite

MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: rows done of all, how many were there already, rows without an answer."""

    done: int
    total: int
    resumed: int
    errors: int


Watcher = Callable[[Progress], None]


def read_manifest(folder: Path) -> RunManifest | None:
    """The manifest of the run in ``folder``, or None when there is none."""
    path = folder / MANIFEST
    if not path.is_file():
        return None
    try:
        data = json.loads(path.read_text("utf-8"))
    except ValueError:
        raise LexwarrantError(f"{path}: damaged; delete the folder and run again") from None
    return decode(RunManifest, data, str(path))


def _write_manifest(folder: Path, manifest: RunManifest) -> None:
    path = folder / MANIFEST
    building = path.with_suffix(".building")
    body = json.dumps(encode(manifest), ensure_ascii=False, indent=2, sort_keys=True)
    building.write_text(body + "\n", "utf-8")
    building.replace(path)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _start(
    folder: Path, suite: Suite, target: Target, snapshot: SnapshotManifest, repeats: int
) -> RunManifest:
    manifest = RunManifest(
        suite=suite.name,
        suite_version=suite.version,
        suite_digest=suite.digest,
        target=target.name,
        target_description=target.describe(),
        snapshot=snapshot.name,
        snapshot_digest=snapshot.digest,
        lexwarrant=__version__,
        started=_now(),
        cases=len(suite.cases()),
        repeats=repeats,
        attributions=snapshot.attributions,
    )
    earlier = read_manifest(folder)
    if earlier is None:
        folder.mkdir(parents=True, exist_ok=True)
        _write_manifest(folder, manifest)
        return manifest
    for name in ("suite_digest", "target_description", "snapshot_digest", "lexwarrant", "repeats"):
        if getattr(earlier, name) != getattr(manifest, name):
            raise ConfigurationError(
                f"{folder}: the run there has another {name.replace('_', ' ')}; rows of two runs do not "
                "mix: give another --out, or --fresh to start this one over"
            )
    return earlier


async def run_suite(
    suite: Suite,
    target: Target,
    snapshot: SnapshotManifest,
    scorers: Sequence[Scorer],
    folder: Path,
    *,
    concurrency: int = 1,
    repeats: int = 1,
    watch: Watcher = lambda progress: None,
) -> RunManifest:
    """Ask every case that has no answer yet, score it, and append its row.

    ``concurrency`` is how many questions are under way at once (at least 1), ``repeats`` how often
    each is asked. Rows with an answer from an earlier, killed run are kept and never asked again;
    rows without one are asked again. At the end the rows are put in the suite's order.
    """
    if concurrency < 1 or repeats < 1:
        raise ConfigurationError("concurrency and repeats must be at least 1")
    manifest = _start(folder, suite, target, snapshot, repeats)
    work = [(s, c, n) for n in range(1, repeats + 1) for s, c in suite.cases()]
    answered = {(r.case_id, r.repeat) for r in read_rows(folder) if r.ok}
    waiting = [w for w in work if (w[1].id, w[2]) not in answered]
    writer = RowWriter(folder)
    errors = 0
    done = resumed = len(work) - len(waiting)
    watch(Progress(done, len(work), resumed, errors))
    gate = asyncio.Semaphore(concurrency)

    async def one(split: Split, case: Case, repeat: int) -> None:
        nonlocal done, errors
        async with gate:
            row = await _ask(target, split, case, repeat, scorers)
        writer.write(row)
        done += 1
        errors += not row.ok
        watch(Progress(done, len(work), resumed, errors))

    try:
        async with asyncio.TaskGroup() as group:
            for split, case, repeat in waiting:
                group.create_task(one(split, case, repeat))
    except* LexwarrantError as failed:
        raise failed.exceptions[0] from None
    finally:
        writer.close()
    _finish(folder, work)
    finished = replace(manifest, finished=_now())
    _write_manifest(folder, finished)
    return finished


async def _ask(
    target: Target, split: Split, case: Case, repeat: int, scorers: Sequence[Scorer]
) -> Row:
    started = time.perf_counter()
    try:
        reply = await target.ask(case.id, case.question, case.context)
    except TargetError as error:
        elapsed = (time.perf_counter() - started) * 1000
        return Row(
            case_id=case.id,
            split=split.name,
            question=case.question,
            ok=False,
            elapsed_ms=round(elapsed, 3),
            error=str(error),
            repeat=repeat,
        )
    elapsed = (time.perf_counter() - started) * 1000
    return score_answer(
        case, split.name, reply.answer, scorers,
        elapsed_ms=round(elapsed, 3), repeat=repeat, cost=reply.cost,
    )  # fmt: skip


def _finish(folder: Path, work: Sequence[tuple[Split, Case, int]]) -> None:
    """Keep one row a case and repeat, the answered one where there is one, in the suite's order."""
    best: dict[tuple[str, int], Row] = {}
    for row in read_rows(folder):
        key = (row.case_id, row.repeat)
        if key not in best or (row.ok and not best[key].ok):
            best[key] = row
    rewrite_rows(folder, (best[(c.id, n)] for _, c, n in work if (c.id, n) in best))
