"""Instructions hidden in an answer: words that tell whoever checks it what to find."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.case import Case, Fault


def check_instructions(case: Case) -> list[Fault]:
    """One fault at the first such instruction, unless the provisions themselves speak so."""
    for mark in case.analysis.marks:
        if mark.kind != lx.TALK or mark.value != "instruction":
            continue
        if any(
            m.kind == lx.TALK and m.value == "instruction"
            for analysis in case.premise.analyses
            for m in analysis.marks
        ):
            return []
        start, end = case.chars(mark.i, mark.j)
        hint = RepairHint(RepairAction.START_ANEW, start)
        return [Fault(Slot.CONTENT, ReasonCode.INSTRUCTION, start, end, -1, hint)]
    return []
