"""A bundle for publication: items, both keys, guidance, rubric, templates and what law they rest on."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lexwarrant._version import __version__
from lexwarrant.evaluation.warrant.checks import schemas, write_record
from lexwarrant.evaluation.warrant.suite import WarrantSuite
from lexwarrant.jurisdictions.registry import codes
from lexwarrant.law.interchange import write_lines
from lexwarrant.law.snapshot import MANIFEST, Snapshot
from lexwarrant.records.codec import encode
from lexwarrant.records.errors import DataError
from lexwarrant.records.warrant import WarrantItem

MANIFEST_FILE = "release.json"


@dataclass(frozen=True, slots=True)
class Release:
    """What was written: the files with their hashes, and counts by label method."""

    folder: Path
    files: dict[str, str]
    items: int
    methods: dict[str, int]


def release(
    suite: WarrantSuite,
    folder: Path,
    *,
    snapshots: Iterable[Snapshot] = (),
    guidance: Iterable[Path] = (),
) -> Release:
    """Write the bundle into a new folder.

    ``items.jsonl`` holds the items with their cards, ``keys.jsonl`` the conventional keys alone and
    ``cards.jsonl`` the gold cards alone; ``suite/`` the files as written, templates included;
    ``schema.json`` the form; ``guidance/`` the rubric, what counts as a consequential claim, the risk
    weights, each legal system's own ontology of authorities, and the documents given; ``snapshots/``
    each snapshot's manifest, with its sources and licences, and its law in the interchange form.
    The bundle is made beside the folder and moved there when it is whole; nothing stays of one that
    fails. Raises `DataError` when the folder is a file or not empty, and for guidance that has the
    name of another file of guidance.
    """
    if folder.is_file() or (folder.exists() and any(folder.iterdir())):
        raise DataError(f"{folder} is not empty; name a new folder for the release")
    documents = (*_rules(), *guidance)
    names = [p.name for p in documents]
    for path in documents:
        if not path.is_file():
            raise DataError(f"{path}: no such file of guidance; check the path")
        if names.count(path.name) > 1:
            raise DataError(f"{path}: guidance {path.name!r} is there twice; rename one of them")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as made:
        whole = Path(made) / "release"
        written = _write(whole, suite, snapshots, documents)
        if folder.exists():
            folder.rmdir()
        whole.rename(folder)
    return replace(written, folder=folder)


def _write(
    folder: Path, suite: WarrantSuite, snapshots: Iterable[Snapshot], documents: Sequence[Path]
) -> Release:
    folder.mkdir()
    items = suite.items()
    _lines(folder / "items.jsonl", (write_record(i) for i in items))
    _lines(folder / "keys.jsonl", (_key(i, n) for i in items for n in range(len(i.contexts))))
    _lines(folder / "cards.jsonl", (write_record(c.gold) for i in items for c in i.contexts))
    (folder / "schema.json").write_text(
        json.dumps(schemas(), indent=1, ensure_ascii=False), "utf-8"
    )
    source = suite.header.parent
    templates = f"{suite.name}.templates.yaml"
    more = [templates] if (source / templates).is_file() else []
    for name in (suite.header.name, *suite.files, *more):
        _copy(source / name, folder / "suite" / name)
    for path in documents:
        _copy(path, folder / "guidance" / path.name)
    for code in codes():
        ontology = _file("lexwarrant.jurisdictions", code, "ontology.yaml")
        _copy(ontology, folder / "guidance" / "ontology" / f"{code}.yaml")
    for snapshot in snapshots:
        _snapshot(snapshot, folder / "snapshots")
    written = {
        str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in sorted(folder.rglob("*")) if p.is_file()
    }  # fmt: skip
    methods: dict[str, int] = {}
    for item in items:
        name = item.contexts[0].gold.provenance.method.value
        methods[name] = methods.get(name, 0) + 1
    manifest = {
        "suite": suite.name, "version": suite.version, "digest": suite.digest,
        "licence": suite.licence, "lexwarrant": __version__, "items": len(items),
        "splits": {s.name: [i.id for i in s.items] for s in suite.splits},
        "labelled_by": methods, "files": written,
    }  # fmt: skip
    (folder / MANIFEST_FILE).write_text(json.dumps(manifest, indent=1), "utf-8")
    return Release(folder, written, len(items), methods)


def _rules() -> tuple[Path, ...]:
    """What labels and figures rest on besides the items: rubric, claim boundary, risk weights."""
    here = "lexwarrant.evaluation.warrant"
    return (
        _file(here, "guidance", "rubric.md"),
        _file("lexwarrant.jurisdictions", "claims.yaml"),
        _file(here, "weights.yaml"),
    )


def _file(package: str, *path: str) -> Path:
    return Path(str(files(package).joinpath(*path)))


def _snapshot(snapshot: Snapshot, folder: Path) -> None:
    name = snapshot.manifest.name
    _copy(snapshot.folder / MANIFEST, folder / f"{name}.json")
    with (folder / f"{name}.jsonl").open("w", encoding="utf-8") as out:
        write_lines(snapshot.tables.records(), out)


def _key(item: WarrantItem, n: int) -> dict[str, Any]:
    asked = item.contexts[n]
    return {"item": item.id, "context": asked.name, "key": encode(asked.key)}


def _lines(path: Path, rows: Iterable[Any]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
