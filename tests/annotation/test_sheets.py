"""Sheets lose nothing, in any of the three forms, whatever the characters."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexwarrant.annotation.rows import SheetRow, columns, from_cells
from lexwarrant.annotation.sheets import FORMATS, read_sheet, write_sheet
from lexwarrant.annotation.stages import FIELDS, Stage
from lexwarrant.records.errors import DataError

_text = st.text(st.characters(blacklist_categories=("Cs",)), max_size=40) | st.sampled_from(
    [
        "=1+1",
        "'quoted",
        "+49",
        "-",
        "@x",
        "\ttab",
        "_x0041_",
        "_x000D_",
        "a\r\nb",
        "\x00\x1f",
        " pad ",
        "חוק שכר",
        '10,000; "x"',
        "\u2028",
        "\ufffe",
        "1e5",
        "2026-11-30",
        "#2",
    ]
)
_filled = _text.filter(bool)


@st.composite
def rows(draw: st.DrawFn) -> list[SheetRow]:
    stage = draw(st.sampled_from(Stage))
    names = [f.name for f in FIELDS[stage]]
    values = st.dictionaries(st.sampled_from(names), _filled)
    one = st.builds(
        SheetRow,
        row=_filled, stage=st.just(stage), annotator=_text, item=_text, context=_text, question=_text,
        setting=_text, answer=_text, start=_text, end=_text, passage=_text, claim_text=_text,
        authority=_text, provision=_text, values=values, prefilled=values, rationale=_text,
        minutes=_text, done_on=_text,
    )  # fmt: skip
    return draw(st.lists(one, min_size=1, max_size=3))


@pytest.mark.parametrize("form", FORMATS)
@given(given_rows=rows())
@settings(max_examples=60, deadline=None)
def test_round_trip(form: str, given_rows: list[SheetRow]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"sheet{form}"
        write_sheet(path, given_rows)
        assert [from_cells(cells) for _, cells in read_sheet(path)] == given_rows


def _row(**more: object) -> SheetRow:
    return SheetRow("i|lay|s1", Stage.EXTRACT, "a", "i", "lay", "q", "", "answer", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", FORMATS)
def test_a_text_longer_than_a_cell(tmp_path: Path, form: str) -> None:
    long = [_row(provision="ab" * 40_000), _row(provision="short")]
    path = tmp_path / f"x{form}"
    write_sheet(path, long)
    assert [from_cells(c) for _, c in read_sheet(path)] == long


def test_a_workbook_holds_no_formula_and_offers_choices(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    path = tmp_path / "x.xlsx"
    write_sheet(path, [_row(rationale="=HYPERLINK(1)")])
    sheet = openpyxl.load_workbook(path).active
    kinds = {c.data_type for line in sheet.iter_rows() for c in line if c.value is not None}
    assert kinds == {"s"}
    assert any('"yes,no"' in rule.formula1 for rule in sheet.data_validations.dataValidation)


def test_what_a_spreadsheet_made_of_numbers_and_days(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    from datetime import datetime

    path = tmp_path / "x.xlsx"
    write_sheet(path, [_row(values={"claim": "yes"})])
    book = openpyxl.load_workbook(path)
    names = columns(Stage.EXTRACT)
    book.active.cell(2, names.index("minutes") + 1).value = 3
    book.active.cell(2, names.index("done_on") + 1).value = datetime(2026, 11, 30)
    book.save(path)
    ((_, cells),) = read_sheet(path)
    assert (cells["minutes"], cells["done_on"]) == ("3", "2026-11-30")


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("x.xlsx", b"PK", "not an XLSX"),
        ("x.txt", b"", "a sheet ends in"),
        ("no.csv", None, "no such file"),
    ],
)
def test_no_sheet(tmp_path: Path, name: str, content: bytes | None, why: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DataError, match=why):
        read_sheet(path)


def test_unknown_columns_are_an_error() -> None:
    with pytest.raises(ValueError, match="unknown column 'remark'"):
        from_cells({"stage": "extract", "remark": "I think ..."})
    with pytest.raises(ValueError, match="dance"):
        from_cells({"stage": "dance"})
