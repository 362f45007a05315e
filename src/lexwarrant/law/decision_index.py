"""Decisions of a snapshot by coordinate, by parties, and which of their series are complete.

Built once, when the first decision is asked for; it holds ids, never texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lexwarrant.law.library import Library
from lexwarrant.law.naming import coordinate_key, same_parties, sides
from lexwarrant.law.series import can_lack, coordinates_of, series_name, slot_of
from lexwarrant.records.citation import Citation
from lexwarrant.records.law import Authority, AuthorityKind

_SLOT = re.compile(r"(?P<series>.*\D)(?P<page>\d+)\Z")


_DIVISION = re.compile(r"(?P<whole>\[\d{4}.*\d)\((?P<division>[a-z&]+\d?)\)\Z")
_ONE_COUNT = re.compile(r"\[\d{4}ewhc\d")
"""The High Court of England and Wales numbers the decisions of all its divisions in one count."""


def undivided(key: str) -> tuple[str, str]:
    """A neutral citation's key without its division, and the division (empty when it has none)."""
    found = _DIVISION.match(key)
    return (found["whole"], found["division"]) if found else (key, "")


def parties_of(authority: Authority) -> str:
    """The parties of a decision, or its title where they are not given."""
    return authority.parties or authority.title


class DecisionIndex:
    """Where the decisions of a library are reported."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._slots: dict[str, list[str]] | None = None
        self._undivided: dict[str, list[str]] = {}
        """Ids by neutral citation without its division: "[2017] EWHC 3397" for "... (Ch)"."""
        self._starts: dict[str, list[tuple[int, str]]] = {}
        self._parties: dict[str, list[str]] = {}
        self._series: list[Authority] = []

    def _load(self) -> dict[str, list[str]]:
        if self._slots is None:
            slots: dict[str, list[str]] = {}
            for authority in self._library.authorities():
                if series_name(authority):
                    self._series.append(authority)
                if authority.kind is not AuthorityKind.JUDGMENT:
                    continue
                for name in coordinates_of(authority):
                    key = coordinate_key(name)
                    slots.setdefault(key, []).append(authority.id)
                    whole, _ = undivided(key)
                    self._undivided.setdefault(whole, []).append(authority.id)
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

    def in_other_divisions(self, coordinates: Sequence[str]) -> list[Authority]:
        """Decisions at these neutral citations, whichever division either names.

        Where the divisions count on their own (``UKUT (AAC)`` and ``UKUT (IAC)``), only a citation
        that names none is answered.
        """
        self._load()
        ids: dict[str, None] = {}
        for coordinate in filter(None, coordinates):
            whole, division = undivided(coordinate_key(coordinate))
            if division and not _ONE_COUNT.match(whole):
                continue
            ids.update(dict.fromkeys(self._undivided.get(whole, ())))
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

    def around(self, coordinate: str, jurisdiction: str) -> Authority | None:
        """The decision of the same volume that begins before this page, the nearest.

        None where the number is no page but counts decisions ("[2017] EWFC 84").
        """
        place = slot_of(coordinate, jurisdiction)
        if place is not None and not place.paged:
            return None
        slot = _SLOT.match(coordinate_key(coordinate))
        if slot is None:
            return None
        before = [i for page, i in self._starts.get(slot["series"], ()) if page < int(slot["page"])]
        return self._library.authority(before[-1]) if before else None

    def complete(self, coordinate: str, citation: Citation) -> bool:
        """Whether the snapshot declares the volume or year of a coordinate complete."""
        self._load()
        slot = slot_of(coordinate, citation.jurisdiction)
        return slot is not None and any(
            can_lack(series, slot, citation, self._newest(series))
            for series in self._series
            if series.jurisdiction == citation.jurisdiction
        )

    def _newest(self, series: Authority) -> int:
        """The highest volume of a series in which a decision is held; 0 where volumes have no number."""
        key = coordinate_key(series_name(series))
        volumes = (name.removesuffix(key) for name in self._starts if name.endswith(key))
        return max((int(v) for v in volumes if v.isdigit()), default=0)
