"""The summary of a run: rates with numerator, denominator and interval, split by split."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from lexwarrant.evaluation.scorers.citations import citation_credits
from lexwarrant.evaluation.statistics.intervals import (
    newcombe,
    rate,
    rate_of_passes,
    smallest_detectable_drop,
)
from lexwarrant.law.existence import existence
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import CitationRole
from lexwarrant.records.citation import Resolves
from lexwarrant.records.codec import encode
from lexwarrant.records.run import Row
from lexwarrant.records.scores import Rate, Verdict
from lexwarrant.records.suite import Case, Suite


@dataclass(frozen=True, slots=True)
class Latency:
    """Percentiles of the target's time, in milliseconds, over rows with an answer."""

    p50_ms: float
    p95_ms: float


@dataclass(frozen=True, slots=True)
class SplitSummary:
    """One split: how many cases, its rates by name, and the same verdicts by breakdown.

    ``rates`` holds at least pass, weak, fail (the strict verdict), no_answer, fabricated,
    out_of_scope_refused, citation_accuracy and refusal_correctness. ``breakdowns`` maps a tag
    (topic, difficulty, family) to its values and each to the strict PASS rate. ``passes`` is how often
    each case was asked: intervals are for cases.
    """

    cases: int
    rates: Mapping[str, Rate]
    breakdowns: Mapping[str, Mapping[str, Rate]]
    latency: Latency | None
    cost: float | None
    smallest_detectable_drop: float | None = None
    difference_from_first: tuple[float, float] | None = None
    passes: int = 1

    def as_json(self) -> dict[str, Any]:
        """The form of ``summary.json``: cases and rates side by side."""
        return {
            "cases": self.cases,
            **{name: _rate_json(r) for name, r in self.rates.items()},
            "by": {
                tag: {value: _rate_json(r) for value, r in values.items()}
                for tag, values in self.breakdowns.items()
            },
            "latency": encode(self.latency),
            "cost": self.cost,
            "smallest_detectable_drop": self.smallest_detectable_drop,
            "pass_difference_from_first_split": encode(self.difference_from_first),
        }


def _rate_json(r: Rate) -> dict[str, float | None]:
    return {
        "numerator": r.numerator,
        "denominator": r.denominator,
        "low": r.low,
        "high": r.high,
    }


def _percentile(ordered: list[float], share: float) -> float:
    """Nearest-rank percentile of an ordered, non-empty list."""
    index = max(0, min(len(ordered) - 1, round(share * len(ordered) + 0.5) - 1))
    return ordered[index]


@dataclass(slots=True)
class _Tally:
    """Counts of one split while its rows stream past."""

    rows: int = 0
    passes: int = 1
    counts: dict[str, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0.0, 0]))
    tags: dict[str, dict[str, list[float]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(lambda: [0.0, 0]))
    )
    times: array[float] = field(default_factory=lambda: array("d"))
    cost: float | None = None

    def count(self, name: str, value: float, of: int = 1) -> None:
        entry = self.counts[name]
        entry[0] += value
        entry[1] += of


_SCORED = ("refusal_correctness", "refusal_reason", "faithfulness", "fabricated", "wrong_citation",
           "answer_faithfulness")  # fmt: skip
_ALWAYS = ("pass", "weak", "fail", "no_answer", "fabricated", "out_of_scope_refused",
           "citation_accuracy", "refusal_correctness")  # fmt: skip
MEASURES = frozenset(
    {
        *_ALWAYS, *_SCORED, *(f"{name}_unscorable" for name in _SCORED),
        "ladder_pass", "ladder_weak", "ladder_fail", "corpus_coverage", "missing_citation",
        *(f"citation_accuracy_{role.value}" for role in CitationRole if role.value != "main"),
        "right_refusals", "over_refusal",
    }
)  # fmt: skip
"""Every rate that a summary can hold; one that a run gives nothing to count for is left out."""


