"""Cutting versions into passages: what an index holds and a question is matched against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from lexwarrant.records.ids import ancestors
from lexwarrant.records.law import Authority, Part, Version

FAR_PAST = 0
FAR_FUTURE = 10**6
"""Day numbers (proleptic Gregorian ordinals) that stand for "always" and "still"."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a unit's text that is indexed as one.

    ``provision_id`` is the part it is (or the unit), ``start``/``end`` its span in the unit's text.
    ``head`` is the heading with the words that introduce a list, ``aid`` the index lines for it,
    ``unit_aid`` those for its unit. ``valid_from``/``valid_to`` are day ordinals, end exclusive.
    """

    provision_id: str
    unit_id: str
    start: int
    end: int
    text: str
    head: str
    aid: str
    unit_aid: str
    jurisdiction: str
    kind: str
    language: str
    valid_from: int
    valid_to: int


def _ordinal(day: date | None, otherwise: int) -> int:
    return day.toordinal() if day else otherwise


def passages_of(
    version: Version, authority: Authority, aid: Mapping[str, Sequence[str]]
) -> Iterator[Passage]:
    """Passages of a version: each paragraph, and each point of a paragraph that has points.

    A unit without parts is one passage. Nothing is passed over: every character of the text lies
    in at least one passage but for stray text between parts, which the unit's own passage holds.
    """
    unit_aid = "\n".join(aid.get(version.provision_id, ()))

    def passage(provision_id: str, start: int, end: int, intro: str) -> Passage:
        lines = [
            line
            for around in ancestors(provision_id)
            if around not in (version.provision_id, authority.id)
            for line in aid.get(around, ())
        ]
        return Passage(
            provision_id=provision_id,
            unit_id=version.provision_id,
            start=start,
            end=end,
            text=version.text[start:end],
            head=f"{version.heading} {intro}".strip(),
            aid="\n".join(lines),
            unit_aid=unit_aid,
            jurisdiction=authority.jurisdiction,
            kind=authority.kind.value,
            language=authority.language,
            valid_from=_ordinal(version.valid_from, FAR_PAST),
            valid_to=_ordinal(version.valid_to, FAR_FUTURE),
        )

    if not version.text:
        return
    top = _outermost(version.parts)
    covered = sum(p.end - p.start for p in top)
    if len(version.text) - covered > 40 or not top:
        yield passage(version.provision_id, 0, len(version.text), "")
    for part in top:
        yield passage(part.id, part.start, part.end, "")
        inner = _outermost([p for p in version.parts if p is not part and _inside(p, part)])
        for point in inner:
            yield passage(
                point.id, point.start, point.end, version.text[part.start : inner[0].start]
            )


def _inside(inner: Part, outer: Part) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _outermost(parts: Sequence[Part]) -> list[Part]:
    """Parts that lie in no other, in order of position."""
    out: list[Part] = []
    for part in sorted(parts, key=lambda p: (p.start, -p.end)):
        if not out or part.start >= out[-1].end:
            out.append(part)
    return out
