"""Exceptions: a rule said to hold in its exception, or an exception said to be the rule."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.condition_overlap import (
    condition_overlap,
    rest_of_rule,
    rule_concepts,
    share,
    stated_concepts,
)
from lexwarrant.verification.checks.polarity import denies
from lexwarrant.verification.passages import Leaf


def check_exceptions(case: Case) -> list[Fault]:
    """A rule said to hold in its exception, or an exception said to be the rule."""
    leaf = case.best
    if leaf is None:
        return []
    clause = case.clause
    if any(c.kind in ("unless", "only_if", "subject") for c in clause.conditions):
        return []
    if clause.despite_items:
        for condition in leaf.clause.conditions:
            if (
                condition.kind == "unless"
                and condition_overlap(case, leaf, condition, clause.despite_items) >= 0.35
            ) and not any(f.kind == "need_not" for f in clause.forces):
                return [
                    Fault(
                        Slot.EXCEPTION,
                        ReasonCode.EXCEPTION_REVERSED,
                        0,
                        len(case.text),
                        leaf.index,
                    )
                ]
    if clause.despite_items:
        own = (leaf.index,) if leaf.clause.disapplies and not clause.denied else ()
        for index in (*leaf.exceptions, *own):
            for condition in case.premise.leaves[index].clause.conditions:
                other = case.premise.leaves[index]
                if condition_overlap(case, other, condition, clause.despite_items) >= 0.5:
                    return [
                        Fault(
                            Slot.EXCEPTION, ReasonCode.EXCEPTION_REVERSED, 0, len(case.text), index
                        )
                    ]
    carved = _carved(case, leaf)
    if carved is not None:
        return [carved]
    if not any(c.kind == "unless" for c in leaf.clause.conditions):
        return []
    stated = stated_concepts(case)
    negative = denies(clause)
    source_negative = denies(leaf.clause)
    if source_negative:
        return []  # "no X unless Y" makes Y a requirement, not an exception
    references = case.premise.analyses[leaf.provision].references
    for condition in leaf.clause.conditions:
        if condition.kind != "unless" or sum(w for _, w in condition.items if w > 0.5) < 1.5:
            continue
        if any(condition.i <= r.i < condition.j for r in references):
            continue
        if share(condition, stated, rule_concepts(case, leaf, condition)) < 0.65:
            continue
        rest = rest_of_rule(leaf, condition)
        if rest and len(rest & stated) < 0.25 * len(rest):
            continue
        if negative == source_negative:
            start, end = 0, len(case.text)
            return [Fault(Slot.EXCEPTION, ReasonCode.EXCEPTION_REVERSED, start, end, leaf.index)]
    return []


def _carved(case: Case, leaf: Leaf) -> Fault | None:
    """A provision that the passage excepts by name, counted in by the sentence."""
    source = case.premise.analyses[leaf.provision].references
    if case.clause.denied:
        return None
    for reference in case.analysis.references:
        for condition in leaf.clause.conditions:
            if condition.kind == "unless" and any(
                condition.i <= r.i < condition.j
                and r.paths == reference.paths
                and r.unit == reference.unit
                for r in source
            ):
                return Fault(
                    Slot.EXCEPTION,
                    ReasonCode.EXCEPTION_REVERSED,
                    reference.start,
                    reference.end,
                    leaf.index,
                )
    return None
