"""The text of a response and the card behind it: one claim for each quotation, and what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from lexwarrant._version import __version__
from lexwarrant.answering.holding import Holding, holding
from lexwarrant.answering.phrases import Phrases
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer, Quotation
from lexwarrant.records.context import Context
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import AuthorityKind, Effect, Treatment
from lexwarrant.records.response import Authorised, State, Step
from lexwarrant.records.verification import ClaimCategory, RiskTier, SupportLabel
from lexwarrant.records.warrant import (
    AuthorityLink,
    Dimension,
    DimensionLabel,
    LabelMethod,
    LawWords,
    Provenance,
    WarrantCard,
    WarrantClaim,
)

SYSTEM = "lexwarrant"
_HOLDS, _FAILS = DimensionLabel.HOLDS, DimensionLabel.FAILS
_UNKNOWN = DimensionLabel.UNKNOWN
_TIME = {
    State.IN_FORCE: _HOLDS,
    State.FIXES: _HOLDS,
    State.NOT_LAW: _UNKNOWN,
    State.UNKNOWN: _UNKNOWN,
    State.UNDATED: _UNKNOWN,
}
"""What each state says of time; every other fails."""


def shown(steps: Sequence[Step], after: Sequence[str] = ()) -> tuple[str, list[tuple[int, int]]]:
    """The steps as one text, and the span of each quotation in it, in order."""
    text, spans = "", []
    for step in steps:
        text += ("\n\n" if text else "") + step.text
        for quotation in step.quotations:
            text += f"\n{quotation.label}: “"
            spans.append((len(text), len(text) + len(quotation.shown)))
            text += f"{quotation.shown}”"
    return "\n\n".join((text, *after)), spans


def authorised(
    snapshot: Snapshot, quotation: Quotation, claim: str, on: date | None, words: Phrases
) -> Authorised:
    """What stands behind a quotation on the day, limits and treatments in the reader's language."""
    held = holding(snapshot, quotation, on)
    authority, version = held.authority, held.version
    said = []
    if authority is not None and authority.effect is Effect.TRANSPOSED:
        said.append(words.say("transposed"))
    if held.state is State.SUPERSEDED:
        when = ", ".join(str(t.on) for t in held.amended)
        said.append(words.say("superseded", amended=when))
    if version is not None and not version.complete:
        said.append(words.say("incomplete"))
    if held.blind:
        said.append(words.say("limits"))
    return Authorised(
        claim,
        quotation.provision_id,
        quotation.label,
        authority.title if authority else "",
        authority.kind if authority else AuthorityKind.STATUTE,
        None if held.standing.rank is None else held.standing.rank + 1,
        held.standing.binding,
        held.status,
        version.valid_from if version else None,
        held.ended,
        held.applies_from,
        tuple(_treated(snapshot, t, words) for t in held.treatments),
        authority.source if authority else "",
        tuple(said),
        held.state,
        held.binds,
    )


def _treated(snapshot: Snapshot, treatment: Treatment, words: Phrases) -> str:
    by = snapshot.authority(authority_of(treatment.by))
    said = words.entry.treated[treatment.kind.value]
    said += words.part("by", by=by.short_title if by else treatment.by)
    return f"{said}, {treatment.on}" if treatment.on else said


def card(
    text: str,
    steps: Sequence[Step],
    spans: Sequence[tuple[int, int]],
    answer: LegalAnswer,
    context: Context,
    snapshot: Snapshot,
    *,
    categories: Mapping[str, ClaimCategory | None],
    reached: str,
    misfit: str,
    risk: RiskTier,
) -> WarrantCard:
    """The card of a response.

    ``reached`` is the provision that stated circumstances chose, ``misfit`` one that they lie
    outside: posture holds in the one and fails in the other; elsewhere nobody looked. A claim is
    labelled ``direct`` when the words quoted state it and no dimension fails, ``out_of_scope`` when
    one does, ``partial`` when the text is held in part.
    """
    claims, links = [], []
    quotations = [q for s in steps for q in s.quotations]
    for number, (quotation, (start, end)) in enumerate(zip(quotations, spans, strict=True), 1):
        name = f"c{number}"
        claims.append(
            WarrantClaim(
                name, quotation.shown, categories.get(quotation.shown), True, risk, start, end
            )
        )
        held = holding(snapshot, quotation, context.analysis_date)
        posture = _UNKNOWN
        if quotation.provision_id in (reached, misfit):
            posture = _HOLDS if quotation.provision_id == reached else _FAILS
        dimensions = _dimensions(held, quotation, context, posture)
        authority, version = held.authority, held.version
        whole = version is None or version.complete
        support = SupportLabel.DIRECT if whole else SupportLabel.PARTIAL
        if _FAILS in dimensions.values():
            support = SupportLabel.OUT_OF_SCOPE
        links.append(
            AuthorityLink(
                name,
                quotation.provision_id,
                support,
                authority.kind if authority else AuthorityKind.STATUTE,
                authority.status if authority else "",
                quotation.label,
                LawWords(quotation.provision_id, quotation.shown, True, held.held_on),
                dimensions,
                _HOLDS,
                _HOLDS,
                confidence=answer.score,
            )
        )
    acts = tuple(dict.fromkeys(s.act for s in steps))
    return WarrantCard(
        "",
        context.jurisdiction or "",
        text,
        tuple(claims),
        tuple(links),
        acts,
        Provenance(LabelMethod.RULES, f"lexwarrant {__version__}", snapshot.manifest.retrieved),
        risk,
        SYSTEM,
        tuple(dict.fromkeys(a.provision_id for a in answer.alternatives)),
    )


def _dimensions(
    held: Holding, quotation: Quotation, context: Context, posture: DimensionLabel
) -> dict[Dimension, DimensionLabel]:
    here = quotation.provision_id.split("/", 1)[0]
    asked = context.jurisdiction
    undone = _FAILS if held.state in (State.REPEALED, State.UNDONE) else _HOLDS
    return {
        Dimension.EXISTS: _HOLDS,
        Dimension.STATUS: _HOLDS if held.standing.binding else _FAILS,
        Dimension.JURISDICTION: _UNKNOWN if not asked else _HOLDS if asked == here else _FAILS,
        Dimension.TIME: _TIME.get(held.state, _FAILS),
        Dimension.POSTURE: posture,
        Dimension.TREATMENT: _UNKNOWN if held.blind and undone is _HOLDS else undone,
    }
