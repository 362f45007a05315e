"""Suites as tables, runs as Inspect logs: nothing lost, every bad cell named."""

from __future__ import annotations

import csv
import json
import zipfile
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evaluation_runs import cases, ran, suite
from lexwarrant.evaluation.inspect_log import export_inspect, import_inspect
from lexwarrant.evaluation.no_law import no_law
from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.scoring import standard_scorers
from lexwarrant.evaluation.suite_file import load_suite
from lexwarrant.evaluation.suite_tables import COLUMNS, read_table, write_table
from lexwarrant.evaluation.suite_writing import SplitCases, write_suite
from lexwarrant.records.answer import CitationRole, RefusalReason
from lexwarrant.records.context import Context
from lexwarrant.records.errors import ConfigurationError, DataError
from lexwarrant.records.suite import Case, ExpectedCitation, Provenance, Split, Suite, Tags

openpyxl = pytest.importorskip("openpyxl")

FULL = Case(
    id="=1+1", question="Line one\nline \"two\"; שאלה, |x| \\n é", note="-2\ttab",
    context=Context("il", date(2026, 11, 30), "court", "appeal", "tenant", ("a", "b|c"), ("fact\n1", "f2")),
    expect_anchor_substring="Art. 5", expect_quote_keywords=(" lead", "a\nb", "back\\slash", "\\n"),
    expect_source_doc_id=("eu/1/art/5",), expect_domains=("contracts",), expect_authorities=("Act; 1",),
    expect_citations=(ExpectedCitation("eu/1/art/5/1"),
                      ExpectedCitation("eu/1/sch/2", CitationRole.SCHEDULE)),
    key_facts=("one", "two"), tags=Tags("t", "hard", "f", "independent", "law_hint", "torts"),
    provenance=Provenance("b-v00", "formal", "he", "0" * 64), confidential=True,
)  # fmt: skip
REFUSING = Case("r", "?", expect_no_promotion=True, expect_refusal=RefusalReason.FOREIGN_LAW)


def of(*made: Case) -> Suite:
    return Suite("s", "1,2", "about\nit", "MIT", (Split("dev", made[:1], "0"),
                                                   Split("seen not", made[1:], "1", True)), "d")  # fmt: skip


def back(path: Path) -> list[tuple[str, bool, Case]]:
    table = read_table(path)
    assert (table.name, table.version, table.description, table.licence) == (
        "s",
        "1,2",
        "about\nit",
        "MIT",
    )
    return [(s.name, s.sealed, c) for s in table.splits for c in s.cases]


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_every_field_comes_back(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"q.{kind}"
    write_table(of(FULL, REFUSING), path)
    assert back(path) == [("dev", False, FULL), ("seen not", True, REFUSING)]


text = st.text(max_size=40)
some = st.lists(text, max_size=3).map(tuple)


@given(
    st.builds(
        Case,
        id=text.filter(str.strip), question=text.filter(str.strip), note=text,
        expect_anchor_substring=st.none() | text.filter(bool), expect_quote_keywords=some,
        key_facts=some, expect_domains=some,
        expect_citations=st.lists(
            st.builds(ExpectedCitation, text.filter(str.strip), st.sampled_from(CitationRole)), max_size=2
        ).map(tuple),
        context=st.builds(Context, analysis_date=st.none() | st.dates(), facts=some, forum=text),
        tags=st.builds(Tags, topic=text), confidential=st.booleans(),
    )
)  # fmt: skip
@settings(max_examples=60, deadline=None)
@example(case=Case("a", "q", expect_domains=("\x85", " ", "\n", "")))
@example(
    case=Case(
        "a",
        "q",
        expect_citations=(ExpectedCitation(" 0 \u2003", CitationRole.CROSS_REFERENCE),),
    )
)
@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_any_text_comes_back(
    kind: str, tmp_path_factory: pytest.TempPathFactory, case: Case
) -> None:
    path = tmp_path_factory.mktemp("t") / f"q.{kind}"
    write_table(of(case), path)
    assert back(path) == [("dev", False, case)]


def test_a_real_suite_round_trips_to_the_same_digest(tmp_path: Path) -> None:
    made = cases(12, 2)
    path = write_suite(tmp_path / "a", "s", "1", "d", "l", [SplitCases("all", tuple(made))])
    loaded = load_suite(str(path))
    for kind in ("xlsx", "csv"):
        write_table(loaded, tmp_path / f"q.{kind}")
        table = read_table(tmp_path / f"q.{kind}")
        again = write_suite(tmp_path / kind, table.name, table.version, table.description, table.licence,
                            table.splits)  # fmt: skip
        assert load_suite(str(again)) == loaded


def sheet(path: Path, rows: list[list[object]]) -> Path:
    if path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8") as handle:
            csv.writer(handle, delimiter=";").writerows(rows)
    else:
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        book.save(path)
    return path


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([["id", "question", "expect_no_promotion"], ["a", "q", "maybe"]], "cell C2 .*neither yes nor no"),
        ([["id", "question", "context.analysis_date"], ["a", "q", ""], ["b", "q", "31.12.2026x"]],
         "cell C3"),
        ([["id", "question", "expect_citations"], ["a", "q", "eu/1 | sideways"]], "cell C2"),
        ([["id", "question", "expect_refusal"], ["a", "q", "tired"]], "cell C2"),
        ([["id", "question"], ["a", ""]], "cell B2 .question.: is empty|question"),
        ([["id", "question"], ["a", "q"], ["a", "r"]], "cell A3 .id.: 'a' stands already in row 2"),
        ([["id", "question", "keywords"], ["a", "q", "x"]], "cell C1: no column is called 'keywords'"),
        ([["id", "quesiton"], ["a", "q"]], "did you mean 'question'"),
        ([["id"], ["a"]], "'question' is missing"),
        ([["id", "question"]], "no case"),
    ],
)  # fmt: skip
def test_a_bad_cell_is_named(
    kind: str, rows: list[list[object]], said: str, tmp_path: Path
) -> None:
    with pytest.raises(DataError, match=said):
        read_table(sheet(tmp_path / f"q.{kind}", rows))


