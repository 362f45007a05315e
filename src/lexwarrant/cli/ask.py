"""``lexwarrant ask``: put one question to the built-in answerer."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import NO, console, fail, said_plainly
from lexwarrant.cli.law_options import (
    DEFAULT_SNAPSHOT,
    JurisdictionOption,
    OnOption,
    SnapshotOption,
    day,
    system,
)

if TYPE_CHECKING:
    from rich.console import Console

    from lexwarrant.records.response import Authorised, Response, Step


class User(StrEnum):
    """Whom the response is for."""

    LAY = "lay"
    LAWYER = "lawyer"


def ask(
    question: Annotated[str, typer.Argument(help="The question, in any words.")],
    snapshot: SnapshotOption = DEFAULT_SNAPSHOT,
    jurisdiction: JurisdictionOption = None,
    on: OnOption = None,
    posture: Annotated[
        str, typer.Option("--posture", help="The stage: 'final judgment in a civil action'.")
    ] = "",
    forum: Annotated[str, typer.Option("--forum", help="The court or body.")] = "",
    party: Annotated[
        list[str] | None, typer.Option("--party", help="What a party is; may be repeated.")
    ] = None,
    fact: Annotated[
        list[str] | None, typer.Option("--fact", help="A fact of the case; may be repeated.")
    ] = None,
    user: Annotated[
        User, typer.Option("--user", help="lay: what to beware of and where help is.")
    ] = User.LAWYER,
    dense: Annotated[
        bool, typer.Option("--dense", help="Order candidates by meaning too (an extra).")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print response and card as JSON.")
    ] = False,
    page: Annotated[
        Path | None, typer.Option("--html", help="Write response and card as a page here.")
    ] = None,
) -> None:
    """Answer from the law, or narrow, ask, warn, correct, or say what is left open (exit code 1)."""
    from lexwarrant.answering.answerer import VerbatimAnswerer
    from lexwarrant.answering.responding import WarrantedAnswerer
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.codec import encode
    from lexwarrant.records.context import Context
    from lexwarrant.retrieval.open import open_dense, open_index

    for name, given in (("--party", party), ("--fact", fact)):
        if any(not one.strip() for one in given or ()):
            fail(f"{name}: is empty; say what it is, or leave it out")
    with said_plainly(), Snapshot(snapshot_folder(snapshot)) as opened:
        meaning = open_dense(opened) if dense else None
        verbatim = VerbatimAnswerer(opened, open_index(opened), dense=meaning)
        context = Context(
            system(jurisdiction, opened.jurisdictions()), day(on), forum, posture, user.value,
            tuple(party or ()), tuple(fact or ()),
        )  # fmt: skip
        response = WarrantedAnswerer(opened, verbatim).respond(question, context)
        attributions = opened.manifest.attributions
        if page is not None:
            from lexwarrant.reports.response import response_page

            page.write_text(response_page(response, attributions), encoding="utf-8")
        if as_json:
            print(json.dumps(encode(response), ensure_ascii=False, indent=2))
        else:
            _show(response, user, console())
            for line in attributions:
                console().print(line, style="dim", markup=False)
        if not response.card.claims:
            raise typer.Exit(NO)


def _show(response: Response, user: User, out: Console) -> None:
    from lexwarrant.answering.phrases import phrases
    from lexwarrant.answering.responding import place_line
    from lexwarrant.reports.response import standing_line, words_of

    named = words_of(response.language)
    stands = {
        a.provision: (a, standing_line(a, response.language) if user is User.LAWYER else "")
        for a in response.authorised
    }
    acts = ", ".join(named["acts"][a.value] for a in response.policy)
    refusal = response.answer.refusal
    coded = refusal is not None and not response.card.claims and response.language == "en"
    reason = f" ({refusal.reason.value})" if refusal is not None and coded else ""
    out.print(f"[bold]{acts}[/bold]{reason}")
    for step in response.steps:
        _show_step(step, stands, out)
    for kind in ("verify", "help"):
        paths = [p for p in response.paths if p.kind == kind]
        if paths:
            out.print(f"{named[kind]}:", markup=False)
        for path in paths:
            out.print(f"- {place_line(path, phrases(response.language))}", markup=False)
    if user is User.LAWYER:
        for why in response.ranking:
            out.print(f"  {why}", style="dim", markup=False)
        for other in response.answer.alternatives:
            out.print(
                f"  {named['also']}: {other.label} ({named['confidence']} {other.score:.2f})",
                style="dim",
                markup=False,
            )


def _show_step(step: Step, stands: dict[str, tuple[Authorised, str]], out: Console) -> None:
    mark, style = ("! ", "yellow") if step.act.value == "warn" else ("", "")
    out.print(f"{mark}{step.text}", style=style, markup=False)
    for quotation in step.quotations:
        out.print(f"{quotation.label}", style="bold", markup=False)
        out.print(f"“{quotation.shown}”", markup=False)
        found, line = stands[quotation.provision_id]
        if line:
            out.print(line, style="dim", markup=False)
        for limit in found.limits:
            out.print(limit, style="dim", markup=False)
