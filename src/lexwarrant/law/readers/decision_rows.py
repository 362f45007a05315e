"""Reader of decisions as rows, one a decision, in Parquet or JSON Lines.

The shape in which the decisions of the Supreme Court of Israel are published: case number, parties,
date, type of decision and text, under the column names in `COLUMNS`. Rows are read in batches and
forgotten, so memory follows the largest batch and not the file. A row without a text or a case
number is left out and named; a file without such columns is refused.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.readers.opinion_text import paragraphs
from lexwarrant.law.readers.text_file import first_object, json_lines
from lexwarrant.records.errors import ConfigurationError, LawSourceError
from lexwarrant.records.law import (
    Authority,
    AuthorityKind,
    Coverage,
    Effect,
    Identifier,
    Source,
    Version,
)

SOURCE = Source(
    name="Supreme Court of Israel, decisions as rows",
    url="https://supreme.court.gov.il",
    licence="as the publisher of the rows states",
    attribution="Supreme Court of Israel, public decisions.",
)
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "case": ("CaseDesc", "case_number", "case_no", "meta_case_nm", "CaseNum", "case"),
    "text": ("text", "full_text", "content", "document_body"),
    "date": ("VerdictDt", "VerdictsDt", "VerdictsDtString", "meta_verdict_dt", "decision_date",
             "case_date", "date"),
    "type": ("Type", "decision_type", "meta_verdict_ty", "type"),
    "parties": ("CaseName", "parties", "meta_case_name", "procedure_name", "case_name"),
    "key": ("Id", "document_id", "doc_id", "DocName", "document_hash", "id"),
    "court": ("court", "court_name"),
}  # fmt: skip
"""For each thing that is read, the column names it is found under, best first."""
_BATCH = 256
_BUFFER = 1024 * 1024
_NUMBER = re.compile(r"(\d{1,6})[/\\-](\d{2,4})(?:[/\\-](\d{2}))?")
_MICROSOFT_DAY = re.compile(r"/Date\((-?\d+)")
_DAY_FIRST = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})")
_NOT_SLUG = re.compile(r"[^\w-]+")
_FINAL = ("פסק", "judgment", "verdict")


class DecisionRowsReader:
    """Yields each decision with its paragraphs."""

    name = "decisions as rows (Parquet, JSON Lines)"

    def __init__(self) -> None:
        self.where = ""

    def recognises(self, path: Path) -> bool:
        """A Parquet file, or JSON Lines whose first row has a case number and a text."""
        if not path.is_file():
            return False
        with path.open("rb") as handle:
            if handle.read(4) == b"PAR1":
                return True
        row = first_object(path) if path.suffix.lower() in (".jsonl", ".ndjson") else None
        return row is not None and bool(_column(row, "case")) and bool(_column(row, "text"))

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records; raises `LawSourceError` for a damaged file or missing columns."""
        yield SOURCE
        kept = 0
        for where, row in _rows(path):
            self.where = where
            if kept == 0:
                _check_columns(row, where)
            case, text = _value(row, "case"), _value(row, "text")
            if not case or not text:
                yield LeftOut(where, case or "a row", "no text" if case else "no case number")
                continue
            kept += 1
            yield from _decision(row, case, text, where)
        if kept == 0:
            raise LawSourceError(f"{path}: holds no decision with a case number and a text")


