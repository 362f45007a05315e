"""Compute a pack's latent space from a snapshot and its finding aid (needs scipy, development only).

    python scripts/latent_space.py SNAPSHOT_FOLDER JURISDICTION

Writes ``src/lexwarrant/jurisdictions/JURISDICTION/latent.zip``. No question of any suite is read.
Rerun it whenever the finding aid changes; a test holds the two in step.
"""

from __future__ import annotations

import json
import math
import sys
import zipfile
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import svds

from lexwarrant.jurisdictions.finding_aid import finding_aid_digest
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.retrieval.latent import SCALE
from lexwarrant.retrieval.open import all_passages
from lexwarrant.text.stopwords import stopwords
from lexwarrant.text.tokens import terms

DIMS = 96
LINE_WEIGHT = 3
"""How much a passage's own index lines count against its text."""


def main(folder: str, jurisdiction: str) -> None:
    with Snapshot(Path(folder)) as snapshot:
        passages = [p for p in all_passages(snapshot) if p.jurisdiction == jurisdiction]
        digest = snapshot.manifest.digest
    documents = []
    for p in passages:
        skip = stopwords(p.language)
        own = [*terms(p.text, p.language), *terms(p.head, p.language)]
        lines = terms(p.aid, p.language) * LINE_WEIGHT + terms(p.unit_aid, p.language)
        documents.append(Counter(t for t in own + lines if t not in skip))
    frequency = Counter(t for d in documents for t in d)
    vocabulary = {t: n for n, t in enumerate(sorted(t for t, f in frequency.items() if f > 1))}
    size = len(documents)
    rows, columns, values = [], [], []
    for n, document in enumerate(documents):
        for term, count in sorted(document.items()):
            if term in vocabulary:
                rows.append(n)
                columns.append(vocabulary[term])
                values.append((1 + math.log(count)) * math.log(size / frequency[term]))
    matrix = csr_matrix((values, (rows, columns)), shape=(size, len(vocabulary)))
    norms = np.sqrt(matrix.multiply(matrix).sum(1)).A1
    matrix = csr_matrix(matrix.multiply(1 / np.maximum(norms, 1e-9)[:, None]))
    left, strength, right = svds(matrix, k=DIMS, random_state=0)
    sign = np.where(right[np.arange(DIMS), np.abs(right).argmax(1)] < 0, -1.0, 1.0)
    # A term's length is kept apart: a word that says little must not weigh as one that says much.
    term_rows = (right * sign[:, None]).T
    lengths = np.linalg.norm(term_rows, axis=1)
    term_rows /= lengths[:, None] + 1e-12
    passage_rows = left * strength * sign
    passage_rows /= np.linalg.norm(passage_rows, axis=1, keepdims=True) + 1e-9
    target = Path("src/lexwarrant/jurisdictions") / jurisdiction / "latent.zip"
    manifest = {
        "dims": DIMS, "snapshot": digest, "finding_aid": finding_aid_digest(jurisdiction),
        "terms": len(vocabulary), "passages": size,
    }  # fmt: skip
    members = {
        "manifest.json": json.dumps(manifest, indent=1, sort_keys=True).encode(),
        "terms.txt": "\n".join(vocabulary).encode(),
        "terms.bin": _bytes(term_rows),
        "lengths.bin": (lengths / lengths.max()).astype("<f4").tobytes(),
        "passages.txt": "\n".join(p.provision_id for p in passages).encode(),
        "passages.bin": _bytes(passage_rows),
    }
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, body in members.items():
            archive.writestr(
                zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), body, zipfile.ZIP_DEFLATED
            )
    print(f"{target}: {len(vocabulary)} terms, {size} passages, {target.stat().st_size:,} bytes")


def _bytes(rows: np.ndarray) -> bytes:
    return np.clip(np.rint(rows * SCALE), -SCALE, SCALE).astype(np.int8).tobytes()


if __name__ == "__main__":
    main(*sys.argv[1:])
