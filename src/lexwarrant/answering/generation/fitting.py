"""Which of the values that a verifier names answers the question, and not another point.

A provision may hold several values of one kind: sixteen as the age of consent and thirteen as the
lowest a Member State may set. A value stands for the sentence of the premise that it is in, and
that sentence is weighed by the words it shares with the question and with what is kept of the
draft; a word counts the less the more sentences have it, and one of the draft counts twice, since
a question may have several parts. Linear in the premise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from lexwarrant.records.verification import Premise
from lexwarrant.text.segment import segment
from lexwarrant.text.stopwords import stopwords
from lexwarrant.text.tokens import language_of, terms

_CLEAR = Fraction(85, 100)
"""A sentence that weighs at most this share of the heaviest one is about another point."""
_MUCH = 2
"""So many times the weight of the rejected value's own sentence one must have to take its place."""


def fitting(
    values: Sequence[str], premise: Premise, question: str, kept: str, rejected: str
) -> tuple[str, ...]:
    """The values whose sentence is the one that question and draft speak of, in their order.

    All of them when no sentence weighs clearly more. Where the premise has ``rejected`` itself, only
    those of sentences that weigh twice its own, which may be none: another value would then change
    the answer, not mend it. A value that stands nowhere in the premise (a computed one) is kept.
    """
    sentences = _sentences(premise)
    found = {v: [n for n, s in enumerate(sentences) if _in(v, s)] for v in values}
    own = [n for n, s in enumerate(sentences) if rejected.strip() and _in(rejected, s)]
    held = sorted({n for numbers in found.values() for n in numbers} | set(own))
    if len(held) < 2:
        return tuple(values)
    weights = _weights(sentences, held, _content(question), _content(kept))
    most = max(weights.values())
    if most == 0:
        return tuple(values)
    top = {n for n, w in weights.items() if w > _CLEAR * most}
    heaviest_own = max((weights[n] for n in own), default=Fraction(0))
    if heaviest_own > most / _MUCH:
        top = set(own)
    return tuple(v for v in values if not found[v] or top & set(found[v]))


def _sentences(premise: Premise) -> list[str]:
    return [p.text[a:b] for p in premise.provisions for a, b in segment(p.text)]


def _in(value: str, sentence: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value.strip())}(?!\w)", sentence) is not None


def _content(text: str) -> frozenset[str]:
    language = language_of(text)
    return frozenset(terms(text, language)) - stopwords(language)


def _weights(
    sentences: list[str], held: list[int], asked: frozenset[str], kept: frozenset[str]
) -> dict[int, Fraction]:
    """Weight of each sentence in ``held``: the words of question and draft in it, rare ones more.

    Exact, since a sum of rounded shares depends on the order of a set, and so on the process.
    """
    shared = [_content(s) & (asked | kept) for s in sentences]
    often = Counter(term for words in shared for term in words)
    return {
        n: sum((Fraction(1 + (t in kept), often[t]) for t in shared[n]), Fraction(0)) for n in held
    }
