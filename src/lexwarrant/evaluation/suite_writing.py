"""Writing suites: the same cases always give the same bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lexwarrant.records.codec import decode, encode
from lexwarrant.records.errors import DataError
from lexwarrant.records.suite import Case, Suite

COPY = "suite.json"


@dataclass(frozen=True, slots=True)
class SplitCases:
    """A split to be written."""

    name: str
    cases: tuple[Case, ...]
    sealed: bool = False


def write_suite(
    folder: Path,
    name: str,
    version: str,
    description: str,
    licence: str,
    splits: Sequence[SplitCases],
) -> Path:
    """Write ``NAME.suite.yaml`` and one file of cases a split into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    entries: list[dict[str, Any]] = []
    for split in splits:
        body = _yaml([encode(case) for case in split.cases]).encode()
        file = f"{name}.{split.name}.yaml"
        (folder / file).write_bytes(body)
        entry: dict[str, Any] = {
            "name": split.name, "file": file, "sha256": hashlib.sha256(body).hexdigest()
        }  # fmt: skip
        entries.append({**entry, "sealed": True} if split.sealed else entry)
    header = {
        "suite": name, "version": version, "description": description, "licence": licence,
        "splits": entries,
    }  # fmt: skip
    path = folder / f"{name}.suite.yaml"
    path.write_text(_yaml(header), "utf-8")
    return path


def _yaml(data: Any) -> str:
    import yaml

    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    text: str = yaml.dump(data, Dumper=dumper, allow_unicode=True, sort_keys=False, width=110)
    return text


def keep_copy(folder: Path, suite: Suite) -> None:
    """Keep the suite beside its run, so that the run can be scored again by itself."""
    folder.mkdir(parents=True, exist_ok=True)
    body = json.dumps(encode(suite), ensure_ascii=False, indent=1, sort_keys=True)
    (folder / COPY).write_text(body + "\n", "utf-8")


def kept_copy(folder: Path) -> Suite:
    """The suite kept beside a run; raises `DataError` when there is none."""
    path = folder / COPY
    try:
        return decode(Suite, json.loads(path.read_text("utf-8")), str(path))
    except OSError:
        raise DataError(f"{folder}: keeps no copy of its suite; name it with --suite") from None
    except ValueError:
        raise DataError(f"{path}: not JSON; name the suite with --suite") from None
