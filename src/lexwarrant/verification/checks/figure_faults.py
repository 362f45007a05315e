"""The fault of a figure: where it stands, and the values of the law that could take its place."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.passages import Leaf
from lexwarrant.verification.quantities import Quantity

MOST_FIGURES = 24
"""Figures of one sentence that are compared; a sentence with more is a table, not a claim."""


def quantity_text(case: Case, quantity: Quantity) -> str:
    """The figure as the sentence writes it."""
    return case.text[quantity.start : quantity.end]


def figure_fault(
    case: Case,
    quantity: Quantity,
    slot: Slot,
    reason: ReasonCode,
    rivals: list[tuple[Quantity, int]],
) -> Fault:
    """A fault at ``quantity``; ``rivals`` are pairs of a figure of the premise and its leaf, -1 for none."""
    scores = case.alignment.scores
    ordered = sorted(rivals, key=lambda r: -(scores[r[1]] if r[1] >= 0 else 0.0))
    values: list[str] = []
    for p, leaf in ordered[:4]:
        if leaf >= 0:
            text = _source_words(case, case.premise.leaves[leaf], p)
            if text not in values:
                values.append(text)
    hint = RepairHint(
        RepairAction.USE_VALUE if values else RepairAction.START_ANEW,
        quantity.start if values else 0,
        tuple(values),
    )
    leaf = ordered[0][1] if ordered else -1
    return Fault(slot, reason, quantity.start, quantity.end, leaf, hint)


def _source_words(case: Case, leaf: Leaf, quantity: Quantity) -> str:
    """The figure as its passage writes it."""
    analysis = case.premise.analyses[leaf.provision]
    return analysis.text[quantity.start : quantity.end]
