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
from lexwarrant.verification.checks.conditions import check_conditions
from lexwarrant.verification.checks.conjunction import check_conjunction
from lexwarrant.verification.checks.content import check_content
from lexwarrant.verification.checks.dates import check_dates
from lexwarrant.verification.checks.exceptions import check_exceptions
from lexwarrant.verification.checks.extremes import check_extreme
from lexwarrant.verification.checks.figures import check_figures
from lexwarrant.verification.checks.instructions import check_instructions
from lexwarrant.verification.checks.lists import check_list
from lexwarrant.verification.checks.membership import check_membership
from lexwarrant.verification.checks.modals import check_modals
from lexwarrant.verification.checks.polarity import check_ban, check_polarity
from lexwarrant.verification.checks.quotations import check_quotations
from lexwarrant.verification.checks.roles import check_roles
from lexwarrant.verification.checks.scope import check_scope
from lexwarrant.verification.checks.silence import silence_holds, silence_mark
from lexwarrant.verification.checks.status import check_repeal, check_status
from lexwarrant.verification.claims import classify
from lexwarrant.verification.compound import parts_of
from lexwarrant.verification.content_score import content_model, content_score
from lexwarrant.verification.endorsements import (
    agreed_to,
    agreement,
    is_hollow,
    is_plain_answer,
)
from lexwarrant.verification.findings import (
    about_the_talk,
    failed,
    no_claim,
    on_silence,
    supported,
    unaddressed,
    undecided,
)
from lexwarrant.verification.frames import read_clause
from lexwarrant.verification.languages import compares, language_of
from lexwarrant.verification.lexicon import Lexicon, lexicon_for
from lexwarrant.verification.marks import Analysis
from lexwarrant.verification.premise import PremiseIndex

CHECKS = (
    check_instructions,
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
    check_membership,
    check_conjunction,
    check_list,
    check_extreme,
    check_conditions,
    check_scope,
    check_content,
)
"""In order: what points elsewhere first, so that the rest compares in the place cited."""

SETTLED_BY_COMPUTING = frozenset({check_modals, check_polarity, check_ban, check_exceptions})
"""What a computed end answers by itself: whether the act is in time."""

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
    language = language_of(sentence, language, premise) if premise.leaves else language
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
    agrees = agreement(analysis)
    if agrees and not part:
        return _agreed(sentence, offset, premise, context, analysis, language, agrees)
    kind, reason = classify(analysis)
    if not part and is_hollow(analysis):
        kind, reason = ClaimKind.CONNECTS, ReasonCode.CONNECTIVE
    if kind in _NO_CLAIM:
        return no_claim(sentence, offset, kind, reason)
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
    if premise.leaves and language not in premise.languages:
        return _across_languages(case, offset, kind)
    silent = silence_mark(case)
    if silent is not None:
        return on_silence(case, offset, silence_holds(case, silent))
    faults: list[Fault] = []
    for check in CHECKS:
        if case.computed and check in SETTLED_BY_COMPUTING:
            continue
        found = check(case)
        if found and slots:
            faults.extend(found)
    if faults:
        return failed(case, offset, faults, kind)
    covered = coverage(case)
    if not part and premise.leaves and _beyond(case, covered, leaning):
        return unaddressed(case, offset, kind, covered)
    if not premise.leaves and not part:
        return unaddressed(case, offset, kind, 0.0)
    return supported(case, offset, kind, covered)


def _agreed(
    sentence: str,
    offset: int,
    premise: PremiseIndex,
    context: CheckContext,
    analysis: Analysis,
    language: str,
    sign: int,
) -> Finding:
    """A mere yes or no, checked by what it answers."""
    end = offset + len(sentence)
    asked = agreed_to(analysis, context)
    if not asked:
        if (context.previous and not context.question) or is_plain_answer(analysis):
            return no_claim(sentence, offset, ClaimKind.CONNECTS, ReasonCode.CONNECTIVE)
        return replace(
            no_claim(sentence, offset, ClaimKind.STATES_LAW, ReasonCode.ENDORSED_UNSEEN),
            verdict=SentenceVerdict.CANNOT_CHECK,
            support=SupportLabel.UNSETTLED,
            failed_slots=(Slot.CONTENT,),
        )
    found = _decide(asked, offset, premise, CheckContext(), language)
    if sign < 0 and found.verdict == SentenceVerdict.SUPPORTED:
        found = replace(
            found,
            verdict=SentenceVerdict.CONTRADICTED,
            support=SupportLabel.CONTRADICTORY,
            reasons=(ReasonCode.NEGATED,),
            failed_slots=(Slot.POLARITY,),
            hint=RepairHint(RepairAction.START_ANEW),
        )
    elif sign < 0 and found.verdict == SentenceVerdict.CONTRADICTED:
        found = replace(
            found,
            verdict=SentenceVerdict.SUPPORTED,
            support=SupportLabel.INFERENTIAL,
            reasons=(ReasonCode.CORRECTION_CONFIRMED,),
            failed_slots=(),
            hint=None,
        )
    elif found.hint is not None:
        found = replace(found, hint=RepairHint(RepairAction.START_ANEW))
    return replace(found, sentence=sentence, start=offset, end=end, span=(offset, end))


def _across_languages(case: Case, offset: int, kind: ClaimKind) -> Finding:
    """Provisions in another language: figures and names can be compared, a statement cannot."""
    if not any(case.premise.languages):
        return undecided(case, offset, kind, ReasonCode.LANGUAGE_UNKNOWN)
    talk = about_the_talk(case, offset)
    if talk is not None:
        return talk
    if not compares(case.analysis, case.premise):
        return undecided(case, offset, kind, ReasonCode.LANGUAGE_DIFFERS)
    faults = [f for check in (check_citations, check_figures, check_dates) for f in check(case)]
    if faults:
        return failed(case, offset, faults, kind)
    if not case.bound:
        return undecided(case, offset, kind, ReasonCode.LANGUAGE_DIFFERS)
    case.inferred = True
    return supported(case, offset, kind, 0.5)


def _beyond(case: Case, covered: float, leaning: bool) -> bool:
    """Whether no passage is about the sentence, by the fitted score of its content."""
    if case.confirmed >= 0:
        return False
    if not covered:
        return True
    model = content_model()
    return content_score(case, covered) >= (model.leaning if leaning else model.threshold)


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
    near = [k for k, score in enumerate(scores) if score >= floor]
    if len(near) > 16:
        high = [k for k in near if scores[k] >= 0.5 * top]
        near = high if len(high) >= 8 else near
    near.sort(key=scores.__getitem__, reverse=True)  # stable: of equals the first stays first
    return near[:8]


def coverage(case: Case) -> float:
    """Share of the content licensed by the best passages; a figure or date bound counts as two."""
    if case.confirmed >= 0:
        return 1.0
    bound = 3 * case.quoted
    if case.bound or case.inferred:
        figures = sum(not q.implicit for q in case.analysis.quantities)
        bound += 2 * (figures + sum(bool(d.month) for d in case.analysis.dates))
    total = sum(i.weight for i in case.alignment.items)
    have = case.alignment.coverage(set(case.ranked[:3])) * total
    return (have + bound) / (total + bound) if total + bound else 0.0
