"""Members: what a passage counts in, and what it leaves out, by name.

"Premises other than a dwelling" leaves the dwelling out; "this section does not apply to a company"
the company; "includes a partnership" counts the partnership in. A member is the words that follow,
one for each part of a list.
"""

from __future__ import annotations

from dataclasses import dataclass

from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.frames import Clause
from lexwarrant.verification.marks import Analysis

_BREAKS = frozenset(".;:!?—–\n)")
_LIST = frozenset([",", "and", "or", "nor", "et", "ou", "ni", "und", "oder", "sowie", "או"])
_CLAUSES = frozenset(["if", "where", "when", "unless", "that", "as", "si", "lorsque", "wenn"])
_APART = frozenset(["ni", "nor"])
"""Words of a list whose parts share nothing."""
_NOT = frozenset(["not", "pas", "non", "nicht", "kein", "keine", "לא"])
_DONE = ("ed", "clu", "clus", "clue", "clues", "nommen", "ssen")
"""Endings of participles: who is "excluded" stands before, not after."""
_LONGEST = 40
_SHORT = 3
"""Content words of a member that may stand alone; a longer list shares its last words."""


@dataclass(frozen=True, slots=True)
class Member:
    """Something named as in or out: the concepts of its words, and whether it is out."""

    i: int
    j: int
    items: tuple[tuple[int, ...], ...]
    out: bool
    people: bool = False
    """Whether it names people."""
    carved: bool = False
    """Left out inside the rule ("other than"), not by a sentence of its own."""

    def share(self, concepts: frozenset[int] | set[int]) -> float:
        """How much of the member is found among ``concepts``."""
        have = sum(not concepts.isdisjoint(names) for names in self.items)
        return have / len(self.items)


def members_of(
    analysis: Analysis, clause: Clause, ranges: tuple[tuple[int, int], ...]
) -> list[Member]:
    """The members that a clause names, in order; ``analysis`` holds the frames of the clause alone."""
    found: list[Member] = []
    for condition in clause.conditions:
        if condition.kind == "unless" and condition.words in analysis.lex.carve_outs:
            start = condition.i + len(condition.words.split())
            end = _end_of(ranges, condition.i)
            opened = condition.i > 0 and analysis.low[condition.i - 1] == "("
            if not opened and "," in analysis.low[start:end]:
                end = analysis.low.index(",", start, end)
            found.extend(_named(analysis, start, end, True, carved=True))
    for token, dim, sign in clause.signs:
        if dim in analysis.lex.member_dims and not analysis.low[token].endswith(_DONE):
            found.extend(_named(analysis, token + 1, _end_of(ranges, token), sign < 0))
    return found


def _end_of(ranges: tuple[tuple[int, int], ...], token: int) -> int:
    return next((j for i, j in ranges if i <= token < j), token)


def _named(analysis: Analysis, i: int, end: int, out: bool, carved: bool = False) -> list[Member]:
    """The members named in the words from ``i`` to the end of the list that begins there."""
    low, words = analysis.low, analysis.words
    while i < end and low[i] in _NOT:
        i += 1
    if i >= end or low[i] in _CLAUSES or (low[i] in _LIST and low[i] not in _APART):
        return []
    stops = {m.i for m in analysis.marks if m.kind in (lx.MODAL, lx.COND)}
    stop = min(end, i + _LONGEST)
    cuts: list[int] = []
    j = i
    while j < stop and low[j] not in _BREAKS and j not in stops:
        if low[j] in _LIST:
            cuts.append(j)
        j += 1
    if any(i <= q.i < j for q in analysis.quantities) or j >= i + _LONGEST:
        return []  # a class with a measure is no name
    if j in stops and cuts:
        j = cuts.pop()  # what follows the last comma is a clause of its own
    parts: list[Member] = []
    begin = i
    for cut in (*cuts, j):
        items = tuple(word.concepts for word in words[begin:cut] if word is not None)
        if items:
            people = any(w is not None and w.person for w in words[begin:cut])
            turned = not _NOT.isdisjoint(low[begin:cut])  # "but not a county council"
            parts.append(Member(begin, cut, items, out != turned, people, carved))
        begin = cut + 1
    apart = any(low[c] in _APART or low[c + 1] in analysis.lex.case_of for c in cuts if c + 1 < j)
    if len(parts) > 1 and len(parts[-1].items) > _SHORT and not apart:
        whole = tuple(item for part in parts for item in part.items)
        people = any(part.people for part in parts)
        return [Member(i, j, whole, out, people, carved)]
    return parts
