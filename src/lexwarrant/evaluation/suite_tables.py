"""Suites as tables for lawyers: a spreadsheet or CSV in, the same out, nothing lost.

One row a case. A cell that holds a list has one item a line. A backslash writes what a cell cannot
hold: ``\\n`` a line break inside an item, ``\\e`` an empty text, ``\\\\`` a backslash itself.
The suite's own fields stand on the sheet ``suite`` (in CSV, in rows that begin with ``#``).
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexwarrant.evaluation.suite_writing import SplitCases
from lexwarrant.records.answer import CitationRole
from lexwarrant.records.codec import FieldError, decode
from lexwarrant.records.context import Context
from lexwarrant.records.errors import ConfigurationError, DataError
from lexwarrant.records.suite import Case, ExpectedCitation, Provenance, Suite, Tags

if TYPE_CHECKING:
    from openpyxl import Workbook

_CONTEXT = tuple(f"context.{f.name}" for f in fields(Context))
_TAGS = tuple(f"tags.{f.name}" for f in fields(Tags))
_PROVENANCE = tuple(f"provenance.{f.name}" for f in fields(Provenance))
_PLAIN = tuple(f.name for f in fields(Case) if f.name not in ("context", "tags", "provenance"))
COLUMNS = ("split", *_PLAIN[:2], *_CONTEXT, *_PLAIN[2:], *_TAGS, *_PROVENANCE)
_LISTS = frozenset(
    {"expect_quote_keywords", "expect_source_doc_id", "expect_citations", "expect_domains",
     "expect_authorities", "key_facts", "context.party_types", "context.facts"}
)  # fmt: skip
_FLAGS = frozenset({"expect_no_promotion", "confidential"})
_YES = frozenset({"yes", "true", "1", "x", "y", "ja", "oui", "כן"})
_NO = frozenset({"no", "false", "0", "n", "nein", "non", "לא", ""})
_HEADER = ("suite", "version", "description", "licence")
_UNSAFE = re.compile(r"[\\\r\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ESCAPE = re.compile(r"\\(\\|n|r|e|x[0-9a-f]{4})")


@dataclass(frozen=True, slots=True)
class TableSuite:
    """A suite as a table holds it."""

    name: str
    version: str
    description: str
    licence: str
    splits: tuple[SplitCases, ...]


# cells ---------------------------------------------------------------------------------------


def _escaped(text: str, *, item: bool) -> str:
    if not text:
        return "\\e"
    out = _UNSAFE.sub(lambda m: {"\\": "\\\\", "\r": "\\r"}.get(m[0], f"\\x{ord(m[0]):04x}"), text)
    if not item:
        return out
    out = out.replace("\n", "\\n")
    kept = out.rstrip()  # space at an item's end, which a reader of lines would drop, is spelt out
    return kept + "".join(f"\\x{ord(c):04x}" for c in out[len(kept) :])


def _unescaped(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        code = match[1]
        if code[0] == "x":
            return chr(int(code[1:], 16))
        return {"\\": "\\", "n": "\n", "r": "\r", "e": ""}[code]

    return _ESCAPE.sub(one, text)


def _cell(value: Any, *, default: Any) -> str:
    if value == default or value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return "\n".join(_item(v) for v in value)
    return _escaped(str(value), item=False)


def _item(value: Any) -> str:
    if isinstance(value, ExpectedCitation):
        provision = _escaped(value.provision, item=True).replace("|", "\\x007c")
        return provision if value.role is CitationRole.MAIN else f"{provision} | {value.role.value}"
    return _escaped(str(value), item=True)


def case_row(split: str, case: Case) -> list[str]:
    """A case as the cells of `COLUMNS`."""
    out = []
    for column in COLUMNS:
        if column == "split":
            out.append(_escaped(split, item=False))
            continue
        part, _, name = column.rpartition(".")
        record = getattr(case, part) if part else case
        value = getattr(record, name) if record is not None else None
        default = getattr(_EMPTY[part], name) if part in _EMPTY else _DEFAULTS.get(name)
        out.append(_cell(value, default=default))
    return out


_EMPTY: dict[str, Any] = {"context": Context(), "tags": Tags()}
_BARE = Case("", "")
_DEFAULTS = {f.name: getattr(_BARE, f.name) for f in fields(Case)}


def _parsed(column: str, text: str) -> Any:
    """A cell's value as `decode` takes it; raises ValueError with what is wrong."""
    if column in _FLAGS:
        word = text.strip().lower()
        if word in _YES or word in _NO:
            return word in _YES
        raise ValueError(f"{text.strip()!r} is neither yes nor no")
    if column in _LISTS:
        items = [line for line in text.split("\n") if line.strip()]
        if column == "expect_citations":
            return [_citation(i) for i in items]
        return [_unescaped(i) for i in items]
    if column in ("context.analysis_date", "expect_refusal"):
        return text.strip()
    return _unescaped(text)


