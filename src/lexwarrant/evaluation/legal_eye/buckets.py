"""The breakdown that the public harness's rescore prints: verdicts by topic, and the kinds of WEAK."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from lexwarrant.evaluation.legal_eye.topics import OUT_OF_SCOPE, topic
from lexwarrant.records.run import Row
from lexwarrant.records.scores import Verdict
from lexwarrant.records.suite import Case, Suite

GATE = 0.85


@dataclass(slots=True)
class Bucket:
    """Counts of one topic, by the ladder's verdict; ``error`` are rows without an answer."""

    passed: int = 0
    weak: int = 0
    failed: int = 0
    error: int = 0


@dataclass(slots=True)
class Breakdown:
    """All topics, and of the WEAK rows how many were not promoted and how many off the topic."""

    buckets: dict[str, Bucket] = field(default_factory=dict)
    rows: int = 0
    passed: int = 0
    weak_not_promoted: int = 0
    weak_off_topic: int = 0

    @property
    def pass_rate(self) -> float | None:
        """The share of rows that pass, None without rows."""
        return self.passed / self.rows if self.rows else None


def bucket_of(case: Case) -> str:
    """The topic a case is counted under: its own field, else the harness's rule on its question."""
    if case.expect_no_promotion:
        return OUT_OF_SCOPE
    return case.tags.topic or topic(case.question)


def breakdown(suite: Suite, rows: Iterable[Row]) -> Breakdown:
    """The breakdown of a run's rows. Rows are streamed."""
    cases = {c.id: c for _, c in suite.cases()}
    out = Breakdown()
    for row in rows:
        case = cases.get(row.case_id)
        if case is None:
            continue
        bucket = out.buckets.setdefault(bucket_of(case), Bucket())
        out.rows += 1
        if not row.ok or row.verdict is None:
            bucket.error += 1
        elif row.verdict is Verdict.PASS:
            bucket.passed += 1
            out.passed += 1
        elif row.verdict is Verdict.FAIL:
            bucket.failed += 1
        else:
            bucket.weak += 1
            out.weak_not_promoted += not row.promoted
            out.weak_off_topic += row.promoted
    return out
