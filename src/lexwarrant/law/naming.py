"""Whether two ways of naming an authority name the same one: parties, titles, coordinates.

Parties are abbreviated by rule (Bluebook, table T6) and by habit, so words are matched by
beginning ("Ins." for "Insurance"), by first and last letters ("Int'l") and by initials ("EEOC").
Nothing is guessed: a name that is not shown to be the same is another.
"""

from __future__ import annotations

import re
from functools import lru_cache

from lexwarrant.text.folding import fold_characters

_VERSUS = re.compile(r" (?:v\.?|vs\.?|V\.|נ'|נגד|against) ")
_WORD = re.compile(r"[^\W_]+(?:['.&][^\W_]+)*['.]?")
_EMPTY = frozenset(
    [
        "the",
        "of",
        "and",
        "for",
        "in",
        "re",
        "ex",
        "parte",
        "rel",
        "on",
        "application",
        "matter",
        "a",
        "an",
        "et",
        "al",
        "inc",
        "ltd",
        "llc",
        "plc",
        "co",
        "corp",
        "company",
        "corporation",
        "limited",
        "incorporated",
        "lp",
        "llp",
        "na",
        "sa",
        "ag",
        "gmbh",
        "de",
        "la",
        "le",
        "v",
        "r",
        "others",
        "another",
        "ors",
        "anor",
        "no",
        "v'",
        "נ'",
        "ואח'",
        'בע"מ',
        "נגד",
        "ו",
    ]
)
_HEBREW_YEAR = re.compile(r",? ?\(?ה?ת[קרש][א-ת]{0,2}[\"']{0,2}[א-ת]{0,2}'?[- ]{1,3}(?=\d{4})")
_NOT_KEY = re.compile(r"[\s.,'\"()\[\]:;-]+")
_SPACES = re.compile(r"\s+")
_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u200e\u200f]")


@lru_cache(maxsize=65536)
def name_key(name: str) -> str:
    """A title without what may differ: case, commas, quotes, "the", "of" before a year, points."""
    text = _POINTS.sub("", fold_characters(name)).casefold()
    text = _HEBREW_YEAR.sub(" ", text)
    text = re.sub(r" of (?=(?:1[6-9]|20)\d\d\b)", " ", text)
    text = re.sub(r" \[נוסח (?:חדש|משולב)\]", "", text)
    return _SPACES.sub(" ", _NOT_KEY.sub(" ", text)).strip().removeprefix("the ")


@lru_cache(maxsize=65536)
def coordinate_key(coordinate: str) -> str:
    """A coordinate without spaces, stops and quotes: "471 U. S. 261" is "471us261"."""
    text = fold_characters(coordinate).casefold()
    bracket = "[" if text.startswith("[") else ""
    return bracket + re.sub(r"[\s.,'\"\[\]]+", "", text)


def sides(parties: str) -> tuple[list[str], list[str]]:
    """The distinctive words of the two sides; the second is empty for "In re ..."."""
    folded = fold_characters(parties)
    halves = _VERSUS.split(folded, maxsplit=1)
    left = _words(halves[0])
    return left, _words(halves[1]) if len(halves) > 1 else []


def _words(side: str) -> list[str]:
    out = [w for w in _WORD.findall(side) if w.casefold().rstrip(".'") not in _EMPTY]
    return [w.casefold() for w in out]


def same_word(a: str, b: str) -> bool:
    """Whether one word is the other or an abbreviation of it."""
    short, long = sorted((a.rstrip("."), b.rstrip(".")), key=len)
    if short == long:
        return True
    if not short or short[0] != long[0]:
        return False
    if "'" in short:
        head, _, tail = short.partition("'")
        return long.startswith(head) and long.endswith(tail)
    if len(short) >= 2 and long.startswith(short) and (a.endswith(".") or b.endswith(".")):
        return True
    dotted = a.endswith(".") or b.endswith(".")
    return dotted and len(short) >= 3 and _in_order(short, long)


def _in_order(short: str, long: str) -> bool:
    at = 0
    for letter in short:
        at = long.find(letter, at) + 1
        if not at:
            return False
    return True


def _same_side(a: list[str], b: list[str]) -> bool:
    if not a or not b:
        return a == b
    few, many = sorted((a, b), key=len)
    if len(few) == 1 and len(many) > 1:
        initials = "".join(w[0] for w in many)
        if few[0].replace(".", "") == initials:
            return True
    matched = sum(any(same_word(w, other) for other in many) for w in few)
    first = same_word(a[0], b[0]) or matched == len(few)
    return first and matched / len(few) >= 0.6


def same_parties(cited: str, real: str) -> bool:
    """Whether the parties cited are those of the decision, abbreviations and omissions allowed."""
    (a, b), (c, d) = sides(cited), sides(real)
    if not a and not b:
        return True
    if b and d:
        return (_same_side(a, c) or not a) and (_same_side(b, d) or not b)
    everything = [*c, *d]
    few = [*a, *b]
    return (
        bool(everything)
        and sum(any(same_word(w, o) for o in everything) for w in few) / len(few) >= 0.75
    )
