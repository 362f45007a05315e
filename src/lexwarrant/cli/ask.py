"""``lexwarrant ask``: put one question to the built-in answerer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import NO, console, said_plainly
from lexwarrant.cli.law import DEFAULT_SNAPSHOT, OnOption, SnapshotOption, day

if TYPE_CHECKING:
    from rich.console import Console

    from lexwarrant.records.answer import LegalAnswer


def ask(
    question: Annotated[str, typer.Argument(help="The question, in any words.")],
    snapshot: SnapshotOption = DEFAULT_SNAPSHOT,
    jurisdiction: Annotated[
        str | None, typer.Option("--jurisdiction", "-j", help="Code such as eu, uk, il.")
    ] = None,
    on: OnOption = None,
    dense: Annotated[
        bool, typer.Option("--dense", help="Order candidates by meaning too (an extra).")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the whole answer as JSON.")
    ] = False,
) -> None:
    """Answer by verbatim quotation, or abstain and say why (exit code 1)."""
    from lexwarrant.answering.answerer import VerbatimAnswerer
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.codec import encode
    from lexwarrant.records.context import Context
    from lexwarrant.retrieval.open import open_dense, open_index

    with said_plainly(), Snapshot(snapshot_folder(snapshot)) as opened:
        meaning = open_dense(opened) if dense else None
        answerer = VerbatimAnswerer(opened, open_index(opened), dense=meaning)
        answer = answerer.answer(
            question, Context(jurisdiction=jurisdiction, analysis_date=day(on))
        )
        if as_json:
            print(json.dumps(encode(answer), ensure_ascii=False, indent=2))
        else:
            _show(answer, console())
            for line in opened.manifest.attributions:
                console().print(line, style="dim", markup=False)
        if not answer.promoted:
            raise typer.Exit(NO)


def _show(answer: LegalAnswer, out: Console) -> None:
    figures = ""
    if answer.score is not None and answer.coverage is not None:
        figures = f"score {answer.score:.2f}, coverage {answer.coverage:.2f}"
    if answer.quotation is None:
        reason = answer.refusal.reason.value if answer.refusal else "abstained"
        out.print(f"[bold]No answer[/bold] ({reason})  [dim]{figures}[/dim]")
        out.print(answer.text, markup=False)
    else:
        out.print(f"[bold]{answer.quotation.label}[/bold]  {answer.cluster_label}")
        out.print(f"“{answer.quotation.text}”", markup=False)
        out.print(f"{answer.tier.value} confidence, {figures}", style="dim")
        for note in answer.notes:
            out.print(f"! {note.text}", style="yellow", markup=False)
        references = answer.citations[1:]
        if references:
            out.print("It refers to: " + ", ".join(c.text for c in references), markup=False)
    if answer.alternatives:
        out.print("Also looked at:", style="dim")
        for other in answer.alternatives:
            out.print(f"  {other.label} (score {other.score:.2f})", style="dim", markup=False)
