"""Taking filled sheets in: what is right counts, what is not is listed, and nothing is lost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from lexwarrant.annotation.project import Problem, Project, write_lines
from lexwarrant.annotation.rows import SHOWN, SheetRow, from_cells
from lexwarrant.annotation.sheets import read_sheet
from lexwarrant.annotation.stages import FIELDS, Field, FieldKind, Stage, wrong_value
from lexwarrant.records.verification import SupportLabel

MAY_DIFFER = frozenset({"answer", "provision", "passage", "question", "setting", "claim_text"})
"""Long columns: a spreadsheet may have changed their line ends; what was handed out is kept."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file brought: rows that count, and what is listed instead."""

    file: str
    accepted: int
    problems: tuple[Problem, ...]

    def count(self, kind: str) -> int:
        """How many problems of a kind."""
        return sum(p.kind == kind for p in self.problems)


def import_sheet(project: Project, path: Path) -> Imported:
    """Read a sheet of any stage and form and append its rows to the project.

    A row counts when it is one that was handed out to its annotator and its fields hold what they
    may hold. Blank rows (nothing filled in, no day) and malformed ones are kept as problems; a late
    row (after the due day, or of a stage that is closed) counts and is listed as well.
    """
    accepted: dict[Stage, list[SheetRow]] = {}
    problems: dict[Stage, list[Problem]] = {}
    handed = {s: {(r.row, r.annotator): r for r in project.rows(s)} for s in project.stages()}
    for line, cells in read_sheet(path):
        row, kind, why = _judge(project, handed, cells)
        stage = row.stage if row else project.info.stage
        if row is not None and kind != "blank":
            accepted.setdefault(stage, []).append(row)
        if kind:
            problems.setdefault(stage, []).append(
                Problem(
                    kind,
                    path.name,
                    line,
                    cells.get("annotator", ""),
                    cells.get("row", ""),
                    why,
                    cells,
                )
            )
    for stage, rows in accepted.items():
        write_lines(project.stage_folder(stage) / "labels.jsonl", rows, append=True)
    for stage, found in problems.items():
        write_lines(project.stage_folder(stage) / "problems.jsonl", found, append=True)
    listed = tuple(p for found in problems.values() for p in found)
    return Imported(path.name, sum(map(len, accepted.values())), listed)


def _judge(
    project: Project, handed: dict[Stage, dict[tuple[str, str], SheetRow]], cells: dict[str, str]
) -> tuple[SheetRow | None, str, str]:
    """The row that counts (None: none does), the kind of problem ("" without one), and why."""
    if "unreadable" in cells:
        return None, "malformed", "the line cannot be read, or has more cells than columns"
    try:
        came = from_cells(cells)
    except ValueError as error:
        return None, "malformed", str(error)
    known = handed.get(came.stage, {}).get((came.row, came.annotator))
    if known is None:
        return None, "malformed", f"row {came.row!r} was not handed out to {came.annotator!r}"
    for name in SHOWN:
        if name not in MAY_DIFFER and getattr(came, name) != getattr(known, name):
            return None, "malformed", f"the column {name} was changed"
    row = replace(
        known,
        values=came.values,
        rationale=came.rationale,
        minutes=came.minutes,
        done_on=came.done_on,
    )
    for field in FIELDS[row.stage]:
        why = wrong_value(field, row.values.get(field.name, "")) or _not_cut(field, row)
        if why:
            return None, "malformed", why
    why = _wrong_notes(row)
    if why:
        return None, "malformed", why
    if row.blank():
        return row, "blank", "nothing was filled in"
    missing = [f.name for f in FIELDS[row.stage] if f.required and not row.values.get(f.name, "")]
    if missing and row.stage is not Stage.LINK:
        return None, "malformed", f"not filled in: {', '.join(missing)}"
    if row.values.get("support") == SupportLabel.UNSETTLED.value and not row.rationale.strip():
        return None, "malformed", "support: unsettled; say in the rationale who holds what"
    return row, *_late(project, row)


def _not_cut(field: Field, row: SheetRow) -> str:
    words = row.values.get(field.name, "")
    if field.kind is FieldKind.WORDS and words and words not in row.passage:
        return f"{field.name}: these words do not stand in the sentence"
    return ""


def _wrong_notes(row: SheetRow) -> str:
    if row.minutes.strip():
        try:
            spent = float(row.minutes.replace(",", "."))
        except ValueError:
            return f"minutes: {row.minutes!r} is no number"
        if not 0 <= spent < 10_000:
            return f"minutes: {row.minutes!r} is no time"
    if row.done_on.strip():
        try:
            date.fromisoformat(row.done_on.strip())
        except ValueError:
            return f"done_on: {row.done_on!r} is no day; write it as 2026-11-30"
    return ""


def _late(project: Project, row: SheetRow) -> tuple[str, str]:
    if row.stage is not project.info.stage:
        return "late", f"the stage {row.stage.value} is closed"
    done = date.fromisoformat(row.done_on.strip()) if row.done_on.strip() else None
    if project.info.due and done and done > project.info.due:
        return "late", f"done on {done}, due on {project.info.due}"
    return "", ""
