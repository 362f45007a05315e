"""The easier metrics by hand, and where they pass while warrant fails."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evaluation.warrant.cards import asked, card, claim, item, link
from lexwarrant.evaluation.warrant.compare import compare, unmasked
from lexwarrant.evaluation.warrant.diagnosis import bottlenecks
from lexwarrant.evaluation.warrant.easier import HallucinationType, easier_counts, hallucination
from lexwarrant.evaluation.warrant.scored import (
    ScoredAnswer,
    break_down,
    index_items,
    score,
    summarise,
)
from lexwarrant.evaluation.warrant.weights import load_weights
from lexwarrant.records.errors import DataError
from lexwarrant.records.law import AuthorityKind
from lexwarrant.records.verification import RiskTier
from lexwarrant.records.warrant import AnswerKey, Bottleneck, WarrantItem

GOLD = asked((claim("g1"),))
ITEM = item(GOLD)
# three pairs: one holds, one is invented, one is of a judgment that says something else
ANSWER = card(
    (claim("c1", matches="g1"), claim("c2", "It is free of charge.")),
    (
        link("c1"),
        link("c1", "unaddressed", fails="exists", at="yy/act/9/s/9", stated="unknown"),
        replace(
            link("c2", "unaddressed", at="yy/case/2", stated="fails"), kind=AuthorityKind.JUDGMENT
        ),
    ),
)


@pytest.mark.parametrize(
    ("metric", "numerator", "denominator"),
    [
        ("answer_accuracy", 1, 1),  # "14 days" stands in it
        ("citation_existence", 2, 3),
        ("topical_relevance", 1, 3),  # the gold unit; the answer has none of the question's words
        ("sentence_attribution", 1, 3),
        ("nonhallucinated_statutes", 1, 2),  # the judgment is no statute
        ("statute_relevance", 1, 1),  # of those that are real
        ("claim_truthfulness", 1, 2),
        ("citation_alignment", 1, 2),
    ],
)
def test_by_hand(metric: str, numerator: float, denominator: float) -> None:
    found = easier_counts(ANSWER, ITEM, GOLD)[metric]
    assert (found.numerator, found.denominator) == (numerator, denominator)


def test_a_key_that_refuses_and_a_key_with_citations() -> None:
    refuses = asked((), ("ask",), key=AnswerKey("", refuses=True))
    assert easier_counts(card(policy=("ask",)), item(refuses), refuses)["answer_accuracy"][0] == 1
    assert easier_counts(ANSWER, item(refuses), refuses)["answer_accuracy"][0] == 0
    cites = asked((claim("g1"),), key=AnswerKey("", (("14 days",),), citations=("xx/act/1/s/1/2",)))
    assert easier_counts(ANSWER, item(cites), cites)["answer_accuracy"][0] == 1
    other = asked((claim("g1"),), key=AnswerKey("", (("14 days",),), citations=("xx/act/1/s/2",)))
    assert easier_counts(ANSWER, item(other), other)["answer_accuracy"][0] == 0


@pytest.mark.parametrize(
    ("pair", "licensed", "kind"),
    [
        (link("c1", fails="exists"), False, HallucinationType.FABRICATED),
        (link("c1", quotation="fails"), False, HallucinationType.MISQUOTED),
        (link("c1", stated="fails"), False, HallucinationType.MISGROUNDED),
        (link("c1", "out_of_scope", fails="time"), False, HallucinationType.INAPPLICABLE),
        (link("c1"), True, HallucinationType.NONE),
        (link("c1", "inferential", stated="unknown"), True, HallucinationType.NONE),
    ],
)
def test_types(pair: object, licensed: bool, kind: HallucinationType) -> None:
    assert hallucination((claim("c1"), pair), licensed=licensed) is kind  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        (card((claim("c", matches="g1"),), (link("c"),)), ()),
        (card((claim("c", matches="g1"),), (link("c"),), ("answer", "warn")), (Bottleneck.POLICY,)),
        (
            card((claim("c"),), (link("c", "out_of_scope", fails="time"),)),
            (Bottleneck.TIME, Bottleneck.GENERATION),
        ),
        (
            card(
                (claim("c"),), (link("c", "out_of_scope", fails="jurisdiction", at="yy/act/1/s/1"),)
            ),
            (Bottleneck.RETRIEVAL, Bottleneck.AUTHORITY_STATUS),
        ),
        (
            card((claim("c", matches="g1"),), (link("c", "partial", fails="posture"),)),
            (Bottleneck.SUPPORT,),
        ),
        (card((claim("c"),), (link("c", fails="exists"),)), (Bottleneck.GENERATION,)),
        (card((claim("c", matches="g1"),), ()), (Bottleneck.SUPPORT,)),
        (card((), (), ("abstain",)), (Bottleneck.POLICY,)),
        (
            card((), (), ("abstain",), retrieved=("xx/act/1/s/1",)),
            (Bottleneck.GENERATION, Bottleneck.POLICY),
        ),
    ],
)
def test_where_it_went_wrong(answer: object, wanted: tuple[Bottleneck, ...]) -> None:
    assert bottlenecks(answer, GOLD) == wanted  # type: ignore[arg-type]


def _rows() -> tuple[list[WarrantItem], dict[str, list[ScoredAnswer]]]:
    """Six families. ``bold`` always answers with the right words and the wrong authority for the
    context; ``careful`` is licensed but leaves the key's figure out."""
    items = [item(GOLD, f"f{n}/base", f"f{n}") for n in range(6)]
    bold = [
        card(
            (claim("c1", matches="g1"),),
            (link("c1", "out_of_scope", fails="posture", confidence=1.0),),
            item=i.id,
            system="bold",
        )
        for i in items
    ]
    careful = [
        card(
            (claim("c1", "It is due in two weeks.", matches="g1"),),
            (link("c1", confidence=0.5),),
            item=i.id,
            system="careful",
        )
        for i in items
    ]
    known, weights = index_items(items), load_weights()
    return items, {n: score(c, known, weights) for n, c in (("bold", bold), ("careful", careful))}


def test_the_ranking_flips() -> None:
    _, systems = _rows()
    found = {c.easier: c for c in compare(systems) if c.warrant == "warranted"}
    accuracy = found["answer_accuracy"]
    assert accuracy.under_easier[0] == 1.0
    assert accuracy.under_warrant[0] == -1.0
    assert accuracy.flips
    assert accuracy.clear
    assert not found["citation_existence"].flips


def test_answers_unmasked() -> None:
    _, systems = _rows()
    assert len(unmasked(systems["bold"])) == 6
    assert "sentence_attribution" in unmasked(systems["bold"])[0].passed
    assert not unmasked(systems["careful"])


def test_summary_and_breakdown() -> None:
    _, systems = _rows()
    whole = summarise(systems["bold"])
    assert whole.warranted.value == 0
    assert whole.metrics["support_strict"].denominator == 6
    assert whole.metrics["policy_micro_f1"].value == 1
    assert whole.types == {HallucinationType.INAPPLICABLE: 6}
    assert whole.curve.area == 1.0
    by = break_down(systems["bold"], "jurisdiction")
    assert list(by) == ["xx"]
    assert by["xx"].answers == 6


def test_one_risk_tier_and_an_unknown_item() -> None:
    items, _ = _rows()
    known = index_items(items)
    low = [card((), (), item=items[0].id)]
    assert score(low, known, load_weights(), RiskTier.LOW) == []
    with pytest.raises(DataError, match="no item 'nowhere'"):
        score([card(item="nowhere")], known, load_weights())
