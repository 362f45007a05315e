"""A file that no reader takes: what it is and where it breaks, in one line."""

from __future__ import annotations

import sqlite3
import tarfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexwarrant.law.readers.base import LeftOut
from lexwarrant.law.readers.diagnosis import diagnosis
from lexwarrant.law.readers.recognise import FolderReader, recognise
from lexwarrant.records.errors import LawSourceError

BROKEN = [
    ("act.md", b"", "the file is empty; fetch it again"),
    ("act.md", "Act".encode("utf-16"), "the file is UTF-16; save it as UTF-8"),
    ("act.md", b"One\ntwo\nH\xe9risson\n", "line 3: byte 9 is not UTF-8"),
    ("act.md", b"One\0two", "a binary file"),
    ("act.xml", b"<law><section>", r"not well-formed XML \(.*line 1, column 15\)"),
    ("act.xml", b"<poem><line/></poem>", "XML with the root <poem>, which is no format of law"),
    (
        "act.xml",
        b'<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>',
        "declares XML entities",
    ),
    ("act.json", b'{"id": "x",\n "versions": [', "line 2, column 15"),
    ("act.json", b"[" * 100_000, "nested too deeply"),
    ("act.jsonl", b'{"a": 1}\n{"a": \n', "line 2: column 6"),
    ("act.jsonl", b'{"a": 1}\n[1]\n', "line 2: not an object"),
    ("rows.parquet", b"PAR", "not Parquet"),
    ("law.db", b"SQLite format 3\0 and no more", "not a readable SQLite database"),
    ("law.zip", b"PK\x03\x04 cut", "the archive is cut or damaged"),
    ("law.tar.gz", b"\x1f\x8b cut", "the archive is cut or damaged"),
]


@pytest.mark.parametrize(("name", "content", "said"), BROKEN)
def test_what_is_wrong_is_said(name: str, content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(LawSourceError, match=said) as caught:
        recognise(path)
    assert str(caught.value).startswith(str(path))
    assert str(caught.value).count(str(path)) == 1
    assert "\n" not in str(caught.value)


def test_a_folder_says_of_each_file_why_it_was_left_out(tmp_path: Path) -> None:
    (tmp_path / "act.md").write_bytes(b"H\xe9")
    (tmp_path / "notes.txt").write_text("Nothing of law.")
    left = [i for i in FolderReader().read(tmp_path) if isinstance(i, LeftOut)]
    assert [(i.where, i.why[:25]) for i in left] == [
        ("act.md", "line 1: byte 1 is not UTF"),
        ("notes.txt", "in no format that is read"),
    ]


def test_whole_files_of_another_kind(tmp_path: Path) -> None:
    empty = tmp_path / "other.db"
    connection = sqlite3.connect(empty)
    connection.execute("CREATE TABLE poem (line TEXT)")
    connection.close()
    assert diagnosis(empty) == "a SQLite database of other tables than those that are read"
    with tarfile.open(tmp_path / "a.tar", "w"):
        pass
    assert diagnosis(tmp_path / "a.tar") == "holds no file of law"
    assert diagnosis(tmp_path) == ""


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.binary(max_size=300),
    st.sampled_from(["a.md", "a.xml", "a.json", "a.jsonl", "a.db", "a.zip", "a.tar", "a.parquet", "a"]),
)  # fmt: skip
def test_any_bytes_have_a_diagnosis_of_one_line(tmp_path: Path, content: bytes, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert "\n" not in diagnosis(path)
