"""``lexwarrant law diff``: what changed between two snapshots."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import NO, console, said_plainly

if TYPE_CHECKING:
    from rich.console import Console

    from lexwarrant.law.diff import ProvisionChange

_SHOWN_PARTS = 6


def diff(
    old: Annotated[str, typer.Argument(help="Name or folder of the older snapshot.")],
    new: Annotated[str, typer.Argument(help="Name or folder of the newer one.")],
    words: Annotated[
        bool, typer.Option("--words", help="Show the words that went and those that came.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON line for each change, with both texts.")
    ] = False,
) -> None:
    """List what changed between two snapshots; exit code 1 when anything did."""
    from lexwarrant.law import diff as law_diff
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.codec import encode

    with (
        said_plainly(),
        Snapshot(snapshot_folder(old)) as before,
        Snapshot(snapshot_folder(new)) as after,
    ):
        out, counts = console(), Counter[str]()
        for change in law_diff.diff(before, after):
            counts[change.kind.value] += 1
            if as_json:
                print(json.dumps(encode(change), ensure_ascii=False))
                continue
            _line(change, out)
            if words and change.before and change.after and change.kind.value != "application":
                for went, came in law_diff.word_changes(change):
                    for mark, said, colour in (("-", went, "red"), ("+", came, "green")):
                        if said:
                            out.print(
                                f"    {mark} {said}", style=colour, markup=False, soft_wrap=True
                            )
        if not as_json:
            each = ", ".join(f"{n} {kind}" for kind, n in counts.most_common())
            out.print(f"{counts.total()} changes: {each}" if counts else "no change")
        if counts:
            raise typer.Exit(NO)


def _line(change: ProvisionChange, out: Console) -> None:
    """One change in one line; of a date or a treatment, what it was and is."""
    kind = change.kind.value
    where = f" for {', '.join(change.extent)}" if change.extent else ""
    since = f", as it stands from {change.since}" if change.since and kind != "treated" else ""
    by = f", by {change.changed_by}" if change.changed_by and kind != "treated" else ""
    shown = ", ".join(p.removeprefix(f"{change.provision}/") for p in change.parts[:_SHOWN_PARTS])
    more = len(change.parts) - _SHOWN_PARTS
    parts = f" ({shown}{f' and {more} more' if more > 0 else ''})" if shown else ""
    said = ""
    if kind == "application":
        said = f": {change.before} -> {change.after}"
    elif kind == "treated":
        said = f": {change.after}{f' on {change.since}' if change.since else ''}"
    elif kind == "coverage":
        said = ": one of the two texts is cut, and as far as it goes nothing differs"
    out.print(
        f"{kind:<12} {change.provision}  {change.label}{where}{since}{by}{parts}{said}",
        markup=False,
        soft_wrap=True,
    )
