"""Which limb of a provision the stated circumstances reach, and when they reach none.

A provision often has a rule and limbs that part from it: tiers of service, sizes of enterprise,
kinds of claim, an exception for a party. The limbs are the stretches that can be quoted. A limb is
reached by a figure (three years of service fall in "two years or more, but less than five years") or
by words: the share of a stated circumstance that stands in it, the words that all limbs have left
out. Where the limbs give different figures and nothing said chooses among them, they are open, and a
right answer states them all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lexwarrant.answering.intent import Intent, holds
from lexwarrant.answering.phrases import Phrases
from lexwarrant.answering.quoting import MAX_QUOTE_CHARS, POINT, Cut, atoms, smallest_part
from lexwarrant.records.law import Version
from lexwarrant.text.stopwords import stopwords
from lexwarrant.text.tokens import terms
from lexwarrant.verification.analysis import analyse
from lexwarrant.verification.lexicon import lexicon_for
from lexwarrant.verification.quantities import CUTS, Quantity, inside

_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_BEHIND = 20
"""How far behind a count the word for what is counted stands."""
_MAX_LIMBS = 80
_MAX_READ = 4_000
_REACHED, _LISTED, _ALONE, _LEAD = 0.45, 0.75, 0.6, 1.4
"""The share of a circumstance that must stand in a limb, and in a point of a list; that of a question's
telling words; and how far it must lead the next."""
_PARALLEL = 0.45
"""How alike the words of two limbs are that say the same of different cases."""


@dataclass(frozen=True, slots=True)
class Limb:
    """A stretch of a version; ``exception`` when it takes something out of the rule."""

    start: int
    end: int
    provision_id: str
    exception: bool

    def cut(self) -> Cut:
        """The limb as a quotation's place."""
        return Cut(self.start, self.end, self.provision_id)


@dataclass(frozen=True, slots=True)
class Reached:
    """What the circumstances reach: one limb, or the open limbs that they leave; both may be empty.

    ``by`` are the stated words that reach it.
    """

    limb: Limb | None = None
    by: str = ""
    open: tuple[Limb, ...] = ()


def is_point(version: Version, start: int) -> bool:
    """Whether a point of a list begins there."""
    return POINT.match(version.text, start) is not None


def limbs(version: Version, phrases: Phrases) -> list[Limb]:
    """The limbs of a version in order, those short enough to quote."""
    out = []
    for start, end in atoms(version, 0, min(len(version.text), 8 * _MAX_READ))[:_MAX_LIMBS]:
        if end - start <= MAX_QUOTE_CHARS:
            words = version.text[start:end]
            exception = phrases.asks("exception", words)
            out.append(Limb(start, end, smallest_part(version, start, end), exception))
    return out


def reach(
    version: Version,
    around: Limb,
    question: str,
    stated: Sequence[str],
    asked: frozenset[Intent],
    language: str,
    phrases: Phrases,
    weights: Mapping[str, float],
) -> Reached:
    """What ``stated`` circumstances, or the question's own words, reach in ``version``.

    ``around`` is its best quotation: only limbs beside it can stay open. ``weights`` say how much
    an index term of what is stated tells.
    """
    found = limbs(version, phrases)
    figures = [b for b in found if any(holds(i, version.text[b.start : b.end]) for i in asked)]
    points = [
        b
        for b in found
        if not asked
        and is_point(version, b.start)
        and _siblings(b.provision_id, around.provision_id)
    ]
    opened = {b.provision_id for b in figures}
    listed = [
        b
        for b in found
        if is_point(version, b.start) and b.provision_id.rsplit("/", 1)[0] in opened
    ]
    kinds = [
        b
        for b in found
        if (
            b.exception
            or b in points
            or (b in figures and _siblings(b.provision_id, around.provision_id))
        )
        and not dated_out(version.text[b.start : b.end], stated, language, phrases)
    ]
    near = [b for b in figures if _siblings(b.provision_id, around.provision_id)]
    reached = (
        _by_figure(version, found, stated, language, phrases)
        or _by_reference(version, found, stated)
        or _by_words(version, found, kinds, stated, language, weights)
        or _by_words(version, found, listed, stated, language, weights, _LISTED)
        or _by_question(version, found, figures, question, language)
    )
    if reached is not None:
        return Reached(*reached)
    return Reached(open=tuple(_alternatives(version, near, language, phrases)))


def _siblings(one: str, other: str) -> bool:
    """Whether two places lie in the same part, or one directly beside or above the other."""
    return one.rsplit("/", 1)[0] == other.rsplit("/", 1)[0] or one.startswith(other)


