"""What changed between two snapshots, provision by provision.

The newest text of each territory is compared, then the timeline behind it, the dates of
application and the treatments. Memory follows the largest authority and not the snapshots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Protocol

from lexwarrant.law.timeline import version_on
from lexwarrant.records.law import Applicability, Authority, Treatment, Version

_MAX_COMPARED = 6_000


class HeldLaw(Protocol):
    """What a comparison needs of a snapshot; `lexwarrant.law.snapshot.Snapshot` has it."""

    def authorities(self, jurisdiction: str | None = None) -> Iterator[Authority]:
        """Every authority."""
        ...

    def units(self, authority_id: str) -> list[str]:
        """Units of an authority in order."""
        ...

    def versions(self, provision_id: str) -> tuple[Version, ...]:
        """Every version of a unit; empty when it is not held."""
        ...

    def applicability(self, provision_id: str) -> Applicability | None:
        """The record that decides when a provision applies."""
        ...

    def treatments(self, target: str) -> list[Treatment]:
        """What later authorities did to ``target``."""
        ...


class ChangeKind(StrEnum):
    """What became of a provision between two snapshots."""

    ADDED = "added"
    REMOVED = "removed"
    """It is no longer held; whether it is still law the newer snapshot does not say."""
    REPEALED = "repealed"
    AMENDED = "amended"
    """Its newest words differ."""
    LAYOUT = "layout"
    """Its newest words differ in spaces, quotation marks or punctuation only."""
    TIMELINE = "timeline"
    """Its newest words are the same and its earlier texts or dates differ."""
    APPLICATION = "application"
    """It applies from or until another day."""
    TREATED = "treated"
    """The newer snapshot knows of a later authority that did something to it."""
    COVERAGE = "coverage"
    """Its text was whole and is not, or the other way round."""


@dataclass(frozen=True, slots=True)
class ProvisionChange:
    """One change of one provision (or of an authority, for ``TREATED``).

    ``parts`` are the ids of parts whose words were added, removed or changed; ``before`` and
    ``after`` the newest texts (for ``TREATED``, ``after`` says by what). ``since`` is the day from
    which the new text stands and ``changed_by`` what changed it, where the snapshot says so.
    """

    provision: str
    label: str
    kind: ChangeKind
    before: str = ""
    after: str = ""
    parts: tuple[str, ...] = ()
    extent: tuple[str, ...] = ()
    since: date | None = None
    changed_by: str = ""


def diff(old: HeldLaw, new: HeldLaw) -> Iterator[ProvisionChange]:
    """Every change from ``old`` to ``new``, by authority id and then in the order of the text."""
    before = {authority.id for authority in old.authorities()}
    after = {authority.id for authority in new.authorities()}
    for authority in sorted(before | after):
        yield from _treated(authority, authority, old, new)
        units = new.units(authority) if authority in after else []
        known = set(units)
        gone = old.units(authority) if authority in before else []
        for unit in [*units, *(u for u in gone if u not in known)]:
            yield from _unit(unit, old, new)


def _unit(unit: str, old: HeldLaw, new: HeldLaw) -> Iterator[ProvisionChange]:
    before, after = old.versions(unit), new.versions(unit)
    if not before or not after:
        yield from _whole(unit, before, after)
        return
    if before != after:
        texts = list(_texts(unit, before, after))
        yield from texts
        if not texts:
            newest = _newest(after)
            yield ProvisionChange(unit, newest.label, ChangeKind.TIMELINE, since=newest.valid_from)
    first, then = old.applicability(unit), new.applicability(unit)
    if (first and (first.applies_from, first.applies_to)) != (
        then and (then.applies_from, then.applies_to)
    ):
        yield ProvisionChange(
            unit, _newest(after).label, ChangeKind.APPLICATION, _period(first), _period(then)
        )
    yield from _treated(unit, _newest(after).label, old, new)


def _whole(
    unit: str, before: Sequence[Version], after: Sequence[Version]
) -> Iterator[ProvisionChange]:
    if after:
        newest = _newest(after)
        parts = tuple(part.id for part in newest.parts)
        yield ProvisionChange(
            unit,
            newest.label,
            ChangeKind.ADDED,
            after=newest.text,
            parts=parts,
            since=newest.valid_from,
            changed_by=newest.changed_by,
        )
    elif before:
        newest = _newest(before)
        parts = tuple(part.id for part in newest.parts)
        yield ProvisionChange(
            unit, newest.label, ChangeKind.REMOVED, before=newest.text, parts=parts
        )


def _newest(versions: Sequence[Version]) -> Version:
    return version_on(versions, None) or versions[-1]


def _by_extent(versions: Sequence[Version]) -> dict[tuple[str, ...], Version]:
    """The newest version for each territory."""
    out: dict[tuple[str, ...], Version] = {}
    for extent in {v.extent for v in versions}:
        out[extent] = _newest([v for v in versions if v.extent == extent])
    return out


def _texts(
    unit: str, before: Sequence[Version], after: Sequence[Version]
) -> Iterator[ProvisionChange]:
    olds, news = _by_extent(before), _by_extent(after)
    for extent in sorted(olds.keys() | news.keys()):
        # A territory that gets a text of its own was under the text for all before.
        was = olds.get(extent) or olds.get(()) or _newest(before)
        now = news.get(extent) or news.get(()) or _newest(after)
        kind = _kind(was, now)
        if kind is not None:
            yield ProvisionChange(
                unit,
                now.label,
                kind,
                was.text,
                now.text,
                changed_parts(was, now),
                extent,
                now.valid_from,
                now.changed_by,
            )


def _kind(was: Version, now: Version) -> ChangeKind | None:
    if now.repealed and not was.repealed:
        return ChangeKind.REPEALED
    if was.text == now.text and was.heading == now.heading and was.repealed == now.repealed:
        return ChangeKind.COVERAGE if was.complete != now.complete else None
    before, after = letters(was.text), letters(now.text)
    if was.complete != now.complete:
        cut, whole = (after, before) if was.complete else (before, after)
        if whole.startswith(cut):
            return ChangeKind.COVERAGE  # as far as the cut text goes, nothing differs
    same = before == after and letters(was.heading) == letters(now.heading)
    return ChangeKind.LAYOUT if same and was.repealed == now.repealed else ChangeKind.AMENDED


def letters(text: str) -> str:
    """Letters and digits only, small: equal when nothing but print differs."""
    return "".join(c for c in text.casefold() if c.isalnum())


def changed_parts(was: Version, now: Version) -> tuple[str, ...]:
    """Ids of parts that were added, removed or have other words, in the order of the new text."""
    old = {p.id: was.text[p.start : p.end] for p in was.parts}
    new = {p.id: now.text[p.start : p.end] for p in now.parts}
    changed = [i for i, text in new.items() if letters(old.get(i, "")) != letters(text)]
    return (*changed, *(i for i in old if i not in new))


def word_changes(change: ProvisionChange) -> list[tuple[str, str]]:
    """Words of the older text and what stands in their place, in order; either may be empty.

    Texts of more than `_MAX_COMPARED` words together are given whole.
    """
    before, after = change.before.split(), change.after.split()
    if len(before) + len(after) > _MAX_COMPARED or not before or not after:
        return [(change.before, change.after)]
    codes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return [
        (" ".join(before[a:b]), " ".join(after[c:d])) for tag, a, b, c, d in codes if tag != "equal"
    ]


def _period(record: Applicability | None) -> str:
    if record is None:
        return "no dates of its own"
    return f"from {record.applies_from or 'an unknown day'} to {record.applies_to or 'no end'}"


def _treated(target: str, label: str, old: HeldLaw, new: HeldLaw) -> Iterator[ProvisionChange]:
    known = set(old.treatments(target))
    for treatment in new.treatments(target):
        if treatment not in known:
            scope = "" if treatment.scope == "whole" else f", {treatment.scope}"
            yield ProvisionChange(
                target,
                label,
                ChangeKind.TREATED,
                after=f"{treatment.kind.value} by {treatment.by}{scope}",
                since=treatment.on,
                changed_by=treatment.by,
            )
