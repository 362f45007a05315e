"""A whole answer against a snapshot: the premise from its own citations, and the other dimensions.

Support is one of five: the authority must also exist, belong to the legal system asked about, be in
force on the day, and have the status the answer gives it. ``Law`` is what is asked of a snapshot,
so that any collection of law that can say this can be used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Protocol

from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.context import Context
from lexwarrant.records.ids import authority_of, unit_of
from lexwarrant.records.law import Authority, AuthorityKind, Status, Treatment, Version
from lexwarrant.records.verification import (
    WORST_FIRST,
    CheckContext,
    Dimensions,
    Exists,
    Finding,
    InForce,
    Premise,
    PremiseProvision,
    ReasonCode,
    SentenceVerdict,
    Slot,
    SupportLabel,
    TextFinding,
)
from lexwarrant.verification.verifier import Verifier


class Law(Protocol):
    """What is asked of a snapshot."""

    def authority(self, authority_id: str) -> Authority | None:
        """The authority with this id, or None."""
        ...

    def version_on(self, provision_id: str, on: date | None = None) -> Version | None:
        """The text of a unit on a day (None: the latest)."""
        ...

    def status_on(self, provision_id: str, on: date) -> Status:
        """What a provision is on a day."""
        ...

    def units(self, authority_id: str) -> list[str]:
        """Units of an authority in order."""
        ...

    def undone_by(self, provision_id: str, on: date | None = None) -> Treatment | None:
        """What overruled, reversed or repealed a provision by a day (None: ever)."""
        ...


_SOFT = {
    AuthorityKind.BILL: "bill",
    AuthorityKind.GUIDANCE: "guidance",
}
_FORCE = {
    Status.APPLICABLE: InForce.YES,
    Status.NOT_YET_IN_FORCE: InForce.NOT_YET,
    Status.IN_FORCE_NOT_APPLICABLE: InForce.NOT_YET,
    Status.REPEALED: InForce.NO_LONGER,
    Status.EXPIRED: InForce.NO_LONGER,
    Status.UNKNOWN: InForce.UNKNOWN,
}


def check_answer(
    answer: LegalAnswer,
    law: Law,
    verifier: Verifier | None = None,
    *,
    context: Context | None = None,
    retrieved: Sequence[str] = (),
) -> TextFinding:
    """Every sentence of ``answer`` against what it cites and quotes, on the day of the context.

    ``retrieved`` are further provision ids the system was given. A sentence that is supported by
    law that is not in force, or of another legal system, is not supported; nor is one that cites an
    overruled or reversed decision without saying so. A decision cited without a paragraph is all of
    its paragraphs.
    """
    context = context or Context()
    verifier = verifier or Verifier(jurisdiction=context.jurisdiction or "")
    ids = _cited(answer, retrieved, law)
    premise = premise_from(ids, law, context)
    found = verifier.check_text(premise, answer.text, CheckContext(question=answer.question))
    findings = tuple(
        _undone(_with_dimensions(f, law, context, ids), answer, law, context)
        for f in found.findings
    )
    verdicts = {f.verdict for f in findings}
    worst = next((v for v in WORST_FIRST if v in verdicts), SentenceVerdict.NO_CLAIM)
    return TextFinding(worst, findings)


def _cited(answer: LegalAnswer, retrieved: Sequence[str], law: Law) -> list[str]:
    ids = [c.provision_id for c in answer.citations if c.provision_id]
    if answer.quotation is not None and answer.quotation.document_id:
        ids.append(answer.quotation.document_id)
    if answer.anchor_id and not answer.anchor_id.startswith("virtual:"):
        ids.append(answer.anchor_id)
    ids.extend(retrieved)
    out: dict[str, None] = {}
    for unit in map(unit_of, ids):
        authority = law.authority(unit)
        decision = authority is not None and authority.kind is AuthorityKind.JUDGMENT
        out.update(dict.fromkeys((decision and law.units(unit)) or [unit]))
    return list(out)


_SAYS_SO = re.compile(
    r"overrul|revers|abrogat|repeal|vacat|supersed|no longer|not good law|bad law|"
    r"aufgehoben|abrogé|infirmé|נהפכ|בוטל|נפסלה",
    re.IGNORECASE,
)


def _undone(finding: Finding, answer: LegalAnswer, law: Law, context: Context) -> Finding:
    """The finding, withdrawn when its sentence cites as law what was overruled, reversed or repealed."""
    if finding.verdict == SentenceVerdict.CONTRADICTED or _SAYS_SO.search(finding.sentence):
        return finding
    cited = {c.provision_id for c in answer.citations if c.text and c.text in finding.sentence}
    cited |= {s.provision_id for s in finding.sources if s.provision_id}
    for provision in sorted(filter(None, cited)):
        undoing = law.undone_by(provision, context.analysis_date)
        if undoing is not None and undoing.scope == "whole":
            force = replace(finding.dimensions or Dimensions(), in_force=InForce.NO_LONGER)
            return _withdrawn(replace(finding, dimensions=force), ReasonCode.NOT_IN_FORCE)
    return finding


def premise_from(ids: Sequence[str], law: Law, context: Context) -> Premise:
    """The units named, in the version of the context's day; ids that are not held are left out."""
    provisions: list[PremiseProvision] = []
    for provision_id in ids:
        version = law.version_on(provision_id, context.analysis_date)
        if version is None or not version.text:
            continue
        authority = law.authority(authority_of(provision_id))
        names = (authority.short_title, *authority.aliases) if authority else ()
        provisions.append(
            PremiseProvision(
                version.text,
                authority.title if authority else "",
                tuple(dict.fromkeys(n for n in names if n)),
                (provision_id,),
                provision_id,
                _SOFT.get(authority.kind, "") if authority else "",
                version.complete,
            )
        )
    return Premise(tuple(provisions), context.jurisdiction or "")


