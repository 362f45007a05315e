"""The commands of the harness from end to end, as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from evaluation_runs import cases, good, recorded
from lexwarrant.cli.main import app
from lexwarrant.evaluation.suite_file import load_suite
from lexwarrant.evaluation.suite_writing import SplitCases, write_suite
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.suite import Case
from misbehaving import Asked, Writer, reply, serving


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEXWARRANT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(*arguments: object, code: int = 0) -> str:
    done: Result = CliRunner().invoke(app, [str(a) for a in arguments])
    assert done.exit_code == code, done.output
    return done.output


def made(here: Path, count: int = 30, refusals: int = 4, name: str = "mine") -> Path:
    return write_suite(
        here, name, "1", "d", "CC0", [SplitCases("all", tuple(cases(count, refusals)))]
    )


@pytest.mark.slow
def test_from_questions_to_a_published_page(here: Path) -> None:
    path = made(here)
    said("suite", "export", path, "q.xlsx")
    said("suite", "import", "q.xlsx", "--out", "back")
    assert load_suite("back/mine.suite.yaml") == load_suite(str(path))
    assert "0 findings in 30 cases" in said("suite", "lint", path, "--snapshot", "none")
    out = said("suite", "vary", path, "--out", "v")
    assert "30 canonical, 270 holdout" in out
    varied = load_suite("v/mine-varied.suite.yaml")
    assert "in order" in said("suite", "check", "v/mine-varied.suite.yaml")

    def answer(case: Case) -> LegalAnswer:
        return LegalAnswer("", "", False) if case.id.endswith("v09") else good(case)

    recorded(here / "a.jsonl", varied, answer)
    out = said("eval", "v/mine-varied.suite.yaml", "--target", "a.jsonl", "--out", "runs/one",
               "--snapshot", "none", "--inspect", "one.eval")  # fmt: skip
    assert "reproducibility not_captured" in out
    assert "the holdout is clearly lower" in out
    analysis = json.loads(Path("runs/one/analysis.json").read_text())
    assert analysis["reproducibility"] == "not_captured"
    assert analysis["robustness"]["by_variant"]["facts_wrapper"]["numerator"] == 4
    assert "ladder PASS 274 of 300" in said("rescore", "runs/one")
    Path("gate.yaml").write_text("rules:\n- {rule: strict_pass, at_least: 0.85}\n"
                                 "- {rule: holdout_not_clearly_below}\n")  # fmt: skip
    out = said("gate", "runs/one", "--rules", "gate.yaml", code=1)
    assert "holds  strict_pass" in out
    assert "FAILS  holdout_not_clearly_below" in out
    Path("README.md").write_text("<!-- lexwarrant:results -->\n<!-- /lexwarrant:results -->\n")
    said("publish", "--check", code=1)
    said("publish")
    assert "up to date" in said("publish", "--check")
    said("run", "export", "runs/one", "--out", "runs")
    assert Path("runs/latest.json").is_file()
    said("run", "import", "one.eval", "--suite", "v/mine-varied.suite.yaml", "--out", "two",
         "--snapshot", "none")  # fmt: skip
    assert "no clear difference" in said("compare", "runs/one", "two")
    out = said("suite", "dispute", "c001-v09", "--suite", "v/mine-varied.suite.yaml", "--reason", "moved",
               "--run", "runs/one")  # fmt: skip
    assert "274/300" in out
    assert "274/299" in out
    said("runs", "redact", "two")
    assert "thing" not in Path("two/rows.jsonl").read_text()


@pytest.mark.slow
def test_a_fast_subset_goes_on_only_when_it_passes(here: Path) -> None:
    path = made(here, 60, 6)
    loaded = load_suite(str(path))
    recorded(here / "good.jsonl", loaded)
    recorded(here / "bad.jsonl", loaded, lambda c: LegalAnswer("", "Cake.", True))
    out = said(
        "eval",
        path,
        "--target",
        "good.jsonl",
        "--fast",
        "--then-full",
        "--out",
        "g",
        "--snapshot",
        "none",
    )
    assert "all (20 cases)" in out
    assert "all (60 cases)" in out
    out = said("eval", path, "--target", "bad.jsonl", "--fast", "--then-full", "--out", "b", "--snapshot",
               "none", code=1)  # fmt: skip
    assert "FAILS  measure fail" in out
    assert not (here / "b" / "rows.jsonl").exists()


def test_sealed_parts_and_passes_are_said(here: Path) -> None:
    path = write_suite(here, "s", "1", "", "", [SplitCases("unseen", tuple(cases(4)), sealed=True)])
    recorded(here / "a.jsonl", load_suite(str(path)))
    command = ["eval", path, "--target", "a.jsonl", "--snapshot", "none", "--passes", "3", "--out"]
    first = said(*command, "one")
    assert "PASS 4 stable + 0 unstable" in first
    assert "this is the first open run of the sealed part" in first
    assert "this is not the first open run" in said(*command, "two")
    assert json.loads(Path("two/manifest.json").read_text())["first_sealed_run"] is False


def test_unanswered_questions_are_named_and_asked_again(here: Path) -> None:
    path = made(here, 5, 0)
    down = [True]

    async def handler(asked: Asked, writer: Writer) -> None:
        broken = down[0] and "thing 3" in asked.question
        writer.write(reply(500, b"x") if broken else reply(200, {"answer": "notice"}))

    with serving(handler) as server:
        command = ["eval", path, "--target", "plain", "--base-url", server.url, "--retries", "0",
                   "--snapshot", "none", "--out", "r"]  # fmt: skip
        assert "1 questions got no answer: the same command with --out r" in said(*command)
        down[0] = False
        assert "got no answer" not in said(*command)
        assert len(server.asked) == 6


def test_an_estimate_sends_nothing(here: Path) -> None:
    path = made(here, 5, 0)
    Path("p.yaml").write_text("currency: EUR\nmodels:\n  m: {input: 1, output: 2}\n")
    out = said("eval", path, "--target", "openai-chat", "--base-url", "http://127.0.0.1:9", "--model", "m",
               "--prices", "p.yaml", "--passes", "2", "--estimate")  # fmt: skip
    assert "10 calls" in out
    assert "EUR; nothing was sent" in out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("eval", "nowhere"), "no suite 'nowhere'"),
        (("eval", "eu-demo", "--target", "nonsense"), "no such file or preset"),
        (("eval", "eu-demo", "--target", "legal-eye", "--snapshot", "none"), "give --base-url"),
        (("eval", "eu-demo", "--target", "legal-eye", "--via", "air", "--snapshot", "none"), "--via air"),
        (("eval", "eu-demo", "--target", "openai-chat", "--base-url", "http://127.0.0.1:9", "--snapshot",
          "none"), "needs --model"),
        (("suite", "get", "x"), "no public suite 'x'"),
        (("rescore", "nowhere"), "nowhere"),
        (("serve", "--protocol", "smtp"), "only legal-eye"),
        (("judge", "run", "nowhere", "--judge-url", "https://api.example.org", "--judge-model", "m"),
         "--allow-remote"),
        (("publish", "--runs", "nowhere"), "no complete run"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_and_exit_code_two(arguments: tuple[str, ...], problem: str) -> None:
    out = said(*arguments, code=2)
    assert problem in out
    assert "Traceback" not in out
    assert len(out.strip().splitlines()) == 1
