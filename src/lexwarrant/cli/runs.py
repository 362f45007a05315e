"""``lexwarrant run`` (also ``runs``): exchange and redact runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lexwarrant.cli.console import console, said_plainly
from lexwarrant.cli.opening import (
    MaybeSnapshotOption,
    MaybeSuiteOption,
    RunArgument,
    opened_law,
    suite_of_run,
)

app = typer.Typer(help="Exchange and redact runs.", no_args_is_help=True)


@app.command("import")
def import_(
    file: Annotated[
        Path, typer.Argument(help="run_YYYY_MM_DD.json, latest.json, or an .eval log.")
    ],
    suite: Annotated[str, typer.Option("--suite", help="Name or path of the suite.")],
    out: Annotated[Path, typer.Option("--out", help="The run folder to make.")],
    snapshot: MaybeSnapshotOption = None,
) -> None:
    """Make a run folder of a run file of the public harness, or of an Inspect log."""
    from lexwarrant.cli.results import print_breakdown
    from lexwarrant.evaluation.legal_eye.buckets import breakdown
    from lexwarrant.evaluation.legal_eye.run_files import import_run, run_of_latest
    from lexwarrant.evaluation.rows import read_rows
    from lexwarrant.evaluation.suite_file import load_suite

    with said_plainly():
        loaded = load_suite(suite)
        if file.suffix == ".eval":
            from lexwarrant.evaluation.inspect_log import import_inspect
            from lexwarrant.evaluation.scoring import full_scorers

            with opened_law(snapshot) as law:
                manifest = import_inspect(file, loaded, out, law, full_scorers(law))
        else:
            path = run_of_latest(file, loaded) if file.name == "latest.json" else file
            manifest = import_run(path, loaded, out)
        console().print(f"{out}: {manifest.cases} cases of {manifest.suite}", markup=False)
        print_breakdown(breakdown(loaded, read_rows(out)), console())


@app.command("export")
def export(
    run: RunArgument,
    out: Annotated[Path, typer.Option("--out", help="Folder for the run file, or a .eval file.")],
    suite: MaybeSuiteOption = None,
) -> None:
    """Write run_YYYY_MM_DD.json and latest.json as the public harness does, or an Inspect log."""
    from lexwarrant.evaluation.legal_eye.run_files import export_run, write_latest

    with said_plainly():
        loaded = suite_of_run(run, suite)
        if out.suffix == ".eval":
            from lexwarrant.evaluation.inspect_log import export_inspect

            export_inspect(run, loaded, out)
            console().print(str(out), markup=False, soft_wrap=True)
            return
        path = export_run(run, loaded, out)
        console().print(f"{path}\n{write_latest(path, loaded)}", markup=False, soft_wrap=True)


@app.command("redact")
def redact(run: RunArgument) -> None:
    """Take the texts out of a run and keep its verdicts."""
    from lexwarrant.evaluation.redaction import redact as redact_run

    with said_plainly():
        done = redact_run(run)
        console().print(f"{run}: redacted {', '.join(done)}", markup=False, soft_wrap=True)
