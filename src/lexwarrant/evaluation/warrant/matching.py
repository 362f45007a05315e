"""Which claim of an answer is which gold claim, and which matches a person should look at.

The rule. A gold claim names its decisive values in groups of equivalent wordings. The score of a
claim against a gold claim is ``0.6 * v + 0.4 * f``, where ``v`` is the share of the groups that
have a wording in the claim, and ``f`` the F1 of the stemmed content words of the two, the words of
the values left out; a gold claim without values has the score ``f``. Pairs are taken greedily from
the best score down, one to one. From 0.65 on it is a match, so that no claim matches with a
decisive value missing and none on a value alone. Between 0.45 and 0.80 it stands on the audit list,
whether matched or not. An adjudicated match always wins over the rule.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lexwarrant.records.warrant import WarrantClaim
from lexwarrant.text.folding import fold
from lexwarrant.text.stopwords import stopwords
from lexwarrant.text.tokens import terms

MATCH = 0.65
DOUBT = (0.45, 0.80)


@dataclass(frozen=True, slots=True)
class Match:
    """A claim and a gold claim with their score; ``doubtful`` puts it on the audit list."""

    claim: str
    gold: str
    score: float
    matched: bool
    doubtful: bool


def match(
    claims: Sequence[WarrantClaim],
    gold: Sequence[WarrantClaim],
    language: str = "en",
    adjudicated: Mapping[str, str] | None = None,
) -> list[Match]:
    """The matches and doubtful pairs, best first.

    ``adjudicated`` maps a claim's id to the gold id a person decided on, or to "" for none.
    """
    decided = adjudicated or {}
    out = [
        Match(claim, chosen, 1.0, bool(chosen), False)
        for claim, chosen in decided.items()
        if chosen
    ]
    free_gold = {g.id for g in gold} - {m.gold for m in out}
    free = {c.id for c in claims} - set(decided)
    scored = sorted(
        ((score(c.text, g, language), c.id, g.id) for c in claims for g in gold if c.id in free),
        key=lambda s: (-s[0], s[1], s[2]),
    )
    for value, claim, wanted in scored:
        if value < DOUBT[0]:
            break
        taken = value >= MATCH and claim in free and wanted in free_gold
        if taken:
            free.discard(claim)
            free_gold.discard(wanted)
        if taken or (value < DOUBT[1] and claim in free and wanted in free_gold):
            out.append(Match(claim, wanted, value, taken, value < DOUBT[1]))
    return out


def score(text: str, gold: WarrantClaim, language: str = "en") -> float:
    """How well ``text`` says what ``gold`` says, in 0..1."""
    decisive = frozenset(t for group in gold.values for w in group for t in terms(w, language))
    f1 = _f1(_bag(text, language, decisive), _bag(gold.text, language, decisive))
    if not gold.values:
        return f1
    return 0.6 * values_share(text, gold.values) + 0.4 * f1


def values_share(text: str, values: Iterable[Sequence[str]]) -> float:
    """The share of the groups of ``values`` that have a wording in ``text``; 1 without groups."""
    groups = list(values)
    folded = fold(text).text.casefold()
    hit = sum(any(_stands(_pattern(w), folded) for w in group) for group in groups)
    return hit / len(groups) if groups else 1.0


@lru_cache(maxsize=20_000)
def _pattern(wording: str) -> re.Pattern[str]:
    words = re.escape(fold(wording).text.casefold())
    return re.compile(rf"(?<![\w.,]){words}(?!\w|[.,]\d)" if wording[:1].isalnum() else words)


def _stands(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(text) is not None


@lru_cache(maxsize=20_000)
def _bag(text: str, language: str, without: frozenset[str]) -> Counter[str]:
    skip = stopwords(language) | without
    return Counter(t for t in terms(text, language) if t not in skip)


def _f1(a: Counter[str], b: Counter[str]) -> float:
    both = (a & b).total()
    return 2 * both / (a.total() + b.total()) if both else 0.0
