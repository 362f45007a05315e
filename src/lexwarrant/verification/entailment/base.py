"""The protocol of an entailment model, and what of its answer counts.

A model is asked only where the rules abstain or flag a soft slot. Its word counts only with a
quotation that stands verbatim in the premise it was shown; a cross-encoder, which quotes nothing,
is given one passage at a time, and the passage is the quotation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from lexwarrant.verification.quotation import fold_for_quotes


class Relation(StrEnum):
    """What a passage says of a sentence."""

    ENTAILS = "entails"
    CONTRADICTS = "contradicts"
    NEUTRAL = "neutral"
    FAILED = "failed"
    """No answer: a time-out, a refusal, a reply of the wrong form, no verbatim quotation."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One answer. ``quotation`` is verbatim from the passage, ``score`` is in 0..1."""

    relation: Relation
    quotation: str = ""
    score: float = 0.0
    why: str = ""


class EntailmentModel(Protocol):
    """Judges (passage, sentence) pairs, in batches; never raises on content."""

    @property
    def name(self) -> str:
        """Model id with the hash of its weights or prompt, as it stands in findings."""
        ...

    @property
    def whole_premise(self) -> bool:
        """Whether it is shown all provisions (a judge) or the nearest passage (a cross-encoder)."""
        ...

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        """One judgement a pair, in order."""
        ...


def grounded(judgement: Judgement, passage: str) -> Judgement:
    """The judgement, or `FAILED` when its quotation is not in the passage."""
    if judgement.relation in (Relation.NEUTRAL, Relation.FAILED):
        return judgement
    quoted = fold_for_quotes(judgement.quotation)
    if len(quoted) < 3 or quoted not in fold_for_quotes(passage):
        return Judgement(Relation.FAILED, why="the quotation does not stand in the passage")
    return judgement
