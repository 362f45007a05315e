"""What a run shows besides its rates: reproducibility, robustness, independent doctrines, topics."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lexwarrant.evaluation.legal_eye.buckets import Breakdown, breakdown
from lexwarrant.evaluation.legal_eye.doctrines import DoctrineReport, doctrine_report
from lexwarrant.evaluation.robustness import Robustness, robustness
from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.runner import read_manifest
from lexwarrant.evaluation.stability import NOT_CAPTURED, Stability, stability
from lexwarrant.records.errors import DataError
from lexwarrant.records.suite import Suite

ANALYSIS = "analysis.json"


@dataclass(frozen=True, slots=True)
class Analysis:
    """The parts that the run and its suite allow; None where they do not."""

    stability: dict[str, Stability] | None
    robustness: Robustness | None
    doctrines: DoctrineReport | None
    topics: Breakdown

    def as_json(self) -> dict[str, Any]:
        """The form of ``analysis.json``."""
        stable: Any = NOT_CAPTURED
        if self.stability is not None:
            stable = {split: asdict(s) for split, s in self.stability.items()}
        robust = None
        if self.robustness is not None:
            robust = {**asdict(self.robustness), "said": self.robustness.said}
        return {
            "reproducibility": stable,
            "robustness": robust,
            "independent_doctrines": asdict(self.doctrines) if self.doctrines else None,
            "topics": asdict(self.topics),
        }


def analyse(folder: Path, suite: Suite) -> Analysis:
    """The analysis of a complete run. Rows are streamed; raises `DataError` for another run."""
    manifest = read_manifest(folder)
    if manifest is None or manifest.finished is None:
        raise DataError(f"{folder}: no complete run here; no score is shown without one")
    return Analysis(
        stability(read_rows(folder), manifest.repeats),
        robustness(suite, read_rows(folder)),
        doctrine_report(suite, read_rows(folder), manifest.unmatched_ids),
        breakdown(suite, read_rows(folder)),
    )


def write_analysis(folder: Path, suite: Suite) -> Analysis:
    """Write ``analysis.json`` beside the rows; returns what it says."""
    found = analyse(folder, suite)
    body = json.dumps(found.as_json(), ensure_ascii=False, indent=2, allow_nan=False)
    (folder / ANALYSIS).write_text(body + "\n", "utf-8")
    return found
