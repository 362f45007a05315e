"""The citation graph of a snapshot: from every provision to what it cites, with the citing span.

Built once by the citation grammar of the jurisdiction that each authority belongs to. A reference
to the act itself ("Article 55", "paragraph 1") is resolved against the provision it stands in. A
target that is not held is kept as a *virtual* anchor: it can be named, never quoted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator

from lexwarrant.jurisdictions.citations import find_citations, resolve_internal
from lexwarrant.jurisdictions.registry import codes
from lexwarrant.law.store import LawTables
from lexwarrant.records.citation import CitationForm
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import CitationEdge, Version


def edges_of(
    version: Version, jurisdiction: str, held: Callable[[str], bool]
) -> Iterator[CitationEdge]:
    """Edges out of one version. ``held`` says whether an id is in the snapshot."""
    own = authority_of(version.provision_id)
    if jurisdiction not in codes():
        return  # no grammar for this legal system: no edges, rather than wrong ones
    for citation in find_citations(version.text, (jurisdiction,), within=own):
        place = _smallest_part(version, citation.start, citation.end)
        if citation.form is CitationForm.INTERNAL:
            targets = resolve_internal(citation, place)
        else:
            targets = citation.provision_ids() or ((citation.target,) if citation.target else ())
            if not targets and citation.normal:
                targets = (f"virtual:{citation.normal}",)
        for target in dict.fromkeys(targets):
            if target in (place, version.provision_id, own):
                continue  # "this Article" is no citation of another provision
            yield CitationEdge(
                place, citation.start, citation.end, target, citation.text, held(target)
            )


def _smallest_part(version: Version, start: int, end: int) -> str:
    inside = [p for p in version.parts if p.start <= start and end <= p.end]
    return min(inside, key=lambda p: p.end - p.start).id if inside else version.provision_id


def build_graph(
    connection: sqlite3.Connection, tables: LawTables, progress: Callable[[str, int], None]
) -> int:
    """Fill the table of edges anew; returns how many there are."""
    connection.execute("DELETE FROM edge")
    jurisdictions = dict(connection.execute("SELECT id, jurisdiction FROM authority").fetchall())
    count = 0
    for number, version in enumerate(tables.all_versions(), 1):
        jurisdiction = jurisdictions[authority_of(version.provision_id)]
        for edge in edges_of(version, jurisdiction, tables.has):
            connection.execute(
                "INSERT OR IGNORE INTO edge VALUES (?, ?, ?, ?, ?, ?)",
                (edge.source, edge.start, edge.end, edge.target, edge.label, edge.held),
            )
            count += 1
        if number % 100 == 0:
            progress("linking", number)
    return int(connection.execute("SELECT count(*) FROM edge").fetchone()[0])
