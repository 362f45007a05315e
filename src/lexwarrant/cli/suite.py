"""``lexwarrant suite``: list and check suites."""

from __future__ import annotations

from typing import Annotated

import typer

from lexwarrant.cli.console import console, said_plainly

app = typer.Typer(help="List and check suites.", no_args_is_help=True)


@app.command("list")
def list_() -> None:
    """List the suites that ship with the package."""
    from lexwarrant.evaluation.suite_file import built_in_suites, load_suite

    with said_plainly():
        for name in built_in_suites():
            suite = load_suite(name)
            splits = ", ".join(f"{s.name} {len(s.cases)}" for s in suite.splits)
            console().print(f"{suite.name} {suite.version} ({splits}): {suite.description.strip()}")


@app.command("check")
def check(suite: Annotated[str, typer.Argument(help="Name or path of the suite.")]) -> None:
    """Check a suite file: every field, every id, every hash."""
    from lexwarrant.evaluation.suite_file import load_suite

    with said_plainly():
        loaded = load_suite(suite)
        for split in loaded.splits:
            sealed = ", sealed" if split.sealed else ""
            console().print(f"{split.name}: {len(split.cases)} cases, SHA-256 {split.sha256}{sealed}")
        console().print(f"{loaded.name} {loaded.version}: in order, digest {loaded.digest}")
