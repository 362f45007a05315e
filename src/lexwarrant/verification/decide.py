"""From a sentence and a premise to a finding, by rules."""

from __future__ import annotations

from dataclasses import replace

from lexwarrant.records.verification import (
    WORST_FIRST,
    CheckContext,
    ClaimKind,
    Finding,
    ReasonCode,
    RepairAction,
    SentenceVerdict,
    SourceSpan,
)
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.align import Item, align, collect_items
from lexwarrant.verification.analysis import analyse
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.citations import check_citations
from lexwarrant.verification.checks.conditions import check_conditions
from lexwarrant.verification.checks.conjunction import check_conjunction
from lexwarrant.verification.checks.dates import check_dates
from lexwarrant.verification.checks.exceptions import check_exceptions
from lexwarrant.verification.checks.extremes import check_extreme
from lexwarrant.verification.checks.figures import check_figures
from lexwarrant.verification.checks.modals import check_modals
from lexwarrant.verification.checks.polarity import check_ban, check_polarity
from lexwarrant.verification.checks.quotations import check_quotations
from lexwarrant.verification.checks.roles import check_roles
from lexwarrant.verification.checks.scope import check_scope
from lexwarrant.verification.checks.silence import silence_holds, silence_mark
from lexwarrant.verification.checks.status import check_repeal, check_status
from lexwarrant.verification.claims import classify
from lexwarrant.verification.compound import parts_of
from lexwarrant.verification.findings import failed, on_silence, supported, unaddressed, undecided
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
    check_modals,
    check_polarity,
    check_ban,
    check_roles,
    check_exceptions,
    check_conjunction,
    check_extreme,
    check_conditions,
    check_scope,
)
"""In order: what points elsewhere first, so that the rest compares in the place cited."""

SETTLED_BY_COMPUTING = frozenset({check_modals, check_polarity, check_ban, check_exceptions})
"""What a computed end answers by itself: whether the act is in time."""

MIN_COVERAGE = 0.28
"""Least share of a sentence's content that the best passages must license."""
LEANING_COVERAGE = 0.15
"""The same for a sentence that leans back on the one before it."""

_NO_CLAIM = frozenset(
    {ClaimKind.ASKS, ClaimKind.REFUSES, ClaimKind.CONNECTS, ClaimKind.RESTATES_FACTS}
)


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
        return undecided(case, offset, kind, ReasonCode.LANGUAGE_UNKNOWN)
    silent = silence_mark(case)
    if silent is not None:
        return on_silence(case, offset, silence_holds(case, silent))
    faults: list[Fault] = []
    for check in CHECKS:
        if case.computed and check in SETTLED_BY_COMPUTING:
            continue
        found = check(case)
        if slots:
            faults.extend(found)
    if faults:
        return failed(case, offset, faults, kind)
    covered = coverage(case)
    if not part and covered < (LEANING_COVERAGE if leaning else MIN_COVERAGE):
        return unaddressed(case, offset, kind, covered)
    if not premise.leaves and not part:
        return unaddressed(case, offset, kind, 0.0)
    return supported(case, offset, kind, covered)


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
