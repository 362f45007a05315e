"""A provision that does not exist, one that is not in what is held, and one of no act."""

from __future__ import annotations

import pytest

from lexwarrant.answering.answerer import VerbatimAnswerer
from lexwarrant.answering.responding import WarrantedAnswerer
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import RefusalReason
from lexwarrant.records.context import Context
from lexwarrant.records.warrant import PolicyAct
from lexwarrant.retrieval.open import open_index

NONE, HELD_NOT = RefusalReason.NO_SUCH_PROVISION, RefusalReason.OUT_OF_COVERAGE
CORRECT, ABSTAIN, ASK = PolicyAct.CORRECT, PolicyAct.ABSTAIN, PolicyAct.ASK
HUGE = "9" * 60


@pytest.fixture(scope="module")
def eu(eu_snapshot: Snapshot) -> WarrantedAnswerer:
    return WarrantedAnswerer(eu_snapshot, VerbatimAnswerer(eu_snapshot, open_index(eu_snapshot)))


@pytest.mark.parametrize(
    ("question", "act", "reason", "said"),
    [
        # the article is held whole, or all articles are
        ("What does Article 33(9) GDPR say?", CORRECT, NONE, "Article 33 GDPR has no such"),
        ("What does Article 6(1)(k) GDPR require?", CORRECT, NONE, "Article 6 GDPR has no such"),
        ("Does Article 99(14) AI Act raise the fine for SMEs?", CORRECT, NONE, "Article 99 AI Act"),
        ("What does Article 0 of the GDPR say?", CORRECT, NONE, "GDPR has no such provision"),
        ("What does Article 114 AI Act say?", CORRECT, NONE, "AI Act has no such provision"),
        ("What does Article 999999999 of the GDPR say?", CORRECT, NONE, "GDPR has no such"),
        (f"What does Article {HUGE} of DORA say?", CORRECT, NONE, "DORA has no such provision"),
        ("What does Article 33(99999999) GDPR say?", CORRECT, NONE, "Article 33 GDPR has no such"),
        # the article is held in part: nothing is refuted by what is not in it
        ("What does Article 5(9) AI Act say?", ABSTAIN, HELD_NOT, "Article 5(9) AI Act is not in what"),
        ("What does Article 5(1)(j) of the AI Act say?", ABSTAIN, HELD_NOT, "Article 5(1)(j) AI Act"),
        ("Does Article 5(1)(j) AI Act prohibit social scoring by a shop?", ABSTAIN, HELD_NOT, "in part"),
        ("What does Article 3(66) AI Act define?", ABSTAIN, HELD_NOT, "Article 3(66) AI Act"),
        ("What does Article 13(25) CRA say?", ABSTAIN, HELD_NOT, "Article 13(25) CRA"),
        ("What does Article 32(11) NIS2 say?", ABSTAIN, HELD_NOT, "Article 32(11) NIS2"),
        # no act is said: a bare number corrects nobody
        ("What does Article 0 say?", ASK, HELD_NOT, "Of which act is Article 0 meant?"),
        ("What does Article 999999999 say?", ASK, HELD_NOT, "Of which act"),
        ("Article 17?", ASK, HELD_NOT, "GDPR"),
        ("What does Article 5(1)(j) provide?", ASK, HELD_NOT, "AI Act"),
    ],
)  # fmt: skip
def test_what_is_not_there(
    eu: WarrantedAnswerer, question: str, act: PolicyAct, reason: RefusalReason, said: str
) -> None:
    response = eu.respond(question, Context("eu"))
    assert response.policy == (act,), response.text
    assert response.answer.refusal is not None
    assert response.answer.refusal.reason is reason
    assert said in response.text
    assert not response.card.claims


@pytest.mark.parametrize(
    "question",
    [
        "What does Article 5(1)(f) AI Act say?",  # held, in an article held in part
        "What does Article 5(2) AI Act say?",
        "What does Article 32(10) NIS2 say?",
        "What does Article 113 AI Act say?",
        "What does Article 33 say about a personal data breach?",  # no act, but words to look for
    ],
)
def test_what_is_there_is_quoted(eu: WarrantedAnswerer, question: str) -> None:
    response = eu.respond(question, Context("eu"))
    assert response.card.claims, response.text
    assert not {CORRECT, ABSTAIN, ASK} & set(response.policy)
