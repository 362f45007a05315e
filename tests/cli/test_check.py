"""``lexwarrant check``: exit codes, output forms, batches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from lexwarrant.cli.check import check

APP = typer.Typer()
APP.command()(check)
PREMISE = "(1) The trader must refund the price within 14 days. (2) The consumer may keep the box."
RIGHT = "The price must be refunded within a fortnight."
WRONG = "The price must be refunded within 40 days."


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "law.txt").write_text(PREMISE, "utf-8")
    (tmp_path / "right.txt").write_text(RIGHT, "utf-8")
    (tmp_path / "wrong.txt").write_text(f"{RIGHT} {WRONG}", "utf-8")
    (tmp_path / "foreign.txt").write_text("Торговец обязан вернуть деньги.", "utf-8")
    return tmp_path


@pytest.mark.parametrize(("name", "code"), [("right", 0), ("wrong", 1), ("foreign", 2)])
def test_exit_codes(files: Path, name: str, code: int) -> None:
    arguments = [str(files / f"{name}.txt"), "--premise", str(files / "law.txt")]
    assert CliRunner().invoke(APP, arguments).exit_code == code


def test_the_source_words_stand_below_the_sentence(files: Path) -> None:
    arguments = [str(files / "wrong.txt"), "-p", str(files / "law.txt")]
    shown = " ".join(CliRunner().invoke(APP, arguments).output.split())
    assert "contradicted: wrong_figure" in shown
    assert "fails at: 40 days" in shown
    assert "The trader must refund the price within 14 days" in shown


def test_json(files: Path) -> None:
    arguments = [str(files / "wrong.txt"), "-p", str(files / "law.txt"), "--json"]
    found = json.loads(CliRunner().invoke(APP, arguments).output)
    assert found["verdict"] == "contradicted"
    assert [f["verdict"] for f in found["findings"]] == ["supported", "contradicted"]


def test_html_escapes_what_it_shows(files: Path) -> None:
    (files / "x.txt").write_text("<script>alert(1)</script> must be refunded in 9 days.", "utf-8")
    page = files / "page.html"
    CliRunner().invoke(
        APP, [str(files / "x.txt"), "-p", str(files / "law.txt"), "--html", str(page)]
    )
    assert "<script>" not in page.read_text("utf-8")
    assert "&lt;script&gt;" in page.read_text("utf-8")


@pytest.mark.parametrize(
    "arguments", [[], ["nowhere.txt", "-p", "x"], ["--batch", "nowhere.jsonl"]]
)
def test_what_cannot_be_read_exits_with_2(arguments: list[str]) -> None:
    assert CliRunner().invoke(APP, arguments).exit_code == 2


def _rows(path: Path) -> Path:
    rows = [
        {"id": 1, "premise": PREMISE, "titles": [], "citations": [], "sentence": RIGHT},
        {
            "id": 2,
            "premise": PREMISE,
            "titles": [],
            "citations": [],
            "sentence": f"{RIGHT} {WRONG}",
        },
        {"id": 3, "premise": PREMISE},
    ]
    path.write_text("\n".join(json.dumps(r) for r in rows) + "\nnot json\n", "utf-8")
    return path


def test_batch_rows_have_exactly_the_fields_promised(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    arguments = ["--batch", str(_rows(tmp_path / "rows.jsonl")), "--out", str(out)]
    assert CliRunner().invoke(APP, arguments).exit_code == 1
    found = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    fields = ["id", "verdict", "reasons", "failed_slots", "confidence", "sentence_span"]
    assert all(list(row) == [*fields, "source_spans"] for row in found)
    assert [(r["id"], r["verdict"]) for r in found] == [
        (1, "supported"),
        (2, "contradicted"),
        (3, "cannot_check"),
        (None, "cannot_check"),
    ]
    text = f"{RIGHT} {WRONG}"
    start, end = found[1]["sentence_span"]
    assert text[start:end] == "40 days"
    a, b = found[1]["source_spans"][0]
    assert "14 days" in PREMISE[a:b]


@pytest.mark.slow
def test_several_processes_write_the_same_in_the_same_order(tmp_path: Path) -> None:
    from lexwarrant.verification.batch import check_lines

    row = {"premise": PREMISE, "titles": [], "citations": []}
    lines = [
        json.dumps({**row, "id": k, "sentence": RIGHT if k % 2 else WRONG}) for k in range(100)
    ]
    assert list(check_lines(lines, jobs=2)) == list(check_lines(lines, jobs=1))
