"""Parties and duty-holders: swapped, or given a part that is another's."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.frames import Force
from lexwarrant.verification.passages import Leaf


def check_holders(case: Case, force: Force, matched: list[tuple[Force, Leaf]]) -> Fault | None:
    """Who does it: the agents of a modal against those of the passage modals that match it."""
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
