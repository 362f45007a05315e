"""Reader of the D.C. Code and the laws of the D.C. Council in the Council's XML.

A folder (or one file) of sections and laws. A section's text stands from the day of the last law
in its history. A law with a later day that is not in that history is applied to it by the Council's
own codification marks and gives the next version. A law of which only the search text of a scan is
there is known by its metadata and never quoted.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from lexwarrant.law.readers.american_date import american_date
from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.readers.dc_law import Act, Instruction, apply, instructions
from lexwarrant.law.readers.dc_text import section_branch
from lexwarrant.law.readers.outline import Branch, render, segment_of
from lexwarrant.law.readers.text_file import iso_date
from lexwarrant.law.readers.xml import child, descendants, inline_text, local, parse_xml, sniff_root
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

CODE = "us/dc-code"
SOURCE = Source(
    name="D.C. Law Library, Council of the District of Columbia",
    url="https://code.dccouncil.gov",
    licence="edicts of government: no copyright is claimed in the text",
    attribution="Council of the District of Columbia, dc-law-xml.",
)
NAMESPACE = "https://code.dccouncil.us/schemas/dc-library"


@dataclass(frozen=True, slots=True)
class _Enactment:
    """A law in a section's history: its name and the day the history gives."""

    name: str
    on: date | None


class DcCodeReader:
    """Yields the Code with its sections' versions, the laws, and what they did."""

    name = "D.C. Code and laws (D.C. Council XML)"

    def recognises(self, path: Path) -> bool:
        """An XML file of the Council's library, or a folder that holds one."""
        if path.is_dir():
            return any(_is_library(p) for p in sorted(path.glob("*.xml"))[:20])
        return _is_library(path)

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records; raises `LawSourceError` naming the file that is damaged."""
        files = sorted(path.rglob("*.xml")) if path.is_dir() else [path]
        if not files:
            raise LawSourceError(f"{path}: no XML file in this folder")
        yield SOURCE
        sections: list[Path] = []
        orders: dict[str, list[Instruction]] = {}
        for file in files:
            root = sniff_root(file)
            if root is None or root.namespace != NAMESPACE:
                if not path.is_dir():
                    parse_xml(file)  # says what is wrong with it
                yield LeftOut(str(file), "the file", "not XML of the D.C. Council's library")
            elif root.name == "document":
                yield from _law(file, parse_xml(file), orders)
            elif root.name == "section":
                sections.append(file)
            else:
                yield LeftOut(str(file), root.name, "neither a section nor a law")
        if sections:
            yield _code()
        for file in sections:
            yield from _section(file, orders)
        for number in sorted(orders):
            yield from _unheld(number, orders[number])


def _is_library(path: Path) -> bool:
    root = sniff_root(path)
    return root is not None and root.namespace == NAMESPACE


def _code() -> Authority:
    return Authority(
        id=CODE,
        jurisdiction="us",
        kind=AuthorityKind.STATUTE,
        title="Code of the District of Columbia",
        short_title="D.C. Code",
        source=SOURCE.name,
        aliases=("D.C. Official Code", "DC Code", "District of Columbia Official Code"),
        coverage=Coverage(later_amendments=True),
    )


def _law(file: Path, root: _Element, orders: dict[str, list[Instruction]]) -> Iterator[LawItem]:
    name = root.get("id", "")
    number = name.removeprefix("D.C. Law ").strip()
    if not name.startswith("D.C. Law ") or not number:
        raise LawSourceError(f"{file}: attribute 'id' is {name!r}, not \"D.C. Law ...\"")
    identifier = f"us/dc-law/{number}"
    meta = child(root, "meta")
    effective = inline_text(child(meta, "effective")) if meta is not None else ""
    on = iso_date(effective, f"{file}, effective") if effective else None
    sections = [s for s in root if local(s) == "section"]
    titles = {h.get("type", ""): inline_text(h) for h in root if local(h) == "heading"}
    cites = [inline_text(c) for c in descendants(root, "citation")]
    title = titles.get("short") or name
    yield Authority(
        id=identifier,
        jurisdiction="us",
        kind=AuthorityKind.STATUTE,
        title=title,
        short_title=name,
        source=SOURCE.name,
        aliases=(title,) if title != name else (),
        identifiers=tuple(Identifier("citation", c) for c in dict.fromkeys(cites) if c),
        dated=on,
        in_force=on,
        coverage=Coverage(complete=("s",) if sections else ()),
        text_held=bool(sections),
    )
    if meta is not None and child(meta, "search-text") is not None and not sections:
        yield LeftOut(identifier, "search text of a scan", "not the law's words as enacted")
    seen: set[str] = set()
    for section in sections:
        number = segment_of(inline_text(child(section, "num")))
        if not number or number in seen:
            yield LeftOut(identifier, inline_text(section)[:80], "no number, or one seen before")
            continue
        seen.add(number)
        unit = f"{identifier}/s/{number}"
        laid = render(section_branch(section), unit, f"section {number}")
        yield Version(
            provision_id=unit,
            label=f"section {number}",
            text=laid.text,
            heading=inline_text(child(section, "heading")),
            parts=laid.parts,
            valid_from=on,
            kind="section",
        )
    if on is None:
        yield LeftOut(identifier, "its instructions", "the law has no effective date")
        return
    for instruction in instructions(root, identifier, name, on):
        orders.setdefault(instruction.section, []).append(instruction)


def _section(file: Path, orders: dict[str, list[Instruction]]) -> Iterator[LawItem]:
    element = parse_xml(file)
    number = inline_text(child(element, "num"))
    if not number:
        raise LawSourceError(f"{file}: the section has no number (element `num`)")
    unit = f"{CODE}/s/{number.replace(':', '-')}"
    history = _history(element)
    start = max((e.on for e in history if e.on), default=None)
    root = section_branch(element)
    repealed = inline_text(child(element, "reason")).lower().startswith("repealed")
    pending: dict[tuple[date, str], list[Instruction]] = {}
    known = {e.name for e in history}
    done: set[Treatment] = set()
    for order in orders.pop(number, []):
        if order.treatment(unit) not in done:
            done.add(order.treatment(unit))
            yield order.treatment(unit)
        if order.law not in known and (start is None or order.on > start):
            pending.setdefault((order.on, order.law), []).append(order)
    base = Version(
        provision_id=unit,
        label=f"§ {number}",
        text="",
        heading=inline_text(child(element, "heading")).rstrip("."),
        valid_from=start,
        changed_by=history[-1].name if len(history) > 1 else "",
        kind="section",
    )
    yield from _timeline(base, root, repealed, pending)
    yield from _treatments(unit, history, repealed)


def _timeline(
    base: Version,
    root: Branch,
    repealed: bool,
    pending: dict[tuple[date, str], list[Instruction]],
) -> Iterator[LawItem]:
    """The section's text as filed, then once more for each law that changes it later."""
    steps: list[tuple[date | None, str, Branch | None]] = [
        (base.valid_from, base.changed_by, None if repealed else root)
    ]
    for (on, law), several in sorted(pending.items()):
        before = steps[-1][2]
        changed = deepcopy(before) if before is not None else Branch()
        done = [order for order in several if apply(changed, order)]
        for order in several:
            if order not in done:
                where = f"{base.provision_id}, {order.by}"
                yield LeftOut(where, order.act.value, "its place or its words are not in the text")
        if done:
            gone = any(o.act is Act.REPEAL and not o.path for o in done)
            steps.append((on, law, None if gone else changed))
    for index, (start, law, tree) in enumerate(steps):
        end = steps[index + 1][0] if index + 1 < len(steps) else None
        laid = render(tree, base.provision_id, base.label) if tree is not None else None
        yield replace(
            base,
            text=laid.text if laid else "",
            parts=laid.parts if laid else (),
            valid_from=start,
            valid_to=end,
            changed_by=law,
            repealed=laid is None,
        )


