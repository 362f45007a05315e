"""Reader of United States Legislative Markup (USLM), the XML of the U.S. Code and of statutes.

Streams section by section, so that the largest titles fit. The source credit of a section names the
laws that changed it and the days they were enacted; the day a text took effect is often another
one and stands in notes only, so ``valid_from`` stays open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from lexwarrant.law.readers.american_date import american_date
from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.readers.outline import Branch, render, segment_of
from lexwarrant.law.readers.xml import (
    child,
    descendants,
    inline_text,
    local,
    sniff_root,
    stream_xml,
)
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import (
    Authority,
    AuthorityKind,
    Coverage,
    Identifier,
    Source,
    Treatment,
    TreatmentKind,
    Version,
)

if TYPE_CHECKING:
    from lxml.etree import _Element

SOURCE = Source(
    name="United States Code and statutes in USLM",
    url="https://uscode.house.gov",
    licence="public domain (17 U.S.C. 105)",
    attribution="Office of the Law Revision Counsel, U.S. House of Representatives.",
)
_NAMESPACES = ("http://xml.house.gov/schemas/uslm/", "http://schemas.gpo.gov/xml/uslm")
_ROOTS = frozenset({"uscDoc", "lawDoc", "pLaw", "bill", "statuteCompilation", "uslm", "section"})
_LEVELS = frozenset(
    {"subsection", "paragraph", "subparagraph", "clause", "subclause", "item", "subitem"}
)
_SKIPPED = frozenset({"notes", "note", "sourceCredit", "toc", "num", "heading", "footnote"})
_NO_NOTES = frozenset({"note", "footnote"})
_SECTION = re.compile(r"s(\d[\w.–-]*)")
_NUMBER = re.compile(r"\d[\w.-]*")
_DASHES = str.maketrans({"–": "-", "‑": "-"})


class UslmReader:
    """Yields one authority (a title, a law) with its sections, treatments and what was left out."""

    name = "United States Legislative Markup (USLM)"

    def recognises(self, path: Path) -> bool:
        """An XML file in one of the two USLM namespaces."""
        root = sniff_root(path)
        return root is not None and root.name in _ROOTS and root.namespace.startswith(_NAMESPACES)

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records; raises `LawSourceError` for a damaged file or without sections."""
        yield SOURCE
        authority = ""
        seen: set[str] = set()
        for element in stream_xml(path, frozenset({"section"}), frozenset({"notes", "toc"})):
            unit = _unit(element.get("identifier", "")) or _unit_of_law(element)
            if not unit:
                title = inline_text(child(element, "heading"), _NO_NOTES)[:80]
                yield LeftOut(f"{path.name}, line {element.sourceline}", title, "no identifier")
                continue
            own = unit.partition("/s/")[0]
            if not authority:
                authority = own
                yield _authority(own, element)
            if own != authority or unit in seen:
                why = "another authority's section" if own != authority else "printed twice"
                yield LeftOut(unit, inline_text(child(element, "heading"))[:80], why)
                continue
            seen.add(unit)
            yield _version(unit, element)
            yield from _treatments(unit, element)
        if not authority:
            raise LawSourceError(
                f"{path}: no section with an identifier; take the XML of uscode.house.gov or "
                "govinfo.gov"
            )


def _unit(identifier: str) -> str:
    """``/us/usc/t28/s2107`` as ``us/usc/t28/s/2107``; empty for a range or anything else."""
    segments = identifier.translate(_DASHES).strip("/").split("/")
    for index, segment in enumerate(segments):
        found = _SECTION.fullmatch(segment)
        if found and index >= 2 and "..." not in segment:
            own = segments[:index]
            if own[1] == "pl":
                own = [*own[:2], "-".join(own[2:4])]
            return "/".join((*own, "s", found.group(1)))
    return ""


def _unit_of_law(section: _Element) -> str:
    """The unit of a section of a public law that is printed without identifiers; else empty.

    The Publishing Office's conversion of older laws has the law's number in its ``meta`` and the
    section's in its ``num``; a law of one section has none.
    """
    root = section.getroottree().getroot()
    meta = child(root, "meta")
    if local(root) != "pLaw" or meta is None:
        return ""
    congress, law = inline_text(child(meta, "congress")), inline_text(child(meta, "docNumber"))
    number = child(section, "num")
    printed = "1" if number is None else number.get("value") or inline_text(number).split()[-1]
    found = _NUMBER.fullmatch(segment_of(printed))
    if not (congress.isdigit() and law.isdigit() and found):
        return ""
    kind = "pvtl" if inline_text(child(meta, "publicPrivate")) == "private" else "pl"
    return f"us/{kind}/{congress}-{law}/s/{found.group()}"


