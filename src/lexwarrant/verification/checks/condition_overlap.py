"""How much of a condition is found among the words of a sentence, the rule's own words aside."""

from __future__ import annotations

from lexwarrant.verification.case import Case
from lexwarrant.verification.frames import Condition
from lexwarrant.verification.passages import Leaf


def share(
    condition: Condition,
    concepts: frozenset[int] | set[int],
    known: frozenset[int] | set[int] = frozenset(),
) -> float:
    """How much of a condition's weight is found among ``concepts``.

    Words that the rule itself uses (``known``) say nothing of the condition, unless they are all
    it has.
    """
    have = total = 0.0
    own = [(n, w) for n, w in condition.items if known.isdisjoint(n)]
    for names, weight in own if sum(w for _, w in own) >= 1.0 else condition.items:
        total += weight
        if not concepts.isdisjoint(names):
            have += weight
    return have / total if total else 1.0


def stated_concepts(case: Case) -> frozenset[int]:
    """Concepts of all content words of the sentence; made once."""
    if case.stated is None:
        phrases = [concept for _, _, concept in case.analysis.concepts]
        case.stated = case.alignment.concepts.union(phrases)
    return case.stated


def rule_concepts(case: Case, leaf: Leaf, condition: Condition) -> set[int]:
    """Concepts of a passage outside one of its conditions."""
    out: set[int] = set()
    words = case.premise.analyses[leaf.provision].words
    for i, j in leaf.ranges:
        for k in range(i, j):
            word = words[k]
            if word is not None and not condition.i <= k < condition.j:
                out.update(word.concepts)
    return out


def condition_overlap(
    case: Case,
    leaf: Leaf,
    condition: Condition,
    items: tuple[tuple[tuple[int, ...], float], ...],
) -> float:
    """How much of a condition is found among ``items`` (concepts and weight), the rule's own aside."""
    inside: set[int] = set()
    for names, _ in items:
        inside.update(names)
    return share(condition, inside, rule_concepts(case, leaf, condition))


def rest_of_rule(leaf: Leaf, condition: Condition) -> frozenset[int]:
    """Concepts of a passage that its condition does not use."""
    inside: set[int] = set()
    for names, _ in condition.items:
        inside.update(names)
    return leaf.concepts - inside
