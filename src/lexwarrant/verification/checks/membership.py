"""Membership: something counted in that the passage leaves out by name, or the other way round."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.polarity import denies
from lexwarrant.verification.chunks import Chunk
from lexwarrant.verification.members import Member
from lexwarrant.verification.passages import Leaf

_NAMED = 0.6
"""Least share of a member that one thing of the sentence must name."""
_MOST = 60
"""Members of one provision that are asked."""
_NEAR = 0.55
"""Share of the best score that a passage naming the member must have."""
_ABOUT = 0.4
"""Least share of the rest of the sentence that the passage, or its provision, must license."""


def check_membership(case: Case) -> list[Fault]:
    """A thing said to be inside the rule that the passage puts outside it, and the reverse."""
    if not case.ranked or not case.premise.members or not _spoken_of(case):
        return []
    signs = [s for _, dim, s in case.clause.signs if dim in case.analysis.lex.member_dims]
    denied = denies(case.clause)
    carved = [
        (c.i, c.j)
        for c in (*case.clause.conditions, *case.clause.despites)
        if c.kind in ("if", "unless", "only_if", "despite")
    ]
    for chunk in _named(case, bool(signs)):
        if any(a <= chunk.i < b for a, b in carved):
            continue
        for leaf, member in case.premise.members_named(chunk.head):
            if signs:
                inside = signs[-1] > 0
            elif member.out:
                inside = denied == _rule_denies(case, leaf, member)
            else:
                continue
            if member.out != inside:
                continue
            same = member.people == chunk.person and member.share(chunk.concepts) >= _NAMED
            if same and _bears(case, leaf, member, chunk):
                start, end = case.chars(chunk.i, chunk.j)
                return [
                    Fault(
                        Slot.EXCEPTION if member.out else Slot.SCOPE,
                        ReasonCode.EXCEPTION_REVERSED if member.out else ReasonCode.NEGATED,
                        start,
                        end,
                        leaf.index,
                    )
                ]
    return []


def _rule_denies(case: Case, leaf: Leaf, member: Member) -> bool:
    """Whether the rule that leaves the member out is a denial: the leaf's own, or the one that a
    sentence of its own takes the member out of."""
    if member.carved:
        return denies(leaf.clause)
    best = case.premise.leaves[case.ranked[0]]
    return best.index != leaf.index and denies(best.clause)


def left_out(case: Case, leaf: Leaf) -> bool:
    """Whether the sentence speaks of something that a passage's rule leaves out by name."""
    return any(
        member.out
        and (other.index == leaf.index or other.index in leaf.exceptions)
        and member.people == chunk.person
        and member.share(chunk.concepts) >= _NAMED
        for chunk in case.reading.chunks
        for other, member in case.premise.members_named(chunk.head)
    )


def _named(case: Case, signed: bool) -> list[Chunk]:
    """What the sentence counts in or out: all it names beside a word of membership, else its
    subjects and what "too" or "even" adds."""
    reading = case.reading
    if signed:
        return reading.chunks
    subjects = {c.i for p in reading.predications if not p.conditional for c in p.subject}
    first = next((c.i for c in reading.chunks if not c.case), -1)
    subjects.add(first)
    low, also = case.analysis.low, case.analysis.lex.additives
    return [
        c
        for c in reading.chunks
        if c.i in subjects or not also.isdisjoint(low[max(0, c.i - 3) : c.j + 3])
    ]


def _spoken_of(case: Case) -> bool:
    """Whether a word of the sentence names a member that bears on it."""
    premise, scores = case.premise, case.alignment.scores
    concepts = case.alignment.concepts
    if premise.member_concepts.isdisjoint(concepts):
        return False
    best = premise.leaves[case.ranked[0]]
    floor = _NEAR * scores[best.index]
    numbers = set(premise.members_of_provision.get(best.provision, ())[:_MOST])
    for index in (*best.exceptions, *(k for k in case.ranked if scores[k] >= floor)):
        numbers.update(premise.members_of_leaf.get(index, ()))
    if not numbers:
        return False
    numbers &= premise.members_holding(concepts)
    return any(premise.members[n][1].share(concepts) >= _NAMED for n in numbers)


def _bears(case: Case, leaf: Leaf, member: Member, chunk: Chunk) -> bool:
    """Whether the passage that names the member is the one the sentence is about."""
    if case.allowed is not None and leaf.index not in case.allowed:
        return False
    scores = case.alignment.scores
    best = case.premise.leaves[case.ranked[0]]
    near = scores[leaf.index] >= _NEAR * scores[best.index]
    ruled = leaf.index in best.exceptions or (
        not member.carved and member.out and leaf.provision == best.provision
    )
    if not near and not ruled:
        return False
    have = total = 0.0
    for item in case.alignment.items:
        if chunk.i <= item.token < chunk.j:
            continue
        total += item.weight
        if leaf.index in item.hits.leaves or (ruled and item.hits.leaves):
            have += item.weight
    return total > 0 and have >= _ABOUT * total
