"""``lexwarrant law``, and what ``cite`` and ``check`` then say of the law that was brought in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from lexwarrant.cli.main import app

runner = CliRunner()

OPINIONS = [
    {"id": 1, "case_name": "Able v. Baker", "date_filed": "1990-02-01", "citations": ["500 U.S. 100"],
     "docket": {"court_id": "scotus"},
     "sub_opinions": [{"type": "010combined", "plain_text": "Notice must be given within ten days."}]},
    {"id": 2, "case_name": "Cole v. Dunn", "date_filed": "1991-03-01", "citations": ["500 U.S. 200"],
     "docket": {"court_id": "scotus"},
     "sub_opinions": [{"type": "010combined", "plain_text": "The buyer bears the costs of the sale."}]},
    {"id": 3, "case_name": "Eve v. Finch", "date_filed": "2010-03-01", "citations": ["560 U.S. 30"],
     "docket": {"court_id": "scotus"},
     "sub_opinions": [{"type": "010combined", "plain_text": "Able v. Baker is overruled."}]},
]  # fmt: skip
EVENTS = """\
format: lexwarrant-law-events
source: {name: "Reports of cases, 2026", url: "", licence: CC0}
treatments:
  - {target: us/case/us/500/100, by: us/case/us/560/30, kind: overruled, on: 2010-03-01}
  - {target: us/case/us/500/200, by: us/case/us/560/30, kind: overruled, on: 2010-03-01, scope: "costs of appeal"}
series:
  - {jurisdiction: us, name: U.S., complete: ["500"], decisions: 2, as_of: 2026-01-01}
"""


@pytest.fixture
def law(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of three opinions and a file of declarations; snapshots go beside it."""
    monkeypatch.setenv("LEXWARRANT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "200")
    folder = tmp_path / "law"
    folder.mkdir()
    (folder / "opinions.json").write_text(json.dumps(OPINIONS), "utf-8")
    (folder / "declared.yaml").write_text(EVENTS, "utf-8")
    return folder


def run(*arguments: str) -> Result:
    return runner.invoke(app, list(arguments))


def cited(text: str, tmp_path: Path, *more: str) -> tuple[int, list[tuple[str, str, str]]]:
    path = tmp_path / "brief.txt"
    path.write_text(text, "utf-8")
    result = run("cite", str(path), "-s", "s", "-j", "us", "--json", *more)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    return result.exit_code, [(r["resolves"], r["status"], r["reason"]) for r in rows]


CITED = [
    ("Able v. Baker, 500 U.S. 100 (1990).", [], 1, "exists", "no_longer_law",
     "overruled by Eve v. Finch (us/case/us/560/30) on 2010-03-01"),
    ("Able v. Baker, 500 U.S. 100 (1990).", ["--on", "2009-01-01"], 0, "exists", "nothing_known", ""),
    ("Cole v. Dunn, 500 U.S. 200 (1991).", [], 0, "exists", "in_part",
     "overruled on one point (costs of appeal) by Eve v. Finch (us/case/us/560/30) on 2010-03-01"),
    ("Eve v. Finch, 560 U.S. 30 (2010).", [], 0, "exists", "nothing_known", ""),
    ("Gray v. Hill, 500 U.S. 150 (1990).", [], 1, "not_found", "nothing_known",
     "no decision begins at 500 U.S. 150; the page lies in Able v. Baker"),
    ("Gray v. Hill, 501 U.S. 150 (1990).", [], 0, "out_of_coverage", "nothing_known",
     "501 U.S. 150 is in no series that the snapshot holds completely"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "options", "code", "resolves", "status", "reason"), CITED)
def test_a_complete_series_and_what_became_of_decisions(
    law: Path, tmp_path: Path, text: str, options: list[str], code: int, resolves: str,
    status: str, reason: str,
) -> None:  # fmt: skip
    imported = run("law", "import", str(law), "-s", "s")
    assert imported.exit_code == 0, imported.output
    assert "complete: U.S. 500 (2 decisions) as of 2026-01-01" in imported.output
    assert cited(text, tmp_path, *options) == (code, [(resolves, status, reason)])


def test_declarations_can_be_added_later_and_declared_anew(law: Path, tmp_path: Path) -> None:
    assert run("law", "import", str(law / "opinions.json"), "-s", "s").exit_code == 0
    gray = "Gray v. Hill, 500 U.S. 150 (1990)."
    assert cited(gray, tmp_path)[1][0][0] == "out_of_coverage"
    added = run("law", "import", str(law / "declared.yaml"), "-s", "s", "--add")
    assert added.exit_code == 0, added.output
    assert cited(gray, tmp_path)[1][0][0] == "not_found"
    anew = EVENTS.replace('["500"], decisions: 2', '["560"], decisions: 1')
    (law / "declared.yaml").write_text(
        anew[: anew.index("treatments")] + anew[anew.index("series") :]
    )
    assert run("law", "import", str(law / "declared.yaml"), "-s", "s", "--add").exit_code == 0
    assert cited(gray, tmp_path)[1][0][0] == "out_of_coverage"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("decisions: 2", "decisions: 9", "with 9 decisions and 2 are held; import the missing ones"),
        ('["500"]', '["500-999"]', "with 2 decisions and 3 are held"),
        ('["500"]', '["2027"]', "cannot be complete in 2027 on 2026-01-01"),
        ("decisions: 2, ", "", "decisions"),
        ("as_of: 2026-01-01", "as_of: soon", "as_of"),
    ],
)  # fmt: skip
def test_a_declaration_that_says_too_much_is_refused(
    law: Path, old: str, new: str, said: str
) -> None:
    (law / "declared.yaml").write_text(EVENTS.replace(old, new), "utf-8")
    result = run("law", "import", str(law), "-s", "s")
    assert result.exit_code == 2
    assert said in result.output
    assert "declared.yaml, line 7, series[0]" in result.output
    assert result.output.count("\n") == 1
    assert run("law", "list", "-s", "s").exit_code == 2  # there is no snapshot


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        ("Notice must be given within ten days (Able v. Baker, 500 U.S. 100).", 1, "not_in_force"),
        ("Able v. Baker, 500 U.S. 100, was overruled.", None, ""),
        ("The buyer bears the costs of the sale (Cole v. Dunn, 500 U.S. 200).", None, ""),
    ],
)
def test_check_sees_that_a_decision_was_overruled(
    law: Path, tmp_path: Path, text: str, code: int | None, reason: str
) -> None:
    assert run("law", "import", str(law), "-s", "s").exit_code == 0
    path = tmp_path / "answer.txt"
    path.write_text(text, "utf-8")
    result = run("check", str(path), "-s", "s", "-J", "us")
    if code is not None:
        assert result.exit_code == code, result.output
        assert reason in result.output
    else:
        assert "not_in_force" not in result.output


