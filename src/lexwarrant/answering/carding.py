"""The text of a response and the card behind it: one claim for each quotation, and what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from lexwarrant._version import __version__
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer, Quotation
from lexwarrant.records.context import Context
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import AuthorityKind, Status
from lexwarrant.records.response import Authorised, Step
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
from lexwarrant.retrieval.standing import Lower, Standing, standing

SYSTEM = "lexwarrant"
_HOLDS, _FAILS = DimensionLabel.HOLDS, DimensionLabel.FAILS
_UNKNOWN = DimensionLabel.UNKNOWN


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
    snapshot: Snapshot,
    quotation: Quotation,
    claim: str,
    on: date | None,
    limits: Mapping[str, str],
) -> Authorised:
    """What stands behind a quotation on the day."""
    authority = snapshot.authority(authority_of(quotation.provision_id))
    stands = standing(snapshot, quotation.provision_id, on)
    version = snapshot.version_on(quotation.document_id, on)
    rule = snapshot.applicability(quotation.provision_id)
    treated = snapshot.treatments(quotation.document_id)
    said = [limits["incomplete"]] if version is not None and not version.complete else []
    if authority is not None and not authority.coverage.later_amendments:
        said.append(limits["later"])
    return Authorised(
        claim,
        quotation.provision_id,
        quotation.label,
        authority.title if authority else "",
        authority.kind if authority else AuthorityKind.STATUTE,
        None if stands.rank is None else stands.rank + 1,
        stands.binding,
        stands.status,
        version.valid_from if version else None,
        version.valid_to if version else None,
        rule.applies_from if rule else None,
        tuple(f"{t.kind.value} by {t.by}" + (f", {t.on}" if t.on else "") for t in treated),
        authority.source if authority else "",
        tuple(said),
    )


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
        fixes_date = _fixes_date(snapshot, quotation)
        stands = standing(snapshot, quotation.provision_id, context.analysis_date)
        posture = _UNKNOWN
        if quotation.provision_id in (reached, misfit):
            posture = _HOLDS if quotation.provision_id == reached else _FAILS
        dimensions = _dimensions(stands, quotation, context, posture, fixes_date=fixes_date)
        authority = snapshot.authority(authority_of(quotation.provision_id))
        version = snapshot.version_on(quotation.document_id, context.analysis_date)
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
                LawWords(quotation.provision_id, quotation.shown, True, context.analysis_date),
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


def _fixes_date(snapshot: Snapshot, quotation: Quotation) -> bool:
    """Whether the words quoted are those that fix a date of application."""
    return any(
        rule.basis == quotation.document_id
        and (quotation.start or 0) < rule.basis_end
        and rule.basis_start < (quotation.end or 0)
        for rule in snapshot.applicabilities().values()
    )


def _dimensions(
    stands: Standing,
    quotation: Quotation,
    context: Context,
    posture: DimensionLabel,
    *,
    fixes_date: bool,
) -> dict[Dimension, DimensionLabel]:
    here = quotation.provision_id.split("/", 1)[0]
    asked = context.jurisdiction
    time = _UNKNOWN
    if fixes_date or stands.status is Status.APPLICABLE:
        time = _HOLDS
    elif stands.status is not Status.UNKNOWN:
        time = _FAILS
    return {
        Dimension.EXISTS: _HOLDS,
        Dimension.STATUS: _HOLDS if stands.binding else _FAILS,
        Dimension.JURISDICTION: _UNKNOWN if not asked else _HOLDS if asked == here else _FAILS,
        Dimension.TIME: time,
        Dimension.POSTURE: posture,
        Dimension.TREATMENT: _FAILS if Lower.UNDONE in stands.lower else _HOLDS,
    }
