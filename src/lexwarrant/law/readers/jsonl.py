"""Reader of our own interchange form (`lexwarrant.law.interchange`)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from lexwarrant.law.interchange import RECORDS, read_lines
from lexwarrant.law.readers.base import LawItem
from lexwarrant.records.errors import DataError, LawSourceError


class InterchangeReader:
    """Yields what the file holds; a wrong line stops the import and is named."""

    name = "lexwarrant interchange (JSON Lines)"

    def __init__(self) -> None:
        self.where = ""

    def recognises(self, path: Path) -> bool:
        """A text file whose first line is one of our records."""
        if not path.is_file():
            return False
        with path.open("rb") as handle:
            first = handle.readline(2_000_000)
        try:
            data = json.loads(first)
        except (ValueError, RecursionError):
            return False
        return isinstance(data, dict) and data.get("record") in RECORDS

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records, each checked."""
        try:
            for self.where, record in read_lines(path):
                yield record
        except DataError as error:
            raise LawSourceError(str(error)) from error
