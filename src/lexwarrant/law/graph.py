"""The citation graph of a snapshot: from every provision to what it cites, with the citing span.

Built once by the citation grammar, the authority's own legal system first. A reference to the act
itself ("Article 55", "paragraph 1") is resolved against the provision it stands in. A target that
is not held is kept as a *virtual* anchor: it can be named, never quoted.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

from lexwarrant.jurisdictions.citations import find_citations, resolve_internal
from lexwarrant.jurisdictions.registry import codes
from lexwarrant.law.addresses import Addresses
from lexwarrant.law.resolution import paragraphs_of, standing_for
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.law.store import LawTables
from lexwarrant.records.citation import Citation, CitationForm
from lexwarrant.records.ids import authority_of, unit_of
from lexwarrant.records.law import Authority, AuthorityKind, CitationEdge, Version

VIRTUAL = "virtual:"
_BETWEEN = "\n\n"
_NAME_BEFORE = 250
"""Characters before a coordinate in which the parties of the decision stand."""
_APPLYING = (AuthorityKind.JUDGMENT, AuthorityKind.GUIDANCE)
"""Kinds whose passages apply other law: they rest on what they cite."""
MANY = 2
"""Citations of an authority that is not held that make it an anchor."""


def edges_of(
    versions: Sequence[Version],
    authority: Authority,
    held: Callable[[str], bool],
    find: Callable[[Citation], str],
) -> Iterator[CitationEdge]:
    """Edges out of versions of one authority: one of an enactment, all paragraphs of a decision.

    A decision is read as one text, since its short forms ("the 1996 Act", "id. at 5") stand for what
    an earlier paragraph named. ``held`` says whether an id is in the snapshot and ``find`` gives the
    id of the authority that a citation names, empty when it is not held.
    """
    if authority.jurisdiction not in codes():
        return  # no grammar for this legal system: no edges, rather than wrong ones
    systems = dict.fromkeys((authority.jurisdiction, *codes()))
    # what a decision calls "section 5" is of the Act it speaks of, never of the decision
    within = "" if authority.kind is AuthorityKind.JUDGMENT else authority.id
    text = _BETWEEN.join(version.text for version in versions)
    starts = list(accumulate((len(v.text) + len(_BETWEEN) for v in versions), initial=0))
    citations = find_citations(text, systems, within=within)
    for citation in citations:
        number = bisect_right(starts, citation.start) - 1
        version, base = versions[number], starts[number]
        start, end = citation.start - base, citation.end - base
        if end > len(version.text):
            continue  # two paragraphs were read as one citation
        place = _smallest_part(version, start, end)
        if citation.form is CitationForm.INTERNAL:
            targets = resolve_internal(citation, place)
            if not within:
                targets = tuple(t for t in targets if held(t))
        else:
            targets = _targets(standing_for(citation, citations), held, find)
        for target in dict.fromkeys(targets):
            if target in (place, version.provision_id, authority.id):
                continue  # "this Article" is no citation of another provision
            yield CitationEdge(place, start, end, target, citation.text, held(target))


def _targets(
    citation: Citation, held: Callable[[str], bool], find: Callable[[Citation], str]
) -> tuple[str, ...]:
    authority = find(citation) or citation.target
    if not authority:
        return (f"{VIRTUAL}{citation.normal}",) if citation.normal else ()
    named = citation.provision_ids(authority)
    if not named:
        paragraphs = (f"{authority}/para/{n}" for n in paragraphs_of(citation))
        named = tuple(p for p in paragraphs if held(p))
    return named or (authority,)


def _smallest_part(version: Version, start: int, end: int) -> str:
    inside = [p for p in version.parts if p.start <= start and end <= p.end]
    return min(inside, key=lambda p: p.end - p.start).id if inside else version.provision_id


def build_graph(
    connection: sqlite3.Connection, tables: LawTables, progress: Callable[[str, int], None]
) -> int:
    """Fill the table of edges anew; returns how many there are."""
    connection.execute("DELETE FROM edge")
    addresses = Addresses(connection, tables)
    number = 0
    for own, versions in groupby(tables.all_versions(), lambda v: authority_of(v.provision_id)):
        authority = tables.authority(own)
        assert authority is not None
        whole = authority.kind is AuthorityKind.JUDGMENT
        for together in [list(versions)] if whole else ([version] for version in versions):
            connection.executemany(
                "INSERT OR IGNORE INTO edge VALUES (?, ?, ?, ?, ?, ?)",
                (
                    (e.source, e.start, e.end, e.target, e.label, e.held)
                    for e in edges_of(together, authority, tables.has, addresses.of)
                ),
            )
            number += len(together)
            progress("linking", number)
    return tables.count("edge")


@dataclass(frozen=True, slots=True)
class Anchor:
    """An authority that passages rest on.

    ``id`` is a unit's, or ``virtual:`` and a name for an authority that is cited and not held: it
    is named by ``label`` and never quoted. ``passages`` are those of the question that rest on it,
    best first; ``weight`` is their share (1 for all of them).
    """

    id: str
    label: str
    held: bool
    passages: tuple[str, ...]
    weight: float


def anchors(snapshot: Snapshot, passages: Sequence[str]) -> list[Anchor]:
    """The authorities that ``passages`` (ids of provisions, best first) rest on, heaviest first.

    A provision of an enactment rests on itself. A paragraph of a decision or of guidance rests on
    what it cites, and on itself when it cites nothing. A passage weighs 1/rank. An authority that
    is not held counts when the snapshot cites it at least `MANY` times.
    """
    units = list(dict.fromkeys(unit_of(p) for p in passages))
    weights: dict[str, float] = {}
    resting: dict[str, list[str]] = {}
    labels: dict[str, str] = {}
    for rank, unit in enumerate(units, 1):
        for target, label in _rests_on(snapshot, unit).items():
            weights[target] = weights.get(target, 0.0) + 1 / rank
            resting.setdefault(target, []).append(unit)
            labels.setdefault(target, label)
    total = sum(1 / rank for rank in range(1, len(units) + 1))
    found = [
        Anchor(t, labels[t], not t.startswith(VIRTUAL), tuple(resting[t]), weights[t] / total)
        for t in weights
    ]
    return sorted(found, key=lambda a: (-a.weight, units.index(a.passages[0]), not a.held))


def _rests_on(snapshot: Snapshot, unit: str) -> dict[str, str]:
    authority = snapshot.authority(authority_of(unit))
    version = snapshot.version_on(unit)
    if authority is None or version is None:
        return {}
    own = {unit: f"{version.label} {authority.short_title}"}
    if authority.kind not in _APPLYING:
        return own
    out: dict[str, str] = {}
    for edge in snapshot.cited_by(unit):
        target = anchor_of(edge)
        if not edge.held and not _known_by_many(snapshot, target):
            continue
        out.setdefault(target, _label(snapshot, edge, target))
    return out or own


def _known_by_many(snapshot: Snapshot, target: str) -> bool:
    """Whether an anchor is an authority that is not held and is cited more than once."""
    name = cited_as(target)
    return snapshot.authority(name) is None and snapshot.count_citing(name) >= MANY


def anchor_of(edge: CitationEdge) -> str:
    """The anchor that an edge leads to: a unit that is held, else an authority by name."""
    if edge.held:
        return unit_of(edge.target)
    return VIRTUAL + authority_of(edge.target.removeprefix(VIRTUAL))


def cited_as(anchor: str) -> str:
    """What the edges into an anchor have as their target, or begin with."""
    name = anchor.removeprefix(VIRTUAL)
    known = "/" in name and name.split("/", 1)[0] in codes()
    return name if known or not anchor.startswith(VIRTUAL) else anchor


def _label(snapshot: Snapshot, edge: CitationEdge, target: str) -> str:
    if not edge.held:
        return name_of_virtual(snapshot, target) or " ".join(edge.label.split())
    authority = snapshot.authority(authority_of(target))
    version = snapshot.version_on(target)
    assert authority is not None
    return f"{version.label} {authority.short_title}" if version else authority.short_title


def name_of_virtual(snapshot: Snapshot, anchor: str) -> str:
    """What an authority that is not held is called by those who cite it; empty when nobody says.

    A decision by its parties, as the first passage that names them has them, and its place; an
    instrument as it is mostly named without a pinpoint.
    """
    own = cited_as(anchor)
    if own != anchor:
        names = Counter(" ".join(e.label.split()) for e in snapshot.citing(own) if e.target == own)
        return names.most_common(1)[0][0] if names else ""
    name = anchor.removeprefix(VIRTUAL)
    for edge in snapshot.citing(own):
        version = snapshot.version_on(edge.source)
        if version is None:
            continue
        around = version.text[max(0, edge.start - _NAME_BEFORE) : edge.end + 1]
        system = version.provision_id.split("/", 1)[0]
        for citation in find_citations(around, (system,)):
            if citation.normal == name and citation.parts.parties:
                return f"{citation.parts.parties}, {name}"
    return name
