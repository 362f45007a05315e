"""``lexwarrant cite``: files in, tables and JSON lines out, exit codes."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from lexwarrant.cli.cite import cite
from lexwarrant.law.builder import import_law
from lexwarrant.records.law import Authority, AuthorityKind, Coverage, Source, Version

app = typer.Typer()
app.command()(cite)
runner = CliRunner()


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("law") / "s"
    act = Authority(
        id="uk/ukpga/1996/52", jurisdiction="uk", kind=AuthorityKind.STATUTE, title="Housing Act 1996",
        short_title="Housing Act 1996", source="hand", coverage=Coverage(complete=("s",)),
    )  # fmt: skip
    section = Version(
        "uk/ukpga/1996/52/s/188", "section 188", "The authority may secure accommodation."
    )
    import_law(
        [Source("hand", "https://example.org", "CC0"), act, section],
        folder,
        retrieved=date(2026, 1, 1),
    )
    return folder


def test_json_lines_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("See **Article 33(1) GDPR**.", "utf-8")
    result = runner.invoke(app, [str(path), "--json"])
    (row,) = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 0
    assert (row["kind"], row["pinpoint"], row["span"]) == ("legislation", [["33", "1"]], [6, 24])
    assert row["resolves"] == "out_of_coverage"


def test_what_does_not_exist_or_is_misquoted_exits_with_1(snapshot: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for text, code in (
        ("Housing Act 1996, s 188: “The authority may secure accommodation.”", 0),
        ("Housing Act 1996, s 188: “The authority must secure accommodation.”", 1),
        ("Housing Act 1996, s 500 applies.", 1),
        ("Theft Act 1968, s 1 applies.", 0),
    ):
        path.write_text(text, "utf-8")
        result = runner.invoke(app, [str(path), "--snapshot", str(snapshot), "-j", "uk"])
        assert result.exit_code == code, result.stdout


def test_batch(snapshot: Path, tmp_path: Path) -> None:
    rows, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    rows.write_text(
        '{"id": "a", "text": "section 188 of the Housing Act 1996", "jurisdiction": "uk"}\n'
        '{"id": "b", "text": "nothing here"}\n',
        "utf-8",
    )
    result = runner.invoke(app, ["--batch", str(rows), "--out", str(out), "-s", str(snapshot)])
    assert result.exit_code == 0
    first, second = map(json.loads, out.read_text("utf-8").splitlines())
    assert first["id"] == "a"
    assert {
        "kind",
        "jurisdiction",
        "normal",
        "pinpoint",
        "span",
        "resolves",
        "identity",
        "content",
    } <= set(first["citations"][0])
    assert first["citations"][0]["resolves"] == "exists"
    assert second == {"id": "b", "citations": []}


def test_standard_input_and_an_empty_document() -> None:
    result = runner.invoke(app, ["-"], input="no law in here")
    assert (result.exit_code, result.stdout.strip()) == (0, "no citations")


def test_wrong_use_is_said_in_one_line(tmp_path: Path) -> None:
    assert runner.invoke(app, []).exit_code == 2
    assert runner.invoke(app, [str(tmp_path / "gone.txt")]).exit_code == 2
    assert runner.invoke(app, ["--batch", str(tmp_path / "x.jsonl")]).exit_code == 2
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"id": 1}\n', "utf-8")
    result = runner.invoke(app, ["--batch", str(bad), "--out", str(tmp_path / "o.jsonl")])
    assert result.exit_code == 2
    assert "bad.jsonl:1" in result.output
