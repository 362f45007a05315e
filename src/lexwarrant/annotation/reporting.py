"""The annotation report: agreement by field, conflicts, audit rates, hours, and what a release takes."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from lexwarrant.annotation.adjudication import unresolved
from lexwarrant.annotation.figures import Figure, audit, extraction_spans, field_agreement
from lexwarrant.annotation.project import Project
from lexwarrant.annotation.stages import Stage
from lexwarrant.annotation.workflow import outstanding

PROMPTS = 250


@dataclass(frozen=True, slots=True)
class Hours:
    """Time spent, and what a release would take at the same pace.

    ``spent`` and ``projected`` are in hours. ``answers`` is how many answers have a time at each
    stage that was handed out; ``untimed`` how many labelled rows have none. ``projected`` is None
    without any time. It counts the same share of double labelling, and no adjudication.
    """

    spent: float
    answers: int
    untimed: int
    projected: float | None


def minutes(value: str) -> float | None:
    """Minutes as written, None when nothing was."""
    return float(value.replace(",", ".")) if value.strip() else None


def hours(project: Project, prompts: int = PROMPTS) -> Hours:
    """Time over all stages and the projection.

    Per stage, the mean minutes that one person spent on one answer; the sum of the stages times
    the prompts times the mean number of people an answer is given to.
    """
    spent = 0.0
    untimed = 0
    timed: set[tuple[str, str]] = set()
    one_pass = 0.0
    seen = False
    for stage in project.stages():
        by_answer: dict[tuple[tuple[str, str], str], float] = defaultdict(float)
        for row in project.labels(stage):
            taken = minutes(row.minutes)
            if taken is None:
                untimed += 1
            else:
                by_answer[row.task, row.annotator] += taken
                timed.add(row.task)
        spent += sum(by_answer.values())
        if by_answer:
            seen = True
            one_pass += sum(by_answer.values()) / len(by_answer)
    people = 1 + project.info.overlap * (len(project.info.annotators) - 1)
    projected = one_pass * prompts * people / 60 if seen else None
    return Hours(spent / 60, len(timed), untimed, projected)


def report(project: Project, prompts: int = PROMPTS) -> str:
    """The report as Markdown."""
    info = project.info
    lines = [
        "# Annotation report", "",
        f"{len(project.cards())} answers, annotators {', '.join(info.annotators)}, {info.overlap:.0%} "
        f"labelled by all; stage at hand: {info.stage.value}.", "",
    ]  # fmt: skip
    for stage in project.stages():
        lines += _stage(project, stage)
    spent = hours(project, prompts)
    lines += ["## Time", ""]
    lines.append(
        f"{spent.spent:.1f} hours on {spent.answers} answers; {spent.untimed} labelled rows have no time."
    )
    if spent.projected is None:
        lines.append("No row has a time, so nothing can be said of a release.")
    else:
        missing = [s.value for s in Stage if s not in project.stages()]
        note = f" (without the stages {', '.join(missing)})" if missing else ""
        lines.append(
            f"At this pace {prompts} prompts take {spent.projected:.0f} hours with the same overlap, "
            f"adjudication not counted{note}."
        )
    return "\n".join(lines) + "\n"


def _stage(project: Project, stage: Stage) -> list[str]:
    counted = audit(project, stage)
    problems = [*project.problems(stage), *project.tampered(stage)]
    listed = ("blank", "late", "malformed", "tampered")
    kinds = {k: sum(p.kind == k for p in problems) for k in listed}
    lines = [
        f"## {stage.value.capitalize()}", "",
        f"{counted.rows} rows, {len(outstanding(project, stage))} outstanding; listed: "
        + ", ".join(f"{n} {k}" for k, n in kinds.items()) + ".",
        f"Looked at twice: {counted.double} of {counted.rows} ({_share(counted.double, counted.rows)}); "
        f"in conflict: {counted.conflicting} ({_share(counted.conflicting, counted.double)} of those); "
        f"conflicts decided: {counted.decided}; labels overturned by a decision: {counted.overturned}.",
        "", "| field | rows | agreement | prevalence | machine's label kept |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for field in field_agreement(project, stage):
        figures = "; ".join(_figure(f) for f in field.figures) or "none"
        common = ", ".join(f"{n} {p:.0%}" for n, p in list(field.prevalence.items())[:7]) or "none"
        kept = f"{field.kept} of {field.shown}" if field.shown else "not pre-filled"
        lines.append(f"| {field.field} | {field.units} | {figures} | {common} | {kept} |")
    if stage is Stage.EXTRACT:
        for (first, second), found in extraction_spans(project).items():
            lines.append("")
            lines.append(
                f"Spans of {first} ({found.first}) and {second} ({found.second}): F1 exact "
                f"{_number(found.exact)}, overlapping {_number(found.overlap)}, by character "
                f"{_number(found.characters)}."
            )
    open_ = unresolved(project, stage)
    if open_:
        lines += ["", "Undecided:", ""]
        for conflict in open_:
            said = "; ".join(
                f"{who}: {v} ({why or 'no reason given'})" for who, v, why in conflict.values
            )
            lines.append(f"- `{conflict.row}` {conflict.field}: {said}")
    return [*lines, ""]


def _figure(figure: Figure) -> str:
    if figure.value is None:
        return f"{figure.name} not defined"
    interval = f" [{figure.interval[0]:.2f}, {figure.interval[1]:.2f}]" if figure.interval else ""
    return f"{figure.name} {figure.value:.2f}{interval}"


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.2f}"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "none"
