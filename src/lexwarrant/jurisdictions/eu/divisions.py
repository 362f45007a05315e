"""Which chapter and section each article of an EU act stands in, from the headings between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lexwarrant.jurisdictions.eu.structure import Division

_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_NUMERALS = ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def roman_to_int(numeral: str) -> int:
    """The value of an upper-case roman numeral; letters that are none count nothing."""
    values = [_ROMAN_VALUES.get(letter, 0) for letter in numeral]
    return sum(-v if k + 1 < len(values) and v < values[k + 1] else v for k, v in enumerate(values))


def int_to_roman(value: int) -> str:
    """The upper-case roman numeral of a number from 1 to 89."""
    out = []
    for size, numeral in _NUMERALS:
        while value >= size:
            out.append(numeral)
            value -= size
    return "".join(out)


@dataclass(frozen=True, slots=True)
class ArticleSeam:
    """An article's number, whether its text is whole, and the headings found at its end."""

    number: str
    complete: bool
    next_divisions: tuple[Division, ...]


def place_articles(seams: Iterable[ArticleSeam]) -> dict[str, tuple[Division, ...]]:
    """Divisions of every article, outermost first.

    The first article opens Chapter I. A heading after an article whose text was cut is lost with
    the cut; where the chapters' numbers then show a gap of one, and exactly one article in the
    gap was cut, the missing chapter begins behind that article. Elsewhere nothing is guessed: the
    article keeps the chapter last seen, which is right for every article before a gap.
    """
    ordered = list(seams)
    opened: dict[int, tuple[Division, ...]] = {0: (Division("chapter", "I", ""),)}
    last_at, last_number = 0, 1
    for index, seam in enumerate(ordered):
        chapter = next((d for d in seam.next_divisions if d.kind == "chapter"), None)
        if seam.next_divisions:
            opened[index + 1] = seam.next_divisions
        if chapter is None:
            continue
        number = roman_to_int(chapter.number)
        if number == last_number + 2:
            cut = [k for k in range(last_at, index) if not ordered[k].complete]
            if len(cut) == 1:
                opened[cut[0] + 1] = (Division("chapter", int_to_roman(number - 1), ""),)
        last_at, last_number = index + 1, number
    placed: dict[str, tuple[Division, ...]] = {}
    current: tuple[Division, ...] = ()
    for index, seam in enumerate(ordered):
        for division in opened.get(index, ()):
            if division.kind in ("chapter", "title"):
                current = (division,)
            else:
                current = (*(d for d in current if d.kind in ("chapter", "title")), division)
        placed[seam.number] = current
    return placed
