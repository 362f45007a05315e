"""Reader of Crown Legislation Markup Language, the XML of legislation.gov.uk.

Whole documents and fragments of them (a Part, a section, a single paragraph). Dates and territories
come from ``RestrictStartDate``, ``RestrictEndDate`` and ``RestrictExtent`` of the nearest element
around a provision; alternative texts for other territories stand under ``Versions``. Textual
amendments (commentaries of type F) become treatments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.readers.clml_text import body_branch, numbered_branch, text_of
from lexwarrant.law.readers.commentary import Commentaries
from lexwarrant.law.readers.legislation_uri import Place, place
from lexwarrant.law.readers.outline import Branch, render
from lexwarrant.law.readers.text_file import iso_date
from lexwarrant.law.readers.xml import child, descendants, local, parse_xml, sniff_root
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.ids import UNIT_MARKERS, authority_of
from lexwarrant.records.law import (
    Authority,
    AuthorityKind,
    Coverage,
    Identifier,
    Source,
    Version,
)

if TYPE_CHECKING:
    from lxml.etree import _Element

SOURCE = Source(
    name="legislation.gov.uk",
    url="https://www.legislation.gov.uk",
    licence="Open Government Licence v3.0",
    attribution="Contains public sector information licensed under the Open Government Licence "
    "v3.0.",
)
NAMESPACE = "http://www.legislation.gov.uk/namespaces/legislation"
_ROOTS = frozenset(
    {"Legislation", "Part", "Chapter", "Pblock", "PsubBlock", "Schedule", "Schedules", "Body"}
    | {"P1group", "P1", "P2group", "P2", "P3", "P4", "P5"}
)
_DIVISIONS = frozenset({"Group", "Part", "Chapter", "Pblock", "PsubBlock", "Schedule"})
_QUOTING = frozenset({"BlockAmendment", "BlockExtract", "InlineAmendment"})
_TERRITORIES = {"E": "England", "W": "Wales", "S": "Scotland", "N.I.": "Northern Ireland"}
_SECONDARY = frozenset({"uksi", "ssi", "wsi", "nisr", "uksro", "nisro", "ukmo", "ukdsi", "nisi"})
_KINDS = {"eur": AuthorityKind.REGULATION, "eudr": AuthorityKind.DIRECTIVE}
_CITED_AS = re.compile(r"may be cited as the ([A-Z][^.;,]{3,150}? \d{4})\b")


class ClmlReader:
    """Yields one authority with its provisions, treatments and what was left out."""

    name = "Crown Legislation Markup Language (CLML)"

    def recognises(self, path: Path) -> bool:
        """An XML file whose root is a legislation.gov.uk document or a fragment of one."""
        root = sniff_root(path)
        if root is None or root.name not in _ROOTS:
            return False
        uri = root.attributes.get("DocumentURI", "") or root.attributes.get("IdURI", "")
        return root.namespace == NAMESPACE or "legislation.gov.uk" in uri or root.name == "P1group"

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records of one document; raises `LawSourceError` for a damaged one."""
        yield from _Document(path, parse_xml(path)).items()


