"""``lexwarrant cite`` without a system named: the snapshot and the company decide; hostile input."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from lexwarrant.cli.cite import cite
from lexwarrant.law.builder import import_law
from lexwarrant.records.law import Authority, AuthorityKind, Coverage, LawRecord, Source, Version

app = typer.Typer()
app.command()(cite)
runner = CliRunner()
IRISH = Authority(
    id="ie/act/1977/10", jurisdiction="ie", kind=AuthorityKind.STATUTE,
    title="Unfair Dismissals Act 1977", short_title="Unfair Dismissals Act 1977", source="hand",
    coverage=Coverage(complete=("s",)),
)  # fmt: skip
BRITISH = Authority(
    id="uk/ukpga/2022/44", jurisdiction="uk", kind=AuthorityKind.STATUTE,
    title="ukpga 2022 44", short_title="ukpga 2022 44", source="hand",
)  # fmt: skip


@pytest.fixture(params=["one system", "several"])
def snapshot(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    records: list[LawRecord] = [
        Source("hand", "", "CC0"), IRISH, Version("ie/act/1977/10/s/2", "section 2", "Exclusions.")
    ]  # fmt: skip
    if request.param == "several":
        records += [BRITISH, Version("uk/ukpga/2022/44/s/1", "section 1", "Scheme.")]
    import_law(records, tmp_path / "s", retrieved=date(2026, 1, 1))
    return tmp_path / "s"


def rows(text: str, *options: str) -> list[tuple[str, str]]:
    result = runner.invoke(app, ["-", "--json", *options], input=text)
    found = map(json.loads, result.stdout.splitlines())
    return [(row["jurisdiction"], row["resolves"]) for row in found]


def test_a_title_that_is_held_decides_between_systems(snapshot: Path) -> None:
    text = "Section 2 of the Unfair Dismissals Act 1977 and section 99 of the Unfair Dismissals Act 1977"
    held = ("-s", str(snapshot))
    assert rows(text, *held) == [("ie", "exists"), ("ie", "no_such_provision")]
    assert rows(f"See [2017] UKSC 5. {text}", *held)[1:] == [
        ("ie", "exists"),
        ("ie", "no_such_provision"),
    ]
    assert rows(text, *held, "-j", "uk") == [("uk", "out_of_coverage")] * 2


def test_an_act_held_without_its_title_is_found_by_its_chapter(tmp_path: Path) -> None:
    section = Version("uk/ukpga/2022/44/s/1", "section 1", "Scheme.")
    import_law([Source("hand", "", "CC0"), BRITISH, section], tmp_path, retrieved=date(2026, 1, 1))
    held = ("-s", str(tmp_path))
    assert rows("section 1 of the Energy Prices Act 2022 (c. 44)", *held) == [("uk", "exists")]
    assert rows("section 1 of the Energy Prices Act 2022 (c. 45)", *held) == [
        ("uk", "out_of_coverage")
    ]


@pytest.mark.parametrize(
    ("text", "system"),
    [
        ("[2017] UKSC 5 in Northern parts of Ireland. Section 1 of the Theft Act 1968.", "uk"),
        ("CPR 3.4 and Ireland. Section 172 of the Companies Act 2006.", "uk"),
        ("Ireland: reg 4 of the Working Time Regulations 1998 (SI 1998/1833)", "uk"),
        ("[2019] IESC 4. Section 2 of the Unfair Dismissals Act 1977.", "ie"),
        ("[2017] UKSC 5, [2019] IESC 4. Section 2 of the Unfair Dismissals Act 1977.", "ie"),
        ("Section 2 of the Unfair Dismissals Act 1977. The Oireachtas.", "ie"),
    ],
)
def test_the_company_of_an_open_title_decides(text: str, system: str) -> None:
    found = runner.invoke(app, ["-", "--json"], input=text).stdout.splitlines()
    (row,) = [r for r in map(json.loads, found) if r["kind"].endswith("legislation")]
    assert row["jurisdiction"] == system


def test_a_subparagraph_in_short_belongs_to_its_article() -> None:
    result = runner.invoke(app, ["-", "--json"], input="Art. 6 para. 1 subpara. 1 lit. f GDPR")
    (row,) = map(json.loads, result.stdout.splitlines())
    assert (row["normal"], row["pinpoint"]) == ("CELEX 32016R0679", [["6", "1", "f"]])


@pytest.mark.parametrize(
    "row", ['{"id": ' + "9" * 5000 + ', "text": ""}', r'{"id": "a", "text": "s 1 \ud800"}']
)
def test_a_row_that_cannot_be_written_again_is_named(row: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(f'{{"id": "z", "text": ""}}\n{row}\n', "utf-8")
    result = runner.invoke(app, ["--batch", str(path), "--out", str(tmp_path / "out.jsonl")])
    assert result.exit_code == 2
    assert "rows.jsonl:2" in result.output


def test_a_long_table_is_lines() -> None:
    result = runner.invoke(app, ["-"], input="Article 1, " * 2100)
    assert len(result.stdout.splitlines()) == 2100
