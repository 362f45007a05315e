"""Reports and neutral citations that open with a year: ``[2010] UKSC 12``, ``(1890) 24 QBD 1``.

Which series belongs to which system is data of the packs (``series.yaml``): ``neutral`` maps a
court's code to its name, ``unreported`` are series of many courts' unreported decisions, ``reports``
lists abbreviations. One search serves all packs; the last text's result is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from lexwarrant.jurisdictions.base import Coordinate
from lexwarrant.jurisdictions.grammar.pins import page_pins, read_pins
from lexwarrant.jurisdictions.grammar.words import words_among, years
from lexwarrant.records.citation import CitationParts

_SLOT = re.compile(
    r"(?P<open>[\[(])(?P<year>(?:1[6-9]|20)\d\d(?:-(?:\d\d){1,2})?)[\])] ?"
    r"(?:(?P<volume>\d{1,3}) )?(?P<series>LR \d{1,2} [A-Z][A-Za-z. ]{0,8}?|[A-Z][A-Za-z. &'()-]{0,38}?)"
    r" ?(?P<number>(?:[PQ](?=\d))?\d{1,6}(?:/\d\d(?!\d)|[ab]\b)?)"
    r"(?P<division> \([A-Z][A-Za-z&]{0,14}\d?\))?(?![\w/]|\.\d|-\d)"
)
_COURT_PIN = re.compile(
    r" \((?:HL|UKHL|CA|PC|SC|UKSC|HC|QB|KB|QBD|KBD|Ch|Fam|Div|HCA)\),? "
    r"(?=\d{1,4}[A-L]?(?:-(?:\d{1,4}[A-L]?|[A-L]))?(?:[;,.)]|$|\n| \())"
)
"""A court between page and pin, as OSCOLA has it: "[1978] AC 728 (HL) 751"."""
_OPEN = re.compile(r"[\[(](?:1[6-9]|20)\d\d(?:-(?:\d\d){1,2})?[\])] ?(?=\d{0,3} ?[A-Z])")
_LAST: list[tuple[str, list[re.Match[str]]]] = []


def _slots(text: str) -> list[re.Match[str]]:
    last = _LAST[:1]  # a copy: another thread may be at another text
    if last and last[0][0] is text:
        return last[0][1]
    found = []
    for year in years(text):
        if not year or text[year - 1] not in "[(" or not _OPEN.match(text, year - 1):
            continue
        slot = _SLOT.match(text, year - 1)
        if slot is not None:
            found.append(slot)
    _LAST[:] = [(text, found)]
    return found


@dataclass(frozen=True, slots=True)
class Series:
    """A pack's series, by abbreviation without stops and spaces."""

    neutral: Mapping[str, str]
    unreported: Mapping[str, str]
    reports: Mapping[str, str]


def series_key(written: str) -> str:
    """The form in which a series is looked up."""
    key = written.replace(".", "").replace(" ", "").replace("'", "").lower()
    return key[:2] + key[2:].lstrip("0123456789") if key.startswith("lr") else key


@cache
def load_series(code: str) -> Series:
    """The series of a pack, from its ``series.yaml``."""
    import yaml

    source = files("lexwarrant.jurisdictions").joinpath(code, "series.yaml")
    data = yaml.safe_load(source.read_text(encoding="utf-8"))
    return Series(
        {series_key(k): str(v) for k, v in data.get("neutral", {}).items()},
        {series_key(k): str(v) for k, v in data.get("unreported", {}).items()},
        {series_key(str(r)): str(r) for r in data.get("reports", [])},
    )


_BARE_YEAR = re.compile(
    r"(?P<year>(?:18|19|20)\d\d) (?P<series>SLT|SC(?: \((?:HL|UKSC|PC|J)\))?|S\.C\.|S\.L\.T\.|SCLR|SCCR|JC"
    r"|SLT \(Sh Ct\)) (?P<page>\d{1,4})(?![\w/]|\.\d)"
)


def find_bare_years(text: str, code: str) -> Iterator[Coordinate]:
    """Scottish reports, whose year stands without brackets: ``2010 SLT 100``."""
    for at, _ in words_among(text, ("SLT ", "SC ", "S.C. ", "S.L.T. ", "SCLR ", "SCCR ", "JC ")):
        slot = _BARE_YEAR.match(text, at - 5) if at >= 5 else None
        if slot is None or (slot.start() and text[slot.start() - 1].isalnum()):
            continue
        pins, end = read_pins(text, slot.end(), ("para", "page"))
        series = slot["series"].replace(".", "")
        yield Coordinate(
            slot.start(), end, code, f"{slot['year']} {series} {slot['page']}",
            CitationParts(reporter=slot["series"], page=slot["page"], year=slot["year"]), pins=pins,
            rank=1,
        )  # fmt: skip


def find_bracketed(text: str, code: str) -> Iterator[Coordinate]:
    """Coordinates in the series of one pack, each with its pins."""
    known = load_series(code)
    for slot in _slots(text):
        written = slot["series"].strip()
        key = series_key(written)
        square = slot["open"] == "["
        if square and not slot["volume"] and (key in known.neutral or key in known.unreported):
            division = slot["division"] or ""
            end = slot.end()
            pins, stop = read_pins(text, end, ("bracket", "para", "page"))
            court = f"{written}{division}" if key in known.neutral else ""
            yield Coordinate(
                slot.start(), stop if pins else end, code,
                f"[{slot['year']}] {written} {slot['number']}{division}",
                CitationParts(reporter=written, year=slot["year"], page=slot["number"], court=court,
                              number=slot["number"]),
                pins=pins, rank=2,
            )  # fmt: skip
        elif (
            key in known.reports
            and "/" not in slot["number"]
            and (square or slot["volume"] or len(key) > 2)
        ):
            end = slot.end("number")
            division_pin = _COURT_PIN.match(text, end)
            pins, stop = (
                page_pins(text, division_pin.end(), opened=True)
                if division_pin
                else read_pins(text, end, ("bracket", "para", "page"))
            )
            opened, closed = ("[", "]") if square else ("(", ")")
            volume = f"{slot['volume']} " if slot["volume"] else ""
            yield Coordinate(
                slot.start(), stop if pins else end, code,
                f"{opened}{slot['year']}{closed} {volume}{known.reports[key]} {slot['number']}",
                CitationParts(reporter=written, volume=slot["volume"] or "", page=slot["number"],
                              year=slot["year"]),
                pins=pins, rank=2,
            )  # fmt: skip
