"""Families of near-miss items as they stand in a YAML file, and the items they become.

A family file is a list of families. A family gives what its items share; an item gives what it
changes. The first item is the base scenario, every other one names in ``varies`` the single thing
it changes and in ``turns_on`` the words of law that change the answer. Each item becomes one
`WarrantItem` with two contexts, ``lay`` and ``lawyer``, whose keys differ: the lawyer's answer must
cite the provision, and the lawyer's policy is ``lawyer_policy`` (without it, ``policy`` without
``warn``).

What holds for another item of the family and not for this one becomes a *near miss* of this one,
with a label derived by rule: where the two differ in jurisdiction, date or posture the tuple is
out of scope and that dimension fails; where they differ in party or fact it is contradictory when
both rest on the same provision, else out of scope with the posture failing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lexwarrant.records.context import Context
from lexwarrant.records.law import AuthorityKind
from lexwarrant.records.verification import ClaimCategory, RiskTier, SupportLabel
from lexwarrant.records.warrant import (
    AnswerKey,
    AuthorityLink,
    Dimension,
    DimensionLabel,
    ItemContext,
    LabelMethod,
    LawWords,
    PolicyAct,
    Provenance,
    StressFamily,
    Varied,
    WarrantCard,
    WarrantClaim,
    WarrantItem,
)

INHERIT = "(of the family)"
CONTEXTS = ("lay", "lawyer")


@dataclass(frozen=True, slots=True)
class FileWords:
    """Words of law as a file names them."""

    at: str
    words: str
    held: bool = True
    held_on: dt.date | None = None
    extent: str = ""


@dataclass(frozen=True, slots=True)
class FileClaim:
    """A gold claim with the words that license it."""

    claim: str
    at: str
    words: str
    values: tuple[tuple[str, ...], ...] = ()
    held: bool = True
    held_on: dt.date | None = None
    extent: str = ""
    label: SupportLabel = SupportLabel.DIRECT
    disagreement: str = ""
    kind: AuthorityKind | None = None


@dataclass(frozen=True, slots=True)
class FileItem:
    """One item. What is None (or, for the jurisdiction, `INHERIT`) is the family's."""

    id: str
    claims: tuple[FileClaim, ...]
    varies: Varied | None = None
    turns_on: FileWords | None = None
    question: str | None = None
    jurisdiction: str | None = INHERIT
    forum: str | None = None
    date: dt.date | None = None
    held_on: dt.date | None = None
    posture: str | None = None
    parties: tuple[str, ...] | None = None
    facts: tuple[str, ...] | None = None
    policy: tuple[PolicyAct, ...] | None = None
    lawyer_policy: tuple[PolicyAct, ...] | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Family:
    """What the items of a family share."""

    family: str
    stress: StressFamily
    domain: str
    category: ClaimCategory
    question: str
    items: tuple[FileItem, ...]
    jurisdiction: str | None = None
    risk: RiskTier = RiskTier.MEDIUM
    date: dt.date | None = None
    forum: str = ""
    posture: str = ""
    parties: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    policy: tuple[PolicyAct, ...] = (PolicyAct.ANSWER,)
    lawyer_policy: tuple[PolicyAct, ...] | None = None
    language: str = "en"
    template: str = ""
    confirmed_by: str = ""


def expand(family: Family, provenance: Provenance, snapshot: str) -> list[WarrantItem]:
    """The items of a family, near misses derived, in file order."""
    made_by = provenance
    if family.template:
        made_by = replace(
            provenance,
            method=LabelMethod.TEMPLATE,
            confirmed_by=family.confirmed_by,
            note=f"made from the template {family.template}",
        )
    return [_item(family, item, made_by, snapshot) for item in family.items]


def context_of(family: Family, item: FileItem, user: str) -> Context:
    """The context of an item for a kind of user."""
    return Context(
        jurisdiction=family.jurisdiction if item.jurisdiction == INHERIT else item.jurisdiction,
        analysis_date=item.date or family.date,
        forum=family.forum if item.forum is None else item.forum,
        posture=family.posture if item.posture is None else item.posture,
        user_type=user,
        party_types=family.parties if item.parties is None else item.parties,
        facts=family.facts if item.facts is None else item.facts,
    )


def prompt(item: WarrantItem, context: Context) -> str:
    """The question as a system is asked it: facts, parties and posture first, in words."""
    he = item.language == "he"
    parts = list(context.facts)
    if context.party_types:
        parts.append(("הצדדים: " if he else "Parties: ") + "; ".join(context.party_types) + ".")
    if context.posture:
        parts.append(("המצב הדיוני: " if he else "Posture: ") + context.posture + ".")
    if context.forum:
        parts.append(("הערכאה: " if he else "Forum: ") + context.forum + ".")
    return " ".join([*parts, item.question])


def _item(family: Family, item: FileItem, provenance: Provenance, snapshot: str) -> WarrantItem:
    base = family.items[0]
    name = f"{family.family}/{item.id}"
    return WarrantItem(
        id=name,
        family=family.family,
        stress=family.stress,
        question=item.question or family.question,
        domain=family.domain,
        contexts=tuple(_context(family, item, user, name, provenance) for user in CONTEXTS),
        snapshot=snapshot,
        language=family.language,
        base="" if item is base else f"{family.family}/{base.id}",
        varied=item.varies,
        turns_on=_law(item.turns_on, item) if item.turns_on else None,
        template=family.template,
        note=item.note,
    )


