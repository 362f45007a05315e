"""Every warrant metric on answers counted by hand."""

from __future__ import annotations

import pytest

from evaluation.warrant.cards import asked, card, claim, link
from lexwarrant.evaluation.warrant.counts import (
    counts,
    policy_counts,
    policy_holds,
    support_holds,
    supported,
    warranted,
)
from lexwarrant.evaluation.warrant.weights import load_weights
from lexwarrant.records.verification import RiskTier
from lexwarrant.records.warrant import PolicyAct

WEIGHTS = load_weights()

# Gold: g1, g2 (high risk), g3 (low risk). The answer extracts four claims: c1 is g1, c2 is g3, c3 is
# consequential and in no gold claim, c4 is of no consequence. Six pairs; c3 has none.
GOLD = asked(
    (claim("g1"), claim("g2"), claim("g3", risk="low")), ("answer", "warn"),
)  # fmt: skip
ANSWER = card(
    (
        claim("c1", matches="g1"),
        claim("c2", matches="g3", risk="low"),
        claim("c3", "It is free."),
        claim("c4", "Thank you for asking.", consequential=False),
    ),
    (
        link("c1", "direct", quotation="holds"),
        link("c1", "partial", fails="posture"),
        link("c1", "contradictory", fails="exists"),
        link("c2", "inferential", unknown="time"),
        link("c2", "unaddressed", quotation="fails"),
        link("c4", "direct"),
    ),
    ("answer", "narrow"),
)


@pytest.mark.parametrize(
    ("metric", "numerator", "denominator", "unknown"),
    [
        ("claim_recall", 2, 3, 0),  # g1 and g3 of g1, g2, g3
        ("claim_precision", 3, 4, 0),  # c1, c2, c3 are consequential, in G or not
        ("matched_precision", 2, 4, 0),  # c1 and c2
        ("claims_with_authority", 2, 3, 0),  # c1 and c2 of the three consequential
        ("source_existence", 3, 5, 0),  # not the one that fails, not the misquotation
        ("support_strict", 2, 5, 0),  # direct and inferential; c4's pair is not counted
        ("support_lenient", 3, 5, 0),  # and partial
        ("dimension.posture", 4, 5, 0),
        ("dimension.exists", 4, 5, 0),
        ("dimension.time", 4, 4, 1),  # one cannot be told: in no denominator, in sight
        ("policy_exact", 0, 1, 0),
        ("weighted.claim_recall", 5 + 1, 5 + 5 + 1, 0),
        ("weighted.claim_precision", 5 + 1 + 5, 5 + 1 + 5 + 5, 0),
        ("weighted.support_strict", 5 + 1, 3 * 5 + 2 * 1, 0),
        ("weighted.support_lenient", 5 + 5 + 1, 3 * 5 + 2 * 1, 0),
        ("weighted.policy_exact", 0, 5, 0),
    ],
)
def test_by_hand(metric: str, numerator: float, denominator: float, unknown: int) -> None:
    assert counts(ANSWER, GOLD, WEIGHTS)[metric] == (numerator, denominator, unknown)


def test_one_tier_only() -> None:
    low = counts(ANSWER, GOLD, WEIGHTS, RiskTier.LOW)
    assert low["claim_recall"] == (1, 1, 0)
    assert low["support_strict"] == (1, 2, 0)


def test_policy_vector_by_act() -> None:
    # given answer+narrow, wanted answer+warn: one hit, one extra, one miss
    found = policy_counts(ANSWER, GOLD)
    assert found[PolicyAct.ANSWER] == (2, 2, 0)
    assert found[PolicyAct.NARROW] == (0, 1, 0)
    assert found[PolicyAct.WARN] == (0, 1, 0)
    assert found[PolicyAct.ASK] == (0, 0, 0)
    # micro F1 = 2*1 / (2*1 + 1 + 1)
    assert (
        sum(c.numerator for c in found.values()) / sum(c.denominator for c in found.values()) == 0.5
    )


@pytest.mark.parametrize(
    ("support", "argument", "disclosed", "disagreement", "strict", "lenient"),
    [
        ("direct", False, False, "", True, True),
        ("partial", False, False, "", False, True),
        ("out_of_scope", False, False, "", False, False),
        ("unsettled", False, False, "", False, False),
        ("unsettled", False, False, "circuits differ", True, True),
        # arguing that the law should change: warranted when contrary authority is not hidden
        ("contradictory", True, True, "", True, True),
        ("contradictory", True, False, "", False, False),
    ],
)
def test_what_licenses(
    support: str, argument: bool, disclosed: bool, disagreement: str, strict: bool, lenient: bool
) -> None:
    said = claim("c", argument=argument, contrary_disclosed=disclosed, disagreement=disagreement)
    assert supported(said, link("c", support)) is strict
    assert supported(said, link("c", support), lenient=True) is lenient


def test_an_answer_without_claims_has_support_and_must_have_the_policy() -> None:
    refusal = card(policy=("abstain",))
    assert support_holds(refusal)
    assert not policy_holds(refusal, GOLD)
    assert not warranted(refusal, GOLD)
    assert warranted(refusal, asked(policy=("abstain",)))


def test_a_consequential_claim_without_authority_is_not_licensed() -> None:
    bare = card((claim("c1", matches="g1"),), (), ("answer",))
    assert not support_holds(bare)
