"""What resolution asks of a snapshot."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Protocol

from lexwarrant.records.law import Authority, Status, Treatment, Version


class Library(Protocol):
    """What resolution asks of a snapshot (`lexwarrant.law.snapshot.Snapshot` is one)."""

    def authority(self, authority_id: str) -> Authority | None:
        """The authority with this id."""
        ...

    def authorities(self, jurisdiction: str | None = None) -> Iterator[Authority]:
        """Every authority."""
        ...

    def named_authorities(self) -> dict[str, Authority]:
        """Authorities other than decisions, by id."""
        ...

    def jurisdictions(self) -> tuple[str, ...]:
        """Codes of the jurisdictions whose law is held."""
        ...

    def has(self, any_id: str) -> bool:
        """Whether an authority, unit or part is held."""
        ...

    def units(self, authority_id: str) -> list[str]:
        """Ids of the units of an authority."""
        ...

    def versions(self, provision_id: str) -> tuple[Version, ...]:
        """Every version of the unit a provision lies in."""
        ...

    def version_on(
        self, provision_id: str, on: date | None = None, extent: str | None = None
    ) -> Version | None:
        """The unit's version on a day."""
        ...

    def text(self, provision_id: str, on: date | None = None) -> str | None:
        """The words of a unit or part on a day."""
        ...

    def status_on(self, provision_id: str, on: date) -> Status:
        """What a provision is on a day."""
        ...

    def undone_by(self, provision_id: str, on: date | None = None) -> Treatment | None:
        """What overruled, reversed or repealed a provision by a day (None: ever)."""
        ...
