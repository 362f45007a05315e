"""What stands around an anchor: who cites it, whom it cites, and what the quotation itself cites."""

from __future__ import annotations

from dataclasses import dataclass

from lexwarrant.answering.quoting import Cut
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import RelatedProvision
from lexwarrant.records.ids import authority_of, contains
from lexwarrant.records.law import Authority, CitationEdge, Version

_LISTED = 5
_SNIPPET_CHARS = 160


@dataclass(frozen=True, slots=True)
class Related:
    """Applications (they cite the anchor), origins (it cites them), and edges inside the quotation.

    The lists are cut at five; the counts are of all.
    """

    applications: tuple[RelatedProvision, ...]
    origins: tuple[RelatedProvision, ...]
    n_applications: int
    n_origins: int
    inside: tuple[CitationEdge, ...]


def related(snapshot: Snapshot, version: Version, cut: Cut, authority: Authority) -> Related:
    """The neighbours of ``version`` in the citation graph."""
    unit = version.provision_id
    into = [e for e in snapshot.citing(unit) if not contains(unit, e.source)]
    out = [e for e in snapshot.cited_by(unit) if not contains(unit, e.target)]
    sources = list(dict.fromkeys(e.source for e in into))
    targets = list(dict.fromkeys((e.target, e.label) for e in out))
    return Related(
        applications=tuple(_described(snapshot, s, "") for s in sources[:_LISTED]),
        origins=tuple(_described(snapshot, t, label) for t, label in targets[:_LISTED]),
        n_applications=len(sources),
        n_origins=len(targets),
        inside=tuple(
            e for e in snapshot.cited_by(unit) if cut.start <= e.start and e.end <= cut.end
        ),
    )


def _described(snapshot: Snapshot, provision_id: str, label: str) -> RelatedProvision:
    version = snapshot.version_on(provision_id)
    authority = snapshot.authority(authority_of(provision_id))
    if version is None or authority is None:
        return RelatedProvision(provision_id, label or provision_id, "")
    part = next((p for p in version.parts if p.id == provision_id), None)
    text = version.text[part.start : part.end] if part else version.text
    snippet = (
        text if len(text) <= _SNIPPET_CHARS else text[: text.rfind(" ", 0, _SNIPPET_CHARS)] + " …"
    )
    name = f"{part.label if part else version.label} {authority.short_title}"
    return RelatedProvision(provision_id, name, snippet)