# by figure --------------------------------------------------------------------------------


def _by_figure(
    version: Version,
    found: Sequence[Limb],
    stated: Sequence[str],
    language: str,
    phrases: Phrases,
) -> tuple[Limb, str] | None:
    """The limb whose bounds a stated figure meets while another limb's are not met.

    Of several that it meets the one with the highest lower bound ("from 35", "from 45"); when it
    meets none, the limb for all other cases.
    """
    facts = _facts(" ".join(stated), language, phrases)
    if not facts or sum(b.end - b.start for b in found) > _MAX_READ:
        return None
    met: list[tuple[float, Limb]] = []
    failed: list[Limb] = []
    for limb in found:
        text = version.text[limb.start : limb.end]
        verdict = _bounds(text, facts, language, phrases) if phrases.asks("bound", text) else None
        if verdict is not None and verdict[0]:
            met.append((verdict[1], limb))
        elif verdict is not None:
            failed.append(limb)
    said = ", ".join(f.said for f in facts)
    if not failed:
        return None
    if not met:
        other = [b for b in found if phrases.asks("otherwise", version.text[b.start : b.end])]
        beside = [
            b for b in other if any(_siblings(b.provision_id, f.provision_id) for f in failed)
        ]
        return (beside[0], said) if len(beside) == 1 else None
    highest = max(m[0] for m in met)
    best = [limb for bound, limb in met if bound == highest]
    parted = any(_siblings(best[0].provision_id, f.provision_id) for f in failed)
    return (best[0], said) if len(best) == 1 and parted else None


@dataclass(frozen=True, slots=True)
class _Fact:
    unit: str
    value: float
    age: bool
    said: str


def _facts(text: str, language: str, phrases: Phrases) -> list[_Fact]:
    text = text[:_MAX_READ]
    out = []
    for match in phrases.pattern("age_stated").finditer(text):
        years = next(g for g in match.groups() if g)
        out.append(_Fact("year", float(years) * 12, True, match.group()))
    for q in analyse(text, lexicon_for(language)).quantities:
        unit = _unit(text, q, language)
        if unit and not q.ordinal and not any(f.age and f.value == q.value for f in out):
            out.append(_Fact(unit, q.value, False, text[q.start : q.end]))
    return out


def _unit(text: str, q: Quantity, language: str) -> str:
    """The unit of a figure; of a bare count the word behind it ("30 persons"), empty for none."""
    if q.unit or q.dim != "count":
        return q.unit
    behind = terms(text[q.end : q.end + _BEHIND].split(".")[0], language)
    return f"#{behind[0]}" if behind else ""


def _bounds(
    text: str, facts: Sequence[_Fact], language: str, phrases: Phrases
) -> tuple[bool, float] | None:
    """Whether the bounds of a limb hold of the facts, and its highest lower bound; None when no
    bound speaks of them."""
    of_age = phrases.asks("age", text)
    verdict: bool | None = None
    lower = 0.0
    for q in analyse(text, lexicon_for(language)).quantities:
        compared = q.cmp if q.cmp in CUTS else _reached(text, q, phrases)
        if compared not in CUTS:
            continue
        unit = _unit(text, q, language)
        for fact in facts:
            if fact.unit == unit and fact.age == (of_age and unit == "year"):
                verdict = (verdict is not False) and inside(fact.value, compared, q.value)
                lower = max(lower, q.value) if compared in ("min", "gt") else lower
    return None if verdict is None else (verdict, lower)


def _reached(text: str, q: Quantity, phrases: Phrases) -> str:
    before = text[max(0, q.start - 24) : q.start]
    if phrases.asks("not_reached", before):
        return "lt"
    return "min" if phrases.asks("reached", before) else ""


def dated_out(text: str, stated: Sequence[str], language: str, phrases: Phrases) -> bool:
    """Whether a limb is for a time before or after a year that is stated."""
    years = [int(y) for said in stated for y in _YEAR.findall(said)]
    if not years or not _YEAR.search(text):
        return False
    for mark in analyse(text, lexicon_for(language)).dates:
        before = text[max(0, mark.start - 24) : mark.start]
        if phrases.asks("before", before) and min(years) > mark.year:
            return True
        if phrases.asks("after", before) and max(years) < mark.year:
            return True
    return False


# by reference -----------------------------------------------------------------------------