HISTORY = """\
{"record":"source","name":"s","url":"","licence":"CC0-1.0"}
{"record":"authority","id":"uk/ukpga/2000/1","jurisdiction":"uk","kind":"statute","title":"Notices [Test] Act 2000","short_title":"Notices [Test] Act 2000","source":"s","in_force":"2000-06-01"}
{"record":"version","provision_id":"uk/ukpga/2000/1/s/1","label":"s. 1","heading":"[Notice]","text":"(1) Within 14 days. (2) In writing.","valid_from":"2000-06-01","valid_to":"2010-01-01","parts":[{"id":"uk/ukpga/2000/1/s/1/1","kind":"p","label":"s. 1(1)","start":0,"end":19},{"id":"uk/ukpga/2000/1/s/1/2","kind":"p","label":"s. 1(2)","start":20,"end":35}]}
{"record":"version","provision_id":"uk/ukpga/2000/1/s/1","label":"s. 1","text":"(1) Within 21 days. (2) In writing.","valid_from":"2012-01-01","changed_by":"2011 c. 5","parts":[{"id":"uk/ukpga/2000/1/s/1/1/a","kind":"p","label":"s. 1(1)(a)","start":4,"end":18},{"id":"uk/ukpga/2000/1/s/1/1","kind":"p","label":"s. 1(1)","start":0,"end":19},{"id":"uk/ukpga/2000/1/s/1/2","kind":"p","label":"s. 1(2)","start":20,"end":35}]}
{"record":"version","provision_id":"uk/ukpga/2000/1/s/2","label":"s. 2","text":"Scotland has this.","valid_from":"2000-06-01","extent":["Scotland"]}
{"record":"version","provision_id":"uk/ukpga/2000/1/s/2","label":"s. 2","text":"England has that.","valid_from":"2000-06-01","extent":["England","Wales"]}
{"record":"version","provision_id":"uk/ukpga/2000/1/s/3","label":"s. 3","text":"For a time.","valid_from":"2000-06-01"}
{"record":"applicability","target":"uk/ukpga/2000/1/s/3","applies_from":"2001-01-01","applies_to":"2003-01-01","basis":"uk/ukpga/2000/1/s/3"}
{"record":"treatment","target":"uk/ukpga/2000/1/s/1","by":"uk/ukpga/2011/5","kind":"amended","on":"2012-01-01"}
"""  # noqa: E501


