"""Whether a provision that somebody names exists, as far as a snapshot can tell.

Absent from a snapshot is not "does not exist": only a kind of unit that the authority's coverage
declares complete can be missing, and only a unit whose text is whole can lack a part.
"""

from __future__ import annotations

from dataclasses import dataclass

from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.citation import Resolves
from lexwarrant.records.ids import split_id

_KIND_WORDS = {
    "anx": "annexes",
    "rec": "recitals",
    "art": "articles",
    "s": "sections",
    "sch": "schedules",
}


@dataclass(frozen=True, slots=True)
class Existence:
    """A verdict of `Resolves` on one provision id, and one sentence that says why."""

    resolves: Resolves
    reason: str


def existence(snapshot: Snapshot, provision_id: str) -> Existence:
    """Whether ``provision_id`` (authority, unit or part) exists in what the snapshot holds."""
    if snapshot.has(provision_id):
        return Existence(Resolves.EXISTS, "held")
    split = split_id(provision_id)
    authority = snapshot.authority(split.authority)
    if authority is None:
        return Existence(Resolves.OUT_OF_COVERAGE, f"{split.authority} is not in the snapshot")
    name = authority.short_title
    if split.unit is None:
        return Existence(Resolves.EXISTS, "held")
    if not authority.text_held:
        return Existence(Resolves.OUT_OF_COVERAGE, f"the text of {name} is not held")
    kind = split.unit[len(split.authority) + 1 :].split("/")[0]
    versions = snapshot.versions(split.unit)
    if not versions:
        if kind in authority.coverage.complete:
            count = len(snapshot.units(split.authority))
            return Existence(
                Resolves.NO_SUCH_PROVISION,
                f"{name} has no such provision: its {_KIND_WORDS.get(kind, 'provisions')} are held "
                f"completely ({count}), and this is none of them",
            )
        words = _KIND_WORDS.get(kind, "provisions of this kind")
        return Existence(Resolves.OUT_OF_COVERAGE, f"the {words} of {name} are not held")
    if not all(v.complete for v in versions):
        return Existence(
            Resolves.OUT_OF_COVERAGE,
            f"the text of {versions[-1].label} {name} is held only in part",
        )
    if not any(v.parts for v in versions):
        return Existence(
            Resolves.NO_SUCH_PROVISION, f"{versions[-1].label} {name} has no numbered parts"
        )
    return Existence(
        Resolves.NO_SUCH_PROVISION,
        f"{versions[-1].label} {name} has no such paragraph or point",
    )
