"""What has to be said besides a quotation: stakes, law that is gone or not held, hints of a system."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from lexwarrant.answering.phrases import Phrases
from lexwarrant.jurisdictions.citations import find_citations
from lexwarrant.jurisdictions.ontology import ontology
from lexwarrant.jurisdictions.registry import codes
from lexwarrant.jurisdictions.screening import foreign_system
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.citation import CitationForm, CitationKind
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import Status, TreatmentKind
from lexwarrant.records.verification import ClaimCategory
from lexwarrant.retrieval.question import Question
from lexwarrant.text.tokens import terms

_HARDLY = 1
_GONE = frozenset({Status.REPEALED, Status.EXPIRED})


@dataclass(frozen=True, slots=True)
class Gone:
    """An authority or provision the question names that is no longer law: what became of it."""

    label: str
    status: Status
    on: date | None
    by: str


def at_stake(question: str, categories: Collection[ClaimCategory], phrases: Phrases) -> str:
    """What a reader could lose: "time", "stakes", or empty.

    A time is at stake when the question is about one by which something must be done, not when it
    asks how long a state lasts; a sanction or a right when the question speaks of it or the words
    quoted, which make claims of ``categories``, set a penalty.
    """
    if phrases.asks("deadline", question):
        return "time"
    if phrases.asks("stakes", question):
        return "stakes"
    return "stakes" if ClaimCategory.PENALTY in categories else ""


def gone(snapshot: Snapshot, named: Sequence[str], on: date | None) -> Gone | None:
    """The first of the named provisions and authorities that is no longer law on the day."""
    for one in named:
        authority = snapshot.authority(authority_of(one))
        if authority is None:
            continue
        status = snapshot.status_on(one, on) if on else Status.UNKNOWN
        newest = snapshot.version_on(one) if one != authority.id else None
        if on is None and (authority.repealed or (newest is not None and newest.repealed)):
            status = Status.REPEALED
        if status not in _GONE:
            continue
        repeals = [
            t for t in (*snapshot.treatments(one), *snapshot.treatments(authority.id))
            if t.kind is TreatmentKind.REPEALED
        ]  # fmt: skip
        by = repeals[0].by if repeals else newest.changed_by if newest else ""
        day = repeals[0].on if repeals else authority.repealed
        if day is None and newest is not None and newest.repealed:
            day = newest.valid_from
        label = authority.short_title
        if one != authority.id:
            label = f"{newest.label if newest else one} {label}"
        return Gone(label, status, day, _name(snapshot, by))
    return None


def _name(snapshot: Snapshot, authority_id: str) -> str:
    held = snapshot.authority(authority_of(authority_id)) if authority_id else None
    return held.short_title if held else authority_id


def not_held(question: Question, snapshot: Snapshot, code: str | None) -> str:
    """The instrument that a question asks for and that is not held; empty: none.

    What is cited with a pinpoint, or with hardly a word besides, is asked for: something similar from
    another instrument is no answer. Where an instrument of that system is held without its name,
    nothing is said.
    """
    if question.named or _unnamed(snapshot, code):
        return ""
    for citation in find_citations(question.text, (code,) if code in codes() else None):
        named = citation.parts.instrument or citation.normal
        full = citation.form is CitationForm.FULL and citation.kind is CitationKind.LEGISLATION
        if not (full and named) or (citation.target and snapshot.authority(citation.target)):
            continue
        cited = set(terms(question.text[citation.start : citation.end], question.language))
        besides = sum(t.written not in cited for t in question.terms)
        if citation.pinpoints or besides <= _HARDLY:
            return named
    return ""


def _unnamed(snapshot: Snapshot, code: str | None) -> bool:
    """Whether an instrument is held under its coordinate alone, so that no name can miss it."""
    return any(
        a.short_title.replace(" ", "/") in a.id
        for a in snapshot.named_authorities().values()
        if code in (None, a.jurisdiction)
    )


def hinted(text: str, held: Sequence[str]) -> tuple[str, str] | None:
    """The one held legal system that words of a question or its circumstances point to, and the words.

    The words are names of its law, its places, or of courts that no other held system has.
    """
    found: dict[str, str] = {}
    folded = text.casefold()
    for code in held:
        named = foreign_system(text, [c for c in held if c != code])
        if named is not None and named.code == code:
            found[code] = named.words
            continue
        courts = ontology(code).courts if code in codes() else ()
        names = (c.name.casefold().removesuffix("s") for c in courts)
        court = next((n for n in names if n in folded), "")
        if court:
            found[code] = court
    return next(iter(found.items())) if len(found) == 1 else None
