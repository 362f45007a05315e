"""Commentaries of legislation.gov.uk: who amended a provision, how and when.

A commentary of type F reads "S. 4(1) substituted (1.4.2014) by Energy Act 2013 (c. 32), s. 12(3)"
with the amending provision as a citation element.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING

from lexwarrant.law.readers.legislation_uri import place
from lexwarrant.law.readers.xml import descendants, inline_text
from lexwarrant.records.law import Treatment, TreatmentKind

if TYPE_CHECKING:
    from lxml.etree import _Element

_DATE = re.compile(r"\((\d{1,2})\.(\d{1,2})\.(\d{4})\)")
_KINDS = (
    (re.compile(r"\binserted\b|\badded\b"), TreatmentKind.INSERTED),
    (re.compile(r"\b(?:substituted|amended|modified)\b"), TreatmentKind.AMENDED),
    (re.compile(r"\b(?:repealed|omitted|revoked|ceased)\b"), TreatmentKind.REPEALED),
)
_BY = re.compile(r"\bby\b")
_WHOLE = re.compile(
    r"(?:Ss?|Arts?|Regs?|Rules?|Sch|Paras?)\.? ?[\w.]+ "
    r"(?:inserted|repealed|substituted|omitted|revoked|added)\b"
)


class Commentaries:
    """The textual amendments of a document, looked up from the provisions that point to them."""

    def __init__(self, root: _Element) -> None:
        self._by_id: dict[str, _Element] = {
            element.get("id", ""): element
            for element in descendants(root, "Commentary")
            if element.get("Type") == "F" and element.get("id")
        }

    def _of(self, element: _Element) -> list[_Element]:
        found: dict[str, _Element] = {}
        for inner in element.iter():
            name = inner.get("Ref") or inner.get("CommentaryRef") or ""
            if name in self._by_id:
                found.setdefault(name, self._by_id[name])
        return list(found.values())

    def changed_by(self, element: _Element) -> str:
        """What amended a provision last, in the words of its commentary; empty when unknown."""
        latest: tuple[date, str] | None = None
        for commentary in self._of(element):
            text = inline_text(commentary)
            by = _BY.search(text)
            on = _date(text)
            if by and on and (latest is None or on >= latest[0]):
                latest = (on, text[by.end() :].strip())
        return latest[1] if latest else ""

    def treatments(self, provisions: Iterable[tuple[str, _Element]]) -> Iterator[Treatment]:
        """One treatment for each provision and amendment of it that names its source by URI."""
        seen: set[tuple[str, str, TreatmentKind, str]] = set()
        for unit, element in provisions:
            for commentary in self._of(element):
                text = inline_text(commentary)
                kind = next((k for pattern, k in _KINDS if pattern.search(text)), None)
                by = _amending(commentary)
                if kind is None or not by:
                    continue
                scope = "whole" if _WHOLE.match(text) else text.split(" (")[0][:200]
                key = (unit, by, kind, scope)
                if key not in seen:
                    seen.add(key)
                    yield Treatment(unit, by, kind, _date(text), scope)


def _amending(commentary: _Element) -> str:
    best = ""
    for citation in descendants(commentary, "Citation", "CitationSubRef"):
        where = place(citation.get("URI", ""))
        if where:
            found = "/".join((where.unit, *where.parts)) if where.unit else where.authority
            if not best or found.startswith(best + "/"):
                best = found
    return best


def _date(text: str) -> date | None:
    found = None
    for match in _DATE.finditer(text):
        day, month, year = (int(g) for g in match.groups())
        if 1 <= month <= 12 and 1 <= day <= 31 and year > 0:
            try:
                found = date(year, month, day)
            except ValueError:
                continue
    return found
