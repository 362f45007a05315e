"""Decisions of the Workplace Relations Commission and the Labour Court, cited by their number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexwarrant.jurisdictions.base import Coordinate
from lexwarrant.jurisdictions.grammar.pins import read_pins
from lexwarrant.jurisdictions.grammar.words import any_in
from lexwarrant.records.citation import CitationParts

_NUMBER = re.compile(
    r"[ADEFHLMPRTUW](?<!\w.)(?:DJ-\d{8}(?:[-/ ]{1,3}CA-\d{8}-\d{3})?"
    r"|(?:DD|DA|WT|CR|WD|ED|TD|SD|PD|UD|TU|ET|DE|TE|NN)\d{3,5}|(?:UD|ET|DE)\d{3,5}"
    r"|EC-[ESP]\d{4}-\d{2,4})(?![\w-])"
)
_COURT = re.compile(
    r"Labour Court|WRC|Workplace Relations|Adjudicat|Tribunal|Equality Officer|Act,? (?:19|20)\d\d|ELR|\bv\.? "
)
_COURTS = (
    "Labour Court",
    "WRC",
    "Workplace Relations",
    "ADJ-",
    "Equality Tribunal",
    "Equality Officer",
)
_REACH = 200


def find_dockets(text: str) -> Iterator[Coordinate]:
    """ "ADJ-00028451", "UDD2314", "DEC-E2012-034", where a court, an Act or parties are near."""
    if not any_in(text, _COURTS):
        return
    for number in _NUMBER.finditer(text):
        near = text[max(0, number.start() - _REACH) : number.end() + _REACH]
        if _COURT.search(near) is None:
            continue
        pins, end = read_pins(text, number.end(), ("para",))
        yield Coordinate(
            number.start(), end, "ie", number.group(), CitationParts(number=number.group()),
            pins=pins, rank=1,
        )  # fmt: skip
