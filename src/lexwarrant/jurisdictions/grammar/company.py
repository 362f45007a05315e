"""Titles of Acts that two systems write alike: the company they keep decides.

"Unfair Dismissals Act 1977" is Irish and "Theft Act 1968" is British, and no sign in the title says
so. Decisions and rules that only one of the two systems has, cited in the same text, decide; where
there are none or both systems' are there, the words around do, which the packs read themselves.
"""

from __future__ import annotations

from collections.abc import Iterable

from lexwarrant.jurisdictions.base import Coordinate, Mention
from lexwarrant.records.citation import CitationKind

ALIKE = ("uk", "ie")
"""Systems whose titles of Acts look the same, the one meant where nothing decides first."""
FREE_STATE = 1922
"""The year from which Ireland made its own Acts."""


def kept_company(mentions: Iterable[Mention], *, year_decides: bool) -> list[Mention]:
    """``mentions`` without the readings of open titles in a system that the text does not cite.

    ``year_decides`` says that nothing else in the text speaks of Ireland, so that a title from
    before 1922 is British.
    """
    found = list(mentions)
    titles = {code: set[int]() for code in ALIKE}
    signs = {code: set[int]() for code in ALIKE}
    for mention in found:
        if mention.jurisdiction in titles:
            where = titles if _open(mention) else signs
            where[mention.jurisdiction].add(mention.start)
    both = signs["uk"] & signs["ie"]
    citing = [code for code in ALIKE if signs[code] - both]
    out = []
    for mention in found:
        if _open(mention) and all(mention.start in titles[code] for code in ALIKE):
            meant = citing[0] if len(citing) == 1 else ""
            if not citing and year_decides and mention.parts.year:
                meant = "uk" if int(mention.parts.year[:4]) < FREE_STATE else ""
            if meant and mention.jurisdiction in ALIKE and mention.jurisdiction != meant:
                continue
        out.append(mention)
    return out


def _open(mention: Mention) -> bool:
    """Whether a mention is a title that another system could have as well."""
    if isinstance(mention, Coordinate):
        return False
    return (
        mention.kind in (CitationKind.LEGISLATION, CitationKind.SECONDARY)
        and not mention.target
        and not mention.parts.number
        and bool(mention.parts.instrument)
    )