_NAMED = re.compile(
    r"\b(?:Articles?|[Ss]ections?)\s+(\d[\d,\s]*(?:(?:to|and|or|–|-)\s*\d[\d,\s]*)*)"
)
_RANGE = re.compile(r"(\d+)\s*(?:to|–|-)\s*(\d+)|(\d+)")


def _by_reference(
    version: Version, found: Sequence[Limb], stated: Sequence[str]
) -> tuple[Limb, str] | None:
    """The one limb that names the article or section which is stated ("Articles 12 to 22")."""
    for said in stated:
        wanted = _numbers_named(said)
        if not wanted:
            continue
        naming = [b for b in found if wanted & _numbers_named(version.text[b.start : b.end])]
        if len(naming) == 1:
            return naming[0], said
    return None


def _numbers_named(text: str) -> frozenset[int]:
    out: set[int] = set()
    for match in _NAMED.finditer(text):
        for first, last, single in _RANGE.findall(match.group(1)):
            low = int(first or single)
            out.update(range(low, min(int(last or low), low + 200) + 1))
    return frozenset(out)


# by words ---------------------------------------------------------------------------------


def _by_words(
    version: Version,
    found: Sequence[Limb],
    kinds: Sequence[Limb],
    stated: Sequence[str],
    language: str,
    weights: Mapping[str, float],
    least: float = _REACHED,
) -> tuple[Limb, str] | None:
    """The limb that holds most of one stated circumstance, if it leads the next clearly."""
    if len(found) < 2 or not kinds:
        return None
    words = {b: _words(version.text[b.start : b.end], language) for b in found}
    skip = stopwords(language) | _common(words)
    scored = [
        (_weight(wanted & words[limb], weights) / _weight(wanted, weights), -limb.start, limb, said)
        for said in stated
        if (wanted := {t for t in terms(said, language) if t not in skip})
        for limb in kinds
    ]
    return _leading(scored, least)


def _weight(words: Iterable[str], weights: Mapping[str, float]) -> float:
    return sum(weights.get(w, 1.0) for w in sorted(words))


def _by_question(
    version: Version,
    found: Sequence[Limb],
    figures: Sequence[Limb],
    question: str,
    language: str,
) -> tuple[Limb, str] | None:
    """The limb that alone has the words by which the question tells the limbs apart."""
    if len(figures) < 2:
        return None
    words = {b: _words(version.text[b.start : b.end], language) for b in found}
    anywhere = {t for b in figures for t in words[b]}
    wanted = {t for t in terms(question, language) if t in anywhere}
    wanted -= stopwords(language) | _common(words)
    if not wanted:
        return None
    scored = [(len(wanted & words[b]) / len(wanted), -b.start, b, question) for b in figures]
    return _leading(scored, _ALONE)


def _leading(
    scored: Sequence[tuple[float, int, Limb, str]], least: float
) -> tuple[Limb, str] | None:
    if not scored:
        return None
    best = max(scored, key=lambda s: s[:2])
    second = max((s[0] for s in scored if s[2] is not best[2]), default=0.0)
    if best[0] < least or best[0] < _LEAD * second:
        return None
    return best[2], best[3]


@lru_cache(maxsize=8_192)
def _words(text: str, language: str) -> frozenset[str]:
    return frozenset(terms(text, language))


def _common(words: Mapping[Limb, frozenset[str]]) -> frozenset[str]:
    """The words that more than half of the limbs have."""
    counted = Counter(t for w in words.values() for t in w)
    return frozenset(t for t, n in counted.items() if 2 * n > len(words))


# open -------------------------------------------------------------------------------------


def _alternatives(
    version: Version, near: Sequence[Limb], language: str, phrases: Phrases
) -> list[Limb]:
    """Limbs that say the same thing of different cases with different figures; else none."""
    if len(near) < 2:
        return []
    text = {b: version.text[b.start : b.end] for b in near}
    conditional = [b for b in near if phrases.asks("condition", text[b][:60])]
    if len(conditional) >= 2 and len({_numbers(text[b]) for b in conditional}) > 1:
        return conditional
    words = {b: _words(text[b], language) for b in near}
    for n, first in enumerate(near):
        alike = [first] + [b for b in near[n + 1 :] if _alike(words[first], words[b])]
        if len(alike) > 1 and len({_numbers(text[b]) for b in alike}) > 1:
            return alike
    return []


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= _PARALLEL * len(one | other)


def _numbers(text: str) -> tuple[float, ...]:
    quantities = analyse(text[:_MAX_READ], lexicon_for("en")).quantities
    return tuple(sorted({q.value for q in quantities if q.unit}))
