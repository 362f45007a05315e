"""Which language a text is in: Hebrew by its script, the others by their commonest words.

The words are data (``markers.yaml``); languages without tables are told apart too, so that a text
in one of them is not read with the tables of another.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

import yaml

from lexwarrant.jurisdictions.languages.tables import LANGUAGES

_HEBREW = re.compile("[\u05d0-\u05ea]")
_WORD = re.compile(r"[^\W\d_]+")
_ASCII_LETTERS = "".join(c if c.isalpha() else " " for c in map(chr, range(128)))
"""For `str.translate`: all of ASCII but its letters becomes a space."""
_LETTERS = re.compile(r"[^\W\d_]")
_SAMPLE = 2000
_ALL_HEBREW = 1000
"""What a text in Hebrew letters counts for its language: more than any words found beside."""


@cache
def _marked() -> dict[str, tuple[str, ...]]:
    """The languages that each marker word speaks for."""
    text = files("lexwarrant.jurisdictions.languages").joinpath("markers.yaml").read_text("utf-8")
    found: dict[str, tuple[str, ...]] = {}
    for code, words in yaml.safe_load(text).items():
        for word in str(words).split():
            found[word] = (*found.get(word, ()), str(code))
    return found


@lru_cache(maxsize=8)
def language_counts(text: str) -> Mapping[str, int]:
    """How many words of the first 2,000 characters speak for each language; those with none are out.

    The last few texts are remembered: a sentence is asked of more than once.
    """
    sample = text[:_SAMPLE].lower()
    ascii_only = sample.isascii()
    hebrew = 0 if ascii_only else len(_HEBREW.findall(sample))
    if hebrew and hebrew * 3 > len(_LETTERS.findall(sample)):
        return {"he": _ALL_HEBREW}
    counts: dict[str, int] = {}
    marked = _marked()
    words = sample.translate(_ASCII_LETTERS).split() if ascii_only else _WORD.findall(sample)
    for codes in filter(None, map(marked.get, words)):
        for code in codes:
            counts[code] = counts.get(code, 0) + 1
    return counts


def detect_language(text: str) -> str:
    """The language of ``text`` among those with tables; "" when nothing says so."""
    counts = language_counts(text)
    if counts:
        known, most = LANGUAGES[0], counts.get(LANGUAGES[0], 0)
        for code in LANGUAGES[1:]:
            if counts.get(code, 0) > most:
                known, most = code, counts[code]
        # close relatives share their small words: only a clear lead speaks for the other
        return known if 2 * max(counts.values()) <= 3 * most else ""
    return "en" if text[:_SAMPLE].isascii() and _LETTERS.search(text[:_SAMPLE]) else ""
