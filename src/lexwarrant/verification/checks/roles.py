"""Who does it, and to whom: the predications of a sentence against those of the passages near it.

Two predications are about one act when they share its concept and the passage licenses most of what
else the sentence says. Then doer and receiver are compared: exchanged is *swapped_parties*, a doer
whom the premise knows in another part is *wrong_duty_holder*, "only" for one of several doers is
*scope_not_stated*. One near passage that agrees settles it: nothing is found.
"""

from __future__ import annotations

from collections.abc import Iterable

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.align import Item
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.checks.condition_overlap import stated_concepts
from lexwarrant.verification.chunks import Chunk
from lexwarrant.verification.clause_walk import Predication
from lexwarrant.verification.passages import Leaf

_NEAR = 0.3
"""Passages down to this share of the best score are compared."""
_ENOUGH = 1.5
"""Weight of content below which a part between commas is no topic of its own."""
_BOUNDS = frozenset(",;:.!?—–\n")
_COVERED = 0.2
"""Least share of the sentence's score that a passage must have."""
_ABOUT = 0.5
"""Least share of the sentence's other words that a passage must license."""
_SURELY_ABOUT = 0.65
"""The same where the act is named by another word."""
_MOST = 24
"""Acts of one sentence that are compared."""
_RIVAL = 0.8
"""A passage that agrees settles it down to this share of the best fit."""


def check_roles(case: Case) -> list[Fault]:
    """Doer and receiver exchanged, or the act given to another person."""
    if not case.ranked or not (case.context.previous or case.analysis.parties or _people(case)):
        return []
    near = [
        leaf
        for leaf in case.near(_NEAR)
        if (case.allowed is None or leaf.index in case.allowed)
        and case.alignment.scores[leaf.index] >= _COVERED * case.alignment.total
    ]
    named = _named(case) if near else frozenset()
    near = [leaf for leaf in near if _acts(case, leaf, named)]
    if not near:
        return []
    for predication in case.reading.predications[:_MOST]:
        if not predication.agents and not predication.recipients:
            continue
        fault = _compare(case, predication, near)
        if fault is not None:
            return [fault]
    return []


def _named(case: Case) -> frozenset[int]:
    """Concepts of the sentence's words, those that a modal took ("may require") among them."""
    analysis = case.analysis
    taken = [analysis.low[m.j - 1] for m in analysis.marks if m.kind == lx.MODAL]
    return stated_concepts(case).union(*(analysis.lex.word(token).names for token in taken))


def _acts(case: Case, leaf: Leaf, named: frozenset[int]) -> bool:
    """Whether a passage has an act by or to somebody that a word of the sentence may name."""
    case.premise.predications(leaf)
    return not leaf.acts.isdisjoint(named)


def _people(case: Case) -> bool:
    return any(word is not None and word.person for word in case.analysis.words)


def _compare(case: Case, stated: Predication, near: list[Leaf]) -> Fault | None:
    """The fault of one predication against its counterparts, None when one of them agrees."""
    denied = stated.negative or stated.force in ("must_not", "need_not")
    topic = _topic(case, stated)
    fits: list[tuple[float, Predication, Leaf]] = []
    for leaf in near:
        for source in case.premise.predications(leaf):
            if not source.agents and not source.recipients:
                continue
            if stated.verb.isdisjoint(source.verb):
                continue
            about = _licensed(case, leaf, source, topic)
            if about < _ABOUT:
                continue
            strength = about * (1.0 if stated.root.isdisjoint(source.root) else 1.5)
            if source.conditional != stated.conditional:
                strength *= 0.7
            if _any_same(stated.recipients, source.recipients):
                strength *= 1.3
            fits.append((strength, source, leaf))
    if not fits:
        return None
    top = max(fit for fit, _, _ in fits)
    close = [(source, leaf) for fit, source, leaf in fits if fit >= _RIVAL * top]
    agreed = [(source, leaf) for source, leaf in close if _agrees(stated, source)]
    if agreed and not denied and all(_misdirected(case, stated, s) for s, _ in agreed):
        return _fault(case, stated, agreed[0][1], ReasonCode.SWAPPED_PARTIES)
    if agreed:
        narrowed = next((c for c in close if _narrowed(stated, c[0])), None)
        if narrowed is None or denied:
            return None
        return _fault(case, stated, narrowed[1], ReasonCode.SCOPE_NOT_STATED)
    if denied and not any(s.negative or s.force in ("must_not", "need_not") for s, _ in close):
        return None
    for source, leaf in close:
        if _exchanged(stated, source):
            return _fault(case, stated, leaf, ReasonCode.SWAPPED_PARTIES)
    for source, leaf in close:
        if _misgiven(case, stated, source, _licensed(case, leaf, source, topic)):
            return _fault(case, stated, leaf, ReasonCode.WRONG_DUTY_HOLDER)
    return None


