"""Reader of one provision's versions in a JSON file: the form in which a history is kept by hand.

::

    {"id": "us/usc/t28/s2107", "source": "...", "how_made": "...",
     "versions": [{"from": "1991-12-09", "to": "2009-11-30", "changed_by": "Pub. L. 102-198 s12",
                   "a": "text of subsection (a)", "b": "..."}, ...]}

``to`` is the last day of a version. Every other field of a version is a subsection, in order; a
version with ``text`` instead has none. The ids of such files are kept as identifiers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.readers.outline import Branch, render
from lexwarrant.law.readers.text_file import (
    first_object,
    iso_date,
    json_records,
    need_text,
    read_json,
)
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import Authority, AuthorityKind, Identifier, Source, Version

_OWN = frozenset({"from", "to", "changed_by", "text", "heading"})
_USC = re.compile(r"us/usc/t(\w+)/s([\w.-]+)")
_ITEM = re.compile(r"(?:(?<=—)|(?<=; )|(?<=; or )|(?<=; and ))\s?\((\d{1,2})\) ")


class VersionListReader:
    """Yields the provision's authority and each version with its dates."""

    name = "version list (JSON)"

    def recognises(self, path: Path) -> bool:
        """A JSON object with ``id`` and a list of dated ``versions``."""
        data = first_object(path)
        versions = data.get("versions") if data else None
        return (
            isinstance(versions, list)
            and bool(versions)
            and isinstance(versions[0], dict)
            and "from" in versions[0]
        )

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records; raises `LawSourceError` naming the version that is wrong."""
        data = read_json(path)
        if not isinstance(data, dict):
            raise LawSourceError(f"{path}: not an object with `id` and `versions`")
        unit, label = _unit(need_text(data, "id", str(path)), path)
        rows = data.get("versions")
        if not isinstance(rows, list) or not rows:
            raise LawSourceError(f"{path}: field 'versions' is missing or empty")
        source = Source(
            name=f"version list {data['id']}",
            url="",
            licence=str(data.get("licence", _licence(unit))),
            attribution=str(data.get("source", "")),
        )
        yield source
        yield _authority(unit, data, source)
        previous: date | None = None
        for where, row in json_records(path, "versions"):
            if not isinstance(row, dict):
                raise LawSourceError(f"{where}: not an object")
            version = _version(unit, label, row, where)
            if previous and version.valid_from and version.valid_from < previous:
                raise LawSourceError(f"{where}: begins before the version before it ends")
            previous = version.valid_to
            yield version
        if data.get("trap"):
            yield LeftOut(unit, str(data["trap"])[:300], "a note, not law")


def _licence(unit: str) -> str:
    return "public domain (17 U.S.C. 105)" if unit.startswith("us/usc/") else "not stated"


def _unit(identifier: str, path: Path) -> tuple[str, str]:
    code = _USC.fullmatch(identifier)
    if code:
        return f"us/usc/t{code.group(1)}/s/{code.group(2)}", f"§ {code.group(2)}"
    if authority_of(identifier) == identifier:
        raise LawSourceError(f"{path}: id {identifier!r} names no provision (art, s, sch ...)")
    return identifier, " ".join(identifier[len(authority_of(identifier)) + 1 :].split("/"))


def _authority(unit: str, data: dict[str, Any], source: Source) -> Authority:
    identifier = authority_of(unit)
    code = re.fullmatch(r"us/usc/t(\w+)", identifier)
    title = str(data.get("title", identifier))
    made = (str(data["how_made"]),) if data.get("how_made") else ()
    short = title
    if code:
        title, short = f"United States Code, Title {code.group(1)}", f"{code.group(1)} U.S.C."
    return Authority(
        id=identifier,
        jurisdiction=identifier.split("/")[0],
        kind=AuthorityKind.STATUTE,
        title=title,
        short_title=short,
        source=source.name,
        identifiers=(Identifier("file_id", str(data["id"])),),
        notes=("only provisions named in such files are held", *made),
    )


def _version(unit: str, label: str, row: dict[str, Any], where: str) -> Version:
    start = iso_date(row["from"], f"{where}, from") if row.get("from") else None
    last = iso_date(row["to"], f"{where}, to") if row.get("to") else None
    root = Branch()
    if row.get("text"):
        root.pieces.append(need_text(row, "text", where))
    for name in (k for k in row if k not in _OWN):
        branch = Branch("subsection", f"({name})", name)
        _items(branch, need_text(row, name, where))
        root.pieces.append(branch)
    laid = render(root, unit, label)
    if not laid.text:
        raise LawSourceError(f"{where}: the version has no text")
    return Version(
        provision_id=unit,
        label=label,
        text=laid.text,
        heading=str(row.get("heading", "")),
        parts=laid.parts,
        valid_from=start,
        valid_to=last + timedelta(days=1) if last else None,
        changed_by=str(row.get("changed_by", "")),
        kind="section",
    )


def _items(branch: Branch, text: str) -> None:
    """Points that run on in one line, separated by semicolons, as branches of their own.

    A list whose points are separated by commas is left alone: the sentence goes on behind it, and
    where its last point ends is not marked.
    """
    found = list(_ITEM.finditer(text))
    numbers = [int(m.group(1)) for m in found]
    if len(found) < 2 or numbers != list(range(1, len(found) + 1)):
        branch.pieces.append(text)
        return
    branch.pieces.append(text[: found[0].start()].rstrip())
    for index, match in enumerate(found):
        end = found[index + 1].start() if index + 1 < len(found) else len(text)
        number = match.group(1)
        branch.pieces.append(
            Branch("paragraph", f"({number})", number, pieces=[text[match.end() : end].strip()])
        )
