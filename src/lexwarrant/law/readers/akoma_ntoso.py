"""Reader of Akoma Ntoso (OASIS LegalDocML 3.0): legislation and judgments.

One file is one authority. Its id comes from the work's URI: legislation.gov.uk and Find Case Law
addresses as in `legislation_uri`, ELI addresses and ``/akn/...`` URIs by their own path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from lexwarrant.law.readers.akn_act import act_versions
from lexwarrant.law.readers.akn_judgment import judgment_versions
from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.readers.legislation_uri import place
from lexwarrant.law.readers.text_file import iso_date
from lexwarrant.law.readers.xml import child, descendants, inline_text, local, parse_xml, sniff_root
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import (
    Authority,
    AuthorityKind,
    Coverage,
    Effect,
    Identifier,
    Source,
    Treatment,
    TreatmentKind,
    Version,
)

if TYPE_CHECKING:
    from lxml.etree import _Element

_CASE_LAW = Source(
    name="Find Case Law, The National Archives",
    url="https://caselaw.nationalarchives.gov.uk",
    licence="Open Justice Licence (computational analysis at scale needs a transactional licence)",
    attribution="Judgments: Crown copyright, The National Archives, Open Justice Licence.",
)
_LEGISLATION = Source(
    name="legislation.gov.uk",
    url="https://www.legislation.gov.uk",
    licence="Open Government Licence v3.0",
    attribution="Contains public sector information licensed under the Open Government Licence "
    "v3.0.",
)
_KINDS = {
    "act": AuthorityKind.STATUTE,
    "portion": AuthorityKind.STATUTE,
    "bill": AuthorityKind.BILL,
    "judgment": AuthorityKind.JUDGMENT,
    "doc": AuthorityKind.GUIDANCE,
    "statement": AuthorityKind.GUIDANCE,
}
_TREATMENTS = {
    "applies": TreatmentKind.APPLIED,
    "overrules": TreatmentKind.OVERRULED,
    "distinguishes": TreatmentKind.DISTINGUISHED,
}
"""Judicial elements that say plainly what was done; "supports", "extends" and the like do not."""
_LANGUAGES = {"eng": "en", "gle": "ga", "cym": "cy", "fra": "fr", "deu": "de", "heb": "he"}
_COUNTRIES = {"gb": "uk", "gb-ukm": "uk", "gb-eaw": "uk", "gb-sct": "uk", "gb-nir": "uk"}
_US_TITLE = re.compile(r"us/usc/title_(\w+)")
_CODE_NAME = re.compile(r"[a-z]+(?:[A-Z][a-z]*)*")
"""A ``FRBRname`` that names the sort of document (publicLaw, title) and not the document."""
_LANGUAGE_PART = re.compile(r"[a-z]{3}(?:[@:!].*)?$")


class AkomaNtosoReader:
    """Yields one authority with its provisions or paragraphs, and what was left out."""

    name = "Akoma Ntoso"

    def recognises(self, path: Path) -> bool:
        """An XML file whose root is ``akomaNtoso``."""
        root = sniff_root(path)
        return root is not None and root.name == "akomaNtoso"

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records; raises `LawSourceError` for a file without metadata or text."""
        root = parse_xml(path)
        document = next((e for e in root if local(e) in _KINDS), None)
        if document is None:
            raise LawSourceError(
                f"{path}: holds none of {', '.join(sorted(_KINDS))}; this kind of Akoma Ntoso "
                "document is not law that can be cited"
            )
        work = next(descendants(document, "FRBRWork"), None)
        if work is None:
            raise LawSourceError(f"{path}: no FRBRWork; the document does not say what it is")
        identifier = _identifier(work, path)
        left: list[LeftOut] = []
        if local(document) == "judgment":
            versions = list(judgment_versions(document, identifier, left))
            source, authority = _CASE_LAW, _judgment(document, work, identifier, path)
        else:
            versions = list(
                act_versions(document, identifier, _expression_day(document, path), left)
            )
            source, authority = _LEGISLATION, _act(document, work, identifier, path)
        if not versions:
            raise LawSourceError(f"{path}: the document has no text that can be cited")
        source = _source(source, identifier, path)
        yield source
        yield _with_source(authority, source, versions, whole=local(document) != "portion")
        yield from versions
        yield from _treatments(document, authority)
        yield from left


def _source(known: Source, identifier: str, path: Path) -> Source:
    if identifier.startswith("uk/"):
        return known
    return Source(f"Akoma Ntoso files, {identifier.split('/')[0]}", "", "not stated in the file")


def _with_source(
    authority: Authority, source: Source, versions: list[Version], *, whole: bool
) -> Authority:
    markers = {v.provision_id[len(authority.id) + 1 :].split("/")[0] for v in versions}
    complete = tuple(sorted(markers)) if whole else ()
    return replace(authority, source=source.name, coverage=Coverage(complete=complete))


