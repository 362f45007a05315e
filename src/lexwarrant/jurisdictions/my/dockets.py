"""Docket numbers of Malaysian courts, which are cited with the sort of proceeding."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexwarrant.jurisdictions.base import Coordinate
from lexwarrant.jurisdictions.grammar.pins import read_pins
from lexwarrant.jurisdictions.grammar.words import places
from lexwarrant.records.citation import CitationParts

_DOCKET = re.compile(
    r"(?:(?:Civil|Criminal) (?:Appeal|Suit|Application|Reference|Trial|Revision)|Originating (?:Summons|Motion)"
    r"|Judicial Review(?: Application)?|Writ Summons|Rayuan (?:Sivil|Jenayah)|Guaman Sivil|Suit|Award)"
    r" No\.?:? ?(?P<number>[A-Z0-9]{1,6}(?:-[A-Z0-9]{1,6})?(?:\([A-Za-z]{1,5}\)){0,3}(?:-[A-Z0-9]{1,6}(?:\([A-Za-z]{1,5}\))?){0,4}"
    r"[-/]\d{1,5}(?:[-/]\d{2,4}){0,3}(?:\([A-Z]{1,3}\))?)(?![\w/])"
)
_WORDS = (
    "Civil Appeal No", "Criminal Appeal No", "Civil Suit No", "Criminal Suit No", "Civil Application No",
    "Criminal Application No", "Civil Reference No", "Criminal Trial No", "Criminal Revision No",
    "Originating Summons No", "Originating Motion No", "Judicial Review No",
    "Judicial Review Application No", "Writ Summons No", "Rayuan Sivil No", "Rayuan Jenayah No",
    "Guaman Sivil No",
)  # fmt: skip


def find_dockets(text: str) -> Iterator[Coordinate]:
    """"Civil Appeal No. 02(f)-12-03/2019(W)" with the paragraphs behind it."""
    for at, _ in places(text, _WORDS):
        docket = _DOCKET.match(text, at)
        if docket is None or (at and text[at - 1].isalnum()):
            continue
        pins, end = read_pins(text, docket.end(), ("bracket", "para"))
        yield Coordinate(
            at, end, "my", docket.group(), CitationParts(number=docket["number"]), pins=pins,
            rank=1,
        )  # fmt: skip
