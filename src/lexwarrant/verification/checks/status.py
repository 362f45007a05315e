"""Status, repeal and silence: what a text is, whether it still stands, what it does not say."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, Slot
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.analysis import Mark, analyse
from lexwarrant.verification.case import Case, Fault


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
    best = case.best
    if not stated:
        if best is not None and "repealed" in best.clause.repeal and not case.clause.negated:
            kept = [k for k, _, sign in case.clause.signs if sign > 0]
            if kept:
                start, end = case.chars(kept[0], kept[0] + 1)
                return [Fault(Slot.STATUS, ReasonCode.NEGATED, start, end, best.index)]
        return []
    source: set[str] = set()
    for leaf in case.near(0.5):
        source.update(leaf.clause.repeal)
    marks = {m.value: m for m in case.analysis.marks if m.kind == lx.REPEAL}
    if "repealed" in stated and "repealed" not in source:
        start, end = case.chars(marks["repealed"].i, marks["repealed"].j)
        return [Fault(Slot.STATUS, ReasonCode.REPEAL_NOT_STATED, start, end)]
    if "repealed" not in stated and "repealed" in source and case.best is not None:
        if "repealed" in case.best.clause.repeal:
            start, end = case.chars(marks["in_force"].i, marks["in_force"].j)
            return [Fault(Slot.STATUS, ReasonCode.NEGATED, start, end, case.best.index)]
    return []


def silence_mark(case: Case) -> Mark | None:
    """The words that say the provisions are silent, when the sentence says so of them."""
    silent = [m for m in case.analysis.marks if m.kind == lx.SILENCE and m.value == "silent"]
    if not silent:
        return None
    subject = any(m.kind == lx.SILENCE and m.value == "subject" for m in case.analysis.marks)
    return silent[0] if subject or case.analysis.references else None


def silence_holds(case: Case, mark: Mark) -> bool:
    """Whether the topic named beside ``mark`` stands in no passage."""
    subjects = {
        k
        for m in case.analysis.marks
        if m.kind == lx.SILENCE
        for k in range(m.i, m.j)
    }
    after = [i for i in case.alignment.items if i.token >= mark.j and i.token not in subjects]
    before = [i for i in case.alignment.items if i.token < mark.i and i.token not in subjects]
    topic = after if sum(i.weight for i in after) >= 0.8 else before + after
    heavy = [i for i in topic if i.weight >= 0.8] or topic
    total = sum(i.weight * i.hits.idf for i in heavy)
    if not total:
        return True
    best: dict[int, float] = {}
    for item in heavy:
        for leaf in item.hits.leaves:
            best[leaf] = best.get(leaf, 0.0) + item.weight * item.hits.idf
    return max(best.values(), default=0.0) / total < 0.75
