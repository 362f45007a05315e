"""Rules of procedure, and sections of a code, that courts cite by their number alone.

"A Rule 12(b)(6) motion" in the federal courts of the United States, "a Part 36 offer" in England:
their practice names no instrument. What makes one is its number and the words of a lawsuit near it.
"""

from __future__ import annotations

import re
from collections.abc import Container

_FEDERAL = re.compile(
    r"Rule (?P<number>\d{1,4})(?P<marks>(?:\([a-z]\)(?:\(\d{1,2}\)(?:\([A-Za-z]\))?)?)?)(?![\w.(-])"
)
_KNOWN = frozenset(
    "8 9 11 12 13 14 15 19 20 21 23 24 26 30 33 34 36 37 41 42 45 50 52 54 55 56 58 59 60 62 65 68 "
    "401 402 403 404 407 408 411 412 413 501 502 608 609 611 612 613 615 701 702 703 704 705 801 803 804 807 901 902 "
    "1006".split()
)
"""Rules of civil procedure and of evidence that are cited daily."""
_LAWSUIT = re.compile(
    r"\b(?:motions?|mov(?:e[sd]?|ant)|dismiss\w*|complaints?|plead\w*|plaintiffs?|defendants?|discovery|depos\w+"
    r"|summary judgment|sanctions?|class (?:action|certification)|certif\w+|evidence|admi(?:ssib|tt)\w+|hearsay"
    r"|expert\w*|jur(?:y|ors?)|new trial|relief from|injunction\w*|interrogator\w+|subpoena\w*|district court"
    r"|magistrate|counterclaims?|joinder|intervene\w*|impeach\w*|testimony|opinion)\b"
)
_PART = re.compile(
    r"Part (?P<number>[1-8]?\d)(?! (?:of|to) )(?P<noun> (?:offers?|claims?|proceedings|applications?"
    r"|acceptance|regime))?"
)
_NEAR = 120
_SECTIONS = {
    **dict.fromkeys(("1981", "1982", "1983", "1985", "1986", "1988"), "42"),
    **dict.fromkeys(("2241", "2254", "2255"), "28"),
}
"""Sections of the United States Code known by their number, with their title: civil rights and
habeas corpus."""
_NO_SECTION = re.compile(r"[-/.]?\w|, (?:19|20)\d\d\b|-")


def known_section(text: str, end: int, number: str) -> str:
    """The title of the United States Code that a section known by its number is in, or empty.

    "A § 1983 claim" is one, "§ 1983.2" and "Section 1983-B" are none.
    """
    title = _SECTIONS.get(number, "")
    return "" if title and _NO_SECTION.match(text, end) else title


def bare_rule(
    text: str, start: int, end: int, unit: str, codes: Container[str], named: Container[str]
) -> str:
    """The system whose rules of court the reference from ``start`` to ``end`` is of, or empty.

    ``named`` are the systems whose rules the text cites in full.
    """
    if unit == "rule" and "us" in codes:
        rule = _FEDERAL.match(text, start)
        if rule is None or rule.end() < end:
            return ""
        number = int(rule["number"])
        if not (number <= 86 or 101 <= number <= 1103):
            return ""
        if rule["marks"].count("(") >= 2:
            return "us"
        near = _LAWSUIT.search(text, max(0, start - _NEAR), end + _NEAR) is not None
        return "us" if near and (rule["marks"] or rule["number"] in _KNOWN) else ""
    if unit == "pt" and "uk" in codes:
        part = _PART.match(text, start)
        if part is not None and (
            "uk" in named
            or (part["noun"] is not None and part["number"] in ("7", "8", "20", "24", "36"))
        ):
            return "uk"
    return ""