def _topic(case: Case, stated: Predication) -> list[Item]:
    """What the sentence says besides its people, in the part between commas that holds the act;
    in all of it where that part says too little."""
    people = {k for chunk in stated.agents for k in range(chunk.i, chunk.j)}
    items = [item for item in case.alignment.items if item.token not in people]
    low = case.analysis.low
    i = j = stated.at
    while i > 0 and low[i - 1] not in _BOUNDS:
        i -= 1
    while j < len(low) and low[j] not in _BOUNDS:
        j += 1
    part = [item for item in items if i <= item.token < j]
    return part if sum(item.weight for item in part) >= _ENOUGH else items


def _licensed(case: Case, leaf: Leaf, source: Predication, topic: list[Item]) -> float:
    """How much of the topic stands around the passage's act."""
    compounds = case.analysis.lex.code == "de"
    have = total = 0.0
    for item in topic:
        total += item.weight
        found = not source.around.isdisjoint(item.concepts)
        if found or item.titled or (compounds and leaf.index in item.hits.leaves):
            have += item.weight
    return have / total if total else 0.0


def _any_same(left: Iterable[Chunk], right: list[Chunk]) -> bool:
    return any(a.same(b) for a in left for b in right)


def _surely(left: Iterable[Chunk], right: list[Chunk]) -> bool:
    return any(a.surely(b) for a in left for b in right)


def _agrees(stated: Predication, source: Predication) -> bool:
    """Whether a passage gives the act to the same doer and receiver, as far as both are named."""
    if _exchanged(stated, source):
        return False
    if stated.agents and not source.agents:
        return False  # the passage is silent on who does it
    doer = bool(stated.agents and source.agents)
    receiver = bool(stated.recipients and source.recipients)
    if doer and not _any_same(stated.agents, source.agents):
        return False
    if receiver and not _any_same(stated.recipients, source.recipients):
        return not doer or not _strangers(stated.recipients, source.recipients)
    return doer or receiver


def _strangers(left: list[Chunk], right: list[Chunk]) -> bool:
    """Whether both name parties of the tables, and no common one."""
    return all(c.role for c in left) and all(c.role for c in right)


def _exchanged(stated: Predication, source: Predication) -> bool:
    return _surely(stated.agents, source.recipients) and _surely(stated.recipients, source.agents)


def _narrowed(stated: Predication, source: Predication) -> bool:
    """ "Only" one of several who may do it."""
    return (
        len(stated.agents) == 1
        and stated.agents[0].only
        and len(source.agents) > 1
        and any(not c.same(stated.agents[0]) for c in source.agents)
    )


def _misdirected(case: Case, stated: Predication, source: Predication) -> bool:
    """The right doer does it, but to somebody whom the premise knows as another person."""
    if stated.root.isdisjoint(source.root) or stated.conditional or source.conditional:
        return False
    if not _surely(stated.agents, source.agents):
        return False
    if not stated.recipients or not source.recipients:
        return False
    if _any_same(stated.recipients, source.recipients):
        return False
    return all(_known(case, chunk, source.recipients) for chunk in stated.recipients)


def _misgiven(case: Case, stated: Predication, source: Predication, about: float) -> bool:
    """The act is given to somebody whom the premise knows as another person."""
    if not stated.agents or not source.agents or stated.conditional:
        return False
    if _any_same(stated.agents, source.agents):
        return False
    if any(c.only for c in source.agents):
        return True
    opposite = case.analysis.lex.opposite
    if any(opposite.get(a.role) == b.role for a in stated.agents for b in source.agents if b.role):
        return True
    named_alike = not stated.root.isdisjoint(source.root)
    to_the_same = _surely(stated.recipients, source.recipients)
    alike = bool(stated.force) and stated.force == source.force and about >= _SURELY_ABOUT
    if not named_alike and not to_the_same and not alike:
        return False
    return not source.conditional and all(
        _known(case, agent, source.agents) for agent in stated.agents
    )


def _known(case: Case, agent: Chunk, others: list[Chunk]) -> bool:
    """Whether the premise names this person, and no synonym of ``others`` does."""
    return any(
        chunk.person and agent.same(chunk) and not _surely([chunk], others)
        for leaf in case.premise.leaves
        for other in case.premise.predications(leaf)
        for chunk in (*other.agents, *other.recipients, *other.subject)
    )


def _fault(case: Case, stated: Predication, leaf: Leaf, reason: ReasonCode) -> Fault:
    named = stated.agents or stated.recipients
    start, end = case.chars(named[0].i, named[0].j)
    return Fault(
        Slot.PARTIES if reason == ReasonCode.SWAPPED_PARTIES else Slot.DUTY_HOLDER,
        reason,
        start,
        end,
        leaf.index,
        RepairHint(RepairAction.START_ANEW),
    )
