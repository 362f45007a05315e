"""What has become of what is cited: no longer law, undone on one point, or not yet law."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from lexwarrant.law.library import Library
from lexwarrant.law.timeline import WHOLE
from lexwarrant.records.citation import CitedStatus
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import Status, Treatment

_STATUS = {
    Status.REPEALED: (CitedStatus.NO_LONGER_LAW, "stood repealed"),
    Status.EXPIRED: (CitedStatus.NO_LONGER_LAW, "had expired"),
    Status.NOT_YET_IN_FORCE: (CitedStatus.NOT_YET, "was not yet in force"),
    Status.IN_FORCE_NOT_APPLICABLE: (CitedStatus.NOT_YET, "was in force and did not yet apply"),
}


def status_of(library: Library, ids: Sequence[str], on: date | None) -> tuple[CitedStatus, str]:
    """What became of the provisions ``ids`` by ``on`` (None: as far as the snapshot knows)."""
    for provision in ids:
        treatment = library.undone_by(provision, on)
        if treatment is not None:
            whole = treatment.scope == WHOLE
            status = CitedStatus.NO_LONGER_LAW if whole else CitedStatus.IN_PART
            return status, said_of(library, treatment)
        if on is not None:
            known = _STATUS.get(library.status_on(provision, on))
            if known is not None:
                return known[0], f"{_name(library, provision)} {known[1]} on {on}"
        elif (version := library.version_on(provision)) is not None and version.repealed:
            return CitedStatus.NO_LONGER_LAW, f"{_name(library, provision)} stands repealed"
    return CitedStatus.NOTHING_KNOWN, ""


def said_of(library: Library, treatment: Treatment) -> str:
    """A treatment in words: what was done, on which point, by what, when."""
    by = library.authority(authority_of(treatment.by))
    name = f"{by.short_title} ({treatment.by})" if by and by.short_title else treatment.by
    point = "" if treatment.scope == WHOLE else f" on one point ({treatment.scope})"
    day = f" on {treatment.on}" if treatment.on else ""
    return f"{treatment.kind.value}{point} by {name}{day}"


def _name(library: Library, provision: str) -> str:
    authority = library.authority(authority_of(provision))
    version = library.version_on(provision)
    name = authority.short_title if authority else authority_of(provision)
    return f"{version.label} {name}" if version else name
