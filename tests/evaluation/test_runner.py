"""The runner: nothing lost, nothing asked twice, killed at any moment, memory flat."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from evaluation_runs import cases, good, ran, recorded, suite
from lexwarrant.cli.results import print_run
from lexwarrant.evaluation.no_law import no_law
from lexwarrant.evaluation.publishing.figures import figures
from lexwarrant.evaluation.rows import ROWS, read_rows
from lexwarrant.evaluation.run import evaluate
from lexwarrant.evaluation.runner import read_manifest
from lexwarrant.evaluation.scoring import standard_scorers
from lexwarrant.evaluation.sealing import first_run, seal
from lexwarrant.evaluation.stability import stability
from lexwarrant.evaluation.statistics.intervals import wilson
from lexwarrant.evaluation.subsets import fast_subset
from lexwarrant.evaluation.suite_file import load_suite
from lexwarrant.evaluation.suite_writing import SplitCases, kept_copy, write_suite
from lexwarrant.evaluation.summary import summarise
from lexwarrant.evaluation.targets.base import Reply, TargetError
from lexwarrant.evaluation.targets.recorded import RecordedTarget
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.context import Context
from lexwarrant.records.errors import ConfigurationError, DataError, LexwarrantError
from lexwarrant.records.run import RunManifest
from lexwarrant.records.scores import Verdict
from lexwarrant.records.suite import Case
from lexwarrant.reports.write import write_reports

SCRIPT = """
import asyncio, sys
from pathlib import Path
from lexwarrant.evaluation.no_law import no_law
from lexwarrant.evaluation.run import evaluate
from lexwarrant.evaluation.suite_file import load_suite
from lexwarrant.evaluation.targets.recorded import RecordedTarget

class Slow(RecordedTarget):
    async def ask(self, case_id, question, context):
        with open(sys.argv[4], "a") as log:
            log.write(case_id + "\\n")
        await asyncio.sleep(0.002)
        return await super().ask(case_id, question, context)

with no_law() as law:
    evaluate(load_suite(sys.argv[1]), Slow(Path(sys.argv[2])), law, Path(sys.argv[3]), concurrency=2)