def _treatments(document: _Element, authority: Authority) -> Iterator[Treatment]:
    """What the judgment did to others, where its editors marked it (``analysis/judicial``)."""
    seen: set[tuple[str, TreatmentKind]] = set()
    for element in descendants(document, *_TREATMENTS):
        destination = child(element, "destination")
        around = element.getparent()
        if around is None or local(around) != "judicial" or destination is None:
            continue
        uri = destination.get("href", "").split("#")[0]
        where = place(uri)
        target = where.authority if where else _own_path(uri, document)
        kind = _TREATMENTS[local(element)]
        if target and target != authority.id and (target, kind) not in seen:
            seen.add((target, kind))
            yield Treatment(target, authority.id, kind, authority.dated)


def _identifier(work: _Element, path: Path) -> str:
    for element in descendants(work, "FRBRuri", "FRBRthis"):
        uri = element.get("value", "")
        where = place(uri)
        if where:
            return where.authority
        made = _own_path(uri, work)
        if made:
            return made
    raise LawSourceError(f"{path}: FRBRuri and FRBRthis name no address that an id can be made of")


def _own_path(uri: str, work: _Element) -> str:
    """An id from an ELI or Akoma Ntoso URI: country first, then the path as it stands."""
    country_element = child(work, "FRBRcountry")
    country = country_element.get("value", "").lower() if country_element is not None else ""
    eli = uri.partition("/eli/")[2]
    path = eli or uri.removeprefix("/akn")
    path = _US_TITLE.sub(r"us/usc/t\1", path)
    segments = [
        s.lower()
        for s in path.strip("/").split("/")
        if s and not s.removeprefix("!").startswith("main")
    ]
    if not segments or "://" in path:
        return ""
    if not eli:
        country = segments.pop(0)
    while segments and _LANGUAGE_PART.fullmatch(segments[-1]) and len(segments) > 2:
        segments.pop()
    made = "/".join((_COUNTRIES.get(country, country), *segments))
    return made if country and segments and authority_of(made) == made else ""


def _day(element: _Element | None, path: Path) -> date | None:
    value = element.get("date", "") if element is not None else ""
    return iso_date(value, f"{path}, FRBRdate") if value and value[:4] != "0000" else None


def _title(document: _Element, work: _Element, identifier: str) -> str:
    name = child(work, "FRBRname")
    value = name.get("value", "") if name is not None else ""
    if value and not _CODE_NAME.fullmatch(value):
        return value
    for element in ("shortTitle", "docTitle"):
        title = next((inline_text(t) for t in descendants(document, element)), "")
        if title:
            return title
    alias = child(work, "FRBRalias")
    called = alias.get("value", "") if alias is not None else ""
    return identifier if not called or "/" in called else called


def _language(document: _Element) -> str:
    code = next((e.get("language", "") for e in descendants(document, "FRBRlanguage")), "")
    return _LANGUAGES.get(code, code or "en")


def _act(document: _Element, work: _Element, identifier: str, path: Path) -> Authority:
    title = _title(document, work, identifier)
    return Authority(
        id=identifier,
        jurisdiction=identifier.split("/")[0],
        kind=_KINDS[local(document)],
        title=title,
        short_title=title,
        source="",
        language=_language(document),
        identifiers=_identifiers(work),
        dated=_day(child(work, "FRBRdate"), path),
    )


def _expression_day(document: _Element, path: Path) -> date | None:
    """The day from which the text stands, when the expression says so."""
    expression = next(descendants(document, "FRBRExpression"), None)
    found = child(expression, "FRBRdate") if expression is not None else None
    if found is None or found.get("name", "").lower() not in ("validfrom", "inforce", "valid-from"):
        return None
    return _day(found, path)


def _identifiers(work: _Element) -> tuple[Identifier, ...]:
    uri = child(work, "FRBRuri")
    return (Identifier("uri", uri.get("value", "")),) if uri is not None else ()


def _delivered(document: _Element, work: _Element, path: Path) -> date | None:
    """The day of the judgment; the work's date may be that of the hearing."""
    day = child(work, "FRBRdate")
    if day is not None and day.get("name", "").lower() == "hearing":
        printed = next((e for e in descendants(document, "docDate") if e.get("date")), None)
        return _day(printed, path)
    return _day(day, path)


def _judgment(document: _Element, work: _Element, identifier: str, path: Path) -> Authority:
    title = _title(document, work, identifier)
    cite = next((inline_text(e) for e in descendants(document, "cite") if len(e) == 0), "")
    cite = cite or next((inline_text(e) for e in descendants(document, "neutralCitation")), "")
    courts = [inline_text(e) for e in descendants(document, "courtType")]
    courts = courts or [inline_text(e) for e in descendants(document, "court", "docProponent")]
    dockets = [inline_text(e) for e in descendants(document, "docketNumber")]
    neutral = (Identifier("neutral_citation", cite),) if cite else ()
    return Authority(
        id=identifier,
        jurisdiction=identifier.split("/")[0],
        kind=AuthorityKind.JUDGMENT,
        title=title,
        short_title=title,
        source="",
        language=_language(document),
        aliases=(cite,) if cite else (),
        identifiers=(*neutral, *_identifiers(work)),
        dated=_delivered(document, work, path),
        effect=Effect.PRECEDENT,
        court=", ".join(c.removeprefix("IN THE ").strip() for c in courts if c),
        number=", ".join(dockets),
        parties=title,
    )
