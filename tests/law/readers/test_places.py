"""A wrong record in the middle of a file is named by file, line and (in JSON) column."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lexwarrant.law.readers.base import LawItem
from lexwarrant.law.readers.courtlistener import CourtListenerReader
from lexwarrant.law.readers.hebrew_sections import HebrewSectionsReader
from lexwarrant.law.readers.version_list import VersionListReader
from lexwarrant.records.errors import LawSourceError

CASE = {
    "case_name": "A v. B",
    "date_filed": "2001-01-01",
    "citations": ["1 U.S. 2"],
    "plain_text": "x",
}
SECTION = {"law": "חוק הדוגמה", "section": "1", "text": "א"}
VERSION = {"from": "2001-01-01", "to": "2002-01-01", "a": "x"}
READERS = {
    "cases": CourtListenerReader,
    "sections": HebrewSectionsReader,
    "versions": VersionListReader,
}


def read(kind: str, path: Path) -> list[LawItem]:
    return list(READERS[kind]().read(path))


@pytest.mark.parametrize(
    ("kind", "document", "message"),
    [
        ("cases", [CASE, {**CASE, "date_filed": "soon"}, CASE],
         r"line 10, column 2, \[1\], date_filed: 'soon'"),
        ("cases", {"next": None, "results": [CASE, 7]}, r"line 12, column 3, results\[1\]: not an object"),
        ("sections", [SECTION, {"law": "חוק הדוגמה", "section": "2"}, SECTION],
         r"line 7, column 2, \[1\]: field 'text' is missing"),
        (
            "versions",
            {"id": "us/usc/t28/s/1", "versions": [VERSION, {"from": "soon", "a": "y"}]},
            r"line 9, column 3, versions\[1\].*'soon' is not a date",
        ),
    ],
)  # fmt: skip
def test_a_record_of_a_json_document_has_its_line_and_column(
    kind: str, document: object, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "law.json"
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False), "utf-8")
    with pytest.raises(LawSourceError, match=rf"law\.json, {message}"):
        read(kind, path)


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("cases", CASE, {**CASE, "case_name": ""}),
        ("sections", SECTION, {"law": "חוק הדוגמה", "section": "2"}),
    ],
)
def test_a_line_of_json_lines_has_its_number(
    kind: str, good: dict[str, object], bad: dict[str, object], tmp_path: Path
) -> None:
    path = tmp_path / "law.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (good, good, bad, good)), "utf-8")
    with pytest.raises(LawSourceError, match=r"law\.jsonl, line 3"):
        read(kind, path)
