"""The source of an answer: the provisions it cites, and nothing else of the corpus."""

from __future__ import annotations

from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.ids import unit_of
from lexwarrant.records.suite import Case
from lexwarrant.records.verification import Premise, PremiseProvision

MOST_CHARACTERS = 40_000


def cited_provisions(
    case: Case, answer: LegalAnswer, snapshot: Snapshot
) -> tuple[PremiseProvision, ...]:
    """The cited units as the snapshot has them on the case's day, each once.

    Where the snapshot holds none of them, the quotation that the system shows as its source.
    """
    on = case.context.analysis_date
    ids = [c.provision_id for c in answer.citations if c.provision_id]
    if answer.quotation and answer.quotation.document_id:
        ids.insert(0, answer.quotation.document_id)
    out: list[PremiseProvision] = []
    size = 0
    for unit in dict.fromkeys(unit_of(i) for i in ids):
        version = snapshot.version_on(unit, on) or snapshot.version_on(unit)
        authority = snapshot.authority(unit.rsplit("/", 2)[0]) if version else None
        if version is None or not version.text or size + len(version.text) > MOST_CHARACTERS:
            continue
        size += len(version.text)
        title = authority.short_title if authority else ""
        out.append(
            PremiseProvision(
                version.text, title=title, citations=(version.label, unit), provision_id=unit,
                complete=version.complete,
            )
        )  # fmt: skip
    if not out and answer.quotation and answer.quotation.text.strip():
        quotation = answer.quotation
        out.append(
            PremiseProvision(
                quotation.text[:MOST_CHARACTERS], citations=(quotation.label,) if quotation.label else (),
                provision_id=quotation.document_id, complete=False,
            )
        )  # fmt: skip
    return tuple(out)


def premise_of(case: Case, answer: LegalAnswer, snapshot: Snapshot) -> Premise | None:
    """The cited source as a premise for the verifier; None when there is none."""
    provisions = cited_provisions(case, answer, snapshot)
    return Premise(provisions, case.context.jurisdiction or "") if provisions else None
