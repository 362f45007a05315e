"""Conditions, exceptions and scope: dropped, invented, reversed, widened."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.frames import Clause, Condition
from lexwarrant.verification.passages import Leaf

_STRONG = frozenset({"unless", "only_if", "feasible"})
_ADDRESSED = 0.3
_INVENTED = 0.4


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


def stated_concepts(case: Case) -> frozenset[int]:
    """Concepts of all content words of the sentence; made once."""
    if case.stated is None:
        out: set[int] = set()
        for item in case.alignment.items:
            out.update(item.concepts)
        out.update(concept for _, _, concept in case.analysis.concepts)
        case.stated = frozenset(out)
    return case.stated


def _dropped(case: Case, leaf: Leaf) -> Fault | None:
    """A condition left out by a sentence that says "all" or "always", or an "unless" left out by
    one that otherwise repeats the rule."""
    clause = case.clause
    if clause.hedged or any(c.kind in ("unless", "subject", "only_if") for c in clause.conditions):
        return None
    universal = clause.universal or clause.despite
    if universal and not clause.hedged:
        restricted = _restriction(case, leaf)
        if restricted is not None:
            return restricted
    if denies(leaf.clause) and not denies(clause):
        return None
    close = case.alignment.coverage({leaf.index}) >= 0.7 and bool(clause.forces)
    bare = not case.analysis.quotes and not clause.conditions and not denies(clause)
    if not universal and not (close and bare):
        return None
    if case.alignment.coverage({leaf.index}) < 0.45:
        return None
    stated = stated_concepts(case)
    analysis = case.premise.analyses[leaf.provision]
    for condition in leaf.clause.conditions:
        kind = condition.kind
        heavy = sum(w for _, w in condition.items if w >= 0.8)
        if (kind == "weak" or kind == "subject" or heavy < 1.5) and (
            kind != "feasible" or not universal
        ):
            continue
        if any(condition.i <= r.i < condition.j for r in analysis.references):
            continue
        if not universal and kind != "unless":
            continue
        if (
            kind != "feasible"
            and share(condition, stated, _rule(case, leaf, condition)) >= _ADDRESSED
        ):
            continue
        words = analysis.text[analysis.starts[condition.i] : analysis.ends[condition.j - 1]]
        return _fault(case, leaf.index, kind, words)
    if universal:
        for index in leaf.exceptions:
            other = case.premise.leaves[index]
            if case.alignment.scores[index] < 0.5 * case.alignment.scores[leaf.index]:
                start, end = case.premise.span(other)
                words = case.premise.analyses[other.provision].text[start:end]
                return _fault(case, index, "unless", words)
    return None


def _restriction(case: Case, leaf: Leaf) -> Fault | None:
    """Whom or what the rule is about, when the sentence says "every" and leaves most of it out."""
    if not leaf.clause.forces or case.alignment.coverage({leaf.index}) < 0.5:
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
    asked = [
        c
        for c in case.clause.conditions
        if c.kind in ("if", "only_if", "unless") and sum(w for _, w in c.items if w >= 0.8) >= 1.5
    ]
    if not asked:
        return []
    near = case.near(0.5)
    concepts: set[int] = set()
    for leaf in near:
        concepts |= leaf.concepts
        concepts |= case.premise.groups[leaf.group]
    for condition in asked:
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
    clause = case.clause
    if any(c.kind in ("unless", "only_if", "subject") for c in clause.conditions):
        return []
    if clause.despite_items:
        for condition in leaf.clause.conditions:
            if (
                condition.kind == "unless"
                and _overlap(case, leaf, condition, clause.despite_items) >= 0.35
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
                if _overlap(case, other, condition, clause.despite_items) >= 0.5:
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
        if share(condition, stated, _rule(case, leaf, condition)) < 0.65:
            continue
        rest = _rest(leaf, condition)
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


def _rule(case: Case, leaf: Leaf, condition: Condition) -> set[int]:
    """Concepts of a passage outside one of its conditions."""
    out: set[int] = set()
    words = case.premise.analyses[leaf.provision].words
    for i, j in leaf.ranges:
        for k in range(i, j):
            word = words[k]
            if word is not None and not condition.i <= k < condition.j:
                out.update(word.concepts)
    return out


def _overlap(
    case: Case,
    leaf: Leaf,
    condition: Condition,
    items: tuple[tuple[tuple[int, ...], float], ...],
) -> float:
    inside: set[int] = set()
    for names, _ in items:
        inside.update(names)
    return share(condition, inside, _rule(case, leaf, condition))


def denies(clause: Clause) -> bool:
    """Whether a clause says no: one denial, or an odd number of them."""
    count = sum(f.kind in ("must_not", "need_not") for f in clause.forces)
    count += len(clause.negated)
    if not count and not clause.forces:
        count = sum(sign < 0 for _, _, sign in clause.signs[:1])
    return count % 2 == 1


def _rest(leaf: Leaf, condition: Condition) -> frozenset[int]:
    inside: set[int] = set()
    for names, _ in condition.items:
        inside.update(names)
    return leaf.concepts - inside


def check_scope(case: Case) -> list[Fault]:
    """ "Only" that the passage does not have."""
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
    """ "And" for "or" between two things the passage joins the other way."""
    if not case.clause.conj or not case.ranked or case.clause.extreme:
        return []
    items = case.alignment.items
    low = case.analysis.low
    for token, kind in case.clause.conj:
        if low[token] not in _PLAIN:
            continue
        left = max((i for i in items if i.token < token), key=lambda i: i.token, default=None)
        right = min((i for i in items if i.token > token), key=lambda i: i.token, default=None)
        if left is None or right is None or token - left.token > 4 or right.token - token > 7:
            continue
        for leaf in case.near(0.6):
            joined = case.premise.joined(leaf, left.concepts, right.concepts)
            if joined and joined != kind:
                if kind == "and" and not _cumulative(case, token):
                    break
                start, end = case.chars(token, token + 1)
                return [Fault(Slot.CONJUNCTION, ReasonCode.AND_FOR_OR, start, end, leaf.index)]
            if joined:
                break
    return []


def _cumulative(case: Case, token: int) -> bool:
    """Whether an "and" joins requirements and not just topics: inside a condition, or under must."""
    clause = case.clause
    if any(c.i <= token < c.j for c in clause.conditions):
        return True
    return any(f.kind == "must" and f.i < token for f in clause.forces)


def check_extreme(case: Case) -> list[Fault]:
    """The later for the earlier, the higher for the lower, no limit where there is one."""
    stated = case.clause.extreme
    if not stated:
        return []
    near = case.near(0.6)
    marks = [m for m in case.analysis.marks if m.kind == lx.EXTREME]
    start, end = case.chars(marks[-1].i, marks[-1].j)
    if stated == "unlimited":
        leaf = case.best
        if leaf is not None and any(
            q.cmp in ("max", "lt") and q.dim != "count" for q in leaf.quantities
        ):
            return [Fault(Slot.COMPARATOR, ReasonCode.WRONG_COMPARATOR, start, end, leaf.index)]
        return []
    sources = {leaf.clause.extreme for leaf in near} - {"", "unlimited"}
    if sources and stated not in sources:
        return [Fault(Slot.COMPARATOR, ReasonCode.WRONG_COMPARATOR, start, end, near[0].index)]
    return []


_PLAIN = frozenset({"and", "or", "et", "ou", "und", "oder", "או", "וגם"})
