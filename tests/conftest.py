"""Fixtures that more than one room's tests use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real law and labelled rows beside the checkout; skips visibly without it."""
    configured = os.environ.get("LEXWARRANT_SHARED_DATA")
    root = Path(configured) if configured else Path(__file__).parents[2] / "shared" / "data"
    if not root.is_dir():
        pytest.skip(f"shared test data not found at {root} (set LEXWARRANT_SHARED_DATA)")
    return root
