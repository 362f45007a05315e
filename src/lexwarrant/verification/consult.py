"""Where the rules abstain, a model may be asked; hard slots stay with the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lexwarrant.records.verification import (
    HARD_SLOTS,
    ClaimKind,
    Finding,
    ReasonCode,
    RepairAction,
    RepairHint,
    SentenceVerdict,
    SourceSpan,
    SupportLabel,
)
from lexwarrant.verification.entailment.base import EntailmentModel, Judgement, Relation, grounded
from lexwarrant.verification.premise import PremiseIndex

UNSURE = 0.6
"""A support with less confidence than this is put to the model too."""


def open_to_a_model(finding: Finding) -> bool:
    """Whether a model may be asked: the rules failed only on soft slots, or support is thin."""
    if finding.verdict in (SentenceVerdict.NO_CLAIM, SentenceVerdict.CONTRADICTED):
        return False
    if finding.claim == ClaimKind.STATES_SILENCE:
        return False
    if finding.verdict == SentenceVerdict.SUPPORTED:
        return finding.confidence < UNSURE
    return bool(finding.failed_slots) and HARD_SLOTS.isdisjoint(finding.failed_slots)


def consult(
    findings: Sequence[Finding], premise: PremiseIndex, model: EntailmentModel
) -> list[Finding]:
    """The findings with the model's word where it counts, asked in one batch."""
    asked = [n for n, f in enumerate(findings) if premise.leaves and open_to_a_model(f)]
    if not asked:
        return list(findings)
    passages = [_passage(findings[n], premise, model.whole_premise) for n in asked]
    pairs = [(passage, findings[n].sentence) for passage, n in zip(passages, asked, strict=True)]
    out = list(findings)
    for n, passage, judgement in zip(asked, passages, model.judge(pairs), strict=True):
        out[n] = _settled(out[n], grounded(judgement, passage), premise, model.name)
    return out


def _passage(finding: Finding, premise: PremiseIndex, whole: bool) -> str:
    if whole or not finding.sources:
        return "\n\n".join(p.text for p in premise.premise.provisions)
    source = finding.sources[0]
    for leaf in premise.leaves:
        if leaf.provision == source.provision and premise.span(leaf)[0] == source.start:
            return premise.passage(leaf)
    return source.text


def _settled(finding: Finding, judgement: Judgement, premise: PremiseIndex, name: str) -> Finding:
    if judgement.relation == Relation.NEUTRAL:
        if finding.verdict != SentenceVerdict.SUPPORTED:
            return replace(finding, checked_by=name)
        return replace(
            finding,
            verdict=SentenceVerdict.NOT_STATED,
            support=SupportLabel.PARTIAL,
            reasons=(ReasonCode.CONTENT_NOT_STATED,),
            hint=RepairHint(RepairAction.START_ANEW),
            checked_by=name,
        )
    if judgement.relation == Relation.FAILED:
        if finding.verdict == SentenceVerdict.SUPPORTED:
            return finding
        return replace(
            finding,
            verdict=SentenceVerdict.CANNOT_CHECK,
            support=SupportLabel.UNSETTLED,
            reasons=(ReasonCode.MODEL_FAILED, *finding.reasons),
            checked_by=name,
        )
    entails = judgement.relation == Relation.ENTAILS
    return replace(
        finding,
        verdict=SentenceVerdict.SUPPORTED if entails else SentenceVerdict.CONTRADICTED,
        support=SupportLabel.INFERENTIAL if entails else SupportLabel.CONTRADICTORY,
        reasons=(ReasonCode.MODEL_ENTAILS if entails else ReasonCode.MODEL_CONTRADICTS,),
        failed_slots=() if entails else finding.failed_slots,
        confidence=round(min(0.95, judgement.score), 2),
        sources=_quoted(judgement.quotation, premise) or finding.sources,
        hint=None if entails else RepairHint(RepairAction.START_ANEW),
        checked_by=name,
    )


def _quoted(quotation: str, premise: PremiseIndex) -> tuple[SourceSpan, ...]:
    """The quotation's place in the premise, when it stands there letter by letter."""
    for number, provision in enumerate(premise.premise.provisions):
        at = provision.text.find(quotation.strip())
        if quotation.strip() and at >= 0:
            end = at + len(quotation.strip())
            return (
                SourceSpan(at, end, provision.text[at:end], number, "", provision.provision_id),
            )
    return ()
