"""The finding of a checked sentence: verdict, reasons, slots, span, sources, repair hint."""

from __future__ import annotations

from lexwarrant.records.verification import (
    ClaimKind,
    Finding,
    ReasonCode,
    RepairAction,
    RepairHint,
    SentenceVerdict,
    Slot,
    SourceSpan,
    SupportLabel,
)
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.claims import categorise

NOT_STATED_REASONS = frozenset(
    {
        ReasonCode.FIGURE_NOT_STATED,
        ReasonCode.DATE_NOT_STATED,
        ReasonCode.CONDITION_DROPPED,
        ReasonCode.CONDITION_INVENTED,
        ReasonCode.SCOPE_NOT_STATED,
        ReasonCode.MISATTRIBUTED,
        ReasonCode.CITATION_NOT_IN_PREMISE,
        ReasonCode.QUOTATION_NOT_FOUND,
        ReasonCode.QUOTATION_STITCHED,
        ReasonCode.USER_FIGURE_ECHOED,
        ReasonCode.REPEAL_NOT_STATED,
        ReasonCode.CONTENT_NOT_STATED,
        ReasonCode.INSTRUCTION,
    }
)
"""Faults that say "beyond the provisions"; every other one says "against them"."""


def _sources(case: Case, leaf: int = -1) -> tuple[SourceSpan, ...]:
    """The passage a verdict rests on: the one named, else one a figure was bound in, else the best."""
    chosen = leaf
    if chosen < 0 and case.confirmed >= 0:
        chosen = case.confirmed
    if chosen < 0:
        chosen = next((k for k in case.ranked if k in case.bound), -1)
    if chosen < 0:
        best = case.best
        if best is None:
            return ()
        chosen = best.index
    return case.premise.source(chosen)


def _finding(
    case: Case,
    offset: int,
    verdict: SentenceVerdict,
    support: SupportLabel,
    reasons: tuple[ReasonCode, ...],
    kind: ClaimKind,
    confidence: float,
    *,
    slots: tuple[Slot, ...] = (),
    span: tuple[int, int] | None = None,
    hint: RepairHint | None = None,
    sources: tuple[SourceSpan, ...] = (),
) -> Finding:
    end = offset + len(case.text)
    categories, risk = categorise(case.analysis, case.clause)
    return Finding(
        case.text, offset, end, verdict, support, reasons, kind, slots,
        round(min(0.99, max(0.01, confidence)), 2), span or (offset, end), sources,
        categories, risk, hint,
    )  # fmt: skip


def supported(case: Case, offset: int, kind: ClaimKind, covered: float) -> Finding:
    """No slot failed and the passages license ``covered`` of the content: direct or inferential."""
    inferred = case.inferred or case.confirmed >= 0
    if case.inferred and kind == ClaimKind.STATES_LAW:
        kind = ClaimKind.APPLIES_LAW
    return _finding(
        case,
        offset,
        SentenceVerdict.SUPPORTED,
        SupportLabel.INFERENTIAL if inferred else SupportLabel.DIRECT,
        (_why_supported(case, inferred),),
        kind,
        0.35 + 0.6 * covered,
        sources=_sources(case),
    )


def _why_supported(case: Case, inferred: bool) -> ReasonCode:
    if any(q.denied for q in case.analysis.quantities):
        return ReasonCode.CORRECTION_CONFIRMED
    return ReasonCode.INFERRED if inferred else ReasonCode.STATED


def _about_the_talk(case: Case) -> ClaimKind | None:
    """What a sentence does that no passage is about: the writer's own words, or the reader's facts."""
    lex, clause = case.analysis.lex, case.clause
    low = case.analysis.low
    if any(not q.implicit for q in case.analysis.quantities):
        return None
    if not lex.first_person.isdisjoint(low[:8] if lex.code != "de" else low):
        return ClaimKind.REFUSES if clause.denied else ClaimKind.CONNECTS
    if clause.forces or clause.denied or clause.repeal:
        return None
    return ClaimKind.RESTATES_FACTS if not lex.second_person.isdisjoint(low[:5]) else None


_TALK_REASON = {
    ClaimKind.REFUSES: ReasonCode.REFUSAL,
    ClaimKind.CONNECTS: ReasonCode.CONNECTIVE,
    ClaimKind.RESTATES_FACTS: ReasonCode.USER_FACTS,
}


