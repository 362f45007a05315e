"""Options that several commands share: which snapshot, which day."""

from __future__ import annotations

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


def day(value: datetime | None) -> date | None:
    """The date of an option."""
    return value.date() if value else None
