"""What one labelled answer contributes to each warrant metric: a numerator and a denominator.

The formulas, over an answer's extracted claims E, the gold claims G, and the pairs of a claim with
an authority:

==========================  =======================================================================
claim_recall                gold claims matched by a claim of the answer, of the gold claims:
                            \\|E∩G\\| / \\|G\\|
claim_precision             extracted claims that are consequential, in G or not, of \\|E\\|
matched_precision           extracted claims matched with a gold claim: \\|E∩G\\| / \\|E\\|
claims_with_authority       consequential claims that name an authority, of the consequential ones
source_existence            pairs whose authority exists and whose quoted words stand at the pinpoint
support_strict              pairs that are direct or inferential
support_lenient             pairs that are direct, inferential or partial
dimension.NAME              pairs in which the dimension holds
policy_exact                answers whose policy acts are those of the gold card, no more, no fewer
==========================  =======================================================================

Only consequential claims and their pairs are counted, save in claim precision. A pair labelled
``unsettled`` is supported when the claim records the disagreement. A claim that argues for another
law is supported when it is marked as an argument and does not hide contrary authority, whatever
the authorities now say. An ``unknown`` dimension is counted apart, in no denominator.
"""

from __future__ import annotations

from typing import NamedTuple

from lexwarrant.evaluation.warrant.weights import RiskWeights
from lexwarrant.records.verification import RiskTier, SupportLabel
from lexwarrant.records.warrant import (
    AuthorityLink,
    Dimension,
    DimensionLabel,
    ItemContext,
    PolicyAct,
    WarrantCard,
    WarrantClaim,
)

STRICT = frozenset({SupportLabel.DIRECT, SupportLabel.INFERENTIAL})
LENIENT = STRICT | {SupportLabel.PARTIAL}
WEIGHTED = ("claim_recall", "claim_precision", "support_strict", "support_lenient", "policy_exact")
"""Metrics that have a risk-weighted version, under the name ``weighted.NAME``."""


_DIMENSION_NAMES = {d: f"dimension.{d.value}" for d in Dimension}


class Count(NamedTuple):
    """Numerator, denominator, and how many could not be told."""

    numerator: float
    denominator: float
    unknown: int = 0


Pair = tuple[WarrantClaim, AuthorityLink]


def pairs_of(card: WarrantCard, only: RiskTier | None = None) -> list[Pair]:
    """The consequential claims of a card with their links, those of one tier if one is named."""
    claims = {c.id: c for c in card.claims if c.consequential and only in (None, c.risk)}
    return [(claims[k.claim], k) for k in card.links if k.claim in claims]


def supported(claim: WarrantClaim, link: AuthorityLink, *, lenient: bool = False) -> bool:
    """Whether the tuple licenses the claim, strictly or leniently."""
    if claim.argument:
        return claim.contrary_disclosed or link.support in STRICT
    if link.support is SupportLabel.UNSETTLED:
        return bool(claim.disagreement)
    return link.support in (LENIENT if lenient else STRICT)


def counts(
    card: WarrantCard, asked: ItemContext, weights: RiskWeights, only: RiskTier | None = None
) -> dict[str, Count]:
    """Every warrant metric's count for one answer; ``only`` keeps claims of one risk tier."""
    extracted = [c for c in card.claims if only in (None, c.risk)]
    gold = [c for c in asked.gold.claims if only in (None, c.risk)]
    consequential = [c for c in extracted if c.consequential]
    matched = {c.matches for c in extracted if c.matches}
    pairs = pairs_of(card, only)
    linked = {claim.id for claim, _ in pairs}
    exact = set(card.policy) == set(asked.gold.policy)
    out = {
        "claim_recall": Count(sum(g.id in matched for g in gold), len(gold)),
        "claim_precision": Count(len(consequential), len(extracted)),
        "matched_precision": Count(sum(bool(c.matches) for c in extracted), len(extracted)),
        "claims_with_authority": Count(
            sum(c.id in linked for c in consequential), len(consequential)
        ),
        "source_existence": _existence(pairs),
        "support_strict": Count(sum(supported(c, k) for c, k in pairs), len(pairs)),
        "support_lenient": Count(sum(supported(c, k, lenient=True) for c, k in pairs), len(pairs)),
        "policy_exact": Count(float(exact), 1.0),
    }
    for dimension in Dimension:
        out[_DIMENSION_NAMES[dimension]] = _labels(pairs, dimension)
    w = weights.of
    out["weighted.claim_recall"] = Count(
        sum(w(g.risk) for g in gold if g.id in matched), sum(w(g.risk) for g in gold)
    )
    out["weighted.claim_precision"] = Count(
        sum(w(c.risk) for c in consequential), sum(w(c.risk) for c in extracted)
    )
    everything = sum(w(c.risk) for c, _ in pairs)
    out["weighted.support_strict"] = Count(
        sum(w(c.risk) for c, k in pairs if supported(c, k)), everything
    )
    out["weighted.support_lenient"] = Count(
        sum(w(c.risk) for c, k in pairs if supported(c, k, lenient=True)), everything
    )
    tier = w(asked.gold.risk)
    out["weighted.policy_exact"] = Count(tier * exact, tier)
    return out


def policy_counts(card: WarrantCard, asked: ItemContext) -> dict[PolicyAct, Count]:
    """For each act, twice the hits and twice the hits plus misses plus extras: F1 as a ratio."""
    given, wanted = set(card.policy), set(asked.gold.policy)
    return {
        act: Count(2.0 * (act in given and act in wanted), float((act in given) + (act in wanted)))
        for act in PolicyAct
    }


def support_holds(card: WarrantCard) -> bool:
    """Whether every consequential claim has a licensing pair and no pair fails.

    An answer without claims asserts nothing that could be unsupported.
    """
    pairs = pairs_of(card)
    linked = {c.id for c, _ in pairs}
    return all(supported(c, k) for c, k in pairs) and all(
        c.id in linked for c in card.claims if c.consequential
    )


def policy_holds(card: WarrantCard, asked: ItemContext) -> bool:
    """Whether the acts are exactly those of the gold card."""
    return set(card.policy) == set(asked.gold.policy)


def warranted(card: WarrantCard, asked: ItemContext) -> bool:
    """Whether the answer as a whole is licensed: support and policy both hold."""
    return support_holds(card) and policy_holds(card, asked)


def _existence(pairs: list[Pair]) -> Count:
    hold = tell = unknown = 0
    for _, link in pairs:
        exists = link.dimensions.get(Dimension.EXISTS, DimensionLabel.UNKNOWN)
        if DimensionLabel.FAILS in (exists, link.quotation):
            tell += 1
        elif DimensionLabel.UNKNOWN in (exists, link.quotation):
            unknown += 1
        else:
            tell += 1
            hold += 1
    return Count(hold, tell, unknown)


def _labels(pairs: list[Pair], dimension: Dimension) -> Count:
    holds = fails = unknown = 0
    for _, link in pairs:
        label = link.dimensions.get(dimension, DimensionLabel.UNKNOWN)
        if label is DimensionLabel.HOLDS:
            holds += 1
        elif label is DimensionLabel.FAILS:
            fails += 1
        elif label is DimensionLabel.UNKNOWN:
            unknown += 1
    return Count(holds, holds + fails, unknown)
