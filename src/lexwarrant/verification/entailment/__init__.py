"""Entailment models, all optional, behind one protocol."""

from lexwarrant.verification.entailment.base import EntailmentModel, Judgement, Relation

__all__ = ["EntailmentModel", "Judgement", "Relation"]
