"""The report as Markdown: tables and the list of failures, for a review or a commit comment.

The questions of sealed splits are left out, since this form is read in passing by the people who
tune the system; they stand in the HTML report and in ``rows.jsonl``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexwarrant.reports.formats import (
    NOT_MEASURED,
    count,
    duration,
    interval,
    number,
    percent,
    shorten,
    visible,
    with_interval,
)
from lexwarrant.reports.model import Report
from lexwarrant.reports.row_view import Outcome, RowView
from lexwarrant.reports.words import MEASURES

MAX_FAILURES = 200
"""Failures listed; all of them stand in ``rows.jsonl``."""

_SPECIAL = re.compile(r"([\\`*_\[\]|#~!$])")


def escape(text: str, limit: int = 300) -> str:
    """``text`` on one line, with nothing in it that Markdown or HTML would act on."""
    line = _SPECIAL.sub(r"\\\1", visible(shorten(text, limit)))
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def markdown_report(report: Report) -> str:
    """The Markdown of ``report``."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield f"# {escape(report.title)}"
    yield ""
    if report.incomplete:
        yield from _incomplete(report)
    else:
        yield from (f"> {escape(n, 1000)}\n" for n in report.notices)
        yield from (f"- {escape(line, 1000)}" for line in report.in_short)
        yield from _headline(report)
        yield from (f"\n{escape(line, 1000)}" for line in report.differences)
        yield from _weak(report)
        yield from _failures(report)
    yield from _footer(report)


def _incomplete(report: Report) -> Iterator[str]:
    state = report.incomplete
    assert state is not None
    yield (
        f"**This run is not complete: no score is shown.** {state.rows} of {state.expected} "
        f"questions have been asked, {state.without_answer} without an answer. Run the same "
        "command again to go on."
    )
    yield ""
    yield from (f"- {escape(case_id)}: {escape(error)}" for case_id, error in state.errors)


def _headline(report: Report) -> Iterator[str]:
    names = [
        escape(s.name) + (" (estimate for unseen questions)" if s.sealed else "")
        for s in report.splits
    ]
    yield ""
    yield f"| | {' | '.join(names)} |"
    yield f"|---|{'---|' * len(names)}"
    for index, outcome in enumerate(o for o, _ in report.splits[0].verdicts):
        cells = [with_interval(s.verdicts[index][1]) for s in report.splits]
        yield f"| **{outcome.value}** | {' | '.join(cells)} |"
    for index, words in enumerate(MEASURES):
        cells = [with_interval(s.measures[index].rate) for s in report.splits]
        lower = " (fewer is better)" if words.lower_is_better else ""
        yield f"| {words.title}{lower} | {' | '.join(cells)} |"
    times = [
        f"{duration(s.latency.p50_ms)} / {duration(s.latency.p95_ms)}"
        if s.latency
        else NOT_MEASURED
        for s in report.splits
    ]
    yield f"| Time to answer, p50 / p95 | {' | '.join(times)} |"
    costs = [number(s.cost) if s.cost is not None else "not reported" for s in report.splits]
    yield f"| Cost | {' | '.join(costs)} |"


def _weak(report: Report) -> Iterator[str]:
    for breakdown in report.breakdowns:
        if not breakdown.items:
            continue
        yield f"\n## PASS by {breakdown.title}, weakest first\n"
        yield f"| {breakdown.title} | {' | '.join(escape(s.name) for s in report.splits)} |"
        yield f"|---|{'---|' * len(report.splits)}"
        for item in breakdown.items:
            rates = dict(item.rates)
            cells = [
                f"{percent(r.value)} ({count(r)}, {interval(r)})"
                if (r := rates.get(s.name)) and r.value is not None
                else ""
                for s in report.splits
            ]
            yield f"| {escape(item.name)} | {' | '.join(cells)} |"


def _failures(report: Report) -> Iterator[str]:
    for split in sorted(report.splits, key=lambda s: s.sealed):
        yield f"\n## Not passed: {escape(split.name)}\n"
        if split.sealed:
            yield (
                "The sealed questions are not shown here, so that they stay unseen by whoever "
                "tunes the system; they stand in report.html and rows.jsonl."
            )
            continue
        failed = [r for r in report.rows_of(split.name) if r.outcome is not Outcome.PASS]
        if not failed:
            yield "None."
        for row in failed[:MAX_FAILURES]:
            yield from _failure(row)
        if len(failed) > MAX_FAILURES:
            yield f"\nand {len(failed) - MAX_FAILURES} more in rows.jsonl."


def _failure(row: RowView) -> Iterator[str]:
    yield f"- **{row.outcome.value}** {escape(row.case_id)}: {escape(row.question)}"
    yield f"  - why: {escape(row.reason) or 'no reason given'}"
    for expected in row.expected:
        if not expected.met:
            said = f" “{escape(expected.said)}”" if expected.said else ""
            yield f"  - expected: {escape(expected.text)}{said}"
    answer = row.answer
    if answer and answer.quotation:
        yield f"  - quoted: {escape(answer.quotation_label)}: “{escape(answer.quotation)}”"
    elif answer and not answer.promoted and answer.refusal:
        yield f"  - declined: {escape(answer.refusal)}"


def _footer(report: Report) -> Iterator[str]:
    yield "\n---\n"
    yield from (f"{escape(line, 1000)}\n" for line in report.attributions)
    yield from (f"- {name}: {escape(value)}" for name, value in report.facts)
