"""What a sentence does: states law, applies it, restates facts, refuses, asks, warns, connects."""

from __future__ import annotations

from lexwarrant.records.verification import ClaimKind, ReasonCode
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.analysis import Analysis


def classify(analysis: Analysis) -> tuple[ClaimKind, ReasonCode]:
    """The kind of a sentence, with the reason code it has when it makes no claim."""
    text = analysis.text.rstrip(" \"'”»)")
    if text.endswith("?"):
        return ClaimKind.ASKS, ReasonCode.QUESTION
    for mark in analysis.marks:
        if mark.kind == lx.TALK:
            if mark.value == "refusal" and mark.i <= 3:
                return ClaimKind.REFUSES, ReasonCode.REFUSAL
            if mark.value == "facts" and mark.i <= 2:
                return ClaimKind.RESTATES_FACTS, ReasonCode.USER_FACTS
            if mark.value == "connective" and mark.i <= 1:
                return ClaimKind.CONNECTS, ReasonCode.CONNECTIVE
    return ClaimKind.STATES_LAW, ReasonCode.STATED