def _authority(identifier: str, section: _Element) -> Authority:
    root = section.getroottree().getroot()
    meta = child(root, "meta")
    title = inline_text(next(descendants(meta, "title"), None)) if meta is not None else ""
    kind = AuthorityKind.BILL if "/bill/" in identifier else AuthorityKind.STATUTE
    segments = identifier.split("/")
    short = title or identifier
    aliases: tuple[str, ...] = ()
    if segments[1] == "usc":
        number = segments[2].removeprefix("t").upper()
        name = next((_heading(a) for a in section.iterancestors() if local(a) == "title"), "")
        title = f"United States Code, Title {number}" + (f": {name}" if name else "")
        short = f"{number} U.S.C."
        aliases = (f"{number} USC", f"Title {number}, United States Code")
    elif segments[1] == "pl":
        short = f"Pub. L. {segments[2]}"
    point = inline_text(child(meta, "docPublicationName")) if meta is not None else ""
    return Authority(
        id=identifier,
        jurisdiction="us",
        kind=kind,
        title=title or short,
        short_title=short,
        source=SOURCE.name,
        aliases=aliases,
        identifiers=(Identifier("uslm", f"/{identifier}"),),
        dated=_approved(root) if segments[1] in ("pl", "pvtl") else None,
        coverage=Coverage(complete=("s",)),
        notes=(f"release point {point}",) if point else (),
    )


def _approved(root: _Element) -> date | None:
    """The day in the margin beside a law's long title."""
    note = next(descendants(root, "sidenote"), None)
    return american_date(inline_text(note)) if note is not None else None


def _heading(element: _Element) -> str:
    return inline_text(child(element, "heading"), _NO_NOTES)


def _version(unit: str, element: _Element) -> Version:
    number = unit.rpartition("/")[2]
    repealed = element.get("status") in ("repealed", "omitted")
    root = Branch()
    _fill(root, element)
    laid = render(root, unit, f"§ {number}")
    empty = repealed or not laid.text
    changes = _changes(element)
    return Version(
        provision_id=unit,
        label=f"§ {number}",
        text="" if empty else laid.text,
        heading=_heading(element).strip("[]. "),
        parts=() if empty else laid.parts,
        repealed=empty,
        changed_by=changes[-1][1] if len(changes) > 1 else "",
        kind="section",
        division=_division(element),
    )


def _fill(branch: Branch, element: _Element) -> None:
    for inner in element:
        name = local(inner)
        if name in _SKIPPED:
            continue
        if name in _LEVELS:
            number = inline_text(child(inner, "num"), _NO_NOTES)
            made = Branch(name, number, segment_of(number))
            heading = _heading(inner)
            if heading:
                made.pieces.append(heading)
            _fill(made, inner)
            branch.pieces.append(made)
        elif name == "quotedContent":
            lines = [inline_text(e, _NO_NOTES) for e in descendants(inner, "content", "chapeau")]
            branch.pieces.append(Branch(pieces=[*lines] or [inline_text(inner, _NO_NOTES)]))
        elif name in ("chapeau", "content", "continuation", "proviso", "text"):
            if any(local(e) in (*_LEVELS, "p") for e in inner.iterdescendants()):
                if inner.text and inner.text.strip():
                    branch.pieces.append(" ".join(inner.text.split()))
                _fill(branch, inner)
            else:
                branch.pieces.append(inline_text(inner, _NO_NOTES))
        elif name == "p":
            branch.pieces.append(inline_text(inner, _NO_NOTES))
        elif name:
            _fill(branch, inner)


def _division(element: _Element) -> tuple[str, ...]:
    out = []
    for around in element.iterancestors():
        number = inline_text(child(around, "num"), _NO_NOTES)
        if number and local(around) != "title":
            out.append(f"{number.rstrip('—')} {_heading(around)}".strip())
    return tuple(reversed(out))


def _changes(element: _Element) -> list[tuple[str, str, date | None]]:
    """The laws in the source credit in order: id, name and day of enactment; the first enacted."""
    credit = child(element, "sourceCredit")
    out: list[tuple[str, str, date | None]] = []
    for reference in credit if credit is not None else ():
        href = reference.get("href", "").strip("/").translate(_DASHES)
        if href.startswith(("us/pl/", "us/act/")):
            name = inline_text(reference).translate(_DASHES)
            segments = href.split("/")
            law = "us/pl/" + "-".join(segments[2:4]) if segments[1] == "pl" else href
            out.append((law, name, american_date(reference.tail or "")))
    return out


def _treatments(unit: str, element: _Element) -> Iterator[Treatment]:
    seen: set[str] = set()
    for law, _, on in _changes(element)[1:]:
        if law not in seen:
            seen.add(law)
            yield Treatment(unit, law, TreatmentKind.AMENDED, on)
