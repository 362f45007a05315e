"""Anybody's law comes in as JSON Lines, checked to the line."""

from __future__ import annotations

import json
import zipfile
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handmade_law import RECORDS
from lexwarrant.law.builder import import_law
from lexwarrant.law.interchange import from_object, schema, to_line, write_lines
from lexwarrant.law.readers.base import place_of
from lexwarrant.law.readers.jsonl import InterchangeReader
from lexwarrant.law.readers.recognise import recognise
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.ids import authority_of

ACT_AGAIN = (
    '{"record": "authority", "id": "xx/act/7", "jurisdiction": "xx", "kind": "statute", '
    '"title": "T", "short_title": "T", "source": "nobody"}'
)


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


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (ACT_AGAIN, "line 20: xx/act/7: its source 'nobody' was not given before it"),
        ('{"record": "version", "provision_id": "xx/act/9/s/1", "label": "s", "text": "t"}',
         "line 20: xx/act/9/s/1: its authority xx/act/9 was not given before it"),
        ('{"record": "version", "provision_id": "xx/act/1/s/6", "label": "s", "text": "other"}',
         "line 20: xx/act/1/s/6: this record is there already"),
        ('{"record": "version", "provision_id": "xx/act/1/s/60", "label": "s", "text": "t", '
         '"parts": [{"id": "xx/act/1/s/60/1", "kind": "p", "label": "l", "start": 0, "end": 5}]}',
         "line 20: xx/act/1/s/60/1: span 0..5 does not lie in the text"),
        ('{"record": "applicability", "target": "xx/act/1/s/99", "applies_from": "2020-01-01"}',
         "line 20: xx/act/1/s/99: a record of applicability names it, and it is not held"),
        ('{"record": "authority", "id": "xx/series/z", "jurisdiction": "xx", "kind": "guidance", '
         '"title": "Z", "short_title": "Z", "source": "hand", "text_held": false, '
         '"identifiers": [{"scheme": "series", "value": "Z"}], "coverage": {"complete": ["*"]}}',
         "line 20: the series Z is declared complete without how many"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("way", ["file", "folder", "archive"])
def test_a_record_that_contradicts_others_is_named_with_its_line(
    record: str, said: str, way: str, tmp_path: Path
) -> None:
    path = written(tmp_path, record + "\n")
    source = {"file": path, "folder": tmp_path / "law", "archive": tmp_path / "law.zip"}[way]
    if way == "archive":
        with zipfile.ZipFile(source, "w") as archive:
            archive.write(path, "law.jsonl")
    elif way == "folder":
        source.mkdir()
        path.rename(source / "law.jsonl")
    reader = recognise(source)
    target = tmp_path / "snapshot"
    with pytest.raises(LawSourceError, match=said) as caught:
        import_law(
            reader.read(source),
            target,
            retrieved=date(2026, 1, 1),
            place=lambda: place_of(reader, source),
        )
    message = str(caught.value)
    assert message.startswith(str(source))
    assert "law.jsonl" in message
    assert not target.exists()


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_damaged_file_makes_a_sound_snapshot_or_one_error(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    lines = [json.loads(to_line(record)) for record in RECORDS]
    for _ in range(data.draw(st.integers(1, 3))):
        what = data.draw(st.sampled_from(["drop", "double", "swap", "field"]))
        at, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in "ab")
        if what == "drop":
            del lines[at]
        elif what == "double":
            lines.insert(other, dict(lines[at]))
        elif what == "swap":
            lines[at], lines[other] = lines[other], lines[at]
        elif lines[at]:
            key = data.draw(st.sampled_from(sorted(lines[at])))
            value = st.sampled_from(
                ["", "x", 0, None, [], "2020-13-45", "2001-01-01", "/", "a/s/1"]
            )
            lines[at] = {**lines[at], key: data.draw(value)}
        if not lines:
            return
    path = folder / "law.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    reader = InterchangeReader()
    said = ""
    try:
        import_law(
            reader.read(path),
            folder / "s",
            retrieved=date(2026, 1, 1),
            place=lambda: place_of(reader, path),
        )
    except LawSourceError as error:
        said = str(error)
    assert (folder / "s").exists() == (not said)
    assert "\n" not in said
    if not said:
        with Snapshot(folder / "s") as snapshot:
            for version in snapshot.all_versions():
                assert snapshot.authority(authority_of(version.provision_id)) is not None
                for part in version.parts:
                    assert 0 <= part.start < part.end <= len(version.text)
