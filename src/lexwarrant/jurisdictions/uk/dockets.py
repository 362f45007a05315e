"""Docket numbers of tribunals that are cited by them: the EAT before and after neutral citations."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexwarrant.jurisdictions.base import Coordinate
from lexwarrant.jurisdictions.grammar.pins import read_pins
from lexwarrant.jurisdictions.grammar.words import places
from lexwarrant.records.citation import CitationParts

_APPEAL = re.compile(
    r"(?:UK)?EAT(?:S|PA|SPA)?[/ ]\d{1,4}/\d\d(?:\d\d)?(?:/[A-Z]{1,4})*(?:_\d{4,8})?(?![\w/])"
)
_NUMBERED = re.compile(r"(?:EA|UI|UA)-(?:19|20)\d\d-\d{6}(?:-[A-Z]{2,5})?(?![\w-])")


def find_dockets(text: str) -> Iterator[Coordinate]:
    """ "UKEAT/0219/16/DA", "EA-2020-000123-AT", each with the pins behind it."""
    for pattern, needles in ((_APPEAL, ("EAT",)), (_NUMBERED, ("A-20", "I-20"))):
        for at, _ in places(text, needles):
            start = at - 1
            if pattern is _APPEAL:
                start = at - 2 if text.startswith("UK", at - 2) else at
            docket = pattern.match(text, start) if start >= 0 else None
            if docket is None or (start > 0 and text[start - 1].isalnum()):
                continue
            pins, end = read_pins(text, docket.end(), ("bracket", "para"))
            yield Coordinate(
                docket.start(), end, "uk", docket.group(),
                CitationParts(number=docket.group(), court="EAT" if pattern is _APPEAL else ""),
                pins=pins, rank=1,
            )  # fmt: skip
