"""A labelling project: one folder that holds everything, and from which nothing is ever deleted.

::

    PROJECT/
      project.json          who labels, the share labelled by all, the due day, the stage
      tasks.jsonl           the cards to label (answers with their context), machine labels included
      items.jsonl           the items they answer
      stage-1-extract/      one sheet an annotator in three forms
        a.jsonl a.csv a.xlsx
        rows.jsonl          every row that was handed out
        labels.jsonl        every row that came back, in order of arrival; the last of a row counts
        problems.jsonl      rows that came back blank, late or malformed, as they came
        tampered.jsonl      rows of which something was changed that was only shown, as they came
        decisions.jsonl     adjudications; the labels they decide between stay where they are
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TypeVar

from lexwarrant.annotation.rows import SheetRow
from lexwarrant.annotation.stages import ORDER, Stage
from lexwarrant.records.codec import FieldError, decode, encode
from lexwarrant.records.errors import DataError
from lexwarrant.records.warrant import WarrantCard, WarrantItem

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ProjectInfo:
    """Who labels what. ``overlap`` is the share of answers labelled by everyone, 0..1; ``due`` the
    last day of the stage at hand, None without one; ``prefill`` whether machine labels are shown."""

    annotators: tuple[str, ...]
    overlap: float
    stage: Stage = Stage.EXTRACT
    due: date | None = None
    prefill: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """A row that came back and does not count, with the row as it came.

    ``kind`` is blank, late, malformed or tampered; a late row counts all the same and is listed.
    """

    kind: str
    file: str
    line: int
    annotator: str
    row: str
    why: str
    cells: dict[str, str]


@dataclass(frozen=True, slots=True)
class Decision:
    """An adjudication: the value that stands for one field of one row, by whom, when and why."""

    row: str
    field: str
    value: str
    by: str
    on: date
    why: str


class Project:
    """Reading and appending to a project's files. Raises `DataError` for a folder that is none."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        file = folder / "project.json"
        if not file.is_file():
            raise DataError(
                f"{folder} is no labelling project; make one with `lexwarrant annotate init`"
            )
        try:
            self.info = decode(ProjectInfo, json.loads(file.read_text("utf-8")))
        except (FieldError, ValueError) as error:
            raise DataError(f"{file}: {error}") from None

    @classmethod
    def create(
        cls,
        folder: Path,
        info: ProjectInfo,
        items: Iterable[WarrantItem],
        cards: Iterable[WarrantCard],
    ) -> Project:
        """Make a project in a new or empty folder."""
        if folder.exists() and any(folder.iterdir()):
            raise DataError(f"{folder} is not empty; name a new folder for the project")
        folder.mkdir(parents=True, exist_ok=True)
        write_lines(folder / "items.jsonl", items)
        write_lines(folder / "tasks.jsonl", cards)
        _save(folder, info)
        return cls(folder)

    def stage_folder(self, stage: Stage) -> Path:
        """The folder of a stage."""
        return self.folder / f"stage-{ORDER.index(stage) + 1}-{stage.value}"

    def items(self) -> dict[str, WarrantItem]:
        """The items by id."""
        return {i.id: i for i in read_lines(self.folder / "items.jsonl", WarrantItem)}

    def cards(self) -> list[WarrantCard]:
        """The answers to label, as they were handed in."""
        return list(read_lines(self.folder / "tasks.jsonl", WarrantCard))

    def rows(self, stage: Stage) -> list[SheetRow]:
        """Every row that was handed out at a stage; empty before it."""
        return list(read_lines(self.stage_folder(stage) / "rows.jsonl", SheetRow))

    def arrived(self, stage: Stage) -> list[SheetRow]:
        """Every labelled row that came back, in order of arrival, superseded ones included."""
        return list(read_lines(self.stage_folder(stage) / "labels.jsonl", SheetRow))

    def labels(self, stage: Stage) -> list[SheetRow]:
        """The row that counts for each row and annotator: the last that came."""
        return list({(r.row, r.annotator): r for r in self.arrived(stage)}.values())

    def problems(self, stage: Stage) -> list[Problem]:
        """What came back and does not count, or came late."""
        return list(read_lines(self.stage_folder(stage) / "problems.jsonl", Problem))

    def tampered(self, stage: Stage) -> list[Problem]:
        """What came back with something changed that was only shown."""
        return list(read_lines(self.stage_folder(stage) / "tampered.jsonl", Problem))

    def decisions(self, stage: Stage) -> list[Decision]:
        """Adjudications in order; the last for a row and field stands."""
        return list(read_lines(self.stage_folder(stage) / "decisions.jsonl", Decision))

    def stages(self) -> list[Stage]:
        """The stages that have been handed out."""
        return [s for s in ORDER if (self.stage_folder(s) / "rows.jsonl").is_file()]

    def advance_to(self, stage: Stage, due: date | None) -> None:
        """Record that ``stage`` is the one at hand."""
        self.info = replace(self.info, stage=stage, due=due)
        _save(self.folder, self.info)


def _save(folder: Path, info: ProjectInfo) -> None:
    text = json.dumps(encode(info), ensure_ascii=False, indent=1)
    (folder / "project.json").write_text(text + "\n", "utf-8")


def write_lines(path: Path, records: Iterable[object], *, append: bool = False) -> None:
    """Write records as JSON Lines, or append them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a" if append else "w", encoding="utf-8", newline="\n") as file:
        for record in records:
            file.write(json.dumps(encode(record), ensure_ascii=False) + "\n")


def read_lines(path: Path, kind: type[T]) -> Iterator[T]:
    """Records of JSON Lines; nothing when the file is not there; `DataError` names a broken line."""
    if not path.is_file():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    yield decode(kind, json.loads(line.decode("utf-8")))
                except (FieldError, ValueError) as error:
                    raise DataError(f"{path}:{number}: {error}") from None
