"""When a passage is put forward: its score, the thresholds, and the tier they give."""

from __future__ import annotations

import math
from collections.abc import Sequence

from lexwarrant.records.answer import Thresholds, Tier
from lexwarrant.retrieval.question import Question
from lexwarrant.retrieval.ranking import Ranked

DEFAULT_THRESHOLDS = Thresholds(min_score=0.5, min_coverage=0.3, high_score_bypass=0.9)


def confidence(question: Question, candidate: Ranked, ranked: Sequence[Ranked]) -> float:
    """The score of a candidate, in 0..1."""
    return candidate.strength


def tier(score: float) -> Tier:
    """The confidence tier of a promoted quotation."""
    return Tier.HIGH if score >= 0.75 else Tier.BORDERLINE
