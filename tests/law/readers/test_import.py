"""From a source to a snapshot: what readers give is taken, a broken source changes nothing."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest

from lexwarrant.law.builder import import_law
from lexwarrant.law.diff import ChangeKind, diff
from lexwarrant.law.readers.recognise import recognise
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Status

DAY = date(2026, 11, 30)


def _import(source: Path, folder: Path) -> Snapshot:
    import_law(recognise(source).read(source), folder, retrieved=DAY)
    return Snapshot(folder)


@pytest.mark.parametrize(
    ("source", "provision", "day", "status", "words"),
    [
        ("us_dc", "us/dc-code/s/12-301/11", date(2018, 1, 1), Status.APPLICABLE, "7 years"),
        ("us_dc", "us/dc-code/s/12-301/11", date(2020, 1, 1), Status.APPLICABLE, "age of 40"),
        ("us_dc", "us/dc-code/s/12-301/12", date(2020, 1, 1), Status.APPLICABLE, "35 years"),
        ("us_dc", "us/dc-code/s/12-306", date(2020, 1, 1), Status.REPEALED, ""),
        ("us_usc", "us/usc/t28/s/2107/b", date(2010, 1, 1), Status.APPLICABLE, "sixty days"),
        ("us_usc", "us/usc/t28/s/2107/b/4", date(2012, 1, 1), Status.APPLICABLE, "individual"),
        ("il", "il/national-insurance-5755-1995/s/355ב", date(2029, 1, 1),
         Status.NOT_YET_IN_FORCE, "1.1.2030"),
        ("il", "il/national-insurance-5755-1995/s/350א", date(2036, 1, 1), Status.EXPIRED, "שעה"),
    ],
)  # fmt: skip
def test_a_provision_on_a_day(
    shared_data: Path, tmp_path: Path, source: str, provision: str, day: date, status: Status,
    words: str,
) -> None:  # fmt: skip
    with _import(shared_data / "law" / source, tmp_path / "s") as held:
        assert held.status_on(provision, day) is status
        assert words in (held.text(provision, day) or "")


def test_an_amending_law_shows_in_the_difference(shared_data: Path, tmp_path: Path) -> None:
    source = shared_data / "law" / "us_dc"
    before = tmp_path / "before"
    shutil.copytree(source, before)
    (before / "law-22-311.xml").unlink()
    with _import(before, tmp_path / "old") as old, _import(source, tmp_path / "new") as new:
        changes = {(c.provision, c.kind): c for c in diff(old, new)}
    amended = changes["us/dc-code/s/12-301", ChangeKind.AMENDED]
    assert "us/dc-code/s/12-301/11" in amended.parts
    assert "us/dc-code/s/12-301/12" in amended.parts
    assert "us/dc-code/s/12-301/10" not in amended.parts
    assert (amended.since, amended.changed_by) == (date(2019, 5, 3), "D.C. Law 22-311")
    assert ("us/dc-code/s/12-302", ChangeKind.AMENDED) not in changes


def test_a_broken_source_leaves_the_snapshot_as_it_was(shared_data: Path, tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(shared_data / "law" / "us_dc", source)
    with _import(source, tmp_path / "s") as held:
        digest = held.manifest.digest
    cut = source / "12-302.xml"
    cut.write_bytes(cut.read_bytes()[:500])
    with pytest.raises(LawSourceError, match="12-302"):
        _import(source, tmp_path / "s")
    with Snapshot(tmp_path / "s") as held:
        assert held.manifest.digest == digest
