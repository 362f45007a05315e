"""Every figure of a trace, worked out from its points and calls alone.

The engine stores what `totals_of` gives, and ``lexwarrant replay`` works it out again: the two
cannot differ unless the file was changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lexwarrant.answering.generation.guards import PASTED_FROM, relevance, subject
from lexwarrant.answering.generation.trace import Attempt, Call, Outcome, Point, Totals
from lexwarrant.records.verification import ClaimKind, SentenceVerdict

CLAIMS = frozenset({ClaimKind.STATES_LAW, ClaimKind.APPLIES_LAW, ClaimKind.STATES_SILENCE})


def totals_of(
    points: Sequence[Point], calls: Sequence[Call], question: str, text: str, seconds: float
) -> Totals:
    """The sums of an answer."""
    attempts = [a for p in points for a in p.attempts]
    good = [a for a in attempts if a.outcome is Outcome.COMMITTED]
    bad = [a for a in attempts if a.outcome is Outcome.ROLLED_BACK]
    verified = [a for a in good if a.verdict is SentenceVerdict.SUPPORTED]
    return Totals(
        committed=len(good),
        refusals=sum(p.refused for p in points),
        rolled_back=len(bad),
        retries=sum(a.steering is not None for a in attempts),
        calls=len(calls),
        faults=sum(bool(c.fault) for c in calls),
        received=sum(c.received for c in calls),
        discarded=sum(a.tokens for a in bad),
        cached=_sum(c.usage.cached for c in calls if not c.fault),
        evaluated=_sum(c.usage.evaluated for c in calls if not c.fault),
        injected=_sum(c.injected for c in calls if c.injected is not None),
        prefix_share=prefix_share(calls),
        first_sentence=verified[0].seconds if verified else None,
        seconds=seconds,
        near_verbatim=_share(good, lambda a: a.copied >= PASTED_FROM),
        relevance=round(relevance(text, subject(question)), 4),
        claims=sum(a.claim in CLAIMS for a in good),
    )


def prefix_share(calls: Iterable[Call]) -> float | None:
    """Share of the verified prefix that retries took from the cache; None when it is not known."""
    prefix = cached = 0
    for call in calls:
        if call.steering is None or call.prefix is None or call.usage.cached is None:
            continue
        prefix += call.prefix
        cached += min(call.prefix, call.usage.cached)
    return round(cached / prefix, 4) if prefix else None


def _sum(values: Iterable[int | None]) -> int | None:
    known = list(values)
    if not known or any(v is None for v in known):
        return None
    return sum(v for v in known if v is not None)


def _share(attempts: Sequence[Attempt], holds: object) -> float:
    assert callable(holds)
    return round(sum(bool(holds(a)) for a in attempts) / len(attempts), 4) if attempts else 0.0