def _add(tally: _Tally, case: Case, row: Row, held: Callable[[str], bool]) -> None:
    tally.rows += 1
    tally.passes = max(tally.passes, row.repeat)
    strict_known = not row.ok or row.strict_verdict is not None  # an imported row may not have one
    for name, verdict in (("pass", Verdict.PASS), ("weak", Verdict.WEAK), ("fail", Verdict.FAIL)):
        tally.count(name, row.strict_verdict is verdict, of=int(strict_known))
        tally.count(f"ladder_{name}", row.verdict is verdict)
    tally.count("no_answer", not row.ok)
    for tag in ("topic", "difficulty", "family"):
        value = getattr(case.tags, tag)
        if value:
            entry = tally.tags[tag][value]
            entry[0] += row.strict_verdict is Verdict.PASS
            entry[1] += strict_known
    for citation in case.expect_citations:
        tally.count("corpus_coverage", held(citation.provision))
    if row.cost is not None:
        tally.cost = (tally.cost or 0.0) + row.cost
    if not row.ok or row.answer is None:
        return
    tally.times.append(row.elapsed_ms)
    for credit in citation_credits(case, row.answer):
        tally.count("citation_accuracy", credit.credit)
        tally.count("missing_citation", credit.credit == 0)
        if credit.role.value != "main":
            tally.count(f"citation_accuracy_{credit.role.value}", credit.credit)
    if case.expect_no_promotion:
        tally.count("right_refusals", not row.promoted)
        if case.out_of_scope:
            tally.count("out_of_scope_refused", not row.promoted)
    else:
        tally.count("over_refusal", not row.promoted)
    for name in _SCORED:
        measure = row.measures.get(name)
        if measure is not None and measure.kind == "scored" and measure.value is not None:
            tally.count(name, measure.value)
        elif measure is not None and measure.kind == "unscorable":
            tally.count(f"{name}_unscorable", 1)


def summarise(suite: Suite, rows: Iterable[Row], snapshot: Snapshot) -> dict[str, SplitSummary]:
    """Summaries by split, in the suite's order. Rows are streamed.

    The first split is the reference: for every later one the summary gives the interval of the
    difference in PASS (later minus first, Newcombe) and the smallest drop that the two sizes
    could have shown. With several passes every interval is for cases, not for rows, since passes of
    one case are not independent.
    """
    cases = {case.id: case for _, case in suite.cases()}
    tallies = {split.name: _Tally() for split in suite.splits}

    @lru_cache(maxsize=65_536)
    def held(provision: str) -> bool:
        return existence(snapshot, provision).resolves is Resolves.EXISTS

    for row in rows:
        if row.case_id in cases and row.split in tallies:
            _add(tallies[row.split], cases[row.case_id], row, held)
    out: dict[str, SplitSummary] = {}
    first: Rate | None = None
    first_pass: Rate | None = None
    for name, tally in tallies.items():
        passes = tally.passes
        rates = {
            key: rate_of_passes(*_pair(tally.counts[key]), passes)
            for key in (*_ALWAYS, *tally.counts)
        }
        times = sorted(tally.times)
        own = rates["pass"]
        out[name] = SplitSummary(
            cases=tally.rows,
            rates=rates,
            breakdowns={
                tag: {
                    value: rate_of_passes(*_pair(c), passes) for value, c in sorted(values.items())
                }
                for tag, values in tally.tags.items()
            },
            latency=Latency(_percentile(times, 0.5), _percentile(times, 0.95)) if times else None,
            cost=tally.cost,
            smallest_detectable_drop=(
                smallest_detectable_drop(first_pass, own.denominator // passes)
                if first_pass
                else None
            ),
            difference_from_first=newcombe(own, first) if first else None,
            passes=passes,
        )
        first = first or own
        first_pass = first_pass or rate(own.numerator / passes, own.denominator // passes)
    return out


def _pair(entry: list[float]) -> tuple[float, int]:
    return entry[0], int(entry[1])
