"""Measure the verifier on battery files: counts per kind with Wilson intervals.

    python benchmarks/verifier.py batteries/open.jsonl
    python benchmarks/verifier.py ../shared/data/verification/dev.jsonl --peer path/to/venv

Caught: an unsupported row (contradicted, not_stated, unsupported) with the verdict contradicted or
not_stated. False rejection: a supported row with any verdict but supported or no_claim. So
``cannot_check`` counts against the verifier on both sides; its share is shown besides. A row of
answers with ``sentences`` is checked sentence by sentence, the earlier ones as context.

``--part`` takes a fixed third of the rows (by the SHA-256 of their pair or id) that is kept out of
error analysis (``held``) or the rest (``dev``). ``--peer`` names a virtual environment in which the
user has installed legal-rag-verifier 0.4.0; it is run there by its public interface, on the same
rows, in a process of its own, and never imported here.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lexwarrant.jurisdictions.registry import codes
from lexwarrant.records.verification import CheckContext
from lexwarrant.verification import Verifier
from lexwarrant.verification.batch import premise_of

GOOD = frozenset({"supported", "no_claim"})
REJECTED = frozenset({"contradicted", "not_stated"})

PEER = r"""
import json, sys, time
from legal_rag_verifier.premise import Premise
from legal_rag_verifier.verifier import Verifier
verifier = Verifier()
began = time.perf_counter()
for line in sys.stdin:
    row = json.loads(line)
    premise = Premise.from_text(row["premise"], titles=tuple(row["titles"]),
                                citations=tuple(row["citations"]))
    verdict = verifier.check_sentence(premise, row["sentence"])
    print(json.dumps(str(verdict.verdict).upper().endswith("ROLLBACK")))
print(json.dumps(time.perf_counter() - began))
"""


def held_out(row: dict[str, Any]) -> bool:
    """Whether a row is in the third kept out of error analysis."""
    key = str(row.get("pair") or row["id"])
    return int(hashlib.sha256(key.encode()).hexdigest(), 16) % 3 == 0


def rows_of(path: Path, part: str) -> Iterator[dict[str, Any]]:
    """Rows of a battery, answers taken apart into their sentences."""
    for line in path.read_text("utf-8").splitlines():
        if not line.strip():
            continue
        row = json.loads(line)
        if row.get("jurisdiction") not in codes():
            row["jurisdiction"] = ""  # national law of a language, no legal system with a pack
        if part != "all" and (part == "held") != held_out(row):
            continue
        if "sentences" not in row:
            yield row
            continue
        before: list[str] = []
        for number, sentence in enumerate(row["sentences"]):
            yield {
                **row,
                "id": f"{row['id']}/{number}",
                "sentence": sentence["text"],
                "label": sentence["label"],
                "kind": sentence.get("kind", ""),
                "previous": tuple(before),
            }
            before.append(sentence["text"])


def wilson(hits: int, total: int) -> tuple[float, float]:
    """Wilson 95 % interval of a share; (0, 1) when there is nothing."""
    if not total:
        return 0.0, 1.0
    z = 1.959964
    share = hits / total
    centre = share + z * z / (2 * total)
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def written(hits: int, total: int) -> str:
    """``hits of total (share, interval)``."""
    if not total:
        return "-"
    low, high = wilson(hits, total)
    return f"{hits} of {total} ({hits / total:.1%}, {low:.0%} to {high:.0%})"


def ours(rows: list[dict[str, Any]]) -> list[str]:
    """Our verdict on every row."""
    verifier = Verifier()
    return [
        verifier.check_text(
            premise_of(row),
            row["sentence"],
            CheckContext(row.get("previous", ()), row.get("question", "")),
        ).verdict.value
        for row in rows
    ]


def peers(venv: Path, rows: list[dict[str, Any]]) -> tuple[list[bool], float]:
    """Whether the peer rejects each row, and its seconds for all of them."""
    python = venv / "bin" / "python"
    if not python.exists():
        sys.exit(f"{python}: no such interpreter; give the folder of a virtual environment")
    text = "\n".join(
        json.dumps({k: row.get(k) or [] for k in ("titles", "citations")}
                   | {"premise": row["premise"], "sentence": row["sentence"]})
        for row in rows
    )  # fmt: skip
    done = subprocess.run(
        [str(python), "-c", PEER], input=text, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"the peer failed: {done.stderr.strip().splitlines()[-1:]}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return lines[:-1], float(lines[-1])


def table(name: str, rows: list[dict[str, Any]], rejected: list[bool]) -> None:
    """Print the counts per kind and in all, as Markdown."""
    good: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    bad: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for row, out in zip(rows, rejected, strict=True):
        side = good if row["label"] in GOOD else bad
        for key in (row["kind"], ""):
            side[key][0] += out
            side[key][1] += 1
    print(f"\n### {name}\n\n| kind | caught | false rejections |\n|---|---|---|")
    for kind in sorted({*good, *bad} - {""}):
        print(f"| {kind} | {written(*bad[kind])} | {written(*good[kind])} |")
    print(f"| **all** | **{written(*bad[''])}** | **{written(*good[''])}** |")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("battery", nargs="+", type=Path)
    parser.add_argument("--part", choices=("all", "dev", "held"), default="all")
    parser.add_argument("--peer", type=Path, help="virtual environment with legal-rag-verifier")
    options = parser.parse_args()
    for path in options.battery:
        rows = list(rows_of(path, options.part))
        began = time.perf_counter()
        verdicts = ours(rows)
        seconds = time.perf_counter() - began
        supported = [row["label"] in GOOD for row in rows]
        wrong = [
            (verdict not in GOOD) if fine else (verdict in REJECTED)
            for verdict, fine in zip(verdicts, supported, strict=True)
        ]
        table(f"{path.name} ({options.part}): lexwarrant, rules alone", rows, wrong)
        counts = Counter(zip(supported, verdicts, strict=True))
        for fine in (True, False):
            shares = {v: n for (side, v), n in sorted(counts.items()) if side == fine}
            print(f"\n{'supported' if fine else 'unsupported'} rows by verdict: {shares}")
        print(f"\n{len(rows)} rows in {seconds:.2f} s, premises indexed as they come")
        if options.peer:
            out, peer_seconds = peers(options.peer, rows)
            table(f"{path.name} ({options.part}): legal-rag-verifier, claim check", rows, out)
            print(f"\n{len(rows)} rows in {peer_seconds:.2f} s")


if __name__ == "__main__":
    main()
