"""Modals, duty-holders and polarity: who must, may, must not or need not do what."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.frames import Clause, Force
from lexwarrant.verification.passages import Leaf

_OPPOSED = {
    ("must", "may"), ("may", "must"), ("must", "must_not"), ("must_not", "must"),
    ("may", "must_not"), ("must_not", "may"), ("must", "need_not"), ("need_not", "must"),
    ("should", "must"), ("must", "should"), ("should", "must_not"),
}  # fmt: skip
_NEGATIVE = frozenset({"must_not", "need_not"})


def check_force(case: Case) -> list[Fault]:
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
        if _excused(case, force, other, leaf):
            return None
        if {force.kind, other.kind} <= {"must", "may"} and _other_holder(force, other):
            return None
        negation = (force.kind in _NEGATIVE) != (other.kind in _NEGATIVE)
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
    return _holders(case, force, matched)


def _words(case: Case, leaf: Leaf, force: Force) -> str:
    analysis = case.premise.analyses[leaf.provision]
    return analysis.text[analysis.starts[force.i] : analysis.ends[force.j - 1]]


def _other_holder(force: Force, other: Force) -> bool:
    if force.holder and other.holder and force.holder != other.holder:
        return True
    return bool(force.subject) and bool(other.subject) and not force.subject & other.subject


def _excused(case: Case, force: Force, other: Force, leaf: Leaf) -> bool:
    """A negation turned by a limit, a condition or an exception; "may only if" is a duty."""
    kinds = {force.kind, other.kind}
    if kinds <= {"must", "may"} and not force.holder and force.limited:
        return True  # "fines can reach", "the last day on which it can be taken"
    if kinds <= {"must", "may"}:
        return (
            "only" in leaf.clause.scopes
            or "only" in case.clause.scopes
            or any(c.kind == "only_if" for c in (*leaf.clause.conditions, *case.clause.conditions))
        )
    if len(kinds & _NEGATIVE) != 1:
        return False
    if (force if force.kind in _NEGATIVE else other).limited:
        return True
    if any(c.kind in ("unless", "only_if") for c in case.clause.conditions):
        return True
    exceptions = [c for c in leaf.clause.conditions if c.kind in ("unless", "only_if", "subject")]
    if not exceptions:
        return False
    if other.kind in _NEGATIVE or case.clause.conditions:
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


def _holders(case: Case, force: Force, matched: list[tuple[Force, Leaf]]) -> Fault | None:
    ordered = case.analysis.lex.code in ("en", "fr")  # word order says who does it
    if ordered and all(
        other.kind == force.kind
        and force.subject & other.object
        and force.object & other.subject
        and not force.subject & other.subject
        for other, _ in matched
    ):
        return _swap(case, force, matched[0][1], ReasonCode.SWAPPED_PARTIES, "")
    agent = force.by or ("" if force.passive else force.holder)
    if not agent:
        return None
    sources = {other.by or ("" if other.passive else other.holder) for other, _ in matched}
    if agent in sources or "" in sources:
        return None
    other, leaf = matched[0]
    if other.kind != force.kind or not force.head & other.head:
        return None
    roles = {role for _, role in leaf.clause.parties}
    opposite = case.analysis.lex.opposite
    source = next(iter(sorted(sources)))
    both_named = ordered and agent in roles and source in {role for _, role in case.clause.parties}
    if not both_named and opposite.get(source) != agent:
        return None
    if any(r == source and force.i < k <= force.j + 4 for k, r in case.clause.parties):
        return None  # "it is for the authority to", "steht im Ermessen der Behörde"
    reason = ReasonCode.SWAPPED_PARTIES if agent in roles else ReasonCode.WRONG_DUTY_HOLDER
    return _swap(case, force, leaf, reason, agent)


def _swap(case: Case, force: Force, leaf: Leaf, reason: ReasonCode, agent: str) -> Fault:
    start, end = case.chars(force.i, force.j)
    for k, role in case.clause.parties:
        if role == agent:
            start, end = case.chars(k, k + 1)
            break
    return Fault(
        Slot.DUTY_HOLDER, reason, start, end, leaf.index, RepairHint(RepairAction.START_ANEW)
    )


def check_ban(case: Case) -> list[Fault]:
    """A passage forbids or denies what the sentence plainly affirms."""
    leaf = case.best
    if leaf is None or case.settled or _exceptional(case.clause) or _exceptional(leaf.clause):
        return []
    clause = case.clause
    if clause.denied or clause.despite or any(f.kind in _NEGATIVE for f in clause.forces):
        return []
    if any(sign < 0 for _, _, sign in clause.signs) or clause.repeal:
        return []
    if case.alignment.coverage({leaf.index}) < 0.6:
        return []
    stated: set[int] = set()
    for item in case.alignment.items:
        stated.update(item.concepts)
    for force in leaf.clause.forces:
        if force.kind != "must_not" or force.limited or not leaf.own[0] <= force.i < leaf.own[1]:
            continue
        if force.head & stated and len(force.reach & stated) >= 0.5 * len(force.reach):
            return [
                Fault(
                    Slot.POLARITY,
                    ReasonCode.NEGATED,
                    0,
                    len(case.text),
                    leaf.index,
                    RepairHint(RepairAction.START_ANEW),
                )
            ]
    return []


def check_polarity(case: Case) -> list[Fault]:
    """Plain negation and opposites, away from modals."""
    leaf = case.best
    if leaf is None or (case.allowed is not None and leaf.index not in case.allowed):
        return []
    if case.settled or _exceptional(case.clause) or _exceptional(leaf.clause):
        return []
    flips = _negation_flip(case, leaf)
    opposites = _opposites(case.clause, leaf.clause)
    if _agree(case.clause, leaf.clause):
        return []
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


def _exceptional(clause: Clause) -> bool:
    return any(c.kind in ("unless", "only_if", "subject") for c in clause.conditions)


def _negation_flip(case: Case, leaf: Leaf) -> int | None:
    """The token at which one side denies what the other affirms; None when they agree."""
    clause, source = case.clause, leaf.clause
    source_negative = bool(source.negated) or any(f.kind in _NEGATIVE for f in source.forces)
    stated_negative = bool(clause.negated) or any(f.kind in _NEGATIVE for f in clause.forces)
    if stated_negative == source_negative or case.alignment.coverage({leaf.index}) < 0.6:
        return None
    for other in case.near(0.85):
        negative = bool(other.clause.negated) or any(
            f.kind in _NEGATIVE for f in other.clause.forces
        )
        if negative == stated_negative or _exceptional(other.clause):
            return None
    if stated_negative:
        for token, concepts, limited in clause.negated:
            if not limited and concepts & leaf.concepts:
                return token
        return None
    if case.alignment.coverage({leaf.index}) < 0.75 or source.forces or clause.denied:
        return None
    stated: set[int] = set()
    for item in case.alignment.items:
        stated.update(item.concepts)
    for _, concepts, limited in source.negated:
        if not limited and concepts & stated:
            return 0
    return None


def _agree(stated: Clause, source: Clause) -> bool:
    """Whether both sides say the same of one dimension, negations counted in."""
    pairs = {(dim, sign) for _, dim, sign in source.signs}
    return any((dim, sign) in pairs for _, dim, sign in stated.signs)


def _opposites(stated: Clause, source: Clause) -> int | None:
    if not stated.signs or not source.signs:
        return None
    dims: dict[int, set[int]] = {}
    for _, dim, sign in source.signs:
        dims.setdefault(dim, set()).add(sign)
    own: dict[int, set[int]] = {}
    for _, dim, sign in stated.signs:
        own.setdefault(dim, set()).add(sign)
    for token, dim, sign in stated.signs:
        signs = dims.get(dim)
        if signs is not None and sign not in signs and len(own[dim]) == 1:
            return token
    return None


def _order(case: Case) -> Fault | None:
    """Both begin with a party as subject and name the same two, the other way round."""
    leaf = case.best
    if leaf is None or case.alignment.coverage({leaf.index}) < 0.6:
        return None
    stated = list(dict.fromkeys(role for _, role in case.clause.parties))
    source = list(dict.fromkeys(role for _, role in leaf.clause.parties))
    if len(stated) != 2 or len(source) != 2 or stated != source[::-1]:
        return None
    first = next(k for k, _ in leaf.clause.parties)
    token = case.clause.parties[0][0]
    if token > 2 or not 0 <= first - leaf.own[0] <= 3:
        return None
    if any(f.by for f in (*case.clause.forces, *leaf.clause.forces)):
        return None
    if case.clause.by_party or leaf.clause.by_party:
        return None
    if case.clause.converses - leaf.clause.converses:
        return None
    start, end = case.chars(token, token + 1)
    return Fault(
        Slot.PARTIES,
        ReasonCode.SWAPPED_PARTIES,
        start,
        end,
        leaf.index,
        RepairHint(RepairAction.START_ANEW),
    )


def _misplaced(case: Case) -> Fault | None:
    """A part of the passage given to a party that another passage is about."""
    leaf = case.best
    if leaf is None or case.context.previous:
        return None
    source = list(dict.fromkeys(role for _, role in leaf.clause.parties))
    stated = list(dict.fromkeys(role for _, role in case.clause.parties))
    if not source or source[0] in stated or not set(source) & set(stated):
        return None
    foreign = [role for role in stated if role not in source]
    near = {role for other in case.near(0.7) for _, role in other.clause.parties}
    anywhere = {r for other in case.premise.leaves for _, r in other.clause.parties}
    if len(foreign) != 1 or foreign[0] in near or foreign[0] not in anywhere:
        return None
    items = [i for i in case.alignment.items if i.weight != 0.8]
    total = sum(i.weight for i in items)
    have = sum(i.weight for i in items if leaf.index in i.hits.leaves)
    if total < 1.5 or have < 0.6 * total:
        return None
    token = next(k for k, role in case.clause.parties if role == foreign[0])
    start, end = case.chars(token, token + 1)
    return Fault(Slot.DUTY_HOLDER, ReasonCode.WRONG_DUTY_HOLDER, start, end, leaf.index)


def check_parties(case: Case) -> list[Fault]:
    """A passage's part given to the opposite party, in a sentence that may have no modal."""
    swapped = _order(case)
    if swapped is not None:
        return [swapped]
    misplaced = _misplaced(case)
    if misplaced is not None:
        return [misplaced]
    near = case.near(0.5)
    stated = [role for _, role in case.clause.parties]
    opposite = case.analysis.lex.opposite
    for token, role in case.clause.parties:
        against = opposite.get(role)
        if not against or against in stated:
            continue
        roles = [{r for _, r in leaf.clause.parties} for leaf in near]
        if roles and all(against in r and role not in r for r in roles):
            start, end = case.chars(token, token + 1)
            return [Fault(Slot.PARTIES, ReasonCode.WRONG_DUTY_HOLDER, start, end, near[0].index)]
    return []
