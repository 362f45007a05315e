"""Exceptions: a rule said to hold in its exception, or an exception said to be the rule."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, Slot
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.condition_overlap import (
    condition_overlap,
    rest_of_rule,
    rule_concepts,
    share,
    stated_concepts,
)
from lexwarrant.verification.checks.polarity import NEGATIVE_FORCES, denies
from lexwarrant.verification.frames import Condition
from lexwarrant.verification.passages import Leaf


def check_exceptions(case: Case) -> list[Fault]:
    """A rule said to hold in its exception, or an exception said to be the rule."""
    leaf = case.best
    if leaf is None:
        return []
    clause = case.clause
    if clause.exceptional:
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
    waived = _waived(case)
    if waived is not None:
        return [waived]
    carved = _carved(case, leaf)
    if carved is not None:
        return [carved]
    if clause.disapplies or not any(c.kind == "unless" for c in leaf.clause.conditions):
        return []  # "falls outside the rule" says that it is the exception
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


_WAIVED = 0.6
"""Share of a waived condition that a condition of the passage must say."""


def _waived(case: Case) -> Fault | None:
    """A condition of the passage that the sentence says makes no difference.

    "Even though no danger is likely" against "if a danger is likely"; "even if he can work" against
    "if he is not able to work". The same condition with the same polarity is only stressed.
    """
    denied = denies(case.clause)
    if denied and any(c.kind in ("if", "only_if", "unless") for c in case.clause.conditions):
        return None  # another condition is what decides
    for waived in case.clause.despites:
        if sum(weight for _, weight in waived.items if weight >= 0.8) < 1.0:
            continue
        stated = {c for names, _ in waived.items for c in names}
        for leaf in case.near(0.6):
            for condition, denying in _required(case, leaf):
                opened = {c.i for c in leaf.clause.conditions}
                either = any(kind == "or" and at + 1 in opened for at, kind in leaf.clause.conj)
                if either or case.premise.lists.get(leaf.list_id) == "or":
                    continue  # one of several conditions may be missing
                have = sum(w for names, w in waived.items if not _none_of(names, condition))
                total = sum(w for _, w in waived.items)
                said = sum(w for names, w in condition.items if not stated.isdisjoint(names))
                whole = sum(w for _, w in condition.items)
                if have < _WAIVED * total or said < 0.3 * whole:
                    continue
                flipped = waived.negative != condition.negative or waived.words in _EITHER_WAY
                if flipped != (denied != denying):
                    start, end = case.chars(waived.i, waived.j)
                    return Fault(
                        Slot.CONDITION, ReasonCode.EXCEPTION_REVERSED, start, end, leaf.index
                    )
    return None


_EITHER_WAY = frozenset(
    [
        "whether or not", "regardless of", "regardless", "irrespective of", "no matter", "בין אם",
        "בלא קשר", "unabhängig", "unabhängig von", "que", "peu importe",
    ]
)  # fmt: skip


def _none_of(names: tuple[int, ...], condition: Condition) -> bool:
    return all(set(names).isdisjoint(other) for other, _ in condition.items)


def _required(case: Case, leaf: Leaf) -> list[tuple[Condition, bool]]:
    """What a passage makes its rule depend on, and whether the rule denies: its conditions, and a
    limb that a condition opens."""
    found = [c for c in leaf.clause.conditions if c.kind in ("if", "only_if")]
    out = [(c, denies(leaf.clause)) for c in found]
    if len(leaf.ranges) > 1 and any(c.i < leaf.own[0] for c in found):
        analysis = case.premise.analyses[leaf.provision]
        i, j = leaf.own
        items = tuple((w.concepts, w.weight) for w in analysis.words[i:j] if w is not None)
        negative = any(
            m.kind == lx.NEG and i <= m.i < j for m in analysis.within((leaf.own,)).marks
        )
        denying = any(f.kind in NEGATIVE_FORCES for f in leaf.clause.forces if f.i < i)
        out.append((Condition("if", i, j, items, negative), denying))
    return out


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
