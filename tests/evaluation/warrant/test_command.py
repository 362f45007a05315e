"""The commands of ``lexwarrant warrant``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lexwarrant.cli.warrant import app
from lexwarrant.evaluation.warrant.checks import validate, write_record
from lexwarrant.evaluation.warrant.pilot import load_pilot
from lexwarrant.evaluation.warrant.suite import find_suite
from lexwarrant.law.snapshot import Snapshot

RUN = CliRunner()


def test_pilot_prints_the_golden_table() -> None:
    golden = Path(__file__).with_name("pilot.golden.md").read_text("utf-8")
    assert RUN.invoke(app, ["pilot"]).output == golden


def test_schema_is_json() -> None:
    assert json.loads(RUN.invoke(app, ["schema"]).output)["format"] == 1


def test_validate_says_line_and_field_and_exits_with_one(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"item": "i"}\n')
    found = RUN.invoke(app, ["validate", str(path)])
    assert found.exit_code == 1
    assert f"{path}:1: " in found.output.replace("\n", "")
    good = RUN.invoke(app, ["validate", str(find_suite())])
    assert good.exit_code == 0
    assert "32 items from templates are not confirmed" in good.output
    assert RUN.invoke(app, ["validate", str(tmp_path / "nowhere.jsonl")]).exit_code == 2


def test_vary_with_and_without_a_name(tmp_path: Path) -> None:
    templates, out = find_suite().parent / "warrant.templates.yaml", tmp_path / "made.yaml"
    assert RUN.invoke(app, ["vary", str(templates), "--out", str(out)]).exit_code == 0
    assert validate(out).unconfirmed == validate(out).items
    RUN.invoke(app, ["vary", str(templates), "--out", str(out), "--confirm", "A. Person"])
    assert validate(out).unconfirmed == 0


def test_score_of_cards_of_a_file(tmp_path: Path) -> None:
    pilot = load_pilot()
    items, cards = tmp_path / "items.jsonl", tmp_path / "cards.jsonl"
    items.write_text("".join(json.dumps(write_record(i)) + "\n" for i in pilot.items))
    cards.write_text("".join(json.dumps(write_record(c)) + "\n" for c in pilot.outputs))
    found = RUN.invoke(app, ["score", str(cards), "--suite", str(items)])
    assert found.exit_code == 0, found.output
    for part in ("| warranted | 0.0%", "## Does warrant change the ranking?",
                 "answers pass three easier metrics or more", "## Selective prediction"):  # fmt: skip
        assert part in found.output
    cuts = ("domain", "jurisdiction", "source type", "user type", "date", "risk", "stress")
    for cut in cuts:
        table = found.output.split(f"## By {cut}\n")[1].split("\n## ")[0]
        assert table.count("\n| ") > 2, cut
    for place in ("retrieval", "generation", "authority_status", "time", "support", "policy"):
        assert (
            f" {place} |" in found.output.split("## Where answers went wrong")[1].split("\n## ")[0]
        )


def test_release(tmp_path: Path) -> None:
    found = RUN.invoke(app, ["release", str(tmp_path / "out")])
    assert "115 by language_model, 32 by template" in found.output
    assert RUN.invoke(app, ["release", str(tmp_path / "out")]).exit_code == 2
    manifest = json.loads((tmp_path / "out" / "release.json").read_text("utf-8"))
    wanted = ["items.jsonl", "keys.jsonl", "cards.jsonl", "schema.json", "suite/warrant.templates.yaml",
              "suite/warrant.suite.yaml", "guidance/rubric.md", "guidance/claims.yaml",
              "guidance/weights.yaml", "guidance/ontology/ie.yaml"]  # fmt: skip
    assert set(wanted) <= set(manifest["files"])


def test_convert_there_and_back(tmp_path: Path) -> None:
    first, book, back = (tmp_path / f"cards{n}" for n in (".jsonl", ".xlsx", "2.jsonl"))
    first.write_text("".join(json.dumps(write_record(c)) + "\n" for c in load_pilot().outputs))
    for source, target in ((first, book), (book, back)):
        done = RUN.invoke(app, ["convert", str(source), str(target)])
        assert done.exit_code == 0, done.output
    assert [json.loads(x) for x in back.read_text("utf-8").splitlines()] == [
        json.loads(x) for x in first.read_text("utf-8").splitlines()
    ]
    assert RUN.invoke(app, ["convert", str(first), str(tmp_path / "x.txt")]).exit_code == 2


@pytest.mark.slow
def test_measure(tmp_path: Path, five_systems: Snapshot) -> None:
    replies = tmp_path / "model.jsonl"
    replies.write_text('{"item": "us-civil-appeal/base", "text": "It must be filed in 30 days."}\n')
    arguments = ["measure", "-s", str(five_systems.folder), "--out", str(tmp_path / "run"), "--split", "dev",
                 "--system", "refuse", "--system", str(replies), "--high-risk"]  # fmt: skip
    found = RUN.invoke(app, arguments)
    assert found.exit_code == 0, found.output
    text = (tmp_path / "run" / "report.md").read_text("utf-8")
    assert "| | refuse everything | model |" in text
    assert "high-risk claims only" in text
    assert validate(tmp_path / "run" / "cards.jsonl").problems == ()
    wrong = RUN.invoke(app, [*arguments[:5], "--split", "dance"])
    assert wrong.exit_code == 2


@pytest.mark.slow
def test_vary_refuses_what_the_law_does_not_say(tmp_path: Path, five_systems: Snapshot) -> None:
    good = find_suite().parent / "warrant.templates.yaml"
    bad, out = tmp_path / "bad.yaml", tmp_path / "made.yaml"
    text = good.read_text("utf-8").replace("one week'}", "nine weeks'}", 1)
    bad.write_text(text.replace("less than two years, one week", "less than two years, nine weeks"))
    law = ["-s", str(five_systems.folder), "--out", str(out)]
    assert RUN.invoke(app, ["vary", str(bad), *law]).exit_code == 1
    assert not out.exists()
    assert RUN.invoke(app, ["vary", str(good), *law]).exit_code == 0
