"""The row of a sheet: what an annotator sees, what they fill in, and what came pre-filled."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, fields, replace

from lexwarrant.annotation.stages import FIELDS, NOTES, Stage

SHOWN = (
    "row", "stage", "annotator", "item", "context", "question", "setting", "answer", "start", "end",
    "passage", "claim_text", "authority", "provision", "ticket",
)  # fmt: skip
"""Columns that are shown and must come back unchanged, as the ``machine:`` columns must."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One thing to label, for one annotator. Every column is text.

    ``row`` names the thing, the same for every annotator. ``setting`` is the context in words;
    ``passage`` with ``start`` and ``end`` (offsets into ``answer``) is the sentence in question,
    ``provision`` the words of the authority. ``ticket`` is a digest of all that was handed out and to
    whom, by which a row under another's name is known. ``values`` are the stage's fields; ``prefilled`` names
    those that the machine filled in before the annotator saw them, with what it put there.
    """

    row: str
    stage: Stage
    annotator: str
    item: str
    context: str
    question: str
    setting: str
    answer: str
    start: str = ""
    end: str = ""
    passage: str = ""
    claim_text: str = ""
    authority: str = ""
    provision: str = ""
    values: dict[str, str] = field(default_factory=dict)
    prefilled: dict[str, str] = field(default_factory=dict)
    rationale: str = ""
    minutes: str = ""
    done_on: str = ""
    ticket: str = ""

    @property
    def task(self) -> tuple[str, str]:
        """The answer the row belongs to: item and context."""
        return self.item, self.context

    def blank(self) -> bool:
        """Whether the annotator has filled in nothing that the stage requires."""
        needed = [f.name for f in FIELDS[self.stage] if f.required]
        untouched = all(self.values.get(n, "") == self.prefilled.get(n, "") for n in needed)
        return untouched and not self.done_on.strip()


def columns(stage: Stage) -> list[str]:
    """The columns of a sheet, in order: shown, then a field and its pre-filled value, then notes."""
    out = list(SHOWN)
    for each in FIELDS[stage]:
        out += [each.name, f"machine:{each.name}"]
    return [*out, *NOTES]


def with_ticket(row: SheetRow) -> SheetRow:
    """The row with the digest of what it shows and to whom."""
    shown = [str(getattr(row, n)) for n in SHOWN if n != "ticket"]
    shown += [f"{n}={v}" for n, v in sorted(row.prefilled.items())]
    digest = hashlib.sha256("\x1f".join(shown).encode("utf-8", "surrogatepass")).hexdigest()
    return replace(row, ticket=digest[:16])


def to_cells(row: SheetRow) -> dict[str, str]:
    """A row as columns of text."""
    cells = {name: str(getattr(row, name)) for name in SHOWN}
    cells["stage"] = row.stage.value
    for each in FIELDS[row.stage]:
        cells[each.name] = row.values.get(each.name, "")
        cells[f"machine:{each.name}"] = row.prefilled.get(each.name, "")
    for name in NOTES:
        cells[name] = str(getattr(row, name))
    return cells


def from_cells(cells: dict[str, str]) -> SheetRow:
    """A row from columns of text; raises `ValueError` for a stage that does not exist.

    Columns that are missing are empty; columns that no sheet has are an error, so that nothing a
    person wrote is dropped without a word.
    """
    given = cells.get("stage", "")
    if given not in list(Stage):
        raise ValueError(f"stage: {given!r} is none of {', '.join(Stage)}")
    stage = Stage(given)
    known = set(columns(stage))
    strange = [c for c in cells if c not in known]
    if strange:
        raise ValueError(f"unknown column {strange[0]!r}")
    shown = {n: cells.get(n, "") for n in SHOWN if n != "stage"}
    names = [f.name for f in FIELDS[stage]]
    return SheetRow(
        **shown,
        stage=stage,
        values={n: cells[n] for n in names if cells.get(n, "")},
        prefilled={n: cells[f"machine:{n}"] for n in names if cells.get(f"machine:{n}", "")},
        **{n: cells.get(n, "") for n in NOTES},
    )


assert {f.name for f in fields(SheetRow)} == {*SHOWN, *NOTES, "values", "prefilled"}
