"""Polarity: plain negation, opposites, and what a passage forbids."""

from __future__ import annotations

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.frames import Clause
from lexwarrant.verification.passages import Leaf

NEGATIVE_FORCES = frozenset({"must_not", "need_not"})


def denies(clause: Clause) -> bool:
    """Whether a clause says no: one denial, or an odd number of them."""
    count = sum(f.kind in ("must_not", "need_not") for f in clause.forces)
    count += len(clause.negated)
    if not count and not clause.forces:
        count = sum(sign < 0 for _, _, sign in clause.signs[:1])
    return count % 2 == 1


def check_ban(case: Case) -> list[Fault]:
    """A passage forbids or denies what the sentence plainly affirms."""
    leaf = case.best
    if leaf is None or case.settled or case.clause.exceptional or leaf.clause.exceptional:
        return []
    clause = case.clause
    if clause.denied or clause.despite or clause.forbids:
        return []
    if any(sign < 0 for _, _, sign in clause.signs) or clause.repeal:
        return []
    if case.alignment.covered_by(leaf.index) < 0.6:
        return []
    stated = case.alignment.concepts
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
    if case.settled or case.clause.exceptional or leaf.clause.exceptional:
        return []
    flips = _negation_flip(case, leaf)
    opposites = _opposites(case.clause, leaf.clause)
    if _agree(case, leaf.clause):
        return []
    if flips is None and opposites is None:
        return []
    if flips is not None and opposites is not None and not _one_fact(case, leaf, opposites):
        return []  # a denial of the opposite is no denial
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


def _one_fact(case: Case, leaf: Leaf, token: int) -> bool:
    """Whether the denial that makes the sides differ is that of the opposed word itself."""
    word = case.analysis.words[token]
    if word is None or any(abs(q.i - token) <= 2 for q in case.analysis.quantities):
        return False
    if case.analysis.lex.code == "de" and any(
        token < at <= token + 2 for at, _, _ in case.clause.negated
    ):
        return True  # "haftet nicht"
    return any(
        not names.isdisjoint(word.concepts)
        for side in (case.clause, leaf.clause)
        for _, names, _ in side.negated
    )


def _negation_flip(case: Case, leaf: Leaf) -> int | None:
    """The token at which one side denies what the other affirms; None when they agree."""
    clause, source = case.clause, leaf.clause
    source_negative = bool(source.negated) or source.forbids
    stated_negative = bool(clause.negated) or clause.forbids
    if stated_negative == source_negative or case.alignment.covered_by(leaf.index) < 0.6:
        return None
    for other in case.near(0.85):
        negative = bool(other.clause.negated) or other.clause.forbids
        if negative == stated_negative or other.clause.exceptional:
            return None
    if stated_negative:
        people = {
            c
            for word in case.analysis.words
            if word is not None and word.role
            for c in word.concepts
        }
        quotes = case.analysis.quotes
        starts = case.analysis.starts
        for token, concepts, limited in clause.negated:
            if any(q.start <= starts[token] < q.end for q in quotes):
                continue  # the law's own words, held to it as a quotation
            if not limited and (concepts - people) & leaf.concepts:
                return token
        return None
    if case.alignment.covered_by(leaf.index) < 0.75 or source.forces or clause.denied:
        return None
    stated = case.alignment.concepts
    for _, concepts, limited in source.negated:
        if not limited and concepts & stated:
            return 0
    return None


def _agree(case: Case, source: Clause) -> bool:
    """Whether both sides say the same of one dimension, negations counted in, and differ in none
    that the sentence predicates ("is void", "not liable")."""
    pairs = {(dim, sign) for _, dim, sign in source.signs}
    stated = case.clause.signs
    if not any((dim, sign) in pairs for _, dim, sign in stated):
        return False
    analysis = case.analysis
    denied = {m.j for m in analysis.marks if m.kind == lx.NEG}
    return not any(
        (dim, -sign) in pairs
        and (dim, sign) not in pairs
        and (token in denied or analysis.low[token - 1] in analysis.lex.be_forms)
        for token, dim, sign in stated
    )


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
