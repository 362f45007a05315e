"""What stands of the words quoted, decided once, so that every line a reader is shown agrees.

A status on a day, the end of a text, an amendment whose words are not held, a later authority: each is
known apart, and a card that printed each apart would contradict itself ("in force" beside "repealed
by"). Here they come to one `State`, and the step's words, the card's lines and its dimensions follow
from that.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from lexwarrant.answering.warnings import fixes_date, unheld_amendments
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.law.timeline import WHOLE
from lexwarrant.records.answer import Quotation
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import Authority, Effect, Status, Treatment, TreatmentKind, Version
from lexwarrant.records.response import Binds, State
from lexwarrant.retrieval.standing import Standing, standing

_OF_STATUS = {
    Status.APPLICABLE: State.IN_FORCE,
    Status.IN_FORCE_NOT_APPLICABLE: State.WAITING,
    Status.NOT_YET_IN_FORCE: State.NOT_YET,
    Status.REPEALED: State.REPEALED,
    Status.EXPIRED: State.EXPIRED,
    Status.UNKNOWN: State.UNKNOWN,
}
_OVER = frozenset({State.REPEALED, State.EXPIRED, State.UNDONE})
_OPEN = frozenset({State.UNKNOWN, State.UNDATED, State.SUPERSEDED})


@dataclass(frozen=True, slots=True)
class Holding:
    """A quotation on a day: what it is cut from, and what became of that.

    ``version`` is the text of the day, or the newest where none of the day is held; ``held_on`` the
    day itself in the first case, else None. ``ended`` is the day the text ceased to stand, None when
    none is known; ``amended`` the amendments by the day whose words are not held; ``blind`` says that
    later amendments are unknown of the whole authority.
    """

    authority: Authority | None
    version: Version | None
    standing: Standing
    status: Status
    state: State
    binds: Binds
    held_on: date | None
    ended: date | None
    applies_from: date | None
    treatments: tuple[Treatment, ...]
    amended: tuple[Treatment, ...]
    blind: bool


def holding(snapshot: Snapshot, quotation: Quotation, on: date | None) -> Holding:
    """What stands of a quotation on a day (None: no day was asked about)."""
    place = quotation.provision_id
    authority = snapshot.authority(authority_of(place))
    stands = standing(snapshot, place, on)
    of_day = snapshot.version_on(quotation.document_id, on)
    version = of_day or snapshot.version_on(quotation.document_id)
    rule = snapshot.applicability(place)
    undone = snapshot.undone_by(place, on)
    amended = unheld_amendments(snapshot, version, on) if version else ()
    fixes = fixes_date(snapshot, quotation.document_id, quotation.start or 0, quotation.end or 0)

    status = stands.status
    if undone is not None and undone.kind is TreatmentKind.REPEALED and undone.scope == WHOLE:
        status = Status.REPEALED
    if on is None and version is not None and version.repealed:
        status = Status.REPEALED
    waits = status in (Status.IN_FORCE_NOT_APPLICABLE, Status.NOT_YET_IN_FORCE)
    state = _OF_STATUS[status]
    if state in (State.REPEALED, State.EXPIRED):
        pass
    elif undone is not None and undone.scope == WHOLE:
        state = State.UNDONE
    elif fixes and waits:
        state = State.FIXES
        if status is Status.IN_FORCE_NOT_APPLICABLE:
            status = Status.APPLICABLE
    elif amended and not waits:
        state = State.SUPERSEDED
    elif not stands.binding:
        state = State.NOT_LAW
    elif on is None:
        state = State.UNDATED

    ends = [version.valid_to if version else None, authority.repealed if authority else None]
    ends += [undone.on] if undone is not None and undone.scope == WHOLE else []
    ends += [rule.applies_to] if rule is not None and state is State.EXPIRED else []
    ends += [t.on for t in amended[:1]] if state is State.SUPERSEDED else []
    ended = min((e for e in ends if e is not None), default=None)
    starts = rule.applies_from if rule is not None and not fixes else None
    if starts is not None and ended is not None and ended <= starts:
        starts = None
    return Holding(
        authority, version, stands, status, state,
        _binds(stands, authority, status, state),
        on if of_day is not None else None,
        ended,
        starts,
        tuple(snapshot.treatments(quotation.document_id)),
        amended,
        authority is not None and not authority.coverage.later_amendments,
    )  # fmt: skip


def _binds(stands: Standing, authority: Authority | None, status: Status, state: State) -> Binds:
    """Whom the source binds; a directive binds its States from its entry into force."""
    if not stands.binding:
        return Binds.NOBODY
    if state in _OVER:
        return Binds.NO_LONGER
    directive = authority is not None and authority.effect is Effect.TRANSPOSED
    if status is Status.NOT_YET_IN_FORCE or (state is State.WAITING and not directive):
        return Binds.NOT_YET
    if state in _OPEN:
        return Binds.STATES_IF if directive else Binds.ALL_IF
    return Binds.STATES if directive else Binds.ALL
