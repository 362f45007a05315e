"""The sheet of the rollback benchmark: a person grades it at the terminal, blind, and can go on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def graded(folder: Path, typed: str, name: str = "reader") -> str:
    command = [sys.executable, str(ROOT / "benchmarks" / "rollback.py"), "grade"]
    done = subprocess.run(
        [*command, "--sheet", str(folder), "--by", name],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    return done.stdout + done.stderr


def sheet(folder: Path) -> Path:
    cells = [("present", "loop"), ("present", "plain"), ("absent", "loop")]
    with (folder / "sheet.jsonl").open("w") as shown, (folder / "key.jsonl").open("w") as key:
        for n, (condition, arm) in enumerate(cells):
            row = {"n": n, "question": f"Question {n}?", "sentence": f"Sentence {n}.", "law": ["L"]}
            shown.write(json.dumps(row) + "\n")
            key.write(json.dumps({"n": n, "condition": condition, "arm": arm}) + "\n")
    return folder


def test_the_arms_stay_closed_until_the_last_is_graded(tmp_path: Path) -> None:
    folder = sheet(tmp_path)
    first = graded(folder, "r\nx\nw\nq\n")
    assert "Sentence 0." in first
    assert "Sentence 2." in first
    assert not any(word in first for word in ("present", "absent", "loop", "plain"))
    written = (folder / "grades.reader.jsonl").read_text().splitlines()
    assert [json.loads(line)["grade"] for line in written] == ["right", "wrong"]
    rest = graded(folder, "e\n")
    assert "Sentence 1." not in rest
    assert "present  loop   1 sentences: {'right': 1, 'wrong': 0, 'empty': 0}" in rest
    assert "loop   right: 1 of 2" in rest


def test_two_readers_keep_apart_and_one_may_stop(tmp_path: Path) -> None:
    folder = sheet(tmp_path)
    graded(folder, "r\nr\nr\n", "one")
    said = graded(folder, "", "two")
    assert "present" not in said
    assert not (folder / "grades.two.jsonl").exists()
    assert "grade needs" in graded(folder, "", "../two")
