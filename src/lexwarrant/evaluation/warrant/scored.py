"""Scoring labelled answers: rows of counts, and what they add up to.

One row per answer. Everything that is reported later, the totals, the breakdowns, the comparison of
systems, is a sum over rows by cluster, so ten thousand answers are scored once and cut many ways.
The cluster is the prompt's family: a base scenario with its variants, both contexts of each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from lexwarrant.evaluation.warrant.clusters import Cluster, Estimate, mean_of_ratios, ratio
from lexwarrant.evaluation.warrant.counts import (
    Count,
    counts,
    pairs_of,
    policy_counts,
    policy_holds,
    support_holds,
    supported,
)
from lexwarrant.evaluation.warrant.diagnosis import bottlenecks
from lexwarrant.evaluation.warrant.easier import (
    EASIER,
    HallucinationType,
    easier_counts,
    hallucination,
)
from lexwarrant.evaluation.warrant.selective import RiskCoverage, risk_coverage
from lexwarrant.evaluation.warrant.weights import RiskWeights
from lexwarrant.records.errors import DataError
from lexwarrant.records.verification import RiskTier
from lexwarrant.records.warrant import (
    Bottleneck,
    ItemContext,
    PolicyAct,
    WarrantCard,
    WarrantItem,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ScoredAnswer:
    """One answer, counted. ``groups`` are its values on every breakdown."""

    system: str
    item: str
    context: str
    cluster: str
    groups: dict[str, tuple[str, ...]]
    counts: dict[str, Count]
    policy: dict[PolicyAct, Count]
    confidences: tuple[tuple[float | None, bool], ...]
    types: tuple[HallucinationType, ...]
    bottlenecks: tuple[Bottleneck, ...]
    support_ok: bool
    policy_ok: bool

    @property
    def warranted(self) -> bool:
        """Whether support and policy both hold."""
        return self.support_ok and self.policy_ok

    @property
    def easier_passed(self) -> tuple[str, ...]:
        """The easier metrics that are perfect on this answer; those it has none of are not."""
        return tuple(
            name
            for name in EASIER
            if self.counts[name].denominator
            and self.counts[name].numerator == self.counts[name].denominator
        )


def index_items(
    items: Iterable[WarrantItem],
) -> dict[tuple[str, str], tuple[WarrantItem, ItemContext]]:
    """Items by id and context name."""
    return {(i.id, c.name): (i, c) for i in items for c in i.contexts}


def score(
    cards: Iterable[WarrantCard],
    items: Mapping[tuple[str, str], tuple[WarrantItem, ItemContext]],
    weights: RiskWeights,
    only: RiskTier | None = None,
) -> list[ScoredAnswer]:
    """Count every card against its gold card.

    ``only`` keeps answers and claims of one risk tier. Raises `DataError` for a card of an item or
    context that is not in ``items``.
    """
    out = []
    for card in cards:
        found = items.get((card.item, card.context))
        if found is None:
            raise DataError(
                f"card of {card.system or 'gold'}: no item {card.item!r} with a context "
                f"{card.context!r}; score it against the suite it was made on"
            )
        item, asked = found
        if only not in (None, asked.gold.risk):
            continue
        pairs = pairs_of(card, only)
        licensed = [supported(c, k) for c, k in pairs]
        out.append(
            ScoredAnswer(
                card.system, card.item, card.context, item.family,
                _groups(item, asked),
                counts(card, asked, weights, only) | easier_counts(card, item, asked, only),
                policy_counts(card, asked),
                tuple((k.confidence, ok) for (_, k), ok in zip(pairs, licensed, strict=True)),
                tuple(hallucination(p, licensed=ok) for p, ok in zip(pairs, licensed, strict=True)),
                bottlenecks(card, asked),
                support_holds(card),
                policy_holds(card, asked),
            )
        )  # fmt: skip
    return out


def _groups(item: WarrantItem, asked: ItemContext) -> dict[str, tuple[str, ...]]:
    context, day = asked.context, asked.context.analysis_date
    kinds = tuple(sorted({k.kind.value for k in asked.gold.links})) or ("none",)
    return {
        "domain": (item.domain,),
        "jurisdiction": (context.jurisdiction or "not said",),
        "source_type": kinds,
        "user_type": (context.user_type or "not said",),
        "date": (_era(day.year) if day else "not said",),
        "risk": (asked.gold.risk.value,),
        "stress": (item.stress.value,),
    }


def _era(year: int) -> str:
    return "before 2000" if year < 2000 else "2000-2019" if year < 2020 else "2020 on"


BREAKDOWNS = ("domain", "jurisdiction", "source_type", "user_type", "date", "risk", "stress")


@dataclass(frozen=True, slots=True)
class Summary:
    """Every metric over a set of answers of one system."""

    system: str
    answers: int
    metrics: dict[str, Estimate]
    curve: RiskCoverage
    types: dict[HallucinationType, int]
    bottlenecks: dict[Bottleneck, int]
    warranted: Estimate
    support_ok: Estimate
    policy_ok: Estimate


def clusters_of(
    rows: Iterable[ScoredAnswer], get: Callable[[ScoredAnswer], Count]
) -> dict[str, Cluster]:
    """The sums of one count by cluster."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for row in rows:
        count = get(row)
        into = sums[row.cluster]
        into[0] += count.numerator
        into[1] += count.denominator
    return {name: (y, x) for name, (y, x) in sums.items()}


def summarise(rows: Sequence[ScoredAnswer]) -> Summary:
    """Every metric of one system's rows with linearised cluster intervals."""
    names = list(rows[0].counts) if rows else []
    metrics = {}
    for name in names:
        unknown = sum(r.counts[name].unknown for r in rows)
        metrics[name] = ratio(clusters_of(rows, lambda r, n=name: r.counts[n]), unknown)  # type: ignore[misc]
    acts = [clusters_of(rows, lambda r, a=act: r.policy[a]) for act in PolicyAct]  # type: ignore[misc]
    metrics["policy_micro_f1"] = ratio(clusters_of(rows, _all_acts))
    metrics["policy_macro_f1"] = mean_of_ratios(acts)
    for act, part in zip(PolicyAct, acts, strict=True):
        metrics[f"policy_f1.{act.value}"] = ratio(part)
    kinds, places = (
        _tally(t for r in rows for t in r.types),
        _tally(r.bottlenecks[0] for r in rows if r.bottlenecks),
    )
    return Summary(
        rows[0].system if rows else "", len(rows), metrics,
        risk_coverage(c for r in rows for c in r.confidences),
        kinds, places,
        ratio(clusters_of(rows, lambda r: Count(r.warranted, 1))),
        ratio(clusters_of(rows, lambda r: Count(r.support_ok, 1))),
        ratio(clusters_of(rows, lambda r: Count(r.policy_ok, 1))),
    )  # fmt: skip


def _all_acts(row: ScoredAnswer) -> Count:
    return Count(
        sum(c.numerator for c in row.policy.values()),
        sum(c.denominator for c in row.policy.values()),
    )


def _tally(values: Iterable[T]) -> dict[T, int]:
    out: dict[T, int] = {}
    for value in values:
        out[value] = out.get(value, 0) + 1
    return out


def break_down(rows: Sequence[ScoredAnswer], by: str) -> dict[str, Summary]:
    """A summary for every value of one breakdown, in the order of their names."""
    groups: dict[str, list[ScoredAnswer]] = defaultdict(list)
    for row in rows:
        for value in row.groups[by]:
            groups[value].append(row)
    return {value: summarise(groups[value]) for value in sorted(groups)}
