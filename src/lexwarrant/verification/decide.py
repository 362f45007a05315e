"""From a sentence and a premise to a finding."""

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
    RepairHint,
    SentenceVerdict,
    Slot,
    SourceSpan,
    SupportLabel,
)
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.align import Item, align, collect_items
from lexwarrant.verification.analysis import Analysis, analyse
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
from lexwarrant.verification.checks.force import check_ban, check_force, check_parties, check_polarity
from lexwarrant.verification.checks.quotations import check_quotations
from lexwarrant.verification.checks.status import (
    check_repeal,
    check_status,
    silence_holds,
    silence_mark,
)
from lexwarrant.verification.claims import classify
from lexwarrant.verification.frames import read_clause
from lexwarrant.verification.lexicon import Lexicon, lexicon_for
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
MIN_COVERAGE = 0.35
LEANING_COVERAGE = 0.2


def decide(
    sentence: str, offset: int, premise: PremiseIndex, context: CheckContext, language: str
) -> Finding:
    """The finding on one sentence; the parts of a compound one are checked one by one."""
    parts = parts_of(sentence)
    if len(parts) == 1:
        return _decide(sentence, offset, premise, context, language)
    findings: list[Finding] = []
    for start, part in parts:
        around = CheckContext((*context.previous, sentence), context.question)
        findings.append(_decide(part, offset + start, premise, around, language, part=True))
    if all(f.verdict in (SentenceVerdict.SUPPORTED, SentenceVerdict.NO_CLAIM) for f in findings):
        return _decide(sentence, offset, premise, context, language, slots=False)
    worst = min(findings, key=lambda f: WORST_FIRST.index(f.verdict))
    if worst.verdict == SentenceVerdict.NO_CLAIM:
        return replace(worst, sentence=sentence, start=offset, end=offset + len(sentence))
    sources = tuple(dict.fromkeys(s for f in findings for s in f.sources))
    hint = worst.hint
    if hint is not None and hint.cut_at:
        hint = replace(hint, cut_at=hint.cut_at + worst.start - offset)
    return replace(
        worst, sentence=sentence, start=offset, end=offset + len(sentence), sources=sources,
        hint=hint,
    )


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
    lex = lexicon_for(language or "en")
    analysis = analyse(sentence, lex)
    kind, reason = classify(analysis)
    if kind in (ClaimKind.ASKS, ClaimKind.REFUSES, ClaimKind.CONNECTS, ClaimKind.RESTATES_FACTS):
        return _finding(sentence, offset, SentenceVerdict.NO_CLAIM, None, (reason,), kind)
    clause = read_clause(analysis, ((0, len(analysis.low)),))
    items = collect_items(analysis, premise, 0, len(analysis.low))
    alignment = align(items, premise)
    scores = alignment.scores
    own_scores = scores
    leaning = bool(context.previous) and _leans_back(analysis, items)
    if leaning:
        own_scores = list(scores)
        _lean(scores, context.previous[-1], premise, lex)
    ranked = rank(scores)
    case = Case(sentence, analysis, clause, premise, alignment, context, ranked, own_scores)
    silent = silence_mark(case)
    if silent is not None:
        return _silence(case, offset, silence_holds(case, silent))
    faults: list[Fault] = []
    for check in CHECKS if slots else ():
        faults.extend(check(case))
    if faults:
        return _failed(case, offset, faults, kind)
    needed = LEANING_COVERAGE if leaning else MIN_COVERAGE
    if not part and _coverage(case) < needed:
        why = ReasonCode.CONTENT_NOT_STATED if ranked else ReasonCode.NO_PASSAGE
        return _finding(
            sentence,
            offset,
            SentenceVerdict.NOT_STATED,
            SupportLabel.UNADDRESSED,
            (why,),
            kind,
            slots=(Slot.CONTENT,),
        )
    label = SupportLabel.INFERENTIAL if case.inferred else SupportLabel.DIRECT
    return _finding(
        sentence,
        offset,
        SentenceVerdict.SUPPORTED,
        label,
        (ReasonCode.INFERRED if case.inferred else ReasonCode.STATED,),
        kind,
        sources=_sources(case),
    )


_SPLIT = re.compile(
    r";\s+|:\s+(?=\S+\s+\S+\s+\S+)|,\s+(?=(?:but|whereas|while|mais|tandis|alors que|aber|"
    r"während|wobei|sondern|אבל|אך|ואילו|אולם)\b)"
)


