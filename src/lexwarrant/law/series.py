"""Series of decisions that a snapshot declares complete: the only ones that can lack a decision.

A series is an authority ``<jurisdiction>/series/<name>`` whose identifier of scheme ``series`` is its
abbreviation ("UKSC", "F.3d", "ECLI:EU:C"), whose coverage lists the complete volumes or years and how
many decisions its source counts in them, and whose date is the day the declaration was true on. An
import compares that number with what is held, so a declaration cannot promise more than there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from lexwarrant.jurisdictions.citations import find_citations
from lexwarrant.jurisdictions.registry import codes
from lexwarrant.law.naming import coordinate_key
from lexwarrant.records.citation import Citation
from lexwarrant.records.law import Authority, AuthorityKind, Coverage, Identifier

_DOCKET = re.compile(r"(?P<series>.*?)\d+/(?P<year>\d{2,4})")
_ECLI = re.compile(r"(?P<series>ECLI:[A-Z]{2}:\w+):(?P<year>\d{4}):.+", re.IGNORECASE)
_NOT_SLUG = re.compile(r"[^\w]+")
EVERYTHING = "*"


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a coordinate lies: names its series may go by, and its volume or year."""

    series: tuple[str, ...]
    volume: str
    paged: bool = True
    """Whether its last number is a page, on which a decision may go on."""


@lru_cache(maxsize=65536)
def slot_of(coordinate: str, jurisdiction: str) -> Slot | None:
    """The slot of a coordinate in normal form; None for what the grammar does not read."""
    if jurisdiction not in codes():
        return None
    citation = next(iter(find_citations(coordinate, (jurisdiction,))), None)
    if citation is None:
        return None
    parts = citation.parts
    if parts.reporter:
        names = (parts.reporter, parts.court) if parts.court else (parts.reporter,)
        bracketed = citation.normal.startswith("[") and parts.year
        volume = parts.year if bracketed else parts.volume or parts.year
        return Slot(tuple(map(coordinate_key, names)), volume, not parts.number)
    found = _ECLI.fullmatch(parts.number) or _DOCKET.fullmatch(citation.normal)
    if found is None:
        return None
    return Slot((coordinate_key(found["series"].rstrip(" -")),), found["year"])


def series_name(authority: Authority) -> str:
    """The abbreviation of the series that ``authority`` declares; empty when it declares none."""
    return next((i.value for i in authority.identifiers if i.scheme == "series"), "")


def declared(
    jurisdiction: str,
    name: str,
    complete: tuple[str, ...],
    decisions: int,
    as_of: date,
    source: str,
) -> Authority:
    """The record of a series that is complete in some volumes or years."""
    slug = _NOT_SLUG.sub("-", name.replace('"', "").lower()).strip("-")
    return Authority(
        id=f"{jurisdiction}/series/{slug}",
        jurisdiction=jurisdiction,
        kind=AuthorityKind.GUIDANCE,
        title=name,
        short_title=name,
        source=source,
        dated=as_of,
        identifiers=(Identifier("series", name),),
        coverage=Coverage(complete=complete, decisions=decisions),
        text_held=False,
    )


def _covers(span: str, volume: str) -> bool:
    if span == volume:
        return True
    low, dash, high = span.partition("-")
    if not (dash and low.isdigit() and high.isdigit() and volume.isdigit()):
        return False
    if len(volume) == 2 and len(low) == 4:  # a docket of '05 in a series declared by full years
        volume = low[:2] + volume if low[2:] <= volume else high[:2] + volume
    return int(low) <= int(volume) <= int(high)


def in_series(series: Authority, slot: Slot) -> bool:
    """Whether a slot lies in a volume or year of ``series`` that is declared complete."""
    if coordinate_key(series_name(series)) not in slot.series:
        return False
    return any(
        span == EVERYTHING or _covers(span, slot.volume) for span in series.coverage.complete
    )


def can_lack(series: Authority, slot: Slot, citation: Citation, newest: int) -> bool:
    """Whether ``series`` may be said to lack the decision at ``slot``.

    A declaration says nothing of what came after its day: an open-ended one (``*``) ends with the
    year before, or with the ``newest`` volume held where the citation gives no year.
    """
    if not in_series(series, slot):
        return False
    named = any(
        span != EVERYTHING and _covers(span, slot.volume) for span in series.coverage.complete
    )
    year = slot.volume if len(slot.volume) == 4 else citation.parts.year[:4]
    if series.dated is not None and year.isdigit():
        last = series.dated.year
        return int(year) <= last if named else int(year) < last
    return named or (slot.volume.isdigit() and int(slot.volume) <= newest)


def coordinates_of(authority: Authority) -> Iterator[str]:
    """What a decision may be cited as: identifiers, aliases, number."""
    yield from dict.fromkeys(
        filter(
            None,
            (*(i.value for i in authority.identifiers), *authority.aliases, authority.number),
        )
    )


def slots_in(series: Authority, authority: Authority) -> Iterator[tuple[str, Slot]]:
    """Coordinates of a decision that lie in the complete part of ``series``."""
    if (
        authority.jurisdiction != series.jurisdiction
        or authority.kind is not AuthorityKind.JUDGMENT
    ):
        return
    key = coordinate_key(series_name(series)).partition("(")[0]
    for coordinate in coordinates_of(authority):
        if key not in coordinate_key(coordinate):
            continue
        slot = slot_of(coordinate, authority.jurisdiction)
        if slot is not None and in_series(series, slot):
            yield coordinate, slot


def fault_of(series: Authority, decisions: Iterable[Authority]) -> str:
    """What speaks against a declaration, in one sentence; empty when nothing does."""
    name, coverage = series_name(series), series.coverage
    if coverage.decisions is None or series.dated is None:
        return (
            f"the series {name} is declared complete without how many decisions it has "
            "(`coverage.decisions`) and on which day (`dated`)"
        )
    wrong = next((s for s in coverage.complete if _decreasing(s)), "")
    if wrong:
        return f"the series {name} is declared complete in {wrong}, which ends before it begins"
    future = [s for s in coverage.complete if _last(s) > series.dated.year]
    if future:
        return f"the series {name} cannot be complete in {future[0]} on {series.dated}"
    held = 0
    for decision in decisions:
        if not any(True for _ in slots_in(series, decision)):
            continue
        held += 1
        if decision.dated is not None and decision.dated > series.dated:
            return (
                f"the series {name} is declared complete as of {series.dated}, and it would count "
                f"{decision.id} of {decision.dated}; give the day on which the source counted"
            )
    if held != coverage.decisions:
        return (
            f"the series {name} ({', '.join(coverage.complete)}) is declared complete with "
            f"{coverage.decisions:,} decisions and {held:,} are held; import the missing ones, or "
            "declare only the volumes or years that are whole"
        )
    return ""


def _decreasing(span: str) -> bool:
    low, dash, high = span.partition("-")
    return bool(dash) and low.isdigit() and high.isdigit() and int(high) < int(low)


def _last(span: str) -> int:
    """The last year of a span of years; 0 for volumes."""
    last = span.rpartition("-")[2]
    return int(last) if re.fullmatch(r"1[2-9]\d\d|2[01]\d\d", last) else 0
