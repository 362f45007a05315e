"""Where verdicts come from: a run folder, or a run file that was published."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lexwarrant.evaluation.judge.stored import rubric_of
from lexwarrant.evaluation.legal_eye.run_files import LATEST, load_run, named_by
from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.runner import check_whole, read_manifest
from lexwarrant.evaluation.suite_writing import kept_copy
from lexwarrant.records.errors import DataError
from lexwarrant.records.run import Row, RunManifest
from lexwarrant.records.scores import Verdict
from lexwarrant.records.suite import Suite


class NotComparable(DataError):
    """Two runs that cannot be set side by side, and why."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One row as far as comparing goes."""

    case_id: str
    ok: bool
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class RunSource:
    """A complete run. ``manifest`` and ``suite`` are None for a bare run file."""

    path: Path
    manifest: RunManifest | None
    suite: Suite | None
    rubric: str = ""

    def asked(self) -> Iterator[Asked]:
        """Every row, streamed."""
        if self.manifest is not None:
            for row in read_rows(self.path):
                yield Asked(row.case_id, row.ok, row.strict_verdict)
            return
        for data in load_run(self.path):
            said = data.get("strict_verdict") or data.get("verdict")
            verdict = Verdict(str(said).upper()) if said else None
            yield Asked(str(data.get("case_id") or ""), bool(data.get("ok")), verdict)

    def rows(self) -> Iterator[Row]:
        """Whole rows; none for a bare run file."""
        if self.manifest is not None:
            yield from read_rows(self.path)


def open_run(path: Path) -> RunSource:
    """A run folder, a run file, or the ``latest.json`` that names one beside it.

    Raises `NotComparable` when the run is not complete, `DataError` when rows of it are gone.
    """
    if path.is_file():
        if path.name == LATEST:
            path = named_by(path)
        load_run(path)
        return RunSource(path, None, None)
    manifest = read_manifest(path)
    if manifest is None:
        raise NotComparable(f"{path}: no run here (no manifest.json)")
    if manifest.finished is None:
        raise NotComparable(f"{path}: the run is not complete; run the same command again to go on")
    check_whole(path, manifest)
    return RunSource(path, manifest, kept_copy(path), rubric_of(path))
