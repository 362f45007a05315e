"""The rows of a run on disk: appended as they come, never lost, never asked again."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from lexwarrant.records.codec import decode, dumps, loads
from lexwarrant.records.errors import DataError, LexwarrantError
from lexwarrant.records.run import Row
from lexwarrant.records.suite import Case, Split

ROWS = "rows.jsonl"
_BLOCK = 1 << 20
_EMPTY = (
    ("promoted", '"promoted":false'),
    ("verdict", '"verdict":null'),
    ("strict_verdict", '"strict_verdict":null'),
    ("error", '"error":""'),
)
"""Fields that a reader counts on, as they are written when they hold nothing."""


def row_line(row: Row) -> str:
    """A row as one line of JSON; the fields that a reader counts on are always there."""
    line = dumps(row)
    empty = ",".join(text for name, text in _EMPTY if not getattr(row, name))
    return f"{line[:-1]},{empty}}}" if empty else line


def read_rows(folder: Path) -> Iterator[Row]:
    """Stream the rows of a run. A last line that a killed process left torn is passed over."""
    path = folder / ROWS
    if not path.is_file():
        return
    with path.open(encoding="utf-8") as handle:
        for number, line in enumerate(handle, 1):
            if not line.endswith("\n"):
                return
            yield parsed_row(line, f"{path}:{number}")


def parsed_row(line: str, where: str) -> Row:
    """The row in a line; raises an error that begins with ``where``, the file and line."""
    return decode(Row, _parsed(line, where), where)


def check_rows(folder: Path, expected: int) -> None:
    """Raise `DataError` unless the run in ``folder`` holds as many whole rows as were ``expected``.

    A finished run has one row a case and pass, with an answer or without; a file that was cut or
    edited since would give figures over fewer questions than were asked.
    """
    path = folder / ROWS
    whole = 0
    if path.is_file():
        with path.open("rb") as handle:
            whole = sum(line.endswith(b"\n") for line in handle)
    if whole != expected:
        raise DataError(
            f"{path}: {whole} of {expected} rows (cases x passes, as the manifest says); the file was "
            "cut or edited: put it back, or run the same eval command again with --out and this folder"
        )


def _parsed(line: str | bytes, where: str) -> Any:
    try:
        return loads(line)
    except ValueError:
        raise DataError(f"{where}: not JSON; the file was edited or damaged") from None


class Places:
    """Where the rows of a run stand in its file, and which hold an answer: 9 bytes a row.

    One row counts for a case and repeat: the first with an answer, else the first.
    """

    def __init__(self, order: Sequence[tuple[Split, Case]], repeats: int) -> None:
        self._index = {case.id: n for n, (_, case) in enumerate(order)}
        self._repeats = repeats
        self.starts = array("q", [-1]) * (len(order) * repeats)
        self._answered = bytearray(len(self.starts))

    def read(self, folder: Path) -> None:
        """Note what an earlier, killed run left; a torn last line is passed over."""
        path = folder / ROWS
        if not path.is_file():
            return
        offset = 0
        with path.open("rb") as handle:
            for number, line in enumerate(handle, 1):
                if not line.endswith(b"\n"):
                    return
                row = _parsed(line, f"{path}:{number}")
                if not isinstance(row, dict) or "case_id" not in row or "ok" not in row:
                    raise DataError(f"{path}:{number}: no row; the file was edited or damaged")
                self.note(row["case_id"], row.get("repeat", 1), row["ok"], offset)
                offset += len(line)

    def note(self, case_id: str, repeat: int, ok: bool, offset: int) -> None:
        """A row that begins at ``offset``; one of another suite is passed over."""
        case = self._index.get(case_id)
        if case is None or repeat > self._repeats:
            return
        slot = (repeat - 1) * len(self._index) + case
        if self.starts[slot] < 0 or (ok and not self._answered[slot]):
            self.starts[slot], self._answered[slot] = offset, ok

    def answered(self, case: int, repeat: int) -> bool:
        """Whether the case at that place of the suite has its answer."""
        return bool(self._answered[(repeat - 1) * len(self._index) + case])

    def count(self) -> int:
        """How many answers there are."""
        return sum(self._answered)


class RowWriter:
    """Appends rows, one line each, handed to the operating system before the next is asked."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / ROWS
        _drop_torn_line(self._path)
        self._handle = self._path.open("ab")
        self._offset = self._path.stat().st_size

    def write(self, row: Row) -> int:
        """Append one row and say where it begins.

        Raises `LexwarrantError` when the disk is full, with all before it kept.
        """
        line = row_line(row).encode() + b"\n"
        begins, self._offset = self._offset, self._offset + len(line)
        try:
            self._handle.write(line)
            self._handle.flush()
            return begins
        except OSError as error:
            raise LexwarrantError(
                f"{self._path}: {error.strerror}; the rows so far are kept: make room and run the same "
                "command again to go on"
            ) from error

    def close(self) -> None:
        """Close the file. It is forced to the disk when the rows are put in order."""
        self._handle.close()


def _drop_torn_line(path: Path) -> None:
    if not path.is_file() or path.stat().st_size == 0:
        return
    with path.open("rb+") as handle:
        size = handle.seek(0, os.SEEK_END)
        position = size
        while position > 0:
            step = min(65536, position)
            handle.seek(position - step)
            block = handle.read(step)
            newline = block.rfind(b"\n")
            if newline >= 0:
                keep = position - step + newline + 1
                if keep != size:
                    handle.truncate(keep)
                return
            position -= step
        handle.truncate(0)


def rewrite_rows(folder: Path, rows: Iterable[Row]) -> None:
    """Put the rows in their final order, in one step."""
    replace_lines(folder, (row_line(row) for row in rows))


def replace_lines(folder: Path, lines: Iterable[str]) -> None:
    """Put lines of rows in place of those that stand there, in one step."""
    path = folder / ROWS
    building = path.with_suffix(".building")
    with building.open("w", encoding="utf-8") as handle:
        for line in lines:
            handle.write(line + "\n")
        handle.flush()
        os.fsync(handle.fileno())
    building.replace(path)


def put_in_order(folder: Path, places: Places) -> None:
    """Keep one row a case and repeat, in the suite's order. Lines are copied as they stand."""
    path = folder / ROWS
    building = path.with_suffix(".building")
    with path.open("rb", _BLOCK) as source, building.open("wb", _BLOCK) as out:
        for start in places.starts:
            if start >= 0:
                source.seek(start)
                out.write(source.readline())
        out.flush()
        os.fsync(out.fileno())
    building.replace(path)
