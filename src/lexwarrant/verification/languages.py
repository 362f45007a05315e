"""The language a sentence is read in, and whether the provisions are in another."""

from __future__ import annotations

import re

from lexwarrant.jurisdictions.languages import LANGUAGES, language_counts
from lexwarrant.verification.marks import Analysis
from lexwarrant.verification.premise import PremiseIndex

_LATIN = re.compile(r"[A-Za-z]{2}")
_SURE = 3
"""Marker words that show one sentence of a text to be in another language than the text."""


def language_of(sentence: str, given: str, premise: PremiseIndex) -> str:
    """The language to read ``sentence`` in; ``given`` is that of the text it stands in.

    Short sentences say little: where the provisions' own language is about as likely, it is taken.
    "" when the sentence is in a language without tables.
    """
    counts = language_counts(sentence)
    best = max(counts, key=counts.__getitem__) if counts else given
    if best != given and counts[best] >= _SURE and counts[best] > 2 * counts.get(given, 0):
        given = best if best in LANGUAGES else ""
    if given in premise.languages:
        return given
    if not given and (counts or not _LATIN.search(sentence)):
        return ""
    likely = counts.get(given, 0)
    for code in premise.languages:
        if code and code != "he" and counts.get(code, 0) + 1 > likely and given != "he":
            return code
    return given


def compares(analysis: Analysis, premise: PremiseIndex) -> bool:
    """Whether a sentence can be compared with provisions in another language: all it holds besides
    figures, dates and references are words that stand in them letter by letter, such as names."""
    held = {token for other in premise.analyses for token in other.low}
    named = [
        analysis.low[k]
        for k, word in enumerate(analysis.words)
        if word is not None and not any(r.i <= k < r.j for r in analysis.references)
    ]
    return all(token in held for token in named) and not any(
        m.kind in _SAYS for m in analysis.marks
    )


_SAYS = frozenset({"modal", "neg", "cond", "scope"})
