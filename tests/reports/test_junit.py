"""JUnit: always well-formed, counts that agree with its cases, nothing sealed in a build log."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.run import Row
from lexwarrant.records.scores import Verdict
from lexwarrant.reports.junit import junit_chunks
from report_runs import Run, case_of, run_of


def tree_of(run: Run, snapshot: Snapshot, rows: list[Row] | None = None) -> ElementTree.Element:
    rows = list(run.rows(snapshot)) if rows is None else rows
    return ElementTree.fromstring("".join(junit_chunks(run.suite, run.manifest(snapshot), rows)))


def test_one_case_a_row_and_counts_that_agree(mixed: Run, snapshot: Snapshot) -> None:
    root = tree_of(mixed, snapshot)
    assert [s.get("name") for s in root] == ["handmade.dev", "handmade.sealed"]
    for suite in root:
        cases = suite.findall("testcase")
        assert suite.get("tests") == str(len(cases))
        assert suite.get("failures") == str(len(suite.findall("testcase/failure")))
        assert suite.get("errors") == str(len(suite.findall("testcase/error")))
    found = {
        case.get("name"): (case[0].tag, case[0].get("type"))
        for case in root.iter("testcase")
        if len(case)
    }
    assert found == {
        "dev-5": ("error", "NO ANSWER"),
        "dev-6": ("failure", "WEAK"),
        "dev-8": ("failure", "FAIL"),
        "sealed-3": ("failure", "FAIL"),
    }
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("12", "3", "1")


def test_sealed_reasons_stay_out_of_build_logs(mixed: Run, snapshot: Snapshot) -> None:
    text = ElementTree.tostring(tree_of(mixed, snapshot), encoding="unicode")
    assert "out of sight" not in text
    assert "breach number 8" in text


def test_questions_never_put_are_errors(mixed: Run, snapshot: Snapshot) -> None:
    rows = list(mixed.rows(snapshot))[:-2]
    errors = tree_of(mixed, snapshot, rows).findall("testsuite/testcase/error")
    assert [e.get("type") for e in errors] == ["NO ANSWER", "NOT ASKED", "NOT ASKED"]


def test_repeats_have_names_of_their_own(snapshot: Snapshot) -> None:
    run = run_of(dev=[(case_of(1, "dev"), None)])
    (row,) = run.rows(snapshot)
    root = tree_of(run, snapshot, [row, replace(row, repeat=2)])
    assert [c.get("name") for c in root.iter("testcase")] == ["dev-1", "dev-1 (asked 2)"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=())), st.text(), st.booleans())
def test_any_text_is_well_formed(snapshot: Snapshot, text: str, other: str, ok: bool) -> None:
    case = case_of(1, "dev", id=f"]]>{text}\x00", question=other)
    run = run_of(dev=[(case, None)])
    row = Row(
        case.id, "dev", text, ok, 1.0, strict_verdict=Verdict.FAIL if ok else None,
        reason=f"\x0b{text}\ufffe", error=other,
    )  # fmt: skip
    assert len(list(tree_of(run, snapshot, [row]).iter("testcase"))) == 1
