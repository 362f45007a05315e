"""The United States: federal and state law and decisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lexwarrant.jurisdictions.base import Label, Mention, PackDefaults, Words
from lexwarrant.jurisdictions.grammar.english import TAILS, english
from lexwarrant.jurisdictions.us.codes import find_codes
from lexwarrant.jurisdictions.us.courts import federal_court
from lexwarrant.jurisdictions.us.reports import (
    find_dockets,
    find_printed,
    find_reports,
    out_of_run,
)
from lexwarrant.jurisdictions.us.unnumbered import find_unnumbered
from lexwarrant.records.citation import Citation

_UNITS = ("s", "art", "rule", "pt", "ch", "title", "subsection", "paragraph", "subparagraph", "cl")


_LABELS = {
    **english(*_UNITS),
    "subdivision": Label("subsection"),
    "subdivisions": Label("subsection", plural=True),
    "subd": Label("subsection", short=True),
}


@dataclass(frozen=True, slots=True)
class UnitedStates(PackDefaults):
    """US law in English."""

    code: str = "us"
    languages: tuple[str, ...] = ("en",)
    words: Words = Words(labels=_LABELS, tails=TAILS)  # noqa: RUF009
    hyphen_ranges: bool = False
    order: int = 3
    own_units: frozenset[str] = frozenset({"s", "rule", "subsection"})

    def find(self, text: str) -> Iterator[Mention]:
        """Codes, public laws, rules and constitutions; reporters, dockets and registers."""
        yield from find_codes(text)
        yield from find_printed(text)
        yield from find_reports(text)
        yield from find_dockets(text)
        yield from find_unnumbered(text)

    def impossible(self, citation: Citation) -> str:
        """A decision dated outside the years in which its reporter ran."""
        return out_of_run(citation)

    def court_key(self, written: str) -> str:
        """Federal courts by the short names that public databases use ("ca9", "nysd")."""
        return federal_court(written)


PACK = UnitedStates()