def _citation(item: str) -> dict[str, str]:
    provision, bar, role = item.partition("|")
    out = {"provision": _unescaped(provision.rstrip() if bar else provision)}
    return {**out, "role": role.strip()} if bar else out


# reading -------------------------------------------------------------------------------------


def _letters(index: int) -> str:
    out = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        out = chr(65 + rest) + out
    return out


def _as_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).replace("\r\n", "\n")


def read_table(path: Path) -> TableSuite:
    """The suite in ``path`` (.xlsx or .csv); raises `DataError` that names the cell."""
    if path.suffix.lower() == ".csv":
        header, rows = _read_csv(path)
    elif path.suffix.lower() == ".xlsx":
        header, rows = _read_xlsx(path)
    else:
        raise ConfigurationError(f"{path}: give a .xlsx or a .csv file")
    first = next(rows, None)
    if first is None:
        raise DataError(
            f"{path}: is empty; its first row names the columns, at least id and question"
        )
    line, names = first
    columns = _columns(path, line, [_as_text(n).strip() for n in names])
    grouped: dict[str, list[Case]] = {}
    seen: dict[str, int] = {}
    for number, values in rows:
        texts = [_as_text(v) for v in values]
        if not any(t.strip() for t in texts):
            continue
        split, case = _case(path, number, columns, texts)
        if case.id in seen:
            where = f"{path}, cell {_letters(columns.index('id'))}{number} (id)"
            raise DataError(
                f"{where}: {case.id!r} stands already in row {seen[case.id]}; ids are unique"
            )
        seen[case.id] = number
        grouped.setdefault(split, []).append(case)
    if not grouped:
        raise DataError(f"{path}: no case in it")
    sealed = {name.removeprefix("sealed:") for name in header if name.startswith("sealed:")}
    return TableSuite(
        header.get("suite", path.stem), header.get("version", ""), header.get("description", ""),
        header.get("licence", ""),
        tuple(SplitCases(name, tuple(cases), name in sealed) for name, cases in grouped.items()),
    )  # fmt: skip


def _columns(path: Path, line: int, names: list[str]) -> list[str]:
    for index, name in enumerate(names):
        if name and name not in COLUMNS:
            near = get_close_matches(name, COLUMNS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"columns: {', '.join(COLUMNS)}"
            raise DataError(
                f"{path}, cell {_letters(index)}{line}: no column is called {name!r}; {hint}"
            )
        if name and names.index(name) != index:
            raise DataError(
                f"{path}, cell {_letters(index)}{line}: the column {name!r} stands twice"
            )
    for needed in ("id", "question"):
        if needed not in names:
            raise DataError(f"{path}, row {line}: the column {needed!r} is missing")
    return names


def _case(path: Path, number: int, columns: list[str], texts: list[str]) -> tuple[str, Case]:
    data: dict[str, Any] = {}
    split = "all"
    for index, text in enumerate(texts):
        if text.strip() and (index >= len(columns) or not columns[index]):
            raise DataError(
                f"{path}, cell {_letters(index)}{number}: {text.strip()[:60]!r} stands under no column; "
                "name the column in the first row, or remove the cell (a comma or a quote may be unescaped)"
            )
    for index, (column, text) in enumerate(zip(columns, texts, strict=False)):
        if not column or not text:
            continue
        if column == "split":
            split = _unescaped(text)
            continue
        try:
            value = _parsed(column, text)
        except ValueError as error:
            raise DataError(f"{path}, cell {_letters(index)}{number} ({column}): {error}") from None
        part, _, name = column.rpartition(".")
        (data.setdefault(part, {}) if part else data)[name] = value
    try:
        case = decode(Case, data)
    except FieldError as error:
        names = ".".join(str(p) for p in error.path)
        at = next((n for n, c in enumerate(columns) if c and names.startswith(c)), None)
        cell = f"cell {_letters(at)}{number}" if at is not None else f"row {number}"
        raise DataError(f"{path}, {cell} ({names}): {error.why}") from None
    for needed in ("id", "question"):
        if not getattr(case, needed).strip():
            index = columns.index(needed)
            raise DataError(f"{path}, cell {_letters(index)}{number} ({needed}): is empty")
    return split, case


Rows = Iterator[tuple[int, Sequence[Any]]]


def _read_csv(path: Path) -> tuple[dict[str, str], Rows]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not UTF-8 at byte {error.start}; save it as CSV UTF-8") from None
    semicolons = text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",")
    delimiter, begins, number = ";" if semicolons else ",", 1, 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header: dict[str, str] = {}
    rows: list[tuple[int, Sequence[Any]]] = []
    try:
        for number, row in enumerate(reader, 1):
            begins = reader.line_num + 1
            if row and row[0].startswith("#") and not rows:
                header[row[0][1:].strip()] = _unescaped(row[1]) if len(row) > 1 else ""
            elif row:
                rows.append((number, row))
    except csv.Error as error:
        raise DataError(
            f"{path}, {_broken_cell(text, begins, number + 1, delimiter)}: {error}; mend the quotes (a quote inside a "
            "cell is written twice)"
        ) from None
    return header, iter(rows)


