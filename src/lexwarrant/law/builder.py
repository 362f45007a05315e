"""Building a snapshot: beside the old one, checked, hashed, then put in its place in one step."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from datetime import date
from importlib.resources import files
from pathlib import Path

from lexwarrant.law.graph import build_graph
from lexwarrant.law.interchange import to_line
from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.series import fault_of, series_name
from lexwarrant.law.snapshot import DATABASE, FORMAT, MANIFEST, SnapshotManifest
from lexwarrant.law.store import LawTables
from lexwarrant.law.timeline import WHOLE
from lexwarrant.law.workshop import swap, workshop
from lexwarrant.records.codec import defaults, encode
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.ids import authority_of, contains, unit_of
from lexwarrant.records.law import (
    Applicability,
    Authority,
    AuthorityKind,
    LawRecord,
    Source,
    Treatment,
    TreatmentKind,
    Version,
)

Progress = Callable[[str, int], None]
"""Called with what is being done and how many records are through."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import made: the snapshot, and what was left out of the source and why."""

    folder: Path
    manifest: SnapshotManifest
    left_out: tuple[LeftOut, ...]
    left_out_total: int
    other_titles: tuple[str, ...] = ()
    """What is called otherwise than the record before it of the same id, in a sentence each."""


_KEPT_LEFT_OUT = 10_000
_KEPT_OTHER_TITLES = 1_000
_UNDOING = (TreatmentKind.OVERRULED, TreatmentKind.REVERSED, TreatmentKind.REPEALED)


def import_law(
    items: Iterable[LawItem],
    folder: Path,
    *,
    retrieved: date,
    add: bool = False,
    place: Callable[[], str] = lambda: "",
    progress: Progress = lambda what, count: None,
) -> ImportReport:
    """Build the snapshot at ``folder`` from a reader's items.

    With ``add`` the records already there are kept and the new ones join them. Nothing at
    ``folder`` changes until everything has been read, checked and hashed; a failed or killed
    import leaves it as it was. ``place`` says where in the source the item given last stands.
    Raises `LawSourceError` for a record that contradicts the others, naming its place and id, when
    another import is at work on the same snapshot, and when the disk is full.
    """
    try:
        with workshop(folder) as building:
            if add and (folder / DATABASE).is_file():
                shutil.copyfile(folder / DATABASE, building / DATABASE)
            report = _build(items, building, folder, retrieved, place, progress)
            swap(building, folder)
    except sqlite3.Error as error:
        raise LawSourceError(
            f"{folder}: the snapshot could not be written ({error}); "
            "free disk space and import again; nothing was changed"
        ) from error
    except OSError as error:
        raise LawSourceError(f"{folder}: {error.strerror or error}; nothing was changed") from error
    finally:
        if isinstance(items, Generator):
            items.close()  # a reader that was stopped half way closes its files now
    return report


def _build(
    items: Iterable[LawItem],
    building: Path,
    folder: Path,
    retrieved: date,
    place: Callable[[], str],
    progress: Progress,
) -> ImportReport:
    connection = sqlite3.connect(building / DATABASE)
    left_out: list[LeftOut] = []
    left_out_total = 0
    try:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        fresh = not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        if fresh:
            connection.executescript(
                files("lexwarrant.law").joinpath("schema.sql").read_text("utf-8")
            )
        writer = _Writer(connection, place)
        count = 0
        for item in items:
            if isinstance(item, LeftOut):
                left_out_total += 1
                if len(left_out) < _KEPT_LEFT_OUT:
                    left_out.append(item)
            else:
                writer.add(item)
                count += 1
                if count % 500 == 0:
                    progress("reading", count)
        progress("reading", count)
        writer.check()
        tables = LawTables(connection)
        edges = build_graph(connection, tables, progress)
        manifest = _manifest(tables, folder.name, retrieved, edges, progress)
        connection.execute("DELETE FROM manifest")
        connection.execute("INSERT INTO manifest VALUES ('digest', ?)", (manifest.digest,))
        connection.commit()
        connection.execute("ANALYZE")
        connection.commit()
    finally:
        connection.close()
    body = json.dumps(encode(manifest), ensure_ascii=False, indent=2, sort_keys=True)
    (building / MANIFEST).write_text(body + "\n", "utf-8")
    for name in (DATABASE, MANIFEST):
        with (building / name).open("rb") as handle:
            os.fsync(handle.fileno())
    return ImportReport(
        folder, manifest, tuple(left_out), left_out_total, tuple(writer.other_titles)
    )


