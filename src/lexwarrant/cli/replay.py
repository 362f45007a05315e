"""``lexwarrant replay``: every table of a generation again, from its trace and no model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import NO, console, said_plainly

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console


def replay(
    traces: Annotated[list[Path], typer.Argument(help="Files written by generate --trace.")],
) -> None:
    """Show a trace's sentences, requests and totals; exit code 1 when it disagrees with itself."""
    from lexwarrant.answering.generation.tables import (
        call_rows,
        recount,
        sentence_rows,
        steering_rows,
        total_rows,
    )
    from lexwarrant.answering.generation.tampering import disagreements
    from lexwarrant.answering.generation.trace import read_trace

    with said_plainly():
        read = [(path, read_trace(path)) for path in traces]
        out = console()
        wrong: list[str] = []
        for path, trace in read:
            out.print(f"{path}: {trace.question}", style="bold", markup=False)
            out.print(trace.text, markup=False, soft_wrap=True)
            out.print(
                f"{trace.server.kind} {trace.server.model}, {trace.verifier}, "
                f"steering {trace.steering.value}, ended: {trace.stop.value}",
                style="dim",
                markup=False,
            )
            _table(out, "point try outcome why steering tokens sentence", sentence_rows(trace))
            head = "request steering prompt cached read injected received seconds end"
            _table(out, head, call_rows(trace))
            totals = recount(trace)
            _table(out, "total figure", total_rows(totals))
            for mode in trace.lesser:
                out.print(f"lesser mode: {mode.value}", style="yellow", markup=False)
            wrong += [f"{path}: {said}" for said in disagreements(trace)]
        _table(out, "steering tries committed", steering_rows([t for _, t in read]))
        for said in wrong:
            out.print(said, style="red", markup=False, soft_wrap=True)
        if wrong:
            raise typer.Exit(NO)


def _table(out: Console, head: str, rows: Iterable[tuple[str, ...]]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(*head.split(), box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    out.print(table)
