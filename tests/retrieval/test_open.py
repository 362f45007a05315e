"""Opening an index: built once, by one process, whoever else wants it at the same moment."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path

from handmade_law import RECORDS
from lexwarrant.law.builder import import_law

_OPEN = """
import sys
from pathlib import Path
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.retrieval.open import open_index
built = []
with Snapshot(Path(sys.argv[1])) as law:
    index = open_index(law, lambda what, count: built.append(count))
    assert index.search([("text", 1.0)])
print(len(built))
"""


def test_many_processes_open_a_new_snapshot_at_once(tmp_path: Path) -> None:
    import_law(RECORDS, tmp_path / "hand", retrieved=date(2026, 1, 1))
    command = [sys.executable, "-c", _OPEN, str(tmp_path / "hand")]
    asked = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    said = [process.communicate(timeout=120) for process in asked]
    assert [process.returncode for process in asked] == [0] * 4, [error for _, error in said]
    assert sum(int(out) > 0 for out, _ in said) == 1, "one built it, the others waited"
