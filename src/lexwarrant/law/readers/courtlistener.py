"""Reader of court opinions in JSON or JSON Lines, in the shape of CourtListener's API.

A cluster (``case_name``, ``date_filed``, ``citations``, ``sub_opinions``) or one opinion with the
cluster's fields beside it. Majority, concurrence and dissent stand as divisions of one authority.
Star pages (``*651``) become parts, so that "576 U.S. at 651" finds its words. A cluster without
text is known by its metadata and never quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.readers.html_text import html_blocks
from lexwarrant.law.readers.opinion_text import paragraphs
from lexwarrant.law.readers.text_file import (
    first_object,
    iso_date,
    json_lines,
    json_records,
    need_text,
)
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import (
    Authority,
    AuthorityKind,
    Coverage,
    Effect,
    Identifier,
    Part,
    Source,
    Version,
)

SOURCE = Source(
    name="CourtListener (Free Law Project)",
    url="https://www.courtlistener.com",
    licence="opinions: public domain (17 U.S.C. 105, Georgia v. Public.Resource.Org); metadata CC0",
    attribution="Free Law Project, CourtListener.",
)
_TYPES = {
    "010combined": "opinion of the court",
    "015unamimous": "opinion of the court",
    "020lead": "opinion of the court",
    "025plurality": "plurality opinion",
    "030concurrence": "concurrence",
    "035concurrenceinpart": "concurrence in part and dissent in part",
    "040dissent": "dissent",
    "050addendum": "addendum",
    "060remittitur": "remittitur",
    "070rehearing": "on rehearing",
    "080onthemerits": "on the merits",
    "090onmotiontostrike": "on motion to strike",
}
_HTML = ("html_with_citations", "xml_harvard", "html_columbia", "html_lawbox", "html")
_CITATION = re.compile(r"(\d{1,4}) (.+?) (\d{1,6})")
_NOT_SLUG = re.compile(r"[^a-z0-9]+")
_STAR = re.compile(r"\*(\d{1,5})\b ?")


class CourtListenerReader:
    """Yields each case with its opinions, paragraph by paragraph."""

    name = "court opinions (CourtListener JSON)"

    def __init__(self) -> None:
        self.where = ""

    def recognises(self, path: Path) -> bool:
        """JSON whose first record has a case name and a filing date, citations or opinions."""
        row = first_object(path)
        if row is None or not ("case_name" in row or "caseName" in row):
            return False
        return any(k in row for k in ("date_filed", "dateFiled", "sub_opinions", "citations"))

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records; raises `LawSourceError` naming the record that is wrong."""
        yield SOURCE
        kept = 0
        for where, row in _rows(path):
            self.where = where
            kept += 1
            yield from _case(row, where)
        if kept == 0:
            raise LawSourceError(f"{path}: holds no case")


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        yield from json_lines(path)
        return
    for where, row in json_records(path, "results"):
        if not isinstance(row, dict):
            raise LawSourceError(f"{where}: not an object")
        yield where, row


def _case(row: Mapping[str, Any], where: str) -> Iterator[LawItem]:
    name = need_text(row, "case_name" if "case_name" in row else "caseName", where)
    filed = row.get("date_filed") or row.get("dateFiled")
    decided = iso_date(filed, f"{where}, date_filed") if filed else None
    cites = _citations(row)
    identifier = _identifier(cites, row, where)
    opinions = row.get("sub_opinions") or row.get("opinions") or [row]
    if not isinstance(opinions, list):
        raise LawSourceError(f"{where}: field 'sub_opinions' is not a list")
    versions: list[Version] = []
    left: list[LeftOut] = []
    for opinion in opinions:
        if isinstance(opinion, dict):
            versions += _opinion(opinion, identifier, len(versions))
        else:
            left.append(LeftOut(identifier, str(opinion)[:200], "an opinion given by address only"))
    docket = row.get("docket") if isinstance(row.get("docket"), dict) else {}
    court = row.get("court") or row.get("court_id") or (docket or {}).get("court_id") or ""
    number = row.get("docket_number") or row.get("docketNumber") or ""
    yield Authority(
        id=identifier,
        jurisdiction="us",
        kind=AuthorityKind.JUDGMENT,
        title=name,
        short_title=name,
        source=SOURCE.name,
        aliases=tuple(cites),
        identifiers=tuple(Identifier("citation", c) for c in cites)
        + ((Identifier("courtlistener", str(row["id"])),) if row.get("id") else ()),
        dated=decided,
        effect=Effect.PRECEDENT,
        status=str(row.get("precedential_status") or row.get("status") or ""),
        coverage=Coverage(),
        court=str(court),
        number=str(number),
        parties=name,
        text_held=bool(versions),
    )
    yield from versions
    if not versions:
        left.append(LeftOut(identifier, "the text", "the record holds none"))
    yield from left


def _citations(row: Mapping[str, Any]) -> list[str]:
    out = []
    given = row.get("citations") or row.get("citation") or ()
    for cite in given if isinstance(given, list | tuple) else (given,):
        if isinstance(cite, dict):
            cite = f"{cite.get('volume')} {cite.get('reporter')} {cite.get('page')}"
        if isinstance(cite, str) and _CITATION.fullmatch(cite.strip()):
            out.append(cite.strip())
    return list(dict.fromkeys(out))


def _identifier(cites: list[str], row: Mapping[str, Any], where: str) -> str:
    for cite in cites:
        found = _CITATION.fullmatch(cite)
        if found:
            reporter = _NOT_SLUG.sub("", found.group(2).lower())
            return f"us/case/{reporter}/{found.group(1)}/{found.group(3)}"
    key = row.get("cluster_id") or row.get("id")
    if not key:
        raise LawSourceError(f"{where}: neither a citation nor an id; the case cannot be named")
    return f"us/case/courtlistener/{_NOT_SLUG.sub('-', str(key).lower()).strip('-')}"


def _opinion(opinion: Mapping[str, Any], identifier: str, offset: int) -> Iterator[Version]:
    kind = _TYPES.get(str(opinion.get("type", "")), str(opinion.get("type") or "opinion"))
    author = opinion.get("author_str") or ""
    division = (f"{kind}, {author}" if author else kind,)
    text = next((html_blocks(str(opinion[k])) for k in _HTML if opinion.get(k)), "")
    text = text or str(opinion.get("plain_text") or "")
    page = ""
    number = offset
    for paragraph in paragraphs(text):
        number += 1
        unit = f"{identifier}/para/{number}"
        body, parts, page = _pages(paragraph.text, unit, page)
        if body:
            yield Version(
                provision_id=unit,
                label=f"paragraph {number}",
                text=body,
                parts=parts,
                kind="block",
                division=division,
            )


def _pages(text: str, unit: str, page: str) -> tuple[str, tuple[Part, ...], str]:
    """Take star pages out of ``text``; each page's words become a part of the paragraph."""
    out: list[str] = []
    length = 0
    spans: list[tuple[str, int]] = [(page, 0)] if page else []
    at = 0
    for star in _STAR.finditer(text):
        out.append(text[at : star.start()])
        length += star.start() - at
        at = star.end()
        spans.append((star.group(1), length))
    out.append(text[at:])
    body = "".join(out)
    parts = []
    for index, (number, start) in enumerate(spans):
        end = spans[index + 1][1] if index + 1 < len(spans) else len(body)
        while start < end and body[start].isspace():
            start += 1
        while end > start and body[end - 1].isspace():
            end -= 1
        if start < end:
            parts.append(Part(f"{unit}/p{number}", "page", f"at {number}", start, end))
    return body, tuple(parts), spans[-1][0] if spans else page
