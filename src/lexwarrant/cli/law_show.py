"""``lexwarrant law show`` and ``history``: a provision on a day, and its timeline."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import COULD_NOT_TELL, NO, console, said_plainly
from lexwarrant.cli.law_options import DEFAULT_SNAPSHOT, OnOption, SnapshotOption, day

if TYPE_CHECKING:
    from rich.console import Console

    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.law import Applicability, Authority, Version

ProvisionArgument = Annotated[str, typer.Argument(help="An id such as eu/32016R0679/art/5/1/a.")]
_WORDS = {
    "not_yet_in_force": "not yet in force",
    "in_force_not_applicable": "in force, not yet applicable",
    "unknown": "not known whether it applied",
}


def show(
    provision: ProvisionArgument,
    snapshot: SnapshotOption = DEFAULT_SNAPSHOT,
    on: OnOption = None,
    territory: Annotated[
        str | None,
        typer.Option("--territory", "-t", help="The territory whose text is meant, by name."),
    ] = None,
) -> None:
    """Show a provision's words on a day (the newest held without --on), its status and dates."""
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.law.timeline import extents, version_on

    with said_plainly(), Snapshot(snapshot_folder(snapshot)) as opened:
        out, when = console(), day(on)
        authority = _held(opened, provision, out)
        versions = opened.versions(provision)
        if provision == authority.id:
            count = len(opened.units(provision))
            out.print(f"{authority.title} ({count} provisions)", markup=False)
            _treated(opened, provision, out)
            return
        version = version_on(versions, when, territory)
        part = next((p for p in version.parts if p.id == provision), None) if version else None
        if version is None or (part is None and provision != version.provision_id):
            place = f" and {territory}" if territory else ""
            if version is None:
                said = f"no text is known for {when or 'any day'}{place}"
            else:
                said = (
                    f"{version.provision_id} stood then, and this part was not in it "
                    f"({_stretch(version)})"
                    if when
                    else f"it is not in the newest text of {version.provision_id}{place}"
                )
            out.print(f"{provision}: {said}", markup=False)
            for line in _timeline(versions):
                out.print(f"  {line}", markup=False)
            raise typer.Exit(NO)
        label = f"{part.label if part else version.label} {authority.short_title}"
        out.print(f"[bold]{_plain(label)}[/bold]  {_plain(version.heading)}")
        asked = when or date.today()
        status = opened.status_on(provision, asked).value
        out.print(f"{_WORDS.get(status, status)} on {asked}", style="dim", markup=False)
        out.print(f"this text: {_stretch(version)}", style="dim", markup=False)
        rule = opened.applicability(provision)
        if rule is not None:
            out.print(_applies(rule), style="dim", markup=False)
        for other in extents(versions, when):
            if other != version.extent and not territory:
                names = ", ".join(other) or "everywhere else"
                said = f"another text stands for {names}"
                out.print(said + (f": --territory {other[0]!r}" if other else ""), style="yellow")
        if not version.complete:
            out.print("the source cut this text: it is incomplete", style="yellow")
        words = version.text[part.start : part.end] if part else version.text
        out.print()
        out.print(words or "(no words: it stands repealed)", markup=False)
        _treated(opened, provision, out)
        newer = opened.amended_since(provision, when) if when else None
        if newer is not None:
            now = opened.text(provision) or "(it is there no more)"
            if now == words:
                said = f"amended since ({_stretch(newer.now)}), but not in these words"
                out.print(said, style="yellow", markup=False)
            else:
                said = f"amended since; the newest text ({_stretch(newer.now)}):"
                out.print(said, style="yellow", markup=False)
                out.print(now, markup=False)


def history(provision: ProvisionArgument, snapshot: SnapshotOption = DEFAULT_SNAPSHOT) -> None:
    """List a provision's texts from day to day, gaps included, and what was done to it by what."""
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot

    with said_plainly(), Snapshot(snapshot_folder(snapshot)) as opened:
        out = console()
        authority = _held(opened, provision, out)
        versions = opened.versions(provision)
        label = f"{versions[-1].label} " if versions else ""
        out.print(f"[bold]{_plain(label + authority.short_title)}[/bold]")
        for what, on in (("in force from", authority.in_force), ("repealed", authority.repealed)):
            if on is not None:
                out.print(f"the {authority.kind.value} is {what} {on}", markup=False)
        for line in _timeline(versions):
            out.print(line, markup=False)
        rule = opened.applicability(provision)
        if rule is not None:
            out.print(_applies(rule), markup=False)
        _treated(opened, provision, out)


def _held(opened: Snapshot, provision: str, out: Console) -> Authority:
    """The authority of a provision that exists; else says why not: exits with 1 where there is none, else with 2."""
    from lexwarrant.law.existence import existence
    from lexwarrant.records.citation import Resolves
    from lexwarrant.records.ids import authority_of

    found = existence(opened, provision)
    authority = opened.authority(authority_of(provision))
    if found.resolves is not Resolves.EXISTS or authority is None:
        out.print(f"{found.resolves.value}: {found.reason}", markup=False)
        none = found.resolves in (Resolves.NOT_FOUND, Resolves.NO_SUCH_PROVISION)
        raise typer.Exit(NO if none else COULD_NOT_TELL)
    return authority


def _plain(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def _stretch(version: Version) -> str:
    """From which day to which (both included), where, and by what."""
    start = f"from {version.valid_from}" if version.valid_from else "from a day that is not known"
    last = f" to {version.valid_to - timedelta(days=1)}" if version.valid_to else ""
    where = f", for {', '.join(version.extent)}" if version.extent else ""
    by = f", by {version.changed_by}" if version.changed_by else ""
    return f"{start}{last}{where}{by}"


def _timeline(versions: tuple[Version, ...]) -> Iterator[str]:
    """One line a version, and one for each stretch of which no text is known."""
    ends: dict[tuple[str, ...], date | None] = {}
    for version in versions:
        end = ends.get(version.extent)
        start = version.valid_from
        if end is not None and start is not None and end < start:
            yield f"from {end} to {start - timedelta(days=1)}: no text is known"
        ends[version.extent] = version.valid_to
        what = "repealed" if version.repealed else f"{len(version.text.split())} words"
        cut = "" if version.complete or version.repealed else ", cut by the source"
        yield f"{_stretch(version)}: {what}{cut}"
    for extent, end in ends.items():
        if end is not None:
            where = f", for {', '.join(extent)}" if extent else ""
            yield f"from {end}{where}: no text is known"


def _applies(rule: Applicability) -> str:
    """From when and until when a provision applies, and which provision says so."""
    if rule.applies_from is None and rule.applies_to is None:
        said = "applies from a day that the law leaves to an order, which is not held"
    else:
        said = f"applies from {rule.applies_from or 'an unknown day'}"
        if rule.applies_to is not None:
            said += f" to {rule.applies_to - timedelta(days=1)}"
    own = "its own words" if rule.basis == rule.target else rule.basis
    return f"{said}, say {own}" if rule.basis else said


def _treated(opened: Snapshot, provision: str, out: Console) -> None:
    """What later authorities did to the provision and to what it lies in."""
    from lexwarrant.law.standing import said_of
    from lexwarrant.records.ids import ancestors

    for target in ancestors(provision):
        for treatment in opened.treatments(target):
            whole = "" if target == provision else f"{target}: "
            out.print(f"{whole}{said_of(opened, treatment)}", style="yellow", markup=False)
