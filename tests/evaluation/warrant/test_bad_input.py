"""Bad files and options of ``lexwarrant warrant``: what, where, why; never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lexwarrant.cli.warrant import app
from lexwarrant.evaluation.warrant.checks import write_record
from lexwarrant.evaluation.warrant.pilot import load_pilot

RUN = CliRunner()
ITEMS = "".join(json.dumps(write_record(i)) + "\n" for i in load_pilot().items)
CARDS = "".join(json.dumps(write_record(c)) + "\n" for c in load_pilot().outputs)
FIRST = json.loads(ITEMS.splitlines()[0])
FAMILY = "{family: f, stress: source_status, domain: d, category: deadline, question: q}"


def changed(**more: object) -> str:
    return json.dumps({**FIRST, **more}) + "\n"


def dated(day: str) -> str:
    copy = json.loads(json.dumps(FIRST))
    copy["contexts"][0]["context"]["analysis_date"] = day
    return json.dumps(copy) + "\n"


# file name, content, exit code of `validate`, words of what it says
FILES: list[tuple[str, bytes | str, int, str]] = [
    ("ok.jsonl", ITEMS, 0, "8 items"),
    ("bom.jsonl", "\ufeff" + ITEMS, 0, "8 items"),
    ("crlf.jsonl", ITEMS.replace("\n", "\r\n"), 0, "8 items"),
    ("blank.jsonl", ITEMS.replace("\n", "\n\n"), 0, "8 items"),
    ("empty.jsonl", "", 2, "nothing to check"),
    ("empty.yaml", "", 2, "expected a list of families"),
    ("none.yaml", "[]", 2, "nothing to check"),
    ("number.yaml", "- 1", 2, "expected an object with its fields"),
    ("header.yaml", "{}", 2, "suite: Field required"),
    ("twice.yaml", "- family: a\n  family: b\n", 2, "'family' stands twice"),
    ("alias.yaml", "a: &a [x]\nb: *a\n", 2, "alias"),
    ("deep.yaml", "[" * 3_000, 2, "deep.yaml"),
    ("bytes.yaml", b"\xff\xfe", 2, "not UTF-8 at byte 0"),
    ("deep.jsonl", "[" * 100_000 + "\n", 1, "deep.jsonl:1: line: not valid JSON"),
    ("mixed.jsonl", '{"item": "i"}\nnot json\n[1]\n' + ITEMS, 1, "mixed.jsonl:2: line: not valid JSON"),
    ("list.jsonl", "[]\n", 1, "list.jsonl:1: record: expected an object"),
    ("inf.jsonl", "1e999\n", 1, "inf.jsonl:1"),
    ("same.jsonl", ITEMS * 2, 1, "same.jsonl:9: id: the same stands on line 1"),
    ("cards.jsonl", CARDS * 2, 1, "item: the same stands on line 1"),
    ("day.jsonl", dated("2026-02-30"), 1, "contexts.0.context.analysis_date"),
    ("system.jsonl", ITEMS.replace('"jurisdiction": "us"', '"jurisdiction": "xx"'), 1, "'xx' is no legal"),
    ("upper.jsonl", ITEMS.replace('"jurisdiction": "us"', '"jurisdiction": "US"'), 0, "8 items"),
    ("form.jsonl", changed(format=2), 1, "format 2 is not 1"),
    ("field.jsonl", changed(questoin="x"), 1, "did you mean 'question'"),
    ("type.jsonl", changed(contexts="x"), 1, "contexts"),
    ("no.jsonl", changed(contexts=[]), 1, "at least one context"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "code", "said"), FILES, ids=[f[0] for f in FILES])
def test_validate(tmp_path: Path, name: str, content: bytes | str, code: int, said: str) -> None:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    found = RUN.invoke(app, ["validate", str(path)])
    assert found.exception is None or isinstance(found.exception, SystemExit)
    assert found.exit_code == code, found.output
    assert said in found.output.replace("\n", " ")


def test_every_line_is_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"item": "i"}\nnot json\n' + ITEMS)
    found = RUN.invoke(app, ["validate", str(path)])
    assert "8 items, 0 cards, 2 problems" in found.output


TEMPLATE = "- {template: t, family: %s, item: %s, varies: date, rows: [{id: a}, {id: b}]}\n"
COMMANDS: list[tuple[list[str], str]] = [
    (["validate", "nowhere.yaml"], "nowhere.yaml"),
    (["validate", "."], "check the path"),
    (["validate", "items.jsonl", "-s", "nowhere"], "no snapshot here"),
    (["score", "none.jsonl", "--suite", "items.jsonl"], "holds no card"),
    (["score", "items.jsonl", "--suite", "items.jsonl"], "holds no card"),
    (["score", "twice.jsonl", "--suite", "items.jsonl"], "stands on line 1 as well"),
    (["score", "cards.jsonl", "--suite", "same.jsonl"], "stands on line 1 as well"),
    (["score", "cards.jsonl"], "score it against the suite it was made on"),
    (["score", "cards.jsonl", "--suite", "items.jsonl", "--weights", "none.jsonl"], "none.jsonl"),
    (["vary", "list.yaml", "--out", "v.yaml"], "expected a list of templates"),
    (["vary", "row.yaml", "--out", "v.yaml"], "0.rows.1: the item needs `claims`"),
    (["vary", "claims.yaml", "--out", "v.yaml"], "0.rows.1: the item needs `claims`"),
    (["vary", "family.yaml", "--out", "v.yaml"], "0.stress: Field required"),
    (["vary", "nowhere", "--out", "v.yaml"], "check the path"),
    (["convert", "cards.jsonl", "c.txt"], "ends in"),
    (["convert", "nowhere.csv", "c.jsonl"], "no such file"),
    (["convert", "kind.csv", "c.jsonl"], "kind.csv:2: value"),
    (["convert", "zip.xlsx", "c.jsonl"], "not an XLSX"),
    (["release", "out", "--suite", "items.jsonl"], "a suite is its header file"),
    (["release", "out", "--suite", "list.yaml"], "expected an object"),
    (["release", "items.jsonl"], "name a new folder"),
    (["release", "items.jsonl/x"], "check the path"),
    (["measure", "-s", "nowhere", "--out", "m"], "no snapshot here"),
    (["measure", "-s", "nowhere", "--out", "m", "--suite", "items.jsonl"], "header file"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("bad")
    files = {
        "items.jsonl": ITEMS, "cards.jsonl": CARDS, "twice.jsonl": CARDS * 2, "same.jsonl": ITEMS * 2,
        "none.jsonl": "", "list.yaml": "[]", "row.yaml": TEMPLATE % (FAMILY, "{note: x}"),
        "claims.yaml": TEMPLATE % (FAMILY, "{claims: []}"),
        "family.yaml": "- {template: t, family: {family: f}, item: {id: x}, varies: date, rows: [{id: a}]}",
        "kind.csv": "record,field,kind\r\n1,a,json\r\n", "zip.xlsx": "PK\x03\x04",
    }  # fmt: skip
    for name, text in files.items():
        (made / name).write_text(text, encoding="utf-8")
    return made


@pytest.mark.parametrize(("arguments", "said"), COMMANDS, ids=[" ".join(c[0]) for c in COMMANDS])
def test_commands(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("LEXWARRANT_HOME", str(folder / "home"))
    found = RUN.invoke(app, arguments)
    assert isinstance(found.exception, SystemExit), found.exception
    assert found.exit_code == 2, found.output
    assert said in " ".join(found.output.split())
    assert not (folder / "out").exists()
