"""Decisions of a snapshot by coordinate, by parties, and which of their series are complete.

Built once, when the first decision is asked for; it holds ids, never texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lexwarrant.law.library import Library
from lexwarrant.law.naming import coordinate_key, same_parties, sides
from lexwarrant.records.citation import Citation
from lexwarrant.records.law import Authority, AuthorityKind

_SLOT = re.compile(r"(?P<series>.*\D)(?P<page>\d+)\Z")


def parties_of(authority: Authority) -> str:
    """The parties of a decision, or its title where they are not given."""
    return authority.parties or authority.title


class DecisionIndex:
    """Where the decisions of a library are reported."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._slots: dict[str, list[str]] | None = None
        self._starts: dict[str, list[tuple[int, str]]] = {}
        self._parties: dict[str, list[str]] = {}
        self._series: dict[str, Authority] = {}

    def _load(self) -> dict[str, list[str]]:
        if self._slots is None:
            slots: dict[str, list[str]] = {}
            for authority in self._library.authorities():
                series = next((i.value for i in authority.identifiers if i.scheme == "series"), "")
                if series:
                    self._series[coordinate_key(series)] = authority
                if authority.kind is not AuthorityKind.JUDGMENT:
                    continue
                called = {i.value for i in authority.identifiers} | set(authority.aliases)
                called |= {authority.number} if authority.number else set()
                for name in called:
                    key = coordinate_key(name)
                    slots.setdefault(key, []).append(authority.id)
                    slot = _SLOT.match(key)
                    if slot is not None:
                        self._starts.setdefault(slot["series"], []).append(
                            (int(slot["page"]), authority.id)
                        )
                for side in sides(parties_of(authority)):
                    if side:
                        self._parties.setdefault(side[0], []).append(authority.id)
            for starts in self._starts.values():
                starts.sort()
            self._slots = slots
        return self._slots

    def at(self, coordinates: Sequence[str]) -> list[Authority]:
        slots = self._load()
        ids = dict.fromkeys(i for c in coordinates if c for i in slots.get(coordinate_key(c), ()))
        held = (self._library.authority(i) for i in ids)
        return [a for a in held if a is not None]

    def named(self, citation: Citation) -> list[Authority]:
        """Decisions between these parties, wherever they are reported."""
        left, right = sides(citation.parts.parties)
        if not left and not right:
            return []
        self._load()
        ids = dict.fromkeys(
            i for side in (left, right) if side for i in self._parties.get(side[0], ())[:200]
        )
        held = (self._library.authority(i) for i in ids)
        return [
            a for a in held if a is not None and same_parties(citation.parts.parties, parties_of(a))
        ]

    def around(self, coordinate: str) -> Authority | None:
        """The decision of the same volume that begins before this page, the nearest."""
        slot = _SLOT.match(coordinate_key(coordinate))
        if slot is None:
            return None
        before = [i for page, i in self._starts.get(slot["series"], ()) if page < int(slot["page"])]
        return self._library.authority(before[-1]) if before else None

    def complete(self, coordinate: str, citation: Citation) -> bool:
        """Whether the snapshot declares the volume or year of a coordinate complete."""
        self._load()
        key = coordinate_key(coordinate)
        for name, series in self._series.items():
            if name not in key or series.jurisdiction != citation.jurisdiction:
                continue
            volume = citation.parts.volume or citation.parts.year
            if _SLOT.match(key) is None or coordinate_key(citation.parts.reporter or name) != name:
                continue
            if any(_covers(span, volume) for span in series.coverage.complete):
                return True
        return False


def _covers(span: str, volume: str) -> bool:
    if span in ("*", volume):
        return True
    low, dash, high = span.partition("-")
    return (
        bool(dash)
        and all(v.isdigit() for v in (low, high, volume))
        and (int(low) <= int(volume) <= int(high))
    )