class _Document:
    def __init__(self, path: Path, root: _Element) -> None:
        self.path = path
        self.root = root
        self.commentaries = Commentaries(root)
        self.left: list[LeftOut] = []

    def items(self) -> Iterator[LawItem]:
        versions = list(self.versions())
        if not versions:
            raise LawSourceError(
                f"{self.path}: no provision with a DocumentURI or IdURI of legislation.gov.uk; "
                "take the file from <address of the Act>/data.xml"
            )
        authority = self.authority(versions)
        yield SOURCE
        yield authority
        seen: set[tuple[str, date | None, date | None, tuple[str, ...]]] = set()
        for version, _ in versions:
            key = (version.provision_id, version.valid_from, version.valid_to, version.extent)
            twice = "the file prints this provision twice for the same dates and territory"
            other = authority_of(version.provision_id) != authority.id
            if other or key in seen:
                why = "another instrument's provision" if other else twice
                yield LeftOut(version.provision_id, version.text[:80], why)
                continue
            seen.add(key)
            yield version
        yield from self.commentaries.treatments((v.provision_id, e) for v, e in versions)
        yield from self.left

    def versions(self) -> Iterator[tuple[Version, _Element]]:
        if local(self.root) in ("P2", "P3", "P4", "P5"):
            yield self.fragment()
            return
        for element in self.root.iter():
            name = local(element)
            is_unit = name == "P1" or (name == "Schedule" and _unnumbered(element))
            if is_unit and not _quoted(element):
                found = self.version(element)
                if found:
                    yield found, element

    def version(self, element: _Element) -> Version | None:
        where = self.place(element)
        if where is None or not where.unit:
            line = element.sourceline
            self.left.append(
                LeftOut(
                    f"{self.path.name}, line {line}", text_of(element)[:80], "it has no address"
                )
            )
            return None
        status = _inherited(element, "Status")
        start = self.day(element, "RestrictStartDate")
        if status == "Prospective":
            self.left.append(
                LeftOut(where.unit, text_of(element)[:80], "prospective: no day of commencement")
            )
            return None
        marker = where.unit.rsplit("/", 2)[-2]
        laid = render(body_branch(element, marker), where.unit, where.label)
        repealed = status == "Repealed" or not laid.text.replace(".", "").strip()
        return Version(
            provision_id=where.unit,
            label=where.label,
            text="" if repealed else laid.text,
            heading=_heading(element),
            parts=() if repealed else laid.parts,
            valid_from=start,
            valid_to=self.day(element, "RestrictEndDate"),
            extent=extent_of(_inherited(element, "RestrictExtent")),
            repealed=repealed,
            changed_by=self.commentaries.changed_by(element),
            kind=where.label.split(" ")[0].lower() if " " in where.label else "section",
            division=_division(element),
        )

    def fragment(self) -> tuple[Version, _Element]:
        """A file that is one subsection or point: an incomplete version of its section."""
        where = self.place(self.root)
        if where is None or not where.unit or not where.parts:
            raise LawSourceError(f"{self.path}: the fragment does not say which provision it is of")
        marker = where.unit.rsplit("/", 2)[-2]
        inner = numbered_branch(self.root, marker)
        for segment in reversed(where.parts[:-1]):
            inner = Branch("", "", segment, pieces=[inner])
        laid = render(Branch(pieces=[inner]), where.unit, where.label)
        version = Version(
            provision_id=where.unit,
            label=where.label,
            text=laid.text,
            parts=tuple(p for p in laid.parts if p.kind),
            extent=extent_of(_inherited(self.root, "RestrictExtent")),
            valid_from=self.day(self.root, "RestrictStartDate"),
            complete=False,
            kind="section",
        )
        self.left.append(LeftOut(where.unit, "the rest of the provision", "the file is a fragment"))
        return version, self.root

    def place(self, element: _Element) -> Place | None:
        uri = element.get("IdURI") or element.get("DocumentURI") or ""
        if uri:
            return place(uri)
        name = element.get("id", "")
        document = self.root.get("DocumentURI") or self.root.get("IdURI") or ""
        own = place(document) if name else None
        found = place(f"{document}/{name.replace('-', '/')}") if own else None
        return found if own and found and found.authority == own.authority else None

    def day(self, element: _Element, attribute: str) -> date | None:
        value = _inherited(element, attribute)
        return iso_date(value, f"{self.path}, {attribute}") if value else None

    def authority(self, versions: list[tuple[Version, _Element]]) -> Authority:
        uri = self.root.get("IdURI") or self.root.get("DocumentURI") or ""
        where = place(uri) or self.place(versions[0][1])
        if where is None:
            raise LawSourceError(f"{self.path}: the document has no address of legislation.gov.uk")
        identifier = where.authority
        _, series, *rest = identifier.split("/")
        title = next((text_of(t) for t in descendants(self.root, "title")), "")
        if not title:
            texts = (_CITED_AS.search(v.text) for v, _ in versions)
            title = next((found.group(1) for found in texts if found), "")
        number = " ".join((series, *rest))
        secondary = series in _SECONDARY
        kind = _KINDS.get(series, AuthorityKind.SECONDARY if secondary else AuthorityKind.STATUTE)
        whole = local(self.root) == "Legislation"
        below = [v.provision_id.removeprefix(f"{identifier}/") for v, _ in versions]
        units = tuple(sorted({unit.split("/")[0] for unit in below} & UNIT_MARKERS))
        return Authority(
            id=identifier,
            jurisdiction="uk",
            kind=kind,
            title=title or number,
            short_title=title or number,
            source=SOURCE.name,
            identifiers=(Identifier("legislation.gov.uk", "/".join((series, *rest))),),
            dated=self.metadata_date("EnactmentDate", "Made"),
            in_force=self.metadata_date("ComingIntoForce"),
            coverage=Coverage(complete=units if whole else ()),
            notes=() if whole else ("only a fragment of this instrument is held",),
        )

    def metadata_date(self, *names: str) -> date | None:
        for element in descendants(self.root, *names):
            dated = element if element.get("Date") else child(element, "DateTime")
            if dated is not None and dated.get("Date"):
                return iso_date(dated.get("Date"), f"{self.path}, {names[0]}")
        return None


def extent_of(value: str) -> tuple[str, ...]:
    """The territories in ``E+W+S+N.I.``; empty when it is all of the United Kingdom."""
    names = tuple(_TERRITORIES[v] for v in value.split("+") if v in _TERRITORIES)
    return () if len(names) == len(_TERRITORIES) else names


def _quoted(element: _Element) -> bool:
    return any(local(a) in _QUOTING for a in element.iterancestors())


def _unnumbered(schedule: _Element) -> bool:
    """Whether a schedule has no numbered paragraph of its own: it is then one unit."""
    return not any(not _quoted(p) for p in descendants(schedule, "P1"))


def _inherited(element: _Element, attribute: str) -> str:
    own = element.get(attribute)
    if own:
        return own
    return next((a.get(attribute, "") for a in element.iterancestors() if a.get(attribute)), "")


def _heading(element: _Element) -> str:
    parent = element.getparent()
    if local(element) == "Schedule":
        return text_of(next(descendants(element, "Title"), None))
    if parent is not None and local(parent) == "P1group":
        return text_of(child(parent, "Title"))
    return text_of(child(element, "Title"))


def _division(element: _Element) -> tuple[str, ...]:
    out = []
    for around in element.iterancestors():
        if local(around) in _DIVISIONS:
            block = child(around, "TitleBlock")
            title = child(around, "Title") if block is None else child(block, "Title")
            words = (text_of(child(around, "Number")), text_of(title))
            out.append(" ".join(w for w in words if w))
    return tuple(reversed([o for o in out if o]))