class _Writer:
    """Puts records into the tables and refuses those that contradict what is there."""

    def __init__(self, connection: sqlite3.Connection, place: Callable[[], str]) -> None:
        self._db = connection
        self._place = place
        one = connection.execute
        self._tables = LawTables(connection)
        self._count = one("SELECT count(*) FROM authority").fetchone()[0]
        self._sources = {n for (n,) in one("SELECT name FROM source")}
        self._row = one("SELECT coalesce(max(row), 0) FROM version").fetchone()[0]
        self._places: dict[str, str] = {}
        """Where the records stand that can be checked only when everything is there."""
        self._last = ""
        """The authority whose text came last."""
        self.other_titles: list[str] = []

    def add(self, record: LawRecord) -> None:
        try:
            self._add(record)
        except sqlite3.IntegrityError:
            raise self._fault(
                f"{_name(record)}: this record is there already with another content; give the new "
                "text its own dates (valid_from, valid_to), or import into another snapshot"
            ) from None

    def _fault(self, said: str, place: str | None = None) -> LawSourceError:
        where = self._place() if place is None else place
        return LawSourceError(f"{where}: {said}" if where else said)

    def _add(self, record: LawRecord) -> None:
        match record:
            case Source():
                self._db.execute(
                    "INSERT OR REPLACE INTO source VALUES (?, ?)", (record.name, _json(record))
                )
                self._sources.add(record.name)
            case Authority():
                self._authority(record)
            case Version():
                self._version(record)
            case Applicability():
                first, end = record.applies_from, record.applies_to
                if first and end and end <= first:
                    raise self._fault(
                        f"{record.target}: applies_from {first} is not before applies_to {end}; "
                        "applies_to is the first day on which it no longer applies"
                    )
                columns = (
                    record.target, record.applies_from and record.applies_from.isoformat(),
                    record.applies_to and record.applies_to.isoformat(), record.basis,
                    record.basis_start, record.basis_end,
                )  # fmt: skip
                query = "SELECT * FROM applicability WHERE target = ?"
                if self._db.execute(query, columns[:1]).fetchone() == columns:
                    return
                self._db.execute("INSERT INTO applicability VALUES (?, ?, ?, ?, ?, ?)", columns)
                self._places[record.target] = self._place()
            case Treatment():
                self._treatment(record)

    def _treatment(self, record: Treatment) -> None:
        self._check_treatment(record)
        key = (record.target, record.by, record.kind.value, record.scope)
        day = record.on and record.on.isoformat()
        query = 'SELECT "on" FROM treatment WHERE target = ? AND by = ? AND kind = ? AND scope = ?'
        if self._db.execute(query, key).fetchone() == (day,):
            return
        self._db.execute("INSERT INTO treatment VALUES (?, ?, ?, ?, ?)", (*key[:3], day, key[3]))

    def _check_treatment(self, record: Treatment) -> None:
        """Refuse what undoes itself, or is undone by what came before it."""
        if record.kind not in _UNDOING:
            return
        if record.by == record.target:
            raise self._fault(f"{record.target}: it is said to be {record.kind.value} by itself")
        self._places[f"{record.target} {record.by}"] = self._place()

    def _authority(self, record: Authority) -> None:
        if record.source not in self._sources:
            raise self._fault(
                f"{record.id}: its source {record.source!r} was not given before it; "
                "add a source record with that name"
            )
        if authority_of(record.id) != record.id or "/" not in record.id:
            raise self._fault(
                f"{record.id}: not an authority's id; it reads jurisdiction/number and holds no "
                "unit marker such as `art` or `s`"
            )
        self._check_id(record.id)
        if record.jurisdiction != record.id.partition("/")[0]:
            raise self._fault(
                f"{record.id}: its jurisdiction is given as {record.jurisdiction!r}; an id begins "
                "with its jurisdiction: change one of the two"
            )
        if not record.title.strip():
            raise self._fault(f"{record.id}: its title is empty; give it the name of the authority")
        if series_name(record):
            self._places[record.id] = self._place()
        known = self._tables.authority(record.id)
        if known is not None:
            merged = record if series_name(record) else _merged(known, record)
            self._say_other_title(known, record, merged)
            self._db.execute(
                "UPDATE authority SET body = ? WHERE id = ?", (_json(merged), record.id)
            )
            return
        self._db.execute(
            "INSERT INTO authority VALUES (?, ?, ?, ?, ?)",
            (
                record.id,
                self._count,
                record.jurisdiction,
                record.kind.value,
                _json(record),
            ),
        )
        self._count += 1

    def _check_id(self, given: str) -> None:
        """Refuse an id with an empty segment, a dot segment, a space or a control character."""
        if any(s in ("", ".", "..") for s in given.split("/")) or any(
            c.isspace() or not c.isprintable() for c in given
        ):
            raise self._fault(
                f"{given!r}: not an id; it is made of segments with `/` between them, without "
                "spaces, empty segments, `.` or `..`"
            )

    def _say_other_title(self, known: Authority, record: Authority, merged: Authority) -> None:
        """Keep a sentence on a title that differs from the one that the same id has already."""
        named = {known.title, known.short_title, *known.aliases, record.id}
        if record.title in named or known.title == known.id:
            return
        if len(self.other_titles) >= _KEPT_OTHER_TITLES:
            return
        other = record.title if merged.title == known.title else known.title
        kept = (
            "kept as another name of it"
            if other in merged.aliases
            else "not kept: names of a decision are no coordinates"
        )
        where = self._place()
        self.other_titles.append(
            f"{where + ': ' if where else ''}{record.id} is called {record.title!r} here and "
            f"{known.title!r} before; it stays {merged.title!r}, and {other!r} is {kept}. "
            "If they are two laws, give one of them another id"
        )

    def _check_text_of(self, unit: str, authority: str) -> None:
        """Refuse text of an authority that was not given, or that is said to be held without text."""
        if authority == self._last:
            return
        known = self._tables.authority(authority)
        if known is None:
            raise self._fault(f"{unit}: its authority {authority} was not given before it")
        if not known.text_held:
            raise self._fault(
                f"{unit}: {authority} is held without text (text_held is false); text comes with an "
                "authority record of its own source"
            )
        self._last = authority

    def _version(self, record: Version) -> None:
        unit = record.provision_id
        authority = authority_of(unit)
        self._check_text_of(unit, authority)
        if unit_of(unit) != unit or unit == authority:
            raise self._fault(f"{unit}: a version belongs to a unit (article, section ...)")
        self._check_id(unit)
        if record.text and not record.text.strip():
            raise self._fault(
                f"{unit}: its text is of blanks only; give its words, or leave it out"
            )
        if record.valid_from and record.valid_to and record.valid_from >= record.valid_to:
            raise self._fault(
                f"{unit}: valid_from {record.valid_from} is not before valid_to {record.valid_to}"
            )
        if self._is_there(record):
            return
        self._row += 1
        for ordinal, part in enumerate(record.parts):
            if part.id == unit:
                raise self._fault(f"{unit}: one of its parts has its own id; give the part another")
            self._check_id(part.id)
            if not 0 <= part.start < part.end <= len(record.text) or not contains(unit, part.id):
                raise self._fault(
                    f"{part.id}: span {part.start}..{part.end} does not lie in the text of {unit}"
                )
            self._db.execute(
                "INSERT INTO part VALUES (?, ?, ?, ?, ?, ?, ?)",
                (self._row, ordinal, part.id, part.kind, part.label, part.start, part.end),
            )
        self._db.execute(
            "INSERT INTO version VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (self._row, unit, authority,
             record.valid_from.isoformat() if record.valid_from else "",
             record.valid_to.isoformat() if record.valid_to else "",
             json.dumps(record.extent), record.kind, record.label, record.heading, record.text,
             record.complete, record.repealed, record.changed_by,
             json.dumps(record.division, ensure_ascii=False)),
        )  # fmt: skip

    def _is_there(self, record: Version) -> bool:
        """Whether this very version is held; refuses another text for the same days."""
        first, last = _days(record)
        for known in self._tables.versions(record.provision_id):
            if known == record:
                return True
            start, end = _days(known)
            if (start, end) == (first, last) or known.extent != record.extent:
                continue  # the tables refuse the first
            overlapping = (not end or first < end) and (not last or start < last)
            if overlapping and known.text != record.text:
                raise self._fault(
                    f"{record.provision_id}: this text is said to stand from {first or 'ever'} to "
                    f"{last or 'now'}, and another from {start or 'ever'} to {end or 'now'}; days on "
                    "which both stand cannot be; give each its own"
                )
        return False

    def _check_repealed(self, treatment: Treatment, said: str, place: str) -> None:
        """Refuse the repeal of a provision on a day before any of its texts begins."""
        if treatment.scope != WHOLE or treatment.kind is not TreatmentKind.REPEALED:
            return
        starts = [v.valid_from for v in self._tables.versions(unit_of(treatment.target))]
        begun = min((start or date.min for start in starts), default=date.min)
        if treatment.on and treatment.on < begun:
            raise self._fault(
                f"{said} on {treatment.on}, and its first text is said to begin on {begun}, "
                "which is later; one of the two days is wrong",
                place,
            )

    def _check_undone(self) -> None:
        """Refuse decisions that overrule each other, or are overruled by earlier ones."""
        undoing = [t for t in self._tables.treatments() if t.kind in _UNDOING]
        pairs = {(t.target, t.by) for t in undoing}
        for treatment in undoing:
            place = self._places.get(f"{treatment.target} {treatment.by}", "")
            said = f"{treatment.target}: it is said to be {treatment.kind.value} by {treatment.by}"
            self._check_repealed(treatment, said, place)
            old = self._tables.authority(authority_of(treatment.target))
            new = self._tables.authority(authority_of(treatment.by))
            decided = old is not None and old.kind is AuthorityKind.JUDGMENT
            if decided and (treatment.by, treatment.target) in pairs:
                raise self._fault(
                    f"{said}, which is said to be undone by it; one of them is wrong", place
                )
            begun = old.dated if old else None
            undone = (new.dated if new else None) or treatment.on
            if decided and begun and undone and undone < begun:
                raise self._fault(
                    f"{said} on {undone}, and it is of {begun}, which is later", place
                )

    def check(self) -> None:
        """What can be checked only when everything is there."""
        if not self._count:
            raise LawSourceError("the source holds no authority; nothing was imported")
        for record in self._tables.applicabilities():
            if not self._tables.has(record.target):
                raise self._fault(
                    f"{record.target}: a record of applicability names it, and it is not held; "
                    "import it with the text it is about",
                    self._places.get(record.target, ""),
                )
        self._check_undone()
        for series in self._tables.series():
            decisions = self._tables.authorities("kind = 'judgment'")
            fault = fault_of(series, decisions)
            if fault:
                raise self._fault(fault, self._places.get(series.id, ""))


