"""Putting a suite to a target: an asyncio loop over cases, rows appended as they come."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from lexwarrant._version import __version__
from lexwarrant.evaluation.rows import Places, RowWriter, check_rows, put_in_order
from lexwarrant.evaluation.scorers.base import Scorer
from lexwarrant.evaluation.scoring import score_answer
from lexwarrant.evaluation.targets.base import Connected, Recorded, Target, TargetError
from lexwarrant.law.snapshot import SnapshotManifest
from lexwarrant.records.codec import decode, encode
from lexwarrant.records.errors import ConfigurationError, LexwarrantError
from lexwarrant.records.run import Row, RunManifest
from lexwarrant.records.suite import Case, Split, Suite

MANIFEST = "manifest.json"
_LISTED = 100


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: rows done of all, how many were there already, rows without an answer.

    ``cost`` is what this process has spent so far, None where nothing says what an answer costs.
    """

    done: int
    total: int
    resumed: int
    errors: int
    cost: float | None = None


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


def check_whole(folder: Path, manifest: RunManifest) -> None:
    """Raise `DataError` when a finished run no longer holds every row that its manifest counts."""
    if manifest.finished is not None:
        check_rows(folder, manifest.cases * manifest.repeats)


def write_manifest(folder: Path, manifest: RunManifest) -> None:
    """Write the manifest of a run, in one step."""
    path = folder / MANIFEST
    building = path.with_suffix(".building")
    body = json.dumps(encode(manifest), ensure_ascii=False, indent=2, sort_keys=True)
    building.write_text(body + "\n", "utf-8")
    building.replace(path)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _start(
    folder: Path,
    suite: Suite,
    target: Target,
    snapshot: SnapshotManifest,
    repeats: int,
    first_sealed_run: bool | None,
    subset: str,
) -> RunManifest:
    unmatched = _unmatched(suite, target, subset)
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
        first_sealed_run=first_sealed_run,
        attributions=snapshot.attributions,
        subset=subset,
        unmatched=len(unmatched),
        unmatched_ids=tuple(unmatched[:_LISTED]),
    )
    earlier = read_manifest(folder)
    if earlier is None:
        folder.mkdir(parents=True, exist_ok=True)
        write_manifest(folder, manifest)
        return manifest
    for name in ("suite_digest", "target_description", "snapshot_digest", "lexwarrant", "repeats",
                 "subset"):  # fmt: skip
        if getattr(earlier, name) != getattr(manifest, name):
            raise ConfigurationError(
                f"{folder}: the run there has another {name.replace('_', ' ')}; rows of two runs do not "
                "mix: give another --out, or --fresh to start this one over"
            )
    return earlier


def _unmatched(suite: Suite, target: Target, subset: str) -> list[str]:
    """Ids that a target holds answers to and the suite has no case of; of a subset nobody asks."""
    if subset or not isinstance(target, Recorded):
        return []
    known = {case.id for _, case in suite.cases()}
    return [i for i in target.case_ids() if i not in known]


async def run_suite(
    suite: Suite,
    target: Target,
    snapshot: SnapshotManifest,
    scorers: Sequence[Scorer],
    folder: Path,
    *,
    concurrency: int = 1,
    repeats: int = 1,
    first_sealed_run: bool | None = None,
    subset: str = "",
    watch: Watcher = lambda progress: None,
) -> RunManifest:
    """Ask every case that has no answer yet, score it, and append its row.

    ``concurrency`` is how many questions are under way at once (at least 1), ``repeats`` how often
    each is asked. Rows with an answer from an earlier, killed run are kept and never asked again;
    rows without one are asked again. At the end the rows are put in the suite's order. Memory does
    not grow with the rows: they are on disk, and here only where each of them stands.
    """
    if concurrency < 1 or repeats < 1:
        raise ConfigurationError("concurrency and repeats must be at least 1")
    manifest = _start(folder, suite, target, snapshot, repeats, first_sealed_run, subset)
    order = suite.cases()
    places = Places(order, repeats)
    places.read(folder)
    resumed = places.count()
    counter = _Counter(len(order) * repeats, resumed, watch)
    waiting = (
        (split, case, number)
        for number in range(1, repeats + 1)
        for index, (split, case) in enumerate(order)
        if not places.answered(index, number)
    )
    if resumed < len(order) * repeats:
        await _put(waiting, target, scorers, RowWriter(folder), places, concurrency, counter)
    put_in_order(folder, places)
    finished = replace(manifest, finished=_now())
    write_manifest(folder, finished)
    return finished


class _Counter:
    """Counts rows and tells whoever watches."""

    def __init__(self, total: int, resumed: int, watch: Watcher) -> None:
        self._total, self._resumed, self._watch = total, resumed, watch
        self._done, self._errors = resumed, 0
        self._cost: float | None = None

    def add(self, row: Row) -> None:
        """One more row."""
        self._done += 1
        self._errors += not row.ok
        if row.cost is not None:
            self._cost = (self._cost or 0.0) + row.cost
        self._watch(Progress(self._done, self._total, self._resumed, self._errors, self._cost))


async def _put(
    waiting: Iterator[tuple[Split, Case, int]],
    target: Target,
    scorers: Sequence[Scorer],
    writer: RowWriter,
    places: Places,
    concurrency: int,
    counter: _Counter,
) -> None:
    """Put what waits to the target, ``concurrency`` at once, and close the writer."""
    failures: list[LexwarrantError] = []

    async def worker() -> None:
        for split, case, repeat in waiting:
            if failures:
                return
            try:
                row = await _ask(target, split, case, repeat, scorers)
                places.note(row.case_id, row.repeat, row.ok, writer.write(row))
            except LexwarrantError as error:  # questions under way elsewhere keep their answers
                failures.append(error)
                return
            counter.add(row)

    try:
        async with _connected(target), asyncio.TaskGroup() as group:
            for _ in range(concurrency):
                group.create_task(worker())
    finally:
        writer.close()
    if failures:
        raise failures[0]


@asynccontextmanager
async def _connected(target: Target) -> AsyncIterator[None]:
    if not isinstance(target, Connected):
        yield
        return
    try:
        await target.open()
        yield
    finally:
        await target.close()


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
    if reply.elapsed_ms is not None:
        elapsed = reply.elapsed_ms
    return score_answer(
        case, split.name, reply.answer, scorers,
        elapsed_ms=round(elapsed, 3), repeat=repeat, cost=reply.cost,
    )  # fmt: skip
