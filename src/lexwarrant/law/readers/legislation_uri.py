"""URIs of legislation.gov.uk and Find Case Law as ids (`lexwarrant.records.ids`).

``http://www.legislation.gov.uk/id/ukpga/1996/18/section/124/1ZA`` is
``uk/ukpga/1996/18/s/124/1ZA``: the words of the URI become unit markers, what says which version is
meant ("enacted", a date, a territory) is dropped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_HOST = re.compile(
    r"https?://(?:www\.)?(?:legislation\.gov\.uk|caselaw\.nationalarchives\.gov\.uk)/(?:id/)?"
)
_UNITS = {
    "section": "s",
    "article": "art",
    "regulation": "reg",
    "rule": "rule",
    "schedule": "sch",
    "paragraph": "para",
}
_CONTAINERS = frozenset(
    {"part", "chapter", "crossheading", "body", "introduction", "contents", "schedules", "note"}
    | {"signature", "annex", "annexes", "title", "group"}
)
_VERSION = re.compile(
    r"enacted|made|created|adopted|prospective|data\.\w+|\d{4}-\d{2}-\d{2}|"
    r"(?:england|wales|scotland|ni)(?:\+(?:england|wales|scotland|ni))*"
)
_LABELS = {"s": "section", "art": "article", "reg": "regulation", "rule": "rule"}


@dataclass(frozen=True, slots=True)
class Place:
    """What a URI points to: an authority, perhaps a unit of it, perhaps parts of the unit."""

    authority: str
    unit: str
    parts: tuple[str, ...]
    label: str


def place(uri: str) -> Place | None:
    """The place a URI names, or None for a URI of another site."""
    host = _HOST.match(uri)
    if not host:
        return None
    segments = [s for s in uri[host.end() :].split("#")[0].strip("/").split("/") if s]
    first = next((i for i, s in enumerate(segments) if s in _UNITS or s in _CONTAINERS), None)
    own = segments[:first]
    while own and _VERSION.fullmatch(own[-1]):
        own.pop()
    if not own:
        return None
    authority = "/".join(("uk", *(s.lower() for s in own)))
    if first is None:
        return Place(authority, "", (), "")
    return _unit(authority, [s for s in segments[first:] if not _VERSION.fullmatch(s)])


def _unit(authority: str, segments: list[str]) -> Place:
    unit: list[str] = []
    labels: list[str] = []
    parts: list[str] = []
    index = 0
    while index < len(segments):
        word = segments[index]
        following = segments[index + 1] if index + 1 < len(segments) else ""
        if word in _UNITS and not parts:
            marker = _UNITS[word]
            number = following if following and following not in _UNITS else "1"
            unit += [marker, number]
            labels.append(f"{_word(marker, bool(unit[2:]))} {number}")
            index += 2 if number == following else 1
        elif word in _CONTAINERS:
            if unit and word == "part" and following:
                unit += ["pt", following]
                labels.append(f"Part {following}")
            index += 2
        else:
            parts.append(word)
            index += 1
    if not unit:
        return Place(authority, "", (), "")
    return Place(authority, "/".join((authority, *unit)), tuple(parts), " ".join(labels))


def _word(marker: str, inside: bool) -> str:
    if marker == "sch":
        return "Schedule"
    return "paragraph" if inside or marker == "para" else _LABELS[marker]
