"""``docs/annotation.md`` names every stage and field, in order."""

from __future__ import annotations

from pathlib import Path

from lexwarrant.annotation.stages import FIELDS, NOTES

PAGE = (Path(__file__).parents[2] / "docs" / "annotation.md").read_text("utf-8")


def test_stages_and_fields() -> None:
    for stage, fields in FIELDS.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| {stage.value} |"))
        places = [row.index(f.name) for f in fields]
        assert places == sorted(places)
    assert all(note in PAGE for note in NOTES)