def _history(element: _Element) -> list[_Enactment]:
    out = []
    for note in descendants(element, "annotation"):
        if note.get("type") == "History" and note.get("doc"):
            out.append(_Enactment(note.get("doc", ""), american_date(inline_text(note))))
    return out


def _treatments(unit: str, history: list[_Enactment], repealed: bool) -> Iterator[Treatment]:
    """What the history says was done after the enactment; how far each reached it does not say."""
    seen: set[str] = set()
    for index, enactment in enumerate(history):
        if enactment.name in seen or (index == 0 and not (repealed and len(history) == 1)):
            continue
        seen.add(enactment.name)
        gone = repealed and index == len(history) - 1
        kind = TreatmentKind.REPEALED if gone else TreatmentKind.AMENDED
        by = enactment.name.replace("D.C. Law ", "us/dc-law/").replace("Pub. L. ", "us/pl/")
        yield Treatment(unit, by, kind, enactment.on, "whole" if gone else "not stated")


def _unheld(number: str, orders: list[Instruction]) -> Iterator[LawItem]:
    """What laws did to sections that are not here: known as treatments, without a text."""
    unit = f"{CODE}/s/{number.replace(':', '-')}"
    seen: set[Treatment] = set()
    for order in orders:
        treatment = order.treatment(unit)
        if treatment not in seen:
            seen.add(treatment)
            yield treatment
    yield LeftOut(
        unit, f"{len(orders)} instructions", "the section they change is not in the files"
    )