def _context(
    family: Family, item: FileItem, user: str, name: str, provenance: Provenance
) -> ItemContext:
    lay = family.policy if item.policy is None else item.policy
    policy = lay
    if user == "lawyer":
        own = item.lawyer_policy if item.lawyer_policy is not None else None
        shared = family.lawyer_policy if item.policy is None else None
        policy = own or shared or tuple(a for a in lay if a is not PolicyAct.WARN)
    claims = [_claim(family, c, f"g{n}") for n, c in enumerate(item.claims, 1)]
    text, placed = _reference(claims)
    links = tuple(
        _link(family, c, g.id, item, LICENSED, c.label)
        for c, g in zip(item.claims, placed, strict=True)
    )
    misses, miss_links = _near_misses(family, item)
    citations = tuple(dict.fromkeys(c.at for c in item.claims)) if user == "lawyer" else ()
    gold = WarrantCard(
        name, user, text, tuple(placed), links, policy, provenance, family.risk,
    )  # fmt: skip
    key = AnswerKey(
        text or item.note,
        must=tuple(group for c in item.claims for group in c.values),
        citations=citations,
        refuses=not item.claims,
    )
    return ItemContext(user, context_of(family, item, user), key, gold, misses, miss_links)


LICENSED: dict[Dimension, DimensionLabel] = dict.fromkeys(Dimension, DimensionLabel.HOLDS)
"""The dimensions of a gold tuple."""


def _claim(family: Family, claim: FileClaim, number: str) -> WarrantClaim:
    return WarrantClaim(
        number, claim.claim, family.category, True, family.risk,
        values=claim.values, disagreement=claim.disagreement,
    )  # fmt: skip


def _reference(claims: Sequence[WarrantClaim]) -> tuple[str, list[WarrantClaim]]:
    """The reference answer and the claims with their spans in it."""
    text, placed = "", []
    for claim in claims:
        start = len(text) + (1 if text else 0)
        text = f"{text} {claim.text}" if text else claim.text
        placed.append(replace(claim, start=start, end=start + len(claim.text)))
    return text, placed


def _law(words: FileWords | FileClaim, item: FileItem) -> LawWords:
    held_on = words.held_on or item.held_on
    return LawWords(words.at, words.words, words.held, held_on, words.extent)


def _kind(claim: FileClaim) -> AuthorityKind:
    if claim.kind is not None:
        return claim.kind
    number = claim.at.split("/")[1] if claim.at.startswith("eu/") else ""
    if "R" in number:
        return AuthorityKind.REGULATION
    return AuthorityKind.DIRECTIVE if "L" in number else AuthorityKind.STATUTE


def _link(
    family: Family,
    claim: FileClaim,
    number: str,
    item: FileItem,
    dimensions: dict[Dimension, DimensionLabel],
    label: SupportLabel,
    why: str = "",
) -> AuthorityLink:
    return AuthorityLink(
        number, claim.at, label, _kind(claim), words=_law(claim, item), dimensions=dimensions,
        stated=DimensionLabel.HOLDS,
        quotation=DimensionLabel.HOLDS if claim.held else DimensionLabel.NOT_APPLICABLE,
        why=why or f"licensed in {family.family}/{item.id}",
    )  # fmt: skip


def _near_misses(
    family: Family, item: FileItem
) -> tuple[tuple[WarrantClaim, ...], tuple[AuthorityLink, ...]]:
    own = {_sense(c) for c in item.claims}
    claims: list[WarrantClaim] = []
    links: list[AuthorityLink] = []
    for other in family.items:
        if other is item:
            continue
        for claim in other.claims:
            sense = _sense(claim)
            if sense in own:
                continue
            own.add(sense)
            number = f"m{len(claims) + 1}"
            label, fails = _label(family, item, other, claim)
            dimensions = dict(LICENSED)
            if fails is not None:
                dimensions[fails] = DimensionLabel.FAILS
            claims.append(_claim(family, claim, number))
            why = f"licensed in {family.family}/{other.id}, not here"
            links.append(_link(family, claim, number, other, dimensions, label, why))
    return tuple(claims), tuple(links)


def _sense(claim: FileClaim) -> tuple[str, str, str]:
    return claim.at, claim.words, "|".join("/".join(g) for g in claim.values)


def _label(
    family: Family, item: FileItem, other: FileItem, claim: FileClaim
) -> tuple[SupportLabel, Dimension | None]:
    here, there = context_of(family, item, ""), context_of(family, other, "")
    if (here.jurisdiction, here.forum) != (there.jurisdiction, there.forum):
        return SupportLabel.OUT_OF_SCOPE, Dimension.JURISDICTION
    if here.analysis_date != there.analysis_date:
        return SupportLabel.OUT_OF_SCOPE, Dimension.TIME
    if here.posture != there.posture:
        return SupportLabel.OUT_OF_SCOPE, Dimension.POSTURE
    if any(claim.at == c.at for c in item.claims):
        return SupportLabel.CONTRADICTORY, None
    return SupportLabel.OUT_OF_SCOPE, Dimension.POSTURE