@pytest.fixture
def timeline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXWARRANT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "200")
    path = tmp_path / "law.jsonl"
    path.write_text(HISTORY, "utf-8")
    assert run("law", "import", str(path), "-s", "t").exit_code == 0


SHOWN = [
    (["s/1/1", "--on", "2005-01-01"], 0,
     ["s. 1(1) Notices [Test] Act 2000  [Notice]", "applicable on 2005-01-01",
      "from 2000-06-01 to 2009-12-31", "Within 14 days.", "by uk/ukpga/2011/5 on 2012-01-01",
      "amended since; the newest text (from 2012-01-01, by 2011 c. 5)", "Within 21 days."]),
    (["s/1/2", "--on", "2005-01-01"], 0, ["amended since", "but not in these words"]),
    (["s/1", "--on", "2011-01-01"], 1,
     ["no text is known for 2011-01-01", "from 2010-01-01 to 2011-12-31: no text is known"]),
    (["s/1", "--on", "1999-01-01"], 1, ["no text is known for 1999-01-01"]),
    (["s/2"], 0, ["England has that.", "for England, Wales", "another text stands for Scotland",
                  "--territory 'Scotland'"]),
    (["s/2", "-t", "Scotland"], 0, ["Scotland has this."]),
    (["s/2", "-t", "Wales"], 0, ["England has that."]),
    (["s/2", "-t", "Jersey"], 1, ["no text is known for any day and Jersey"]),
    (["s/3", "--on", "2000-12-31"], 0, ["in force, not yet applicable on 2000-12-31",
                                        "applies from 2001-01-01 to 2002-12-31, say its own words"]),
    (["s/3", "--on", "2003-01-01"], 0, ["expired on 2003-01-01"]),
    (["s/9"], 2, ["out_of_coverage"]),
    (["s/1/1/a", "--on", "2005-01-01"], 1,
     ["uk/ukpga/2000/1/s/1 stood then, and this part was not in it", "from 2012-01-01"]),
]  # fmt: skip


@pytest.mark.usefixtures("timeline")
@pytest.mark.parametrize(("arguments", "code", "said"), SHOWN)
def test_a_provision_on_a_day(arguments: list[str], code: int, said: list[str]) -> None:
    unit, *options = arguments
    result = run("law", "show", f"uk/ukpga/2000/1/{unit}", "-s", "t", *options)
    assert result.exit_code == code, result.output
    for words in said:
        assert words in result.output


@pytest.mark.usefixtures("timeline")
def test_the_history_of_a_provision() -> None:
    result = run("law", "history", "uk/ukpga/2000/1/s/1", "-s", "t")
    assert result.output.splitlines() == [
        "s. 1 Notices [Test] Act 2000",
        "the statute is in force from 2000-06-01",
        "from 2000-06-01 to 2009-12-31: 7 words",
        "from 2010-01-01 to 2011-12-31: no text is known",
        "from 2012-01-01, by 2011 c. 5: 7 words",
        "amended by uk/ukpga/2011/5 on 2012-01-01",
    ]


def test_control_characters_do_not_reach_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEXWARRANT_HOME", str(tmp_path / "home"))
    path = tmp_path / "law.jsonl"
    lines = HISTORY.splitlines()[:3]
    bad = (
        lines[2]
        .replace("In writing", "In\\u001b[2J\\u009b2J writing")
        .replace("[Notice]", "\\u001b]0;x")
    )
    path.write_text("\n".join([lines[0], lines[1].replace("[Test]", "\\u001b[31m"), bad]), "utf-8")
    assert run("law", "import", str(path), "-s", "t").exit_code == 0
    shown = run("law", "show", "uk/ukpga/2000/1/s/1", "-s", "t")
    outputs = [shown, run("law", "list", "-s", "t"), run("law", "show", "uk/a\x1b[2J", "-s", "t")]
    outputs.append(run("law", "list", "-s", "t\x1b[2J"))
    for result in outputs:
        assert not set(result.output) & {"\x1b", "\x9b", "\x07"}
    assert r"In\x1b[2J\x9b2J" in shown.output
