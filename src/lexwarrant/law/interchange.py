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
MAX_LINE_CHARS = 50_000_000


def to_line(record: LawRecord) -> str:
    """One record as one line of canonical JSON, without the line end."""
    body = {"record": _NAMES[type(record)], **encode(record)}
    return json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def from_line(line: str, where: str) -> LawRecord:
    """The record that ``line`` holds; raises `DataError` that begins with ``where``."""
    try:
        data: Any = json.loads(line)
    except json.JSONDecodeError as error:
        raise DataError(f"{where}: not JSON ({error.msg} at column {error.colno})") from None
    if not isinstance(data, dict):
        raise DataError(f"{where}: a line must be a JSON object, this is {type(data).__name__}")
    name = data.pop("record", None)
    kind = RECORDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise DataError(f"{where}: `record` is {name!r}; it must be one of {', '.join(RECORDS)}")
    return decode(kind, data, where)


def read_lines(path: Path) -> Iterator[LawRecord]:
    """Stream the records of a file, checked line by line."""
    try:
        with path.open(encoding="utf-8") as handle:
            for number, line in enumerate(handle, 1):
                if len(line) > MAX_LINE_CHARS:
                    raise DataError(
                        f"{path}:{number}: the line has over {MAX_LINE_CHARS:,} characters; "
                        "split the provision"
                    )
                if line.strip():
                    yield from_line(line, f"{path}:{number}")
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from None


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
