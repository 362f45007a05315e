"""Comparison and gates, on planted regressions that each must be caught."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from evaluation_runs import good, ran, suite
from handmade_law import RECORDS
from lexwarrant.cli.main import app
from lexwarrant.evaluation.comparison import compare, flips
from lexwarrant.evaluation.gates.judging import exit_code, judge_gate
from lexwarrant.evaluation.gates.junit import write_junit
from lexwarrant.evaluation.gates.rules import load_gate
from lexwarrant.evaluation.judge.rubric import load_rubric
from lexwarrant.evaluation.judge.stored import JudgeManifest, write_judgments
from lexwarrant.evaluation.legal_eye.run_files import export_run
from lexwarrant.evaluation.runner import read_manifest, write_manifest
from lexwarrant.evaluation.statistics.paired import mcnemar
from lexwarrant.evaluation.variants.making import vary
from lexwarrant.evaluation.verdicts import NotComparable, open_run
from lexwarrant.law.builder import import_law
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import (
    CitationRole,
    CitedProvision,
    LegalAnswer,
    Quotation,
    RefusalReason,
)
from lexwarrant.records.errors import ConfigurationError
from lexwarrant.records.suite import Case, ExpectedCitation, Split, Suite, Tags

RULES = """
rules:
- {rule: strict_pass, at_least: 0.85}
- {rule: out_of_scope_answered, at_most: 0}
- {rule: fabricated, at_most: 0}
- {rule: no_answer, at_most: 0}
- {rule: not_clearly_worse, than: base}
- {rule: measure, name: citation_accuracy, at_least: 0.9}
"""


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    folder = tmp_path_factory.mktemp("law") / "xx"
    import_law(RECORDS, folder, retrieved=date(2026, 1, 1))
    with Snapshot(folder) as snapshot:
        yield snapshot


def asked() -> Suite:
    """Forty questions: a quarter about schedules, a tenth out of scope."""
    made = []
    for n in range(40):
        if n % 10 == 9:
            made.append(Case(f"c{n:02d}", f"Cake {n}?", expect_no_promotion=True,
                             expect_refusal=RefusalReason.OUT_OF_SCOPE))  # fmt: skip
            continue
        schedule = n % 4 == 0
        place = "xx/act/1/sch/1" if schedule else "xx/act/1/s/1"
        role = CitationRole.SCHEDULE if schedule else CitationRole.MAIN
        made.append(Case(f"c{n:02d}", f"Thing {n}?", expect_source_doc_id=(place,),
                         expect_citations=(ExpectedCitation(place, role),)))  # fmt: skip
    return suite(made, "planted")


def unspoilt(case: Case) -> LegalAnswer:
    answer = good(case)
    if case.expect_no_promotion:
        return answer
    return replace(answer, citations=(CitedProvision("it", case.expect_source_doc_id[0]),))


def loses_schedules(case: Case) -> LegalAnswer:
    """A chunking that drops schedules: their questions are answered from a section."""
    answer = unspoilt(case)
    if answer.promoted and "/sch/" in case.expect_source_doc_id[0]:
        quotation = Quotation("notice", "xx/act/1/s/2", "xx/act/1/s/2", "s 2")
        return replace(
            answer, quotation=quotation, citations=(CitedProvision("s 2", "xx/act/1/s/2"),)
        )
    return answer


def invents(case: Case) -> LegalAnswer:
    """A prompt that makes up a section now and then."""
    answer = unspoilt(case)
    if answer.promoted and case.id.endswith("1"):
        return replace(
            answer, citations=(*answer.citations, CitedProvision("s 99", "xx/act/1/s/99"))
        )
    return answer


def spoils_refusals(case: Case) -> LegalAnswer:
    """A ranker whose scores are so high that nothing is out of scope any more."""
    answer = unspoilt(case)
    return replace(answer, promoted=True, text="Bake it.") if case.id == "c39" else answer


@pytest.mark.parametrize(
    ("answer", "failing"),
    [
        (unspoilt, set()),
        (loses_schedules, {"strict_pass", "not_clearly_worse", "measure"}),
        (invents, {"fabricated"}),
        (spoils_refusals, {"out_of_scope_answered"}),
    ],
)
def test_planted_regressions_are_caught_each_by_its_rule(
    law: Snapshot, tmp_path: Path, answer: Callable[[Case], LegalAnswer], failing: set[str]
) -> None:
    ran(tmp_path / "base", asked(), unspoilt, law)
    run = ran(tmp_path / "now", asked(), answer, law)
    (tmp_path / "gate.yaml").write_text(RULES)
    held = judge_gate(load_gate(tmp_path / "gate.yaml"), run, law, tmp_path)
    assert {h.rule.split()[0] for h in held if h.holds is False} == failing
    assert all(h.holds is not None for h in held)
    assert exit_code(held) == (1 if failing else 0)
    write_junit(tmp_path / "j.xml", "now", held)
    tree = ElementTree.parse(tmp_path / "j.xml").getroot()
    assert (tree.get("tests"), tree.get("failures"), tree.get("errors")) == (
        "6",
        str(len(failing)),
        "0",
    )


def test_the_command_prints_each_rule_with_its_figure(law: Snapshot, tmp_path: Path) -> None:
    ran(tmp_path / "base", asked(), unspoilt, law)
    run = ran(tmp_path / "now", asked(), spoils_refusals, law)
    (tmp_path / "gate.yaml").write_text(RULES)
    done = CliRunner().invoke(app, ["gate", str(run), "--rules", str(tmp_path / "gate.yaml"),
                                    "--snapshot", str(law.folder), "--junit", str(tmp_path / "g.xml")])  # fmt: skip
    assert done.exit_code == 1, done.output
    assert "FAILS  out_of_scope_answered at most 0: 1 of 4" in done.output
    assert "holds  strict_pass at least 0.85: 97.5%" in done.output
    assert (tmp_path / "g.xml").is_file()


def test_what_flipped_is_listed_each_way_with_both_answers(law: Snapshot, tmp_path: Path) -> None:
    a = open_run(ran(tmp_path / "a", asked(), unspoilt, law))
    b = open_run(ran(tmp_path / "b", asked(), loses_schedules, law))
    found = compare(a, b)
    down = [c.id for _, c in asked().cases() if c.id[1:] in ("00", "04", "08", "12", "16", "20", "24",
                                                               "28", "32", "36")]  # fmt: skip
    assert list(found.flipped_down) == down
    assert found.flipped_up == ()
    assert found.clearly_worse
    assert found.p == mcnemar(10, 0)
    assert compare(b, a).clearly_better
    shown = flips(a, b, found.flipped_down[:2])
    assert [f.case_id for f in shown] == down[:2]
    assert shown[0].after.answer is not None
    assert shown[0].after.answer.citations[0].text == "s 2"


def test_no_difference_says_the_smallest_drop_it_could_have_seen(
    law: Snapshot, tmp_path: Path
) -> None:
    a = open_run(ran(tmp_path / "a", asked(), unspoilt, law))
    b = open_run(ran(tmp_path / "b", asked(), unspoilt, law))
    said = compare(a, b).said
    assert "no clear difference" in said
    assert "would show a drop of 19% or more" in said


def test_variants_of_one_base_count_once(law: Snapshot, tmp_path: Path) -> None:
    base = asked().cases()[:12]
    splits = vary(c for _, c in base)
    varied = Suite("v", "1", "", "", tuple(Split(s.name, s.cases, s.name) for s in splits), "dv")

    def worse(case: Case) -> LegalAnswer:
        spoilt = case.base_id in ("c00-v00", "c01-v00", "c02-v00")
        return LegalAnswer("", "", False) if spoilt else unspoilt(case)

    a = open_run(ran(tmp_path / "a", varied, unspoilt, law))
    b = open_run(ran(tmp_path / "b", varied, worse, law))
    found = compare(a, b)
    assert len(found.flipped_down) == 30
    assert (found.better, found.worse) == (0, 3)
    assert found.p == mcnemar(3, 0) == 0.25
    assert not found.clearly_worse, "thirty rows, but three base cases"


def test_runs_of_two_suites_are_compared_unpaired(law: Snapshot, tmp_path: Path) -> None:
    other = suite([c for _, c in asked().cases()][:30], "other")
    a = open_run(ran(tmp_path / "a", asked(), unspoilt, law))
    b = open_run(ran(tmp_path / "b", other, loses_schedules, law))
    found = compare(a, b)
    assert not found.paired
    assert found.p is None
    assert found.clearly_worse
    assert "different suites" in found.notes[0]


def test_a_published_run_file_can_be_the_latest(law: Snapshot, tmp_path: Path) -> None:
    a = ran(tmp_path / "a", asked(), unspoilt, law)
    file = export_run(a, asked(), tmp_path / "runs")
    found = compare(open_run(file), open_run(ran(tmp_path / "b", asked(), loses_schedules, law)))
    assert found.clearly_worse
    assert found.paired


def judged(folder: Path, rubric_sha256: str) -> None:
    manifest = JudgeManifest("faithfulness", "1", rubric_sha256, "m", {}, 0, 0, 0, 0, None, None)
    write_judgments(folder, manifest, [])


def test_two_rubrics_do_not_compare(law: Snapshot, tmp_path: Path) -> None:
    a = ran(tmp_path / "a", asked(), unspoilt, law)
    b = ran(tmp_path / "b", asked(), unspoilt, law)
    judged(a, load_rubric().sha256)
    judged(b, "f" * 64)
    with pytest.raises(NotComparable, match="different rubrics"):
        compare(open_run(a), open_run(b))
    done = CliRunner().invoke(app, ["compare", str(a), str(b)])
    assert done.exit_code == 2
    judged(b, load_rubric().sha256)
    assert CliRunner().invoke(app, ["compare", str(a), str(b)]).exit_code == 0


def test_an_unfinished_run_is_held_against_nothing(law: Snapshot, tmp_path: Path) -> None:
    run = ran(tmp_path / "a", asked(), unspoilt, law)
    manifest = read_manifest(run)
    assert manifest is not None
    write_manifest(run, replace(manifest, finished=None))
    (tmp_path / "gate.yaml").write_text(RULES)
    done = CliRunner().invoke(app, ["gate", str(run), "--rules", str(tmp_path / "gate.yaml"),
                                    "--snapshot", "none"])  # fmt: skip
    assert done.exit_code == 2
    assert "not complete" in done.output


def test_a_rule_that_cannot_be_told_gives_two(law: Snapshot, tmp_path: Path) -> None:
    run = ran(tmp_path / "a", asked(), unspoilt, law)
    (tmp_path / "gate.yaml").write_text("rules:\n- {rule: holdout_not_clearly_below}\n- {rule: judged, "
                                        "at_least: 0.5}\n- {rule: not_clearly_worse, than: nowhere}\n")  # fmt: skip
    held = judge_gate(load_gate(tmp_path / "gate.yaml"), run, law, tmp_path)
    assert [h.holds for h in held] == [None, None, None]
    assert exit_code(held) == 2


def test_independent_doctrines_are_held_to_their_first_run(law: Snapshot, tmp_path: Path) -> None:
    made = [replace(c, tags=Tags(group="oos" if c.expect_no_promotion else "independent"))
            for _, c in asked().cases()]  # fmt: skip
    doctrines = suite(made, "doctrines")
    text = "rules:\n- {rule: independent_not_below_first, first: first.json, target: 0.95}\n"
    (tmp_path / "gate.yaml").write_text(text)
    gate = load_gate(tmp_path / "gate.yaml")
    worse = ran(tmp_path / "one", doctrines, loses_schedules, law)
    first = judge_gate(gate, worse, law, tmp_path)[0]
    assert first.holds
    assert "recorded as the first run; target 95% not reached yet" in first.figure
    better = judge_gate(gate, ran(tmp_path / "two", doctrines, unspoilt, law), law, tmp_path)[0]
    assert better.holds
    assert "target 95% reached" in better.figure
    record = json.loads((tmp_path / "first.json").read_text())
    assert record["d-doctrines"]["run"] == "one"

    def much_worse(case: Case) -> LegalAnswer:
        return LegalAnswer("", "", False) if case.id < "c20" else loses_schedules(case)

    assert (
        judge_gate(gate, ran(tmp_path / "three", doctrines, much_worse, law), law, tmp_path)[
            0
        ].holds
        is False
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules: []", "without rules"), ("rules:\n- {rule: strict_pass}", "give `at_least`"),
        ("rules:\n- {rule: nonsense}", "rule"), ("rules:\n- {rule: measure, name: x}", "at_least"),
        ("rules:\n- {rule: not_clearly_worse}", "give `than`"), ("rules: [", "not valid YAML"),
    ],
)  # fmt: skip
def test_wrong_rules_are_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "g.yaml").write_text(text)
    with pytest.raises((ConfigurationError, Exception), match=said):
        load_gate(tmp_path / "g.yaml")


@pytest.mark.slow
def test_each_case_is_a_test(law: Snapshot, tmp_path: Path) -> None:
    import subprocess
    import sys

    run = ran(tmp_path / "a", asked(), loses_schedules, law)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "lexwarrant.evaluation.pytest_plugin",
         "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(tmp_path), "--lexwarrant-run",
         str(run), str(tmp_path)],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert "10 failed, 30 passed" in done.stdout, done.stdout + done.stderr
    assert "FAIL: quotes xx/act/1/s/2, not xx/act/1/sch/1" in done.stdout
