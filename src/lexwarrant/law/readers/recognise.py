"""Which reader fits a path, and folders and archives of files in several formats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from lexwarrant.law.readers.archive import is_archive, unpacked
from lexwarrant.law.readers.base import LawItem, LeftOut, Reader, place_of
from lexwarrant.law.readers.diagnosis import diagnosis
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import Authority, AuthorityKind, Source, Treatment, Version

_READERS = (
    ("jsonl", "InterchangeReader"),
    ("law_events", "LawEventsReader"),
    ("regulations_db", "RegulationsDatabaseReader"),
    ("china_law", "ChinaLawReader"),
    ("markdown", "MarkdownReader"),
    ("dc_code", "DcCodeReader"),
    ("clml", "ClmlReader"),
    ("akoma_ntoso", "AkomaNtosoReader"),
    ("uslm", "UslmReader"),
    ("wikitext", "WikitextReader"),
    ("hebrew_sections", "HebrewSectionsReader"),
    ("version_list", "VersionListReader"),
    ("extent_variants", "ExtentVariantsReader"),
    ("courtlistener", "CourtListenerReader"),
    ("decision_rows", "DecisionRowsReader"),
)
"""Module and class of each reader, in the order in which they are asked: the particular first."""


def readers() -> list[Reader]:
    """Every reader of one format, in the order in which they are asked."""
    package = __name__.rpartition(".")[0]
    return [getattr(import_module(f"{package}.{module}"), name)() for module, name in _READERS]


def recognise(path: Path) -> Reader:
    """The reader for ``path``: a file, a folder or an archive.

    A folder that no one format claims is read file by file. Raises `LawSourceError` that names
    every format tried when none fits.
    """
    if not path.exists():
        raise LawSourceError(f"{path}: no such file or folder")
    known = readers()
    for reader in known:
        if reader.recognises(path):
            return reader
    for mixed in (FolderReader(), ArchiveReader()):
        if mixed.recognises(path):
            return mixed
    wrong = diagnosis(path)
    if wrong:
        raise LawSourceError(f"{path}: {wrong}")
    tried = "; ".join(reader.name for reader in known)
    raise LawSourceError(
        f"{path}: in none of the formats that are read ({tried}); see docs/law-formats.md"
    )


class FolderReader:
    """Reads every file below a folder by its own format; what it cannot read is left out.

    An authority that several files hold a piece of is given once, and a provision that two files
    give for the same dates and territory is taken from the first.
    """

    name = "folder of files in several formats"

    def __init__(self) -> None:
        self._at: tuple[Reader, Path] | None = None

    @property
    def where(self) -> str:
        """File and line of the item yielded last."""
        return place_of(*self._at) if self._at else ""

    def recognises(self, path: Path) -> bool:
        """A folder with at least one file of law in it."""
        if not path.is_dir():
            return False
        known = readers()
        files = (p for p in sorted(path.rglob("*")) if p.is_file())
        return any(reader.recognises(file) for file in files for reader in known)

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records of every file; a damaged file stops the import and is named."""
        once = _Once()
        known = readers()
        for part in _parts(path, known):
            fitting = next((r for r in known if r.recognises(part)), None)
            if fitting is None:
                why = diagnosis(part) or "in no format that is read"
                yield LeftOut(str(part.relative_to(path)), "the file", why)
                continue
            self._at = (fitting, part)
            yield from once.of(fitting.read(part))


class ArchiveReader:
    """Reads a ZIP or tar archive as the folder it holds."""

    name = "archive (ZIP, tar)"

    def __init__(self) -> None:
        self._at: tuple[Reader, Path, Path] | None = None

    @property
    def where(self) -> str:
        """Archive, member and line of the item yielded last."""
        if self._at is None:
            return ""
        reader, folder, path = self._at
        return _inside(path, folder, place_of(reader, folder))

    def recognises(self, path: Path) -> bool:
        """A ZIP or tar file by name and content."""
        return is_archive(path)

    def read(self, path: Path) -> Iterator[LawItem]:
        """Unpack into a temporary folder, under limits, and stream what it holds."""
        with unpacked(path) as folder:
            try:
                reader = recognise(folder)
                self._at = (reader, folder, path)
                for item in reader.read(folder):
                    if isinstance(item, LeftOut):
                        item = replace(item, where=_inside(path, folder, item.where))
                    yield item
            except LawSourceError as error:
                raise LawSourceError(_inside(path, folder, str(error))) from None


def _inside(path: Path, folder: Path, said: str) -> str:
    """A message about a file of the unpacked ``folder``, said of the archive it came from."""
    return said.replace(f"{folder}/", f"{path}: ").replace(str(folder), str(path))


def _parts(path: Path, known: list[Reader]) -> Iterator[Path]:
    """What is read at a time: a folder that one format claims whole, else each file."""
    for entry in sorted(path.iterdir()):
        if entry.is_symlink():
            continue
        if entry.is_dir():
            if any(reader.recognises(entry) for reader in known):
                yield entry
            else:
                yield from _parts(entry, known)
        elif entry.is_file():
            yield entry


class _Once:
    """Lets each source, authority, version and treatment of several files through once.

    What one file says twice is let through: two texts for one day are a fault of that file.
    Of judgments only the ids are remembered: a judgment is whole in one file, and there may be a
    million.
    """

    def __init__(self) -> None:
        self._sources: set[str] = set()
        self._authorities: dict[str, bool] = {}
        self._keys: dict[tuple[object, ...], int] = {}
        """The file that gave each version or treatment first."""
        self._file = 0

    def of(self, items: Iterator[LawItem]) -> Iterator[LawItem]:
        """The items of one file without what an earlier file has given."""
        self._file += 1
        repeated: set[str] = set()
        for item in items:
            match item:
                case Source():
                    new = item.name not in self._sources
                    self._sources.add(item.name)
                case Authority():
                    new = item.id not in self._authorities
                    judgment = item.kind is AuthorityKind.JUDGMENT
                    if not new and judgment:
                        repeated.add(item.id)
                        yield LeftOut(item.id, item.title[:80], "another file has it too")
                    self._authorities.setdefault(item.id, judgment)
                case Version():
                    new = self._version(item, repeated)
                    if not new and authority_of(item.provision_id) not in repeated:
                        yield LeftOut(item.provision_id, item.text[:80], "another file has it too")
                case Treatment():
                    new = self._first((item.target, item.by, item.kind, item.scope))
                case _:
                    new = True
            if new:
                yield item

    def _version(self, item: Version, repeated: set[str]) -> bool:
        authority = authority_of(item.provision_id)
        if authority in repeated:
            return False
        if self._authorities.get(authority):
            return True
        return self._first((item.provision_id, item.valid_from, item.valid_to, item.extent))

    def _first(self, key: tuple[object, ...]) -> bool:
        return self._keys.setdefault(key, self._file) == self._file
