"""Where an answer went wrong: retrieval, generation, authority status, time, support or policy.

Read from the labels, the first that applies is *the* bottleneck, and all are kept:

* generation: an authority or quotation that does not exist, or a gold claim left out although its
  provision was in hand;
* authority_status: a pair fails in status, jurisdiction or treatment;
* time: a pair fails in time;
* support: a pair is not licensed although none of these fails (a posture that does not fit included),
  or a consequential claim names no authority;
* retrieval: provisions were retrieved or cited, and none that the gold card rests on;
* policy: the acts are not those of the gold card.

Retrieval comes first when nothing was cited that the gold card rests on, because what follows from a
wrong passage is then not the generator's fault.
"""

from __future__ import annotations

from functools import lru_cache

from lexwarrant.evaluation.warrant.counts import pairs_of, policy_holds, supported
from lexwarrant.records.ids import unit_of
from lexwarrant.records.warrant import (
    Bottleneck,
    Dimension,
    DimensionLabel,
    ItemContext,
    WarrantCard,
)

_STATUS = (Dimension.STATUS, Dimension.JURISDICTION, Dimension.TREATMENT)

_unit = lru_cache(maxsize=50_000)(unit_of)


def bottlenecks(card: WarrantCard, asked: ItemContext) -> tuple[Bottleneck, ...]:
    """Every bottleneck of an answer, the decisive one first; empty for a warranted answer."""
    found: list[Bottleneck] = []
    pairs = pairs_of(card)
    wanted = {_unit(k.authority) for k in asked.gold.links}
    had = {_unit(p) for p in card.retrieved} | {_unit(k.authority) for k in card.links}
    invented = any(
        k.dimensions.get(Dimension.EXISTS) is DimensionLabel.FAILS
        or k.quotation is DimensionLabel.FAILS
        for _, k in pairs
    )
    if invented:
        found.append(Bottleneck.GENERATION)
    if wanted and had and not wanted & had:
        found.append(Bottleneck.RETRIEVAL)
    fails = {d for _, k in pairs for d, v in k.dimensions.items() if v is DimensionLabel.FAILS}
    if fails & set(_STATUS):
        found.append(Bottleneck.AUTHORITY_STATUS)
    if Dimension.TIME in fails:
        found.append(Bottleneck.TIME)
    linked = {c.id for c, _ in pairs}
    bare = any(c.consequential and c.id not in linked for c in card.claims)
    if bare or any(not supported(c, k) and not _explained(k.dimensions) for c, k in pairs):
        found.append(Bottleneck.SUPPORT)
    matched = {c.matches for c in card.claims if c.matches}
    missing = any(g.id not in matched for g in asked.gold.claims)
    if missing and wanted & had and not invented:
        found.append(Bottleneck.GENERATION)
    if not policy_holds(card, asked):
        found.append(Bottleneck.POLICY)
    return tuple(found)


def _explained(dimensions: dict[Dimension, DimensionLabel]) -> bool:
    by = (*_STATUS, Dimension.TIME, Dimension.EXISTS)
    return any(dimensions.get(d) is DimensionLabel.FAILS for d in by)
