"""Which authority of a snapshot a citation points to, while the snapshot is being built.

Names and coordinates stand in a temporary table, so memory does not grow with the decisions.
"""

from __future__ import annotations

import sqlite3
from functools import lru_cache

from lexwarrant.law.decision_index import parties_of
from lexwarrant.law.naming import coordinate_key, name_key, same_parties
from lexwarrant.law.series import coordinates_of, series_name
from lexwarrant.law.store import LawTables
from lexwarrant.records.citation import Citation, CitationKind
from lexwarrant.records.law import Authority, AuthorityKind


class Addresses:
    """Finds authorities by what they are called; ``connection`` is the one that builds the snapshot."""

    def __init__(self, connection: sqlite3.Connection, tables: LawTables) -> None:
        self._db = connection
        self._tables = tables
        self._authority = lru_cache(maxsize=4096)(tables.authority)
        connection.execute("DROP TABLE IF EXISTS temp.called")
        connection.execute("CREATE TEMP TABLE called (key TEXT NOT NULL, id TEXT NOT NULL)")
        for authority in tables.authorities():
            connection.executemany(
                "INSERT INTO called VALUES (?, ?)", ((k, authority.id) for k in _keys(authority))
            )
        connection.execute("CREATE INDEX temp.called_key ON called (key)")

    def of(self, citation: Citation) -> str:
        """The id of the one held authority that ``citation`` names; empty for none and for several."""
        if citation.target and self._authority(citation.target) is not None:
            return citation.target
        if citation.kind is CitationKind.CASE:
            return self._decision(citation)
        for name in (citation.normal, citation.parts.instrument, citation.parts.number):
            ids = self._called(f"n {name_key(name)}", citation.jurisdiction) if name else []
            if ids:
                return ids[0] if len(ids) == 1 else ""
        return ""

    def _decision(self, citation: Citation) -> str:
        found = dict.fromkeys(
            i
            for coordinate in (citation.normal, *citation.parallel)
            if coordinate
            for i in self._called(f"c {coordinate_key(coordinate)}", citation.jurisdiction)
        )
        parties = citation.parts.parties
        fitting = [
            i
            for i in found
            if (held := self._authority(i)) is not None
            and (not parties or same_parties(parties, parties_of(held)))
        ]
        return fitting[0] if len(fitting) == 1 else ""

    def _called(self, key: str, jurisdiction: str) -> list[str]:
        rows = self._db.execute("SELECT DISTINCT id FROM called WHERE key = ? LIMIT 200", (key,))
        return [i for (i,) in rows if i.startswith(f"{jurisdiction}/")]


def _keys(authority: Authority) -> set[str]:
    if authority.kind is AuthorityKind.JUDGMENT:
        return {f"c {coordinate_key(c)}" for c in coordinates_of(authority)}
    if series_name(authority):
        return set()
    names = (authority.title, authority.short_title, *authority.aliases)
    return {f"n {name_key(n)}" for n in (*names, *(i.value for i in authority.identifiers)) if n}
