"""Running the real command in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from eu_law import build_eu_snapshot

Runner = Callable[..., subprocess.CompletedProcess[str]]


@dataclass(frozen=True)
class Home:
    """A data folder with the demo's snapshot in it."""

    folder: Path

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "LEXWARRANT_HOME": str(self.folder),
            "COLUMNS": "120",
            "NO_COLOR": "1",
        }


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    folder = tmp_path_factory.mktemp("home")
    build_eu_snapshot(folder / "snapshots" / "eu-demo").close()
    return Home(folder)


@pytest.fixture
def lexwarrant(home: Home, tmp_path: Path) -> Runner:
    """Run ``lexwarrant ARGS`` in an empty folder; text in, text out."""

    def run(*args: str, **options: object) -> subprocess.CompletedProcess[str]:
        environment = {**home.environment(), **options.pop("env", {})}  # type: ignore[dict-item]
        return subprocess.run(
            [sys.executable, "-m", "lexwarrant", *args],
            capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=120, check=False,
            **options,  # type: ignore[call-overload]
        )  # fmt: skip

    return run
