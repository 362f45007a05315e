"""Where an authority stands on a day: what binds before what persuades, what is in force before what
is not, what is primary before what is made under it, what a later authority has undone last.

The order of sources, and which statuses bind nobody, are the pack's (``ontology.yaml``); the figures
here only say how much of a passage's fit a lower standing costs. They part passages that fit about
equally well; a passage that alone answers the question is still found, and its card says what it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from lexwarrant.jurisdictions.ontology import ontology
from lexwarrant.jurisdictions.registry import codes
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import Status, TreatmentKind


class Lower(StrEnum):
    """One way in which an authority stands below another."""

    NOT_BINDING = "not_binding"
    UNDONE = "undone"
    NO_LONGER = "no_longer"
    NOT_YET = "not_yet"
    MADE_UNDER = "made_under"


COST = {
    Lower.NOT_BINDING: 0.15,
    Lower.UNDONE: 0.15,
    Lower.NO_LONGER: 0.10,
    Lower.NOT_YET: 0.02,
    Lower.MADE_UNDER: 0.01,
}
"""What each takes from a passage's strength (0..1)."""

_UNDONE = frozenset({TreatmentKind.OVERRULED, TreatmentKind.REVERSED})
_GONE = frozenset({Status.REPEALED, Status.EXPIRED})
_WAITING = frozenset({Status.NOT_YET_IN_FORCE, Status.IN_FORCE_NOT_APPLICABLE})


@dataclass(frozen=True, slots=True)
class Standing:
    """An authority's place: its rank in the pack's hierarchy (None: not listed), whether it binds,
    its status on the day (``UNKNOWN`` without a day), every way in which it stands lower, and what
    that takes from a passage's strength."""

    rank: int | None
    binding: bool
    status: Status
    lower: tuple[Lower, ...]
    cost: float = 0.0


PLAIN = Standing(None, True, Status.UNKNOWN, ())


def standing(snapshot: Snapshot, provision_id: str, on: date | None) -> Standing:
    """The standing of a provision on a day; `PLAIN` for one that is not held."""
    authority = snapshot.authority(authority_of(provision_id))
    if authority is None:
        return PLAIN
    known = ontology(authority.jurisdiction) if authority.jurisdiction in codes() else None
    found = known.rank_of(authority.kind) if known else None
    binding = found is None or found[1].binding
    if known and authority.status in known.not_binding:
        binding = False
    lower = [] if binding else [Lower.NOT_BINDING]
    if found is not None and not found[1].primary:
        lower.append(Lower.MADE_UNDER)
    treated = (*snapshot.treatments(provision_id), *snapshot.treatments(authority.id))
    if any(t.kind in _UNDONE and (on is None or t.on is None or t.on <= on) for t in treated):
        lower.append(Lower.UNDONE)
    status = Status.UNKNOWN
    if on is not None:
        status = snapshot.status_on(provision_id, on)
    elif authority.repealed is not None:
        status = Status.REPEALED
    if status in _GONE:
        lower.append(Lower.NO_LONGER)
    elif status in _WAITING:
        lower.append(Lower.NOT_YET)
    cost = sum(COST[each] for each in lower)
    return Standing(found[0] if found else None, binding, status, tuple(lower), cost)
