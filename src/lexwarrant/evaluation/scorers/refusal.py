"""Refusal correctness, in both directions."""

from __future__ import annotations

from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.scores import NotApplicable, Outcome, Scored
from lexwarrant.records.suite import Case

_RIGHT = Scored(1.0)
_NO_REASON = NotApplicable("no refusal reason to compare")


class RefusalCorrectness:
    """1 when the answer refuses exactly if it should: over- and under-refusal both count 0."""

    name = "refusal_correctness"

    def score(self, case: Case, answer: LegalAnswer) -> Outcome:
        """Value 1 or 0."""
        refused = not answer.promoted
        if refused == case.expect_no_promotion:
            return _RIGHT
        return Scored(
            0.0, "refused what it should answer" if refused else "answered what it should refuse"
        )


class RefusalReasonCorrectness:
    """Among right refusals, whether the reason given is the one expected."""

    name = "refusal_reason"

    def score(self, case: Case, answer: LegalAnswer) -> Outcome:
        """Value 1 or 0; not applicable where no reason is expected or given."""
        if case.expect_refusal is None or answer.promoted or answer.refusal is None:
            return _NO_REASON
        same = answer.refusal.reason is case.expect_refusal
        given = answer.refusal.reason.value
        return Scored(
            1.0 if same else 0.0,
            "" if same else f"gave {given}, expected {case.expect_refusal.value}",
        )
