"""``lexwarrant eval`` and ``lexwarrant rescore``."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import console, progress_bar, said_plainly
from lexwarrant.cli.law import DEFAULT_SNAPSHOT, SnapshotOption

if TYPE_CHECKING:
    from lexwarrant.evaluation.targets.base import Target
    from lexwarrant.law.snapshot import Snapshot


def make_target(reference: str, snapshot: Snapshot) -> Target:
    """A target from how the command line names it.

    ``builtin``, ``module:function``, or a ``.jsonl`` file of recorded answers.
    """
    from lexwarrant.records.errors import ConfigurationError

    if reference == "builtin":
        from lexwarrant.answering.answerer import VerbatimAnswerer
        from lexwarrant.evaluation.targets.builtin import BuiltinTarget
        from lexwarrant.retrieval.open import open_index

        return BuiltinTarget(VerbatimAnswerer(snapshot, open_index(snapshot)))
    if reference.endswith(".jsonl"):
        from lexwarrant.evaluation.targets.recorded import RecordedTarget

        return RecordedTarget(Path(reference))
    if ":" in reference:
        from lexwarrant.evaluation.targets.callable import CallableTarget

        return CallableTarget(reference)
    raise ConfigurationError(
        f"target {reference!r}: give builtin, module:function, or a .jsonl file of recorded answers"
    )


def evaluate(
    suite: Annotated[str, typer.Argument(help="Name or path of the suite.")],
    target: Annotated[str, typer.Option("--target", "-t", help="The system under test.")] = "builtin",
    snapshot: SnapshotOption = DEFAULT_SNAPSHOT,
    out: Annotated[
        Path | None, typer.Option("--out", help="Run folder; by default a new one under runs/.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Start over in that folder.")] = False,
    concurrency: Annotated[int, typer.Option("--concurrency", min=1, max=1024)] = 1,
    passes: Annotated[int, typer.Option("--passes", min=1, max=100, help="Ask each case so often.")] = 1,
) -> None:
    """Put a suite to a target, score every row and write the report."""
    from lexwarrant.cli.tables import print_summary
    from lexwarrant.evaluation.run import evaluate as run_evaluation
    from lexwarrant.evaluation.suite_file import load_suite
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.reports.write import write_reports

    with said_plainly():
        loaded = load_suite(suite)
        folder = out or Path("runs") / f"{loaded.name}-{datetime.now():%Y%m%d-%H%M%S}"
        with Snapshot(snapshot_folder(snapshot)) as opened:
            system = make_target(target, opened)
            with progress_bar() as bar:
                task = bar.add_task("questions", total=None, note="")
                run = run_evaluation(
                    loaded,
                    system,
                    opened,
                    folder,
                    fresh=fresh,
                    concurrency=concurrency,
                    repeats=passes,
                    watch=lambda p: bar.update(
                        task,
                        completed=p.done,
                        total=p.total,
                        note=f"{p.errors} without an answer" if p.errors else "",
                    ),
                )
            write_reports(folder, loaded, opened)
        print_summary(run.summaries, console())
        console().print(f"\nThe report: {folder / 'report.html'}", markup=False, soft_wrap=True)


def rescore(
    run: Annotated[Path, typer.Argument(help="The run folder.")],
    suite: Annotated[str, typer.Option("--suite", help="Name or path of the suite.")],
    snapshot: SnapshotOption = DEFAULT_SNAPSHOT,
) -> None:
    """Score the stored rows of a run again without asking anybody."""
    from lexwarrant.cli.tables import print_summary
    from lexwarrant.evaluation.rescoring import rescore as rescore_rows
    from lexwarrant.evaluation.suite_file import load_suite
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.reports.write import write_reports

    with said_plainly(), Snapshot(snapshot_folder(snapshot)) as opened:
        loaded = load_suite(suite)
        summaries = rescore_rows(run, loaded, opened)
        write_reports(run, loaded, opened)
        print_summary(summaries, console())
