"""Figures that make no sense are refused by name, before anything is sent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from evaluation_runs import cases, recorded, suite
from lexwarrant.cli.main import app
from lexwarrant.evaluation.gates.rules import load_gate
from lexwarrant.evaluation.http.asking import Patience
from lexwarrant.evaluation.http.pacing import Pacer
from lexwarrant.evaluation.judge.judge import JudgeSettings
from lexwarrant.evaluation.money import Budget, Price
from lexwarrant.evaluation.suite_writing import SplitCases, write_suite
from lexwarrant.evaluation.targets.description import parse_description
from lexwarrant.evaluation.targets.http import Manners
from lexwarrant.records.errors import ConfigurationError

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize("value", ["-1", "nan", "inf", "-inf"])
@pytest.mark.parametrize(
    "option",
    ["--pace", "--rate", "--timeout", "--wait-ready", "--budget", "--retries", "--concurrency",
     "--burst"],
)  # fmt: skip
@pytest.mark.parametrize("target", ["recorded", "http"])
def test_the_command_refuses_it_with_two(
    tmp_path: Path, option: str, value: str, target: str
) -> None:
    made = cases(3)
    path = write_suite(tmp_path, "s", "1", "", "", [SplitCases("all", tuple(made))])
    file = recorded(tmp_path / "a.jsonl", suite(made))
    where = ["--target", str(file)] if target == "recorded" else [
        "--target", "plain", "--base-url", "http://127.0.0.1:1"]  # fmt: skip
    done = CliRunner().invoke(
        app, ["eval", str(path), *where, "--snapshot", "none", "--out", str(tmp_path / "run"),
              f"{option}={value}"],
    )  # fmt: skip
    assert done.exit_code == 2, done.output
    assert option in done.output
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    "make",
    [
        lambda v: Manners(pace=v), lambda v: Manners(timeout=v), lambda v: Manners(wait_ready=v),
        lambda v: Patience(retries=v), lambda v: Patience(longest_wait=v), lambda v: Budget(v),
        lambda v: Pacer(pace=v), lambda v: Pacer(rate=v), lambda v: Price(v, 0.0),
        lambda v: JudgeSettings("http://127.0.0.1:1", "m", timeout=v),
    ],
)  # fmt: skip
@pytest.mark.parametrize("value", [-1.0, NAN, INF])
def test_the_library_refuses_it(make: Callable[[float], object], value: float) -> None:
    with pytest.raises(ConfigurationError, match="give a finite number"):
        make(value)


@pytest.mark.parametrize(
    "text",
    [
        "rate: {per_second: .nan}", "rate: {per_second: -1}", "rate: {burst: 0}",
        "read: {answer: $.a, thresholds: {default_min_score: 1.5}}",
        'reply: {kind: poll, poll: {status: $.s, location: $.l, every: 0}}',
    ],
)  # fmt: skip
def test_a_description_with_such_a_figure_is_refused(text: str) -> None:
    base = {"name": "name: x", "url": 'url: "{base_url}"', "read": "read: {answer: $.a}"}
    base[text.partition(":")[0]] = text
    with pytest.raises(ConfigurationError, match=r"t\.yaml: .*give a finite number"):
        parse_description("\n".join(base.values()), "t.yaml")


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("{rule: strict_pass, at_least: 85}", "at most 1"),
        ("{rule: strict_pass, at_least: .nan}", "finite"),
        ("{rule: strict_pass, at_least: -0.1}", "finite"),
        ("{rule: fabricated, at_most: -1}", "finite"),
        ("{rule: fabricated, at_most: .inf}", "finite"),
        ("{rule: measure, name: fail, at_most: 5}", "at most 1"),
        ("{rule: judged, at_least: 2}", "at most 1"),
        ("{rule: measure, name: pass, at_least: 0.9, at_most: 0.1}", "over at_most"),
        ("{rule: independent_not_below_first, first: f.json, target: 60}", "at most 1"),
        ("{rule: strict_pass, at_least: 0.5, at_most: 0.6}", "`at_most` says nothing"),
        ("{rule: holdout_not_clearly_below, split: holdout}", "`split` says nothing"),
        ("{rule: no_answer, at_most: 0, name: x}", "`name` says nothing"),
    ],
)
def test_a_gate_refuses_a_rule_without_sense(tmp_path: Path, rule: str, said: str) -> None:
    (tmp_path / "g.yaml").write_text(f"rules:\n- {{rule: no_answer, at_most: 3}}\n- {rule}\n")
    with pytest.raises(ConfigurationError, match=said) as caught:
        load_gate(tmp_path / "g.yaml")
    assert "g.yaml: rule 2 (" in str(caught.value)


def written(tmp_path: Path, case_id: str, question: str) -> str:
    import json

    path = tmp_path / "odd.suite.yaml"
    path.write_text(
        "suite: odd\nversion: '1'\ncases:\n- " + json.dumps({"id": case_id, "question": question})
        + "\n"
    )  # fmt: skip
    return str(path)


@pytest.mark.parametrize(
    ("case_id", "question", "said"),
    [
        ("a", "", "question is empty"), ("a", " \u200b ?! \n", "question is empty"),
        ("", "q", "id is empty"), ("a b", "q", "holds a space"), (" a", "q", "holds a space"),
        ("a\u202eb", "q", "holds a space"), ("a\x00b", "q", "holds"), ("x" * 201, "q", "201"),
    ],
)  # fmt: skip
def test_suite_check_names_an_empty_question_and_an_odd_id(
    tmp_path: Path, case_id: str, question: str, said: str
) -> None:
    done = CliRunner().invoke(app, ["suite", "check", written(tmp_path, case_id, question)])
    assert done.exit_code == 2, done.output
    assert said in done.output
    assert "odd.suite.yaml:" in done.output


@pytest.mark.parametrize("case_id", ["v3-legal-001", "שאלה-1", "a/b:c.d_e#1"])
def test_an_ordinary_id_is_in_order(tmp_path: Path, case_id: str) -> None:
    done = CliRunner().invoke(app, ["suite", "check", written(tmp_path, case_id, "מה הדין?")])
    assert done.exit_code == 0, done.output
