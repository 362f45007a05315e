"""The tables of a trace, as rows of text: what the command line prints, made from traces alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lexwarrant.answering.generation.totals import totals_of
from lexwarrant.answering.generation.trace import Attempt, Outcome, Totals, Trace

Row = tuple[str, ...]


def recount(trace: Trace) -> Totals:
    """The totals, worked out again from points and calls."""
    return totals_of(trace.points, trace.calls, trace.question, trace.text, trace.seconds)


def sentence_rows(trace: Trace) -> Iterable[Row]:
    """Point, try, outcome, why, steering, tokens, sentence; one row for each attempt."""
    for number, point in enumerate(trace.points, start=1):
        for tried, attempt in enumerate(point.attempts, start=1):
            yield (
                str(number),
                str(tried),
                attempt.outcome.value,
                why(attempt),
                attempt.steering.value if attempt.steering else "draft",
                str(attempt.tokens),
                attempt.text,
            )
        if point.refused:
            yield (str(number), "", "refused", "", "", "", "")


def why(attempt: Attempt) -> str:
    """The guard or the verdict with its first reason."""
    if attempt.guard is not None:
        return attempt.guard.value
    reasons = [r.value for r in attempt.reasons[:1]]
    return " ".join([attempt.verdict.value if attempt.verdict else "unread", *reasons])


def call_rows(trace: Trace) -> Iterable[Row]:
    """Number, steering, prompt, cached, evaluated, injected, received, seconds, how it ended."""
    for number, call in enumerate(trace.calls):
        usage = call.usage
        yield (
            str(number),
            call.steering.value if call.steering else "draft",
            _count(usage.prompt),
            _count(usage.cached),
            _count(usage.evaluated),
            _count(call.injected),
            str(call.received),
            f"{call.seconds:.2f}",
            call.fault or ("cut" if call.cut else "whole"),
        )


def total_rows(totals: Totals) -> Sequence[Row]:
    """Name and figure of each total."""
    share = "not told" if totals.prefix_share is None else f"{totals.prefix_share:.1%}"
    first = "none" if totals.first_sentence is None else f"{totals.first_sentence:.2f} s"
    return (
        ("verified sentences", str(totals.committed)),
        ("of them claims", str(totals.claims)),
        ("fixed refusals", str(totals.refusals)),
        ("rolled back", str(totals.rolled_back)),
        ("retries", str(totals.retries)),
        ("requests", f"{totals.calls} ({totals.faults} failed)"),
        ("tokens received", str(totals.received)),
        ("of them discarded", str(totals.discarded)),
        ("prompt tokens from the cache", _count(totals.cached)),
        ("prompt tokens read anew", _count(totals.evaluated)),
        ("tokens injected", _count(totals.injected)),
        ("verified prefix from the cache", share),
        ("near-verbatim sentences", f"{totals.near_verbatim:.0%}"),
        ("relevance to the question", f"{totals.relevance:.0%}"),
        ("first verified sentence", first),
        ("whole answer", f"{totals.seconds:.2f} s"),
    )


def steering_rows(traces: Sequence[Trace]) -> Iterable[Row]:
    """Steering, tries, how many were committed; over several traces."""
    attempts = [a for t in traces for p in t.points for a in p.attempts]
    for name in sorted({a.steering.value for a in attempts if a.steering}):
        mine = [a for a in attempts if a.steering and a.steering.value == name]
        good = sum(a.outcome is Outcome.COMMITTED for a in mine)
        yield name, str(len(mine)), str(good)


def _count(value: int | None) -> str:
    return "not told" if value is None else str(value)
