"""How a period of a provision begins, and the event it runs from."""

from __future__ import annotations

from lexwarrant.jurisdictions.languages import LanguageTables
from lexwarrant.verification.marks import Analysis
from lexwarrant.verification.periods import Start
from lexwarrant.verification.quantities import Quantity

_BREAKS = frozenset(".;:!?—\n,")
_REACH = 9
"""Tokens after a period in which the words stand that say from when it runs."""
_EVENT_WORDS = 5


def start_of(analysis: Analysis, quantity: Quantity) -> tuple[Start, int]:
    """How the period ``quantity`` begins, and the token at which its event is named.

    "Beginning with the day after" begins after it. `Start.UNSAID` when no word says so.
    """
    tables = analysis.lex.tables
    low = analysis.low
    stop = quantity.j
    while stop < min(len(low), quantity.j + _REACH) and low[stop] not in _BREAKS:
        stop += 1
    for k in range(quantity.j, min(stop, quantity.j + 4)):
        found = _at(tables, low, k, stop)
        if found is not None:
            start, after = found
            if start != Start.AFTER and _follows(tables, low, after, stop):
                return Start.AFTER, after
            return start, after
    return Start.UNSAID, stop


def _at(tables: LanguageTables, low: list[str], k: int, stop: int) -> tuple[Start, int] | None:
    for start, phrases in (
        (Start.WITH, tables.start_included),
        (Start.AFTER, tables.start_excluded),
        (Start.FROM, tables.start_from),
    ):
        for phrase in phrases:
            words = phrase.split()
            if k + len(words) <= stop and low[k : k + len(words)] == words:
                return start, k + len(words)
    return None


def _follows(tables: LanguageTables, low: list[str], k: int, stop: int) -> bool:
    text = " ".join(low[k:stop])
    return any(text.startswith(phrase) for phrase in tables.next_day)


def event_of(analysis: Analysis, quantity: Quantity) -> frozenset[int]:
    """Concepts of the event a period runs from; empty when no word names it."""
    return event_at(analysis, quantity)[2]


def event_at(analysis: Analysis, quantity: Quantity) -> tuple[int, int, frozenset[int]]:
    """The tokens that name the event of a period, and their concepts.

    Where a fixed expression names it ("early warning"), that alone counts, not its words.
    """
    start, at = start_of(analysis, quantity)
    if start == Start.UNSAID:
        return at, at, frozenset()
    found: list[int] = []
    words = analysis.words
    taken = 0
    stop = at
    for k in range(at, min(len(analysis.low), at + 12)):
        if analysis.low[k] in _BREAKS:
            break
        stop = k + 1
        word = words[k]
        if word is not None and word.weight >= 0.5:
            found.extend(word.concepts)
            taken += 1
            if taken == _EVENT_WORDS:
                break
    fixed = frozenset(c for a, b, c in analysis.concepts if at <= a and b <= stop)
    return at, stop, fixed or frozenset(found)
