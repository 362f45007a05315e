"""Conditions: dropped and invented."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.condition_overlap import (
    rule_concepts,
    share,
    stated_concepts,
)
from lexwarrant.verification.checks.polarity import denies
from lexwarrant.verification.frames import Condition
from lexwarrant.verification.passages import Leaf
from lexwarrant.verification.quantities import CUTS, same_value

_STRONG = frozenset({"unless", "only_if", "feasible"})
_ADDRESSED = 0.3
_LEAST = 1.5
"""Weight of the content of a condition below which nothing is said of it."""
_PROVISO_FOUND = 0.55
_EXCEPTION_FOUND = 0.35
_SCENE_FOUND = 0.2
"""Share of a condition's content that must be found: in one passage for a proviso, anywhere near for
an exception, which answers put in words of their own, and for a condition that may only set the
scene."""
_NEAR_DENIAL = 8
"""Tokens over which a denial before a condition takes it back."""


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


def _dropped(case: Case, leaf: Leaf) -> Fault | None:
    """A condition left out by a sentence that says "all" or "always".

    A sentence that does not is a summary: leaving a condition to another one makes it no broader.
    """
    clause = case.clause
    if clause.hedged or clause.exceptional:
        return None
    if not _universal(case):
        return None
    restricted = _restriction(case, leaf) or _threshold(case, leaf)
    if restricted is not None:
        return restricted
    if denies(leaf.clause) != denies(clause):
        return None  # a rule denied is not made broader by what is left out
    if case.alignment.covered_by(leaf.index) < 0.45:
        return None
    stated = stated_concepts(case)
    analysis = case.premise.analyses[leaf.provision]
    for condition in leaf.clause.conditions:
        kind = condition.kind
        heavy = sum(w for _, w in condition.items if w >= 0.8)
        if (kind in ("weak", "subject") or heavy < 1.5) and kind != "feasible":
            continue
        if any(condition.i <= r.i < condition.j for r in analysis.references):
            continue
        if (
            kind != "feasible"
            and share(condition, stated, rule_concepts(case, leaf, condition)) >= _ADDRESSED
        ):
            continue
        words = analysis.text[analysis.starts[condition.i] : analysis.ends[condition.j - 1]]
        return _fault(case, leaf.index, kind, words)
    for index in leaf.exceptions:
        other = case.premise.leaves[index]
        if case.alignment.scores[index] < 0.5 * case.alignment.scores[leaf.index]:
            start, end = case.premise.span(other)
            words = case.premise.analyses[other.provision].text[start:end]
            return _fault(case, index, "unless", words)
    return None


def _universal(case: Case) -> bool:
    """Whether the sentence speaks of all cases: "any breach", "always", "must notify every breach".

    An "every" in words put before the clause ("Rather than wait for every detail, ...") does not
    make it universal, nor does one that the passage has as well.
    """
    clause = case.clause
    if not clause.universal:
        return False
    marks = clause.scopes.get("all", ())
    low = case.analysis.low
    if not marks or low[0] in case.analysis.lex.tables.universal_starts:
        return True
    if any("all" in leaf.clause.scopes for leaf in case.near(0.5)):
        return False
    first = min((f.i for f in clause.forces), default=0)
    return any(at >= first or "," not in low[at:first] for at in marks)


def _restriction(case: Case, leaf: Leaf) -> Fault | None:
    """Whom or what the rule is about, when the sentence says "every" and leaves most of it out."""
    if not leaf.clause.forces or case.alignment.covered_by(leaf.index) < 0.5:
        return None
    analysis = case.premise.analyses[leaf.provision]
    first = min((f.i for f in leaf.clause.forces if leaf.own[0] <= f.i < leaf.own[1]), default=-1)
    if first < 0:
        return None
    stated = stated_concepts(case)
    have = total = 0.0
    for k in range(leaf.own[0], first):
        word = analysis.words[k]
        if word is not None and word.weight >= 0.8:
            total += word.weight
            if not stated.isdisjoint(word.concepts):
                have += word.weight
    if total < 2.5 or have / total >= 0.5:
        return None
    words = analysis.text[analysis.starts[leaf.own[0]] : analysis.ends[first - 1]]
    return _fault(case, leaf.index, "if", words)


def _threshold(case: Case, leaf: Leaf) -> Fault | None:
    """A bounded figure of the rule ("of one year or longer") left out by a sentence on "every" case."""
    if case.alignment.coverage({leaf.index}) < 0.7:
        return None
    stated = case.analysis.quantities
    for q in leaf.quantities:
        if q.cmp in CUTS and leaf.own[0] <= q.i < leaf.own[1]:
            if any(q.dim == s.dim and (s.cmp or same_value(q.value, s.value)) for s in stated):
                continue
            analysis = case.premise.analyses[leaf.provision]
            return _fault(case, leaf.index, "if", analysis.text[q.start : q.end])
    return None


def _fault(case: Case, leaf: int, kind: str, words: str) -> Fault:
    return Fault(
        Slot.EXCEPTION if kind == "unless" else Slot.CONDITION,
        ReasonCode.CONDITION_DROPPED,
        0,
        len(case.text),
        leaf,
        RepairHint(RepairAction.USE_WORDS, len(case.text), (words[:300],)),
    )


def _invented(case: Case) -> list[Fault]:
    """A condition or exception that the passages nearest to the sentence do not have.

    What follows "when" or "if" often only sets the scene in the answer's own words, so that little
    of it may be found; what follows "provided that" or "only if" belongs to the rule.
    """
    conditions = [c for c in case.clause.conditions if c.kind in ("if", "only_if", "unless")]
    if not conditions:
        return []
    near = {leaf.index for leaf in case.near(0.5)}
    groups = {case.premise.leaves[k].group for k in near}
    around = {leaf for group in groups for leaf in case.premise.leaves_of_group[group]}
    own = set(case.analysis.lex.tables.own_conditions)
    for condition in conditions:
        if not own.isdisjoint(case.analysis.low[condition.i : condition.j]):
            continue  # "unless one of the exceptions applies"
        inside = [q for q in case.analysis.quantities if condition.i <= q.i < condition.j]
        if any(q.cmp in CUTS and q.dim not in case.premise.by_dim for q in inside):
            return [_made_up(case, condition)]  # a limit on something the law does not measure
        if inside:
            continue  # a case put with its figures
        if condition.kind == "only_if" and _denied(case, condition):
            continue  # "does not make it hinge on": the condition is what is denied
        proviso = _is_proviso(case, condition)
        total = 0.0
        held: dict[int, float] = {}
        anywhere = 0.0
        for item in case.alignment.items:
            if not condition.i <= item.token < condition.j or item.weight < 0.8:
                continue
            total += item.weight
            anywhere += item.weight if not around.isdisjoint(item.hits.leaves) else 0.0
            for leaf in near.intersection(item.hits.leaves):
                held[leaf] = held.get(leaf, 0.0) + item.weight
        if total < _LEAST:
            continue
        found = max(held.values(), default=0.0) if proviso else anywhere
        if condition.kind == "unless":
            least = _EXCEPTION_FOUND
        else:
            least = _PROVISO_FOUND if proviso else _SCENE_FOUND
        if found < total * least:
            return [_made_up(case, condition)]
    return []


def _denied(case: Case, condition: Condition) -> bool:
    """Whether a plain denial stands before a condition in its clause."""
    low = case.analysis.low
    for at, _, _ in case.clause.negated:
        if 0 < condition.i - at <= _NEAR_DENIAL and "," not in low[at : condition.i]:
            return True
    return False


def _made_up(case: Case, condition: Condition) -> Fault:
    start, end = case.chars(condition.i, condition.j)
    slot = Slot.EXCEPTION if condition.kind == "unless" else Slot.CONDITION
    hint = RepairHint(RepairAction.START_ANEW, start)
    return Fault(slot, ReasonCode.CONDITION_INVENTED, start, end, case.ranked[0], hint)


def _is_proviso(case: Case, condition: Condition) -> bool:
    low = case.analysis.low
    known = case.analysis.lex.tables.provisos
    return any(" ".join(low[condition.i : condition.i + n]) in known for n in (1, 2, 3))
