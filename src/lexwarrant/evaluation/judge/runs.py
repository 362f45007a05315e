"""Judging the stored answers of a run, estimating it first, and judging it again for drift."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lexwarrant.evaluation.judge.asking import Material, messages, shown
from lexwarrant.evaluation.judge.judge import MOST_OUTPUT_TOKENS, Judge
from lexwarrant.evaluation.judge.rubric import Rubric
from lexwarrant.evaluation.judge.sources import material_of
from lexwarrant.evaluation.judge.stored import (
    JudgeManifest,
    Judgment,
    read_judge,
    read_judgments,
    write_judgments,
)
from lexwarrant.evaluation.money import PriceTable, tokens_at_most
from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.statistics.agreement import kappa, spearman
from lexwarrant.evaluation.verdicts import NotComparable
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import DataError, LexwarrantError
from lexwarrant.records.run import Row
from lexwarrant.records.suite import Suite


@dataclass(frozen=True, slots=True)
class Estimate:
    """What judging would take, at most: calls, tokens, money (None: the model has no price)."""

    calls: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    currency: str


def estimate(
    materials: Iterator[Material], rubric: Rubric, model: str, prices: PriceTable
) -> Estimate:
    """An upper estimate. Nothing is sent."""
    calls = tokens = 0
    for material in materials:
        calls += 1
        tokens += sum(
            tokens_at_most(m["content"]) for m in messages(rubric, shown(material).material)
        )
    out = calls * MOST_OUTPUT_TOKENS
    return Estimate(calls, tokens, out, prices.of(model, tokens, out), prices.currency)


def materials_of(
    folder: Path, suite: Suite, snapshot: Snapshot
) -> Iterator[tuple[Row, Material | None]]:
    """Rows of a run with what a judge is shown of each; None where there is nothing to judge."""
    cases = {c.id: c for _, c in suite.cases()}
    for row in read_rows(folder):
        case = cases.get(row.case_id)
        if case is not None and row.ok and row.answer is not None:
            yield row, material_of(case, row.answer, snapshot)
        else:
            yield row, None


async def _judge_rows(
    judge: Judge, folder: Path, suite: Suite, snapshot: Snapshot, salt: str,
    watch: Callable[[int], None],
) -> tuple[list[Judgment], int]:  # fmt: skip
    waiting = materials_of(folder, suite, snapshot)
    out: dict[tuple[str, int], Judgment] = {}
    skipped = 0

    failures: list[LexwarrantError] = []

    async def worker() -> None:
        nonlocal skipped
        for row, material in waiting:
            if failures:
                return
            if material is None:
                skipped += 1
                continue
            try:
                verdict = await judge.judge(material, salt)
            except LexwarrantError as error:  # what is under way elsewhere still comes to its end
                failures.append(error)
                return
            said, band = verdict.said, verdict.said.band
            out[row.case_id, row.repeat] = Judgment(
                row.case_id, row.repeat, judge.settings.model, band.score if band else None,
                band.label if band else "", said.justification, said.quotation, said.reason,
                verdict.shown.masked, len(material.answer), verdict.cost, verdict.cached,
            )  # fmt: skip
            watch(len(out))

    await judge.open()
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(judge.settings.connections):
                group.create_task(worker())
    finally:
        await judge.close()
    if failures:
        raise failures[0]
    return [out[k] for k in sorted(out)], skipped


def judge_run(
    judge: Judge, folder: Path, suite: Suite, snapshot: Snapshot,
    watch: Callable[[int], None] = lambda done: None,
) -> JudgeManifest:  # fmt: skip
    """Judge every answer of the run in ``folder`` and keep the judgments beside it.

    Raises `OverBudget` with the replies so far in the cache, and `NotComparable` when the run was
    judged under another rubric.
    """
    before = read_judge(folder)
    if before is not None and before.rubric_sha256 != judge.rubric.sha256:
        raise NotComparable(
            f"{folder}: was judged by the rubric {before.rubric_sha256[:12]}, not "
            f"{judge.rubric.sha256[:12]}; scores under two rubrics do not mix: judge a copy of the run"
        )
    judgments, skipped = asyncio.run(_judge_rows(judge, folder, suite, snapshot, "", watch))
    file, spending = judge.rubric.file, judge.spending
    manifest = JudgeManifest(
        file.rubric, file.version, judge.rubric.sha256, judge.settings.model,
        judge.settings.parameters, len(judgments), sum(j.score is None for j in judgments), skipped,
        spending.hits, spending.cost, spending.saved, judge.prices.currency, judge.settings.family,
    )  # fmt: skip
    write_judgments(folder, manifest, judgments)
    return manifest


@dataclass(frozen=True, slots=True)
class Drift:
    """A stored run judged again: how often the score came out the same."""

    compared: int
    same: int
    kappa: float | None
    mean_shift: float | None
    changed: tuple[str, ...]


def drift(judge: Judge, folder: Path, suite: Suite, snapshot: Snapshot, salt: str) -> Drift:
    """Judge the run again, past the cache, and compare; the stored judgments stay."""
    stored = {(j.case_id, j.repeat): j for j in read_judgments(folder) if j.score is not None}
    if not stored:
        raise DataError(f"{folder}: was not judged, so there is nothing to drift from")
    again, _ = asyncio.run(_judge_rows(judge, folder, suite, snapshot, salt, lambda done: None))
    pairs: list[tuple[float, float]] = []
    changed = []
    for judgment in again:
        before = stored.get((judgment.case_id, judgment.repeat))
        if before is None or before.score is None or judgment.score is None:
            continue
        pairs.append((before.score, judgment.score))
        if before.score != judgment.score:
            changed.append(judgment.case_id)
    shift = sum(b - a for a, b in pairs) / len(pairs) if pairs else None
    return Drift(len(pairs), sum(a == b for a, b in pairs), kappa(pairs), shift, tuple(changed))


def length_correlation(folder: Path) -> float | None:
    """Spearman's correlation of score and answer length; None when either does not vary."""
    scored = [(j.answer_chars, j.score) for j in read_judgments(folder) if j.score is not None]
    return spearman([float(n) for n, _ in scored], [s for _, s in scored])


@dataclass(frozen=True, slots=True)
class Combined:
    """Two judges over one run: where they agree, and what a person has to look at."""

    agreed: tuple[tuple[str, float], ...]
    disagreed: tuple[tuple[str, float, float], ...]
    kappa: float | None


def combine(first: Path, second: Path, rubric: Rubric) -> Combined:
    """Judgments of two judges of one run (or of a run and its copy) under one rubric."""
    a, b = read_judge(first), read_judge(second)
    if a is None or b is None:
        raise DataError("both runs must have been judged")
    if {a.rubric_sha256, b.rubric_sha256} != {rubric.sha256}:
        raise NotComparable("the two judges did not use this rubric; their scores do not combine")
    if a.kind() == b.kind():
        raise NotComparable(
            f"{a.model} and {b.model} are both of the family {a.kind()!r}, which errs alike: combine "
            "judges of different families, or judge with --family when the name misleads"
        )
    left = {(j.case_id, j.repeat): j.score for j in read_judgments(first)}
    agreed, disagreed, pairs = [], [], []
    for j in read_judgments(second):
        other = left.get((j.case_id, j.repeat))
        if other is None or j.score is None:
            continue
        pairs.append((rubric.passes(other), rubric.passes(j.score)))
        if pairs[-1][0] == pairs[-1][1]:
            agreed.append((j.case_id, (other + j.score) / 2))
        else:
            disagreed.append((j.case_id, other, j.score))
    return Combined(tuple(agreed), tuple(disagreed), kappa(pairs))
