"""The law of five systems, built once a session from the demo's acts and the shared data."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from eu_law import build_eu_snapshot
from handmade_law import RECORDS
from lexwarrant.law.builder import import_law
from lexwarrant.law.readers.recognise import recognise
from lexwarrant.law.snapshot import Snapshot

PARTS = (
    "us_dc",
    "us_usc/28usc2107.versions.json",
    "il/statutes.jsonl",
    "il/minimum-wage-law.sections.json",
    "ie",
    "uk/legislation_test_7.xml",
    "uk/late-payment-s4-extent-trap.json",
)


@pytest.fixture(scope="session")
def five_systems(
    tmp_path_factory: pytest.TempPathFactory, shared_data: Path, eu_wheel_path: Path
) -> Iterator[Snapshot]:
    """A snapshot named five-systems."""
    folder = tmp_path_factory.mktemp("law") / "five-systems"
    build_eu_snapshot(folder).close()
    for part in PARTS:
        path = shared_data / "law" / part
        import_law(recognise(path).read(path), folder, retrieved=date(2026, 11, 30), add=True)
    with Snapshot(folder) as snapshot:
        yield snapshot


@pytest.fixture(scope="session")
def law(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    """The statute made by hand."""
    folder = tmp_path_factory.mktemp("hand") / "hand"
    import_law(iter(RECORDS), folder, retrieved=date(2026, 11, 30))
    with Snapshot(folder) as snapshot:
        yield snapshot
