"""Tables for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from lexwarrant.evaluation.summary import SplitSummary
    from lexwarrant.records.scores import Rate

_ROWS = (
    ("pass", "PASS (strict)"),
    ("weak", "WEAK"),
    ("fail", "FAIL"),
    ("no_answer", "no answer"),
    ("fabricated", "fabricated citations (of answers)"),
    ("out_of_scope_refused", "out of scope, refused"),
    ("refusal_correctness", "refusal correctness"),
    ("citation_accuracy", "citation accuracy"),
    ("wrong_citation", "wrong citation (of answers)"),
    ("faithfulness", "quotation verbatim"),
    ("answer_faithfulness", "own sentences supported"),
)


def percent(rate: Rate) -> str:
    """A rate as a person reads it: share, interval and counts."""
    if rate.value is None or rate.low is None or rate.high is None:
        return "not measured"
    count = f"{rate.numerator:g}/{rate.denominator}"
    return f"{rate.value:6.1%}  [{rate.low:.0%}–{rate.high:.0%}]  {count}"


def print_summary(summaries: Mapping[str, SplitSummary], console: Console) -> None:
    """The headline figures of a run, a column per split."""
    from rich.table import Table

    table = Table("", *(f"{name} ({s.cases} cases)" for name, s in summaries.items()))
    for key, label in _ROWS:
        cells = [
            percent(s.rates[key]) if key in s.rates else "not measured" for s in summaries.values()
        ]
        table.add_row(label, *cells)
    latencies = [
        f"p50 {s.latency.p50_ms:.1f} ms, p95 {s.latency.p95_ms:.1f} ms" if s.latency else ""
        for s in summaries.values()
    ]
    table.add_row("latency", *latencies)
    console.print(table)
    names = list(summaries)
    for name in names[1:]:
        s = summaries[name]
        if s.difference_from_first is None:
            continue
        low, high = s.difference_from_first
        verdict = (
            "clearly lower" if high < 0 else "clearly higher" if low > 0 else "no clear difference"
        )
        seen = s.smallest_detectable_drop
        least = f"; these sizes would show a drop of {seen:.0%} or more" if seen else ""
        console.print(
            f"{name} against {names[0]}: {verdict} in PASS (difference {low:+.0%} to {high:+.0%}){least}",
            markup=False,
        )
