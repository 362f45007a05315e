"""The commands, from init to cards."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from typer.testing import CliRunner

from lexwarrant.annotation.rows import from_cells
from lexwarrant.annotation.sheets import read_sheet, write_sheet
from lexwarrant.cli.annotate import app
from lexwarrant.evaluation.warrant.checks import write_record
from lexwarrant.evaluation.warrant.pilot import load_pilot

RUN = CliRunner()
FILL = {
    "extract": {"claim": "yes"},
    "link": {"authorities": "us/usc/t28/s/2107"},
    "label": {"support": "direct", "exists": "holds", "status": "holds", "jurisdiction": "holds",
              "time": "holds", "posture": "holds", "treatment": "holds"},
    "policy": {"acts": "answer", "risk": "high"},
}  # fmt: skip


def test_from_init_to_cards(tmp_path: Path) -> None:
    pilot = load_pilot()
    items, answers = tmp_path / "items.jsonl", tmp_path / "answers.jsonl"
    items.write_text("".join(json.dumps(write_record(i)) + "\n" for i in pilot.items))
    answers.write_text("".join(json.dumps(write_record(c)) + "\n" for c in pilot.outputs))
    folder = tmp_path / "p"
    made = RUN.invoke(app, [
        "init", str(items), "--out", str(folder), "--annotators", "a,b", "--overlap", "0.5",
        "--answers", str(answers), "--system", "broad refusal",
    ])  # fmt: skip
    assert made.exit_code == 0, made.output
    assert "6 answers" in made.output
    for number, stage in enumerate(FILL, 1):
        for name in "ab":
            sheet = folder / f"stage-{number}-{stage}" / f"{name}.csv"
            rows = [from_cells(c) for _, c in read_sheet(sheet)]
            sent = tmp_path / f"{name}.xlsx"
            write_sheet(
                sent,
                [replace(r, values=FILL[stage], minutes="1", done_on="2026-11-30") for r in rows],
            )
            done = RUN.invoke(app, ["import", str(folder), str(sent)])
            assert done.exit_code == 0, done.output
        assert RUN.invoke(app, ["conflicts", str(folder)]).output == "0 undecided\n"
        assert RUN.invoke(app, ["advance", str(folder)]).exit_code == 0
    out = tmp_path / "cards.jsonl"
    assert RUN.invoke(app, ["cards", str(folder), "--out", str(out)]).exit_code == 0
    assert len(out.read_text().splitlines()) == 6
    assert "# Annotation report" in RUN.invoke(app, ["report", str(folder)]).output


def test_errors_are_one_line_and_exit_with_two(tmp_path: Path) -> None:
    for arguments in (["report", str(tmp_path)], ["conflicts", str(tmp_path), "--stage", "dance"],
                      ["init", "nowhere", "--out", str(tmp_path / "x"), "--annotators", "a"]):  # fmt: skip
        found = RUN.invoke(app, arguments)
        assert found.exit_code == 2, found.output


def test_blank_rows_exit_with_one(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    assert (
        RUN.invoke(app, ["init", "warrant", "--out", str(folder), "--annotators", "a"]).exit_code
        == 0
    )
    found = RUN.invoke(app, ["import", str(folder), str(folder / "stage-1-extract" / "a.jsonl")])
    assert found.exit_code == 1
    assert "blank" in found.output
