"""Every file in ``examples/`` does what it says: each command of each workflow is run.

The runner of the workflows, the network and ``gh`` are stood in for: the suite is read from a local
copy, the system under test is a server on loopback, the remote repository a bare one beside, and no
time is waited. Everything else is the command as it stands in the file.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from evaluation_runs import recorded, suite
from handmade_law import ACT, SOURCE, section
from lexwarrant.evaluation.gates.judging import exit_code, judge_gate
from lexwarrant.evaluation.gates.rules import load_gate
from lexwarrant.evaluation.money import load_prices
from lexwarrant.evaluation.run import evaluate
from lexwarrant.evaluation.suite_writing import SplitCases, write_suite
from lexwarrant.evaluation.targets.description import load_description
from lexwarrant.evaluation.targets.recorded import RecordedTarget
from lexwarrant.law.builder import import_law
from lexwarrant.law.interchange import to_line
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import CitedProvision, LegalAnswer, Quotation
from lexwarrant.records.suite import Case, ExpectedCitation
from misbehaving import Asked, Handler, Writer, reply, serving

EXAMPLES = Path(__file__).parents[2] / "examples"
WORKFLOWS = sorted((EXAMPLES / "workflows").glob("*.yml"))
LETTING = (
    "A tenant shall give notice of at least 21 days in writing. The landlord shall return the deposit "
    "within 14 days after the end of the lease."
)
OWN = "The landlord must return the deposit within 14 days after the end of the lease."
LAW = [SOURCE, ACT, section("1", LETTING, valid_from=date(2000, 6, 1))]


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    folder = tmp_path_factory.mktemp("law") / "xx"
    import_law(LAW, folder, retrieved=date(2026, 1, 1))
    with Snapshot(folder) as snapshot:
        yield snapshot


def test_every_description_and_table_is_in_order() -> None:
    for path in sorted((EXAMPLES / "targets").glob("*.yaml")):
        assert load_description(str(path)).name
    assert load_prices(EXAMPLES / "prices.yaml").models
    for path in sorted(EXAMPLES.glob("gate*.yaml")):
        assert load_gate(path).rules


# the gates ------------------------------------------------------------------------------


def provision(law: Snapshot) -> tuple[str, str]:
    """A provision and its words."""
    version = law.version_on("xx/act/1/s/1")
    assert version is not None
    return version.provision_id, version.text


def honest(law: Snapshot) -> Callable[[Case], LegalAnswer]:
    place, words = provision(law)

    def answer(case: Case) -> LegalAnswer:
        if case.expect_no_promotion:
            return LegalAnswer(case.question, "", False)
        return LegalAnswer(
            case.question, OWN, True, quotation=Quotation(words, place, place, "s 1"),
            citations=(CitedProvision("s 1", place),),
        )  # fmt: skip

    return answer


def alters(law: Snapshot, case: Case) -> LegalAnswer:
    answer = honest(law)(case)
    assert answer.quotation is not None
    words = answer.quotation.text.split()
    return replace(
        answer, quotation=replace(answer.quotation, text=" ".join([*words[:-1], "never"]))
    )


def adds_an_invented_citation(law: Snapshot, case: Case) -> LegalAnswer:
    answer = honest(law)(case)
    return replace(answer, citations=(*answer.citations, CitedProvision("s 99", "xx/act/1/s/99")))


def says_more_than_its_source(law: Snapshot, case: Case) -> LegalAnswer:
    answer = honest(law)(case)
    more = " Breach of this duty is punished by imprisonment for ten years."
    return replace(answer, text=answer.text + more)


def asked_suite(law: Snapshot) -> Any:
    place, _ = provision(law)
    cases = [
        Case(f"c{n:02d}", f"Thing {n}?", expect_source_doc_id=(place,),
             expect_citations=(ExpectedCitation(place),))
        for n in range(36)
    ]  # fmt: skip
    cases += [
        Case(f"c{n:02d}", f"Cake {n}?", expect_no_promotion=True, expect_refusal="out_of_scope")  # type: ignore[arg-type]
        for n in range(36, 40)
    ]
    return suite(cases, "gated")


@pytest.mark.parametrize(
    ("spoilt", "failing"),
    [
        (None, set()),
        (alters, {"measure faithfulness at least 1"}),
        (adds_an_invented_citation, {"fabricated at most 0", "measure wrong_citation at most 0.05"}),
        (says_more_than_its_source, {"measure answer_faithfulness at least 0.9"}),
    ],
    ids=["honest", "alters", "adds", "says-more"],
)  # fmt: skip
def test_the_gate_sees_what_the_strict_verdict_passes(
    law: Snapshot, tmp_path: Path, spoilt: Any, failing: set[str]
) -> None:
    asked = asked_suite(law)

    def answer(case: Case) -> LegalAnswer:
        if spoilt is not None and not case.expect_no_promotion and case.id < "c10":
            return spoilt(law, case)
        return honest(law)(case)

    file = recorded(tmp_path / "a.jsonl", asked, answer)
    evaluate(asked, RecordedTarget(file), law, tmp_path / "run", verifier=True, keep_suite=True)
    held = judge_gate(load_gate(EXAMPLES / "gate.yaml"), tmp_path / "run", law, EXAMPLES)
    by_rule = {h.rule: h for h in held}
    assert by_rule["strict_pass at least 0.85"].holds, "the strict verdict passes every one of them"
    assert {h.rule for h in held if h.holds is not True} == failing, held
    assert exit_code(held) == (1 if failing else 0)


# the workflows --------------------------------------------------------------------------


def steps(path: Path) -> list[dict[str, Any]]:
    (job,) = yaml.safe_load(path.read_text())["jobs"].values()
    return list(job["steps"])


def test_workflows_run_on_a_clock_or_a_change_and_install_first() -> None:
    assert [p.stem for p in WORKFLOWS] == ["gate", "monitor", "weekly-eval"]
    triggers = {p.stem: yaml.safe_load(p.read_text())[True] for p in WORKFLOWS}
    assert triggers["weekly-eval"]["schedule"] == [{"cron": "0 3 * * 0"}]
    assert triggers["monitor"]["schedule"] == [{"cron": "*/15 * * * *"}]
    for path in WORKFLOWS:
        commands = [s["run"] for s in steps(path) if "run" in s]
        assert commands[0].startswith("pip install")


class Workspace:
    """A checked-out repository with the examples in it, and programs on its path."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder / "checkout"
        self.folder.mkdir()
        shutil.copytree(EXAMPLES, self.folder / "examples")
        self.programs = folder / "bin"
        self.programs.mkdir()
        self.program("lexwarrant", f'exec "{sys.executable}" -m lexwarrant "$@"')
        self.environment = {
            **os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join([str(self.folder), *sys.path]),
            "LEXWARRANT_HOME": str(folder / "home"), "COLUMNS": "200", **environment,
        }  # fmt: skip

    def program(self, name: str, body: str) -> None:
        path = self.programs / name
        path.write_text(f"#!/usr/bin/env bash\n{body}\n")
        path.chmod(0o755)

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-eo", "pipefail", "-c", command], cwd=self.folder, env=self.environment,
            capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip


def lawyer(good_answer: bool = True) -> Handler:
    """A system that speaks the protocol: it names what it is asked about, and refuses cakes."""

    async def handler(asked: Asked, writer: Writer) -> None:
        if asked.path == "/readyz":
            writer.write(reply(200, {"status": "ok"}, X_Replica_Id="r-7"))
        elif asked.path == "/v1/corpus/selftest":
            writer.write(reply(200, {"ok": True}, X_Replica_Id="r-7"))
        else:
            said = asked.question
            method = "graph_bundle" if good_answer else "verbatim_from_precedent"
            writer.write(reply(200, {
                "domain": None, "confidence": "high",
                "arguments": [{"polish_method": method, "snippet": said}],
                "bundle": {"anchor_label": said, "anchor_quote": said, "cluster_score": 0.9,
                           "coverage": 0.9, "diagnostic": {"anchor_quote_doc_id": "d/1"}},
            }))  # fmt: skip

    return handler


@pytest.mark.slow
def test_the_weekly_workflow_from_questions_to_a_pushed_page(
    shared_data: Path, tmp_path: Path
) -> None:
    fifty = shared_data / "legal_eye" / "canonical50.jsonl"
    with serving(lawyer()) as server:
        space = Workspace(tmp_path, BASE_URL=server.url)
        (space.folder / "README.md").write_text(
            "# Results\n<!-- lexwarrant:results -->\n<!-- /lexwarrant:results -->\n"
        )
        remote = tmp_path / "remote.git"
        for command in (
            f"git init -q --bare {remote}", "git init -q -b main .", f"git remote add origin {remote}",
            "git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m start",
            "git push -q -u origin main",
        ):  # fmt: skip
            assert space.run(command).returncode == 0, command
        outcomes = {}
        for step in steps(EXAMPLES / "workflows/weekly-eval.yml"):
            command = step.get("run", "")
            if not command or command.startswith("pip install") or "if" in step:
                continue
            command = command.replace(
                "suite get legal-eye-50", f"suite get legal-eye-50 --from {fifty}"
            )
            command = command.replace("--pace 2.5", "--pace 0")
            done = space.run(command)
            outcomes[step.get("id") or command.split("\n")[0]] = done
            if not step.get("continue-on-error"):
                assert done.returncode == 0, (command, done.stdout, done.stderr)
        assert outcomes["gate"].returncode == 1, "this system answers what it should refuse"
        assert "FAILS  out_of_scope_answered" in outcomes["gate"].stdout
        assert (space.folder / "gate.xml").is_file()
        asked = [a for a in server.asked if a.method == "POST"]
        assert len(asked) == len({a.body for a in asked}) == 50
    assert "legal-eye-50" in (space.folder / "README.md").read_text()
    log = space.run(f"git --git-dir {remote} log --oneline main; git --git-dir {remote} show "
                    "--stat --name-only main").stdout  # fmt: skip
    assert "Evaluation of " in log
    assert "runs/latest.json" in log
    latest = json.loads((space.folder / "runs/latest.json").read_text())
    assert (latest["total"], latest["oos_total"], latest["oos_rejected"]) == (50, 5, 0)
    # and the gate of the week after may look back at it
    rules = space.folder / "examples/gate-without-law.yaml"
    rules.write_text(rules.read_text().replace("# - {rule: not_clearly", "- {rule: not_clearly"))
    again = space.run("lexwarrant gate runs/2* --rules examples/gate-without-law.yaml")
    assert "holds  not_clearly_worse than ../runs/latest.json" in again.stdout, again.stderr