def _with_dimensions(finding: Finding, law: Law, context: Context, ids: Sequence[str]) -> Finding:
    """The finding with where its authority stands; support that fails there is withdrawn."""
    if finding.verdict == SentenceVerdict.NO_CLAIM:
        return finding
    provision = next((s.provision_id for s in finding.sources if s.provision_id), "")
    if not provision:
        missing = [i for i in ids if law.version_on(i, context.analysis_date) is None]
        if not missing:
            return replace(finding, dimensions=Dimensions(Exists.NOT_CITED))
        return _missing(finding, missing, law, alone=len(missing) == len(ids))
    authority = law.authority(authority_of(provision))
    same = None
    if context.jurisdiction and authority is not None:
        same = authority.jurisdiction == context.jurisdiction
    force = InForce.UNKNOWN
    if context.analysis_date is not None:
        force = _FORCE[law.status_on(provision, context.analysis_date)]
    status = authority.kind.value if authority is not None else ""
    dimensions = Dimensions(Exists.YES, same, force, status)
    finding = replace(finding, dimensions=dimensions)
    if finding.verdict != SentenceVerdict.SUPPORTED:
        return finding
    if same is False:
        return _withdrawn(finding, ReasonCode.OTHER_JURISDICTION)
    if force in (InForce.NOT_YET, InForce.NO_LONGER):
        return _withdrawn(finding, ReasonCode.NOT_IN_FORCE)
    return finding


def _missing(finding: Finding, missing: Sequence[str], law: Law, *, alone: bool) -> Finding:
    """A sentence whose authority is not there: invented where the collection is complete, else
    not to be checked."""
    for provision_id in missing:
        authority = law.authority(authority_of(provision_id))
        marker = provision_id[len(authority_of(provision_id)) + 1 :].split("/", 1)[0]
        if authority is not None and marker in authority.coverage.complete:
            gone = replace(finding, dimensions=Dimensions(Exists.NO))
            return _withdrawn(gone, ReasonCode.AUTHORITY_NOT_FOUND)
    unknown = replace(finding, dimensions=Dimensions(Exists.UNKNOWN))
    if not alone:
        return unknown
    return replace(
        unknown,
        verdict=SentenceVerdict.CANNOT_CHECK,
        support=SupportLabel.UNSETTLED,
        reasons=(ReasonCode.AUTHORITY_NOT_HELD,),
    )


def _withdrawn(finding: Finding, reason: ReasonCode) -> Finding:
    return replace(
        finding,
        verdict=SentenceVerdict.NOT_STATED,
        support=SupportLabel.OUT_OF_SCOPE,
        reasons=(reason,),
        failed_slots=(Slot.STATUS,),
    )
