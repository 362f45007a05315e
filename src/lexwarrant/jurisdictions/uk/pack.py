"""The United Kingdom: Acts, statutory instruments, rules of court, neutral citations, reports.

Form: OSCOLA (4th ed.), 2.1 to 2.5; Practice Direction (Judgments: Form and Citation) [2001] 1 WLR 194.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lexwarrant.jurisdictions.base import Instrument, Mention, PackDefaults, Words
from lexwarrant.jurisdictions.grammar.bracketed import find_bare_years, find_bracketed
from lexwarrant.jurisdictions.grammar.courts import named_court
from lexwarrant.jurisdictions.grammar.english import TAILS, english
from lexwarrant.jurisdictions.grammar.statutes import (
    find_acts,
    find_short_titles,
    find_yearless,
)
from lexwarrant.jurisdictions.grammar.words import any_in, places, words_among
from lexwarrant.jurisdictions.uk.dockets import find_dockets
from lexwarrant.jurisdictions.uk.early import find_english_reports
from lexwarrant.records.citation import CitationKind, CitationParts

_UNITS = ("s", "art", "reg", "rule", "ord", "sch", "pt", "ch", "cl", "paragraph", "subparagraph",
          "subsection", "point")  # fmt: skip
_REGNAL = (
    r"\d{1,2}(?: (?:Will|Geo|Wm)\.? ?\d\.?)?(?: ?(?:&|and) ?\d{1,2})?"
    r" (?:Geo|Vict?|Will|Wm|Edw?|Eliz|Car|Hen|Ja[sc]|Anne|Ann"
    r"|Phil\.? ?& ?M(?:ar)?|W(?:ill)?\.? ?& ?M(?:ar)?)"
    r"\.? ?(?:\d\b|[IVX]{1,4}\b)?\.?,? (?:(?:st|Sess)\.? ?\d,? )?c(?:h|ap)?\.? ?\d{1,3}"
)
"""Regnal year and chapter: "45 & 46 Vict. c. 61"."""
_BY_REIGN = re.compile(_REGNAL + r"(?![\w/])")
_CHARTERS = re.compile(
    r"(?:Bill of Rights(?= (?:Act )?16)(?: Act)? 168[89]|Magna Carta(?: 1[23]\d\d)?|Act of Settlement 170[01]"
    r"|Claim of Right(?: Act)? 1689)(?!\d)"
)
_NUMBER = re.compile(
    r" ?(?:\(|,(?= S\.?[IR]) |(?<= )(?=(?:asp|anaw|asc|nawm) \d))(?P<number>S\.?I\.? (?:No\.? ?)?\d{4}/\d{1,4}"
    r"|S\.?R\.? (?:No\.? ?)?\d{4}/\d{1,4}|(?:c|ch)\.? ?(?:\d{1,3}|[ivxlc]{1,7})(?: ?\(N\.?I\.?\))?"
    rf"|(?:asp|anaw|asc|nawm|dsc|dccc|nia) \d{{1,2}}|{_REGNAL})(?:\)|(?<=\d)(?![\w/)]))"
)
_SI = re.compile(
    r"S(?<!\w.)\.?S?\.?(?P<type>[IRS])\.?(?: ?\(?(?:NI|Scot\.?)\)?)? (?:No\.? ?)?(?P<number>(?:19"
    r"|20)\d\d/\d{1,4})(?![\d/])"
)
_BY_CHAPTER = re.compile(
    r"(?P<year>[12](?<![\w./-].)(?:(?<=1)[89]|(?<=2)0)\d\d) (?P<number>(?:asp|anaw|asc|nawm) \d{1,3})(?!\w)"
)
"""Acts of the Scottish and Welsh parliaments by year and number: "2013 asp 3"."""
_SI_NO = re.compile(
    r"S\.? ?[IR]\.? (?:\(NI\) )?(?P<year>(?:19|20)\d\d),? No\.? ?(?P<number>\d{1,4})(?![\d/])"
)
_CPR_START = re.compile(
    r"[CFR](?<!\w.)(?:PR|rimPR|ivil Procedure Rules|amily Procedure Rules|riminal Procedure Rules|CR(?=,? (?:Ord"
    r"|O) ?\d)|SC(?=,? (?:Ord|O)\.? ?\d))"
    r"\b(?: (?:1965|1981|1998|2010|2015|2020)\b)?"
)
_PD = re.compile(
    r"(?:P(?<!\w.)D|Practice Direction) ?(?P<number>\d{1,2}(?:[A-Z]{1,2}\b|(?=,? paras? \d)))"
)
_UK_GDPR = re.compile(r"U(?<!\w.)K[ -]?GDPR\b|United Kingdom General Data Protection Regulation")
_CUES = ("UKSC", "UKHL", "UKPC", "UKUT", "EWCA", "EWHC", "(SI ", "England", "United Kingdom")
_BODIES = {
    "CPR": "CPR",
    "Civ": "CPR",
    "Cri": "CrimPR",
    "FPR": "FPR",
    "Fam": "FPR",
    "RSC": "RSC",
    "CCR": "CCR",
}


@dataclass(frozen=True, slots=True)
class UnitedKingdom(PackDefaults):
    """UK law in English."""

    code: str = "uk"
    languages: tuple[str, ...] = ("en",)
    words: Words = Words(labels=english(*_UNITS), tails=TAILS)  # noqa: RUF009
    hyphen_ranges: bool = True
    order: int = 2
    own_units: frozenset[str] = frozenset({"s", "sch", "pt", "subsection", "reg", "cl"})

    def find(self, text: str) -> Iterator[Mention]:
        """Acts, instruments, rules and decisions of the United Kingdom."""
        yield from find_acts(text, self.code, _NUMBER, 2 if any_in(text, _CUES) else 1)
        yield from find_short_titles(text, self.code)
        yield from find_yearless(text, self.code)
        yield from find_bracketed(text, self.code)
        yield from find_bare_years(text, self.code)
        yield from find_english_reports(text)
        yield from find_dockets(text)
        yield from _rules(text)
        for si in _SI.finditer(text):
            yield Instrument(
                si.start(), si.end(), self.code, CitationKind.SECONDARY, f"SI {si['number']}",
                CitationParts(instrument=si.group(), number=si["number"], year=si["number"][:4]),
                target="uk/uksi/" + si["number"], unit="reg", rank=1,
            )  # fmt: skip
        for at, _ in places(text, (" asp ", " anaw ", " asc ")):
            act = _BY_CHAPTER.match(text, at - 4) if at >= 4 else None
            if act is None:
                continue
            yield Instrument(
                act.start(), act.end(), self.code, CitationKind.LEGISLATION, act.group(),
                CitationParts(instrument=act.group(), number=act["number"], year=act["year"]),
                unit="s", rank=1,
            )  # fmt: skip
        for at, _ in places(text, (" c. ", " c ", ", c")):
            reign = _before(text, at)
            if reign is not None:
                yield Instrument(
                    reign.start(), reign.end(), self.code, CitationKind.LEGISLATION, reign.group(),
                    CitationParts(instrument=reign.group()), unit="s",
                )  # fmt: skip
        for at, _ in words_among(text, ("Bill of R", "Magna C", "Act of Set", "Claim of R")):
            charter = _CHARTERS.match(text, at)
            if charter is not None:
                yield Instrument(
                    at, charter.end(), self.code, CitationKind.LEGISLATION, charter.group(),
                    CitationParts(instrument=charter.group()), unit="art", rank=2,
                    needs_phrase=charter.group() == "Magna Carta",
                )  # fmt: skip
        for gdpr in _UK_GDPR.finditer(text):
            yield Instrument(
                gdpr.start(), gdpr.end(), self.code, CitationKind.LEGISLATION, "UK GDPR",
                CitationParts(instrument=gdpr.group()), target="uk/eur/2016/679", unit="art", rank=3,
            )  # fmt: skip

    def court_key(self, written: str) -> str:
        """Courts by the keys of ``courts.yaml``."""
        return named_court(self.code, written)


_REIGN_START = re.compile(r"(?<!& )(?<!and )(?<![\w.-])\d{1,2} (?=[&aGVWECHJAP])")


def _before(text: str, at: int) -> re.Match[str] | None:
    """The reign whose chapter "c. 61" at ``at`` is."""
    for start in _REIGN_START.finditer(text, max(0, at - 26), at):
        reign = _BY_REIGN.match(text, start.start())
        if reign is not None and reign.start() < at < reign.end():
            return reign
    return None


def _rules(text: str) -> Iterator[Instrument]:
    """Rules of court, whose number stands behind the name with or without "r"."""
    for at, _ in words_among(
        text,
        (
            "CPR",
            "CrimPR",
            "Civil Procedure Rules",
            "FPR",
            "Family Procedure Rules",
            "Criminal Procedure Rules",
            "RSC",
            "CCR",
        ),
    ):
        rules = _CPR_START.match(text, at)
        if rules is None:
            continue
        written = rules.group()
        name = _BODIES[written[:3]]
        numbered = _NUMBER.match(text, rules.end())
        yield Instrument(
            rules.start(), numbered.end() if numbered else rules.end(), "uk",
            CitationKind.COURT_RULE, name,
            CitationParts(instrument=written), target=f"uk/{name.lower()}", unit="rule", rank=6,
            bare=True, needs_phrase=len(written) < 8,
        )  # fmt: skip
    for number in _SI_NO.finditer(text):
        yield Instrument(
            number.start(), number.end(), "uk", CitationKind.SECONDARY,
            f"SI {number['year']}/{number['number']}",
            CitationParts(instrument=number.group(), number=number["number"], year=number["year"]),
            target=f"uk/uksi/{number['year']}/{number['number']}", unit="reg", rank=1,
        )  # fmt: skip
    for direction in _PD.finditer(text):
        yield Instrument(
            direction.start(), direction.end(), "uk", CitationKind.COURT_RULE,
            f"PD {direction['number']}",
            CitationParts(instrument=direction.group(), number=direction["number"]),
            unit="para", rank=2,
        )  # fmt: skip


PACK = UnitedKingdom()
