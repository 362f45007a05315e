"""Premises for a generation: from text files, from ids of a snapshot, from what the gate found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.errors import ConfigurationError
from lexwarrant.records.ids import authority_of
from lexwarrant.records.verification import Premise, PremiseProvision

_ALTERNATIVES = 2
"""Provisions beside the anchor that the gate looked at and that are put in the premise."""


def premise_from_files(paths: Sequence[Path]) -> Premise:
    """One provision for each text file, named after the file."""
    provisions = []
    for path in paths:
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigurationError(f"premise {path}: cannot be read as text ({error})") from None
        if not text.strip():
            raise ConfigurationError(f"premise {path}: is empty; give a file with the law's text")
        provisions.append(PremiseProvision(text, title=path.stem))
    return Premise(tuple(provisions))


def premise_from_ids(snapshot: Snapshot, ids: Iterable[str], on: date | None) -> Premise:
    """The provisions with these ids, in the version of ``on``."""
    provisions: list[PremiseProvision] = []
    jurisdiction = ""
    for provision_id in dict.fromkeys(ids):
        text = snapshot.text(provision_id, on)
        version = snapshot.version_on(provision_id, on)
        authority = snapshot.authority(authority_of(provision_id))
        if not text or version is None or authority is None:
            raise ConfigurationError(
                f"premise {provision_id!r}: the snapshot holds no such provision; "
                "see `lexwarrant law list`, or give a text file"
            )
        part = snapshot.part(provision_id, on)
        jurisdiction = authority.jurisdiction
        provisions.append(
            PremiseProvision(
                text,
                authority.short_title,
                (authority.title,),
                (part.label if part else version.label,),
                provision_id,
                complete=version.complete,
            )
        )
    return Premise(tuple(provisions), jurisdiction)


def premise_from_gate(snapshot: Snapshot, gate: LegalAnswer, on: date | None) -> Premise:
    """The article the gate quotes from, and the best of what it looked at besides."""
    if not gate.promoted:
        return Premise(())
    others = [a.provision_id for a in gate.alternatives[:_ALTERNATIVES]]
    return premise_from_ids(snapshot, [gate.anchor_id, *others], on)
