"""Reader of one UK provision's texts for different territories, in a JSON file.

::

    {"id": "ukpga/1998/20/section/4", "title": "...", "source": "...",
     "scotland": "text", "ewni": "text"}

Each territory's text is a version of its own with that extent. A text that is only part of the
section is marked incomplete, and what is not the words of the law is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.readers.legislation_uri import place
from lexwarrant.law.readers.text_file import first_object, need_text, read_json
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Authority, AuthorityKind, Identifier, Source, Version

_EXTENTS = {
    "scotland": ("Scotland",),
    "ewni": ("England", "Wales", "Northern Ireland"),
    "ew": ("England", "Wales"),
    "england": ("England",),
    "wales": ("Wales",),
    "ni": ("Northern Ireland",),
    "ews": ("England", "Wales", "Scotland"),
}
_PROVISION = re.compile(r" s{1,2}\.\s?\d+\w*$")
_OWN = frozenset({"id", "title", "source"})


class ExtentVariantsReader:
    """Yields the Act (only this provision of it) and one version for each territory."""

    name = "texts by territory (JSON)"

    def recognises(self, path: Path) -> bool:
        """A JSON object with an ``id`` of legislation.gov.uk and a text for a territory."""
        data = first_object(path)
        return data is not None and "id" in data and any(k in _EXTENTS for k in data)

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records; raises `LawSourceError` for a missing field or another id."""
        data = read_json(path)
        if not isinstance(data, dict):
            raise LawSourceError(f"{path}: not an object")
        identifier = need_text(data, "id", str(path))
        where = place(f"https://www.legislation.gov.uk/{identifier}")
        if where is None or not where.unit:
            raise LawSourceError(f"{path}: id {identifier!r} names no provision of a UK instrument")
        texts = {k: need_text(data, k, str(path)) for k in data if k in _EXTENTS}
        if not texts:
            raise LawSourceError(f"{path}: no text for a territory ({', '.join(_EXTENTS)})")
        source = Source(
            name=f"texts by territory, {identifier}",
            url=f"https://www.legislation.gov.uk/{identifier}",
            licence="Open Government Licence v3.0",
            attribution=need_text(data, "source", str(path)),
        )
        title = _PROVISION.sub("", need_text(data, "title", str(path)))
        yield source
        yield Authority(
            id=where.authority,
            jurisdiction="uk",
            kind=AuthorityKind.STATUTE,
            title=title,
            short_title=title,
            source=source.name,
            identifiers=(Identifier("legislation.gov.uk", identifier),),
            notes=("only one provision is held, in part",),
        )
        for name, text in texts.items():
            yield Version(
                provision_id=where.unit,
                label=where.label,
                text=" ".join(text.split()),
                extent=_EXTENTS[name],
                complete=False,
                kind="section",
            )
        for name, value in data.items():
            if name not in _EXTENTS and name not in _OWN:
                yield LeftOut(where.unit, f"{name}: {str(value)[:200]}", "not the words of the law")
