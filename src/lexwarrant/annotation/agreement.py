"""Agreement between annotators, one figure for each thing they agree on and never one for all.

* Cohen, J. (1960), Educational and Psychological Measurement 20:37-46: kappa of two annotators.
* Krippendorff, K. (2004), Content Analysis, 2nd ed., ch. 11: alpha for any number of annotators,
  missing values left out, with nominal and ordinal differences.
* Passonneau, R. (2006), LREC: MASI, the difference of two sets, for alpha over sets.

Every function gives None where the figure is not defined (one value only, nothing in common): that
everybody always said the same is not perfect agreement but no evidence of any.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

Value = Hashable
Distance = Callable[[Value, Value], float]


def cohen_kappa(pairs: Sequence[tuple[Value, Value]]) -> float | None:
    """Cohen's kappa over the units that both annotators labelled."""
    n = len(pairs)
    if not n:
        return None
    observed = sum(a == b for a, b in pairs) / n
    first, second = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    expected = sum(first[v] * second[v] for v in first) / (n * n)
    return None if expected == 1 else (observed - expected) / (1 - expected)


def krippendorff_alpha(
    units: Sequence[Sequence[Value]], distance: Distance | None = None
) -> float | None:
    """Krippendorff's alpha over units, each the values it was given (missing ones left out).

    ``distance`` is the squared difference of two values; nominal without one.
    """
    paired = [u for u in units if len(u) > 1]
    if not paired:
        return None
    apart = distance or nominal
    totals: Counter[Value] = Counter(v for u in paired for v in u)
    n = totals.total()
    observed = 0.0
    for unit in paired:
        inside = Counter(unit)
        listed = list(inside)
        within = sum(
            2 * inside[a] * inside[b] * apart(a, b)
            for i, a in enumerate(listed) for b in listed[i + 1 :]
        )  # fmt: skip
        observed += within / (len(unit) - 1)
    values = list(totals)
    expected = sum(
        2 * totals[a] * totals[b] * apart(a, b)
        for i, a in enumerate(values) for b in values[i + 1 :]
    )  # fmt: skip
    return None if expected == 0 else 1 - (n - 1) * observed / expected


def nominal(a: Value, b: Value) -> float:
    """0 when equal, else 1."""
    return 0.0 if a == b else 1.0


def ordinal(units: Sequence[Sequence[Value]], order: Sequence[Value]) -> Distance:
    """Krippendorff's ordinal difference: how many values lie between two, squared.

    It depends on how often each value occurs among the pairable ones, so it is made from the units.
    """
    counts = Counter(v for u in units if len(u) > 1 for v in u)
    rank = {v: i for i, v in enumerate(order)}

    def apart(a: Value, b: Value) -> float:
        low, high = sorted((rank[a], rank[b]))
        between = sum(counts[v] for v in order[low : high + 1])
        return (between - (counts[order[low]] + counts[order[high]]) / 2) ** 2

    return apart


def masi(a: Value, b: Value) -> float:
    """1 minus Jaccard times monotonicity: 0 for equal sets, 1 for disjoint ones."""
    first, second = _set(a), _set(b)
    if first == second:
        return 0.0
    both, either = first & second, first | second
    if not both:
        return 1.0
    monotone = 2 / 3 if first <= second or second <= first else 1 / 3
    return 1 - len(both) / len(either) * monotone


def jaccard(a: Value, b: Value) -> float:
    """The share two sets have in common; 1 for two empty ones."""
    first, second = _set(a), _set(b)
    either = first | second
    return len(first & second) / len(either) if either else 1.0


def _set(value: Value) -> frozenset[Value]:
    assert isinstance(value, frozenset)
    return value


Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SpanAgreement:
    """Two annotators' spans over the same texts.

    ``exact`` and ``overlap`` are F1 over spans (equal ends; any character in common, one to one in
    order of position), ``characters`` F1 over the characters marked. None when neither marked any.
    """

    exact: float | None
    overlap: float | None
    characters: float | None
    first: int
    second: int


def span_agreement(texts: Sequence[tuple[Sequence[Span], Sequence[Span]]]) -> SpanAgreement:
    """Agreement over texts, each with the first and the second annotator's spans."""
    exact = overlap = common = first = second = marked = 0
    for a, b in texts:
        first, second = first + len(a), second + len(b)
        exact += len(set(a) & set(b))
        overlap += _overlapping(sorted(a), sorted(b))
        one, two = _characters(a), _characters(b)
        common += len(one & two)
        marked += len(one) + len(two)
    both = first + second

    def f1(hits: int) -> float | None:
        return 2 * hits / both if both else None

    return SpanAgreement(
        f1(exact), f1(overlap), 2 * common / marked if marked else None, first, second
    )


def _overlapping(a: Sequence[Span], b: Sequence[Span]) -> int:
    i = j = hits = 0
    while i < len(a) and j < len(b):
        if a[i][0] < b[j][1] and b[j][0] < a[i][1]:
            hits, i, j = hits + 1, i + 1, j + 1
        elif a[i][1] <= b[j][1]:
            i += 1
        else:
            j += 1
    return hits


def _characters(spans: Sequence[Span]) -> set[int]:
    return {c for start, end in spans for c in range(start, end)}


def bootstrap_interval(
    clusters: Mapping[str, Sequence[object]],
    measure: Callable[[list[object]], float | None],
    replicates: int = 500,
    seed: int = 11,
) -> tuple[float, float] | None:
    """The 95 % percentile interval of a figure over resampled clusters (the answers).

    Resamples in which the figure is not defined are left out; None when there are fewer than two
    clusters or more than half of the resamples are.
    """
    names = sorted(clusters)
    if len(names) < 2:
        return None
    draw = random.Random(seed)
    found = []
    for _ in range(replicates):
        rows = [r for name in draw.choices(names, k=len(names)) for r in clusters[name]]
        value = measure(rows)
        if value is not None:
            found.append(value)
    if len(found) * 2 < replicates:
        return None
    found.sort()
    return found[int(0.025 * len(found))], found[min(len(found) - 1, int(0.975 * len(found)))]
