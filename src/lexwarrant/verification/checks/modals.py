"""Modals: must, may, must not, need not and should, each held to the one of the same words."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.condition_overlap import condition_overlap, rule_concepts
from lexwarrant.verification.checks.membership import left_out
from lexwarrant.verification.checks.polarity import NEGATIVE_FORCES
from lexwarrant.verification.frames import Force
from lexwarrant.verification.passages import Leaf

_OPPOSED = {
    ("must", "may"), ("may", "must"), ("must", "must_not"), ("must_not", "must"),
    ("may", "must_not"), ("must_not", "may"), ("must", "need_not"), ("need_not", "must"),
    ("should", "must"), ("must", "should"), ("should", "must_not"),
}  # fmt: skip


def check_modals(case: Case) -> list[Fault]:
    """Compare each modal of the sentence with the one that governs the same words in a passage."""
    leaves = [leaf for leaf in case.near(0.6) if case.allowed is None or leaf.index in case.allowed]
    for force in case.clause.forces:
        matched = _matching(case, force, leaves)
        if matched:
            fault = _compare(case, force, matched)
            if fault is not None:
                return [fault]
    return []


def _matching(case: Case, force: Force, leaves: list[Leaf]) -> list[tuple[Force, Leaf]]:
    """The passage modals with the same predicate whose scope overlaps best with ``force``."""
    best = 0.0
    found: list[tuple[Force, Leaf]] = []
    scores = case.alignment.scores
    for leaf in leaves:
        for other in leaf.clause.forces:
            if not force.head & other.reach and not other.head & force.reach:
                continue
            common = len(force.scope & other.scope)
            if common < 3 and len(force.scope) > 3:
                continue
            overlap = common * scores[leaf.index] * (2.0 if force.head & other.head else 1.0)
            if overlap > best * 1.02:
                best, found = overlap, [(other, leaf)]
            elif overlap >= best * 0.9:
                found.append((other, leaf))
    return found


def _compare(case: Case, force: Force, matched: list[tuple[Force, Leaf]]) -> Fault | None:
    kinds = {other.kind for other, _ in matched}
    other, leaf = matched[0]
    if all((force.kind, kind) in _OPPOSED for kind in kinds):
        if not _correspond(force, other):
            return None
        if _excused(case, force, other, leaf):
            return None
        if {force.kind, other.kind} <= {"must", "may"} and _other_holder(force, other):
            return None
        negation = (force.kind in NEGATIVE_FORCES) != (other.kind in NEGATIVE_FORCES)
        polar = negation and "need_not" not in (force.kind, other.kind)
        start, end = case.chars(force.i, force.j)
        words = _words(case, leaf, other)
        return Fault(
            Slot.POLARITY if polar else Slot.MODAL,
            ReasonCode.NEGATED if polar else ReasonCode.WRONG_MODAL,
            start,
            end,
            leaf.index,
            RepairHint(RepairAction.USE_MODAL, start, (words,)),
        )
    return None


_MUCH = 10
"""Concepts in common that make up for another verb and another subject."""


def _correspond(force: Force, other: Force) -> bool:
    """Whether two modals govern the same act: the same verb, or a word in common with it and also
    the same subject or holder, or nearly all the words."""
    if not force.head.isdisjoint(other.head) or not force.subject.isdisjoint(other.subject):
        return True
    if force.holder and force.holder == other.holder:
        return True
    return len(force.scope & other.scope) >= _MUCH


def _words(case: Case, leaf: Leaf, force: Force) -> str:
    analysis = case.premise.analyses[leaf.provision]
    return analysis.text[analysis.starts[force.i] : analysis.ends[force.j - 1]]


def _other_holder(force: Force, other: Force) -> bool:
    if force.holder and other.holder and force.holder != other.holder:
        return True
    return bool(force.subject) and bool(other.subject) and not force.subject & other.subject


def _exposes(case: Case, leaf: Leaf, force: Force) -> bool:
    """Whether what the passage's modal governs is a liability: "shall be liable to a fine"."""
    analysis = case.premise.analyses[leaf.provision]
    return not analysis.lex.exposes.isdisjoint(analysis.low[max(0, force.i - 1) : force.j + 8])


def _other_case(case: Case, leaf: Leaf) -> bool:
    """The sentence speaks of the case in which the passage's condition fails, or the reverse."""
    return any(
        stated.negative != source.negative
        and stated.kind in ("if", "only_if")
        and source.kind in ("if", "only_if")
        and condition_overlap(case, leaf, source, stated.items) >= 0.4
        for stated in case.clause.conditions
        for source in leaf.clause.conditions
    )


def _excused(case: Case, force: Force, other: Force, leaf: Leaf) -> bool:
    """A negation turned by a limit, a condition or an exception; "may only if" is a duty."""
    kinds = {force.kind, other.kind}
    if force.kind == "must" and any(
        not force.head.isdisjoint(names) and force.head.isdisjoint(rule_concepts(case, leaf, c))
        for c in leaf.clause.conditions
        for names, weight in c.items
        if c.kind in ("if", "only_if") and weight >= 0.8
    ):
        return True  # what the passage makes a condition is required
    apart = force.head.isdisjoint(other.head)
    if (
        force.kind == "must_not"
        and apart
        and any(not force.head.isdisjoint(names) for _, names, _ in leaf.clause.negated)
    ):
        return True  # "cannot stop" against "does not prevent"
    if kinds == {"must", "may"} and force.kind == "may" and _exposes(case, leaf, other):
        return True  # who is liable to a fine may be fined
    alike = not force.subject.isdisjoint(other.subject) and force.kind == "must"
    if kinds <= {"must", "may"} and not alike and not force.holder and force.limited:
        return True  # "fines can reach", "the last day on which it can be taken"
    if kinds <= {"must", "may"} and force.kind == "must" and leaf.index in case.bound:
        # "may end it by giving at least 12 weeks' notice": the bound is a duty
        return any(
            q.cmp == "min" and not q.loose and q.i > force.i for q in case.analysis.quantities
        )
    if kinds <= {"must", "may"}:
        return (
            "only" in leaf.clause.scopes
            or "only" in case.clause.scopes
            or any(c.kind == "only_if" for c in (*leaf.clause.conditions, *case.clause.conditions))
        )
    if len(kinds & NEGATIVE_FORCES) != 1:
        return False
    if _other_case(case, leaf) or left_out(case, leaf):
        return True
    if (force if force.kind in NEGATIVE_FORCES else other).limited:
        return True
    if any(c.kind in ("unless", "only_if") for c in case.clause.conditions):
        return True
    exceptions = [c for c in leaf.clause.conditions if c.kind in ("unless", "only_if", "subject")]
    if not exceptions:
        return False
    if other.kind in NEGATIVE_FORCES or case.clause.conditions:
        return True
    stated: set[int] = set()
    for item in case.alignment.items:
        stated.update(item.concepts)
    return any(
        not stated.isdisjoint(names)
        for c in exceptions
        for names, weight in c.items
        if weight > 0.5
    )
