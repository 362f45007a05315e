"""``lexwarrant eval`` and ``lexwarrant rescore``."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import NO, console, fail, progress_bar, said_plainly
from lexwarrant.cli.opening import (
    MaybeSnapshotOption,
    MaybeSuiteOption,
    RunArgument,
    check_jurisdictions,
    jurisdictions_of,
    law_of_run,
    opened_law,
    suite_of_run,
)
from lexwarrant.cli.targets import TargetOptions, make_target, needs_law

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from lexwarrant.evaluation.run import FinishedRun
    from lexwarrant.evaluation.runner import Progress
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.suite import Suite

LEDGER = "sealed-runs.jsonl"


def evaluate(
    suite: Annotated[str, typer.Argument(help="Name or path of the suite.")],
    target: Annotated[
        str,
        typer.Option(
            "--target",
            "-t",
            help="builtin, legal-eye, openai-chat, plain, a .yaml "
            "description, module:function, or a .jsonl file of recorded answers.",
        ),
    ] = "builtin",
    base_url: Annotated[str, typer.Option("--base-url", help="Where the target is.")] = "",
    via: Annotated[str, typer.Option("--via", help="legal-eye: lawyer or hgraph.")] = "lawyer",
    model: Annotated[str, typer.Option("--model", help="The model of a chat target.")] = "",
    prompt: Annotated[str, typer.Option("--prompt", help="A prompt file for a chat target.")] = "",
    prices: Annotated[Path | None, typer.Option("--prices", help="Price table (YAML).")] = None,
    budget: Annotated[
        float | None, typer.Option("--budget", help="Stop before this is passed.")
    ] = None,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Say calls, tokens and money; send nothing.")
    ] = False,
    pace: Annotated[float, typer.Option("--pace", help="Least seconds between questions.")] = 0.0,
    rate: Annotated[
        float | None, typer.Option("--rate", help="Questions a second, at most.")
    ] = None,
    burst: Annotated[
        int | None, typer.Option("--burst", help="So many at once with --rate.")
    ] = None,
    concurrency: Annotated[int, typer.Option("--concurrency", min=1, max=1024)] = 1,
    timeout: Annotated[float, typer.Option("--timeout", help="Seconds for one reply.")] = 90.0,
    wait_ready: Annotated[
        float, typer.Option("--wait-ready", help="Seconds to wait for /readyz first.")
    ] = 0.0,
    retries: Annotated[int, typer.Option("--retries", min=0, max=20)] = 1,
    passes: Annotated[
        int, typer.Option("--passes", min=1, max=100, help="Ask each case so often.")
    ] = 1,
    snapshot: MaybeSnapshotOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Run folder; by default a new one under runs/.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Start over in that folder.")] = False,
    fast: Annotated[
        bool, typer.Option("--fast", help="A stratified subset of 10 to 20 cases.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="Which subset --fast takes.")] = 1,
    then_full: Annotated[
        bool, typer.Option("--then-full", help="Go on to the whole suite when the subset passes.")
    ] = False,
    gate: Annotated[
        Path | None, typer.Option("--gate", help="The rules the subset must hold for --then-full.")
    ] = None,
    inspect: Annotated[
        Path | None, typer.Option("--inspect", help="Also write an .eval log.")
    ] = None,
) -> None:
    """Put a suite to a target, score every row and write the report."""
    from lexwarrant.cli.results import print_run
    from lexwarrant.evaluation.subsets import fast_subset
    from lexwarrant.evaluation.suite_file import load_suite

    with said_plainly():
        loaded = load_suite(suite)
        folder = out or Path("runs") / f"{loaded.name}-{datetime.now():%Y%m%d-%H%M%S}"
        options = TargetOptions(
            target, base_url, via, model, prompt, prices, budget, pace, rate, burst, timeout,
            wait_ready, retries, concurrency,
        )  # fmt: skip
        _check_files(prices, gate)
        ledgers = sealed_ledgers(suite)
        if estimate:
            _estimate(loaded, options, passes)
            return
        with opened_law(
            snapshot, needed=needs_law(target), jurisdictions=jurisdictions_of(loaded)
        ) as law:
            check_jurisdictions(loaded, law.jurisdictions())
            if fast or then_full:
                subset = fast_subset(loaded, seed)
                name = folder / "fast" if then_full else folder
                run = _run(subset, options, law, name, fresh, passes, f"fast, seed {seed}", ledgers)
                print_run(run.folder, subset, law, console())
                if not then_full:
                    return
                if not _passes(gate, run.folder, law):
                    raise typer.Exit(NO)
            run = _run(loaded, options, law, folder, fresh, passes, "", ledgers)
            print_run(run.folder, loaded, law, console())
            if inspect is not None:
                from lexwarrant.evaluation.inspect_log import export_inspect

                export_inspect(run.folder, loaded, inspect)
        console().print(f"\nThe report: {folder / 'report.html'}", markup=False, soft_wrap=True)
        _fail_without_answers(folder)


def _check_files(prices: Path | None, gate: Path | None) -> None:
    """Read both files before anything is asked; raises an error when one is not there or is wrong."""
    from lexwarrant.evaluation.gates.rules import load_gate
    from lexwarrant.evaluation.money import load_prices

    load_prices(prices)
    if gate is not None:
        load_gate(gate)


def _fail_without_answers(folder: Path) -> None:
    """A run in which no question got an answer could not tell anything: say why and exit with 2."""
    from lexwarrant.evaluation.rows import read_rows

    first = ""
    for row in read_rows(folder):
        if row.ok:
            return
        first = first or row.error
    fail(f"no question got an answer; the first error: {first or 'none was recorded'}")


def sealed_ledgers(reference: str) -> tuple[Path, ...]:
    """Where open runs of sealed parts are recorded: beside the suite, so that it goes with it.

    The data folder holds it for suites that ship with the package or cannot be written beside.
    """
    import os

    from lexwarrant.law.home import home

    path, own = Path(reference), home() / LEDGER
    if path.is_file() and os.access(path.parent, os.W_OK):
        return path.parent / LEDGER, own
    return (own,)


def _run(
    suite: Suite, options: TargetOptions, law: Snapshot, folder: Path, fresh: bool, passes: int,
    subset: str, ledgers: tuple[Path, ...],
) -> FinishedRun:  # fmt: skip
    from lexwarrant.evaluation.run import evaluate as run_evaluation
    from lexwarrant.reports.write import write_reports

    system = make_target(options, law)
    with progress_bar() as bar:
        run = run_evaluation(
            suite, system, law, folder, fresh=fresh, concurrency=options.concurrency,
            repeats=passes, ledger=ledgers[0], other_ledgers=ledgers[1:], subset=subset, verifier=True, keep_suite=True,
            watch=_watcher(bar),
        )  # fmt: skip
    write_reports(folder, suite, law)
    return run


def _watcher(bar: Bar) -> Callable[[Progress], None]:
    """Shows rate, cost and rows without an answer beside the bar's own remaining time."""
    task = bar.add_task("questions", total=None, note="")
    started = time.monotonic()

    def watch(p: Progress) -> None:
        said = [f"{(p.done - p.resumed) / max(time.monotonic() - started, 1e-6):.1f}/s"]
        if p.resumed:
            said.append(f"{p.resumed} kept")
        if p.errors:
            said.append(f"{p.errors} without an answer")
        if p.cost:
            said.append(f"cost {p.cost:.4f}")
        bar.update(task, completed=p.done, total=p.total, note=", ".join(said))

    return watch


