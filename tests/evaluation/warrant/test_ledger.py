"""Runs over sealed families are recorded: the first one is told from every later one."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lexwarrant.cli.evaluate import LEDGER
from lexwarrant.cli.warrant import app
from lexwarrant.law.snapshot import Snapshot

RUN = CliRunner()
FAMILY = """\
- family: {name}
  stress: near_miss_authority
  domain: notices
  category: deadline
  question: When is the notice due?
  jurisdiction: xx
  date: 2020-01-01
  items:
  - id: base
    claims:
    - {{claim: Within 21 days., values: [[21 days]], at: xx/act/1/s/1, words: within 21 days}}
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    lines = []
    for name, closed in (("open", False), ("closed", True)):
        body = FAMILY.format(name=name)
        (tmp_path / f"mine.{name}.yaml").write_text(body)
        digest = hashlib.sha256(body.encode()).hexdigest()
        more = ", sealed: true" if closed else ""
        lines.append(f"- {{name: {name}, file: mine.{name}.yaml, sha256: {digest}{more}}}")
    path = tmp_path / "mine.suite.yaml"
    path.write_text(
        "suite: mine\nversion: '1'\ndescription: d\nlicence: CC0\nsnapshot: hand\n"
        "provenance: {method: human, by: a tester, dated: 2026-11-30}\nsplits:\n" + "\n".join(lines)
    )
    return path


def test_first_run_and_later_ones(
    suite: Path, tmp_path: Path, law: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEXWARRANT_HOME", str(tmp_path / "home"))
    ledger = tmp_path / "home" / LEDGER

    def run(out: str, *splits: str) -> dict[str, object]:
        chosen = [part for s in splits for part in ("--split", s)]
        arguments = ["measure", "-s", str(law.folder), "--suite", str(suite), "--system", "refuse"]
        done = RUN.invoke(app, [*arguments, "--out", str(tmp_path / out), *chosen])
        assert done.exit_code == 0, done.output
        found: dict[str, object] = json.loads((tmp_path / out / "run.json").read_text())
        return found

    assert run("a", "open").get("first_sealed_run") is None
    assert not ledger.exists()
    assert run("b")["first_sealed_run"] is True
    assert (
        "The first recorded run over the sealed families" in (tmp_path / "b/report.md").read_text()
    )
    assert run("b")["first_sealed_run"] is False, "the same folder again is a later run"
    assert run("c", "closed")["first_sealed_run"] is False
    assert "A later run over the sealed families" in (tmp_path / "c/report.md").read_text()
    entries = [json.loads(line) for line in ledger.read_text().splitlines()]
    assert [e["first"] for e in entries] == [True, False, False]
    assert {e["suite"] for e in entries} == {"mine"}
