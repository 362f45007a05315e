"""Fixtures of the reports: a tiny snapshot, a run with every outcome, and its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from lexwarrant.law.builder import import_law
from lexwarrant.law.snapshot import Snapshot
from report_runs import Run, law, mixed_run


@pytest.fixture(scope="session")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    folder = tmp_path_factory.mktemp("law") / "tiny"
    import_law(law(), folder, retrieved=date(2026, 11, 30))
    with Snapshot(folder) as opened:
        yield opened


@pytest.fixture
def mixed() -> Run:
    """Two splits with every outcome in them."""
    return mixed_run()


@pytest.fixture
def write(tmp_path: Path, snapshot: Snapshot) -> Callable[..., Path]:
    """Writes a run into a fresh folder."""

    def inner(run: Run, **changes: object) -> Path:
        return run.write(tmp_path / "run", snapshot, **changes)

    return inner
