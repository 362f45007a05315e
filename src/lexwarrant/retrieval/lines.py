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
from dataclasses import dataclass, field
from functools import cache

from lexwarrant.jurisdictions.finding_aid import finding_aid
from lexwarrant.records.ids import split_id
from lexwarrant.retrieval.outside import outside_lines
from lexwarrant.retrieval.question import Question
from lexwarrant.text.stopwords import stopwords
from lexwarrant.text.tokens import terms


@dataclass(frozen=True, slots=True)
class LineMatch:
    """Cosines in 0..1: of the best line of each provision and each unit, and of any outside subject."""

    provisions: dict[str, float] = field(default_factory=dict)
    outside: float = 0.0

    def units(self) -> dict[str, float]:
        """The best line of each unit, its parts' included."""
        best: dict[str, float] = {}
        for provision, likeness in self.provisions.items():
            unit = split_id(provision).unit or provision
            best[unit] = max(likeness, best.get(unit, 0.0))
        return best


class IndexLines:
    """The lines of one pack by word."""

    def __init__(self, inside: Iterable[tuple[str, str]], outside: Iterable[str]) -> None:
        """``inside`` are provision ids with a line each."""
        skip = stopwords("en")
        places: dict[str, int] = {}
        self._place: list[int] = []
        bags: list[frozenset[str]] = []
        for place, line in (*inside, *(("", x) for x in outside)):
            bag = frozenset(terms(line)) - skip
            if bag:
                self._place.append(places.setdefault(place, len(places)) if place else -1)
                bags.append(bag)
        self._names = tuple(places)
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
        """The best lines for a question; empty when it shares no word with any."""
        return self._best([(*t.terms, t.written) for t in question.terms])

    def nearest(self, text: str) -> dict[str, float]:
        """The cosine of the best line of each place with a text."""
        skip = stopwords("en")
        return self._best([(t,) for t in dict.fromkeys(terms(text)) if t not in skip]).provisions

    def _best(self, words: Sequence[tuple[str, ...]]) -> LineMatch:
        shares: dict[int, float] = {}
        total = 0.0
        for forms in words:
            form = next((f for f in forms if f in self._weight), "")
            total += (self._weight[form] if form else self._unseen) ** 2
            for number, share in self._postings.get(form, ()):
                shares[number] = shares.get(number, 0.0) + share
        best = [0.0] * (len(self._names) + 1)
        for number, share in shares.items():
            place = self._place[number]
            if share > best[place]:
                best[place] = share
        length = math.sqrt(total) or 1.0
        found = {n: v / length for n, v in zip(self._names, best, strict=False) if v}
        return LineMatch(found, best[-1] / length)


@cache
def index_lines(jurisdiction: str) -> IndexLines | None:
    """The lines of a pack, or None when it has no finding aid."""
    aid = finding_aid(jurisdiction)
    if not aid:
        return None
    inside = ((p, line) for p, lines in aid.items() for line in lines)
    return IndexLines(inside, outside_lines(jurisdiction))
