"""What a provision says and is on a date: pure functions over its records.

Status is never guessed. It is decided, in this order, by the version in force on the date, by a
repeal, and by the dates of application of the smallest target around the provision; a date before
anything is known gives ``UNKNOWN``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from lexwarrant.records.ids import ancestors
from lexwarrant.records.law import (
    Applicability,
    Authority,
    Status,
    Treatment,
    TreatmentKind,
    Version,
)

_UNDOING = frozenset({TreatmentKind.OVERRULED, TreatmentKind.REVERSED, TreatmentKind.REPEALED})
WHOLE = "whole"


def version_on(
    versions: Iterable[Version], on: date | None, extent: str | None = None
) -> Version | None:
    """The version that stood on ``on`` (None: the newest), for a territory if one is given.

    None when no version is known to have stood then. Of several extents without ``extent``, the
    one for all territories, else the first by name.
    """
    fitting = [
        v
        for v in versions
        if (extent is None or not v.extent or extent in v.extent)
        and (
            on is None
            or (
                (v.valid_from is None or v.valid_from <= on)
                and (v.valid_to is None or on < v.valid_to)
            )
        )
    ]
    if not fitting:
        return None
    return max(
        fitting,
        key=lambda v: (
            v.valid_from or date.min,
            not v.extent,
            [-ord(c) for c in "".join(v.extent)],
        ),
    )


def extents(versions: Iterable[Version], on: date | None) -> tuple[tuple[str, ...], ...]:
    """The different territorial extents for which a text stood on ``on``."""
    found = {
        v.extent
        for v in versions
        if on is None
        or (
            (v.valid_from is None or v.valid_from <= on) and (v.valid_to is None or on < v.valid_to)
        )
    }
    return tuple(sorted(found))


def applicability(provision_id: str, known: Mapping[str, Applicability]) -> Applicability | None:
    """The record that decides when ``provision_id`` applies: the smallest target around it."""
    return next((known[i] for i in ancestors(provision_id) if i in known), None)


def status_on(
    provision_id: str,
    on: date,
    authority: Authority,
    versions: Sequence[Version],
    applies: Mapping[str, Applicability],
    treatments: Iterable[Treatment] = (),
) -> Status:
    """What ``provision_id`` is on ``on``; ``treatments`` are of it and of what it lies in.

    What another authority repealed as a whole is ``REPEALED`` from the day of that treatment on; a
    repeal without a day leaves the status ``UNKNOWN``. A decision that was overruled or reversed keeps
    its status: what was done to it is told by its treatments (`undoing`).

    A gap between two versions, a day before the first version we know of an authority whose entry
    into force we do not know, and a start that the law leaves to somebody's order are ``UNKNOWN``.
    """
    rule = applicability(provision_id, applies)
    if authority.repealed is not None and on >= authority.repealed:
        return Status.REPEALED
    if authority.in_force is not None and on < authority.in_force:
        return Status.NOT_YET_IN_FORCE
    if rule is not None and rule.applies_to is not None and on >= rule.applies_to:
        return Status.EXPIRED
    standing = version_on(versions, on)
    waits = rule is not None and rule.applies_from is not None and on < rule.applies_from
    repealed = _repealed(provision_id, on, standing, treatments)
    if repealed is not None:
        return repealed
    if standing is None:
        return _without_text(on, authority, versions, waits=waits)
    if standing.repealed:
        return Status.REPEALED
    if waits:
        in_force = standing.valid_from is not None or authority.in_force is not None
        return Status.IN_FORCE_NOT_APPLICABLE if in_force else Status.NOT_YET_IN_FORCE
    if rule is not None and rule.applies_from is None and rule.applies_to is None:
        return Status.UNKNOWN
    if standing.valid_from is None and authority.in_force is None and rule is None:
        return Status.UNKNOWN
    return Status.APPLICABLE


def _repealed(
    provision_id: str, on: date, standing: Version | None, treatments: Iterable[Treatment]
) -> Status | None:
    """``REPEALED`` when another authority repealed the whole by ``on``, ``UNKNOWN`` when no day is said.

    A text that came into force on the day of the repeal or later was made anew: it stands.
    """
    anew = None
    if standing is not None and (
        provision_id == standing.provision_id or any(p.id == provision_id for p in standing.parts)
    ):
        anew = standing.valid_from
    found = [
        t
        for t in treatments
        if t.kind is TreatmentKind.REPEALED
        and t.scope == WHOLE
        and (t.on is None or (t.on <= on and (anew is None or anew < t.on)))
    ]
    if any(t.on is not None for t in found):
        return Status.REPEALED
    return Status.UNKNOWN if found else None


def _without_text(
    on: date, authority: Authority, versions: Sequence[Version], *, waits: bool
) -> Status:
    """The status on a day for which no text is known."""
    starts = [v.valid_from for v in versions if v.valid_from is not None]
    ends = [v.valid_to for v in versions if v.valid_to is not None]
    if not starts and not ends:
        return Status.UNKNOWN
    if ends and on >= max(ends) and all(start <= on for start in starts):
        return Status.REPEALED
    if starts and on < min(starts):
        if waits:
            return Status.NOT_YET_IN_FORCE
        known = authority.in_force is not None and min(starts) >= authority.in_force
        inserted_later = known and min(starts) != authority.in_force
        return Status.NOT_YET_IN_FORCE if inserted_later else Status.UNKNOWN
    return Status.UNKNOWN


@dataclass(frozen=True, slots=True)
class Amendment:
    """A provision's text on a date and the newer text that has replaced it since."""

    then: Version
    now: Version


def amended_since(versions: Sequence[Version], on: date) -> Amendment | None:
    """Both texts when the text of ``on`` is no longer the newest, else None."""
    then = version_on(versions, on)
    now = version_on(versions, None)
    if then is None or now is None or then == now or then.text == now.text:
        return None
    return Amendment(then, now)


def undoing(treatments: Iterable[Treatment], on: date | None) -> Treatment | None:
    """The treatment that made something no longer law by ``on`` (None: ever), as far as is known.

    One of the whole comes before one of a point, the oldest first. What became of the authority that
    undid it is not followed: a decision does not revive when that one is overruled in its turn.
    """
    found = [
        t for t in treatments if t.kind in _UNDOING and (on is None or t.on is None or t.on <= on)
    ]
    return min(found, key=lambda t: (t.scope != WHOLE, t.on or date.min), default=None)
