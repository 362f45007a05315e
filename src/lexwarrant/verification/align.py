"""Alignment: how much of a sentence each passage licenses.

Content words count by weight (words that carry a legal consequence more, everyday verbs less) and
by how few passages hold them. A word is licensed by its root, its synonym class or, in German, the
head or tail of a compound.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lexwarrant.verification.marks import Analysis
from lexwarrant.verification.postings import Hits
from lexwarrant.verification.premise import PremiseIndex


@dataclass(slots=True)
class Item:
    """A content word of the sentence: token, weight, where it is licensed."""

    token: int
    weight: float
    hits: Hits
    titled: bool
    concepts: tuple[int, ...]


@dataclass(slots=True)
class Alignment:
    """``scores[leaf]`` is the idf-weighted overlap; ``total`` what a full match would score."""

    items: list[Item]
    scores: list[float]
    total: float
    _single: dict[int, float] = field(default_factory=dict)
    _concepts: frozenset[int] | None = None

    @property
    def concepts(self) -> frozenset[int]:
        """Concepts of all items; made once."""
        if self._concepts is None:
            self._concepts = frozenset([c for item in self.items for c in item.concepts])
        return self._concepts

    def covered_by(self, leaf: int) -> float:
        """Share of the content weight that one leaf licenses; reckoned once."""
        found = self._single.get(leaf)
        if found is None:
            found = self._single[leaf] = self.coverage({leaf})
        return found

    def coverage(self, leaves: frozenset[int] | set[int]) -> float:
        """Share of the content weight licensed by ``leaves`` together, titles counting as given."""
        have = total = 0.0
        for item in self.items:
            total += item.weight
            if item.titled or not leaves.isdisjoint(item.hits.leaves):
                have += item.weight
        return have / total if total else 0.0


def collect_items(analysis: Analysis, premise: PremiseIndex, i: int, j: int) -> list[Item]:
    """The content items of tokens ``i``..``j``."""
    items: list[Item] = []
    titles, postings = premise.title_concepts, premise.postings
    words = analysis.words
    taken: set[int] = set()
    for a, b, concept in analysis.concepts:
        if i <= a and b <= j:
            hits = postings.concept_hits(concept)
            if hits.leaves:
                items.append(Item(a, 1.0, hits, False, (concept,)))
                taken.update(range(a, b))
    for reference in analysis.references:
        taken.update(range(reference.i, reference.j))
    known = postings.word_hits
    for k in range(i, j):
        word = words[k]
        if word is None or k in taken:
            continue
        hits = known.get(word) or postings.hits(word)
        titled = not hits.leaves and not titles.isdisjoint(word.concepts)
        items.append(Item(k, word.weight, hits, titled, word.concepts))
    return items


def align(items: list[Item], premise: PremiseIndex) -> Alignment:
    """Score every leaf against the items; linear in the postings touched."""
    scores = [0.0] * len(premise.leaves)
    total = 0.0
    for item in items:
        gain = item.weight * item.hits.idf
        total += gain
        for leaf in item.hits.leaves:
            scores[leaf] += gain
    return Alignment(items, scores, total)
