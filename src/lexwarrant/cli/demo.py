"""``lexwarrant demo``: the main job on real law, from download to report."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import console, progress_bar, said_plainly

if TYPE_CHECKING:
    from lexwarrant.law.snapshot import Snapshot

SNAPSHOT = "eu-demo"
SUITE = "eu-demo"


def demo_snapshot() -> Snapshot:
    """The demo's snapshot, built from the downloaded law when it is not there yet."""
    from lexwarrant.law.builder import import_law
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.obtain import EU_ACTS, obtain
    from lexwarrant.law.readers.regulations_db import RegulationsDatabaseReader
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.errors import LawSourceError

    folder = snapshot_folder(SNAPSHOT)
    try:
        return Snapshot(folder)
    except LawSourceError:
        path = obtain(EU_ACTS)
        import_law(RegulationsDatabaseReader().read(path), folder, retrieved=date.today())
        return Snapshot(folder)


def demo(
    out: Annotated[Path, typer.Option("--out", help="Where the run goes.")] = Path("runs/demo"),
) -> None:
    """Evaluate the built-in answerer on five EU acts and write a report."""
    from lexwarrant.answering.answerer import VerbatimAnswerer
    from lexwarrant.cli.evaluate import sealed_ledgers
    from lexwarrant.evaluation.run import evaluate
    from lexwarrant.evaluation.suite_file import load_suite
    from lexwarrant.evaluation.targets.builtin import BuiltinTarget
    from lexwarrant.reports.write import write_reports
    from lexwarrant.retrieval.open import open_index

    with said_plainly():
        with progress_bar() as bar:
            law = bar.add_task("law", total=3, note="five EU acts (EUR-Lex)")
            snapshot = demo_snapshot()
            bar.update(law, completed=2, note="index")
            index = open_index(snapshot)
            bar.update(law, completed=3, note=f"snapshot {snapshot.manifest.digest[:12]}")
            suite = load_suite(SUITE)
            asking = bar.add_task("questions", total=len(suite.cases()), note="")
            run = evaluate(
                suite,
                BuiltinTarget(VerbatimAnswerer(snapshot, index)),
                snapshot,
                out,
                fresh=True,
                ledger=sealed_ledgers(SUITE)[0],
                keep_suite=True,
                verifier=True,
                watch=lambda p: bar.update(asking, completed=p.done),
            )
            writing = bar.add_task("report", total=1, note="")
            write_reports(out, suite, snapshot)
            bar.update(writing, completed=1)
        from lexwarrant.cli.tables import print_summary

        command = "lexwarrant" if which("lexwarrant") else str(Path(sys.argv[0]))

        print_summary(run.summaries, console())
        console().print(
            f"\nThe report: {out / 'report.html'}\n\nNext:\n"
            f'  {command} ask "How long do I have to report a data breach?" --jurisdiction eu\n'
            f"  {command} law show eu/32016R0679/art/33/1\n"
            f"  {command} eval eu-demo --target module:function   (your own system)",
            markup=False,
            soft_wrap=True,
        )
        snapshot.close()
