"""The English Reports, the reprint in which decisions before 1865 are found today.

A volume of it stands behind the report that it reprints ("(1854) 9 Exch 341, 156 ER 145"), which may
have no year of its own, or alone behind names ("Pinnel's Case 77 ER 237"). Form: OSCOLA, 2.1.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexwarrant.jurisdictions.base import Coordinate
from lexwarrant.jurisdictions.grammar.pins import page_pins
from lexwarrant.jurisdictions.grammar.words import words_among
from lexwarrant.records.citation import CitationParts

_ENGLISH = re.compile(r" (?:ER|E\.R\.|Eng Rep|Eng\. Rep\.|RR) (?P<page>\d{1,4})(?![\w/]|\.\d)")
_VOLUME = re.compile(r"(?<![\w./-])(?P<volume>\d{1,3})\Z")
_REPRINTED = re.compile(
    r"(?<![\w.\])/-])(?P<volume>\d{1,2}) (?P<series>[A-Z][A-Za-z.]{1,8}(?: (?:&|and) [A-Z][A-Za-z.]{0,7}"
    r"| [A-Z][A-Za-z.]{0,7}){0,2})"
    r" (?P<page>\d{1,4})(?P<pin>(?:, \d{1,4}(?:-\d{1,4})?)?)[,;] \Z"
)
_COMPANY = re.compile(
    r"(?:[a-z)] v\.? (?=[A-Z][a-z])|\((?:1[4-8]\d\d)\)|Case,? |\b[Rr]e |[Ee]x parte )[^;\n]{0,90}\Z"
)
_YEAR_CLOSE = re.compile(r"[)\]] ?\Z")


def find_english_reports(text: str) -> Iterator[Coordinate]:
    """Volumes of the reprint, each with the report before it that has no year."""
    for word, _ in words_among(text, ("ER ", "E.R. ", "Eng Rep ", "Eng. Rep. ", "RR ")):
        at = max(0, word - 1)
        slot = _ENGLISH.match(text, at)
        number = _VOLUME.search(text, max(0, at - 4), at)
        if slot is None or number is None:
            continue
        start = number.start()
        window = text[max(0, start - 130) : start]
        if _COMPANY.search(window) is None:
            continue
        first = _REPRINTED.search(window)
        if first is not None and _YEAR_CLOSE.search(window[: first.start()]) is None:
            begin = start - len(window) + first.start()
            yield Coordinate(
                begin, begin + len(first.group()) - 2, "uk",
                f"{first['volume']} {first['series']} {first['page']}",
                CitationParts(reporter=first["series"], volume=first["volume"], page=first["page"]),
                pins=((first["pin"][2:],),) if first["pin"] else (),
            )  # fmt: skip
        pins, end = page_pins(text, slot.end())
        yield Coordinate(
            start, end, "uk", f"{number['volume']} ER {slot['page']}",
            CitationParts(reporter="ER", volume=number["volume"], page=slot["page"]), pins=pins,
        )  # fmt: skip
