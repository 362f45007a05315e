"""Israel: legislation with Hebrew years, dockets with any quote character, reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lexwarrant.jurisdictions.base import Label, Mention, PackDefaults, Words
from lexwarrant.jurisdictions.grammar.courts import named_court
from lexwarrant.jurisdictions.grammar.english import english
from lexwarrant.jurisdictions.grammar.hebrew import has_hebrew
from lexwarrant.jurisdictions.il.cases import find_cases
from lexwarrant.jurisdictions.il.english import find_in_english
from lexwarrant.jurisdictions.il.statutes import find_statutes

_LABELS = {
    **english("s", "art", "reg", "sch", "paragraph", "subsection"),
    "סעיף": Label("s"),
    "סעיפים": Label("s", plural=True),
    "סעיפי": Label("s", plural=True),
    "ס'": Label("s", short=True),
    "סע'": Label("s", short=True),
    'ס"ק': Label("subsection", short=True),
    "סעיף קטן": Label("subsection"),
    "סעיפים קטנים": Label("subsection", plural=True),
    "תקנה": Label("reg"),
    "תקנות": Label("reg", plural=True),
    "תק'": Label("reg", short=True),
    "תקנת משנה": Label("subsection"),
    "פסקה": Label("paragraph"),
    "פסקאות": Label("paragraph", plural=True),
    "פסקת משנה": Label("subparagraph"),
    "כלל": Label("rule"),
    "פרט": Label("point"),
}
_TAILS = {"סעיף קטן": "", "פסקה": "", "פסקת משנה": "", 'ס"ק': "", "תקנת משנה": ""}


@dataclass(frozen=True, slots=True)
class Israel(PackDefaults):
    """Israeli law in Hebrew."""

    code: str = "il"
    languages: tuple[str, ...] = ("he",)
    words: Words = Words(  # noqa: RUF009
        labels=_LABELS, tails=_TAILS, links=(" ל", " ל-", " של ", " ב", " שב")
    )
    hyphen_ranges: bool = True
    order: int = 4
    own_units: frozenset[str] = frozenset({"s", "subsection", "reg"})

    def find(self, text: str) -> Iterator[Mention]:
        """Laws, regulations and decisions of Israel."""
        if has_hebrew(text):
            yield from find_statutes(text)
            yield from find_cases(text)
        yield from find_in_english(text)

    def court_key(self, written: str) -> str:
        """Courts by the keys of ``courts.yaml``; of a docket's bracket the first word says which."""
        return named_court(self.code, written) or named_court(self.code, written.split(" ")[0])


PACK = Israel()
