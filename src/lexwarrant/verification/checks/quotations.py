"""Quotations: altered, stitched, misattributed, not there."""

from __future__ import annotations

import re

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.quotation import fold_for_quotes

_ELLIPSIS = re.compile(r"\s*(?:\[?(?:\.\.\.|…)\]?|\[…\])\s*")
_EDGES = " .,;:!?-\"'"


def check_quotations(case: Case) -> list[Fault]:
    """Every quotation of two words or more must stand in one provision, in order."""
    for quote in case.analysis.quotes:
        inner = case.text[quote.start : quote.end]
        folded = fold_for_quotes(re.sub(r"\[(\w)\]", r"\1", inner))
        parts = [p.strip(_EDGES) for p in _ELLIPSIS.split(folded) if p.strip(_EDGES)]
        if not parts:
            continue
        homes = [_homes(case, part) for part in parts]
        if all(homes) and set.intersection(*homes) and _in_order(case, parts, homes):
            if _scoped(case, parts):
                case.quoted += len(folded.split()) >= 4
                continue
            return [_fault(case, quote.start, quote.end, ReasonCode.MISATTRIBUTED)]
        if case.context.question and fold_for_quotes(inner) in fold_for_quotes(
            case.context.question
        ):
            continue
        if all(homes):
            return [_fault(case, quote.start, quote.end, ReasonCode.QUOTATION_STITCHED)]
        if (
            len(folded.split()) < 2
            and not case.premise.postings.hits(case.analysis.lex.word(folded.strip(_EDGES))).leaves
        ):
            continue
        if len(folded.split()) < 2:
            continue
        altered = _near(case, folded)
        reason = ReasonCode.QUOTATION_ALTERED if altered else ReasonCode.QUOTATION_NOT_FOUND
        return [_fault(case, quote.start, quote.end, reason)]
    return []


def _homes(case: Case, part: str) -> set[int]:
    return {n for n, text in enumerate(case.premise.folded) if part in text}


def _in_order(case: Case, parts: list[str], homes: list[set[int]]) -> bool:
    for home in set.intersection(*homes):
        at = 0
        for part in parts:
            found = case.premise.folded[home].find(part, at)
            if found < 0:
                break
            at = found + len(part)
        else:
            return True
    return False


def _scoped(case: Case, parts: list[str]) -> bool:
    """With a citation, the words must stand in what it points to."""
    if case.allowed is None:
        return True
    premise = case.premise
    texts: list[str] = []
    for index in sorted(case.allowed):
        leaf = premise.leaves[index]
        analysis = premise.analyses[leaf.provision]
        for i, j in leaf.ranges:
            texts.append(analysis.text[analysis.starts[i] : analysis.ends[j - 1]])
    scope = fold_for_quotes(" ".join(texts))
    if all(part in scope for part in parts):
        return True
    return not any(
        part in fold_for_quotes(_leaf_text(case, leaf_index))
        for part in parts
        for leaf_index in range(len(premise.leaves))
        if leaf_index not in case.allowed
    )


def _leaf_text(case: Case, index: int) -> str:
    leaf = case.premise.leaves[index]
    analysis = case.premise.analyses[leaf.provision]
    i, j = leaf.own
    return analysis.text[analysis.starts[i] : analysis.ends[j - 1]]


def _near(case: Case, folded: str) -> bool:
    words = set(re.findall(r"\w+", folded))
    if not words:
        return False
    return any(len(words & held) >= 0.6 * len(words) for held in case.premise.folded_words())


def _fault(case: Case, start: int, end: int, reason: ReasonCode) -> Fault:
    best = case.best
    return Fault(
        Slot.QUOTATION,
        reason,
        start,
        end,
        best.index if best is not None else -1,
        RepairHint(RepairAction.START_ANEW, start),
    )
