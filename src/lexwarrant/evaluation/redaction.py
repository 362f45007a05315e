"""``run redact``: take the texts out of a run and keep its verdicts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lexwarrant.evaluation.judge.stored import (
    JUDGMENTS,
    read_judge,
    read_judgments,
    write_judgments,
)
from lexwarrant.evaluation.legal_eye.run_files import ORIGINAL
from lexwarrant.evaluation.rows import read_rows, rewrite_rows
from lexwarrant.evaluation.runner import read_manifest
from lexwarrant.evaluation.suite_writing import COPY
from lexwarrant.records.errors import DataError
from lexwarrant.records.run import Row

REDACTED = "[redacted]"
_REPORTS = ("report.html", "report.md", "junit.xml", "analysis.json")


def redact(folder: Path) -> list[str]:
    """Redact the run in ``folder`` in place; returns the names of the files removed or rewritten.

    Kept: case ids, verdicts, scores, times, costs, and what the manifest says. Gone: questions,
    answers, quotations, reasons, error texts, judgments' words, the suite's copy, and reports,
    which all repeat them.
    """
    if read_manifest(folder) is None:
        raise DataError(f"{folder}: no run here (no manifest.json)")
    rewrite_rows(folder, _rows(folder))
    done = ["rows.jsonl"]
    judge = read_judge(folder)
    if judge is not None and (folder / JUDGMENTS).is_file():
        bare = [
            replace(j, justification="", quotation="", reason="") for j in read_judgments(folder)
        ]
        write_judgments(folder, judge, bare)
        done.append(JUDGMENTS)
    for name in (COPY, ORIGINAL, *_REPORTS):
        if (folder / name).is_file():
            (folder / name).unlink()
            done.append(name)
    marker = {"redacted": sorted(done)}
    (folder / "redacted.json").write_text(json.dumps(marker, indent=2) + "\n", "utf-8")
    return done


def _rows(folder: Path) -> Iterator[Row]:
    for row in read_rows(folder):
        measures = {name: replace(m, reason="") for name, m in row.measures.items()}
        yield replace(
            row, question=REDACTED, answer=None, reason="",
            error=REDACTED if row.error else "", measures=measures,
        )  # fmt: skip
