"""Citations and titles: what a sentence says it rests on scopes what may support it."""

from __future__ import annotations

import re

from lexwarrant.records.verification import ReasonCode, RepairAction, RepairHint, Slot
from lexwarrant.verification.case import Case, Fault
from lexwarrant.verification.marks import Reference
from lexwarrant.verification.quantities import Quantity, same_value

_TITLE = re.compile(
    r"(?:[A-Z][\w'’-]*|\([A-Z][^()]{2,60}\))(?:,? (?:of|and|the|to|for|on|in|etc\.?|[A-Z][\w'’-]*|"
    r"\([A-Z][^()]{2,60}\)))* (?:Act|Regulations?|Order|Rules|Code|Directive|Law|Ordinance|"
    r"Statute|Convention|Charter|Bill)\b(?:,? (?:of )?(?P<year>(?:1[789]|20)\d\d))?"
)
_GENERIC = re.compile(r"(?:The|This|That|Any|An?|Under the|In the|By the) (?:\w+)$")


def check_citations(case: Case) -> list[Fault]:
    """Set the passages a citation allows; fault one that points elsewhere."""
    faults = _titles(case)
    if faults or not case.analysis.references:
        return faults
    premise = case.premise
    allowed: set[int] = set()
    scoped = False
    for reference in case.analysis.references:
        for path in reference.paths:
            if len(path) > 1 and not case.clause.denied and premise.is_empty(path):
                return [_foreign(case, reference)]
            leaves = _leaves(case, reference, path)
            if leaves:
                allowed.update(leaves)
                scoped = True
                continue
            if reference.unit in ("pt", "ch", "anx", "sch", "rec"):
                kin = {
                    p
                    for a in premise.analyses
                    for r in a.references
                    if r.unit == reference.unit
                    for p in r.paths
                }
                if kin and not any(p[: len(path)] == path or path[: len(p)] == p for p in kin):
                    return [_foreign(case, reference)]
                continue
            if not premise.labels:
                continue
            if premise.names(path, reference.internal):
                continue
            if reference.internal and not any(len(label) > 1 for label in premise.labels):
                continue
            return [_foreign(case, reference)]
    if not scoped or not case.ranked:
        return []
    case.allowed = frozenset(allowed)
    scores = case.alignment.scores
    inside = max((scores[k] for k in allowed), default=0.0)
    best = scores[case.ranked[0]]
    hopped = max((scores[h] for k in allowed for h in premise.leaves[k].hops), default=0.0)
    if _told_by_another(case):
        case.allowed = None
        return []
    if max(inside, 0.8 * hopped) < 0.62 * best and not _figures_inside(case, allowed):
        if not _evident(case):
            return []
        first = case.analysis.references[0]
        return [
            Fault(
                Slot.CITATION,
                ReasonCode.MISATTRIBUTED,
                first.start,
                first.end,
                case.ranked[0],
                _hint(case, first),
            )
        ]
    if inside < best:
        case.ranked.sort(key=lambda k: (k not in allowed, -scores[k]))
    return []


_LEAST = 1.0
"""Weight of the content by which right words in another place must be known."""
_HELD = 0.3
"""Share of the content that the other place must hold."""


def _evident(case: Case) -> bool:
    """Whether another passage holds enough of the sentence to say that the citation is wrong."""
    items = case.alignment.items
    if sum(i.weight for i in items if i.weight >= 0.8) < _LEAST:
        return False
    return case.alignment.covered_by(case.ranked[0]) >= _HELD


def _told_by_another(case: Case) -> bool:
    """Whether each provision the sentence names is what it speaks of, not what it rests on.

    "A breach of regulation 4(1) costs ..." against a passage that names regulation 4(1) itself. A
    provision that opens the sentence, alone or behind "under", is what it rests on.
    """
    analysis = case.analysis
    best = case.premise.leaves[case.ranked[0]]
    source = case.premise.analyses[best.provision]
    named = {
        path
        for r in source.references
        if any(i <= r.i < j for i, j in best.ranges)
        for path in r.paths
    }
    if not named:
        return False
    openers = frozenset(analysis.lex.tables.rests_on)
    for reference in analysis.references:
        opens = reference.i == 0 or (
            reference.i <= 3 and not openers.isdisjoint(analysis.low[: reference.i])
        )
        held = any(n[: len(p)] == p for n in named for p in reference.paths)
        if opens or not held:
            return False
    return True


def cited_leaves(case: Case) -> set[int]:
    """The passages that the sentence's references point to; none when it cites nothing held."""
    return {
        leaf
        for reference in case.analysis.references
        for path in reference.paths
        for leaf in _leaves(case, reference, path)
    }


def _figures_inside(case: Case, allowed: set[int]) -> bool:
    """Whether the place cited holds every measured figure of the sentence, and the best does not."""
    measured = [q for q in case.analysis.quantities if q.dim != "count" and not q.implicit]
    best = case.ranked[0]

    def holds(quantity: Quantity, leaves: set[int]) -> bool:
        return any(
            leaf in leaves and same_value(p.value, quantity.value)
            for p, leaf in case.premise.by_dim.get(quantity.dim, ())
        )

    return bool(measured) and all(
        holds(q, allowed) and not holds(q, {best} - allowed) for q in measured
    )


def _foreign(case: Case, reference: Reference) -> Fault:
    return Fault(
        Slot.CITATION,
        ReasonCode.CITATION_NOT_IN_PREMISE,
        reference.start,
        reference.end,
        -1,
        _hint(case, reference),
    )


def _hint(case: Case, reference: Reference) -> RepairHint:
    best = case.best
    label = case.premise.label(best) if best is not None else ""
    return RepairHint(
        RepairAction.USE_CITATION if label else RepairAction.START_ANEW,
        reference.start,
        (label,) if label else (),
    )


def _leaves(case: Case, reference: Reference, path: tuple[str, ...]) -> list[int]:
    out: list[int] = []
    for leaf in case.premise.leaves:
        own = leaf.path
        if not own:
            declared = case.premise.declared[leaf.provision]
            if len({d[0] for d in declared}) == 1 and declared[0][0] == path[0]:
                out.append(leaf.index)
            continue
        if reference.internal:
            if path[-1] in own[1:] or (
                len(own) == 1 and own[0] == path[-1] and not own[0].isdecimal()
            ):
                out.append(leaf.index)
            continue
        size = min(len(own), len(path))
        if own[:size] == path[:size]:
            out.append(leaf.index)
    return out


def _titles(case: Case) -> list[Fault]:
    premise = case.premise
    if not premise.title_concepts:
        return []
    lex = case.analysis.lex
    for match in _TITLE.finditer(case.text):
        name = match.group()
        if _GENERIC.match(name):
            continue
        words = [
            lex.word(w.lower())
            for w in re.findall(r"[^\W\d_]+", name)
            if w.lower() not in ("the", "under", "of", "and")
        ]
        heavy = [w for w in words if not w.stop]
        if len(heavy) < 2:
            continue
        known = sum(
            not premise.title_concepts.isdisjoint(w.concepts)
            or bool(premise.postings.hits(w).leaves)
            for w in heavy
        )
        year = match.group("year")
        if known < 0.6 * len(heavy) or (year and int(year) not in premise.years):
            return [
                Fault(
                    Slot.TITLE,
                    ReasonCode.MISATTRIBUTED,
                    match.start(),
                    match.end(),
                    -1,
                    RepairHint(
                        RepairAction.USE_CITATION,
                        match.start(),
                        tuple(p.title for p in premise.premise.provisions if p.title)[:3],
                    ),
                )
            ]
    return []
