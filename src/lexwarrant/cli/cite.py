"""``lexwarrant cite``: the citations of a document, and what a snapshot says of each."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lexwarrant.cli.console import (
    COULD_NOT_TELL,
    NO,
    console,
    fail,
    not_onto_itself,
    said_plainly,
    utf8_lines,
    visible,
)
from lexwarrant.cli.law_options import JURISDICTION_HELP, OnOption, day, system

if TYPE_CHECKING:
    from datetime import date

    from lexwarrant.law.resolution import Resolver
    from lexwarrant.records.citation import Citation, Resolution


_MANY = 2_000
"""Rows above which a table is tab-separated lines: laying out cells takes a millisecond a row."""


def cite(
    file: Annotated[
        str | None,
        typer.Argument(help="Text, Markdown, HTML, .docx or .pdf file, or - for standard input."),
    ] = None,
    jurisdiction: Annotated[
        list[str] | None,
        typer.Option("--jurisdiction", "-j", help=f"{JURISDICTION_HELP} Repeat for more."),
    ] = None,
    snapshot: Annotated[
        str | None,
        typer.Option("--snapshot", "-s", help="Name or folder of a snapshot to resolve against."),
    ] = None,
    on: OnOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines.")] = False,
    batch: Annotated[
        Path | None, typer.Option("--batch", help='JSON lines of {"id", "text", "jurisdiction"?}.')
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Where --batch writes its rows.")
    ] = None,
) -> None:
    """Find citations and say whether each resolves, is what it is called and holds what is quoted.

    Exit code 1 when a citation does not exist, is another authority, misquotes it or is no longer
    law (overruled, reversed, repealed, expired), 2 when the document has no text layer. With
    ``--batch`` the verdicts stand in the rows, and 0 says that every row was read.
    """
    with said_plainly():
        if (file is None) == (batch is None):
            fail("give a file (or -), or --batch rows.jsonl --out out.jsonl")
        if (batch is None) != (out is None):
            fail("--batch and --out go together")
        wanted = [code for code in map(system, jurisdiction or ()) if code]
        resolver = _resolver(snapshot)
        when = day(on)
        if batch is not None and out is not None:
            _batch(batch, out, wanted, resolver, when)
            return
        assert file is not None
        _one(file, wanted, resolver, when, as_json)


def _resolver(snapshot: str | None) -> Resolver | None:
    if snapshot is None:
        return None
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.resolution import Resolver
    from lexwarrant.law.snapshot import Snapshot

    return Resolver(Snapshot(snapshot_folder(snapshot)))


def _found(
    text: str, jurisdictions: list[str], resolver: Resolver | None, on: date | None
) -> list[tuple[Citation, Resolution | None]]:
    from lexwarrant.jurisdictions.citations import find_citations
    from lexwarrant.jurisdictions.grammar.company import ALIKE
    from lexwarrant.law.resolution import of_systems_held, resolve_text

    if resolver is None:
        return [(c, None) for c in find_citations(text, jurisdictions or None)]
    asked = jurisdictions or resolver.held_first()
    alike = [code for code in ALIKE if code in asked]
    citations = of_systems_held(find_citations(text, asked), resolver, alike)
    return list(zip(citations, resolve_text(text, citations, resolver, on=on), strict=True))


def _row(citation: Citation, resolution: Resolution | None) -> dict[str, Any]:
    """One citation as the batch format has it; without a snapshot nothing is resolved."""
    from lexwarrant.records.citation import CitedStatus, Content, Identity, Resolves

    return {
        "kind": citation.kind.value,
        "form": citation.form.value,
        "jurisdiction": citation.jurisdiction,
        "text": citation.text,
        "normal": citation.normal,
        "pinpoint": [list(path) for path in citation.pinpoints],
        "span": [citation.start, citation.end],
        "resolves": (resolution.resolves if resolution else Resolves.OUT_OF_COVERAGE).value,
        "identity": (resolution.identity if resolution else Identity.NOT_CHECKED).value,
        "content": (resolution.content if resolution else Content.NOT_CHECKED).value,
        "status": (resolution.status if resolution else CitedStatus.NOTHING_KNOWN).value,
        "provisions": list(resolution.provision_ids) if resolution else [],
        "candidates": list(resolution.candidates) if resolution else [],
        "reason": resolution.reason if resolution else "no snapshot was given",
    }


def _one(
    file: str,
    jurisdictions: list[str],
    resolver: Resolver | None,
    on: date | None,
    as_json: bool,
) -> None:
    from lexwarrant.text.documents import TextLayer, parse_document, read_document

    document = (
        parse_document(sys.stdin.buffer.read(), "standard input")
        if file == "-"
        else read_document(Path(file))
    )
    if document.layer is TextLayer.NONE:
        if as_json:
            print(json.dumps({"document": document.layer.value}))
        else:
            print(f"{document.layer.value}: {file} holds pictures of pages; run OCR on it first")
        raise typer.Exit(COULD_NOT_TELL)
    unread = document.pages_without_text()
    if unread:
        numbers = ", ".join(map(str, unread[:20])) + (" ..." if len(unread) > 20 else "")
        print(
            f"lexwarrant: {file}: nothing was read of pages {numbers}: they hold no text; "
            "run OCR on the file if they are not blank",
            file=sys.stderr,
        )
    found = _found(document.text, jurisdictions, resolver, on)
    if as_json:
        for citation, resolution in found:
            print(json.dumps(_row(citation, resolution), ensure_ascii=False))
    else:
        _table(found)
    if any(resolution is not None and _wrong(resolution) for _, resolution in found):
        raise typer.Exit(NO)


def _wrong(resolution: Resolution) -> bool:
    from lexwarrant.records.citation import CitedStatus, Content, Identity, Resolves

    return (
        resolution.resolves in (Resolves.NOT_FOUND, Resolves.NO_SUCH_PROVISION, Resolves.MALFORMED)
        or resolution.identity not in (Identity.AGREES, Identity.NOT_CHECKED)
        or resolution.content in (Content.ALTERED, Content.STITCHED, Content.ABSENT)
        or resolution.status is CitedStatus.NO_LONGER_LAW
    )


def _table(found: list[tuple[Citation, Resolution | None]]) -> None:
    from rich.table import Table
    from rich.text import Text

    if not found:
        console().print("no citations")
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("at", "citation", "kind", "system", "form"):
        table.add_column(heading)
    resolved = any(resolution is not None for _, resolution in found)
    for heading in ("resolves", "identity", "content", "status", "why") if resolved else ():
        table.add_column(heading)
    rows: list[list[str]] = []
    for citation, resolution in found:
        cells = [
            str(citation.start),
            " ".join(citation.text.split()),
            citation.kind.value,
            citation.jurisdiction,
            citation.form.value,
        ]
        if resolution is not None:
            cells += [
                resolution.resolves.value,
                resolution.identity.value,
                resolution.content.value,
                resolution.status.value,
                resolution.reason,
            ]
        rows.append(cells)
    if len(rows) > _MANY:
        for cells in rows:
            print(visible("\t".join(cells)))
        return
    for cells in rows:
        table.add_row(*(Text(cell) for cell in cells))
    console().print(table)


def _batch(
    rows: Path,
    out: Path,
    jurisdictions: list[str],
    resolver: Resolver | None,
    on: date | None,
) -> None:
    """Read rows one by one and write each as it is done; what is written is whole lines."""
    from lexwarrant.records.errors import DataError

    if not rows.is_file():
        raise DataError(f"{rows}: cannot be read; check the path")
    not_onto_itself(rows, out)
    with out.open("w", encoding="utf-8") as written:
        for number, line in enumerate(utf8_lines(rows), 1):
            if not line.strip():
                continue
            row = _parsed(line, f"{rows}:{number}")
            wanted = _wanted(row, f"{rows}:{number}: row {row['id']!r}: jurisdiction")
            found = _found(row["text"], wanted or jurisdictions, resolver, on)
            body = {"id": row["id"], "citations": [_row(c, r) for c, r in found]}
            written.write(json.dumps(body, ensure_ascii=False) + "\n")


def _wanted(row: dict[str, Any], where: str) -> list[str]:
    """The legal systems that a row names: one code, or a list of them."""
    from lexwarrant.jurisdictions.registry import code_of

    own = row.get("jurisdiction") or ()
    given = own if isinstance(own, list | tuple) else [own]
    return [code_of(str(one), where) for one in given]


def _parsed(line: str, where: str) -> dict[str, Any]:
    from lexwarrant.records.errors import DataError

    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise DataError(f"{where}: not JSON ({error.msg}); one object a line") from error
    except (ValueError, RecursionError) as error:
        raise DataError(f"{where}: a value cannot be read ({error})") from error
    if not isinstance(row, dict) or "id" not in row or not isinstance(row.get("text"), str):
        raise DataError(f'{where}: a row has "id" and a "text" that is a string')
    try:
        json.dumps([row["id"], row["text"]], ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise DataError(
            f"{where}: holds half of a surrogate pair, which is no character; write it out"
        ) from error
    return row