def test_a_sheet_as_a_lawyer_types_it(tmp_path: Path) -> None:
    """Dates and numbers as Excel keeps them, ja and nein, an empty row, the columns in any order."""
    path = sheet(tmp_path / "q.xlsx", [
        ["question", "id", "context.analysis_date", "expect_no_promotion", "expect_quote_keywords"],
        ["How long?", 7, date(2026, 1, 2), "nein", "14 days\nwriting"],
        [None, None, None, None, None],
        ["Cake?", 8.0, None, "Ja", None],
    ])  # fmt: skip
    made = [c for s in read_table(path).splits for c in s.cases]
    assert [c.id for c in made] == ["7", "8"]
    assert made[0].context.analysis_date == date(2026, 1, 2)
    assert made[0].expect_quote_keywords == ("14 days", "writing")
    assert [c.expect_no_promotion for c in made] == [False, True]


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "q.xlsx").write_bytes(b"not a zip")
    (tmp_path / "q.csv").write_bytes(b"\xff\xfe")
    for name, error in (("q.xlsx", DataError), ("q.csv", DataError), ("q.ods", ConfigurationError)):
        with pytest.raises(error):
            read_table(tmp_path / name)
    assert len(COLUMNS) == len(set(COLUMNS))


# Inspect -------------------------------------------------------------------------------------


def test_a_run_goes_out_as_an_inspect_log_and_comes_back(tmp_path: Path) -> None:
    asked = suite(cases(8, 2))
    folder = ran(tmp_path / "run", asked, repeats=2)
    export_inspect(folder, asked, tmp_path / "a.eval")
    export_inspect(folder, asked, tmp_path / "b.eval")
    assert (tmp_path / "a.eval").read_bytes() == (tmp_path / "b.eval").read_bytes()
    with no_law() as law:
        manifest = import_inspect(
            tmp_path / "a.eval", asked, tmp_path / "in", law, standard_scorers(law)
        )
    assert manifest.repeats == 2
    assert manifest.finished
    assert [replace(r, elapsed_ms=0.0) for r in read_rows(tmp_path / "in")] == [
        replace(r, elapsed_ms=0.0) for r in read_rows(folder)
    ]


def test_inspect_itself_reads_the_log(tmp_path: Path) -> None:
    log = pytest.importorskip("inspect_ai.log", reason="inspect-ai is an extra of its own")
    asked = suite(cases(8, 2))
    export_inspect(ran(tmp_path / "run", asked), asked, tmp_path / "a.eval")
    read = log.read_eval_log(str(tmp_path / "a.eval"))
    assert read.status == "success"
    assert [s.scores["lexwarrant_strict"].value for s in read.samples] == ["C"] * 8


def test_a_log_of_a_plain_model_is_scored_here(tmp_path: Path) -> None:
    asked = suite(cases(2))
    with zipfile.ZipFile(tmp_path / "m.eval", "w") as archive:
        archive.writestr(
            "header.json", json.dumps({"eval": {"model": "m", "created": "2026-01-01"}})
        )
        for case_id, words in (("c000", "notice is given"), ("c001", "who knows")):
            content = [{"type": "text", "text": words}]
            archive.writestr(f"samples/{case_id}_epoch_1.json", json.dumps(
                {"id": case_id, "epoch": 1, "output": {"choices": [{"message": {"content": content}}]}}
            ))  # fmt: skip
    with no_law() as law:
        import_inspect(tmp_path / "m.eval", asked, tmp_path / "in", law, standard_scorers(law))
    assert [r.verdict for r in read_rows(tmp_path / "in")] == ["PASS", "WEAK"]


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({}, "holds no samples"), ({"samples/x.json": '{"id": "stranger"}'}, "no case of the suite"),
        ({"samples/x.json": '{"id": "c000", "epoch": "x"}'}, "epoch"), ({"samples/x.json": "{"}, "not an"),
    ],
)  # fmt: skip
def test_a_damaged_log_is_named(members: dict[str, str], said: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "m.eval", "w") as archive:
        for name, body in members.items():
            archive.writestr(name, body)
    with no_law() as law, pytest.raises(DataError, match=said):
        import_inspect(tmp_path / "m.eval", suite(cases(1)), tmp_path / "in", law, ())
    (tmp_path / "n.eval").write_text("x")
    with no_law() as law, pytest.raises(DataError, match=r"not an \.eval log"):
        import_inspect(tmp_path / "n.eval", suite(cases(1)), tmp_path / "in", law, ())
