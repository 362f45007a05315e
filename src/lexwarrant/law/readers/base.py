"""What every reader of law does: recognise a format, stream records, say what it left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from lexwarrant.records.law import Applicability, Authority, Source, Treatment, Version


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something of the source that was not kept: where it stood, what it was, and why."""

    where: str
    what: str
    why: str


LawItem = Source | Authority | Version | Applicability | Treatment | LeftOut
"""What a reader yields. A `Source` comes before what refers to it, an `Authority` before its versions."""


class Reader(Protocol):
    """One format of law.

    ``read`` streams: its memory does not grow with the number of authorities. It raises
    `LawSourceError` for a source that is damaged or not what it says, before or after it has
    yielded; the builder then leaves the snapshot as it was.
    """

    name: str

    def recognises(self, path: Path) -> bool:
        """Whether ``path`` looks like this format; reads little and never raises on content."""
        ...

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records of ``path``."""
        ...


@runtime_checkable
class PlacedReader(Reader, Protocol):
    """A reader that knows where in its source the item it yielded last stands."""

    where: str
    """File and line, row or entry of that item; empty before the first."""


def place_of(reader: Reader, path: Path) -> str:
    """Where the item that ``reader`` yielded last stands, as closely as the reader can say."""
    where = reader.where if isinstance(reader, PlacedReader) else ""
    return where or str(path)
