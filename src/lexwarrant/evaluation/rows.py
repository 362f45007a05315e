"""The rows of a run on disk: appended as they come, never lost, never asked again."""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from lexwarrant.records.codec import decode, encode
from lexwarrant.records.errors import DataError, LexwarrantError
from lexwarrant.records.run import Row
from lexwarrant.records.suite import Case, Split

ROWS = "rows.jsonl"
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True)
_ALWAYS = {"promoted": False, "verdict": None, "strict_verdict": None, "error": ""}


def row_line(row: Row) -> str:
    """A row as one line of JSON; the fields that a reader counts on are always there."""
    return _ENCODER.encode({**_ALWAYS, **encode(row)})


def read_rows(folder: Path) -> Iterator[Row]:
    """Stream the rows of a run. A last line that a killed process left torn is passed over."""
    path = folder / ROWS
    if not path.is_file():
        return
    with path.open(encoding="utf-8") as handle:
        for number, line in enumerate(handle, 1):
            if not line.endswith("\n"):
                return
            try:
                data: Any = json.loads(line)
            except ValueError:
                raise DataError(
                    f"{path}:{number}: not JSON; the file was edited or damaged"
                ) from None
            yield decode(Row, data, f"{path}:{number}")


class RowWriter:
    """Appends rows, one line each, handed to the operating system before the next is asked."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / ROWS
        _drop_torn_line(self._path)
        self._handle = self._path.open("a", encoding="utf-8")

    def write(self, row: Row) -> None:
        """Append one row; raises `LexwarrantError` when the disk is full, with all before it kept."""
        try:
            self._handle.write(row_line(row) + "\n")
            self._handle.flush()
        except OSError as error:
            raise LexwarrantError(
                f"{self._path}: {error.strerror}; the rows so far are kept: make room and run the same "
                "command again to go on"
            ) from error

    def close(self) -> None:
        """Force what was written to the disk."""
        os.fsync(self._handle.fileno())
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


def put_in_order(folder: Path, order: Sequence[tuple[Split, Case]], repeats: int) -> None:
    """Keep one row a case and repeat, the first answered one where there is one, in suite order.

    Lines are copied as they stand; in memory is only where each begins.
    """
    path = folder / ROWS
    index = {case.id: n for n, (_, case) in enumerate(order)}
    starts = array("q", [-1]) * (len(order) * repeats)
    answered = bytearray(len(starts))
    with path.open("rb") as source:
        offset = 0
        for line in source:
            row = json.loads(line)
            case, repeat = index.get(row["case_id"]), row.get("repeat", 1)
            if case is not None and repeat <= repeats:
                slot = (repeat - 1) * len(order) + case
                if starts[slot] < 0 or (row["ok"] and not answered[slot]):
                    starts[slot], answered[slot] = offset, row["ok"]
            offset += len(line)
        building = path.with_suffix(".building")
        with building.open("wb") as out:
            for start in starts:
                if start >= 0:
                    source.seek(start)
                    out.write(source.readline())
            out.flush()
            os.fsync(out.fileno())
    building.replace(path)
