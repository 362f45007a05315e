"""Replies of a judge, kept so that the same input is not billed twice."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lexwarrant.evaluation.judge.asking import Material
from lexwarrant.records.errors import DataError


@dataclass(frozen=True, slots=True)
class CachedReply:
    """A reply and what it cost when it was first given (None: not known)."""

    content: str
    cost: float | None


def cache_key(
    material: Material,
    rubric_sha256: str,
    model: str,
    parameters: Mapping[str, str],
    salt: str = "",
) -> str:
    """SHA-256 over everything that decides a reply."""
    body = [material.question, material.answer, material.source, rubric_sha256, model,
            sorted(parameters.items()), salt]  # fmt: skip
    return hashlib.sha256(
        json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
    ).hexdigest()


class ReplyCache:
    """A SQLite file of replies. Safe to share between runs; one writer at a time waits for others."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._db = sqlite3.connect(path, timeout=30, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS reply "
                "(key TEXT PRIMARY KEY, content TEXT NOT NULL, cost REAL) WITHOUT ROWID"
            )
        except sqlite3.Error as error:
            raise DataError(
                f"{path}: the judge's cache cannot be used ({error}); delete it"
            ) from None

    def get(self, key: str) -> CachedReply | None:
        """The reply with this key."""
        row = self._db.execute("SELECT content, cost FROM reply WHERE key = ?", (key,)).fetchone()
        return CachedReply(row[0], row[1]) if row else None

    def put(self, key: str, reply: CachedReply) -> None:
        """Keep a reply; one that is there already stays."""
        self._db.execute(
            "INSERT OR IGNORE INTO reply VALUES (?, ?, ?)", (key, reply.content, reply.cost)
        )

    def close(self) -> None:
        """Release the file."""
        self._db.close()
