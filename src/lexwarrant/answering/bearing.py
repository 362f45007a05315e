"""What the form of a question adds to a passage: the sort of words asked for, the term defined,
the scope.

All of it only parts passages that fit about equally well by words: a period is asked for and one of
them holds a period; the meaning of a term is asked for and one of them is where the term is defined;
it is asked whether an act applies and one of them is its scope.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from lexwarrant.answering.intent import Intent, holds, intents
from lexwarrant.records.ids import authority_of, contains
from lexwarrant.records.law import Version
from lexwarrant.retrieval.lexical import Hit
from lexwarrant.retrieval.question import Question
from lexwarrant.retrieval.ranking import Ranked

_SORT, _DEFINES, _DEFINES_ALL, _SCOPE, _ADDRESSED = 0.05, 0.3, 0.5, 0.1, 0.2
"""What is added to strength for holding the sort of thing asked for, for defining a term that is asked about
(where nothing else is asked: more), for being the scope of an act when that is asked about, and for standing in
an act that the stated parties fall under."""
_BARE = 0.8
"""The share of a question that stands in defined terms when it asks for nothing but their meaning."""
_WHAT_IS = re.compile(
    r"^\W*(?:so,? |and )?(?:(?:what|who)(?:['’]s| is| are| counts? as)|"
    r"(?:which|what) (?:\w+ ){1,3}(?:is|are|counts? as))\b",
    re.IGNORECASE,
)
_SCOPE_HEADED = re.compile(r"\bscope\b", re.IGNORECASE)


class Bearing:
    """Orders candidates by how they bear on a question, best first."""

    def __init__(self, version_of: Callable[[Hit], Version | None]) -> None:
        self._version_of = version_of
        self._holds = lru_cache(maxsize=16_384)(self._sort_of_words)

    def order(
        self,
        question: Question,
        defining: Mapping[str, float],
        acts: Collection[str],
        ranked: Sequence[Ranked],
    ) -> list[Ranked]:
        """The candidates in the order in which they bear on the question.

        ``defining`` is `defining_parts`; ``acts`` are those that the stated parties fall under.
        """
        asked = intents(question.text)
        if not (asked or defining or acts):
            return list(ranked)
        out = []
        for candidate in ranked:
            hit = candidate.hit
            place = (hit.provision_id, hit.unit_id, hit.start, hit.end, hit.valid_from)
            extra = _SORT if any(self._holds(i, place) for i in asked) else 0.0
            if Intent.SCOPE in asked:
                version = self._version_of(hit)
                extra += _SCOPE if version and _SCOPE_HEADED.search(version.heading) else 0.0
            if acts and authority_of(hit.unit_id) in acts:
                extra += _ADDRESSED
            for provision, adds in defining.items():
                extra += adds if contains(provision, hit.provision_id) else 0.0
            out.append(replace(candidate, extra=extra) if extra else candidate)
        return sorted(out, key=lambda r: (-round(r.strength, 9), r.hit.provision_id))

    def _sort_of_words(self, intent: Intent, place: tuple[str, str, int, int, int]) -> bool:
        """Whether a passage holds the sort of words asked for."""
        hit = Hit(*place, 0.0)
        version = self._version_of(hit)
        return version is not None and holds(intent, version.text[hit.start : hit.end])


def asks_meaning_alone(question: Question) -> bool:
    """Whether a question asks for the meaning of defined terms and for nothing else."""
    return bool(question.uses) and bool(
        _WHAT_IS.search(question.text) and sum(_shares(question)) >= _BARE
    )


def speaks_of(question: Question) -> bool:
    """Whether a question uses a defined term that people do not use of anything else: one of several
    words ("personal data breach", not "controller")."""
    return any(len(use.words) > 1 for use in question.uses)


def defining_parts(question: Question) -> dict[str, float]:
    """Where the terms stand whose meaning is asked for, with what that adds to strength."""
    if not question.uses:
        return {}
    alone = asks_meaning_alone(question)
    if not alone and Intent.DEFINITION not in intents(question.text):
        return {}
    return {
        d.provision_id: (_DEFINES_ALL if alone else _DEFINES) * share
        for use, share in zip(question.uses, _shares(question), strict=True)
        for d in use.definitions
        if not question.named or authority_of(d.provision_id) in question.named
    }


def _shares(question: Question) -> list[float]:
    """The share of the question's information that stands in each defined term."""
    weights = {t.written: t.weight for t in question.terms}
    total = question.information or 1.0
    return [sum(weights.get(w, 0.0) for w in use.words) / total for use in question.uses]
