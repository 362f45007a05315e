"""Lists: an item added to those that the passage names.

An item of the sentence that matches nothing may be a plain word for an item of the law. So it is a
fault only when every item of the passage's own list is already matched by another item of the
sentence: then nothing is left for it to stand for.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import pairwise

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification.align import Item
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.passages import Leaf

_JOINS = frozenset(["and", "or", "et", "ou", "und", "oder", "sowie", "nor", "ni", "noch", "או"])
_BREAKS = frozenset(".;:!?—\n()")
_CUTTING = _JOINS | _BREAKS | {","}
_LONGEST_ITEM = 9
"""Tokens of the longest item of a list inside a sentence."""
_SHORT = 5
"""Tokens up to which what stands beside a matched item of the law is taken for an item too."""
_FEWEST = 3
_MOST_ITEMS = 30
_HEAVY = 0.8

Span = tuple[int, int]


def check_list(case: Case) -> list[Fault]:
    """An item that the list of the passage does not have."""
    items = _items(case)
    if len(items) < _FEWEST or not case.ranked:
        return []
    ordered = sorted(case.alignment.items, key=lambda item: item.token)
    tokens = [item.token for item in ordered]
    words = [ordered[bisect_left(tokens, i) : bisect_left(tokens, j)] for i, j in items]
    if any(not group for group in words):
        return []
    read = [(leaf, *_odd(case, leaf, words)) for leaf in case.near(0.5)[:4]]
    most = max(matched for _, matched, _ in read)
    named = [(leaf, odd) for leaf, matched, odd in read if matched == most]
    leaf, odd = named[0]
    if not odd or any(other is None for _, other in named):
        return []  # the first is no certain item: where it begins is not written
    if not any(w.weight >= _HEAVY for w in words[odd]):
        return []
    start, end = case.chars(*items[odd])
    hint = RepairHint(RepairAction.START_ANEW, start)
    return [Fault(Slot.CONTENT, ReasonCode.CONTENT_NOT_STATED, start, end, leaf.index, hint)]


def _items(case: Case) -> list[Span]:
    """The items of the longest list in the sentence: "A, B and C" has three."""
    low = case.analysis.low
    n = len(low)
    hebrew = case.analysis.lex.code == "he"
    if not hebrew and _JOINS.isdisjoint(low):
        return []
    best: tuple[list[int], int] = ([], 0)
    """The cuts of the longest list, and how many of them it had when it was longest."""
    last_cut = most = 0
    cuts: list[int] = []
    at: Iterable[int] = range(n) if hebrew else [k for k in range(n) if low[k] in _CUTTING]
    for k in (*at, n):
        last = k == n or low[k] in _BREAKS
        joins = not last and low[k] in _JOINS
        joins = joins or (hebrew and not last and bool(cuts) and _prefixed(case, k))
        if not (last or joins or low[k] == ","):
            continue
        if cuts and k - cuts[-1] - 1 > _LONGEST_ITEM and not joins:
            cuts = []
        if last:
            cuts = []
            continue
        if cuts and k == cuts[-1] + 1:
            cuts[-1] = k  # ", and"
        else:
            cuts.append(k)
        if len(cuts) > _MOST_ITEMS:
            return []  # a table, not a claim
        if joins and len(cuts) >= _FEWEST - 1:
            first, start = cuts[0], k if hebrew else k + 1
            length = len(cuts) - 1 + (first > 0 and low[first - 1] not in _BREAKS)
            length += start < n and low[start] not in _BREAKS and low[start] != ","
            if length > most:
                best, last_cut, most = (cuts, len(cuts)), k, length
    if not most:
        return []
    found, count = best
    return _spans(low, [*found[: count - 1], last_cut], hebrew)


def _prefixed(case: Case, k: int) -> bool:
    """A Hebrew word with "and" before it, as the last item of a list has."""
    low = case.analysis.low
    return k > 1 and low[k].startswith("ו") and len(low[k]) > 3 and low[k - 1] != ","


def _spans(low: list[str], cuts: list[int], hebrew: bool) -> list[Span]:
    first = cuts[0]
    begin = first
    while begin > 0 and first - begin < 4 and low[begin - 1] not in _BREAKS:
        begin -= 1
    out = [(begin, first)]
    for here, after in pairwise(cuts):
        out.append((here + 1, after))
    start = cuts[-1] if hebrew else cuts[-1] + 1
    end = start
    while end < len(low) and end - start < 6 and low[end] not in _BREAKS and low[end] != ",":
        end += 1
    out.append((start, end))
    return [s for s in out if s[1] > s[0]]


def _odd(case: Case, leaf: Leaf, words: list[list[Item]]) -> tuple[int, int | None]:
    """How many items of the passage's list are matched, and the one item of the sentence that
    matches none of them; None when one of them is left for it to stand for."""
    known = case.premise.list_parts.get(leaf.index)
    if known is None:
        made = _limbs(case, leaf) or _inline(case, leaf)
        known = made, [_concepts(case, leaf, part) for part in made]
        case.premise.list_parts[leaf.index] = known
    parts, named = known
    matched: set[int] = set()
    odd: list[int] = []
    for number, group in enumerate(words):
        found = [
            k
            for k, concepts in enumerate(named)
            if any(not concepts.isdisjoint(word.concepts) for word in group)
        ]
        if found:
            matched.update(found)
        else:
            odd.append(number)
    if len(odd) != 1 or len(matched) < 2:
        return len(matched), None
    low, high = min(matched), max(matched)
    while low > 0 and parts[low - 1][1] - parts[low - 1][0] <= _SHORT:
        low -= 1
    while high + 1 < len(parts) and parts[high + 1][1] - parts[high + 1][0] <= _SHORT:
        high += 1
    if high - low + 1 > len(words) - 1:
        return len(matched), None  # more items in the law than are matched one to one
    surplus = all(k in matched for k in range(low, high + 1))
    return len(matched), odd[0] if surplus else None


def _limbs(case: Case, leaf: Leaf) -> list[Span]:
    """The own words of each limb of the list that a passage belongs to."""
    limbs = case.premise.limbs(leaf)
    lettered = [limb.own for limb in limbs if limb.path and not limb.path[-1][0].isdecimal()]
    return lettered if 2 <= len(lettered) <= 30 else []


def _inline(case: Case, leaf: Leaf) -> list[Span]:
    """A passage cut at its commas and conjunctions."""
    analysis = case.premise.analyses[leaf.provision]
    low = analysis.low
    out: list[Span] = []
    i, j = leaf.own
    start = i
    for k in range(i, j):
        if analysis.lex.code == "he" and k > start and low[k].startswith("ו") and len(low[k]) > 3:
            out.append((start, k))
            start = k
        elif low[k] in _JOINS or low[k] in _BREAKS or low[k] == ",":
            if k > start:
                out.append((start, k))
            start = k + 1
    if j > start:
        out.append((start, j))
    return out


def _concepts(case: Case, leaf: Leaf, part: Span) -> frozenset[int]:
    analysis = case.premise.analyses[leaf.provision]
    out: set[int] = set()
    for k in range(*part):
        word = analysis.words[k]
        if word is not None:
            out.update(word.concepts)
    out.update(c for a, b, c in analysis.within((part,)).concepts)
    return frozenset(out)
