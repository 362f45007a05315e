"""Reading a warrant suite: a header that fixes its split files by hash, and the families in them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from lexwarrant.evaluation.warrant.families import Family, FileItem, expand
from lexwarrant.evaluation.warrant.lines import DataFile
from lexwarrant.records.codec import FieldError, decode
from lexwarrant.records.errors import DataError
from lexwarrant.records.warrant import Provenance, WarrantItem

BUILT_IN = "lexwarrant.evaluation.warrant"
DEFAULT = "warrant"


@dataclass(frozen=True, slots=True)
class SplitFile:
    """A split as the header names it; ``sha256`` is over the file's bytes."""

    name: str
    file: str
    sha256: str
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class WarrantHeader:
    """The fields of a suite file."""

    suite: str
    version: str
    description: str
    licence: str
    snapshot: str
    provenance: Provenance
    splits: tuple[SplitFile, ...]


@dataclass(frozen=True, slots=True)
class WarrantSplit:
    """A named part of a suite and its items."""

    name: str
    items: tuple[WarrantItem, ...]
    sha256: str
    sealed: bool


@dataclass(frozen=True, slots=True)
class WarrantSuite:
    """A suite: header fields and splits. ``digest`` is over the splits' hashes; ``header`` is the file
    it was read from and ``files`` are its splits' files, as the header names them."""

    name: str
    version: str
    description: str
    licence: str
    splits: tuple[WarrantSplit, ...]
    digest: str
    header: Path
    files: tuple[str, ...]

    def items(self, *splits: str) -> list[WarrantItem]:
        """The items of the named splits, of all of them without a name."""
        return [i for s in self.splits if not splits or s.name in splits for i in s.items]


def find_suite(name_or_path: str = DEFAULT) -> Path:
    """The file of a suite given by name or path; raises `DataError` when there is none."""
    path = Path(name_or_path)
    if path.is_file():
        return path
    built_in = Path(str(files(BUILT_IN).joinpath("suites", f"{name_or_path}.suite.yaml")))
    if built_in.is_file():
        return built_in
    raise DataError(f"no warrant suite {name_or_path!r}: give a path, or the name {DEFAULT!r}")


def load_suite(name_or_path: str = DEFAULT) -> WarrantSuite:
    """Read a suite; raises `DataError` that names file, line and field."""
    path = find_suite(name_or_path)
    if path.suffix.lower() not in (".yaml", ".yml", ".json"):
        raise DataError(
            f"{path}: a suite is its header file (YAML), which names the files of its splits"
        )
    file = DataFile.read(path)
    try:
        header = decode(WarrantHeader, file.data)
    except FieldError as error:
        raise file.error(error.path, error.why) from None
    splits = tuple(_split(path, header, entry) for entry in header.splits)
    seen: set[str] = set()
    for split in splits:
        for item in split.items:
            if item.id in seen:
                raise DataError(f"{path}: the item {item.id!r} stands twice; ids are unique")
            seen.add(item.id)
    digest = hashlib.sha256("\n".join(f"{s.name} {s.sha256}" for s in splits).encode()).hexdigest()
    return WarrantSuite(
        header.suite, header.version, header.description, header.licence, splits, digest,
        path, tuple(entry.file for entry in header.splits),
    )  # fmt: skip


def _split(path: Path, header: WarrantHeader, entry: SplitFile) -> WarrantSplit:
    if Path(entry.file).is_absolute() or ".." in Path(entry.file).parts:
        raise DataError(
            f"{path}: split {entry.name!r}: {entry.file}: name a file beside the suite's own"
        )
    file = DataFile.read(path.parent / entry.file)
    if file.sha256 != entry.sha256:
        raise DataError(
            f"{file.path}: its SHA-256 is {file.sha256}, {path.name} fixes {entry.sha256} for the "
            f"split {entry.name!r}; restore the file, or publish a new suite version"
        )
    families = read_families(file)
    items = [i for f in families for i in expand(f, header.provenance, header.snapshot)]
    return WarrantSplit(entry.name, tuple(items), entry.sha256, entry.sealed)


def read_families(file: DataFile) -> list[Family]:
    """The families of a file; raises `DataError` with the line of the first field that is wrong."""
    if not isinstance(file.data, list):
        raise file.error((), "expected a list of families")
    out = []
    for index, data in enumerate(file.data):
        try:
            family = decode(Family, data)
        except FieldError as error:
            raise file.error((index, *error.path), error.why) from None
        for n, item in enumerate(family.items):
            problem = _problem(family, item, first=n == 0)
            if problem:
                raise file.error((index, "items", n), f"item {item.id}: {problem}")
        out.append(family)
    return out


def _problem(family: Family, item: FileItem, *, first: bool) -> str | None:
    if first:
        return "the base scenario varies nothing; remove `varies`" if item.varies else None
    if item.varies is None:
        return "say in `varies` what the variant changes"
    if item.turns_on is None and (item.claims or not item.note):
        return "name in `turns_on` the words of law that change the answer"
    return None
