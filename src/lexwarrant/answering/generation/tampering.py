"""What in a stored trace disagrees with the rest of it: text, sentences, counts and totals."""

from __future__ import annotations

from collections.abc import Iterator

from lexwarrant.answering.generation.budgets import StopReason
from lexwarrant.answering.generation.frame import REFUSAL
from lexwarrant.answering.generation.tables import recount
from lexwarrant.answering.generation.trace import Outcome, Trace


def disagreements(trace: Trace) -> tuple[str, ...]:
    """Each thing that does not come out, in words; empty when the trace agrees with itself."""
    return (*_of_text(trace), *_of_counts(trace), *_of_totals(trace))


def _of_text(trace: Trace) -> Iterator[str]:
    """The text is the committed sentences and fixed refusals in order, then the warnings."""
    parts = []
    for point in trace.points:
        parts += [a.text for a in point.attempts if a.outcome is Outcome.COMMITTED]
        parts += [REFUSAL] if point.refused else []
    text, warnings = _bare(trace.text), _bare("".join(trace.warnings))
    if trace.stop is StopReason.ABSTAINED:
        if parts or not text.endswith(warnings):
            yield "its text is not that of an abstention with its warnings"
    elif text != _bare("".join(parts or [REFUSAL])) + warnings:
        yield "its text is not made of its committed sentences"


def _bare(text: str) -> str:
    return "".join(text.split())


def _of_counts(trace: Trace) -> Iterator[str]:
    for number, call in enumerate(trace.calls, start=1):
        usage = call.usage
        counts = {
            "prompt": usage.prompt,
            "cached": usage.cached,
            "evaluated": usage.evaluated,
            "generated": usage.generated,
            "prompt_ms": usage.prompt_ms,
            "prefix": call.prefix,
            "received": call.received,
            "seconds": call.seconds,
        }
        for name, count in counts.items():
            if count is not None and not count >= 0:
                yield f"request {number}: {name} is {count}"
    attempts = [a for p in trace.points for a in p.attempts]
    for number, attempt in enumerate(attempts, start=1):
        if not (attempt.tokens >= 0 and attempt.seconds >= 0):
            yield f"attempt {number}: {attempt.tokens} tokens, {attempt.seconds} s"
        if any(not 0 <= c < len(trace.calls) for c in attempt.calls):
            yield f"attempt {number}: names a request that is not there"
    told, came = sum(a.tokens for a in attempts), sum(c.received for c in trace.calls)
    if told > came:
        yield f"its attempts have {told} tokens, its requests received {came}"


def _of_totals(trace: Trace) -> Iterator[str]:
    if recount(trace) != trace.totals:
        yield "its totals are not those of its rows"
