"""From a sentence and a premise to a finding, by rules."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from lexwarrant.records.verification import (
    WORST_FIRST,
    CheckContext,
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
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.align import Item, align, collect_items
from lexwarrant.verification.analysis import analyse
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.citations import check_citations
from lexwarrant.verification.checks.conditions import (
    check_conditions,
    check_conjunction,
    check_exceptions,
    check_extreme,
    check_scope,
)
from lexwarrant.verification.checks.dates import check_dates
from lexwarrant.verification.checks.figures import check_figures
from lexwarrant.verification.checks.force import (
    check_ban,
    check_force,
    check_parties,
    check_polarity,
)
from lexwarrant.verification.checks.quotations import check_quotations
from lexwarrant.verification.checks.status import (
    check_repeal,
    check_status,
    silence_holds,
    silence_mark,
)
from lexwarrant.verification.claims import categorise, classify
from lexwarrant.verification.frames import read_clause
from lexwarrant.verification.lexicon import Lexicon, lexicon_for
from lexwarrant.verification.marks import Analysis
from lexwarrant.verification.premise import PremiseIndex

CHECKS = (
    check_citations,
    check_quotations,
    check_repeal,
    check_status,
    check_figures,
    check_dates,
    check_force,
    check_polarity,
    check_ban,
    check_parties,
    check_exceptions,
    check_conjunction,
    check_extreme,
    check_conditions,
    check_scope,
)
"""In order: what points elsewhere first, so that the rest compares in the place cited."""

MIN_COVERAGE = 0.28
"""Least share of a sentence's content that the best passages must license."""
LEANING_COVERAGE = 0.15
"""The same for a sentence that leans back on the one before it."""

_NO_CLAIM = frozenset(
    {ClaimKind.ASKS, ClaimKind.REFUSES, ClaimKind.CONNECTS, ClaimKind.RESTATES_FACTS}
)
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
    }
)
"""Faults that say "beyond the provisions"; every other one says "against them"."""


def decide(
    sentence: str, offset: int, premise: PremiseIndex, context: CheckContext, language: str
) -> Finding:
    """The finding on one sentence; the parts of a compound one are checked one by one.

    ``offset`` is where the sentence begins in the text that is checked; spans of the finding count
    from the beginning of that text. Never raises on content.
    """
    parts = parts_of(sentence)
    if len(parts) == 1:
        return _decide(sentence, offset, premise, context, language)
    findings: list[Finding] = []
    around = CheckContext((*context.previous, sentence), context.question)
    for start, part in parts:
        findings.append(_decide(part, offset + start, premise, around, language, part=True))
    if all(f.verdict in (SentenceVerdict.SUPPORTED, SentenceVerdict.NO_CLAIM) for f in findings):
        whole = _decide(sentence, offset, premise, context, language, slots=False)
        if whole.verdict != SentenceVerdict.SUPPORTED:
            return whole
        return replace(whole, sources=_joined(findings) or whole.sources)
    worst = min(findings, key=lambda f: WORST_FIRST.index(f.verdict))
    hint = worst.hint
    if hint is not None and hint.action != RepairAction.START_ANEW:
        hint = replace(hint, cut_at=hint.cut_at + worst.start - offset)
    return replace(
        worst,
        sentence=sentence,
        start=offset,
        end=offset + len(sentence),
        sources=_joined(findings),
        hint=hint,
    )


def _joined(findings: list[Finding]) -> tuple[SourceSpan, ...]:
    return tuple(dict.fromkeys(s for f in findings for s in f.sources))


_SPLIT = re.compile(
    r";\s+|:\s+(?=\S+\s+\S+\s+\S+)|,\s+(?=(?:but|whereas|while|mais|tandis|alors que|aber|"
    r"während|wobei|sondern|אבל|אך|ואילו|אולם)\b)"
)


def parts_of(sentence: str) -> list[tuple[int, str]]:
    """A compound sentence as its parts with their offsets; quotations and lists stay whole."""
    whole = [(0, sentence)]
    if "\n" in sentence or len(sentence) > 2000:
        return whole
    cuts = [0]
    for match in _SPLIT.finditer(sentence):
        before = sentence[: match.start()]
        if before.count('"') % 2 or before.count("“") > before.count("”"):
            continue
        cuts.append(match.end())
    if len(cuts) == 1:
        return whole
    cuts.append(len(sentence))
    parts = [(a, sentence[a:b]) for a, b in pairwise(cuts)]
    return whole if any(len(part.split()) < 4 for _, part in parts) else parts


