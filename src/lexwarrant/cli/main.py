"""The command line. Each command is a module; heavy imports are inside the commands."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from lexwarrant._version import __version__
from lexwarrant.cli import (
    annotate,
    ask,
    check,
    cite,
    demo,
    doctor,
    evaluate,
    gate,
    generate,
    judge,
    law,
    publish,
    replay,
    runs,
    serve,
    serve_model,
    suite,
    target,
    warrant,
)
from lexwarrant.cli.console import COULD_NOT_TELL

app = typer.Typer(
    name="lexwarrant",
    help="Says whether a legal answer is licensed by the law it rests on.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 yes, 1 no, 2 could not tell.",
)
app.command("demo")(demo.demo)
app.command("ask")(ask.ask)
app.command("cite")(cite.cite)
app.command("check")(check.check)
app.command("eval")(evaluate.evaluate)
app.command("rescore")(evaluate.rescore)
app.command("compare")(gate.compare)
app.command("gate")(gate.gate)
app.command("publish")(publish.publish)
app.command("monitor")(publish.monitor)
app.command("serve")(serve.serve)
app.command("generate")(generate.generate)
app.command("replay")(replay.replay)
app.command("serve-model")(serve_model.serve_model)
app.command("doctor")(doctor.doctor)
app.add_typer(law.app, name="law")
app.add_typer(suite.app, name="suite")
app.add_typer(target.app, name="target")
app.add_typer(judge.app, name="judge")
app.add_typer(runs.app, name="run")
app.add_typer(runs.app, name="runs", hidden=True)
app.add_typer(warrant.app, name="warrant")
app.add_typer(annotate.app, name="annotate")


def _version(value: bool) -> None:
    if value:
        print(f"lexwarrant {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Says whether a legal answer is licensed by the law it rests on."""


def run() -> None:
    """The entry point of the ``lexwarrant`` script; text that is not UTF-8 is refused before any command
    sees it."""
    for number, given in enumerate(sys.argv[1:], 1):
        body = os.fsencode(given)
        try:
            body.decode("utf-8")
        except UnicodeDecodeError as error:
            shown = body[:60].decode("utf-8", "replace")
            sys.stderr.write(
                f"lexwarrant: argument {number} ({shown!r}) is not UTF-8 at byte {error.start}; "
                "give it in UTF-8\n"
            )
            sys.exit(COULD_NOT_TELL)
    app()
