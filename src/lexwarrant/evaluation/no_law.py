"""A snapshot that holds no law, for systems whose law we do not have.

Against it nothing is found and nothing is found false: citations are out of coverage, quotations
cannot be scored, and the ladder and the strict verdict, which need no law, are what they are.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from importlib.resources import files
from pathlib import Path

from lexwarrant.law.snapshot import DATABASE, FORMAT, MANIFEST, Snapshot, SnapshotManifest
from lexwarrant.records.codec import encode

NONE = "none"


@contextmanager
def no_law() -> Iterator[Snapshot]:
    """The empty snapshot, in a folder that is gone afterwards."""
    digest = hashlib.sha256(b"no law").hexdigest()
    manifest = SnapshotManifest(NONE, digest, FORMAT, date(1970, 1, 1), (), 0, 0, 0, 0, 0)
    with tempfile.TemporaryDirectory(prefix="lexwarrant-none-") as name:
        folder = Path(name)
        connection = sqlite3.connect(folder / DATABASE)
        connection.executescript(files("lexwarrant.law").joinpath("schema.sql").read_text("utf-8"))
        connection.close()
        (folder / MANIFEST).write_text(json.dumps(encode(manifest)), "utf-8")
        with Snapshot(folder) as snapshot:
            yield snapshot
