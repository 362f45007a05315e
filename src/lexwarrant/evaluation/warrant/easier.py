"""The easier metrics that warrant is held against, on the same answers.

None of them looks at the context. As read here:

* *answer accuracy by key*: the answer has a wording of every group of the conventional key and the
  citations it asks for (a key that refuses: the answer puts no rule forward);
* *citation existence*: the cited authority exists;
* *topical relevance*: the cited unit is one that the family's gold or near-miss tuples rest on, or a
  fifth of the question's words stand in the answer;
* *sentence attribution* (AIS-like): the cited words, taken alone, state the claim;
* *statute rates* as LegalHalBench describes them (Hu et al. 2025, arXiv 2501.06521):
  non-hallucinated statute rate, cited statutes that exist and are not misquoted; statute relevance
  rate, those of them that are on topic; legal claim truthfulness, claims that match a gold claim or
  are stated by an existing authority;
* *sentence-citation alignment* as CitaLaw does it (Zhang et al. 2024, arXiv 2412.14556): claims with
  at least one citation whose words state them, of all claims.

Where those works let a model judge relevance or entailment, the labels of the card stand in; the
figures are therefore not theirs and not to be compared with theirs.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from lexwarrant.evaluation.warrant.counts import Count, Pair, pairs_of
from lexwarrant.evaluation.warrant.matching import values_share
from lexwarrant.records.ids import contains, unit_of
from lexwarrant.records.law import AuthorityKind
from lexwarrant.records.verification import RiskTier
from lexwarrant.records.warrant import (
    AuthorityLink,
    Dimension,
    DimensionLabel,
    ItemContext,
    PolicyAct,
    WarrantCard,
    WarrantItem,
)
from lexwarrant.text.tokens import terms

ON_TOPIC = 0.2
EASIER = (
    "answer_accuracy", "citation_existence", "topical_relevance", "sentence_attribution",
    "nonhallucinated_statutes", "statute_relevance", "claim_truthfulness", "citation_alignment",
)  # fmt: skip
_STATUTES = frozenset(
    {AuthorityKind.STATUTE, AuthorityKind.REGULATION, AuthorityKind.DIRECTIVE}
    | {AuthorityKind.SECONDARY, AuthorityKind.CONSTITUTION, AuthorityKind.COURT_RULE}
)
_unit = lru_cache(maxsize=50_000)(unit_of)
_PUTS_FORWARD = frozenset({PolicyAct.ANSWER, PolicyAct.CORRECT})


class HallucinationType(StrEnum):
    """What is wrong with a pair, as context-free taxonomies see it; the last they do not see."""

    FABRICATED = "fabricated"
    MISQUOTED = "misquoted"
    MISGROUNDED = "misgrounded"
    INAPPLICABLE = "inapplicable"
    """The authority exists and states the claim, and does not license it in this context."""
    NONE = "none"


def hallucination(pair: Pair, *, licensed: bool) -> HallucinationType:
    """The type of one pair; ``licensed`` is the warrant label."""
    _, link = pair
    if link.dimensions.get(Dimension.EXISTS) is DimensionLabel.FAILS:
        return HallucinationType.FABRICATED
    if link.quotation is DimensionLabel.FAILS:
        return HallucinationType.MISQUOTED
    if link.stated is not DimensionLabel.HOLDS and not licensed:
        return HallucinationType.MISGROUNDED
    return HallucinationType.NONE if licensed else HallucinationType.INAPPLICABLE


def easier_counts(
    card: WarrantCard, item: WarrantItem, asked: ItemContext, only: RiskTier | None = None
) -> dict[str, Count]:
    """Every easier metric's count for one answer."""
    pairs = pairs_of(card, only)
    links = [k for _, k in pairs]
    claims = [c for c in card.claims if c.consequential and only in (None, c.risk)]
    known = _units(asked)
    stated = {k.claim for k in links if k.stated is DimensionLabel.HOLDS and _exists(k)}
    statutes = [k for k in links if k.kind in _STATUTES]
    real = [k for k in statutes if _exists(k) and k.quotation is not DimensionLabel.FAILS]
    told = [k for k in links if _dimension(k) is not DimensionLabel.UNKNOWN]
    topic = {id(k): _on_topic(k, card.text, item, known) for k in links}
    return {
        "answer_accuracy": Count(float(right_by_key(card, asked)), 1.0),
        "citation_existence": Count(sum(map(_exists, told)), len(told), len(links) - len(told)),
        "topical_relevance": Count(sum(topic.values()), len(links)),
        "sentence_attribution": Count(
            sum(k.stated is DimensionLabel.HOLDS for k in links), len(links)
        ),
        "nonhallucinated_statutes": Count(len(real), len(statutes)),
        "statute_relevance": Count(sum(topic[id(k)] for k in real), len(real)),
        "claim_truthfulness": Count(
            sum(bool(c.matches) or c.id in stated for c in claims), len(claims)
        ),
        "citation_alignment": Count(sum(c.id in stated for c in claims), len(claims)),
    }


def right_by_key(card: WarrantCard, asked: ItemContext) -> bool:
    """Whether the conventional key calls the answer right; what applies to the user plays no part."""
    key = asked.key
    if key.refuses:
        return not _PUTS_FORWARD & set(card.policy)
    cited = [k.authority for k in card.links]
    return (
        values_share(card.text, key.must) == 1.0
        and not any(values_share(card.text, [[w]]) for w in key.must_not)
        and all(any(contains(c, a) or contains(a, c) for a in cited) for c in key.citations)
    )


def _units(asked: ItemContext) -> frozenset[str]:
    links = (*asked.gold.links, *asked.near_miss_links)
    return frozenset(_unit(k.authority) for k in links)


def _on_topic(link: AuthorityLink, said: str, item: WarrantItem, known: frozenset[str]) -> bool:
    if _unit(link.authority) in known:
        return True
    asked = _words(item.question, item.language)
    return len(asked & _words(said, item.language)) >= ON_TOPIC * max(1, len(asked))


@lru_cache(maxsize=50_000)
def _words(text: str, language: str) -> frozenset[str]:
    return frozenset(t for t in terms(text, language) if len(t) > 3)


def _dimension(link: AuthorityLink) -> DimensionLabel:
    return link.dimensions.get(Dimension.EXISTS, DimensionLabel.UNKNOWN)


def _exists(link: AuthorityLink) -> bool:
    return _dimension(link) is DimensionLabel.HOLDS
