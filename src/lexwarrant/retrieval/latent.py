"""Latent semantic similarity of a question and a passage: a small, precomputed space per pack.

Words that are used for the same provisions come to lie near each other: "sack" near "dismiss". The
space is a truncated singular value decomposition of passages (with their index lines) by terms
(Deerwester et al. 1990, JASIS 41:391-407), computed once by ``scripts/latent_space.py`` from a
snapshot and its finding aid, and shipped as package data: no weights from anywhere else. At run
time it is a few dot products in plain Python. Similarity ranks candidates; it is never support.

File: a zip with ``manifest.json`` (dims, digests), ``terms.txt`` and ``passages.txt`` (one id a
line), two matrices of signed bytes, one unit vector a row, scaled by 127, and the lengths of the
terms' vectors (little-endian 32-bit floats): a word that says little is short.
"""

from __future__ import annotations

import json
import struct
import zipfile
from array import array
from functools import cache
from importlib.resources import files
from operator import mul

from lexwarrant.records.errors import LawSourceError
from lexwarrant.retrieval.question import Question

SCALE = 127


class LatentSpace:
    """Term and passage vectors of one pack."""

    def __init__(
        self,
        dims: int,
        terms: dict[str, tuple[float, array[int]]],
        passages: dict[str, array[int]],
    ) -> None:
        self.dims = dims
        self._terms = terms
        self._passages = passages

    def vector(self, question: Question) -> list[float] | None:
        """The question's unit vector; None when no word of it is in the space."""
        total = [0.0] * self.dims
        seen = False
        for term in question.terms:
            for form in term.terms:
                known = self._terms.get(form)
                if known is not None:
                    seen = True
                    weight, row = term.weight * known[0], known[1]
                    total = [a + weight * b for a, b in zip(total, row, strict=True)]
                    break
        if not seen:
            return None
        norm = sum(map(mul, total, total)) ** 0.5
        return [a / norm for a in total] if norm else None

    def holds(self, provision_id: str) -> bool:
        """Whether a passage is in the space."""
        return provision_id in self._passages

    def similarity(self, vector: list[float], provision_id: str) -> float:
        """Cosine in 0..1 of a question's vector and a passage; 0 for a passage not in the space."""
        row = self._passages.get(provision_id)
        if row is None:
            return 0.0
        cosine: float = sum(map(mul, vector, row)) / SCALE
        return max(0.0, cosine)


def _rows(ids: str, body: bytes, dims: int) -> dict[str, array[int]]:
    values = array("b", body)
    names = ids.splitlines()
    return {name: values[n * dims : (n + 1) * dims] for n, name in enumerate(names)}


@cache
def latent_space(jurisdiction: str) -> LatentSpace | None:
    """The space that a pack ships, or None."""
    resource = files("lexwarrant.jurisdictions").joinpath(jurisdiction, "latent.zip")
    if not resource.is_file():
        return None
    with resource.open("rb") as handle:
        try:
            with zipfile.ZipFile(handle) as archive:
                dims = int(json.loads(archive.read("manifest.json"))["dims"])
                rows = _rows(archive.read("terms.txt").decode(), archive.read("terms.bin"), dims)
                lengths = struct.unpack(f"<{len(rows)}f", archive.read("lengths.bin"))
                return LatentSpace(
                    dims,
                    {t: (n, row) for n, (t, row) in zip(lengths, rows.items(), strict=True)},
                    _rows(
                        archive.read("passages.txt").decode(), archive.read("passages.bin"), dims
                    ),
                )
        except (zipfile.BadZipFile, KeyError, ValueError, struct.error) as error:
            raise LawSourceError(
                f"{jurisdiction}/latent.zip is damaged ({error}); install lexwarrant again"
            ) from error


def manifest(jurisdiction: str) -> dict[str, object]:
    """What a pack's space was computed from; empty when it has none."""
    resource = files("lexwarrant.jurisdictions").joinpath(jurisdiction, "latent.zip")
    if not resource.is_file():
        return {}
    with resource.open("rb") as handle, zipfile.ZipFile(handle) as archive:
        found: dict[str, object] = json.loads(archive.read("manifest.json"))
        return found
