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

TAMPERED = "tampered"
"""The kind of a row of which something was changed that was only shown."""


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
    row (after the due day, or of a stage that is closed) counts and is listed as well. A row of which
    something was changed that was only shown (the answer, the passage, who it was handed out to, the
    machine's labels) does not count, whatever else is right with it: it is kept apart, as it came.
    """
    accepted: dict[Stage, list[SheetRow]] = {}
    problems: dict[Stage, list[Problem]] = {}
    handed = {s: {(r.row, r.annotator): r for r in project.rows(s)} for s in project.stages()}
    tickets = {r.ticket: r for rows in handed.values() for r in rows.values() if r.ticket}
    for line, cells in read_sheet(path):
        row, kind, why = _judge(project, handed, tickets, cells)
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
        folder = project.stage_folder(stage)
        for kept, apart in (("problems.jsonl", False), ("tampered.jsonl", True)):
            own = [p for p in found if (p.kind == TAMPERED) is apart]
            if own:
                write_lines(folder / kept, own, append=True)
    listed = tuple(p for found in problems.values() for p in found)
    return Imported(path.name, sum(map(len, accepted.values())), listed)


def _judge(
    project: Project,
    handed: dict[Stage, dict[tuple[str, str], SheetRow]],
    tickets: dict[str, SheetRow],
    cells: dict[str, str],
) -> tuple[SheetRow | None, str, str]:
    """The row that counts (None: none does), the kind of problem ("" without one), and why."""
    if "unreadable" in cells:
        return None, "malformed", "the line cannot be read, or has more cells than columns"
    if "formula" in cells:
        return (
            None,
            "malformed",
            f"{cells['formula']} is a formula, which is not run; write a value",
        )
    try:
        came = from_cells(cells)
    except ValueError as error:
        return None, "malformed", str(error)
    known = handed.get(came.stage, {}).get((came.row, came.annotator))
    meant = tickets.get(came.ticket)
    if meant is not None and meant is not known:
        said = f"its ticket is that of {meant.row!r}, handed out to {meant.annotator!r}"
        return None, TAMPERED, f"row, stage or annotator was changed: {said}"
    if known is None:
        return None, "malformed", f"row {came.row!r} was not handed out to {came.annotator!r}"
    changed = _changed(came, known, cells)
    if changed:
        return None, TAMPERED, f"{changed}; it is only shown, and comes back as it was handed out"
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


def _changed(came: SheetRow, known: SheetRow, cells: dict[str, str]) -> str:
    """Which column that is only shown came back otherwise, or not at all; empty: none.

    Spreadsheets write line ends and the spaces before them in their own way.
    """
    for name in SHOWN:
        if not _same(getattr(came, name), getattr(known, name)):
            return f"the column {name} was {'changed' if name in cells else 'taken out'}"
    for field in FIELDS[known.stage]:
        name = field.name
        if not _same(came.prefilled.get(name, ""), known.prefilled.get(name, "")):
            return f"the column machine:{name} was changed"
    return ""


def _same(came: str, handed_out: str) -> bool:
    if came == handed_out:
        return True
    first, second = ([x.rstrip() for x in t.strip().splitlines()] for t in (came, handed_out))
    return first == second


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
