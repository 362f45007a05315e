"""What a judge is shown of an answer."""

from __future__ import annotations

from lexwarrant.evaluation.cited_source import cited_provisions
from lexwarrant.evaluation.judge.asking import Material
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.suite import Case


def material_of(case: Case, answer: LegalAnswer, snapshot: Snapshot) -> Material | None:
    """What a judge is shown of an answer; None when nothing was answered or no source is held."""
    if not answer.promoted or not answer.text.strip():
        return None
    provisions = cited_provisions(case, answer, snapshot)
    if not provisions:
        return None
    source = "\n\n".join(
        f"{' '.join(p.citations[:1])} {p.title}\n{p.text}".strip() for p in provisions
    )
    return Material(case.question, answer.text, source)