def parts_of(sentence: str) -> list[tuple[int, str]]:
    """A compound sentence as its parts with their offsets; quotations and lists stay whole."""
    if "\n" in sentence or len(sentence) > 2000:
        return [(0, sentence)]
    cuts = [0]
    for match in _SPLIT.finditer(sentence):
        before = sentence[: match.start()]
        if before.count('"') % 2 or before.count("“") > before.count("”"):
            continue
        cuts.append(match.end())
    cuts.append(len(sentence))
    parts = [(a, sentence[a:b]) for a, b in pairwise(cuts)]
    if any(len(part.split()) < 4 for _, part in parts):
        return [(0, sentence)]
    return parts


def _leans_back(analysis: Analysis, items: list[Item]) -> bool:
    """Whether a sentence needs the one before it: an anaphor near its start, or few words."""
    if sum(i.weight for i in items) < 2.5:
        return True
    return any(m.kind == lx.ANAPHOR and m.i <= 4 for m in analysis.marks)


def _lean(scores: list[float], previous: str, premise: PremiseIndex, lex: Lexicon) -> None:
    """Add what the sentence before points to, at a third of its weight; it licenses nothing."""
    before = analyse(previous[-600:], lex)
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


def _silence(case: Case, offset: int, holds: bool) -> Finding:
    if holds:
        return _finding(
            case.text, offset, SentenceVerdict.SUPPORTED, SupportLabel.INFERENTIAL,
            (ReasonCode.SILENCE_CONFIRMED,), ClaimKind.STATES_SILENCE,
        )
    return _finding(
        case.text, offset, SentenceVerdict.CONTRADICTED, SupportLabel.CONTRADICTORY,
        (ReasonCode.SILENCE_REFUTED,), ClaimKind.STATES_SILENCE, slots=(Slot.CONTENT,),
        sources=_sources(case),
    )


def _coverage(case: Case) -> float:
    """Share of the content licensed by the best passages; a figure or date bound counts as two."""
    if case.confirmed >= 0:
        return 1.0
    figures = sum(not q.implicit for q in case.analysis.quantities)
    bound = 0
    if case.bound or case.inferred:
        bound = 2 * (figures + sum(bool(d.month) for d in case.analysis.dates))
    total = sum(i.weight for i in case.alignment.items)
    have = case.alignment.coverage(set(case.ranked[:3])) * total
    return (have + bound) / (total + bound) if total + bound else 0.0


def _sources(case: Case) -> tuple[SourceSpan, ...]:
    best = case.best
    if best is None:
        return ()
    start, end = case.premise.span(best)
    text = case.premise.analyses[best.provision].text
    return (SourceSpan(start, end, text[start:end], best.provision, case.premise.label(best)),)


_CONTRADICTING = frozenset(
    {
        ReasonCode.WRONG_FIGURE,
        ReasonCode.WRONG_UNIT,
        ReasonCode.WRONG_COMPARATOR,
        ReasonCode.OUTSIDE_BOUNDARY,
        ReasonCode.WRONG_DATE,
        ReasonCode.WRONG_PERIOD,
        ReasonCode.WRONG_COMPUTATION,
        ReasonCode.WRONG_RANGE,
        ReasonCode.WRONG_MODAL,
        ReasonCode.WRONG_DUTY_HOLDER,
        ReasonCode.SWAPPED_PARTIES,
        ReasonCode.NEGATED,
        ReasonCode.EXCEPTION_REVERSED,
        ReasonCode.AND_FOR_OR,
        ReasonCode.WRONG_SCOPE,
        ReasonCode.QUOTATION_ALTERED,
        ReasonCode.WRONG_STATUS,
        ReasonCode.SILENCE_REFUTED,
    }
)


def _failed(case: Case, offset: int, faults: list[Fault], kind: ClaimKind) -> Finding:
    contradicted = any(f.reason in _CONTRADICTING for f in faults)
    verdict = SentenceVerdict.CONTRADICTED if contradicted else SentenceVerdict.NOT_STATED
    label = SupportLabel.CONTRADICTORY if contradicted else SupportLabel.PARTIAL
    first = faults[0]
    return _finding(
        case.text,
        offset,
        verdict,
        label,
        tuple(dict.fromkeys(f.reason for f in faults)),
        kind,
        slots=tuple(dict.fromkeys(f.slot for f in faults)),
        span=(offset + first.start, offset + first.end),
        hint=first.hint,
        sources=_sources(case),
    )


def _finding(
    sentence: str,
    offset: int,
    verdict: SentenceVerdict,
    support: SupportLabel | None,
    reasons: tuple[ReasonCode, ...],
    kind: ClaimKind,
    slots: tuple[Slot, ...] = (),
    span: tuple[int, int] | None = None,
    hint: RepairHint | None = None,
    sources: tuple[SourceSpan, ...] = (),
) -> Finding:
    end = offset + len(sentence)
    return Finding(
        sentence,
        offset,
        end,
        verdict,
        support,
        reasons,
        kind,
        slots,
        0.8,
        span or (offset, end),
        sources,
        hint=hint,
    )
