"""Reader of Hebrew statutes as lists of sections, in JSON or JSON Lines.

Two shapes: rows ``{law_id, law_title, section, heading, text, source}`` of several statutes, and a
JSON list ``{law, section, title, text, amended?}`` of one. A statute given as rows may be partial;
a list is one whole statute.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.readers.hebrew import HebrewSection, hebrew_authority, hebrew_records, slug
from lexwarrant.law.readers.text_file import (
    first_object,
    json_lines,
    json_records,
    need_text,
    read_json,
)
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Source

SOURCE = Source(
    name="Hebrew statutes, consolidated by Wikisource",
    url="https://he.wikisource.org",
    licence="statutes: no copyright (Copyright Act 5768-2007, s 6); editorial notes CC BY-SA 4.0",
    attribution='Unofficial consolidation, he.wikisource "ספר החוקים הפתוח".',
)


class HebrewSectionsReader:
    """Yields each statute with its sections, and when those apply that say so."""

    name = "Hebrew section list (JSON, JSON Lines)"

    def __init__(self) -> None:
        self.where = ""

    def recognises(self, path: Path) -> bool:
        """JSON whose first record has a section, a text and a statute's name."""
        row = first_object(path)
        return (
            row is not None
            and isinstance(row.get("section"), str)
            and isinstance(row.get("text"), str)
            and ("law_id" in row or "law" in row)
        )

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records; raises `LawSourceError` naming the row that is wrong."""
        yield SOURCE
        seen: set[str] = set()
        units: set[str] = set()
        for where, row in _rows(path):
            self.where = where
            whole = "law_id" not in row
            title = need_text(row, "law" if whole else "law_title", where)
            name = slug(title) if whole else need_text(row, "law_id", where)
            identifier = f"il/{name}"
            if identifier not in seen:
                seen.add(identifier)
                yield hebrew_authority(identifier, title, SOURCE, whole=whole)
            number = need_text(row, "section", where).strip().replace("/", "-")
            text = need_text(row, "text", where)
            unit = f"{identifier}/s/{number}"
            if unit in units:
                yield LeftOut(unit, text[:80], "the file has this section twice")
                continue
            units.add(unit)
            amended = row.get("amended") or ""
            section = HebrewSection(
                number=number,
                heading=str(row.get("heading") or row.get("title") or ""),
                text=text,
                changed_by=str(amended).rpartition(", ")[2],
            )
            yield from hebrew_records(identifier, section)
        if not seen:
            raise LawSourceError(f"{path}: holds no section")


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    if path.suffix.lower() == ".jsonl":
        yield from json_lines(path)
        return
    data = read_json(path)
    if not isinstance(data, list):
        raise LawSourceError(f"{path}: not a list of sections")
    for where, row in json_records(path):
        if not isinstance(row, dict):
            raise LawSourceError(f"{where}: not an object")
        yield where, row
