"""The anchor of an answer and what stands around it: who cites it, whom it cites, and what the
quotation itself cites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lexwarrant.answering.quoting import Cut
from lexwarrant.law.graph import anchors, cited_as
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import RelatedProvision
from lexwarrant.records.ids import authority_of, contains
from lexwarrant.records.law import Authority, CitationEdge, Version

_LISTED = 5
_SNIPPET_CHARS = 160
_MANY = 10_000
"""Edges into one anchor that are counted."""


@dataclass(frozen=True, slots=True)
class Related:
    """The anchor, its applications (they cite it), its origins (it cites them), and the edges that
    lie inside the quotation.

    ``anchor_id`` begins with ``virtual:`` when the anchor is cited here and not held: it is named by
    ``anchor_label``, and nothing is said of what it cites. The lists are cut at five; the counts are
    of all.
    """

    anchor_id: str
    anchor_label: str
    applications: tuple[RelatedProvision, ...]
    origins: tuple[RelatedProvision, ...]
    n_applications: int
    n_origins: int
    inside: tuple[CitationEdge, ...]


def related(
    snapshot: Snapshot,
    version: Version,
    cut: Cut,
    authority: Authority,
    passages: Sequence[str] = (),
) -> Related:
    """The anchor that a quotation from ``version`` rests on, and its neighbours in the graph.

    ``passages`` are what was found for the question, best first: of the authorities that the quoted
    passage rests on, the one that most of them rest on is the anchor.
    """
    unit = version.provision_id
    heaviest = anchors(snapshot, [unit, *passages])
    anchor = next(a for a in heaviest if unit in a.passages)
    into = [
        e for e in snapshot.citing(cited_as(anchor.id), _MANY) if not contains(anchor.id, e.source)
    ]
    out = [e for e in snapshot.cited_by(anchor.id) if not contains(anchor.id, e.target)]
    sources = list(dict.fromkeys(e.source for e in into))
    targets = list(dict.fromkeys((e.target, e.label) for e in out))
    return Related(
        anchor_id=anchor.id,
        anchor_label=anchor.label,
        applications=tuple(_described(snapshot, s, "") for s in sources[:_LISTED]),
        origins=tuple(_described(snapshot, t, label) for t, label in targets[:_LISTED]),
        n_applications=len(sources),
        n_origins=len(targets),
        inside=tuple(
            e
            for e in snapshot.cited_by(unit)
            if cut.start <= e.start
            and e.end <= cut.end
            and version.text[e.start : e.end]
            == e.label  # an edge of another version lies elsewhere
        ),
    )


def _described(snapshot: Snapshot, provision_id: str, label: str) -> RelatedProvision:
    version = snapshot.version_on(provision_id)
    authority = snapshot.authority(authority_of(provision_id))
    if version is None or authority is None:
        name = authority.short_title if authority else " ".join(label.split())
        return RelatedProvision(provision_id, name or provision_id, "")
    part = next((p for p in version.parts if p.id == provision_id), None)
    text = version.text[part.start : part.end] if part else version.text
    snippet = (
        text if len(text) <= _SNIPPET_CHARS else text[: text.rfind(" ", 0, _SNIPPET_CHARS)] + " …"
    )
    name = f"{part.label if part else version.label} {authority.short_title}"
    return RelatedProvision(provision_id, name, snippet)
