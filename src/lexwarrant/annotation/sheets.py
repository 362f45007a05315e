"""Sheets as JSON Lines, CSV and XLSX: the same rows out as in, whatever the characters.

*CSV* is UTF-8 with a byte order mark, so that spreadsheets open it rightly. A cell that begins with
``= + - @`` or a quote has a quote put before it, since a spreadsheet would run it as a formula; the
quote is taken off again on reading. *XLSX* cells are text, never formulas; characters that the
format forbids are written as ``_xHHHH_`` (ECMA-376, 22.9.2.19), and a text longer than a cell holds
(32,767 characters) goes on in a column ``NAME#2``, ``NAME#3`` ...
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from lexwarrant.annotation.rows import SheetRow, columns, to_cells
from lexwarrant.annotation.stages import FIELDS, FieldKind, Stage
from lexwarrant.records.errors import DataError

FORMATS = (".jsonl", ".csv", ".xlsx")
CELL = 32_000
_RISKY = ("=", "+", "-", "@", "'", "\t", "\r")
_ESCAPE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_HALF_PAIR = re.compile("[\ud800-\udfff]")
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


Cells = dict[str, str]


def write_sheet(path: Path, rows: Sequence[SheetRow]) -> None:
    """Write rows of one stage; the ending of ``path`` chooses the form."""
    stage = rows[0].stage if rows else None
    write_cells(path, columns(stage) if stage else (), [to_cells(r) for r in rows], stage)


def write_cells(
    path: Path, names: Sequence[str], cells: Sequence[Cells], stage: Stage | None = None
) -> None:
    """Write a table of text with the columns ``names``; the ending of ``path`` chooses the form.

    With a ``stage``, a workbook offers the values of its fields to choose from.
    """
    if path.suffix.lower() == ".jsonl":
        lines = (json.dumps(c, ensure_ascii=False) + "\n" for c in cells)
        path.write_text("".join(lines), encoding="utf-8", newline="\n")
    elif path.suffix.lower() == ".csv":
        path.write_bytes(_csv(names, cells))
    elif path.suffix.lower() == ".xlsx":
        _write_xlsx(path, names, cells, stage)
    else:
        raise DataError(f"{path}: a sheet ends in {', '.join(FORMATS)}")


def read_sheet(path: Path) -> list[tuple[int, dict[str, str]]]:
    """The rows of a sheet as columns of text, each with its line; raises `DataError` for a file that
    is none. A line that is not well formed comes back with what could be read of it."""
    if not path.is_file():
        raise DataError(f"{path}: no such file; check the path")
    if path.suffix.lower() == ".jsonl":
        return _read_jsonl(path)
    if path.suffix.lower() == ".csv":
        return _read_csv(path)
    if path.suffix.lower() == ".xlsx":
        return _read_xlsx(path)
    raise DataError(f"{path}: a sheet ends in {', '.join(FORMATS)}")


def _read_jsonl(path: Path) -> list[tuple[int, dict[str, str]]]:
    out = []
    for number, line in enumerate(_decoded(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line, object_pairs_hook=_once)
        except (ValueError, RecursionError):
            data = None
        if isinstance(data, dict):
            out.append(
                (number, {_whole(k): "" if v is None else _whole(v) for k, v in data.items()})
            )
        else:
            out.append((number, {"unreadable": line}))
    return out


def _decoded(path: Path) -> str:
    """The text of a file; raises `DataError` saying where it is not UTF-8."""
    body = path.read_bytes()
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        raise DataError(
            f"{path}:{line}: not UTF-8 at byte {error.start}; save it as CSV UTF-8, or send the workbook"
        ) from None


def _whole(value: Any) -> str:
    """A value as text, with U+FFFD for half of a surrogate pair, which no file can hold."""
    return _HALF_PAIR.sub("\ufffd", str(value))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a field stands twice")
    return found


def _headed(path: Path, names: Sequence[str]) -> list[str]:
    """The names of columns; raises `DataError` when one stands twice, so that none hides another."""
    for n, name in enumerate(names):
        if name and name in names[:n]:
            raise DataError(f"{path}: the column {name!r} stands twice; take one of them out")
    return list(names)


def _csv(names: Sequence[str], cells: Sequence[Cells]) -> bytes:
    if not cells:
        return b""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    writer.writerow(names)
    for row in cells:
        writer.writerow([_guarded(row[n]) for n in names])
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8")


def _guarded(value: str) -> str:
    return "'" + value if value.startswith(_RISKY) else value


def _read_csv(path: Path) -> list[tuple[int, dict[str, str]]]:
    csv.field_size_limit(100_000_000)
    text = _decoded(path)
    head = text.partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    out: list[tuple[int, dict[str, str]]] = []
    names: list[str] = []
    try:
        for cells in reader:
            if not names:
                names = _headed(path, cells)
            elif any(c.strip() for c in cells):
                row = dict(zip(names, (_bare(c) for c in cells), strict=False))
                if len(cells) > len(names):
                    row["unreadable"] = ";".join(cells[len(names) :])
                out.append((reader.line_num, row))
    except csv.Error as error:
        raise DataError(f"{path}:{reader.line_num}: not a CSV line: {error}") from None
    return out


def _bare(value: str) -> str:
    return value[1:] if value.startswith("'") else value


def _write_xlsx(
    path: Path, narrow: Sequence[str], cells: Sequence[Cells], stage: Stage | None
) -> None:
    openpyxl = _openpyxl(path)
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = stage.value if stage else "records" if cells else "empty"
    if cells:
        names = _wide(narrow, cells)
        for at, name in enumerate(names, 1):
            _put(sheet, 1, at, name)
        for number, row in enumerate(cells, 2):
            for at, name in enumerate(names, 1):
                base, _, part = name.partition("#")
                first = (int(part or 1) - 1) * CELL
                _put(sheet, number, at, row[base][first : first + CELL])
        if stage is not None:
            _choices(openpyxl, sheet, names, stage, len(cells))
        sheet.freeze_panes = "A2"
    book.save(path)


def _wide(names: Iterable[str], cells: Sequence[dict[str, str]]) -> list[str]:
    out = []
    for name in names:
        longest = max(len(c[name]) for c in cells)
        out += [name, *(f"{name}#{n}" for n in range(2, (longest - 1) // CELL + 2))]
    return out


def _put(sheet: Any, row: int, column: int, value: str) -> None:
    if not value:
        return
    cell = sheet.cell(row=row, column=column)
    cell.value = _ESCAPE.sub(lambda m: f"_x{ord(m.group()):04X}_", value)
    cell.data_type = "s"
    cell.number_format = "@"


def _choices(openpyxl: Any, sheet: Any, names: Sequence[str], stage: Stage, rows: int) -> None:
    """A list to choose from in every field that has one value of a closed set."""
    for field in FIELDS[stage]:
        if field.values and field.kind is not FieldKind.SET:
            listed = ",".join(field.values)
            if len(listed) <= 255:
                rule = openpyxl.worksheet.datavalidation.DataValidation(
                    type="list", formula1=f'"{listed}"', allow_blank=True
                )
                sheet.add_data_validation(rule)
                letter = openpyxl.utils.get_column_letter(names.index(field.name) + 1)
                rule.add(f"{letter}2:{letter}{rows + 1}")


def _read_xlsx(path: Path) -> list[tuple[int, dict[str, str]]]:
    openpyxl = _openpyxl(path)
    from xml.etree.ElementTree import ParseError
    from zipfile import BadZipFile

    try:
        book = openpyxl.load_workbook(path, read_only=True)
        out: list[tuple[int, dict[str, str]]] = []
        for sheet in book.worksheets:
            lines = [[*line] for line in sheet.iter_rows()]
            first = [_text(c.value) for c in lines[0]] if lines else []
            if sheet.title == book.worksheets[0].title or {"row", "annotator"} <= set(first):
                out += _rows_of(path, _headed(path, first), lines[1:])
            else:
                out += _strange(sheet.title, lines)
        book.close()
    except (BadZipFile, KeyError, ValueError, OSError, ParseError) as error:
        raise DataError(f"{path}: not an XLSX workbook: {error}") from None
    return out


def _rows_of(
    path: Path, names: Sequence[str], lines: Sequence[Sequence[Any]]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Rows of a table; one with a formula says so, and holds its words unevaluated."""
    for number, line in enumerate(lines, 2):
        row: dict[str, str] = {}
        for name, cell in zip(names, line, strict=False):
            base, value = name.partition("#")[0], _text(cell.value)
            if getattr(cell, "data_type", "") == "f" and "formula" not in row:
                row["formula"] = f"{base or 'a cell'}: {value[:60]!r}"
            row[base] = row.get(base, "") + value
        over = [row.pop("", ""), *(_text(c.value) for c in line[len(names) :])]
        if any(over):
            row["unreadable"] = ";".join(filter(None, over))
        if any(row.values()):
            yield number, row


def _strange(title: str, lines: Sequence[Sequence[Any]]) -> Iterator[tuple[int, dict[str, str]]]:
    """What stands on a sheet that is none of ours: kept, and listed as unreadable."""
    for number, line in enumerate(lines, 1):
        said = [_text(c.value) for c in line]
        if any(said):
            yield number, {"unreadable": f"sheet {title!r}: {'; '.join(filter(None, said))}"}


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return _ESCAPED.sub(lambda m: chr(int(m.group(1), 16)), value)
    if hasattr(value, "text") and hasattr(value, "ref"):  # an array formula
        return str(value.text)
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return value.isoformat()[:10] if hasattr(value, "isoformat") else str(value)


def _openpyxl(path: Path) -> Any:
    try:
        import openpyxl
        import openpyxl.utils
        import openpyxl.worksheet.datavalidation
    except ImportError:
        raise DataError(
            f"{path}: XLSX sheets need openpyxl; pip install 'lexwarrant[sheets]', or use CSV"
        ) from None
    return openpyxl