def _days(version: Version) -> tuple[str, str]:
    """First day and first day after, ISO; empty where open."""
    return str(version.valid_from or ""), str(version.valid_to or "")


def _merged(known: Authority, again: Authority) -> Authority:
    """An authority met again: what was empty is filled, a title that was only the id is replaced.

    Text that comes later comes with its source: what was known by metadata only is then held.
    """
    first, then = (again, known) if again.text_held and not known.text_held else (known, again)
    filled = {}
    for field, default in defaults(Authority):
        old, new = getattr(first, field), getattr(then, field)
        unnamed = field in ("title", "short_title") and old == first.id
        if field != "text_held" and (old == default or unnamed) and new != default:
            filled[field] = new
    names = (*first.aliases, *_other_titles(first, then), *then.aliases)
    filled["aliases"] = tuple(dict.fromkeys(names))
    filled["identifiers"] = tuple(dict.fromkeys((*first.identifiers, *then.identifiers)))
    return replace(first, **filled)


def _other_titles(first: Authority, then: Authority) -> list[str]:
    """Titles that the same authority has elsewhere; of a decision they are no coordinates."""
    if first.kind is AuthorityKind.JUDGMENT or first.title == first.id:
        return []
    own = {first.id, first.title, first.short_title}
    return [name for name in dict.fromkeys((then.title, then.short_title)) if name not in own]


def _json(record: LawRecord) -> str:
    return json.dumps(encode(record), ensure_ascii=False, sort_keys=True)


def _name(record: LawRecord) -> str:
    match record:
        case Source():
            return record.name
        case Authority():
            return record.id
        case Version():
            return record.provision_id
        case _:
            return record.target


def _manifest(
    tables: LawTables, name: str, retrieved: date, edges: int, progress: Progress
) -> SnapshotManifest:
    sources = tuple(tables.sources())
    digest = hashlib.sha256()
    for count, record in enumerate(tables.records(), 1):
        digest.update(to_line(record).encode())
        digest.update(b"\n")
        if count % 500 == 0:
            progress("hashing", count)
    return SnapshotManifest(
        name=name,
        digest=digest.hexdigest(),
        format=FORMAT,
        retrieved=retrieved,
        sources=sources,
        authorities=tables.count("authority"),
        provisions=tables.count("(SELECT DISTINCT unit FROM version)"),
        versions=tables.count("version"),
        incomplete=tables.count("version", "NOT complete"),
        edges=edges,
        attributions=tuple(dict.fromkeys(s.attribution for s in sources if s.attribution)),
    )
