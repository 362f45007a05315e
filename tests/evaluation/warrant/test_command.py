"""The commands of ``lexwarrant warrant``."""

from __future__ import annotations

import hashlib
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


FAMILY = """\
- family: f
  stress: near_miss_authority
  domain: notices
  category: deadline
  question: When is the notice due?
  jurisdiction: UK
  date: 2020-01-01
  items:
  - id: base
    claims:
    - {claim: Within 21 days., values: [[21 days]], at: xx/act/1/s/1, words: %s}
"""


def own_suite(folder: Path, file: str = "own.families.yaml") -> Path:
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(FAMILY % "within 21 days")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    header = folder / "own.suite.yaml"
    header.write_text(
        "suite: mine\nversion: '1'\ndescription: d\nlicence: CC0\nsnapshot: hand\n"
        "provenance: {method: human, by: a tester, dated: 2026-11-30}\n"
        f"splits:\n- {{name: open, file: {file}, sha256: {digest}}}\n"
    )
    return header


@pytest.mark.parametrize("file", ["own.families.yaml", "parts/a.yaml"])
def test_release_of_a_suite_of_ones_own(tmp_path: Path, file: str) -> None:
    out = tmp_path / "deep" / "out"
    suite = own_suite(tmp_path / "mine", file)
    found = RUN.invoke(app, ["release", str(out), "--suite", str(suite)])
    assert found.exit_code == 0, found.output
    manifest = json.loads((out / "release.json").read_text("utf-8"))
    assert {"suite/own.suite.yaml", f"suite/{file}"} <= set(manifest["files"])
    assert validate(out / "suite" / "own.suite.yaml").problems == ()
    assert validate(out / "items.jsonl").problems == ()
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((out / name).read_bytes()).hexdigest() == digest
    assert [p.name for p in out.parent.iterdir()] == ["out"]


@pytest.mark.parametrize(
    "spoilt", ["no suite", "no guidance", "two of a name", "bad snapshot", "changed", "outside"]
)
def test_a_release_that_fails_leaves_nothing(tmp_path: Path, spoilt: str) -> None:
    suite, out = own_suite(tmp_path / "mine"), tmp_path / "to" / "out"
    (tmp_path / "rubric.md").write_text("mine")
    more = {
        "no suite": ["--suite", str(tmp_path / "nowhere.suite.yaml")],
        "no guidance": ["--guidance", str(tmp_path / "nowhere.md")],
        "two of a name": ["--guidance", str(tmp_path / "rubric.md")],
        "bad snapshot": ["--snapshot", str(tmp_path / "nowhere")],
    }.get(spoilt, [])
    if spoilt == "changed":
        (suite.parent / "own.families.yaml").write_text("[]")
    if spoilt == "outside":
        suite.write_text(
            suite.read_text().replace("own.families.yaml", "../mine/own.families.yaml")
        )
    found = RUN.invoke(app, ["release", str(out), "--suite", str(suite), *more])
    assert found.exit_code == 2, found.output
    assert not out.exists()
    assert not (tmp_path / "to").exists() or not list((tmp_path / "to").iterdir())


def test_a_write_that_breaks_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lexwarrant.evaluation.warrant import release as room

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device", "items.jsonl")

    monkeypatch.setattr(room, "_copy", broken)
    out = tmp_path / "to" / "out"
    found = RUN.invoke(app, ["release", str(out), "--suite", str(own_suite(tmp_path / "mine"))])
    assert found.exit_code == 2
    assert list((tmp_path / "to").iterdir()) == []


@pytest.mark.parametrize(("words", "code"), [("within 21 days", 0), ("within 99 days", 1)])
def test_a_family_file_is_checked_against_the_law(
    tmp_path: Path, law: Snapshot, words: str, code: int
) -> None:
    path = tmp_path / "family.yaml"
    path.write_text(FAMILY % words)
    found = RUN.invoke(app, ["validate", str(path), "-s", str(law.folder)])
    assert found.exit_code == code, found.output
    assert ("f/base: xx/act/1/s/1: the words do not stand" in found.output) == bool(code)


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
