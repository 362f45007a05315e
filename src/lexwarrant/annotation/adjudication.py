"""Conflicts and how they were settled; the labels they were about stay as they are."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from lexwarrant.annotation.project import Decision, Project, write_lines
from lexwarrant.annotation.rows import SheetRow
from lexwarrant.annotation.stages import FIELDS, Field, FieldKind, Stage, split_set, wrong_value
from lexwarrant.records.errors import DataError


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field on which annotators differ: each one's value and rationale; ``decided`` when settled."""

    stage: Stage
    row: str
    field: str
    values: tuple[tuple[str, str, str], ...]
    """Annotator, value, rationale."""
    decided: Decision | None = None


def by_row(labels: list[SheetRow]) -> dict[str, list[SheetRow]]:
    """Labels by the row they are of, annotators in order of name."""
    out: dict[str, list[SheetRow]] = defaultdict(list)
    for label in sorted(labels, key=lambda r: r.annotator):
        out[label.row].append(label)
    return out


def canonical(field: Field, value: str) -> str:
    """A value in the form in which two equal ones are the same text."""
    if field.kind is FieldKind.SET:
        return ";".join(sorted(split_set(value)))
    return " ".join(value.split())


def conflicts(project: Project, stage: Stage) -> list[Conflict]:
    """Every field on which two annotators differ, settled or not, in order of row."""
    decided = {(d.row, d.field): d for d in project.decisions(stage)}
    out = []
    for row, labels in sorted(by_row(project.labels(stage)).items()):
        for field in FIELDS[stage]:
            given = [(r.annotator, r.values.get(field.name, ""), r.rationale) for r in labels]
            given = [g for g in given if g[1].strip()]
            if len({canonical(field, v) for _, v, _ in given}) > 1:
                out.append(
                    Conflict(stage, row, field.name, tuple(given), decided.get((row, field.name)))
                )
    return out


def unresolved(project: Project, stage: Stage) -> list[Conflict]:
    """The conflicts nobody has decided."""
    return [c for c in conflicts(project, stage) if c.decided is None]


def adjudicate(
    project: Project, stage: Stage, row: str, field: str, value: str, *, by: str, why: str, on: date
) -> Decision:
    """Record a decision; raises `DataError` for a row, field or value that is none."""
    known = {f.name: f for f in FIELDS[stage]}
    if field not in known:
        raise DataError(f"the stage {stage.value} has no field {field!r}: {', '.join(known)}")
    if row not in {r.row for r in project.rows(stage)}:
        raise DataError(f"no row {row!r} at the stage {stage.value}; see `annotate conflicts`")
    problem = wrong_value(known[field], value)
    if problem:
        raise DataError(problem)
    if not by.strip() or not why.strip():
        raise DataError("say who decided (--by) and why (--why)")
    decision = Decision(row, field, value, by, on, why)
    write_lines(project.stage_folder(stage) / "decisions.jsonl", [decision], append=True)
    return decision


def settled(project: Project, stage: Stage) -> dict[str, dict[str, str]]:
    """The value that stands for every field of every row.

    A decision where there is one, else what the annotators agree on, else (a conflict nobody has
    decided) nothing. ``claim_text`` and the annotators' joined ``rationale`` come with it.
    """
    decided = {(d.row, d.field): d.value for d in project.decisions(stage)}
    out: dict[str, dict[str, str]] = {}
    for row, labels in by_row(project.labels(stage)).items():
        out[row] = {}
        for field in FIELDS[stage]:
            given = [r.values.get(field.name, "") for r in labels]
            given = [v for v in given if v.strip()]
            same = {canonical(field, v) for v in given}
            if (row, field.name) in decided:
                out[row][field.name] = decided[row, field.name]
            elif len(same) == 1:
                out[row][field.name] = given[0]
        if labels[0].claim_text:
            out[row]["claim_text"] = labels[0].claim_text
        reasons = dict.fromkeys(r.rationale.strip() for r in labels if r.rationale.strip())
        out[row]["rationale"] = " / ".join(reasons)
    return out