"""


def without_times(folder: Path) -> list[str]:
    out = []
    for line in (folder / ROWS).read_text("utf-8").splitlines():
        row = json.loads(line)
        row.pop("elapsed_ms")
        out.append(json.dumps(row, ensure_ascii=False, sort_keys=True))
    return out


@pytest.mark.slow
def test_killed_at_twenty_moments_it_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    path = str(
        write_suite(tmp_path, "kill", "1", "", "", [SplitCases("all", tuple(cases(400, 40)))])
    )
    loaded = load_suite(path)
    answers = recorded(tmp_path / "answers.jsonl", loaded)
    script = tmp_path / "go.py"
    script.write_text(SCRIPT)

    def start(folder: Path, log: Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, str(script), path, str(answers), str(folder), str(log)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )

    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert start(whole, tmp_path / "whole.log").wait(120) == 0
    rng = random.Random(7)
    kills = 0
    log = tmp_path / "broken.log"
    for _ in range(20):
        process = start(broken, log)
        before = log.stat().st_size if log.exists() else 0
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            if log.exists() and log.stat().st_size > before:
                break
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 0.05))
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
        process.wait(30)
    assert kills == 20, "the runs ended before they could be killed: make the suite longer"
    assert start(broken, log).wait(120) == 0
    assert without_times(broken) == without_times(whole)
    asked = log.read_text().splitlines()
    # only what was under way when it was killed (two at once) may have been sent without a row
    assert len(asked) <= 400 + 2 * kills


def test_a_torn_line_is_dropped_and_its_case_asked_again(tmp_path: Path) -> None:
    asked = suite(cases(5))
    folder = ran(tmp_path / "r", asked)
    lines = (folder / ROWS).read_bytes().splitlines(keepends=True)
    (folder / ROWS).write_bytes(b"".join(lines[:3]) + lines[3][:40])
    with no_law() as law:
        evaluate(asked, RecordedTarget(tmp_path / "r.jsonl"), law, folder)
    assert [r.case_id for r in read_rows(folder)] == [c.id for _, c in asked.cases()]


class Flaky:
    """Answers differently each time it is asked the same."""

    name = "flaky"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def describe(self) -> dict[str, str]:
        return {"target": "flaky"}

    async def ask(self, case_id: str, question: str, context: Context) -> Reply:
        self.asked.append(case_id)
        await asyncio.sleep(0)
        case = Case(case_id, question, expect_quote_keywords=("notice",))
        time_asked = self.asked.count(case_id)
        if case_id == "c000":
            return Reply(good(case))
        if case_id == "c001" and time_asked == 2:
            raise TargetError("gone")
        wrong = Case(case_id, question, expect_quote_keywords=("other",))
        return Reply(good(case if time_asked == 1 else wrong), cost=0.5)


def test_three_passes_split_counts_into_stable_and_unstable(tmp_path: Path) -> None:
    asked = suite(cases(3))
    costs = []
    with no_law() as law:
        evaluate(
            asked, Flaky(), law, tmp_path / "r", repeats=3, watch=lambda p: costs.append(p.cost)
        )
    found = stability(read_rows(tmp_path / "r"), 3)
    assert found is not None
    s = found["all"]
    assert (s.verdicts[Verdict.PASS].stable, s.verdicts[Verdict.PASS].unstable) == (1, 2)
    assert (s.verdicts[Verdict.WEAK].stable, s.verdicts[Verdict.WEAK].unstable) == (0, 2)
    assert (s.no_answer.stable, s.no_answer.unstable) == (0, 1)
    assert s.changed == ("c001", "c002")
    assert costs[-1] == 2.5
    assert stability(read_rows(tmp_path / "r"), 1) is None


def test_rows_of_two_runs_do_not_mix(tmp_path: Path) -> None:
    ran(tmp_path / "r", suite(cases(3)))
    with no_law() as law, pytest.raises(ConfigurationError, match="another suite digest"):
        evaluate(
            suite(cases(3), "other"), RecordedTarget(tmp_path / "r.jsonl"), law, tmp_path / "r"
        )


def test_a_fault_of_the_harness_stops_the_run_and_keeps_the_rows(tmp_path: Path) -> None:
    class Broken(Flaky):
        async def ask(self, case_id: str, question: str, context: Context) -> Reply:
            if case_id == "c003":
                raise DataError("the harness is at fault")
            return await super().ask(case_id, question, context)

    with no_law() as law, pytest.raises(DataError, match="harness is at fault"):
        evaluate(suite(cases(6)), Broken(), law, tmp_path / "r")
    assert len(list(read_rows(tmp_path / "r"))) == 3
    manifest = read_manifest(tmp_path / "r")
    assert manifest is not None
    assert manifest.finished is None


def test_the_copy_of_the_suite_is_the_suite(tmp_path: Path) -> None:
    path = write_suite(
        tmp_path, "s", "1", "d", "l", [SplitCases("a", tuple(cases(4, 1)), sealed=True)]
    )
    loaded = load_suite(str(path))
    assert kept_copy(ran(tmp_path / "r", loaded)) == loaded


def test_the_first_open_run_of_a_sealed_set_is_recorded(tmp_path: Path) -> None:
    path = write_suite(tmp_path, "s", "1", "", "", [SplitCases("a", tuple(cases(2)), sealed=True)])
    loaded, ledger = load_suite(str(path)), tmp_path / "deep" / "ledger"
    one = tmp_path / "one"
    assert first_run(ledger, loaded, one) is True
    assert first_run(ledger, loaded, tmp_path / "two") is False
    one.mkdir()
    (one / "manifest.json").write_text("{}")
    assert first_run(ledger, loaded, one) is True, "taken up again: the same run"
    assert first_run(ledger, suite(cases(2)), tmp_path / "x") is None
    assert len(ledger.read_text().splitlines()) == 2
    beside = tmp_path / "beside"
    assert first_run(beside, loaded, tmp_path / "three", (ledger,)) is False
    assert first_run(beside, loaded, one, (ledger,)) is True


def test_a_new_run_in_the_same_folder_is_not_the_first(tmp_path: Path) -> None:
    path = write_suite(tmp_path, "s", "1", "", "", [SplitCases("a", tuple(cases(2)), sealed=True)])
    loaded, ledger, folder = load_suite(str(path)), tmp_path / "ledger", tmp_path / "run"
    answers = RecordedTarget(recorded(tmp_path / "a.jsonl", loaded))
    with no_law() as law:
        said = [
            evaluate(loaded, answers, law, folder, fresh=fresh, ledger=ledger).manifest
            for fresh in (True, False, True)
        ]
    assert [manifest.first_sealed_run for manifest in said] == [True, True, False]
    assert len(ledger.read_text().splitlines()) == 2


def test_a_set_is_sealed_once_and_not_touched(tmp_path: Path) -> None:
    write_suite(tmp_path, "t", "1", "", "", [SplitCases("x", tuple(cases(2)))])
    file = tmp_path / "t.x.yaml"
    path = seal(file, "mine", "1")
    assert load_suite(str(path)).splits[0].sealed
    with pytest.raises(DataError, match="not sealed twice"):
        seal(file, "mine", "1")
    file.write_text(file.read_text().replace("notice", "Notice"))
    with pytest.raises(DataError, match="SHA-256"):
        load_suite(str(path))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_fast_subset_holds_every_stratum_and_is_the_same_every_time(seed: int) -> None:
    whole = suite(cases(90, 9))
    subset = fast_subset(whole, seed)
    ids = [c.id for _, c in subset.cases()]
    assert len(ids) == 20
    assert sum(c.expect_no_promotion for _, c in subset.cases()) in (1, 2, 3)
    assert ids == sorted(ids)
    assert subset == fast_subset(whole, seed)
    assert subset.digest != whole.digest
    assert {fast_subset(whole, s).digest for s in (1, 2, 3)} == {
        fast_subset(whole, s).digest for s in (3, 2, 1)
    }


def test_a_fast_subset_of_a_small_suite_is_all_of_it() -> None:
    assert len(fast_subset(suite(cases(7, 2))).cases()) == 7
    with pytest.raises(ConfigurationError, match="10 to 20"):
        fast_subset(suite(cases(7)), size=5)


@pytest.mark.slow
def test_memory_does_not_grow_with_the_rows(tmp_path: Path) -> None:
    """Twenty times the rows (passes of one suite) take no more than a few megabytes more."""
    script = (
        "import sys, resource\n"
        "from pathlib import Path\n"
        "sys.path[:0] = sys.argv[4].split(':')\n"
        "from evaluation_runs import cases, suite\n"
        "from lexwarrant.evaluation.no_law import no_law\n"
        "from lexwarrant.evaluation.run import evaluate\n"
        "from lexwarrant.evaluation.targets.recorded import RecordedTarget\n"
        "with no_law() as law:\n"
        "    evaluate(suite(cases(500)), RecordedTarget(Path(sys.argv[1])), law, Path(sys.argv[2]),\n"
        "             repeats=int(sys.argv[3]))\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    answers = recorded(tmp_path / "a.jsonl", suite(cases(500)))
    peaks = []
    for repeats in (1, 20):
        done = subprocess.run(
            [sys.executable, "-c", script, str(answers), str(tmp_path / f"r{repeats}"), str(repeats),
             ":".join(sys.path)],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        peaks.append(int(done.stdout) / 1024)
    assert sum(1 for _ in read_rows(tmp_path / "r20")) == 10_000
    assert peaks[1] - peaks[0] < 12, peaks


def test_scoring_opens_no_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("a socket was opened")

    with no_law() as law:
        scorers = standard_scorers(law)
        monkeypatch.setattr(socket, "socket", refuse)
        for case in cases(3, 1):
            for scorer in scorers:
                scorer.score(case, good(case))


def test_recorded_answers_of_no_case_are_said(tmp_path: Path) -> None:
    whole = suite(cases(8))
    file = recorded(tmp_path / "a.jsonl", whole)
    with no_law() as law:
        run = evaluate(suite(cases(5)), RecordedTarget(file), law, tmp_path / "r", keep_suite=True)
        assert (run.manifest.unmatched, run.manifest.unmatched_ids) == (3, ("c005", "c006", "c007"))
        write_reports(tmp_path / "r", suite(cases(5)), law)
        assert "3 recorded answers are of no question" in (tmp_path / "r/report.html").read_text()
        shown = Console(record=True, width=200)
        print_run(tmp_path / "r", suite(cases(5)), law, shown)
        assert "3 recorded answers are of no case of this suite" in shown.export_text()
        subset = fast_subset(suite(cases(40)))
        file = recorded(tmp_path / "b.jsonl", suite(cases(40)))
        fast = evaluate(subset, RecordedTarget(file), law, tmp_path / "f", subset="fast, seed 1")
        assert fast.manifest.unmatched == 0, "answers to cases that were not chosen are no surprise"


@pytest.mark.parametrize("repeats", [1, 3])
def test_passes_make_no_interval_narrower(tmp_path: Path, repeats: int) -> None:
    """Ten cases asked three times are ten cases: the interval is that of ten."""
    asked = suite(cases(10))

    def answer(case: Case) -> LegalAnswer:
        return good(case) if case.id < "c007" else LegalAnswer(case.question, "", False)

    folder = ran(tmp_path / "r", asked, answer, repeats=repeats)
    with no_law() as law:
        found = summarise(asked, read_rows(folder), law)["all"]
    rate = found.rates["pass"]
    assert (rate.numerator, rate.denominator) == (7 * repeats, 10 * repeats)
    assert (rate.low, rate.high) == pytest.approx(wilson(7, 10))
    low, high = wilson(7, 10) or (0, 0)
    by_topic = found.breakdowns["topic"]["t0"]
    assert (by_topic.low, by_topic.high) == pytest.approx(wilson(3, 4))
    published = figures(folder, found_manifest(folder)).splits[0].strict_pass
    assert (published.low, published.high) == pytest.approx((low, high))


def found_manifest(folder: Path) -> RunManifest:
    manifest = read_manifest(folder)
    assert manifest is not None
    return manifest


def test_starting_over_keeps_a_folder_that_is_no_run(tmp_path: Path) -> None:
    loaded, folder = suite(cases(2)), tmp_path / "mine"
    answers = RecordedTarget(recorded(tmp_path / "a.jsonl", loaded))
    folder.mkdir()
    (folder / "manifest.json").write_text('{"name": "my extension"}')
    (folder / "work.txt").write_text("years of work")
    with no_law() as law, pytest.raises(LexwarrantError, match="not the manifest of a run"):
        evaluate(loaded, answers, law, folder, fresh=True)
    assert (folder / "work.txt").read_text() == "years of work"
