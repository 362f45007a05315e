"""Israeli authorities as they are cited in English: dockets, reports, Basic Laws, dated laws.

"CA 6821/93 Bank v. Village, 49(4) PD 221", "Basic Law: Human Dignity and Liberty, s. 8",
"Contracts (General Part) Law, 5733-1973".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexwarrant.jurisdictions.base import Coordinate, Instrument, Mention
from lexwarrant.jurisdictions.grammar.acts import title_start
from lexwarrant.jurisdictions.grammar.pins import read_pins
from lexwarrant.jurisdictions.grammar.words import matches_among, places, words_among
from lexwarrant.records.citation import CitationKind, CitationParts

_DOCKET = re.compile(
    r"(?P<sort>[ACFHLN](?<![\w./-].)(?:A|CJ|rA|rimA|CA|CrA|CrimA|FH|H|rFH|JFH|CJFH|AA|dminA|FA|ivA|LC|abA"
    r"|\.A\.|\.C\.|\.C\.J\.|r\.A\.|rim\.A\.|\.H\.|\.C\.A\.)) "
    r"(?P<number>\d{1,5}/\d\d(?:\d\d)?|\d{1,6}-\d\d-\d\d)(?![\d/-])"
)
_REPORT = re.compile(
    r"(?:(?P<volume>\d{1,2}(?:\(\d{1,2}\))?) (?P<series>P\.?D\.?|IsrSC|Isr\. ?S\.? ?C\.?)"
    r"|(?P<series2>PD|P\.D\.|IsrSC|Isr\. ?S\.? ?C\.?) (?P<volume2>\d{1,2}(?:\(\d{1,2}\))?)) (?P<page>\d{1,4})(?!\d)"
)
_SORTS = (
    "CA", "CrA", "CrimA", "CrCA", "CFH", "HCJ", "LCA", "LCrA", "LCrimA", "AAA", "AdminA", "ALA", "FH", "CivA",
    "NLC", "LabA", "C.", "H.",
    "L.", "F.", "Cr", "Crim", "LA", "LCr", "CC", "HJ", "N.", "A.", "CJ", "CrFH", "HCFH", "HJFH", "HCJFH", "Ad",
    "NL", "Civ", "Lab", "Fr",
)  # fmt: skip
_SUPREME = frozenset({"HCJ", "HCJFH", "CFH", "CrFH", "FH", "CJFH"})
_BRIDGE = re.compile(r",? ?(?:[A-Z][^\n;]{1,150}? v\.? [^\n;]{1,120}?)?[,(]? ?")
_BASIC = re.compile(
    r"Basic[ -]Law(?:: | - | )(?:[Tt]he )?(?:Human Dignity and (?:Liberty|Freedom)|Freedom of Occupation|Knesset"
    r"|Government|Judiciary|Judicature|State Economy|Army|Military|Israel(?:i)? Lands|President of the State"
    r"|State Comptroller|Referendum|Jerusalem(?:, (?:the )?Capital of Israel)?"
    r"|Israel(?:[:,]| -)? (?:the|The) Nation[ -]State of the Jewish People)"
)
_DATED = re.compile(r",? 5[67]\d\d-(?P<year>(?:19|20)\d\d)(?!\d)")
_LAW_WORD = re.compile(
    r"(?P<word>Law|Ordinance|Regulations|Order|Rules)(?: \[[A-Z][a-z]+ Version\]| \([A-Z][^()]{2,40}\))?\Z"
)


def find_in_english(text: str) -> Iterator[Mention]:
    """Dockets, reports, Basic Laws and laws with a Hebrew year in figures."""
    for docket in matches_among(text, _DOCKET, _SORTS):
        pins, end = read_pins(text, docket.end(), ("para", "page"))
        yield Coordinate(
            docket.start(), end, "il", docket.group(),
            CitationParts(
                number=docket["number"],
                court="Supreme Court" if docket["sort"].replace(".", "") in _SUPREME else "",
            ),
            pins=pins, rank=1,
        )  # fmt: skip
    for at, _ in words_among(text, ("PD ", "P.D. ", "Isr")):
        low = max(0, at - 8)
        report = None
        for start in range(low, at + 1):
            if start and text[start - 1].isalnum():
                continue
            report = _REPORT.match(text, start)
            if report is not None and report.start() <= at < report.end():
                break
            report = None
        if report is None:
            continue
        volume = report["volume"] or report["volume2"]
        pins, end = read_pins(text, report.end(), ("page", "para"))
        yield Coordinate(
            report.start(), end, "il", f"{volume} PD {report['page']}",
            CitationParts(
                reporter=report["series"] or report["series2"], volume=volume, page=report["page"]
            ),
            pins=pins, rank=2, bridges=_BRIDGE,
        )  # fmt: skip
    for at, _ in words_among(text, ("Basic",)):
        basic = _BASIC.match(text, at)
        if basic is not None:
            yield Instrument(
                at, basic.end(), "il", CitationKind.CONSTITUTION, basic.group(),
                CitationParts(instrument=basic.group()), unit="s", rank=3,
            )  # fmt: skip
    for at, _ in places(text, (" 57", " 56")):
        begin = at - 1 if text[at - 1 : at] == "," else at
        dated = _DATED.match(text, begin)
        word = _LAW_WORD.search(text, max(0, begin - 56), begin) if dated else None
        begun = title_start(text, word.start()) if word else None
        if dated is None or word is None or begun is None:
            continue
        secondary = word["word"] in ("Regulations", "Order", "Rules")
        yield Instrument(
            begun, dated.end(), "il",
            CitationKind.SECONDARY if secondary else CitationKind.LEGISLATION,
            f"{text[begun:begin]} {dated['year']}",
            CitationParts(instrument=text[begun : dated.end()], year=dated["year"]),
            unit="reg" if secondary else "s", rank=4,
        )  # fmt: skip
