"""How far a judge can be trusted: its errors on human labels and on planted falsehoods.

A gold file holds one object a line: ``question``, ``answer``, ``source`` and ``label``, which is
``pass`` or ``fail`` as people decided.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lexwarrant.evaluation.judge.asking import Material
from lexwarrant.evaluation.judge.judge import Judge
from lexwarrant.evaluation.judge.rubric import Rubric
from lexwarrant.evaluation.judge.stored import read_judge, read_judgments
from lexwarrant.evaluation.statistics.correction import (
    LEAST_YOUDEN,
    Corrected,
    Reliability,
    rogan_gladen,
)
from lexwarrant.evaluation.statistics.intervals import rate
from lexwarrant.records.codec import decode, encode
from lexwarrant.records.errors import DataError
from lexwarrant.records.scores import Rate


@dataclass(frozen=True, slots=True)
class GoldRow:
    """One answer with its human label (``pass`` or ``fail``)."""

    question: str
    answer: str
    source: str
    label: str


@dataclass(frozen=True, slots=True)
class Calibration:
    """A judge's errors. ``planted`` are answers put to sources of other questions: all unsupported."""

    model: str
    rubric_sha256: str
    true_pass: int
    passes: int
    true_fail: int
    failures: int
    unscored: int
    planted_passed: int
    planted: int

    @property
    def reliability(self) -> Reliability:
        """For correcting rates."""
        return Reliability(self.true_pass, self.passes, self.true_fail, self.failures)

    @property
    def false_pass(self) -> Rate:
        """The share of what people fail that the judge passes."""
        return rate(self.failures - self.true_fail, self.failures)

    @property
    def false_fail(self) -> Rate:
        """The share of what people pass that the judge fails."""
        return rate(self.passes - self.true_pass, self.passes)

    @property
    def over_generosity(self) -> Rate:
        """The share of planted unsupported answers that the judge passes."""
        return rate(self.planted_passed, self.planted)

    @property
    def said(self) -> str:
        """Whether the judge may be used to correct rates, in a sentence."""
        youden = self.reliability.youden
        if not self.passes or not self.failures:
            return "cannot say: the gold holds no pass or no fail that was scored"
        if youden < LEAST_YOUDEN:
            return f"refused: Youden's J is {youden:.2f}, under {LEAST_YOUDEN:g}; rates are not corrected"
        return f"usable: Youden's J is {youden:.2f}"


def read_gold(path: Path) -> list[GoldRow]:
    """The rows of a gold file; raises `DataError` that names the line."""
    rows = []
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: {error}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = decode(GoldRow, json.loads(line), f"{path}:{number}")
        except ValueError:
            raise DataError(f"{path}:{number}: not JSON") from None
        if row.label not in ("pass", "fail"):
            raise DataError(f"{path}:{number}: label is {row.label!r}; write pass or fail")
        rows.append(row)
    return rows


def planted(rows: Sequence[GoldRow]) -> list[Material]:
    """Right answers put beside the source of another question, which cannot support them."""
    good = [r for r in rows if r.label == "pass"]
    out = []
    for index, row in enumerate(good):
        other = next(
            (o for o in good[index + 1 :] + good[:index] if o.source.strip() != row.source.strip()),
            None,
        )
        if other is not None:
            out.append(Material(row.question, row.answer, other.source))
    return out


def calibrate(judge: Judge, rows: Sequence[GoldRow]) -> Calibration:
    """Judge the gold and the planted answers."""
    false = planted(rows)
    gold = [Material(r.question, r.answer, r.source) for r in rows]

    async def work() -> list[float | None]:
        await judge.open()
        try:
            limit = asyncio.Semaphore(judge.settings.connections)

            async def one(material: Material) -> float | None:
                async with limit:
                    band = (await judge.judge(material)).said.band
                return band.score if band else None

            return list(await asyncio.gather(*(one(m) for m in [*gold, *false])))
        finally:
            await judge.close()

    scores = asyncio.run(work())
    counts = {"pass": [0, 0], "fail": [0, 0]}
    for row, score in zip(rows, scores, strict=False):
        if score is not None:
            right = judge.rubric.passes(score) == (row.label == "pass")
            counts[row.label][0] += right
            counts[row.label][1] += 1
    after = [s for s in scores[len(gold) :] if s is not None]
    (true_pass, passes), (true_fail, failures) = counts["pass"], counts["fail"]
    return Calibration(
        judge.settings.model,
        judge.rubric.sha256,
        true_pass,
        passes,
        true_fail,
        failures,
        unscored=sum(s is None for s in scores[: len(gold)]),
        planted_passed=sum(judge.rubric.passes(s) for s in after),
        planted=len(after),
    )


def save(path: Path, calibration: Calibration) -> None:
    """Keep a calibration."""
    path.write_text(json.dumps(encode(calibration), indent=2, sort_keys=True) + "\n", "utf-8")


def load(path: Path) -> Calibration:
    """A calibration that was kept."""
    try:
        return decode(Calibration, json.loads(path.read_text("utf-8")), str(path))
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: {error}; make it with `lexwarrant judge calibrate`") from None


@dataclass(frozen=True, slots=True)
class JudgedRate:
    """The share of judged answers that pass: as judged, and as people would have found it."""

    apparent: Rate
    corrected: Corrected | None
    unscored: int
    said: str


def judged_rate(folder: Path, rubric: Rubric, calibration: Calibration | None) -> JudgedRate:
    """The rate of a judged run; corrected only by a calibration of the same model and rubric."""
    manifest = read_judge(folder)
    if manifest is None:
        raise DataError(f"{folder}: was not judged")
    scores = [j.score for j in read_judgments(folder)]
    scored = [s for s in scores if s is not None]
    passed = sum(rubric.passes(s) for s in scored)
    apparent, unscored = rate(passed, len(scored)), len(scores) - len(scored)
    if calibration is None:
        return JudgedRate(apparent, None, unscored, "not corrected: the judge was not calibrated")
    if (calibration.model, calibration.rubric_sha256) != (manifest.model, manifest.rubric_sha256):
        return JudgedRate(
            apparent, None, unscored, "not corrected: calibrated for another judge or rubric"
        )
    corrected = rogan_gladen(passed, len(scored), calibration.reliability)
    return JudgedRate(apparent, corrected, unscored, calibration.said)
