"""Anybody's law comes in as JSON Lines, checked to the line."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from handmade_law import RECORDS
from lexwarrant.law.builder import import_law
from lexwarrant.law.interchange import from_object, schema, to_line, write_lines
from lexwarrant.law.readers.jsonl import InterchangeReader
from lexwarrant.records.errors import LawSourceError


def written(tmp_path: Path, extra: str = "") -> Path:
    path = tmp_path / "law.jsonl"
    with path.open("w", encoding="utf-8") as handle:
        write_lines(RECORDS, handle)
        handle.write(extra)
    return path


def test_records_come_back_as_they_were(tmp_path: Path) -> None:
    path = written(tmp_path)
    reader = InterchangeReader()
    assert reader.recognises(path)
    assert list(reader.read(path)) == RECORDS


def test_a_snapshot_from_the_file_has_the_digest_of_the_records(tmp_path: Path) -> None:
    direct = import_law(RECORDS, tmp_path / "a", retrieved=date(2026, 1, 1)).manifest.digest
    read = InterchangeReader().read(written(tmp_path))
    assert import_law(read, tmp_path / "b", retrieved=date(2026, 1, 1)).manifest.digest == direct


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", r"law.jsonl, line 20: .*not JSON"),
        ("[1]", r"law.jsonl, line 20: not an object"),
        ('{"record": "chapter"}', r"law.jsonl, line 20: `record` is 'chapter'; it must be one of source"),
        ('{"record": "version", "provision_id": "a/b/s/1", "label": "s 1"}', r"law.jsonl, line 20: text"),
        ('{"record": "version", "provision_id": "a/b/s/1", "label": "s 1", "text": "t", "txt": 1}',
         r"law.jsonl, line 20: txt: unknown field 'txt'; did you mean 'text'"),
        ('{"record": "treatment", "target": "a", "by": "b", "kind": "hated"}', r"law.jsonl, line 20: kind"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_named(line: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(LawSourceError, match=said):
        list(InterchangeReader().read(written(tmp_path, line + "\n")))


def test_a_file_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "law.jsonl"
    path.write_bytes(
        to_line(RECORDS[0]).encode() + b"\n" + b'{"record": "source", "name": "\xff"}\n'
    )
    with pytest.raises(LawSourceError, match="line 2: not UTF-8"):
        list(InterchangeReader().read(path))


def test_the_schema_names_every_record() -> None:
    names = [one["properties"]["record"]["const"] for one in schema()["oneOf"]]
    assert names == ["source", "authority", "version", "applicability", "treatment"]


@pytest.mark.parametrize("record", RECORDS)
def test_a_line_is_canonical(record: object) -> None:
    line = to_line(record)  # type: ignore[arg-type]
    assert to_line(from_object(json.loads(line), "x")) == line
