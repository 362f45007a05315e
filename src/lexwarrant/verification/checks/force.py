"""Modals, duty-holders and polarity: who must, may, must not or need not do what."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.frames import Clause, Force
from lexwarrant.verification.premise import Leaf

_OPPOSED = {
    ("must", "may"), ("may", "must"), ("must", "must_not"), ("must_not", "must"),
    ("may", "must_not"), ("must_not", "may"), ("must", "need_not"), ("need_not", "must"),
    ("must_not", "need_not"), ("should", "must"), ("must", "should"), ("should", "must_not"),
    ("need_not", "must_not"),
}  # fmt: skip
_NEGATIVE = frozenset({"must_not", "need_not"})


def check_force(case: Case) -> list[Fault]:
    """Compare each modal of the sentence with the one that governs the same words in a passage."""
    leaves = [leaf for leaf in case.near(0.7) if case.allowed is None or leaf.index in case.allowed]
    if not leaves:
        return []
    faults: list[Fault] = []
    for force in case.clause.forces:
        matched = _matching(case, force, leaves)
        if not matched:
            continue
        fault = _compare(case, force, matched)
        if fault is not None:
            faults.append(fault)
            break
    return faults


def _matching(case: Case, force: Force, leaves: list[Leaf]) -> list[tuple[Force, Leaf]]:
    """The passage modals whose scope overlaps best with that of ``force``."""
    best = 0.0
    found: list[tuple[Force, Leaf]] = []
    scores = case.alignment.scores
    for leaf in leaves:
        for other in leaf.clause.forces:
            overlap = len(force.scope & other.scope) * scores[leaf.index]
            if overlap <= 0:
                continue
            if overlap > best * 1.02:
                best, found = overlap, [(other, leaf)]
            elif overlap >= best * 0.98:
                found.append((other, leaf))
    return found


def _compare(case: Case, force: Force, matched: list[tuple[Force, Leaf]]) -> Fault | None:
    kinds = {other.kind for other, _ in matched}
    other, leaf = matched[0]
    if all((force.kind, kind) in _OPPOSED for kind in kinds):
        if _excused(case, force, other, leaf):
            return None
        if {force.kind, other.kind} <= {"must", "may"} and _other_holder(force, other):
            return None
        negation = (force.kind in _NEGATIVE) != (other.kind in _NEGATIVE)
        start, end = case.chars(force.i, force.j)
        words = _words(case, leaf, other)
        return Fault(
            Slot.POLARITY if negation and force.kind != "need_not" else Slot.MODAL,
            ReasonCode.NEGATED if negation and force.kind != "need_not" else ReasonCode.WRONG_MODAL,
            start,
            end,
            leaf.index,
            RepairHint(RepairAction.USE_MODAL, start, (words,)),
        )
    return _holders(case, force, matched)


def _words(case: Case, leaf: Leaf, force: Force) -> str:
    analysis = case.premise.analyses[leaf.provision]
    return analysis.text[analysis.starts[force.i] : analysis.ends[force.j - 1]]


def _other_holder(force: Force, other: Force) -> bool:
    return bool(force.holder) and bool(other.holder) and force.holder != other.holder


def _excused(case: Case, force: Force, other: Force, leaf: Leaf) -> bool:
    """A negation on one side that a limit, a condition or an exception turns."""
    negative = (force.kind in _NEGATIVE) + (other.kind in _NEGATIVE)
    if negative != 1:
        return False
    if force.limited or other.limited:
        return True
    exceptional = any(c.kind in ("unless", "only_if", "subject") for c in leaf.clause.conditions)
    return exceptional or any(c.kind in ("unless", "only_if") for c in case.clause.conditions)


def _holders(case: Case, force: Force, matched: list[tuple[Force, Leaf]]) -> Fault | None:
    agent = force.by or force.holder
    if not agent:
        return None
    sources = {other.by or other.holder for other, _ in matched}
    if agent in sources or "" in sources:
        return None
    other, leaf = matched[0]
    if other.kind != force.kind:
        return None
    roles = {role for _, role in leaf.clause.parties}
    opposite = case.analysis.lex.opposite
    source = next(iter(sources))
    if agent not in roles and opposite.get(source) != agent:
        return None
    start, end = case.chars(force.i, force.j)
    for k, role in case.clause.parties:
        if role == agent:
            start, end = case.chars(k, k + 1)
            break
    return Fault(
        Slot.DUTY_HOLDER,
        ReasonCode.SWAPPED_PARTIES if agent in roles else ReasonCode.WRONG_DUTY_HOLDER,
        start,
        end,
        leaf.index,
        RepairHint(RepairAction.USE_WORDS, start, (source,)),
    )


def check_polarity(case: Case) -> list[Fault]:
    """Plain negation and opposites, away from modals."""
    leaf = case.best
    if leaf is None or (case.allowed is not None and leaf.index not in case.allowed):
        return []
    flips = _negation_flip(case.clause, leaf)
    opposites = _opposites(case.clause, leaf.clause)
    if (flips is None) == (opposites is None):
        return []
    token = flips if flips is not None else opposites
    start, end = case.chars(token or 0, (token or 0) + 1)
    return [
        Fault(
            Slot.POLARITY,
            ReasonCode.NEGATED,
            start,
            end,
            leaf.index,
            RepairHint(RepairAction.START_ANEW),
        )
    ]


def _negation_flip(clause: Clause, leaf: Leaf) -> int | None:
    """The token at which one side denies what the other affirms; None when they agree."""
    source = leaf.clause
    exceptional = any(c.kind in ("unless", "only_if", "subject") for c in source.conditions) or any(
        c.kind in ("unless", "only_if") for c in clause.conditions
    )
    if exceptional:
        return None
    source_negative = any(f.kind in _NEGATIVE for f in source.forces)
    stated_negative = any(f.kind in _NEGATIVE for f in clause.forces)
    for token, concepts, limited in clause.negated:
        if limited or source_negative or source.negated:
            continue
        if concepts & leaf.concepts:
            return token
    if not clause.negated and not stated_negative:
        for _, concepts, limited in source.negated:
            if limited:
                continue
            for force in clause.forces:
                if force.scope & concepts:
                    return force.i
    return None


def _opposites(stated: Clause, source: Clause) -> int | None:
    if not stated.signs or not source.signs:
        return None
    dims: dict[int, set[int]] = {}
    for _, dim, sign in source.signs:
        dims.setdefault(dim, set()).add(sign)
    for token, dim, sign in stated.signs:
        signs = dims.get(dim)
        if signs is not None and sign not in signs:
            return token
    return None


def check_parties(case: Case) -> list[Fault]:
    """A sentence without a modal that gives a passage's part to the opposite party."""
    leaf = case.best
    if leaf is None:
        return []
    stated = {role for _, role in case.clause.parties}
    source = {role for _, role in leaf.clause.parties}
    if not stated or not source or stated & source:
        return []
    opposite = case.analysis.lex.opposite
    for token, role in case.clause.parties:
        if opposite.get(role) in source:
            if any(role in {r for _, r in other.clause.parties} for other in case.near(0.75)):
                continue
            start, end = case.chars(token, token + 1)
            return [
                Fault(Slot.PARTIES, ReasonCode.WRONG_DUTY_HOLDER, start, end, leaf.index)
            ]
    return []
