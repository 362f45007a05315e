"""Items and cards as tables: JSON Lines, CSV and XLSX, from each of which the same records come back.

A record is one row a field: which record, where in it (``contexts.0.gold.claims.1.text``), whether
the value is text or JSON (a number, yes or no, an empty list), and the value. So a lawyer can filter a
workbook by field and change a cell, and nothing that a record holds has no place in the table.
JSON Lines hold the records themselves, one a line, as everywhere else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lexwarrant.annotation.sheets import FORMATS, read_sheet, write_cells
from lexwarrant.evaluation.warrant.checks import read_record, write_record
from lexwarrant.evaluation.warrant.lines import json_lines
from lexwarrant.records.codec import FieldError
from lexwarrant.records.errors import DataError
from lexwarrant.records.warrant import WarrantCard, WarrantItem

Record = WarrantItem | WarrantCard
COLUMNS = ("record", "field", "kind", "value")
_TEXT, _JSON = "text", "json"


def write_records(path: Path, records: Sequence[Record]) -> None:
    """Write items and cards; the ending of ``path`` chooses the form."""
    if path.suffix.lower() == ".jsonl":
        lines = (json.dumps(write_record(r), ensure_ascii=False) + "\n" for r in records)
        path.write_text("".join(lines), encoding="utf-8", newline="\n")
        return
    rows = [
        {"record": str(n), "field": field, "kind": kind, "value": value}
        for n, record in enumerate(records, 1)
        for field, kind, value in _leaves(write_record(record), "")
    ]
    write_cells(path, COLUMNS, rows)


def read_records(path: Path) -> list[Record]:
    """The items and cards of a file; raises `DataError` that names line and field."""
    if path.suffix.lower() == ".jsonl":
        return [_record(data, f"{path}:{n}") for n, data in json_lines(path)]
    if path.suffix.lower() not in FORMATS:
        raise DataError(f"{path}: a table of records ends in {', '.join(FORMATS)}")
    built: dict[str, dict[str, Any]] = {}
    lines: dict[str, int] = {}
    for number, cells in read_sheet(path):
        wrong = cells.get("formula") or cells.get("unreadable")
        if wrong:
            raise DataError(f"{path}:{number}: {wrong}: a cell is text, and no formula is run")
        missing = [c for c in COLUMNS[:3] if not cells.get(c)]
        if missing:
            raise DataError(f"{path}:{number}: {missing[0]}: empty; every row has one")
        record = cells["record"]
        lines.setdefault(record, number)
        value = _value(cells["kind"], cells.get("value", ""), f"{path}:{number}")
        _put(built.setdefault(record, {}), cells["field"].split("."), value, f"{path}:{number}")
    return [_record(_lists(data), f"{path}:{lines[name]}") for name, data in built.items()]


def _record(data: Any, where: str) -> Record:
    try:
        return read_record(data)
    except FieldError as error:
        field = ".".join(map(str, error.path)) or "record"
        raise DataError(f"{where}: {field}: {error.why}") from None


def _leaves(value: Any, at: str) -> Iterator[tuple[str, str, str]]:
    if isinstance(value, dict | list) and value:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in pairs:
            yield from _leaves(inner, f"{at}.{key}" if at else str(key))
    elif isinstance(value, str):
        yield at, _TEXT, value
    else:
        yield at, _JSON, json.dumps(value)


def _value(kind: str, value: str, where: str) -> Any:
    if kind == _TEXT:
        return value
    if kind != _JSON:
        raise DataError(f"{where}: kind: {kind!r} is neither {_TEXT} nor {_JSON}")
    try:
        return json.loads(value)
    except ValueError:
        raise DataError(f"{where}: value: {value!r} is not JSON; write it as text") from None


def _put(into: dict[str, Any], path: list[str], value: Any, where: str) -> None:
    for key in path[:-1]:
        into = into.setdefault(key, {})
        if not isinstance(into, dict):
            raise DataError(f"{where}: field: {'.'.join(path)} lies inside a field with a value")
    into[path[-1]] = value


def _lists(value: Any) -> Any:
    """Dictionaries whose keys are 0, 1, 2 ... as lists again."""
    if not isinstance(value, dict):
        return value
    inner = {k: _lists(v) for k, v in value.items()}
    if inner and all(k.isdecimal() for k in inner):
        return [inner[k] for k in sorted(inner, key=int)]
    return inner