def no_claim(sentence: str, offset: int, kind: ClaimKind, reason: ReasonCode) -> Finding:
    """A sentence that asserts no law, by its ``kind``."""
    end = offset + len(sentence)
    return Finding(
        sentence, offset, end, SentenceVerdict.NO_CLAIM, None, (reason,), kind,
        confidence=0.8, span=(offset, end),
    )  # fmt: skip


def about_the_talk(case: Case, offset: int) -> Finding | None:
    """*no_claim* for words about the talk itself or the reader's facts, None for any others."""
    talk = _about_the_talk(case)
    if talk is None:
        return None
    end = offset + len(case.text)
    return Finding(
        case.text, offset, end, SentenceVerdict.NO_CLAIM, None, (_TALK_REASON[talk],), talk,
        confidence=0.6, span=(offset, end),
    )  # fmt: skip


def unaddressed(case: Case, offset: int, kind: ClaimKind, covered: float) -> Finding:
    """No passage is about it; words about the talk itself are no claim."""
    talk = about_the_talk(case, offset)
    if talk is not None:
        return talk
    if not case.premise.leaves:
        reason = ReasonCode.EMPTY_PREMISE
    else:
        reason = ReasonCode.CONTENT_NOT_STATED if case.ranked else ReasonCode.NO_PASSAGE
    if not case.premise.complete:
        return undecided(case, offset, kind, ReasonCode.INCOMPLETE_SOURCE)
    return _finding(
        case,
        offset,
        SentenceVerdict.NOT_STATED,
        SupportLabel.UNADDRESSED,
        (reason,),
        kind,
        1.0 - covered,
        slots=(Slot.CONTENT,),
        hint=RepairHint(RepairAction.START_ANEW),
        sources=_sources(case) if case.ranked else (),
    )


def undecided(case: Case, offset: int, kind: ClaimKind, reason: ReasonCode) -> Finding:
    """The means to decide are lacking: the language, or the whole of the source."""
    return _finding(
        case,
        offset,
        SentenceVerdict.CANNOT_CHECK,
        SupportLabel.UNSETTLED,
        (reason,),
        kind,
        0.5,
        slots=(Slot.CONTENT,),
    )


def on_silence(case: Case, offset: int, holds: bool) -> Finding:
    """A sentence that says the provisions are silent, and whether that ``holds``."""
    if holds and not case.premise.complete:
        return undecided(case, offset, ClaimKind.STATES_SILENCE, ReasonCode.INCOMPLETE_SOURCE)
    if holds:
        return _finding(
            case,
            offset,
            SentenceVerdict.SUPPORTED,
            SupportLabel.INFERENTIAL,
            (ReasonCode.SILENCE_CONFIRMED,),
            ClaimKind.STATES_SILENCE,
            0.7,
        )
    return _finding(
        case,
        offset,
        SentenceVerdict.CONTRADICTED,
        SupportLabel.CONTRADICTORY,
        (ReasonCode.SILENCE_REFUTED,),
        ClaimKind.STATES_SILENCE,
        0.6,
        slots=(Slot.CONTENT,),
        hint=RepairHint(RepairAction.START_ANEW),
        sources=_sources(case),
    )


def failed(case: Case, offset: int, faults: list[Fault], kind: ClaimKind) -> Finding:
    """Slots that failed: one against the passages makes *contradicted*, else *not_stated*."""
    known = [f for f in faults if f.reason != ReasonCode.CALENDAR_UNKNOWN]
    if not known:
        return undecided(case, offset, kind, ReasonCode.CALENDAR_UNKNOWN)
    faults = known
    against = [f for f in faults if f.reason not in NOT_STATED_REASONS]
    first = against[0] if against else faults[0]
    verdict = SentenceVerdict.CONTRADICTED if against else SentenceVerdict.NOT_STATED
    label = SupportLabel.CONTRADICTORY
    if not against:
        outside = first.slot in (Slot.CITATION, Slot.TITLE)
        label = SupportLabel.OUT_OF_SCOPE if outside else SupportLabel.PARTIAL
    ordered = (first, *(f for f in faults if f is not first))
    return _finding(
        case,
        offset,
        verdict,
        label,
        tuple(dict.fromkeys(f.reason for f in ordered)),
        kind,
        0.85 if against else 0.75,
        slots=tuple(dict.fromkeys(f.slot for f in ordered)),
        span=(offset + first.start, offset + first.end),
        hint=first.hint or RepairHint(RepairAction.START_ANEW),
        sources=_sources(case, first.leaf),
    )
