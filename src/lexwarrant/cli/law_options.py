"""Options that several commands share: which snapshot, which day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Annotated

import typer

SnapshotOption = Annotated[
    str, typer.Option("--snapshot", "-s", help="Name or folder of the snapshot.")
]
OnOption = Annotated[
    datetime | None, typer.Option("--on", formats=["%Y-%m-%d"], help="The day whose law is meant.")
]
DEFAULT_SNAPSHOT = "eu-demo"


JURISDICTION_HELP = "Code of a legal system, in any case: eu, ie, il, my, uk, us."
JurisdictionOption = Annotated[
    str | None, typer.Option("--jurisdiction", "-j", help=JURISDICTION_HELP)
]


def system(given: str | None, held: Iterable[str] = ()) -> str | None:
    """The code that ``--jurisdiction`` names; raises `ConfigurationError` for one that is not known."""
    from lexwarrant.jurisdictions.registry import code_of

    return None if given is None else code_of(given, "--jurisdiction", held)


def day(value: datetime | None) -> date | None:
    """The date of an option."""
    return value.date() if value else None
