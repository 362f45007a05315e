"""Conditions, exceptions and scope: dropped, invented, reversed, widened."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.frames import Condition
from lexwarrant.verification.premise import Leaf

_STRONG = frozenset({"unless", "only_if", "feasible"})
_ADDRESSED = 0.3
_INVENTED = 0.35


def share(condition: Condition, concepts: frozenset[int] | set[int]) -> float:
    """How much of a condition's weight is found among ``concepts``."""
    have = total = 0.0
    for names, weight in condition.items:
        total += weight
        if not concepts.isdisjoint(names):
            have += weight
    return have / total if total else 1.0


def check_conditions(case: Case) -> list[Fault]:
    """Conditions of the passage that the sentence leaves out, and of the sentence that it adds."""
    leaf = case.best
    if leaf is None:
        return []
    faults = _invented(case)
    if faults:
        return faults
    dropped = _dropped(case, leaf)
    return [dropped] if dropped is not None else []


def stated_concepts(case: Case) -> set[int]:
    """Concepts of all content words of the sentence."""
    out: set[int] = set()
    for item in case.alignment.items:
        out.update(item.concepts)
    for _, _, concept in case.analysis.concepts:
        out.add(concept)
    return out


def _dropped(case: Case, leaf: Leaf) -> Fault | None:
    clause = case.clause
    if clause.hedged or any(c.kind in ("unless", "subject") for c in clause.conditions):
        return None
    stated = stated_concepts(case)
    universal = bool(clause.scopes.get("all")) or clause.despite
    for condition in leaf.clause.conditions:
        if condition.kind == "weak":
            continue
        if not universal and condition.kind not in _STRONG:
            continue
        if condition.kind == "feasible":
            if not universal:
                continue
            found = 0.0
        else:
            if not condition.items:
                continue
            found = share(condition, stated)
        if found >= _ADDRESSED:
            continue
        analysis = case.premise.analyses[leaf.provision]
        words = analysis.text[analysis.starts[condition.i] : analysis.ends[condition.j - 1]]
        slot = Slot.EXCEPTION if condition.kind == "unless" else Slot.CONDITION
        return Fault(
            slot,
            ReasonCode.CONDITION_DROPPED,
            0,
            len(case.text),
            leaf.index,
            RepairHint(RepairAction.USE_WORDS, len(case.text), (words[:300],)),
        )
    if universal:
        for index in leaf.exceptions:
            other = case.premise.leaves[index]
            if case.alignment.scores[index] < 0.5 * case.alignment.scores[leaf.index]:
                start, end = case.premise.span(other)
                words = case.premise.analyses[other.provision].text[start:end]
                return Fault(
                    Slot.EXCEPTION,
                    ReasonCode.CONDITION_DROPPED,
                    0,
                    len(case.text),
                    index,
                    RepairHint(RepairAction.USE_WORDS, len(case.text), (words[:300],)),
                )
    return None


def _invented(case: Case) -> list[Fault]:
    near = case.near(0.5)
    concepts: set[int] = set()
    for leaf in near:
        concepts |= leaf.concepts
        concepts |= case.premise.groups[leaf.group]
    for condition in case.clause.conditions:
        if condition.kind not in ("if", "only_if", "unless"):
            continue
        heavy = sum(w for _, w in condition.items if w >= 0.8)
        if heavy < 1.5:
            continue
        if share(condition, concepts) < _INVENTED:
            start, end = case.chars(condition.i, condition.j)
            return [
                Fault(
                    Slot.EXCEPTION if condition.kind == "unless" else Slot.CONDITION,
                    ReasonCode.CONDITION_INVENTED,
                    start,
                    end,
                    near[0].index,
                    RepairHint(RepairAction.START_ANEW, start),
                )
            ]
    return []


def check_exceptions(case: Case) -> list[Fault]:
    """A rule said to hold in its exception, or an exception said to be the rule."""
    leaf = case.best
    if leaf is None:
        return []
    stated = stated_concepts(case)
    clause = case.clause
    if any(c.kind in ("unless", "only_if") for c in clause.conditions):
        return []
    negative = bool(clause.negated) or any(
        f.kind in ("must_not", "need_not") for f in clause.forces
    ) or any(sign < 0 for _, _, sign in clause.signs)
    source_negative = bool(leaf.clause.negated) or any(
        f.kind in ("must_not", "need_not") for f in leaf.clause.forces
    )
    for condition in leaf.clause.conditions:
        if condition.kind != "unless" or len(condition.items) < 2:
            continue
        if share(condition, stated) < 0.6:
            continue
        if negative == source_negative and clause.conditions:
            start, end = case.chars(clause.conditions[0].i, clause.conditions[0].j)
            return [
                Fault(Slot.EXCEPTION, ReasonCode.EXCEPTION_REVERSED, start, end, leaf.index)
            ]
    if leaf.clause.disapplies and not negative and not leaf.clause.conditions == []:
        token = leaf.own[0]
        del token
        return [
            Fault(Slot.POLARITY, ReasonCode.EXCEPTION_REVERSED, 0, len(case.text), leaf.index)
        ]
    return []


def check_scope(case: Case) -> list[Fault]:
    """"Only" that the passage does not have."""
    clause = case.clause
    only = clause.scopes.get("only")
    if not only or not case.ranked:
        return []
    restrictive = False
    for leaf in case.near(0.6):
        source = leaf.clause
        restrictive = restrictive or (
            "only" in source.scopes
            or any(c.kind in ("unless", "only_if", "subject", "if") for c in source.conditions)
            or bool(source.negated)
            or any(f.kind in ("must_not", "need_not") for f in source.forces)
            or any(q.cmp for q in leaf.quantities)
        )
    if restrictive:
        return []
    start, end = case.chars(only[0], only[0] + 1)
    return [Fault(Slot.SCOPE, ReasonCode.SCOPE_NOT_STATED, start, end, case.ranked[0])]


def check_conjunction(case: Case) -> list[Fault]:
    """"And" for "or" between two things the passage joins the other way."""
    if not case.clause.conj or not case.ranked:
        return []
    items = case.alignment.items
    low = case.analysis.low
    for token, kind in case.clause.conj:
        if low[token] not in _PLAIN:
            continue
        left = max((i for i in items if i.token < token), key=lambda i: i.token, default=None)
        right = min((i for i in items if i.token > token), key=lambda i: i.token, default=None)
        if left is None or right is None or token - left.token > 3 or right.token - token > 4:
            continue
        for leaf in case.near(0.6):
            joined = case.premise.joined(leaf, left.concepts, right.concepts)
            if joined and joined != kind:
                start, end = case.chars(token, token + 1)
                return [
                    Fault(Slot.CONJUNCTION, ReasonCode.AND_FOR_OR, start, end, leaf.index)
                ]
            if joined:
                break
    return []


_PLAIN = frozenset({"and", "or", "et", "ou", "und", "oder", "או", "וגם"})
