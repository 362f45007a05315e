"""Fixtures that more than one room's tests use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from eu_law import build_eu_snapshot, eu_wheel
from lexwarrant.law.snapshot import Snapshot


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real law and labelled rows beside the checkout; skips visibly without it."""
    configured = os.environ.get("LEXWARRANT_SHARED_DATA")
    root = Path(configured) if configured else Path(__file__).parents[2] / "shared" / "data"
    if not root.is_dir():
        pytest.skip(f"shared test data not found at {root} (set LEXWARRANT_SHARED_DATA)")
    return root


@pytest.fixture(scope="session")
def eu_wheel_path() -> Path:
    """The wheel that holds the five EU acts."""
    return eu_wheel()


@pytest.fixture(scope="session")
def eu_snapshot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    """A snapshot of the five EU acts."""
    with build_eu_snapshot(tmp_path_factory.mktemp("eu") / "eu-demo") as snapshot:
        yield snapshot
