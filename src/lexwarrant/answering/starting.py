"""Questions about when an act, or something in it, begins to apply: the clause that is their answer."""

from __future__ import annotations

from lexwarrant.answering.application import (
    AskedStart,
    Clause,
    asked_start,
    asks_for_start,
    clause_of,
)
from lexwarrant.answering.phrases import phrases
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.context import Context
from lexwarrant.retrieval.question import Question
from lexwarrant.retrieval.router import Route, route


def act_start(snapshot: Snapshot, question: Question, context: Context) -> AskedStart | None:
    """What a question asks of the application of the act as a whole that it names."""
    start = asked_start(question, snapshot, phrases(question.language))
    if start is None or route(question, snapshot) != Route():
        return None
    fits = context.jurisdiction in (None, start.clause.authority.jurisdiction)
    return start if fits else None


def start_of(snapshot: Snapshot, question: Question, context: Context) -> Clause | None:
    """The words that fix when the one act a question names applies, when that is its point.

    It is when the question asks for the start, or when the act does not yet apply on the day.
    """
    if len(question.named) != 1:
        return None
    clause = clause_of(snapshot, question.named[0], phrases(question.language))
    if clause is None or clause.applies_from is None:
        return None
    on = context.analysis_date
    waits = on is not None and on < clause.applies_from
    return clause if waits or asks_start(snapshot, question, question.named[0]) else None


def asks_start(snapshot: Snapshot, question: Question, authority_id: str) -> bool:
    """Whether a question asks from when something in an act applies."""
    if not asks_for_start(question.text):
        return False
    clause = clause_of(snapshot, authority_id, phrases(question.language))
    known = snapshot.manifest.retrieved
    return asks_for_start(question.text, staged=clause is not None and clause.staged(known))
