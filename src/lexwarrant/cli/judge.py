"""``lexwarrant judge``: judge stored answers, and measure the judge."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lexwarrant.cli.console import COULD_NOT_TELL, NO, console, fail, progress_bar, said_plainly
from lexwarrant.cli.judging import DEFAULT_RUBRIC, JudgeOptions, RubricOption, with_judge
from lexwarrant.cli.opening import (
    MaybeSnapshotOption,
    MaybeSuiteOption,
    RunArgument,
    law_of_run,
    suite_of_run,
)

app = typer.Typer(help="Judge answers by a locked rubric; measure the judge.", no_args_is_help=True)


@app.command("run")
@with_judge
def run_(
    run: RunArgument,
    options: JudgeOptions,
    calibration: Annotated[
        Path | None, typer.Option("--calibration", help="What `judge calibrate` found.")
    ] = None,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Say calls, tokens and money; send nothing.")
    ] = False,
    suite: MaybeSuiteOption = None,
    snapshot: MaybeSnapshotOption = None,
) -> None:
    """Judge the stored answers of a run; each answer beside the source it cites, nothing else."""
    from lexwarrant.cli.tables import percent
    from lexwarrant.evaluation.judge import runs
    from lexwarrant.evaluation.judge.calibration import judged_rate, load

    with said_plainly(), law_of_run(run, snapshot) as law:
        judge = options.judge()
        loaded, out = suite_of_run(run, suite), console()
        if estimate:
            materials = (m for _, m in runs.materials_of(run, loaded, law) if m is not None)
            e = runs.estimate(materials, judge.rubric, options.judge_model, judge.prices)
            money = f"{e.cost:.4f} {e.currency}" if e.cost is not None else "no price is known"
            out.print(
                f"{e.calls} calls, at most {e.tokens_in:,} tokens in and {e.tokens_out:,} out, at most "
                f"{money}; nothing was sent"
            )
            return
        with progress_bar() as bar:
            task = bar.add_task("judging", total=None, note=options.judge_model)
            m = runs.judge_run(judge, run, loaded, law, lambda n: bar.update(task, completed=n))
        found = judged_rate(run, judge.rubric, load(calibration) if calibration else None)
        out.print(f"judged pass (rubric {m.rubric}-{m.rubric_version}, {m.rubric_sha256[:12]}): "
                  f"{percent(found.apparent)}", markup=False)  # fmt: skip
        out.print(f"{m.judged} judged, {m.unscored} unscored (in no denominator), "
                  f"{m.not_applicable} without answer or source")  # fmt: skip
        if found.corrected:
            c = found.corrected
            out.print(f"corrected (Rogan-Gladen): {c.value:.1%} ({c.low:.1%} to {c.high:.1%})")
        out.print(found.said)
        rho = runs.length_correlation(run)
        shown = "not measured" if rho is None else f"{rho:+.2f}"
        out.print(f"correlation of score and answer length (Spearman): {shown}")
        cost = "unknown" if m.cost is None else f"{m.cost:.4f} {m.currency}"
        saved = "" if m.saved is None else f", {m.saved:.4f} {m.currency} saved"
        out.print(f"{judge.spending.calls} calls, cost {cost}; {m.hits} from the cache{saved}")
        if m.judged and m.unscored == m.judged:
            fail("no reply of the judge could be scored; docs/judge.md shows what it must reply")


@app.command("calibrate")
@with_judge
def calibrate(
    gold: Annotated[Path, typer.Argument(help="Human labels (JSON Lines).")],
    options: JudgeOptions,
    out: Annotated[Path, typer.Option("--out", help="Where the calibration goes.")] = Path(
        "calibration.json"
    ),
) -> None:
    """Measure a judge on human labels and planted falsehoods (exit code 1 when it is refused)."""
    from lexwarrant.cli.tables import percent
    from lexwarrant.evaluation.judge import calibration as c
    from lexwarrant.evaluation.statistics.correction import LEAST_YOUDEN

    with said_plainly():
        judge = options.judge()
        found = c.calibrate(judge, c.read_gold(gold))
        c.save(out, found)
        lines = (
            f"false pass  {percent(found.false_pass)}",
            f"false fail  {percent(found.false_fail)}",
            f"planted unsupported answers passed  {percent(found.over_generosity)}",
            f"unscored  {found.unscored}",
            found.said,
        )
        for line in lines:
            console().print(line, markup=False)
        if not found.passes or not found.failures:
            raise typer.Exit(COULD_NOT_TELL)
        if found.reliability.youden < LEAST_YOUDEN:
            raise typer.Exit(NO)


@app.command("drift")
@with_judge
def drift(
    run: RunArgument,
    options: JudgeOptions,
    salt: Annotated[str, typer.Option("--salt", help="A word for this re-judging.")] = "again",
    suite: MaybeSuiteOption = None,
    snapshot: MaybeSnapshotOption = None,
) -> None:
    """Judge a stored run again, past the cache: does the judge still say the same?"""
    from lexwarrant.evaluation.judge import runs

    with said_plainly(), law_of_run(run, snapshot) as law:
        judge = options.judge()
        found = runs.drift(judge, run, suite_of_run(run, suite), law, salt)
        kappa = "not measured" if found.kappa is None else f"{found.kappa:.2f}"
        shift = "not measured" if found.mean_shift is None else f"{found.mean_shift:+.3f}"
        console().print(
            f"{found.same} of {found.compared} scores the same, kappa {kappa}, mean shift {shift}"
        )
        for case in found.changed[:20]:
            console().print(f"  changed: {case}", markup=False)


@app.command("combine")
def combine(
    first: Annotated[Path, typer.Argument(help="A judged run.")],
    second: Annotated[Path, typer.Argument(help="A copy of it, judged by another model.")],
    rubric: RubricOption = DEFAULT_RUBRIC,
) -> None:
    """Combine two judges of different families; list what they disagree on for a person."""
    from lexwarrant.evaluation.judge import runs
    from lexwarrant.evaluation.judge.rubric import load_rubric

    with said_plainly():
        found = runs.combine(first, second, load_rubric(rubric))
        kappa = "not measured" if found.kappa is None else f"{found.kappa:.2f}"
        console().print(
            f"agree on {len(found.agreed)}, disagree on {len(found.disagreed)}, kappa {kappa}"
        )
        for case, a, b in found.disagreed:
            console().print(f"  look at {case}: {a:g} and {b:g}", markup=False)


@app.command("prefer")
@with_judge
def prefer(
    first: Annotated[Path, typer.Argument(help="A run.")],
    second: Annotated[Path, typer.Argument(help="Another run of the same suite.")],
    options: JudgeOptions,
    snapshot: MaybeSnapshotOption = None,
) -> None:
    """Compare the answers of two runs, each pair in both orders, averaged."""
    from lexwarrant.evaluation.judge.pairs import prefer_runs

    with said_plainly(), law_of_run(first, snapshot) as law:
        judge = options.judge()
        found = prefer_runs(judge, first, second, suite_of_run(first, None), law)
        console().print(
            f"{found.first} for the first, {found.second} for the second, {found.ties} ties, "
            f"{found.by_position} decided by position alone, {found.unscored} unscored"
        )
