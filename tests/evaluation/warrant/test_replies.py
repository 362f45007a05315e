"""The built-in system's response as a reply: its acts, its quotations, and no sentence of ours."""

from __future__ import annotations

from datetime import date

import pytest

from lexwarrant.answering.answerer import VerbatimAnswerer
from lexwarrant.answering.responding import WarrantedAnswerer
from lexwarrant.evaluation.warrant.replies import reply_of
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import Thresholds
from lexwarrant.records.context import Context
from lexwarrant.records.warrant import PolicyAct
from lexwarrant.retrieval.open import open_index

EAGER = Thresholds(0.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def answerer(law: Snapshot) -> WarrantedAnswerer:
    return WarrantedAnswerer(law, VerbatimAnswerer(law, open_index(law), EAGER))


@pytest.mark.parametrize(
    ("question", "day", "user", "acts", "statements"),
    [
        ("within how many days is notice given", "2015-01-01", "lawyer", {PolicyAct.ANSWER}, 1),
        ("within how many days is notice given", "2005-01-01", "lawyer",
         {PolicyAct.ANSWER, PolicyAct.WARN}, 1),
        ("by when is notice given", "2015-01-01", "lay", {PolicyAct.ANSWER, PolicyAct.WARN}, 1),
        ("", "2015-01-01", "lawyer", {PolicyAct.ABSTAIN}, 0),
    ],
)  # fmt: skip
def test_reply_of_a_response(
    answerer: WarrantedAnswerer,
    question: str,
    day: str,
    user: str,
    acts: set[PolicyAct],
    statements: int,
) -> None:
    response = answerer.respond(question, Context("xx", date.fromisoformat(day), user_type=user))
    reply = reply_of(response)
    assert set(reply.acts) == acts, reply.text
    assert len(reply.statements) == statements
    for said in reply.statements:
        assert said.verbatim
        assert reply.text[said.start : said.end] == said.text
        assert said.authorities
        assert said.authorities[0] in reply.retrieved


def test_a_plain_answer_still_reads(law: Snapshot) -> None:
    plain = VerbatimAnswerer(law, open_index(law), EAGER)
    reply = reply_of(
        plain.answer("within how many days is notice given", Context("xx", date(2015, 1, 1)))
    )
    assert reply.acts[0] is PolicyAct.ANSWER
    assert len(reply.statements) == 1
