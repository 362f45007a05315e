"""Reading a snapshot: an immutable, hashed set of authorities with versions.

A snapshot is one folder: ``law.sqlite`` holds the text, ``manifest.json`` says what it is, and
indexes built from it stand beside it and can be thrown away. It is opened read-only and read in
place, never loaded whole; one `Snapshot` may be used from several threads.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path

from lexwarrant.law import timeline
from lexwarrant.law.series import series_name
from lexwarrant.law.store import LawTables
from lexwarrant.law.workshop import recover
from lexwarrant.records.codec import decode
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.ids import ancestors, authority_of, unit_of
from lexwarrant.records.law import (
    Applicability,
    Authority,
    CitationEdge,
    Part,
    Source,
    Status,
    Treatment,
    Version,
)

DATABASE = "law.sqlite"
MANIFEST = "manifest.json"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class SnapshotManifest:
    """What a snapshot is. ``digest`` (SHA-256, hex) is over its records alone.

    The same records give the same digest, whenever and from wherever they were imported;
    ``retrieved`` is the day the source was fetched.
    """

    name: str
    digest: str
    format: int
    retrieved: date
    sources: tuple[Source, ...]
    authorities: int
    provisions: int
    versions: int
    incomplete: int
    edges: int
    attributions: tuple[str, ...] = ()


class Snapshot:
    """A snapshot opened for reading. Ids are those of `lexwarrant.records.ids`."""

    def __init__(self, folder: Path) -> None:
        """Open ``folder``; raises `LawSourceError` when it is not a snapshot we can read."""
        self.folder = folder
        recover(folder)
        database = folder / DATABASE
        if not database.is_file():
            raise LawSourceError(
                f"{folder}: no snapshot here; build one with `lexwarrant demo` or "
                "`lexwarrant law import PATH --snapshot NAME`"
            )
        try:
            body = json.loads((folder / MANIFEST).read_text("utf-8"))
            self.manifest = decode(SnapshotManifest, body, where=str(folder / MANIFEST))
            self._connection = sqlite3.connect(
                f"{database.resolve().as_uri()}?mode=ro&immutable=1",
                uri=True,
                check_same_thread=False,
            )
            self._connection.execute("PRAGMA mmap_size = 1073741824")
            self._connection.execute("SELECT count(*) FROM manifest").fetchone()
        except (sqlite3.DatabaseError, OSError, json.JSONDecodeError) as error:
            raise LawSourceError(
                f"{folder}: the snapshot is damaged ({error}); delete the folder and build it again"
            ) from error
        if self.manifest.format != FORMAT:
            raise LawSourceError(
                f"{folder}: snapshot format {self.manifest.format}, this version reads {FORMAT}; "
                "import its source again"
            )
        self.tables = LawTables(self._connection)
        self._versions = lru_cache(maxsize=8192)(self.tables.versions)
        self._into = lru_cache(maxsize=4096)(self.tables.edges_into)
        self._out = lru_cache(maxsize=4096)(self.tables.edges_out_of)
        self._authority = lru_cache(maxsize=8192)(self.tables.authority)
        self._named: dict[str, Authority] | None = None
        self._applicability: dict[str, Applicability] | None = None

    def close(self) -> None:
        """Release the file."""
        self._connection.close()

    def __enter__(self) -> Snapshot:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    # authorities -------------------------------------------------------------------------

    def authority(self, authority_id: str) -> Authority | None:
        """The authority with this id, or None."""
        return self._authority(authority_id)

    def authorities(self, jurisdiction: str | None = None) -> Iterator[Authority]:
        """Every authority in the order of import, of one jurisdiction if given."""
        if jurisdiction is None:
            return self.tables.authorities()
        return self.tables.authorities("jurisdiction = ?", jurisdiction)

    def named_authorities(self) -> dict[str, Authority]:
        """Authorities that a person can call by name, by id; read once and kept.

        Decisions are left out: they are found by their coordinates, and there may be a million.
        So are series of decisions, which say what is complete and are no law.
        """
        if self._named is None:
            others = self.tables.authorities("kind <> 'judgment'")
            self._named = {a.id: a for a in others if not series_name(a)}
        return self._named

    def jurisdictions(self) -> tuple[str, ...]:
        """Codes of the jurisdictions whose law is held."""
        return self.tables.jurisdictions()

    def has(self, any_id: str) -> bool:
        """Whether an authority, unit or part with this id is held, in any version."""
        return self.tables.has(any_id)

    def units(self, authority_id: str) -> list[str]:
        """Units of an authority in order, each once."""
        return self.tables.units(authority_id)

    # versions ----------------------------------------------------------------------------

    def versions(self, provision_id: str) -> tuple[Version, ...]:
        """Every version of the unit that ``provision_id`` lies in; empty when it is not held."""
        return self._versions(unit_of(provision_id))

    def all_versions(self) -> Iterator[Version]:
        """Every version, streamed in the order of import."""
        return self.tables.all_versions()

    def version_on(
        self, provision_id: str, on: date | None = None, extent: str | None = None
    ) -> Version | None:
        """The unit's version on a day (None: the newest) and for a territory."""
        return timeline.version_on(self.versions(provision_id), on, extent)

    def part(self, provision_id: str, on: date | None = None) -> Part | None:
        """The part with this id in the version of ``on``; None for a unit or when not held."""
        version = self.version_on(provision_id, on)
        if version is None:
            return None
        return next((p for p in version.parts if p.id == provision_id), None)

    def text(self, provision_id: str, on: date | None = None) -> str | None:
        """The words of a unit or part on a day; None when they are not held."""
        version = self.version_on(provision_id, on)
        if version is None or version.provision_id == provision_id:
            return version.text if version else None
        part = self.part(provision_id, on)
        return version.text[part.start : part.end] if part else None

    # time --------------------------------------------------------------------------------

    def applicabilities(self) -> dict[str, Applicability]:
        """Every record of applicability by target; read once and kept."""
        if self._applicability is None:
            self._applicability = {a.target: a for a in self.tables.applicabilities()}
        return self._applicability

    def applicability(self, provision_id: str) -> Applicability | None:
        """The record that decides when ``provision_id`` applies, or None."""
        return timeline.applicability(provision_id, self.applicabilities())

    def status_on(self, provision_id: str, on: date) -> Status:
        """What a provision is on a day; ``UNKNOWN`` when it is not held."""
        authority = self.authority(authority_of(provision_id))
        if authority is None:
            return Status.UNKNOWN
        return timeline.status_on(
            provision_id,
            on,
            authority,
            self.versions(provision_id),
            self.applicabilities(),
            self._treatments_around(provision_id),
        )

    def amended_since(self, provision_id: str, on: date) -> timeline.Amendment | None:
        """Both texts when that of ``on`` is no longer the newest."""
        return timeline.amended_since(self.versions(provision_id), on)

    def treatments(self, target: str) -> list[Treatment]:
        """What later authorities did to ``target``, oldest first."""
        return self.tables.treatments(target)

    def undone_by(self, provision_id: str, on: date | None = None) -> Treatment | None:
        """What overruled, reversed or repealed a provision, or what it lies in, by a day.

        None for ``on`` means ever; None as answer that nothing of the kind is known.
        """
        return timeline.undoing(self._treatments_around(provision_id), on)

    def _treatments_around(self, provision_id: str) -> list[Treatment]:
        """What was done to a provision and to what it lies in."""
        return [t for i in ancestors(provision_id) for t in self.treatments(i)]

    # the citation graph ------------------------------------------------------------------

    def citing(self, target: str, limit: int = 50) -> list[CitationEdge]:
        """Edges into ``target`` or a part of it, in the order of their sources."""
        return list(self._into(target, limit))

    def count_citing(self, target: str) -> int:
        """How many edges lead into ``target`` or a part of it."""
        return self.tables.count_edges_into(target)

    def cited_by(self, source: str) -> list[CitationEdge]:
        """Edges out of a provision and its parts, in the order of their spans."""
        return list(self._out(source))