@pytest.mark.slow
def test_the_monitor_opens_an_issue_once_and_closes_it(tmp_path: Path) -> None:
    down = False
    well = lawyer()

    async def handler(asked: Asked, writer: Writer) -> None:
        if down:
            writer.write(reply(503, b"asleep"))
        else:
            await well(asked, writer)

    (command,) = (
        s["run"] for s in steps(EXAMPLES / "workflows/monitor.yml") if "monitor" in s.get("run", "")
    )
    with serving(handler) as server:
        space = Workspace(tmp_path, BASE_URL=server.url)
        space.program("gh", f'''
            printf '%s\\n' "$*" >> "{tmp_path}/gh.log"
            case "$2" in
              list) [ ! -f "{tmp_path}/open" ] || echo 12 ;;
              create) touch "{tmp_path}/open" ;;
              close) rm "{tmp_path}/open" ;;
            esac''')  # fmt: skip
        codes = []
        for down in (False, True, True, False):  # noqa: B007 what the server does
            codes.append(space.run(f"{command} --every 0"))
        assert [c.returncode for c in codes] == [0, 2, 2, 0], [c.stderr for c in codes]
    calls = [line.split(" --")[0] for line in (tmp_path / "gh.log").read_text().splitlines()]
    calls = [c for c in calls if c.startswith("issue") and not c.startswith("issue list")]
    assert calls == ["issue create", "issue close 12"]
    assert "up -> down" in codes[1].stdout
    assert codes[1].stdout.count("try ") == 3


@pytest.mark.slow
@pytest.mark.parametrize("honest_answer", [True, False])
def test_the_gate_workflow_lets_an_honest_system_through_and_no_other(
    law: Snapshot, tmp_path: Path, honest_answer: bool
) -> None:
    space = Workspace(tmp_path)
    place, words = provision(law)
    asked = asked_suite(law)
    write_suite(space.folder, "my", "1", "", "", [SplitCases("all", asked.splits[0].cases)])
    with (space.folder / "law.jsonl").open("w") as handle:
        handle.writelines(to_line(r) + "\n" for r in LAW)
    quoted = words if honest_answer else words[:-8] + "never at all."
    (space.folder / "my_system.py").write_text(
        f"def answer(question, context):\n"
        f"    if 'Cake' in question:\n"
        f"        return {{'refusal': {{'reason': 'out_of_scope', 'message': 'no'}}}}\n"
        f"    return {{'text': {OWN!r}, 'promoted': True,\n"
        f"            'quotation': {{'text': {quoted!r}, 'document_id': {place!r},\n"
        f"                          'provision_id': {place!r}, 'label': 's 1'}},\n"
        f"            'citations': [{{'text': 's 1', 'provision_id': {place!r}}}]}}\n"
    )
    last: subprocess.CompletedProcess[str] | None = None
    for step in steps(EXAMPLES / "workflows/gate.yml"):
        command = step.get("run", "")
        if command and not command.startswith("pip install"):
            last = space.run(command)
            if "lexwarrant gate" not in command:
                assert last.returncode == 0, (command, last.stdout, last.stderr)
    assert last is not None
    assert last.returncode == (0 if honest_answer else 1), last.stdout + last.stderr
    assert ("FAILS  measure faithfulness" in last.stdout) is not honest_answer
