"""Status and repeal: what a text is, and whether it still stands."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, Slot
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.analysis import analyse
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.dates import outside_years
from lexwarrant.verification.marks import Mark


def check_status(case: Case) -> list[Fault]:
    """Guidance, bills, recitals and dissents said to be law, or law said to be one of them."""
    marks = [m for m in case.analysis.marks if m.kind == lx.STATUS]
    if not marks:
        return []
    soft_source = source_is_soft(case)
    soft = [m for m in marks if m.value == "soft"]
    hard = [m for m in marks if m.value == "hard"]
    if soft_source and hard and not soft and not case.clause.negated:
        return [_fault(case, hard[0])]
    return []


def source_is_soft(case: Case) -> bool:
    """Whether every provision of the premise says of itself that it is no law in force."""
    provisions = case.premise.premise.provisions
    for number, provision in enumerate(provisions):
        if provision.status:
            continue
        named = " ".join((provision.title, *provision.aliases, *provision.citations))
        marks = analyse(named, case.premise.lexicons[number]).marks
        if not any(m.kind == lx.STATUS and m.value == "soft" for m in marks):
            return False
    return bool(provisions)


def _fault(case: Case, mark: Mark) -> Fault:
    start, end = case.chars(mark.i, mark.j)
    return Fault(Slot.STATUS, ReasonCode.WRONG_STATUS, start, end)


def check_repeal(case: Case) -> list[Fault]:
    """Repeal, non-existence or change asserted, or denied, against the passage."""
    stated = set(case.clause.repeal)
    named = _repealed_reference(case)
    if named is not None:
        if "repealed" in stated or case.clause.denied:
            case.settled = True
            case.confirmed = named
            return []
        start, end = 0, len(case.text)
        return [Fault(Slot.STATUS, ReasonCode.NEGATED, start, end, named)]
    best = case.best
    if not stated:
        if (
            best is not None
            and "repealed" in best.clause.repeal
            and not case.clause.denied
            and not best.clause.conditions
        ):
            kept = [k for k, _, sign in case.clause.signs if sign > 0]
            if kept:
                start, end = case.chars(kept[0], kept[0] + 1)
                return [Fault(Slot.STATUS, ReasonCode.NEGATED, start, end, best.index)]
        return []
    source: set[str] = set()
    for leaf in case.premise.leaves:
        if case.alignment.scores[leaf.index] > 0:
            source.update(leaf.clause.repeal)
    if not source and case.premise.repealed:
        source.add("repealed")
    marks = {m.value: m for m in case.analysis.marks if m.kind == lx.REPEAL}
    if "repealed" in stated and "repealed" not in source and outside_years(case):
        case.settled = case.inferred = True  # "in 2031 it no longer applies"
        return []
    if "repealed" in stated and "repealed" not in source:
        start, end = case.chars(marks["repealed"].i, marks["repealed"].j)
        return [Fault(Slot.STATUS, ReasonCode.REPEAL_NOT_STATED, start, end)]
    if "repealed" in stated and best is not None and "repealed" in best.clause.repeal:
        mark = marks["repealed"]
        case.settled = not any(n.j <= mark.i <= n.j + 2 for n in case.analysis.by_kind(lx.NEG))
    gone = best is not None and "repealed" in best.clause.repeal
    if "repealed" not in stated and "repealed" in source and gone and best is not None:
        start, end = case.chars(marks["in_force"].i, marks["in_force"].j)
        return [Fault(Slot.STATUS, ReasonCode.NEGATED, start, end, best.index)]
    return []


def _repealed_reference(case: Case) -> int | None:
    """The passage that says a provision named in the sentence is repealed."""
    for reference in case.analysis.references:
        for leaf in case.premise.repealed:
            if leaf.path and leaf.path == reference.paths[0]:
                return leaf.index
            for other in case.premise.analyses[leaf.provision].references:
                if leaf.own[0] <= other.i < leaf.own[1] and other.paths == reference.paths:
                    return leaf.index
    return None
