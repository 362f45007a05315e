"""Sealed sets: fixed by digest before anybody tunes, and a record of who opened them when.

A suite file seals a split with ``sealed: true`` and its ``sha256``. The ledger, a file of JSON
lines, notes every open run of a sealed split: the first one estimates what unseen questions would
give, later ones do not, and say so.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from lexwarrant.evaluation.runner import MANIFEST
from lexwarrant.records.errors import DataError

OPENED = " at "
"""Stands in the ledger between a run's folder and the moment it began."""


class SealedSplit(Protocol):
    """What is asked of a split, whatever its cases are."""

    @property
    def sha256(self) -> str:
        """Its digest."""
        ...

    @property
    def sealed(self) -> bool:
        """Whether it is sealed."""
        ...


class Sealable(Protocol):
    """What is asked of a suite: a `Suite` and a warrant suite are both one."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def version(self) -> str:
        """Its version."""
        ...

    @property
    def splits(self) -> Sequence[SealedSplit]:
        """Its splits, those that are run."""
        ...


def sealed_digest(suite: Sealable) -> str:
    """A digest over the sealed splits of ``suite``; empty when none is sealed."""
    sealed = [s.sha256 for s in suite.splits if s.sealed]
    return hashlib.sha256("\n".join(sealed).encode()).hexdigest() if sealed else ""


def first_run(
    ledger: Path, suite: Sealable, folder: Path, others: Sequence[Path] = ()
) -> bool | None:
    """Whether the run in ``folder`` is the first open run of the suite's sealed splits.

    None when nothing is sealed. The run is recorded. A folder that holds a run already is taken up
    again: the same run. A new run in a folder whose earlier run was thrown away is another one.
    """
    place = str(folder.resolve())
    if (folder / MANIFEST).is_file():
        for path in (ledger, *others):
            for entry in reversed(_entries(path)):
                run = str(entry.get("run"))
                same = place in (run, run.rpartition(OPENED)[0])
                if same and entry.get("sealed") == sealed_digest(suite):
                    return record_opening(ledger, suite, run, others)
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    return record_opening(ledger, suite, f"{place}{OPENED}{now}", others)


def record_opening(
    ledger: Path, suite: Sealable, run: str, others: Sequence[Path] = ()
) -> bool | None:
    """Record that ``run`` opens the suite's sealed splits; whether it is the first that does.

    None when nothing is sealed. A ``run`` that the ledger has already is not written again.
    What stands in ``others`` counts as well.
    """
    digest = sealed_digest(suite)
    if not digest:
        return None
    entries = [entry for path in (ledger, *others) for entry in _entries(path)]
    runs = [entry for entry in entries if entry.get("sealed") == digest]
    runs.sort(key=lambda entry: (str(entry.get("opened")), not entry.get("first")))
    if not runs or all(entry.get("run") != run for entry in runs):
        ledger.parent.mkdir(parents=True, exist_ok=True)
        entry = {
            "sealed": digest, "suite": suite.name, "version": suite.version, "run": run,
            "opened": datetime.now(UTC).isoformat(timespec="seconds"), "first": not runs,
        }  # fmt: skip
        with ledger.open("a", encoding="utf-8") as handle:
            handle.write(json.dumps(entry, ensure_ascii=False) + "\n")
            handle.flush()
            os.fsync(handle.fileno())
        return not runs
    return runs[0].get("run") == run


def _entries(ledger: Path) -> list[dict[str, object]]:
    if not ledger.is_file():
        return []
    out = []
    for number, line in enumerate(ledger.read_text("utf-8").splitlines(), 1):
        try:
            entry = json.loads(line)
        except ValueError:
            raise DataError(
                f"{ledger}:{number}: not JSON; the ledger of sealed runs is damaged"
            ) from None
        if isinstance(entry, dict):
            out.append(entry)
    return out


def seal(path: Path, name: str, version: str) -> Path:
    """Write a suite file beside ``path`` (a list of cases) that seals it by digest; returns it."""
    import yaml

    from lexwarrant.evaluation.suite_file import parse_cases

    try:
        body = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}; check the path") from None
    parse_cases(path, body)
    out = path.with_name(f"{name}.suite.yaml")
    if out.exists():
        raise DataError(
            f"{out}: stands already; a sealed suite is not sealed twice: choose another name"
        )
    header = {
        "suite": name, "version": version, "description": f"sealed on {datetime.now(UTC):%Y-%m-%d}",
        "licence": "",
        "splits": [{"name": "sealed", "file": path.name, "sealed": True,
                    "sha256": hashlib.sha256(body).hexdigest()}],
    }  # fmt: skip
    out.write_text(yaml.safe_dump(header, sort_keys=False, allow_unicode=True), "utf-8")
    return out
