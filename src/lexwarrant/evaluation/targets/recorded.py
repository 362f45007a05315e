"""Recorded answers as a target: a JSON Lines file of answers by case id."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from lexwarrant.evaluation.targets.base import Reply, TargetError
from lexwarrant.evaluation.targets.callable import as_answer
from lexwarrant.records.codec import loads
from lexwarrant.records.context import Context
from lexwarrant.records.errors import DataError


class RecordedTarget:
    """Reads ``{"case_id": ..., "answer": {...} | "text"}`` lines; asks nobody.

    Only the offsets of lines are held in memory, not the answers.
    """

    name = "recorded"

    def __init__(self, path: Path) -> None:
        """Index the file; raises `DataError` that names the line."""
        self._path = path
        self._offsets: dict[str, int] = {}
        self._handle: BinaryIO | None = None
        try:
            with path.open("rb") as handle:
                number, offset = 0, 0
                while line := handle.readline():
                    number += 1
                    if line.strip():
                        case_id = _case_id(line, f"{path}:{number}")
                        if case_id in self._offsets:
                            raise DataError(f"{path}:{number}: case {case_id!r} is answered twice")
                        self._offsets[case_id] = offset
                    offset = handle.tell()
        except OSError as error:
            raise DataError(f"{path}: {error.strerror}; check the path") from None

    def describe(self) -> dict[str, str]:
        """The file and how many answers it holds."""
        return {"target": self.name, "file": self._path.name, "answers": str(len(self._offsets))}

    def case_ids(self) -> Iterable[str]:
        """The ids of the cases it holds answers to, in the order of the file."""
        return self._offsets

    async def open(self) -> None:
        """Open the file."""
        self._handle = self._path.open("rb")

    async def close(self) -> None:
        """Close it."""
        if self._handle is not None:
            self._handle.close()
            self._handle = None

    async def ask(self, case_id: str, question: str, context: Context) -> Reply:
        """The recorded answer of the case."""
        offset = self._offsets.get(case_id)
        if offset is None:
            raise TargetError(f"{self._path}: no answer is recorded for case {case_id!r}")
        if self._handle is None:
            await self.open()
        assert self._handle is not None
        self._handle.seek(offset)
        data = loads(self._handle.readline())
        return Reply(as_answer(question, data.get("answer"), f"{self._path}, case {case_id}"))


def _case_id(line: bytes, where: str) -> str:
    try:
        data = loads(line)
    except ValueError as error:
        raise DataError(f"{where}: not JSON ({error})") from None
    if not isinstance(data, dict) or not isinstance(data.get("case_id"), str):
        raise DataError(f"{where}: a line needs a `case_id` and an `answer`")
    return str(data["case_id"])