def _decide(
    sentence: str,
    offset: int,
    premise: PremiseIndex,
    context: CheckContext,
    language: str,
    *,
    part: bool = False,
    slots: bool = True,
) -> Finding:
    """One sentence, or one ``part`` of it, whose content is then judged with the whole."""
    lex = lexicon_for(language or "en")
    analysis = analyse(sentence, lex, premise.month_first)
    kind, reason = classify(analysis)
    if kind in _NO_CLAIM:
        end = offset + len(sentence)
        return Finding(
            sentence, offset, end, SentenceVerdict.NO_CLAIM, None, (reason,), kind,
            confidence=0.8, span=(offset, end),
        )  # fmt: skip
    items = collect_items(analysis, premise, 0, len(analysis.low))
    alignment = align(items, premise)
    scores = alignment.scores
    own_scores = scores
    leaning = bool(context.previous) and _leans_back(analysis, items)
    if leaning:
        own_scores = list(scores)
        _lean(scores, context.previous[-1], premise, lex)
    premise.last = (sentence, analysis)
    case = Case(
        sentence,
        analysis,
        read_clause(analysis, ((0, len(analysis.low)),)),
        premise,
        alignment,
        context,
        rank(scores),
        own_scores,
    )
    if not language:
        return _undecided(case, offset, kind, ReasonCode.LANGUAGE_UNKNOWN)
    silent = silence_mark(case)
    if silent is not None:
        return _silence(case, offset, silence_holds(case, silent))
    faults: list[Fault] = []
    for check in CHECKS:
        found = check(case)
        if slots:
            faults.extend(found)
    if faults:
        return _failed(case, offset, faults, kind)
    covered = coverage(case)
    if not part and covered < (LEANING_COVERAGE if leaning else MIN_COVERAGE):
        return _unaddressed(case, offset, kind, covered)
    if not premise.leaves and not part:
        return _unaddressed(case, offset, kind, 0.0)
    return _supported(case, offset, kind, covered)


def _leans_back(analysis: Analysis, items: list[Item]) -> bool:
    """Whether a sentence needs the one before it: an anaphor near its start, or few words."""
    if sum(i.weight for i in items) < 2.5:
        return True
    return any(m.kind == lx.ANAPHOR and m.i <= 4 for m in analysis.marks)


def _lean(scores: list[float], previous: str, premise: PremiseIndex, lex: Lexicon) -> None:
    """Add what the sentence before points to, at a third of its weight; it licenses nothing."""
    last = premise.last
    before = last[1] if last and last[0] == previous else analyse(previous[-600:], lex)
    for item in collect_items(before, premise, 0, len(before.low)):
        gain = item.weight * item.hits.idf / 3
        for leaf in item.hits.leaves:
            scores[leaf] += gain


def rank(scores: list[float]) -> list[int]:
    """The best eight passages, those with less than a fifth of the best score left out."""
    top = max(scores, default=0.0)
    if not top:
        return []
    floor = 0.2 * top
    return sorted((k for k, s in enumerate(scores) if s >= floor), key=lambda k: -scores[k])[:8]


def coverage(case: Case) -> float:
    """Share of the content licensed by the best passages; a figure or date bound counts as two."""
    if case.confirmed >= 0:
        return 1.0
    bound = 3 * case.quoted
    if case.bound or case.inferred:
        figures = sum(not q.implicit for q in case.analysis.quantities)
        bound += 2 * (figures + sum(bool(d.month) for d in case.analysis.dates))
    heavy = [bool(i.hits.leaves) or i.titled for i in case.alignment.items if i.weight >= 0.8]
    if not bound and sum(heavy) <= 1 and len(heavy) >= 4:
        return 0.0  # one word in common is no common subject
    total = sum(i.weight for i in case.alignment.items)
    have = case.alignment.coverage(set(case.ranked[:3])) * total
    return (have + bound) / (total + bound) if total + bound else 0.0


# -- findings ------------------------------------------------------------------------------------


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
    passage = case.premise.leaves[chosen]
    start, end = case.premise.span(passage)
    provision = case.premise.premise.provisions[passage.provision]
    return (
        SourceSpan(
            start,
            end,
            provision.text[start:end],
            passage.provision,
            case.premise.label(passage),
            provision.provision_id,
        ),
    )


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


def _supported(case: Case, offset: int, kind: ClaimKind, covered: float) -> Finding:
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
    if not lex.first_person.isdisjoint(low[:6] if lex.code != "de" else low):
        return ClaimKind.REFUSES if clause.denied else ClaimKind.CONNECTS
    if clause.forces or clause.denied or clause.repeal:
        return None
    return ClaimKind.RESTATES_FACTS if not lex.second_person.isdisjoint(low[:5]) else None


_TALK_REASON = {
    ClaimKind.REFUSES: ReasonCode.REFUSAL,
    ClaimKind.CONNECTS: ReasonCode.CONNECTIVE,
    ClaimKind.RESTATES_FACTS: ReasonCode.USER_FACTS,
}


def _unaddressed(case: Case, offset: int, kind: ClaimKind, covered: float) -> Finding:
    talk = _about_the_talk(case)
    if talk is not None:
        end = offset + len(case.text)
        return Finding(
            case.text, offset, end, SentenceVerdict.NO_CLAIM, None, (_TALK_REASON[talk],), talk,
            confidence=0.6, span=(offset, end),
        )  # fmt: skip
    if not case.premise.leaves:
        reason = ReasonCode.EMPTY_PREMISE
    else:
        reason = ReasonCode.CONTENT_NOT_STATED if case.ranked else ReasonCode.NO_PASSAGE
    if not case.premise.complete:
        return _undecided(case, offset, kind, ReasonCode.INCOMPLETE_SOURCE)
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


def _undecided(case: Case, offset: int, kind: ClaimKind, reason: ReasonCode) -> Finding:
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


def _silence(case: Case, offset: int, holds: bool) -> Finding:
    if holds and not case.premise.complete:
        return _undecided(case, offset, ClaimKind.STATES_SILENCE, ReasonCode.INCOMPLETE_SOURCE)
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


def _failed(case: Case, offset: int, faults: list[Fault], kind: ClaimKind) -> Finding:
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
