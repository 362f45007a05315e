"""``lexwarrant gate`` and ``lexwarrant compare``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import NO, YES, console, said_plainly
from lexwarrant.cli.opening import MaybeSnapshotOption, RunArgument, law_of_run

if TYPE_CHECKING:
    from rich.console import Console

    from lexwarrant.evaluation.comparison import Flip
    from lexwarrant.evaluation.gates.judging import Held


def gate(
    run: RunArgument,
    rules: Annotated[Path, typer.Option("--rules", help="The rules (YAML).")],
    junit: Annotated[Path | None, typer.Option("--junit", help="Also write JUnit XML.")] = None,
    snapshot: MaybeSnapshotOption = None,
) -> None:
    """Hold a run against rules. Exit codes: 0 all hold, 1 one does not, 2 could not be told."""
    from lexwarrant.evaluation.gates.judging import exit_code, judge_gate
    from lexwarrant.evaluation.gates.junit import write_junit
    from lexwarrant.evaluation.gates.rules import load_gate

    with said_plainly(), law_of_run(run, snapshot) as law:
        held = judge_gate(load_gate(rules), run, law, rules.parent)
        print_held(held, console())
        if junit is not None:
            write_junit(junit, run.name, held)
        raise typer.Exit(exit_code(held))


def print_held(held: Sequence[Held], out: Console) -> None:
    """Each rule with its figure."""
    words = {True: "holds", False: "FAILS", None: "unknown"}
    for h in held:
        out.print(f"{words[h.holds]:>7}  {h.rule}: {h.figure}", markup=False, soft_wrap=True)


def compare(
    first: Annotated[Path, typer.Argument(help="A run folder or published run file.")],
    second: Annotated[Path, typer.Argument(help="The run to set against it.")],
    flips: Annotated[int, typer.Option("--flips", min=0, help="How many flips to show.")] = 10,
) -> None:
    """Set a run against an earlier one. Exit code 1 when it is clearly worse, 2 when not comparable."""
    from lexwarrant.evaluation.comparison import compare as compare_runs
    from lexwarrant.evaluation.comparison import flips as flipped
    from lexwarrant.evaluation.verdicts import open_run

    with said_plainly():
        a, b = open_run(first), open_run(second)
        found = compare_runs(a, b)
        out = console()
        out.print(found.said, markup=False, soft_wrap=True)
        for note in found.notes:
            out.print(f"note: {note}", markup=False, soft_wrap=True)
        if found.paired:
            out.print(f"base cases: {found.better} better, {found.worse} worse")
            _show(flipped(a, b, found.flipped_down[:flips]), "worse", len(found.flipped_down), out)
            _show(flipped(a, b, found.flipped_up[:flips]), "better", len(found.flipped_up), out)
        raise typer.Exit(NO if found.clearly_worse else YES)


def _show(shown: list[Flip], word: str, total: int, out: Console) -> None:
    from rich.table import Table
    from rich.text import Text

    if not total:
        return
    table = Table("case", "before", "after", title=f"{total} cases came out {word}")
    for f in shown:
        cells = []
        for row in (f.before, f.after):
            said = row.answer.text if row.answer else row.error
            verdict = row.strict_verdict.value if row.strict_verdict else "no answer"
            cells.append(Text(f"{verdict}: {row.reason}\n{said[:400]}"))
        table.add_row(Text(f"{f.case_id}\n{f.question[:200]}"), *cells)
    if shown:
        out.print(table)
