"""The coordinate router: a question that names a provision is answered from that provision.

It reads the citations in a question, completes those that name no act from the one act the question
names otherwise, and says of each provision whether it exists. What does not exist is refused, never
answered by something similar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lexwarrant.jurisdictions.citations import find_citations, resolve_internal
from lexwarrant.jurisdictions.registry import codes, packs
from lexwarrant.law.existence import existence
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.citation import Citation, CitationForm, CitationKind, Resolves
from lexwarrant.records.ids import UNIT_MARKERS, split_id
from lexwarrant.retrieval.question import Question

_COORDINATE = re.compile(
    r"\d|\b[IVX]{1,6}\b|\b(?:annex|recital|anhang|annexe|תוספת)", re.IGNORECASE
)
"""A question without a number, Arabic or Roman, names no provision."""
_BARE_NUMBER = re.compile(r"\s{1,3}(\d{1,3})((?:\([0-9a-z]{1,4}\))+)", re.IGNORECASE)
_PARTS = re.compile(r"\(([0-9a-zA-Z]+)\)")
_BARE_TERMS = 3
"""A question with no more words than this besides its citation asks for the part it names."""
_NUMBER = re.compile(r"\d+[a-z]{0,2}|[a-z]|provid|stat|contain|mean|requir|regul")
"""A term that is a number or a letter, or says no more than that a provision speaks."""
_MAX_NAMED = 20
"""Provisions read from one question: a range such as "articles 1 to 9999" is not expanded further."""


@dataclass(frozen=True, slots=True)
class Route:
    """The provisions a question names: those that are held, and the first that is not, with why.

    ``unnamed`` is a provision as written ("Article 5") when the question is for it and no act is said.
    """

    found: tuple[str, ...] = ()
    missing: str = ""
    resolves: Resolves = Resolves.EXISTS
    reason: str = ""
    unnamed: str = ""


def route(question: Question, snapshot: Snapshot, *, named_only: bool = False) -> Route:
    """Where the question's own coordinates lead; an empty route when it names none.

    ``named_only`` follows only coordinates that name their act themselves, and says of none that it
    is missing: so the circumstances of a question are read.
    """
    named: list[str] = []
    unnamed = ""
    if not _COORDINATE.search(question.text):
        return Route()
    held = [code for code in snapshot.jurisdictions() if code in codes()]
    for citation in find_citations(question.text, held):
        if citation.kind is CitationKind.CASE:
            continue
        ids = _completed(citation, question).provision_ids()
        internal = citation.form is CitationForm.INTERNAL and not named_only
        if not ids and internal and len(question.named) == 1:
            ids = resolve_internal(citation, question.named[0])
        if internal and citation.pinpoints and citation.unit in UNIT_MARKERS and not question.named:
            unnamed = unnamed or question.text[citation.start : citation.end]
        named.extend(i for i in ids if split_id(i).unit is not None)
    named.extend(_numbers_after_names(question, snapshot))
    named.extend(_in_another_language(question, snapshot, held))
    found: list[str] = []
    for provision in list(dict.fromkeys(named))[:_MAX_NAMED]:
        verdict = existence(snapshot, provision)
        if verdict.resolves is Resolves.EXISTS:
            found.append(provision)
            continue
        in_part = snapshot.has(split_id(provision).unit or provision)
        vague = verdict.resolves is Resolves.OUT_OF_COVERAGE and not in_part
        if vague and len(question.terms) > _BARE_TERMS:
            continue  # "an Annex III system must ...": a part that is not held, named in passing
        if not named_only:
            return Route(tuple(found), provision, verdict.resolves, verdict.reason)
    if unnamed and not named and not _asks_more(question):
        return Route(unnamed=unnamed)
    return Route(tuple(found))


def _asks_more(question: Question) -> bool:
    """Whether a question has words to look for besides a number."""
    return any(not _NUMBER.fullmatch(t.written) for t in question.terms)


def _completed(citation: Citation, question: Question) -> Citation:
    """The citation with the id of the act it names, where only the snapshot knows that name."""
    if citation.target or citation.form is CitationForm.INTERNAL:
        return citation
    inside = [a for s, e, a in question.mentions if citation.start <= s and e <= citation.end]
    return replace(citation, target=inside[-1]) if inside else citation


def _numbers_after_names(question: Question, snapshot: Snapshot) -> list[str]:
    """Provisions written without the word for their kind: "GDPR 17(5)", "NIS2 21(2)(m)"."""
    out = []
    for _, end, authority_id in question.mentions:
        bare = _BARE_NUMBER.match(question.text, end)
        authority = snapshot.authority(authority_id)
        if bare and authority is not None and authority.coverage.complete:
            path = [bare.group(1), *_PARTS.findall(bare.group(2))]
            out.append("/".join((authority_id, authority.coverage.complete[0], *path)))
    return out


def _in_another_language(question: Question, snapshot: Snapshot, held: Sequence[str]) -> list[str]:
    """Provisions of the one act a question names, written as its own language writes them.

    "סעיף 33 ל-GDPR" is read with the grammar of the packs in that language; the kind of unit is the
    act's own.
    """
    if len(question.named) != 1:
        return []
    read = {code for p in packs(held) for code in p.languages}
    others = [p.code for p in packs() if question.language in p.languages]
    authority = snapshot.authority(question.named[0])
    if question.language in read or authority is None or not authority.coverage.complete:
        return []
    unit = "/".join((authority.id, authority.coverage.complete[0]))
    found = find_citations(question.text, others) if others else []
    return [
        "/".join((unit, *path))
        for c in found
        if c.kind is not CitationKind.CASE
        for path in c.pinpoints
    ]
