"""Publication: figures from rows, --check, sealed headline, refusals; redaction and disputes."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner

from evaluation_runs import cases, good, ran, suite
from lexwarrant.cli.main import app
from lexwarrant.evaluation.disputes import (
    Dispute,
    disputes_path,
    read_disputes,
    record_dispute,
    with_and_without,
)
from lexwarrant.evaluation.linting import lint
from lexwarrant.evaluation.no_law import no_law
from lexwarrant.evaluation.publishing.publish import render, write
from lexwarrant.evaluation.redaction import redact
from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.runner import read_manifest, write_manifest
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.errors import DataError
from lexwarrant.records.suite import Case, ExpectedCitation, Split, Suite

MARKERS = "# A\n" + "".join(
    f"<!-- lexwarrant:{n} -->\nold\n<!-- /lexwarrant:{n} -->\n"
    for n in ("badges", "results", "history")
)


def two_parts(sealed: bool) -> Suite:
    made = cases(20, 4)
    return Suite("pub", "1", "", "", (Split("dev", tuple(made[:10]), "a"),
                                      Split("unseen", tuple(made[10:]), "b", sealed)), "d-pub")  # fmt: skip


def spoilt(case: Case) -> LegalAnswer:
    return LegalAnswer("", "", False) if case.id in ("c012", "c013") else good(case)


def published(tmp_path: Path, sealed: bool = True) -> Path:
    ran(tmp_path / "runs" / "one", two_parts(sealed), spoilt)
    (tmp_path / "README.md").write_text(MARKERS)
    return tmp_path / "README.md"


def test_tables_badges_and_history_come_from_the_rows(tmp_path: Path) -> None:
    readme = published(tmp_path)
    first = render(readme, tmp_path / "runs")
    assert readme in first.stale
    write(first)
    text = readme.read_text()
    assert "**80.0% (49% to 94%; 8 of 10)** strict PASS on `unseen`" in text
    assert "is the estimate for unseen questions" in text
    assert "reproducibility not_captured" in text
    assert "| dev | 100.0% (72% to 100%; 10 of 10) |" in text
    assert "old" not in text
    assert "![pass](runs/badges/pass.svg)" in text
    assert "80%" in (tmp_path / "runs" / "badges" / "pass.svg").read_text()
    assert render(readme, tmp_path / "runs").stale == ()


def test_check_fails_when_out_of_date(tmp_path: Path) -> None:
    readme = published(tmp_path)
    command = ["publish", "--runs", str(tmp_path / "runs"), "--readme", str(readme)]
    assert CliRunner().invoke(app, [*command, "--check"]).exit_code == 1
    assert readme.read_text() == MARKERS
    assert CliRunner().invoke(app, command).exit_code == 0
    assert CliRunner().invoke(app, [*command, "--check"]).exit_code == 0
    readme.write_text(readme.read_text().replace("80.0%", "99.0%", 1))
    assert CliRunner().invoke(app, [*command, "--check"]).exit_code == 1


def test_without_a_sealed_part_it_says_so(tmp_path: Path) -> None:
    write(render(published(tmp_path, sealed=False), tmp_path / "runs"))
    assert "says nothing certain of unseen questions" in (tmp_path / "README.md").read_text()


def test_a_later_sealed_run_is_marked(tmp_path: Path) -> None:
    readme = published(tmp_path)
    folder = tmp_path / "runs" / "one"
    manifest = read_manifest(folder)
    assert manifest is not None
    write_manifest(folder, replace(manifest, first_sealed_run=False))
    write(render(readme, tmp_path / "runs"))
    assert "this is not its first run" in readme.read_text()
    assert "not the first sealed run" in readme.read_text()


def test_no_score_without_a_complete_run(tmp_path: Path) -> None:
    readme = published(tmp_path)
    folder = tmp_path / "runs" / "one"
    manifest = read_manifest(folder)
    assert manifest is not None
    write_manifest(folder, replace(manifest, finished=None))
    with pytest.raises(DataError, match="no complete run"):
        render(readme, tmp_path / "runs")


def test_confidential_cases_are_refused(tmp_path: Path) -> None:
    made = [replace(c, confidential=c.id == "c001") for c in cases(4)]
    ran(tmp_path / "runs" / "one", suite(made))
    (tmp_path / "README.md").write_text(MARKERS)
    with pytest.raises(DataError, match="1 cases are confidential"):
        render(tmp_path / "README.md", tmp_path / "runs")


def test_names_cannot_break_out_of_a_table(tmp_path: Path) -> None:
    evil = Suite("p|<script>`", "1\n|", "", "", (Split("a", tuple(cases(3)), "a"),), "d")
    ran(tmp_path / "runs" / "one", evil)
    (tmp_path / "README.md").write_text(MARKERS)
    write(render(tmp_path / "README.md", tmp_path / "runs"))
    text = (tmp_path / "README.md").read_text()
    assert "<script>" not in text
    assert "p\\|&lt;script&gt;'" in text


def test_redacted_runs_keep_verdicts_and_no_text(tmp_path: Path) -> None:
    folder = ran(tmp_path / "run", suite(cases(6, 1)), spoilt)
    (folder / "report.html").write_text("How is thing 1 done?")
    before = [
        (r.case_id, r.verdict, r.strict_verdict, r.promoted, r.elapsed_ms)
        for r in read_rows(folder)
    ]
    redact(folder)
    assert before == [
        (r.case_id, r.verdict, r.strict_verdict, r.promoted, r.elapsed_ms)
        for r in read_rows(folder)
    ]
    everything = "".join(p.read_text() for p in folder.iterdir())
    for word in ("thing", "notice", "The law says", "keywords stand"):
        assert word not in everything, word
    with pytest.raises(DataError):
        redact(tmp_path)


def test_disputed_cases_are_reported_with_and_without(tmp_path: Path) -> None:
    asked = suite(cases(10))
    folder = ran(
        tmp_path / "run", asked, lambda c: LegalAnswer("", "", False) if c.id == "c003" else good(c)
    )
    path = disputes_path(tmp_path / "d", asked)
    record_dispute(
        path, asked, Dispute("c003", "The Act was amended.", date(2026, 11, 30), "A. Lawyer")
    )
    record_dispute(path, asked, Dispute("c003", "Amended in 2025.", date(2026, 11, 30)))
    assert [d.reason for d in read_disputes(path)] == ["Amended in 2025."]
    both = with_and_without(read_rows(folder), read_disputes(path))
    assert (both.with_disputed.numerator, both.with_disputed.denominator) == (9, 10)
    assert (both.without_disputed.numerator, both.without_disputed.denominator) == (9, 9)
    with pytest.raises(DataError, match="no case 'x'"):
        record_dispute(path, asked, Dispute("x", "why", date(2026, 1, 1)))
    with pytest.raises(DataError, match="needs its reason"):
        record_dispute(path, asked, Dispute("c001", " ", date(2026, 1, 1)))


def found(made: list[Case]) -> list[tuple[str, str]]:
    with no_law() as law:
        return [(f.code, f.case_id) for f in lint(suite(made), law)]


def test_lint_finds_each_fault_and_nothing_in_a_sound_suite() -> None:
    sound = [Case(f"a{n}", f"{w} of {w}s in the {w} case", expect_quote_keywords=("notice",))
             for n, w in enumerate(("lease", "sale", "loan", "gift", "tort"))]  # fmt: skip
    assert found(sound) == []
    assert found([*sound, replace(sound[0], id="b")]) == [("duplicate", "b")]
    near = replace(sound[0], id="b", question="So: lease of leases in the lease case")
    assert found([*sound, near]) == [("near_duplicate", "b")]
    assert found([Case("b", "Is notice due?", expect_quote_keywords=("Notice",))]) == [
        ("answer_in_question", "b")
    ]
    assert found([Case("b", "On Apropim?", expect_anchor_substring="apropim")]) == [
        ("answer_in_question", "b")
    ]
    assert found([Case("b", "What now?")]) == [("met_by_every_answer", "b")]
    assert found([Case("b", "What now?", expect_quote_keywords=("x",))]) == [
        ("met_by_every_answer", "b")
    ]
    lost = Case("b", "What now?", expect_citations=(ExpectedCitation("xx/act/1/s/9"),))
    assert found([lost]) == [("citation_does_not_resolve", "b")]


@pytest.mark.parametrize(("refusals", "codes"), [(0, 1), (2, 0), (10, 0), (18, 1)])
def test_lint_sees_unbalanced_refusals(refusals: int, codes: int) -> None:
    made = [replace(c, question=f"{c.id * 2} {n}") for n, c in enumerate(cases(20, refusals))]
    assert len([f for f in found(made) if f[0] == "unbalanced_refusals"]) == codes


def test_lint_is_fast_on_many_questions() -> None:
    import time

    made = [Case(f"q{n}", f"What is the law about matter {n} in the court of {n % 97}?",
                 expect_quote_keywords=("notice",)) for n in range(5000)]  # fmt: skip
    started = time.perf_counter()
    lint(suite(made))
    assert time.perf_counter() - started < 8


def test_report_of_published_rows_is_readable_json(tmp_path: Path) -> None:
    folder = ran(tmp_path / "run", suite(cases(3)))
    for line in (folder / "rows.jsonl").read_text().splitlines():
        row = json.loads(line)
        for name in (
            "case_id",
            "question",
            "ok",
            "verdict",
            "strict_verdict",
            "promoted",
            "elapsed_ms",
            "error",
        ):
            assert name in row
