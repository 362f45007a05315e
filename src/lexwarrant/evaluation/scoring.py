"""Scoring one answer: the ladder, the strict verdict and every scorer. Opens no socket."""

from __future__ import annotations

from collections.abc import Sequence

from lexwarrant.evaluation.scorers.base import Scorer
from lexwarrant.evaluation.scorers.citations import CitationAccuracy, WrongCitations
from lexwarrant.evaluation.scorers.faithfulness import QuotationFaithfulness
from lexwarrant.evaluation.scorers.hallucination import FabricatedCitation
from lexwarrant.evaluation.scorers.refusal import RefusalCorrectness, RefusalReasonCorrectness
from lexwarrant.evaluation.standalone import rules
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.run import Measure, Row
from lexwarrant.records.scores import Verdict
from lexwarrant.records.suite import Case


def standard_scorers(snapshot: Snapshot) -> tuple[Scorer, ...]:
    """The scorers that every run is measured with."""
    return (
        CitationAccuracy(),
        WrongCitations(),
        RefusalCorrectness(),
        RefusalReasonCorrectness(),
        QuotationFaithfulness(snapshot),
        FabricatedCitation(snapshot),
    )


def full_scorers(snapshot: Snapshot) -> tuple[Scorer, ...]:
    """The standard scorers and the verifier's faithfulness of the answer's own sentences."""
    from lexwarrant.evaluation.scorers.answer_faithfulness import AnswerFaithfulness

    return (*standard_scorers(snapshot), AnswerFaithfulness(snapshot))


def score_answer(
    case: Case,
    split: str,
    answer: LegalAnswer,
    scorers: Sequence[Scorer],
    *,
    elapsed_ms: float,
    repeat: int = 1,
    cost: float | None = None,
) -> Row:
    """The scored row of an answer."""
    (lax, _), (hard, reason) = rules.verdicts(case, answer)
    return Row(
        case_id=case.id,
        split=split,
        question=case.question,
        ok=True,
        elapsed_ms=elapsed_ms,
        promoted=answer.promoted,
        verdict=Verdict(lax),
        strict_verdict=Verdict(hard),
        reason=reason,
        repeat=repeat,
        measures={s.name: Measure.of(s.score(case, answer)) for s in scorers},
        answer=answer,
        cost=cost,
    )
