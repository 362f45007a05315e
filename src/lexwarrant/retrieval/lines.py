"""How near a question comes to one index line: a situation as somebody put it before.

Coverage adds up what all index lines of a provision say; a question that is like *one* line is better
evidence than one whose words are scattered over fifty. The likeness is the cosine of the two as
sets of words weighed by how rare they are among the lines, over the finding aid and over the outside
subjects of a pack alike, so that both are measured by the same rule.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from lexwarrant.jurisdictions.finding_aid import finding_aid
from lexwarrant.records.ids import split_id
from lexwarrant.retrieval.outside import outside_lines
from lexwarrant.retrieval.question import Question
from lexwarrant.text.stopwords import stopwords
from lexwarrant.text.tokens import terms


class LineMatch:
    """How like a question is to the lines: cosines in 0..1, of the best line in each place.

    ``parts`` are those of each provision that shares a word with it, its own lines only; ``outside``
    is that of the best line of any outside subject, ``inside`` of any other.
    """

    __slots__ = ("_units", "inside", "outside", "parts")

    def __init__(self, parts: dict[str, float], units: dict[str, float], outside: float) -> None:
        self.parts, self._units = parts, units
        self.outside = outside
        self.inside = max(units.values(), default=0.0)

    def part(self, provision_id: str) -> float:
        """The best line of this provision itself."""
        return self.parts.get(provision_id, 0.0)

    def unit(self, unit_id: str) -> float:
        """The best line of a unit, its parts' included."""
        return self._units.get(unit_id, 0.0)


NO_LINES = LineMatch({}, {}, 0.0)


class IndexLines:
    """The lines of one pack by word."""

    def __init__(self, inside: Iterable[tuple[str, str]], outside: Iterable[str]) -> None:
        """``inside`` are provision ids with a line each."""
        skip = stopwords("en")
        self._place: list[str] = []
        self._unit_of: dict[str, str] = {"": ""}
        bags: list[frozenset[str]] = []
        for place, line in (*inside, *(("", x) for x in outside)):
            bag = frozenset(terms(line)) - skip
            if not bag:
                continue
            bags.append(bag)
            self._place.append(place)
            if place not in self._unit_of:
                self._unit_of[place] = split_id(place).unit or place
        found = Counter(word for bag in bags for word in bag)
        self._weight = {word: math.log(1 + len(bags) / n) for word, n in found.items()}
        self._unseen = math.log(1 + len(bags))
        self._postings: dict[str, list[tuple[int, float]]] = {}
        for number, bag in enumerate(bags):
            length = math.sqrt(sum(self._weight[w] ** 2 for w in bag))
            for word in bag:
                share = self._weight[word] ** 2 / length
                self._postings.setdefault(word, []).append((number, share))

    def match(self, question: Question) -> LineMatch:
        """How like the lines a question is."""
        return self._best([(*t.terms, t.written) for t in question.terms])

    def nearest(self, text: str) -> dict[str, float]:
        """The cosine of the best line of each place with a text; places that share no word left out."""
        skip = stopwords("en")
        found = self._best([(t,) for t in dict.fromkeys(terms(text)) if t not in skip])
        return found.parts

    def _best(self, words: Sequence[tuple[str, ...]]) -> LineMatch:
        shares: dict[int, float] = {}
        known = shares.get
        total = 0.0
        for forms in words:
            form = next((f for f in forms if f in self._weight), "")
            total += (self._weight[form] if form else self._unseen) ** 2
            for number, share in self._postings.get(form, ()):
                shares[number] = known(number, 0.0) + share
        length = math.sqrt(total) or 1.0
        parts: dict[str, float] = {}
        places, best = self._place, parts.get
        for number, share in shares.items():
            place = places[number]
            if share > best(place, 0.0):
                parts[place] = share
        units: dict[str, float] = {}
        for place, share in parts.items():
            parts[place] = likeness = share / length
            unit = self._unit_of[place]
            if likeness > units.get(unit, 0.0):
                units[unit] = likeness
        outside = parts.pop("", 0.0)
        units.pop("", None)
        return LineMatch(parts, units, outside)


@cache
def index_lines(jurisdiction: str) -> IndexLines | None:
    """The lines of a pack, or None when it has no finding aid."""
    aid = finding_aid(jurisdiction)
    if not aid:
        return None
    inside = ((p, line) for p, lines in aid.items() for line in lines)
    return IndexLines(inside, outside_lines(jurisdiction))
