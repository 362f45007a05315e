"""Real law through time on the command line: the Irish pairs, a future and a temporary section."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from lexwarrant.cli.main import app

runner = CliRunner()
ACT = "IE-1977-act-10"
UNIT = "ie/1977/act/10/s"


def run(*arguments: str) -> Result:
    return runner.invoke(app, list(arguments))


@pytest.fixture(scope="module")
def home(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two snapshots of the Unfair Dismissals Act 1977, as enacted and with its revision."""
    root = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEXWARRANT_HOME", str(root))
        for name, kinds in (("old", ("original",)), ("new", ("original", "consolidated"))):
            folder = root / "law" / name
            folder.mkdir(parents=True)
            for kind in kinds:
                shutil.copy(shared_data / "law" / "ie" / f"{ACT}.{kind}.md", folder)
            result = run("law", "import", str(folder), "-s", name)
            assert result.exit_code == 0, result.output
        israel = shared_data / "law" / "il" / "statutes.jsonl"
        assert run("law", "import", str(israel), "-s", "il").exit_code == 0
    return root


@pytest.fixture(autouse=True)
def _at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXWARRANT_HOME", str(home))
    monkeypatch.setenv("COLUMNS", "200")


def test_the_difference_agrees_with_the_labels(shared_data: Path) -> None:
    result = run("law", "diff", "old", "new", "--json")
    assert result.exit_code == 1
    changes = [json.loads(line) for line in result.stdout.splitlines()]
    found = {c["provision"].rpartition("/")[2]: c["kind"] for c in changes}
    rows = (shared_data / "law" / "ie" / "sections.jsonl").read_text("utf-8").splitlines()
    labels = {r["section"]: r["status"] for r in map(json.loads, rows) if r["act"] == ACT}
    said = {"inserted": "added", "amended": "amended", "repealed": "repealed"}
    assert {n: said[s] for n, s in labels.items() if s in said} == {
        n: kind for n, kind in found.items() if labels.get(n) in said
    }
    assert {n: found.get(n) for n, s in labels.items() if s not in said and n in found} == {
        "20": "coverage"  # the revised file is cut at a colon: nothing is claimed
    }


def test_the_difference_in_words() -> None:
    result = run("law", "diff", "old", "new", "--words")
    lines = result.stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if f"{UNIT}/4 " in line)
    assert lines[at + 1].startswith("    + Except in so far as any provision of this Act")
    kinds = Counter(line.split()[0] for line in lines[:-1] if not line.startswith(" "))
    total = f"{sum(kinds.values())} changes: "
    assert lines[-1].startswith(total)
    assert run("law", "diff", "old", "old").output == "no change\n"


SUITE = f"""\
suite: dismissals
version: 1.0.0
cases:
  - id: lock-out
    question: Is a lock-out a dismissal?
    expect_source_doc_id: [{UNIT}/5]
    expect_quote_keywords: ["dismissal of an employee by way of a lock-out"]
  - id: tribunal
    question: Where is a claim heard?
    expect_citations: [{{provision: {UNIT}/9/1}}]
  - id: notice
    question: What is the section on notices?
    expect_source_doc_id: [{UNIT}/12]
"""


def test_the_cases_that_rest_on_a_change_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "dismissals.yaml"
    path.write_text(SUITE, "utf-8")
    result = run("suite", "drift", str(path), "old", "new")
    assert result.exit_code == 1, result.output
    assert "lock-out: source" in result.output
    assert "tribunal: citation" in result.output
    assert "repealed" in result.output
    assert "no longer there" in result.output
    assert "notice" not in result.output
    assert "2 cases rest on a change" in result.output
    assert run("suite", "drift", str(path), "old", "old").exit_code == 0


TIMES = [
    ("355ב", "2026-11-30", "not yet in force on", "applies from 2030-01-01, say its own words"),
    ("355ב", "2030-01-01", "applicable on", "applies from 2030-01-01"),
    ("350א", "2025-12-31", "not yet in force on", "from 2026-01-01 to 2035-12-31"),
    ("350א", "2026-11-30", "applicable on", "from 2026-01-01 to 2035-12-31"),
    ("350א", "2035-12-31", "applicable on", "from 2026-01-01 to 2035-12-31"),
    ("350א", "2036-01-01", "expired on", "from 2026-01-01 to 2035-12-31"),
]


@pytest.mark.parametrize(("section", "on", "status", "dates"), TIMES)
def test_future_and_temporary_sections(section: str, on: str, status: str, dates: str) -> None:
    unit = f"il/national-insurance-5755-1995/s/{section}"
    result = run("law", "show", unit, "-s", "il", "--on", on)
    assert result.exit_code == 0
    assert f"{status} {on}" in result.output
    assert dates in result.output
    brief = f"חוק הביטוח הלאומי, סעיף {section}"
    cited = runner.invoke(app, ["cite", "-", "-s", "il", "-j", "il", "--on", on, "--json"], brief)
    row = json.loads(cited.stdout.splitlines()[0])
    law = {"not yet in force on": "not_yet", "expired on": "no_longer_law"}
    assert (row["resolves"], row["status"]) == ("exists", law.get(status, "nothing_known"))
