"""Writing: four files from the rows on disk, whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lexwarrant.evaluation.rows import ROWS, read_rows
from lexwarrant.evaluation.summary import summarise
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import ConfigurationError, LexwarrantError
from lexwarrant.reports import write as writing
from lexwarrant.reports.write import write_reports
from report_runs import Run, case_of, run_of


def test_four_files(mixed: Run, snapshot: Snapshot, write: Callable[..., Path]) -> None:
    folder = write(mixed)
    written = write_reports(folder, mixed.suite, snapshot)
    names = ["summary.json", "report.html", "report.md", "junit.xml"]
    assert [p.name for p in written.files] == names
    assert sorted(p.name for p in folder.iterdir()) == sorted([*names, ROWS, "manifest.json"])
    body = json.loads((folder / "summary.json").read_text("utf-8"))
    expected = summarise(mixed.suite, read_rows(folder), snapshot)
    assert body == {n: json.loads(json.dumps(s.as_json())) for n, s in expected.items()}
    assert list(body) == ["dev", "sealed"]
    assert body["dev"]["cases"] == 9
    assert set(body["dev"]["pass"]) == {"numerator", "denominator", "low", "high"}
    ElementTree.parse(folder / "junit.xml")


def test_the_same_run_gives_the_same_bytes(
    mixed: Run, snapshot: Snapshot, write: Callable[..., Path]
) -> None:
    folder = write(mixed)
    files = write_reports(folder, mixed.suite, snapshot).files
    first = [p.read_bytes() for p in files]
    write_reports(folder, mixed.suite, snapshot)
    assert [p.read_bytes() for p in files] == first


def test_a_run_that_is_not_complete_leaves_no_summary(
    mixed: Run, snapshot: Snapshot, write: Callable[..., Path]
) -> None:
    folder = write(mixed, finished=None)
    (folder / "summary.json").write_text("{}", "utf-8")
    written = write_reports(folder, mixed.suite, snapshot)
    assert not (folder / "summary.json").exists()
    assert written.summaries == {}
    assert written.report.incomplete


def test_a_run_without_rows(snapshot: Snapshot, write: Callable[..., Path]) -> None:
    run = run_of(dev=[(case_of(1, "dev"), None)])
    folder = write(run, finished=None)
    (folder / ROWS).unlink()
    written = write_reports(folder, run.suite, snapshot)
    assert written.report.incomplete
    assert written.report.incomplete.rows == 0


@pytest.mark.parametrize("field", ["suite_digest", "snapshot_digest"])
def test_another_suite_or_snapshot_is_refused(
    field: str, mixed: Run, snapshot: Snapshot, write: Callable[..., Path]
) -> None:
    folder = write(mixed, **{field: "other"})
    with pytest.raises(ConfigurationError, match=field.split("_")[0]):
        write_reports(folder, mixed.suite, snapshot)
    assert not (folder / "report.html").exists()


def test_no_run_there(mixed: Run, snapshot: Snapshot, tmp_path: Path) -> None:
    with pytest.raises(LexwarrantError, match=r"no manifest\.json here"):
        write_reports(tmp_path, mixed.suite, snapshot)


def test_a_full_disk_leaves_the_old_report_whole(
    mixed: Run, snapshot: Snapshot, write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(mixed)
    write_reports(folder, mixed.suite, snapshot)
    before = {p.name: p.read_bytes() for p in folder.iterdir()}

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing.os, "fsync", full)
    with pytest.raises(LexwarrantError, match="No space left on device; the rows are kept"):
        write_reports(folder, mixed.suite, snapshot)
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == before
