"""The frame of a clause: who must or may do what, on which conditions, with which polarity.

Read from the marks of one pass, for a sentence or for a passage made of several token ranges (a
lead-in and a limb). Nothing is parsed twice.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.lexicon import Word
from lexwarrant.verification.marks import Analysis, Mark

_BREAKS = frozenset(".;:!?—\n")
_FLIP = {"must": "must_not", "may": "must_not", "must_not": "may", "need_not": "must"}
_NEGATIVE = frozenset({"must_not", "need_not"})
_LONGEST_NEG = 12
"""Tokens of the longest words of negation."""
_ENDS = _BREAKS | {","}
_LIMITING = frozenset({"unless", "only_if", "subject"})
_POSITIVE = frozenset({"must", "may", "should"})
_SETTING = frozenset({"if", "weak", "only_if", "despite"})
_REACH = 40
"""Tokens over which the clause of a modal is followed, back and forward."""
_MOST_MODALS = 60
"""Modals of one clause that are read; 3,000 characters of law have fewer."""
_FAR = 1 << 30


@dataclass(slots=True)
class Force:
    """A modal with what it governs. ``holder`` is the role before it ("" when none is named)."""

    kind: str
    i: int
    j: int
    holder: str
    scope: frozenset[int]
    head: frozenset[int] = frozenset()
    """Concepts of the predicate: the first content word governed, parties and light verbs aside."""
    reach: frozenset[int] = frozenset()
    """Concepts of the first ten content words governed."""
    subject: frozenset[int] = frozenset()
    """Concepts of the content words before it in its clause."""
    limited: bool = False
    """A prohibition limited by time, figure or exception: "not after six years", "not unless"."""


@dataclass(slots=True)
class Condition:
    """A condition or exception: its kind, its tokens, the concepts in it with their weights."""

    kind: str
    i: int
    j: int
    items: tuple[tuple[tuple[int, ...], float], ...]
    negative: bool = False
    """Whether a negation stands in it."""
    words: str = ""
    """The words that open it."""


class Clause:
    """All frames of one clause.

    ``negated`` has (token, concepts of the next content words, limited) for each negation that is
    not a modal; ``signs`` (token, antonym dimension, sign), the sign turned by a negation just
    before; ``despites`` what the clause says makes no difference ("even if", "whether or not").
    ``denied`` says whether any negation stands in it, ``exceptional`` whether "unless", "only if"
    or "subject to" limits it, ``forbids`` whether a modal of it is denied.
    """

    __slots__ = (
        "conditions", "conj", "denied", "despite", "despite_items", "despites", "disapplies", "exceptional",
        "extreme", "forbids", "forces", "hedged", "negated", "parties", "repeal", "scopes", "signs", "universal",
    )  # fmt: skip

    def __init__(self) -> None:
        self.forces: list[Force] = []
        self.conditions: list[Condition] = []
        self.negated: list[tuple[int, frozenset[int], bool]] = []
        self.signs: list[tuple[int, int, int]] = []
        self.scopes: dict[str, list[int]] = {}
        self.conj: list[tuple[int, str]] = []
        self.parties: list[tuple[int, str]] = []
        self.despites: list[Condition] = []
        self.despite_items: tuple[tuple[tuple[int, ...], float], ...] = ()
        self.repeal: list[str] = []
        self.extreme = ""
        self.hedged = self.disapplies = self.despite = self.universal = False
        self.denied = self.exceptional = self.forbids = False


class _Places:
    """Where the breaks, commas and content words of the ranges stand, in order."""

    __slots__ = ("breaks", "content", "ends")

    def __init__(self, analysis: Analysis, ranges: tuple[tuple[int, int], ...]) -> None:
        low, words = analysis.low, analysis.words
        self.content = [k for a, b in ranges for k in range(a, b) if words[k] is not None]
        ends: list[int] = []
        last = 0
        for a, b in ranges:
            first = max(last, a - _REACH)  # a clause may begin before the range
            ends.extend([k for k, token in enumerate(low[first:b], first) if token in _ENDS])
            last = b
        self.ends = ends
        self.breaks = [k for k in ends if low[k] != ","]


def read_clause(analysis: Analysis, ranges: tuple[tuple[int, int], ...]) -> Clause:
    """The frames of the tokens in ``ranges``."""
    if len(ranges) != 1 or ranges[0] != (0, len(analysis.low)):
        analysis = analysis.within(ranges)
    return clause_of(analysis, ranges)


def clause_of(analysis: Analysis, ranges: tuple[tuple[int, int], ...]) -> Clause:
    """The frames of an analysis that was already cut to ``ranges``."""
    clause = Clause()
    clause.parties = analysis.parties
    low, words = analysis.low, analysis.words
    negs: list[Mark] = []
    modals: list[Mark] = []
    opened: list[Mark] = []
    signed: list[tuple[int, int, int]] = []
    for mark in analysis.marks:
        kind = mark.kind
        if kind == lx.CONJ:
            clause.conj.append((mark.i, mark.value))
        elif kind == lx.MODAL:
            modals.append(mark)
        elif kind == lx.COND:
            opened.append(mark)
        elif kind == lx.NEG:
            if mark.value != "instead":
                negs.append(mark)
        elif kind == lx.SIGN:
            dim, _, sign = mark.value.partition(":")
            signed.append((mark.i, int(dim), int(sign)))
        elif kind == lx.SCOPE:
            clause.scopes.setdefault(mark.value, []).append(mark.i)
        elif kind == lx.HEDGE:
            clause.hedged = True
        elif kind == lx.EXTREME:
            clause.extreme = mark.value
        elif kind == lx.REPEAL:
            clause.repeal.append(mark.value)
    clause.denied = bool(negs)
    places = _Places(analysis, ranges)
    first = ranges[0][0]
    clause.universal = "all" in clause.scopes or not analysis.lex.universal_starts.isdisjoint(
        low[first : first + 2]
    )
    neg_starts = [n.i for n in negs]
    limits = _limits(analysis) if modals or negs else []
    used: set[int] = set()
    if modals:
        limb_after = {a[1]: b for a, b in pairwise(ranges)}
        for number, mark in enumerate(modals[:_MOST_MODALS]):
            after = number + 1
            while after < len(modals) and modals[after].i <= mark.j + 1:
                after += 1
            upto = modals[after].i if after < len(modals) else _FAR
            clause.forces.append(
                _force(
                    analysis, mark, negs, neg_starts, clause.parties, _end_of(ranges, mark.i),
                    limits, upto, used, limb_after, places,
                )
            )  # fmt: skip
        clause.forbids = any(f.kind in _NEGATIVE for f in clause.forces)
    if opened:
        _read_conditions(clause, analysis, ranges, opened, modals, places)
        clause.exceptional = any(c.kind in _LIMITING for c in clause.conditions)
        denials = neg_starts + [m.i for m in modals if m.value in _NEGATIVE]
        denials.sort()
        for condition in (*clause.conditions, *clause.despites):
            at = bisect_right(denials, condition.i)
            condition.negative = at < len(denials) and denials[at] < condition.j
    if negs:
        modal_at = {m.i for m in modals}
        inside: set[int] = set()
        for condition in (*clause.conditions, *clause.despites):
            if condition.kind in _SETTING:
                inside.update(range(condition.i, condition.j))
        for neg in negs:
            if neg.i in modal_at or neg.value == "none" or neg.i in used or neg.i in inside:
                continue
            concepts, last = _next_content(words, low, neg.j, _end_of(ranges, neg.i), 1)
            if concepts:
                at = bisect_right(limits, neg.i)
                limited = at < len(limits) and limits[at] <= last + 8
                clause.negated.append((neg.i, concepts, limited))
    for k in places.content:
        word = words[k]
        if word is not None and word.signs:
            signed.extend([(k, opposed, side) for opposed, side in word.signs])
    if signed:
        _read_signs(clause, analysis, signed, negs, neg_starts)
    return clause


def _end_of(ranges: tuple[tuple[int, int], ...], token: int) -> int:
    """Where the range ends that holds ``token``."""
    for a, b in ranges:
        if a <= token < b:
            return b
    return token


def _read_conditions(
    clause: Clause,
    analysis: Analysis,
    ranges: tuple[tuple[int, int], ...],
    opened: list[Mark],
    modals: list[Mark],
    places: _Places,
) -> None:
    """The conditions that the marks ``opened`` begin, and what is said to make no difference."""
    starts = [m.i for m in modals]
    items: list[tuple[tuple[int, ...], float]] = []
    for mark in opened:
        value = mark.value
        if value == "despite":
            clause.despite = True
            despite = _condition(analysis, mark, _end_of(ranges, mark.i), places)
            clause.despites.append(despite)
            items.extend(despite.items)
        elif value not in ("before", "without"):
            after = bisect_right(starts, mark.j)
            main = starts[after] if after < len(starts) else _FAR
            clause.conditions.append(
                _condition(analysis, mark, _end_of(ranges, mark.i), places, main)
            )
    clause.despite_items = tuple(items)


def _read_signs(
    clause: Clause,
    analysis: Analysis,
    signed: list[tuple[int, int, int]],
    negs: list[Mark],
    neg_starts: list[int],
) -> None:
    """The opposites, each turned by a negation just before it."""
    apply_root = analysis.lex.concept("a:0")
    behind = analysis.lex.code == "de"  # "gilt nicht"
    neg_at = [n.j for n in negs]
    neg_at.extend(f.j for f in clause.forces if f.kind in _NEGATIVE)
    neg_at.sort()
    for k, opposed, side in signed:
        value = side
        before = _any_in(neg_at, k - 3, k) and not any(
            (met := analysis.words[t]) is not None and met.role for t in range(max(0, k - 2), k)
        )
        if before or (behind and _any_in(neg_starts, k + 1, k + 2)):
            value = -value
        clause.signs.append((k, opposed, value))
        if opposed == apply_root and value < 0:
            clause.disapplies = True


def _first_party(parties: list[tuple[int, str]], first: int, stop: int) -> str:
    """The role named first in tokens ``first``..``stop``, "" when none is."""
    at = bisect_left(parties, (first, ""))
    return parties[at][1] if at < len(parties) and parties[at][0] < stop else ""


def _any_in(ordered: list[int], first: int, last: int) -> bool:
    """Whether a number from ``first`` to ``last`` is in a list in order."""
    at = bisect_left(ordered, first)
    return at < len(ordered) and ordered[at] <= last


def _limits(analysis: Analysis) -> list[int]:
    """Tokens that limit a negation before them, in order: figures, bounds, unless, until, before."""
    out = [q.i for q in analysis.quantities if not q.implicit]
    out.extend(
        [
            m.i
            for m in analysis.marks
            if m.kind == lx.CMP or (m.kind == lx.COND and m.value in _LIMITS)
        ]
    )
    out.sort()
    return out


_LIMITS = frozenset({"unless", "before", "without", "only_if", "subject"})


def _next_content(
    words: list[Word | None], low: list[str], i: int, j: int, count: int
) -> tuple[frozenset[int], int]:
    found: list[int] = []
    last = i
    for k in range(i, min(j, i + 7)):
        if low[k] in _BREAKS or low[k] == ",":
            break
        word = words[k]
        if word is not None:
            found.extend(word.concepts)
            last = k
            count -= 1
            if count == 0:
                break
    return frozenset(found), last


def _force(
    analysis: Analysis,
    mark: Mark,
    negs: list[Mark],
    neg_starts: list[int],
    parties: list[tuple[int, str]],
    stop: int,
    limits: list[int],
    upto: int,
    used: set[int],
    limb_after: dict[int, tuple[int, int]],
    places: _Places,
) -> Force:
    low, words = analysis.low, analysis.words
    kind = mark.value
    i, j = mark.i, mark.j
    at = bisect_left(places.breaks, i)
    start = max(0, i - _REACH, places.breaks[at - 1] + 1 if at else 0)
    at = bisect_left(places.ends, i)
    begin = start
    if at and places.ends[at - 1] > start and low[places.ends[at - 1]] == ",":
        begin = places.ends[at - 1] + 1
    # "No employer shall", "nobody may", "ne peut", "darf nicht"
    near_by = bisect_left(neg_starts, min(start, i - _LONGEST_NEG))
    for neg in negs[near_by : bisect_right(neg_starts, j + 1)]:
        if neg.i >= i and neg.i < j:
            continue
        near_before = start <= neg.i < i and (
            (neg.i == start and i - start < _REACH)
            or (neg.i >= begin and (neg.value == "none" or low[neg.i] in _SUBJECT_NO))
            or i == neg.j
            or (i == neg.j + 1 and words[neg.j] is None)
        )
        near_after = j <= neg.i <= j + 1
        chosen = 0 <= i - neg.j <= 3 and not _CHOICES.isdisjoint(low[i:j])
        if chosen or near_before or near_after:
            if not _CHOICES.isdisjoint(low[i:j]):
                kind = "must" if kind == "may" else kind  # no discretion is a duty
                used.add(neg.i)
                break
            requires = not _REQUIRES.isdisjoint(low[i:j])
            kind = "need_not" if kind == "must" and requires else _FLIP.get(kind, kind)
            used.add(neg.i)
            break
    holder = _first_party(parties, begin, i)
    if not holder and begin > start:
        holder = _first_party(parties, start, i)
    stop = min(stop, upto)
    concepts: list[int] = []
    head: list[int] = []
    taken = 0
    end = j
    by_object: list[int] = []
    light = False
    by_at = -1
    reach: list[int] = []
    skipped: list[int] = []
    first = j
    if j < stop and low[j] == ",":  # "may, upon motion filed in time, extend"
        first = next((k + 1 for k in range(j + 1, min(stop, j + 30)) if low[k] == ","), j)
    governed: Iterable[int] = range(first, min(stop, first + _REACH))
    tail = stop
    while tail > first and low[tail - 1] in _LEADS:
        tail -= 1
    if tail == first and stop in limb_after:  # "may— (a) deviate": the limb says what
        a, b = limb_after[stop]
        governed = range(a, min(b, upto, a + _REACH))
    for k in governed:
        token = low[k]
        if token in _BREAKS:
            break
        end = k
        word = words[k]
        if word is not None and word.role and not head:
            skipped.extend(word.concepts)
            continue
        if token in _BY and by_at < 0:
            by_at = k
        if word is not None and low[k] in _DUMMY and not head:
            continue
        if word is not None and taken < 14:
            reach.extend(word.concepts)
        if word is not None and taken < 10:
            concepts.extend(word.concepts)
            if by_at >= 0 and k <= by_at + 4:
                by_object.extend(word.concepts)
            elif taken == 0 or (taken == 1 and light):
                head.extend(word.concepts)
                light = word.weight < 0.5
            taken += 1
    before: list[int] = []
    for k in range(i - 1, max(begin, i - 9) - 1, -1):
        word = words[k]
        if word is not None:
            before.extend(word.concepts)
    stated = low[j - 1] in _ADJECTIVES and low[i] not in _ADJECTIVES
    if stated and before and (not head or light):
        head = before[:]  # "deviation is not allowed at all"
        reach = before[:]
    if not head:
        head = skipped or before[:]
    passive = any(t in _BE for t in low[max(i, j - 1) : j + 2])
    near = bisect_left(limits, start)
    limited = near < len(limits) and limits[near] <= end + 1
    return Force(
        kind,
        i,
        j,
        holder,
        frozenset((*concepts, *before)),
        frozenset(head),
        frozenset(reach or head),
        frozenset(by_object if passive else before),
        limited,
    )


_LEADS = frozenset("—–-:,\n")
_BE = frozenset({"be", "être", "werden", "been"})
_SUBJECT_NO = frozenset({"no", "neither", "aucun", "aucune", "nul", "kein", "keine", "שום"})
_BY = frozenset({"by", "par", "durch", "von", "vom", "ידי", "בידי"})


_ADJECTIVES = frozenset(
    [
        "allowed", "permitted", "forbidden", "prohibited", "banned", "barred", "compulsory",
        "mandatory", "obligatory", "optional", "required", "unlawful", "lawful", "permissible",
        "interdit", "interdite", "obligatoire", "facultatif", "facultative", "permis", "autorisé",
        "verboten", "untersagt", "erlaubt", "zulässig", "unzulässig", "vorgeschrieben", "gestattet",
    ]
)  # fmt: skip
"""Words that say of the subject itself that it may or must be."""
_DUMMY = frozenset({"do", "so", "done", "happen", "faire", "tun"})
_CHOICES = frozenset(["discretion", "choice", "option", "ermessen", "discrétion", "choix", "דעת"])
_REQUIRES = frozenset(
    [
    "required", "needed", "necessary", "mandatory", "compulsory", "obliged", "bound", "need",
    "needs", "requis", "requise", "exigé", "exigée", "nécessaire", "obligatoire", "tenu",
    "erforderlich", "notwendig", "verpflichtet", "vorgeschrieben", "muss", "müssen", "נדרש",
    "נדרשת", "חייב", "חייבת", "חייבים", "צריך", "צריכה",
    ]
)  # fmt: skip


def _condition(
    analysis: Analysis, mark: Mark, stop: int, places: _Places, before: int = _FAR
) -> Condition:
    """The words a condition marker governs: to the next comma, break or, in a sentence whose main
    clause follows without a comma, to the modal at ``before``."""
    low, words = analysis.low, analysis.words
    first = mark.j
    end = stop = min(stop, first + 60)
    stop = min(stop, before) if before > first + 2 else stop
    ends = places.ends
    at = bisect_left(ends, first)
    if at < len(ends) and ends[at] == first and low[first] in "—,":
        at += 1
    if at < len(ends) and ends[at] < stop:
        end = ends[at]
    content = places.content
    items: list[tuple[tuple[int, ...], float]] = []
    for k in content[bisect_left(content, first) : bisect_left(content, end)]:
        word = words[k]
        if word is not None:
            items.append((word.concepts, word.weight))
    opening = " ".join(low[mark.i : first])
    return Condition(mark.value, mark.i, end, tuple(items), words=opening)
