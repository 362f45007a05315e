"""Damaged runs, secrets in URLs and wrong figures: each is said, and none is passed over."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from evaluation_runs import cases, good, ran, suite
from lexwarrant.cli.main import app
from lexwarrant.evaluation.gates.judging import judge_gate
from lexwarrant.evaluation.gates.rules import GateFile, Rule, RuleKind, load_gate
from lexwarrant.evaluation.http.addresses import masked_url, secrets_in
from lexwarrant.evaluation.no_law import no_law
from lexwarrant.evaluation.publishing.packing import pack
from lexwarrant.evaluation.publishing.publish import render
from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.runner import read_manifest
from lexwarrant.evaluation.suite_file import load_suite
from lexwarrant.evaluation.suite_tables import read_table
from lexwarrant.evaluation.suite_writing import SplitCases, write_suite
from lexwarrant.evaluation.summary import summarise
from lexwarrant.evaluation.targets.description import load_description, parse_description
from lexwarrant.evaluation.targets.http import HttpTarget
from lexwarrant.records.answer import RefusalReason
from lexwarrant.records.context import Context
from lexwarrant.records.errors import ConfigurationError, DataError
from lexwarrant.records.suite import Case, ExpectedCitation
from misbehaving import Asked, Writer, reply, serving

RULES = "rules:\n- {rule: strict_pass, at_least: 0.5}\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEXWARRANT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(*arguments: object, code: int = 0) -> str:
    done: Result = CliRunner().invoke(app, [str(a) for a in arguments])
    assert done.exit_code == code, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return " ".join(done.output.split())


def made(here: Path, count: int = 6) -> Path:
    return write_suite(here, "mine", "1", "d", "CC0", [SplitCases("all", tuple(cases(count, 1)))])


def cut(lines: list[str]) -> str:
    return "".join(lines)[:-20]


def deleted(lines: list[str]) -> str:
    return "".join(lines[:3] + lines[4:])


@pytest.mark.parametrize("damage", [cut, deleted])
def test_a_run_that_lost_a_row_is_not_complete(here: Path, damage: object) -> None:
    run = ran(here / "r", suite(cases(30, 4)))
    rows = run / "rows.jsonl"
    before = damage(rows.read_text().splitlines(keepends=True))  # type: ignore[operator]
    rows.write_text(before)
    (here / "gate.yaml").write_text(RULES)
    assert "29 of 30 rows" in said("rescore", run, code=2)
    assert "29 of 30 rows" in said("gate", run, "--rules", "gate.yaml", code=2)
    (here / "README.md").write_text("<!-- lexwarrant:results -->\n<!-- /lexwarrant:results -->\n")
    assert "29 of 30 rows" in said("publish", "--runs", here, code=2)
    assert rows.read_text() == before


@pytest.mark.parametrize("workers", [1, 2])
def test_a_line_of_garbage_is_named_by_line(here: Path, workers: int) -> None:
    run = ran(here / "r", suite(cases(5)))
    lines = (run / "rows.jsonl").read_text().splitlines(keepends=True)
    lines[2] = "garbage{\n"
    (run / "rows.jsonl").write_text("".join(lines))
    assert "rows.jsonl:3: not JSON" in said("rescore", run, "--workers", workers, code=2)


@pytest.mark.parametrize(
    ("url", "masked"),
    [
        ("http://joe:PASSWD@host/a", "http://[secret]@host/a"),
        ("https://h/a?api_key=sk-1&x=2", "https://h/a?api_key=[secret]&x=2"),
        ("https://h/a?x=2&Sig=abc#f", "https://h/a?x=2&Sig=[secret]#f"),
        ("https://h/a?access_token=t0k3n", "https://h/a?access_token=[secret]"),
        ("https://h/a?password={question}", "https://h/a?password={question}"),
        ("https://h/a@b?q=key", "https://h/a@b?q=key"),
        ("{base_url}/v1/ask", "{base_url}/v1/ask"),
    ],
)
def test_what_is_secret_in_a_url_is_masked(url: str, masked: str) -> None:
    assert masked_url(url) == masked
    assert all(s not in masked for s in secrets_in(url))


def test_a_password_in_the_url_is_written_nowhere(here: Path) -> None:
    async def handler(asked: Asked, writer: Writer) -> None:
        writer.write(reply(200, {"answer": "notice of PASSWD99 and sk-12345"}))

    (here / "t.yaml").write_text(
        'name: t\nurl: "{base_url}/ask?api_key=sk-12345"\nrequest: {q: "{question}"}\n'
        "read: {answer: $.answer}\n"
    )
    with serving(handler) as server:
        url = server.url.replace("http://", "http://joe:PASSWD99@")
        said("eval", made(here), "--target", "t.yaml", "--base-url", url, "--out", "r",
             "--snapshot", "none")  # fmt: skip
    written = "".join(p.read_text() for p in (here / "r").rglob("*") if p.is_file())
    assert "PASSWD99" not in written
    assert "sk-12345" not in written
    assert "[secret]@127.0.0.1" in (here / "r" / "manifest.json").read_text()
    with pytest.raises(ConfigurationError, match="holds a secret"):
        pack(suite(cases(1)), load_description("t.yaml"), here / "h.pyz")


def test_a_header_whose_variable_is_not_set_ends_it(here: Path) -> None:
    text = (
        'name: t\nurl: "{base_url}/ask"\nheaders: {Authorization: "Bearer ${NOPE_X}"}\n'
        'request: {q: "{question}"}\nread: {answer: $.answer}\n'
    )
    (here / "t.yaml").write_text(text)
    where = ("--base-url", "http://127.0.0.1:9")
    assert "set NOPE_X" in said("target", "check", "t.yaml", *where, code=2)
    path = made(here)
    assert "set NOPE_X" in said("eval", path, "--target", "t.yaml", *where, "--snapshot", "none",
                                code=2)  # fmt: skip
    HttpTarget(parse_description(text + "keyless_locally: true\n", "t"), "http://127.0.0.1:9")


def test_a_gate_gives_intervals_for_cases_as_the_run_does(here: Path) -> None:
    asked = suite(cases(10, 2))
    run = ran(here / "r", asked, lambda c: good(c if c.id != "c001" else cases(1, 1)[0]), repeats=5)
    with no_law() as law:
        own = summarise(asked, read_rows(run), law)["all"].rates["pass"]
        held = judge_gate(GateFile((Rule(RuleKind.STRICT_PASS, at_least=0.1),)), run, law, here)
    assert own.denominator == 50
    assert own.low is not None
    assert own.high is not None
    assert f"[{own.low:.1%} to {own.high:.1%}]" in held[0].figure


@pytest.mark.parametrize(
    ("reason", "counted"),
    [(None, 6), (RefusalReason.OUT_OF_SCOPE, 6), (RefusalReason.FOREIGN_LAW, 0)],
)
def test_out_of_scope_is_one_thing_everywhere(
    here: Path, reason: RefusalReason | None, counted: int
) -> None:
    refused = [Case(f"o{n}", f"Cake {n}?", expect_no_promotion=True, expect_refusal=reason)
               for n in range(6)]  # fmt: skip
    asked = suite([*cases(4), *refused])
    run = ran(here / "runs" / "r", asked,
              lambda c: good(c if c.id not in ("o1", "o2") else cases(1)[0]))  # fmt: skip
    right = counted and 4
    with no_law() as law:
        own = summarise(asked, read_rows(run), law)["all"].rates["out_of_scope_refused"]
        rule = Rule(RuleKind.OUT_OF_SCOPE_ANSWERED, at_most=9)
        held = judge_gate(GateFile((rule,)), run, law, here)[0]
    assert (own.numerator, own.denominator) == (right, counted)
    assert held.figure.startswith("2 of 6" if counted else "nothing to count")
    readme = here / "README.md"
    readme.write_text("<!-- lexwarrant:results -->\n<!-- /lexwarrant:results -->\n")
    page = render(readme, here / "runs").files[readme]
    assert ("4 of 6" in page or "4/6" in page) is bool(counted)
    assert "`runs/r/rows.jsonl`" in page


@pytest.mark.parametrize(
    ("body", "cell"),
    [
        ('id,question\na,"one\nb,two\nc,three\n', "cell B2 (line 2)"),
        ('id,question\na,one\nb,"two" more\n', "cell B3 (line 3)"),
        ("id,question\na,one,two\n", "cell C2"),
        ("id,question,\na,one,stray\n", "cell C2"),
    ],
)
def test_a_table_loses_no_cell_silently(here: Path, body: str, cell: str) -> None:
    (here / "t.csv").write_text(body)
    with pytest.raises(DataError) as error:
        read_table(here / "t.csv")
    assert cell in str(error.value)
    assert "t.csv" in said("suite", "import", "t.csv", code=2)


def test_a_protocol_without_citations_has_no_citation_accuracy(here: Path) -> None:
    text = 'name: t\nurl: "{base_url}/a"\nread: {answer: $.answer'
    case = Case("a", "q?", expect_citations=(ExpectedCitation("eu/1/art/2"),))
    for tail, denominator in (("}", 0), (", citations: $.c}", 1)):
        one = HttpTarget(parse_description(text + tail, "t"), "http://127.0.0.1:9")
        answer = one.reply("q?", {"answer": "notice"}, Context(), 1.0).answer
        asked = suite([case])
        run = ran(here / f"r{denominator}", asked, lambda c, a=answer: a)  # type: ignore[misc]
        with no_law() as law:
            rates = summarise(asked, read_rows(run), law)["all"].rates
        assert rates["citation_accuracy"].denominator == denominator


HARNESS = ["--retries", "0", "--timeout", "2"]


def packed(here: Path) -> Path:
    text = (
        'name: t\nurl: "{base_url}/ask"\nheaders: {Authorization: "Bearer ${T_TOKEN}"}\n'
        'request: {question: "{question}"}\nread: {answer: $.answer, anchor_label: $.label}\n'
    )
    out = here / "h.pyz"
    pack(suite([Case("a", "q?", expect_anchor_substring="x")]), parse_description(text, "t"), out)
    return out


def harness(here: Path, *arguments: str, token: str | None = "TOK-98765") -> tuple[int, str]:
    env = {k: v for k, v in os.environ.items() if k != "T_TOKEN"}
    if token:
        env["T_TOKEN"] = token
    done = subprocess.run(
        [sys.executable, str(packed(here)), *arguments, *HARNESS],
        capture_output=True, text=True, cwd=here, env=env, timeout=60, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_the_packed_harness_keeps_the_token_of_an_echoing_server(here: Path) -> None:
    async def handler(asked: Asked, writer: Writer) -> None:
        writer.write(reply(200, {"answer": "Bearer TOK-98765", "label": "TOK-98765"}))

    with serving(handler) as server:
        _, out = harness(here, "--base-url", server.url, "--pace", "0")
    assert "strict" in out
    assert "TOK-98765" not in out + (here / "rows.jsonl").read_text()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--pace", "nan"], "--pace nan"),
        (["--out", "."], "give another --out"),
        (["--out", "no/such/folder.jsonl"], "give another --out"),
        (["--pace", "0"], "no question got an answer"),
    ],
)
def test_the_packed_harness_says_what_is_wrong(
    here: Path, arguments: list[str], problem: str
) -> None:
    code, out = harness(here, "--base-url", "http://127.0.0.1:9", *arguments)
    assert code == 2, out
    assert problem in out
    assert "Traceback" not in out


def test_the_packed_harness_needs_its_variable(here: Path) -> None:
    code, out = harness(here, "--base-url", "http://127.0.0.1:9", token=None)
    assert code == 2
    assert "set T_TOKEN" in out


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("rules:\n- {rule: strict_pass, at_least: 0.5, at_least: 0.1}\n", "stands twice"),
        ("rules:\n- {rule: fabricated, at_most: true}\n", "True is no figure"),
        ("rules:\n- {rule: fabricated, at_most: 0}\nrules: []\n", "stands twice"),
    ],
)
def test_rules_are_read_strictly(here: Path, text: str, problem: str) -> None:
    (here / "g.yaml").write_text(text)
    with pytest.raises((DataError, ConfigurationError), match=problem):
        load_gate(here / "g.yaml")


def test_a_target_with_a_doubled_key_or_another_scheme_is_refused() -> None:
    with pytest.raises(DataError, match="stands twice"):
        parse_description("name: a\nname: b\nurl: x\nread: {answer: $.a}\n", "t")
    one = parse_description('name: a\nurl: "file:///etc/hosts"\nread: {answer: $.a}\n', "t")
    for base in ("", "http://127.0.0.1:9"):
        with pytest.raises(ConfigurationError, match="http:// or https://"):
            HttpTarget(one, base)


@pytest.mark.parametrize("option", ["--prices", "--gate"])
def test_a_file_that_is_not_there_ends_it_before_anything_is_asked(here: Path, option: str) -> None:
    (here / "a.jsonl").write_text(json.dumps({"case_id": "c000", "answer": {}}) + "\n")
    out = said("eval", made(here), "--target", "a.jsonl", option, "nope", "--out", "r",
               "--snapshot", "none", code=2)  # fmt: skip
    assert "nope" in out
    assert not (here / "r").exists()


@pytest.mark.parametrize("field", ["expect_quote_keywords", "expect_source_doc_id", "key_facts"])
def test_an_empty_expectation_is_refused(here: Path, field: str) -> None:
    (here / "s.yaml").write_text(f'- {{id: a, question: q, {field}: ["x", ""]}}\n')
    with pytest.raises(DataError, match="holds an empty text"):
        load_suite("s.yaml")


def test_a_measure_that_does_not_exist_is_said(here: Path) -> None:
    run = ran(here / "r", suite(cases(3)))
    assert read_manifest(run) is not None
    (here / "g.yaml").write_text("rules:\n- {rule: measure, name: faithfulnes, at_least: 0.5}\n")
    out = said("gate", run, "--rules", "g.yaml", code=2)
    assert "no such measure: 'faithfulnes'; did you mean 'faithfulness'?" in out
