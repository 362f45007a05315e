"""What the parts of the rollback benchmark share: row files, and which verdicts are wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lexwarrant.records.verification import SentenceVerdict

SEED = 7
WRONG = frozenset({SentenceVerdict.CONTRADICTED, SentenceVerdict.NOT_STATED})


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a file; a last one that was cut off by a kill is taken away."""
    if not path.is_file():
        return []
    data = path.read_bytes()
    if not data.endswith(b"\n"):
        path.write_bytes(data[: data.rfind(b"\n") + 1])
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def append(path: Path, row: dict[str, Any]) -> None:
    """Add a row to a file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n")
