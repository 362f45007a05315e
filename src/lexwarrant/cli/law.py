"""``lexwarrant law``: bring law in, list it, show it, search it."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import NO, console, progress_bar, said_plainly
from lexwarrant.cli.law_diff import diff
from lexwarrant.cli.law_options import (
    DEFAULT_SNAPSHOT,
    JurisdictionOption,
    OnOption,
    SnapshotOption,
    day,
    system,
)
from lexwarrant.cli.law_show import history, show

if TYPE_CHECKING:
    from lexwarrant.records.law import Authority

app = typer.Typer(help="Bring law in, list it, show it, search it.", no_args_is_help=True)


@app.command("import")
def import_(
    path: Annotated[Path, typer.Argument(help="A file or folder of law in a known format.")],
    snapshot: Annotated[str, typer.Option("--snapshot", "-s", help="Name or folder to build.")],
    add: Annotated[
        bool, typer.Option("--add", help="Keep what the snapshot holds already.")
    ] = False,
    left_out: Annotated[
        int, typer.Option("--left-out", help="How many left-out pieces to list.")
    ] = 10,
) -> None:
    """Import law into a snapshot; a failed import leaves the snapshot as it was."""
    from lexwarrant.law.builder import import_law
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.readers.base import place_of
    from lexwarrant.law.readers.recognise import recognise
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.retrieval.open import open_index

    with said_plainly():
        reader = recognise(path)
        with progress_bar() as bar:
            task = bar.add_task("importing", total=None, note=reader.name)
            folder = snapshot_folder(snapshot)
            report = import_law(
                reader.read(path),
                folder,
                retrieved=date.today(),
                add=add,
                place=lambda: place_of(reader, path),
                progress=lambda what, n: bar.update(task, description=what, completed=n),
            )
            with Snapshot(folder) as opened:
                open_index(opened, lambda what, n: bar.update(task, description=what, completed=n))
                series = opened.tables.series()
        out, m = console(), report.manifest
        out.print(
            f"{m.name}: {m.authorities} authorities, {m.provisions} provisions, {m.versions} versions "
            f"({m.incomplete} incomplete), {m.edges} citations between them"
        )
        out.print(f"digest {m.digest}\nin {folder}", soft_wrap=True)
        for each in series:
            spans, count = ", ".join(each.coverage.complete), each.coverage.decisions
            out.print(
                f"complete: {each.title} {spans} ({count} decisions) as of {each.dated}, "
                f"says {each.source}",
                markup=False,
            )
        for said in report.other_titles[:left_out]:
            out.print(f"another title: {said}", markup=False)
        if report.left_out_total:
            out.print(f"left out: {report.left_out_total}")
            for item in report.left_out[:left_out]:
                out.print(f"  {item.where}: {item.why}: {item.what[:80]}", markup=False)


@app.command("list")
def list_(snapshot: SnapshotOption = DEFAULT_SNAPSHOT) -> None:
    """List the authorities of a snapshot."""
    from rich.table import Table

    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot

    with said_plainly(), Snapshot(snapshot_folder(snapshot)) as opened:
        table = Table("id", "name", "kind", "dated", "in force", "provisions")
        for a in opened.authorities():
            table.add_row(
                a.id, a.short_title, a.kind.value, str(a.dated or ""), str(a.in_force or ""),
                str(len(opened.units(a.id))) if a.text_held else _held_of(a),
            )  # fmt: skip
        console().print(table)
        for line in opened.manifest.attributions:
            console().print(line, style="dim")


def _held_of(authority: Authority) -> str:
    """What there is of an authority without text: of a series, its complete volumes or years."""
    coverage = authority.coverage
    if coverage.decisions is None:
        return "not held"
    return f"complete: {', '.join(coverage.complete)} ({coverage.decisions} decisions)"


app.command("show")(show)
app.command("history")(history)


@app.command("search")
def search(
    query: Annotated[str, typer.Argument(help="Words to look for.")],
    snapshot: SnapshotOption = DEFAULT_SNAPSHOT,
    jurisdiction: JurisdictionOption = None,
    on: OnOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=200)] = 10,
) -> None:
    """Search a snapshot's provisions by words."""
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.ids import authority_of
    from lexwarrant.retrieval.open import open_index
    from lexwarrant.retrieval.question import QuestionReader

    with said_plainly(), Snapshot(snapshot_folder(snapshot)) as opened:
        index = open_index(opened)
        read = QuestionReader(opened, index).read(query)
        code = system(jurisdiction, opened.jurisdictions())
        hits = index.search(
            [(form, t.weight) for t in read.terms for form in t.terms],
            limit=limit,
            jurisdictions=(code,) if code else (),
            authorities=read.named,
            on=day(on),
        )
        out = console()
        for hit in hits:
            version, authority = (
                opened.version_on(hit.unit_id),
                opened.authority(authority_of(hit.unit_id)),
            )
            if version is not None and authority is not None:
                words = " ".join(version.text[hit.start : hit.end].split())
                out.print(f"[bold]{hit.provision_id}[/bold]  {version.heading}")
                out.print(f"  {words[:200]}{'…' if len(words) > 200 else ''}", markup=False)
        if not hits:
            out.print("nothing found")
            raise typer.Exit(NO)


app.command("diff")(diff)


@app.command("schema")
def schema() -> None:
    """Print the JSON Schema of one line of the interchange form."""
    import json

    from lexwarrant.law.interchange import schema as interchange_schema

    print(json.dumps(interchange_schema(), indent=2, ensure_ascii=False))
