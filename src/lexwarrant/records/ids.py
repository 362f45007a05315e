"""Ids of authorities and provisions.

An id is a path of slugs from large to small::

    eu/32016R0679                      an authority
    eu/32016R0679/art/5                a provision: the unit that has versions
    eu/32016R0679/art/5/1/a            a part of it, the smallest thing a citation can name
    uk/ukpga/1996/18/sch/3/para/7/2    parts of a schedule

The first segment is the jurisdiction. The first segment that is a *unit marker* (``art``, ``s``,
``sch`` ...) ends the authority's own id. The last pair of marker and number is the unit; what
follows it are parts. Everything here is linear in the id's length and never raises on content.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

UNIT_MARKERS = frozenset(
    {"art", "s", "sch", "reg", "rule", "para", "anx", "rec", "cl", "ord", "amend", "pt"}
)
"""Segments that open a unit: article, section, schedule, regulation, rule, paragraph, annex,
recital, clause, order, amendment, part. A chapter is a division and no unit (and ``ch`` is a court
in ``uk/ewhc/ch/2017/3397``)."""


@dataclass(frozen=True, slots=True)
class SplitId:
    """An id taken apart.

    ``authority`` is never empty for a well-formed id; ``unit`` is the whole id of the unit (or
    None when the id names the authority); ``parts`` are the segments below the unit.
    """

    authority: str
    unit: str | None
    parts: tuple[str, ...]


@lru_cache(maxsize=65_536)
def split_id(provision_id: str) -> SplitId:
    """Take an id apart into authority, unit and parts."""
    segments = provision_id.split("/")
    first = None
    index = 1
    last_end = 0
    while index < len(segments):
        if segments[index] in UNIT_MARKERS and index >= 2 and index + 1 < len(segments):
            if first is None:
                first = index
            elif index != last_end:
                break  # a point called "s" below a unit is a part, not a section
            last_end = index + 2
            index += 2
        else:
            index += 1
    if first is None:
        return SplitId(provision_id, None, ())
    return SplitId(
        "/".join(segments[:first]), "/".join(segments[:last_end]), tuple(segments[last_end:])
    )


def unit_of(provision_id: str) -> str:
    """The unit (article, section, schedule paragraph) that ``provision_id`` lies in.

    For an authority's own id, that id.
    """
    split = split_id(provision_id)
    return split.unit or split.authority


def authority_of(provision_id: str) -> str:
    """The authority that ``provision_id`` lies in."""
    return split_id(provision_id).authority


def contains(outer: str, inner: str) -> bool:
    """Whether ``inner`` is ``outer`` or a part of it."""
    return inner == outer or inner.startswith(outer + "/")


def ancestors(provision_id: str) -> list[str]:
    """``provision_id`` and everything around it down to the authority, smallest first."""
    authority = authority_of(provision_id)
    out = [provision_id]
    current = provision_id
    while current != authority and "/" in current:
        current = current.rsplit("/", 1)[0]
        out.append(current)
    return out