def _passes(gate: Path | None, folder: Path, law: Snapshot) -> bool:
    """Whether the subset holds its gate; without rules, whether nothing fails or stays unanswered."""
    from lexwarrant.cli.gate import print_held
    from lexwarrant.evaluation.gates.judging import exit_code, judge_gate
    from lexwarrant.evaluation.gates.rules import GateFile, Rule, RuleKind, load_gate

    rules = load_gate(gate) if gate else GateFile(
        (
            Rule(RuleKind.MEASURE, name="fail", at_most=0.0),
            Rule(RuleKind.NO_ANSWER, at_most=0.0),
        )
    )  # fmt: skip
    held = judge_gate(rules, folder, law, gate.parent if gate else Path())
    print_held(held, console())
    return exit_code(held) == 0


def _estimate(suite: Suite, options: TargetOptions, passes: int) -> None:
    from lexwarrant.evaluation.money import load_prices, tokens_at_most
    from lexwarrant.evaluation.targets.chat import DEFAULT_PROMPT, MOST_OUTPUT_TOKENS, load_prompt

    calls = len(suite.cases()) * passes
    out = console()
    if not options.model:
        out.print(
            f"{calls} questions; this target has no price: 0 tokens of ours, nothing was sent"
        )
        return
    prices, prompt = load_prices(options.prices), load_prompt(options.prompt or DEFAULT_PROMPT)
    tokens = passes * sum(tokens_at_most(prompt + c.question) for _, c in suite.cases())
    cost = prices.of(options.model, tokens, calls * MOST_OUTPUT_TOKENS)
    money = f"{cost:.2f} {prices.currency}" if cost is not None else "no price is known"
    out.print(
        f"{calls} calls, at most {tokens:,} tokens in and {calls * MOST_OUTPUT_TOKENS:,} out, at most "
        f"{money}; nothing was sent"
    )


def rescore(
    run: RunArgument,
    suite: MaybeSuiteOption = None,
    snapshot: MaybeSnapshotOption = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64)] = 1,
) -> None:
    """Score the stored rows of a run again without asking anybody, and break down by topic."""
    from lexwarrant.cli.results import print_breakdown, print_run
    from lexwarrant.evaluation.analysis import analyse
    from lexwarrant.evaluation.rescoring import rescore as rescore_rows
    from lexwarrant.reports.write import write_reports

    with said_plainly(), law_of_run(run, snapshot) as opened:
        loaded = suite_of_run(run, suite)
        rescore_rows(run, loaded, opened, verifier=True, workers=workers)
        write_reports(run, loaded, opened)
        print_run(run, loaded, opened, console())
        print_breakdown(analyse(run, loaded).topics, console())