def _rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    with path.open("rb") as handle:
        parquet = handle.read(4) == b"PAR1"
    if not parquet:
        yield from json_lines(path)
        return
    try:
        pyarrow = import_module("pyarrow")
        pq = import_module("pyarrow.parquet")
    except ImportError:
        raise ConfigurationError(
            f"{path}: reading Parquet needs pyarrow; run `pip install 'lexwarrant[parquet]'`"
        ) from None
    try:
        file = pq.ParquetFile(path, memory_map=False, buffer_size=_BUFFER, pre_buffer=False)
        wanted = {name for names in COLUMNS.values() for name in names}
        columns = [name for name in file.schema_arrow.names if name in wanted]
        number = 0
        for batch in file.iter_batches(batch_size=_BATCH, columns=columns, use_threads=False):
            for row in batch.to_pylist():
                number += 1
                yield f"{path}, row {number}", row
    except pyarrow.ArrowException as error:
        reason = str(error).split("\n")[0]
        raise LawSourceError(f"{path}: not a readable Parquet file ({reason})") from None
    except OSError as error:
        reason = str(error).split("\n")[0]
        raise LawSourceError(f"{path}: cannot be read to its end ({reason})") from None


def _column(row: Mapping[str, Any], what: str) -> str:
    return next((name for name in COLUMNS[what] if name in row), "")


def _check_columns(row: Mapping[str, Any], where: str) -> None:
    for what in ("case", "text"):
        if not _column(row, what):
            raise LawSourceError(
                f"{where}: no column for the {what}; one of {', '.join(COLUMNS[what])} is expected"
            )


def _value(row: Mapping[str, Any], what: str) -> str:
    for name in COLUMNS[what]:
        value = row.get(name)
        if isinstance(value, list | tuple):
            value = ", ".join(str(v) for v in value)
        if value is not None and str(value).strip():
            return str(value).strip()
    return ""


def _decision(row: Mapping[str, Any], case: str, text: str, where: str) -> Iterator[LawItem]:
    decided = _date(row)
    kind = _value(row, "type")
    key = _value(row, "key") or hashlib.sha256(text.encode()).hexdigest()[:12]
    number = _NUMBER.search(case)
    slug = "-".join(g for g in number.groups() if g) if number else _slug(case)
    identifier = f"il/decision/{slug}/{_slug(key)}"
    parties = _value(row, "parties")
    yield Authority(
        id=identifier,
        jurisdiction="il",
        kind=AuthorityKind.JUDGMENT,
        title=f"{case} {parties}".strip() if case not in parties else parties,
        short_title=case,
        source=SOURCE.name,
        language="he",
        aliases=(case.replace("״", '"').replace("''", '"'),),
        identifiers=(Identifier("case_number", case),),
        dated=decided,
        effect=Effect.PRECEDENT if kind.startswith(_FINAL) else Effect.PERSUASIVE,
        status=kind,
        coverage=Coverage(complete=("para",)),
        court=_value(row, "court") or "בית המשפט העליון",
        number=case,
        parties=parties,
    )
    if decided is None and _column(row, "date"):
        yield LeftOut(where, f"the date of {case}", "it is empty or in no known form")
    counted = False
    for paragraph in paragraphs(text):
        counted = counted or not paragraph.printed
        yield Version(
            provision_id=f"{identifier}/para/{paragraph.number}",
            label=f"[{paragraph.number}]",
            text=paragraph.text,
            valid_from=decided,
            kind="paragraph" if paragraph.printed else "block",
        )


def _slug(text: str) -> str:
    return _NOT_SLUG.sub("-", text.replace('"', "").replace("״", "")).strip("-") or "unnamed"


def _date(row: Mapping[str, Any]) -> date | None:
    """The day of the decision from any of the forms the published sets use."""
    for name in COLUMNS["date"]:
        value = row.get(name)
        if isinstance(value, datetime):
            return value.date()
        if isinstance(value, date):
            return value
        if not isinstance(value, str) or not value:
            continue
        found = _date_in(value)
        if found:
            return found
    return None


def _date_in(value: str) -> date | None:
    try:
        if day_first := _DAY_FIRST.match(value):
            day, month, year = (int(g) for g in day_first.groups())
            return date(year, month, day)
        if milliseconds := _MICROSOFT_DAY.match(value):
            return datetime.fromtimestamp(int(milliseconds.group(1)) / 1000, UTC).date()
        return date.fromisoformat(value[:10])
    except (ValueError, OverflowError, OSError):
        return None
