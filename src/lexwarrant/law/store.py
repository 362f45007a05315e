"""The tables of a snapshot as records: every query in one place, none anywhere else."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from datetime import date

from lexwarrant.law.series import series_name
from lexwarrant.records.codec import decode
from lexwarrant.records.law import (
    Applicability,
    Authority,
    CitationEdge,
    LawRecord,
    Part,
    Source,
    Treatment,
    TreatmentKind,
    Version,
)

_VERSION = (
    "SELECT row, unit, label, text, heading, valid_from, valid_to, extent, complete, repealed, "
    "changed_by, kind, division FROM version"
)
_EDGE = 'SELECT source, start, "end", target, label, held FROM edge'
_INSIDE = "({0} = ?1 OR ({0} > ?1 || '/' AND {0} < ?1 || '0'))"


def _date(value: str | None) -> date | None:
    return date.fromisoformat(value) if value else None


class LawTables:
    """Reads a snapshot's tables. ``connection`` may be the one that is writing them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def sources(self) -> list[Source]:
        """Sources by name."""
        rows = self._db.execute("SELECT body FROM source ORDER BY name")
        return [decode(Source, json.loads(body)) for (body,) in rows]

    def authority(self, authority_id: str) -> Authority | None:
        """The authority with this id."""
        row = self._db.execute(
            "SELECT body FROM authority WHERE id = ?", (authority_id,)
        ).fetchone()
        return decode(Authority, json.loads(row[0])) if row else None

    def authorities(
        self, where: str = "1", *values: str, order: str = "ordinal"
    ) -> Iterator[Authority]:
        """Authorities for which the SQL condition ``where`` holds, streamed."""
        query = f"SELECT body FROM authority WHERE {where} ORDER BY {order}"
        for (body,) in self._db.execute(query, values):
            yield decode(Authority, json.loads(body))

    def series(self) -> list[Authority]:
        """Series of decisions that are declared complete (`lexwarrant.law.series`)."""
        return [a for a in self.authorities("id LIKE '%/series/%'") if series_name(a)]

    def jurisdictions(self) -> tuple[str, ...]:
        """Codes of the jurisdictions whose law is held."""
        rows = self._db.execute("SELECT DISTINCT jurisdiction FROM authority ORDER BY 1")
        return tuple(code for (code,) in rows)

    def has(self, any_id: str) -> bool:
        """Whether an authority, unit or part with this id is held, in any version."""
        query = (
            "SELECT EXISTS (SELECT 1 FROM authority WHERE id = ?1) "
            "OR EXISTS (SELECT 1 FROM version WHERE unit = ?1) "
            "OR EXISTS (SELECT 1 FROM part WHERE id = ?1)"
        )
        return bool(self._db.execute(query, (any_id,)).fetchone()[0])

    def units(self, authority_id: str) -> list[str]:
        """Units of an authority in order, each once."""
        query = "SELECT unit FROM version WHERE authority = ? GROUP BY unit ORDER BY min(row)"
        return [unit for (unit,) in self._db.execute(query, (authority_id,))]

    def versions(self, unit: str) -> tuple[Version, ...]:
        """Every version of a unit, oldest first."""
        rows = self._db.execute(
            f"{_VERSION} WHERE unit = ? ORDER BY valid_from, extent, row", (unit,)
        )
        return tuple(self._version(r) for r in rows.fetchall())

    def all_versions(self, order: str = "row") -> Iterator[Version]:
        """Every version, streamed."""
        for r in self._db.execute(f"{_VERSION} ORDER BY {order}"):
            yield self._version(r)

    def _version(self, r: tuple[object, ...]) -> Version:
        parts = self._db.execute(
            'SELECT id, kind, label, start, "end" FROM part WHERE version = ? ORDER BY ordinal',
            (r[0],),
        )
        return Version(
            provision_id=str(r[1]),
            label=str(r[2]),
            text=str(r[3]),
            heading=str(r[4]),
            parts=tuple(Part(*p) for p in parts),
            valid_from=_date(str(r[5])),
            valid_to=_date(str(r[6])),
            extent=tuple(json.loads(str(r[7]))),
            complete=bool(r[8]),
            repealed=bool(r[9]),
            changed_by=str(r[10]),
            kind=str(r[11]),
            division=tuple(json.loads(str(r[12]))),
        )

    def applicabilities(self) -> list[Applicability]:
        """Every record of applicability by target."""
        query = (
            "SELECT target, applies_from, applies_to, basis, basis_start, basis_end "
            "FROM applicability ORDER BY target"
        )
        return [
            Applicability(r[0], _date(r[1]), _date(r[2]), r[3], r[4], r[5])
            for r in self._db.execute(query)
        ]

    def treatments(self, target: str | None = None) -> list[Treatment]:
        """What later authorities did to ``target`` (None: to anything), oldest first."""
        query = (
            'SELECT target, by, kind, "on", scope FROM treatment WHERE ?1 IS NULL OR target = ?1 '
            'ORDER BY "on", target, by, kind, scope'
        )
        return [
            Treatment(r[0], r[1], TreatmentKind(r[2]), _date(r[3]), r[4])
            for r in self._db.execute(query, (target,))
        ]

    def edges_into(self, target: str, limit: int) -> list[CitationEdge]:
        """Edges into ``target`` or a part of it, in the order of their sources."""
        query = f"{_EDGE} WHERE {_INSIDE.format('target')} ORDER BY source, start LIMIT ?2"
        return [_edge(r) for r in self._db.execute(query, (target, limit))]

    def count_edges_into(self, target: str) -> int:
        """How many edges lead into ``target`` or a part of it."""
        query = f"SELECT count(*) FROM edge WHERE {_INSIDE.format('target')}"
        return int(self._db.execute(query, (target,)).fetchone()[0])

    def edges_out_of(self, source: str) -> list[CitationEdge]:
        """Edges out of a provision and its parts, in the order of their spans."""
        query = f"{_EDGE} WHERE {_INSIDE.format('source')} ORDER BY start, target"
        return [_edge(r) for r in self._db.execute(query, (source,))]

    def records(self) -> Iterator[LawRecord]:
        """Every record in an order that does not depend on how they came in."""
        yield from self.sources()
        yield from self.authorities(order="id")
        yield from self.all_versions(order="unit, valid_from, valid_to, extent")
        yield from self.applicabilities()
        yield from self.treatments()

    def count(self, table: str, where: str = "1") -> int:
        """Rows of a table for which the SQL condition ``where`` holds."""
        query = f"SELECT count(*) FROM {table} WHERE {where}"
        return int(self._db.execute(query).fetchone()[0])


def _edge(r: tuple[str, int, int, str, str, int]) -> CitationEdge:
    return CitationEdge(r[0], r[1], r[2], r[3], r[4], bool(r[5]))
