"""The inverted index of a premise: from the concepts of words to the passages that hold them.

The inverse document frequency is that of Spärck Jones (1972), smoothed so that a word found in
every passage still counts a little. German compounds are found by their first and last five
letters when the whole word is not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from lexwarrant.verification.lexicon import Word

_AFFIX = 5
"""Letters of a compound's head or tail that find it."""
_MOST_WORDS = 100_000
"""Words whose passages are remembered."""


@dataclass(slots=True)
class Hits:
    """Where a word of a sentence is licensed: leaves that hold one of its concepts, and its idf."""

    leaves: tuple[int, ...]
    idf: float


class Postings:
    """Leaves by concept. Leaves are numbered from 0 in the order in which they are added."""

    def __init__(self) -> None:
        self._size = 0
        self._by_concept: dict[int, list[int]] = {}
        self._prefixes: dict[str, set[int]] = {}
        self._suffixes: dict[str, set[int]] = {}
        self.word_hits: dict[Word, Hits] = {}
        """What `hits` has found so far."""
        self._concept_hits: dict[int, Hits] = {}

    def add(self, leaf: int, concepts: Iterable[int], compounds: Iterable[str]) -> None:
        """Add the next leaf: its concepts, and the words that may be found by a part of them."""
        self._size = leaf + 1
        for concept in concepts:
            self._by_concept.setdefault(concept, []).append(leaf)
        for token in compounds:
            if len(token) >= _AFFIX and token[0].isalpha():
                self._prefixes.setdefault(token[:_AFFIX], set()).add(leaf)
                self._suffixes.setdefault(token[-_AFFIX:], set()).add(leaf)

    def license(self, leaf: int, concepts: Iterable[int]) -> None:
        """Let a leaf already added license further concepts."""
        for concept in concepts:
            leaves = self._by_concept.setdefault(concept, [])
            if leaf not in leaves:
                leaves.append(leaf)
        self.word_hits.clear()
        self._concept_hits.clear()

    def hits(self, word: Word) -> Hits:
        """Leaves in which ``word``, or a word that may stand for it, is found."""
        found = self.word_hits.get(word)
        if found is None:
            found = self._find(word.concepts, word.text)
            if len(self.word_hits) < _MOST_WORDS:
                self.word_hits[word] = found
        return found

    def concept_hits(self, concept: int) -> Hits:
        """Leaves that hold one concept."""
        found = self._concept_hits.get(concept)
        if found is None:
            found = self._concept_hits[concept] = self._find((concept,), "")
        return found

    def _find(self, concepts: tuple[int, ...], text: str) -> Hits:
        leaves: set[int] = set()
        for concept in concepts:
            leaves.update(self._by_concept.get(concept, ()))
        if not leaves and self._prefixes and len(text) >= _AFFIX:
            leaves.update(self._prefixes.get(text[:_AFFIX], ()))
            leaves.update(self._suffixes.get(text[-_AFFIX:], ()))
        total = self._size
        idf = math.log(1.0 + total / (1.0 + len(leaves))) + 0.3 if total else 1.0
        return Hits(tuple(sorted(leaves)), idf)