def _broken_cell(text: str, begins: int, row: int, delimiter: str) -> str:
    """The first cell whose quoting breaks, in the row that begins on line ``begins`` of the text."""
    rest = "".join(islice(io.StringIO(text, newline=""), begins - 1, None))
    cell = re.compile(
        rf'(?:"[^"]*(?:""[^"]*)*"|[^"{delimiter}\r\n][^{delimiter}\r\n]*|){delimiter}'
    )
    index = at = 0
    while found := cell.match(rest, at):
        index, at = index + 1, found.end()
    return f"cell {_letters(index)}{row} (line {begins})"


def _openpyxl() -> Any:
    try:
        import openpyxl
    except ImportError:
        raise ConfigurationError(
            "spreadsheets need openpyxl: pip install 'lexwarrant[sheets]', or use CSV"
        ) from None
    return openpyxl


def _read_xlsx(path: Path) -> tuple[dict[str, str], Rows]:
    from zipfile import BadZipFile

    openpyxl = _openpyxl()
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except (
        OSError,
        BadZipFile,
        KeyError,
        ValueError,
        openpyxl.utils.exceptions.InvalidFileException,
    ) as e:
        raise DataError(f"{path}: not a spreadsheet that can be read ({e})") from None
    header: dict[str, str] = {}
    if "suite" in book.sheetnames:
        for row in book["suite"].iter_rows(values_only=True):
            if row and row[0]:
                header[str(row[0])] = _unescaped(_as_text(row[1])) if len(row) > 1 else ""
    sheet = book["cases"] if "cases" in book.sheetnames else book.worksheets[0]
    rows = list(enumerate(sheet.iter_rows(values_only=True), 1))
    book.close()
    return header, iter(rows)


# writing -------------------------------------------------------------------------------------


def _header(suite: Suite) -> Iterable[tuple[str, str]]:
    values = (suite.name, suite.version, suite.description, suite.licence)
    yield from zip(_HEADER, values, strict=True)
    for split in suite.splits:
        if split.sealed:
            yield f"sealed:{split.name}", "yes"


def write_table(suite: Suite, path: Path) -> None:
    """Write the suite to ``path`` (.xlsx or .csv)."""
    if path.suffix.lower() == ".csv":
        with path.open("w", encoding="utf-8-sig", newline="") as handle:
            writer = csv.writer(handle)
            for name, value in _header(suite):
                writer.writerow([f"#{name}", _escaped(value, item=True) if value else ""])
            writer.writerow(COLUMNS)
            writer.writerows(case_row(split.name, case) for split, case in suite.cases())
    elif path.suffix.lower() == ".xlsx":
        _workbook(suite).save(path)
    else:
        raise ConfigurationError(f"{path}: give a .xlsx or a .csv file")


def _workbook(suite: Suite) -> Workbook:
    openpyxl = _openpyxl()
    book: Workbook = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "cases"
    for number, values in enumerate(
        [list(COLUMNS), *(case_row(s.name, c) for s, c in suite.cases())], 1
    ):
        for index, text in enumerate(values, 1):
            if text:
                cell = sheet.cell(number, index, text)
                cell.data_type = "s"  # a text that begins with "=" is a text
    sheet.freeze_panes = "D2"
    about = book.create_sheet("suite")
    for number, (name, value) in enumerate(_header(suite), 1):
        about.cell(number, 1, name).data_type = "s"
        about.cell(number, 2, _escaped(value, item=True) if value else "").data_type = "s"
    return book
