"""Opening the law and the suite that a command works with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.suite import Suite

MaybeSnapshotOption = Annotated[
    str | None,
    typer.Option(
        "--snapshot", "-s", help="Name or folder of the snapshot; `none` when its law is not held."
    ),
]
MaybeSuiteOption = Annotated[
    str | None,
    typer.Option("--suite", help="Name or path of the suite, when the run keeps no copy."),
]
RunArgument = Annotated[Path, typer.Argument(help="The run folder.")]


@contextmanager
def opened_law(
    name: str | None, *, needed: bool = False, jurisdictions: frozenset[str] = frozenset()
) -> Iterator[Snapshot]:
    """The snapshot named; without a name the demo's where it fits, else one that holds no law."""
    from lexwarrant.cli.law_options import DEFAULT_SNAPSHOT
    from lexwarrant.evaluation.no_law import NONE, no_law
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.errors import LawSourceError

    if name == NONE:
        with no_law() as snapshot:
            yield snapshot
        return
    try:
        opened = Snapshot(snapshot_folder(name or DEFAULT_SNAPSHOT))
    except LawSourceError:
        if name is not None or needed:
            raise
        with no_law() as snapshot:
            yield snapshot
        return
    with opened:
        fits = not jurisdictions or bool(jurisdictions & set(opened.jurisdictions()))
        if name is None and not needed and not fits:
            with no_law() as snapshot:
                yield snapshot
        else:
            yield opened


@contextmanager
def law_of_run(run: Path, name: str | None) -> Iterator[Snapshot]:
    """The snapshot a run was scored against, by the name in its manifest unless one is given."""
    from lexwarrant.evaluation.runner import read_manifest
    from lexwarrant.records.errors import LawSourceError

    manifest = read_manifest(run)
    try:
        with opened_law(name or (manifest.snapshot if manifest else None)) as snapshot:
            yield snapshot
    except LawSourceError as error:
        if name is not None or manifest is None:
            raise
        raise LawSourceError(
            f"the run was scored against the snapshot {manifest.snapshot!r}, which is not in the data "
            f"folder: give its folder with --snapshot ({error})"
        ) from None


def check_jurisdictions(suite: Suite, held: Iterable[str]) -> None:
    """Raise `ConfigurationError` for the first case that names a legal system which neither has a pack
    nor law that is ``held``."""
    from lexwarrant.jurisdictions.registry import code_of

    for _, case in suite.cases():
        if case.context.jurisdiction:
            where = f"suite {suite.name}, case {case.id}: context.jurisdiction"
            code_of(case.context.jurisdiction, where, held)


def jurisdictions_of(suite: Suite) -> frozenset[str]:
    """The jurisdictions that the suite's cases name."""
    return frozenset(c.context.jurisdiction for _, c in suite.cases() if c.context.jurisdiction)


def suite_of_run(run: Path, name: str | None) -> Suite:
    """The suite of a run: the one named, else the copy kept beside it."""
    from lexwarrant.evaluation.suite_file import load_suite
    from lexwarrant.evaluation.suite_writing import kept_copy

    return load_suite(name) if name else kept_copy(run)
