"""Words of a text as index terms, with spans back to the original.

One analysis for index and question, whatever the engine behind it:

- letters are lower-cased and folded (accents in Latin script, points and final forms in Hebrew);
- English, French and German words are stemmed (Snowball);
- a Hebrew word also gives the word without its prefix particles (ו ה ב ל מ ש כ, one or two of
  them), and gershayim and geresh inside it are dropped, so התשל"ז is תשלז;
- digit groups are one number: "10 000 000" and "10,000,000" are the same term;
- Han script gives pairs of characters.

Linear in the text and never raises on content.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

_WORD = re.compile(
    r"\d{1,3}(?:[ ,.\u00a0\u202f']\d{3})+(?!\d)"  # digit groups
    r"|\d+(?:[.,]\d+)?"
    r"|[\u4e00-\u9fff\u3400-\u4dbf]+"
    r"|[^\W\d_](?:\w|[\u0591-\u05c7]|['’׳״\"”](?=\w))*"
)
_HEBREW_POINTS = re.compile(r"[\u0591-\u05bd\u05bf-\u05c7]")
_FINALS = str.maketrans("ךםןףץ", "כמנפצ")
_PREFIXES = "והבלמשכ"
_SEPARATORS = re.compile(r"\D")
_CACHE_LIMIT = 400_000

STEMMED = {"en": "english", "fr": "french", "de": "german"}
"""Languages with a stemmer here, by code."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word: its index terms (the first is the main one) and its offsets in the text."""

    terms: tuple[str, ...]
    start: int
    end: int


def language_of(text: str, default: str = "en") -> str:
    """``he`` or ``zh`` when that script prevails among the letters, else ``default``."""
    sample = text[:2000]
    hebrew = sum("\u05d0" <= c <= "\u05ea" for c in sample)
    han = sum("\u4e00" <= c <= "\u9fff" for c in sample)
    letters = sum(c.isalpha() for c in sample)
    if hebrew * 2 > letters:
        return "he"
    return "zh" if han * 2 > letters else default


def _fold_latin(word: str) -> str:
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFKD", word)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def _hebrew_terms(word: str) -> tuple[str, ...]:
    bare = _HEBREW_POINTS.sub("", word)
    bare = "".join(c for c in bare if c.isalnum()).translate(_FINALS)
    out = [bare]
    for cut in (1, 2):
        if len(bare) - cut >= 3 and all(c in _PREFIXES for c in bare[:cut]):
            out.append(bare[cut:])
    return tuple(out)


def _number(word: str) -> str:
    groups = re.split(r"[ ,.\u00a0\u202f']", word)
    if len(groups) > 1 and all(len(g) == 3 for g in groups[1:]):
        return "".join(groups)
    return word.replace(",", ".")


class _Terms(dict[str, tuple[str, ...]]):
    """Terms of a word, worked out once. Emptied when it has grown past a limit."""

    def __init__(self, stem: Callable[[str], str]) -> None:
        super().__init__()
        self._stem = stem

    def __missing__(self, word: str) -> tuple[str, ...]:
        if len(self) > _CACHE_LIMIT:
            self.clear()
        terms = self._work_out(word)
        self[word] = terms
        return terms

    def _work_out(self, word: str) -> tuple[str, ...]:
        first = word[0]
        if first.isdigit():
            return (_number(word),)
        if "\u0590" <= first <= "\u05ff":
            return _hebrew_terms(word)
        if "\u3400" <= first <= "\u9fff":
            pairs = [word[k : k + 2] for k in range(len(word) - 1)]
            return tuple(pairs) or (word,)
        plain = _fold_latin(word.lower()).replace("’", "'").replace('"', "").replace("”", "")
        for ending in ("'s", "'"):
            plain = plain.removesuffix(ending)
        if "'" in plain and plain.index("'") <= 2:
            plain = plain.split("'", 1)[1] or plain  # l'article, d'une
        return (self._stem(plain.replace("'", "")) or plain,)


@cache
def _terms_of(language: str) -> _Terms:
    name = STEMMED.get(language)
    if name is None:
        return _Terms(lambda word: word)
    import Stemmer

    stemmer = Stemmer.Stemmer(name, 0)
    return _Terms(stemmer.stemWord)


def tokens(text: str, language: str = "en") -> list[Token]:
    """Every word of ``text`` with its terms and its code-point span."""
    terms = _terms_of(language)
    return [Token(terms[m.group()], m.start(), m.end()) for m in _WORD.finditer(text)]


def terms(text: str, language: str = "en") -> list[str]:
    """The index terms of ``text`` in order, without spans: what `tokens` gives, faster."""
    known = _terms_of(language)
    return [term for word in _WORD.findall(text) for term in known[word]]


def stream(text: str, language: str = "en") -> str:
    """The terms joined by spaces: what an engine with a whitespace tokenizer is fed."""
    return " ".join(terms(text, language))
