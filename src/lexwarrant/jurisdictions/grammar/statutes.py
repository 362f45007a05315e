"""Acts and instruments named by title and year, and by number, in the common-law systems.

``find_acts`` turns a title into an `Instrument` with the number in brackets behind it, if there is
one. A title carries no sign of its country: packs rank what they find by the company it keeps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexwarrant.jurisdictions.base import Instrument
from lexwarrant.jurisdictions.grammar.acts import Title, find_titles, title_start
from lexwarrant.jurisdictions.grammar.words import places, years
from lexwarrant.records.citation import CitationKind, CitationParts

_SECONDARY = {"Regulation", "Regulations", "Order", "Orders", "Rules", "Rule", "Scheme"}
_UNIT = {"Regulations": "reg", "Regulation": "reg", "Rules": "rule", "Rule": "rule", "Order": "art",
         "Orders": "art"}  # fmt: skip
_SPACES = re.compile(r"[ ,]+")
_SHORT_TITLE = re.compile(
    r"(?P<short>[A-Z](?=[a-z]{0,2}[A-Z])(?<!\w.)[A-Za-z]{1,7}(?:\([A-Z]{1,3}\)[A-Z]{1,3})?)"
    r" (?P<year>(?:1[89]|20)\d\d)(?![\w/-])"
)

_INITIALS = re.compile(
    r"(?<!\w)[A-Z](?=[a-z]{0,2}[A-Z])[A-Za-z]{1,7}(?:\([A-Z]{1,3}\)[A-Z]{1,3})? \Z"
)


def title_normal(title: Title) -> str:
    """A title's normal form: "Housing Act 1996" for "Housing Act, 1996" and "Act of 1996"."""
    if not title.text.endswith(title.year) or title.text.endswith(f"-{title.year}"):
        return _SPACES.sub(" ", title.text).replace("-", " to ")  # "Acts 1977 to 2015"
    head = title.text[: len(title.text) - len(title.year) - len(title.link)]
    return f"{_SPACES.sub(' ', head)} {title.year}"


def find_acts(text: str, code: str, number: re.Pattern[str], rank: int) -> Iterator[Instrument]:
    """Titles with the pack's own ``number`` in brackets behind, if it is there."""
    for title in find_titles(text):
        if title.link.strip(" ,") == "of":
            continue  # "Act of 1934" is the American form
        secondary = title.word.split(" ", 1)[0] in _SECONDARY
        end = title.end
        numbered = number.match(text, end)
        if numbered is not None:
            end = numbered.end()
        yield Instrument(
            title.start,
            end,
            code,
            CitationKind.SECONDARY if secondary else CitationKind.LEGISLATION,
            title_normal(title),
            CitationParts(
                instrument=title.text,
                year=title.year,
                number=numbered["number"] if numbered is not None else "",
            ),
            unit=_UNIT.get(title.word.split(" ", 1)[0], "s"),
            rank=rank + (3 if numbered is not None else 0),
        )


_ACT = re.compile(r" Act(?![\w-])(?! of\b|,? (?:of )?(?:1[2-9]|20)\d\d| \d)")
_NO_NAME = frozenset({"Principal", "Parent", "Main", "Amending", "Original", "Draft", "New", "Old", "Said", "Class",
                      "First", "Second", "Third", "Final", "Balancing", "Opening", "Sister"})  # fmt: skip


_LAST_YEARLESS: list[tuple[str, list[tuple[int, int]]]] = []


def yearless_spans(text: str) -> list[tuple[int, int]]:
    """Spans of Acts without a year; the last text's are kept for the other packs."""
    last = _LAST_YEARLESS[:1]  # a copy: another thread may be at another text
    if last and last[0][0] is text:
        return last[0][1]
    found = []
    for at, _ in places(text, (" Act",)):
        act = _ACT.match(text, at)
        start = title_start(text, at + 1) if act else None
        if (
            act is not None
            and start is not None
            and not text.startswith("Model ", start)
            and (text[start:at] not in _NO_NAME)
        ):
            found.append((start, act.end()))
    _LAST_YEARLESS[:] = [(text, found)]
    return found


def find_yearless(text: str, code: str) -> Iterator[Instrument]:
    """Acts named without a year, which count with a provision: "section 7 of the Clayton Act"."""
    for start, end in yearless_spans(text):
        name = text[start:end]
        yield Instrument(
            start, end, code, CitationKind.LEGISLATION, name, CitationParts(instrument=name),
            unit="s", needs_phrase=True,
        )  # fmt: skip


_NO_LAW = frozenset(
    {"JCT", "NEC", "FIDIC", "ICC", "LCIA", "ISO", "IFRS", "IEC", "UEFA", "FIFA", "IOC", "HC", "HL", "ISDA", "GMRA",
     "BS",
     "EN",
     "DIN", "IEEE", "SIAC", "HKIAC", "UNCITRAL", "AGM", "EGM", "FY", "CIArb", "RICS", "RIBA", "IChemE", "LMAA",
     "GAFTA", "FOSFA",
     "UCP", "BMW", "MSc", "PhD", "UK", "EU", "US", "USA", "UN", "WTO", "COP", "CES", "PS", "SQL", "NHS"}
)  # fmt: skip
"""Forms of contract, rules of institutes, makers and bodies whose initials stand before a year."""
_LAST: list[tuple[str, list[re.Match[str]]]] = []


def _short_titles(text: str) -> list[re.Match[str]]:
    """Initials with a year; the last text's are kept for the other packs."""
    last = _LAST[:1]  # a copy: another thread may be at another text
    if last and last[0][0] is text:
        return last[0][1]
    found = []
    for year in years(text):
        head = _INITIALS.search(text, max(0, year - 14), year)
        short = _SHORT_TITLE.match(text, head.start()) if head is not None else None
        if short is not None and short["short"] not in _NO_LAW:
            found.append(short)
    _LAST[:] = [(text, found)]
    return found


def find_short_titles(text: str, code: str) -> Iterator[Instrument]:
    """Initials with a year, which count with a provision: "ERA 1996, s 98"."""
    for short in _short_titles(text):
        yield Instrument(
            short.start(),
            short.end(),
            code,
            CitationKind.LEGISLATION,
            short.group(),
            CitationParts(instrument=short.group(), year=short["year"]),
            unit="s",
            needs_phrase=True,
        )
