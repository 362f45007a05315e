"""Our interchange form: one JSON object a line, so that anybody's law can come in.

Every line has a ``record`` field, "source", "authority", "version", "applicability" or
"treatment", and the fields of that record (`lexwarrant.records.law`); a field equal to its default
may be left out. A source comes before the authorities that name it, an authority before its
versions. Lines that are empty are skipped. `schema` gives the JSON Schema of a line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from lexwarrant.law.readers.text_file import json_lines
from lexwarrant.records.codec import decode, encode, json_schema
from lexwarrant.records.errors import DataError
from lexwarrant.records.law import (
    Applicability,
    Authority,
    LawRecord,
    Source,
    Treatment,
    Version,
)

RECORDS: dict[str, type[LawRecord]] = {
    "source": Source,
    "authority": Authority,
    "version": Version,
    "applicability": Applicability,
    "treatment": Treatment,
}
_NAMES = {kind: name for name, kind in RECORDS.items()}


def to_line(record: LawRecord) -> str:
    """One record as one line of canonical JSON, without the line end."""
    body = {"record": _NAMES[type(record)], **encode(record)}
    return json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def from_object(data: dict[str, Any], where: str) -> LawRecord:
    """The record that one line's object holds; raises `DataError` that begins with ``where``."""
    fields = {key: value for key, value in data.items() if key != "record"}
    name = data.get("record")
    kind = RECORDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise DataError(f"{where}: `record` is {name!r}; it must be one of {', '.join(RECORDS)}")
    coverage = fields.get("coverage")
    if isinstance(coverage, dict) and isinstance(coverage.get("decisions"), bool):
        raise DataError(f"{where}: coverage.decisions is a number, not true or false")
    return decode(kind, fields, where)


def read_lines(path: Path) -> Iterator[tuple[str, LawRecord]]:
    """Stream the records of a file, checked line by line, each with its file and line."""
    for where, data in json_lines(path):
        yield where, from_object(data, where)


def write_lines(records: Iterable[LawRecord], out: TextIO) -> int:
    """Write records one a line; returns how many."""
    count = 0
    for record in records:
        out.write(to_line(record) + "\n")
        count += 1
    return count


def schema() -> dict[str, Any]:
    """The JSON Schema of one line."""
    options = []
    for name, kind in RECORDS.items():
        one = json_schema(kind)
        one["properties"] = {"record": {"const": name}, **one["properties"]}
        one["required"] = ["record", *one.get("required", [])]
        options.append(one)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "One line of lexwarrant law interchange",
        "oneOf": options,
    }
