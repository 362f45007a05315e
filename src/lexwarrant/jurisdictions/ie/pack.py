"""Ireland: Acts of the Oireachtas, statutory instruments, the Constitution, courts and reports.

Form: OSCOLA Ireland (2nd ed.).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lexwarrant.jurisdictions.base import Instrument, Mention, PackDefaults, Words
from lexwarrant.jurisdictions.grammar.bracketed import find_bracketed
from lexwarrant.jurisdictions.grammar.courts import named_court
from lexwarrant.jurisdictions.grammar.english import TAILS, english
from lexwarrant.jurisdictions.grammar.statutes import (
    find_acts,
    find_short_titles,
    find_yearless,
)
from lexwarrant.jurisdictions.grammar.words import any_in, matches_among, words_among
from lexwarrant.jurisdictions.ie.dockets import find_dockets
from lexwarrant.records.citation import CitationKind, CitationParts

_UNITS = ("s", "art", "reg", "rule", "ord", "sch", "pt", "ch", "paragraph", "subparagraph",
          "subsection", "point")  # fmt: skip
_NUMBER = re.compile(
    r"(?: ?\(|, (?=S))(?P<number>S\.?I\.? ?(?:[Nn]o\.? ?)?\d{1,4}(?:/| of )\d{4}|[Nn](?:o"
    r"|umber)\.? ?\d{1,3}(?: of |/)\d{4})(?:\)|(?<=\d)(?![\w)]))"
)
_SI = re.compile(
    r"S(?<!\w.)\.?I\.? ?(?:No\.? ?)?(?P<number>\d{1,4})(?:/| of )(?P<year>(?:19|20)\d\d)(?!\d)"
)
_CONSTITUTION = re.compile(
    r"B(?<!\w.)unreacht na h[ÉE]ireann|Constitution(?: of Ireland)?(?:,? 1937)?\b"
)
_RSC = re.compile(
    r"(?:RSC|Rules of the Superior Courts|Circuit Court Rules|District Court Rules)\b(?:,? (?:1986|1997|2001))?"
)
_RULES = ("RSC", "Rules of the Superior Courts", "Circuit Court Rules", "District Court Rules")
_CUES = ("IESC", "IEHC", "IECA", "Oireachtas", "Ireland", "ILRM", "Taoiseach", "WRC")


@dataclass(frozen=True, slots=True)
class Ireland(PackDefaults):
    """Irish law in English."""

    code: str = "ie"
    languages: tuple[str, ...] = ("en",)
    words: Words = Words(labels=english(*_UNITS), tails=TAILS)  # noqa: RUF009
    hyphen_ranges: bool = True
    order: int = 5
    own_units: frozenset[str] = frozenset({"s", "sch", "pt", "subsection", "reg"})

    def find(self, text: str) -> Iterator[Mention]:
        """Acts, instruments, the Constitution, rules and decisions of Ireland."""
        cued = any_in(text.replace("Northern Ireland", ""), _CUES)
        for act in find_acts(text, self.code, _NUMBER, 3 if cued else 1):
            numbers = re.findall(r"\d+", act.parts.number)
            if len(numbers) == 2 and numbers[0] == act.parts.year != numbers[1]:
                act = replace(act, rank=0)  # "SI 1998/1833" puts the year first: the British form
            comma = f", {act.parts.year}" in act.parts.instrument
            yield replace(act, rank=act.rank + 1) if comma else act
        yield from find_short_titles(text, self.code)
        yield from find_yearless(text, self.code)
        yield from find_bracketed(text, self.code)
        yield from find_dockets(text)
        for si in _SI.finditer(text):
            yield Instrument(
                si.start(), si.end(), self.code, CitationKind.SECONDARY,
                f"S.I. No. {si['number']}/{si['year']}",
                CitationParts(instrument=si.group(), number=si["number"], year=si["year"]),
                target=f"ie/si/{si['year']}/{si['number']}", unit="reg", rank=3,
            )  # fmt: skip
        for constitution in matches_among(text, _CONSTITUTION, ("Bunreacht na h", "Constitution")):
            named = constitution.group() != "Constitution"
            yield Instrument(
                constitution.start(), constitution.end(), self.code, CitationKind.CONSTITUTION,
                "Constitution of Ireland", CitationParts(instrument=constitution.group()),
                target="ie/constitution", unit="art", rank=2 if named else 1, needs_phrase=not named,
            )  # fmt: skip
        for at, name in words_among(text, _RULES):
            rules = _RSC.match(text, at)
            if rules is None:
                continue
            number = _NUMBER.match(text, rules.end())
            short = {"C": "CCR", "D": "DCR"}.get(name[0], "RSC")
            yield Instrument(
                at, number.end() if number else rules.end(), self.code, CitationKind.COURT_RULE, short,
                CitationParts(instrument=rules.group()), target=f"ie/{short.lower()}", unit="rule", rank=6,
                needs_phrase=True,
            )  # fmt: skip

    def court_key(self, written: str) -> str:
        """Courts by the keys of ``courts.yaml``."""
        return named_court(self.code, written)


PACK = Ireland()
