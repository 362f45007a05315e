"""Whether the words of law that a suite quotes stand where it says, on the day it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.ids import authority_of
from lexwarrant.records.warrant import LawWords, WarrantItem
from lexwarrant.text.folding import fold


@dataclass(frozen=True, slots=True)
class Misquoted:
    """Words that do not stand where they are said to: the item, the place, the reason."""

    item: str
    law: LawWords
    why: str


def misquoted(items: Iterable[WarrantItem], snapshot: Snapshot) -> Iterator[Misquoted]:
    """Every quotation of ``items`` that is not verbatim in ``snapshot``.

    Words of an authority that the snapshot does not hold at all are passed over, so that a suite
    over five legal systems can be checked with the law of one.
    """
    for item in items:
        asked = item.contexts[0]
        on = asked.context.analysis_date
        laws = [link.words for link in asked.gold.links if link.words]
        laws += [item.turns_on] if item.turns_on else []
        for law in laws:
            if law.held and snapshot.authority(authority_of(law.provision)) is not None:
                why = _wrong(law, law.held_on or on, snapshot)
                if why:
                    yield Misquoted(item.id, law, why)


def text_of(law: LawWords, on: date | None, snapshot: Snapshot) -> str | None:
    """The text the words should stand in; None when no text is known for the day."""
    version = snapshot.version_on(law.provision, on, law.extent or None)
    if version is None:
        return None
    if version.provision_id == law.provision:
        return version.text
    part = next((p for p in version.parts if p.id == law.provision), None)
    return version.text[part.start : part.end] if part else None


def _wrong(law: LawWords, on: date | None, snapshot: Snapshot) -> str:
    text = text_of(law, on, snapshot)
    if text is None:
        return f"no text of {law.provision} is known for {on}"
    if fold(law.words).text not in fold(text).text:
        return f"the words do not stand in {law.provision} on {on}"
    return ""
