"""Agreement figures of a stage: per field, per dimension, with intervals and prevalence."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import cast

from lexwarrant.annotation.adjudication import by_row, canonical, conflicts
from lexwarrant.annotation.agreement import (
    Distance,
    Span,
    SpanAgreement,
    bootstrap_interval,
    cohen_kappa,
    jaccard,
    krippendorff_alpha,
    masi,
    ordinal,
    span_agreement,
)
from lexwarrant.annotation.project import Project
from lexwarrant.annotation.rows import SheetRow
from lexwarrant.annotation.stages import FIELDS, SUPPORT_ORDER, Field, FieldKind, Stage, split_set

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of agreement; ``value`` None where it is not defined."""

    name: str
    value: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class FieldAgreement:
    """Agreement on one field: figures over ``units`` rows labelled by two or more, the share of each
    value over all labels, and how often annotators kept what the machine had filled in (``kept`` of
    ``shown``, apart from all else: rows that were pre-filled are in no other figure)."""

    stage: Stage
    field: str
    units: int
    figures: tuple[Figure, ...]
    prevalence: dict[str, float]
    kept: int
    shown: int


@dataclass(frozen=True, slots=True)
class Audit:
    """Of the rows handed out at a stage: how many two or more people labelled, how many of those
    conflicted, how many conflicts are decided, and how many labels a decision overturned."""

    stage: Stage
    rows: int
    double: int
    conflicting: int
    decided: int
    overturned: int


@dataclass(frozen=True, slots=True)
class _Unit:
    task: str
    values: tuple[Hashable, ...]
    pairs: tuple[tuple[str, str, Hashable, Hashable], ...]
    """First annotator, second annotator, and the value of each."""


def field_agreement(project: Project, stage: Stage) -> list[FieldAgreement]:
    """Every field of a stage, in order."""
    labels = by_row(project.labels(stage))
    return [
        _field(stage, field, labels) for field in FIELDS[stage] if field.kind is not FieldKind.WORDS
    ]


def _field(stage: Stage, field: Field, labels: dict[str, list[SheetRow]]) -> FieldAgreement:
    units: list[_Unit] = []
    said: Counter[str] = Counter()
    kept = shown = 0
    for rows in labels.values():
        given = [(r, _value(field, r)) for r in rows]
        for row, value in given:
            if value is not None:
                said.update(_names(field, row))
        if any(field.name in r.prefilled for r in rows):
            for row, value in given:
                if value is not None and field.name in row.prefilled:
                    shown += 1
                    kept += canonical(field, row.prefilled[field.name]) == canonical(
                        field, row.values[field.name]
                    )
            continue
        present = [(r.annotator, v) for r, v in given if v is not None]
        if len(present) > 1:
            pairs = tuple((a, b, x, y) for (a, x), (b, y) in combinations(present, 2))
            task = "|".join(rows[0].task)
            units.append(_Unit(task, tuple(v for _, v in present), pairs))
    total = said.total()
    return FieldAgreement(
        stage, field.name, len(units), tuple(_figures(field, units)),
        {name: count / total for name, count in said.most_common()}, kept, shown,
    )  # fmt: skip


def _value(field: Field, row: SheetRow) -> Hashable | None:
    value = row.values.get(field.name, "")
    if not value.strip():
        return None
    return frozenset(split_set(value)) if field.kind is FieldKind.SET else value.strip()


def _names(field: Field, row: SheetRow) -> Sequence[str]:
    value = row.values[field.name]
    return split_set(value) if field.kind is FieldKind.SET else (value.strip(),)


def _figures(field: Field, units: list[_Unit]) -> list[Figure]:
    if field.kind is FieldKind.SET:
        return [
            _measured("mean Jaccard", units, lambda u: _mean(u, jaccard)),
            _measured("equal sets", units, lambda u: _mean(u, lambda a, b: float(a == b))),
            _measured(
                "alpha (MASI)", units, lambda u: krippendorff_alpha([x.values for x in u], masi)
            ),
        ]
    out = [_measured("alpha (nominal)", units, lambda u: krippendorff_alpha([x.values for x in u]))]
    order = SUPPORT_ORDER if field.name == "support" else field.values
    if field.kind is FieldKind.ORDINAL or field.name == "support":
        out.append(_measured("alpha (ordinal)", units, lambda u: _ordinal(u, order)))
    names = sorted({(p[0], p[1]) for u in units for p in u.pairs})
    for first, second in names:
        out.append(_measured(f"kappa {first}, {second}", units, _kappa_of(first, second)))
    return out


def _measured(
    name: str, units: list[_Unit], measure: Callable[[list[_Unit]], float | None]
) -> Figure:
    clusters: dict[str, list[object]] = defaultdict(list)
    for unit in units:
        clusters[unit.task].append(unit)
    interval = bootstrap_interval(clusters, lambda rows: measure(cast("list[_Unit]", rows)))
    return Figure(name, measure(units), interval)


def _mean(units: list[_Unit], of: Callable[[Hashable, Hashable], float]) -> float | None:
    found = [of(x, y) for u in units for _, _, x, y in u.pairs]
    return sum(found) / len(found) if found else None


def _kappa_of(first: str, second: str) -> Callable[[list[_Unit]], float | None]:
    def measure(units: list[_Unit]) -> float | None:
        pairs = [(x, y) for u in units for a, b, x, y in u.pairs if (a, b) == (first, second)]
        return cohen_kappa(pairs)

    return measure


def _ordinal(units: list[_Unit], order: Sequence[str]) -> float | None:
    inside = [[v for v in u.values if v in order] for u in units]
    distance: Distance = ordinal(inside, list(order))
    return krippendorff_alpha(inside, distance)


def extraction_spans(project: Project) -> dict[tuple[str, str], SpanAgreement]:
    """Span agreement of claim extraction for every two annotators, over the answers both labelled."""
    spans: dict[tuple[str, str], dict[str, list[Span]]] = defaultdict(lambda: defaultdict(list))
    seen: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for row in project.labels(Stage.EXTRACT):
        seen[row.annotator].add(row.task)
        if row.values.get("claim") == "yes":
            words = row.values.get("words") or row.passage
            start = int(row.start) + max(0, row.passage.find(words))
            spans[row.task][row.annotator].append((start, start + len(words)))
    out = {}
    for first, second in combinations(sorted(seen), 2):
        both = sorted(seen[first] & seen[second])
        if both:
            texts = [(spans[t][first], spans[t][second]) for t in both]
            out[first, second] = span_agreement(texts)
    return out


def audit(project: Project, stage: Stage) -> Audit:
    """How much of a stage was looked at twice, and what came of it."""
    rows = {r.row for r in project.rows(stage)}
    labels = by_row(project.labels(stage))
    found = conflicts(project, stage)
    fields = {f.name: f for f in FIELDS[stage]}
    overturned = sum(
        canonical(fields[d.field], label.values.get(d.field, ""))
        != canonical(fields[d.field], d.value)
        for d in project.decisions(stage)
        for label in labels.get(d.row, ())
    )
    return Audit(
        stage, len(rows), sum(len(r) > 1 for r in labels.values()), len({c.row for c in found}),
        sum(c.decided is not None for c in found), overturned,
    )  # fmt: skip
