"""Docket numbers of Malaysian courts, which are cited with the sort of proceeding."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexwarrant.jurisdictions.base import Coordinate
from lexwarrant.jurisdictions.grammar.pins import read_pins
from lexwarrant.jurisdictions.grammar.words import matches_among
from lexwarrant.records.citation import CitationParts

_DOCKET = re.compile(
    r"[CGJORW](?<!\w.)(?:(?:ivil|riminal) (?:Appeal|Suit|Application|Reference|Trial|Revision)"
    r"|riginating (?:Summons|Motion)"
    r"|udicial Review(?: Application)?|rit Summons|ayuan (?:Sivil|Jenayah)|uaman Sivil)"
    r" No\.?:? ?(?P<number>[A-Z0-9]{1,6}"
    r"(?:-[A-Z0-9]{1,6})?(?:\([A-Za-z]{1,5}\)){0,3}(?:-[A-Z0-9]{1,6}(?:\([A-Za-z]{1,5}\))?){0,4}"
    r"[-/]\d{1,5}(?:[-/]\d{2,4}){0,3}(?:\([A-Z]{1,3}\))?)(?![\w/])"
)


_HIGH = re.compile(r"[A-Z]{1,3}-\d{2}[A-Z]")
_APPEAL = re.compile(r"[A-Z]-0\d\(")


def _court(number: str) -> str:
    """The court whose registry numbers a docket so; empty where the form is of several."""
    if "(f)" in number:
        return "Federal Court"
    if _APPEAL.match(number):
        return "Court of Appeal"
    return "High Court" if _HIGH.match(number) else ""


_AWARD = re.compile(r"Award No\.? ?(?P<number>\d{1,4}(?:/| of )(?:19|20)\d\d)(?!\d)")


_SORTS = (
    "Civil ",
    "Criminal ",
    "Originating ",
    "Judicial Review",
    "Writ Summons",
    "Rayuan ",
    "Guaman Sivil",
)


def find_dockets(text: str) -> Iterator[Coordinate]:
    """ "Civil Appeal No. 02(f)-12-03/2019(W)" with the paragraphs behind it."""
    if "Industrial Court" in text:
        for award in _AWARD.finditer(text):
            yield Coordinate(
                award.start(), award.end(), "my", award.group(),
                CitationParts(number=award["number"], court="Industrial Court"), rank=1,
            )  # fmt: skip
    for docket in matches_among(text, _DOCKET, _SORTS):
        pins, end = read_pins(text, docket.end(), ("bracket", "para"))
        yield Coordinate(
            docket.start(), end, "my", docket.group(),
            CitationParts(number=docket["number"], court=_court(docket["number"])), pins=pins,
            rank=1,
        )  # fmt: skip
