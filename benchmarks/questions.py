"""Questions put to the built-in answerer by a writer who had seen neither it nor any other question.

    python benchmarks/questions.py [ROWS.jsonl] [--snapshot eu-demo]

Rows have ``question``, ``provision`` (the id that a careful lawyer would quote first), ``also``
(those equally right), ``style`` and ``act``. The table counts, by style and by act: the right article
quoted, the right provision within it, another article quoted, left open; and whether the right
article was the first candidate. Intervals are Wilson's.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from lexwarrant.answering.answerer import VerbatimAnswerer
from lexwarrant.cli.demo import demo_snapshot
from lexwarrant.evaluation.statistics.intervals import wilson
from lexwarrant.law.home import snapshot_folder
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.context import Context
from lexwarrant.records.ids import contains, split_id
from lexwarrant.retrieval.open import open_index

ROWS = Path(__file__).parent.parent / "batteries" / "questions.jsonl"
COLUMNS = ("right article", "right provision", "another article", "left open", "first candidate")


def counted(row: dict[str, object], answerer: VerbatimAnswerer) -> Counter[str]:
    """What became of one question."""
    right = [str(row["provision"]), *map(str, row.get("also") or [])]  # type: ignore[call-overload]
    articles = {split_id(p).unit or p for p in right}
    seen = answerer.consider(str(row["question"]), Context(jurisdiction="eu"))
    out = Counter({"questions": 1})
    out["first candidate"] = bool(seen.ranked and seen.ranked[0].hit.unit_id in articles)
    quotation = seen.answer.quotation
    if not seen.answer.promoted or quotation is None:
        out["left open"] = 1
        return out
    quoted = quotation.provision_id
    if split_id(quoted).unit not in articles:
        out["another article"] = 1
        return out
    out["right article"] = 1
    out["right provision"] = any(contains(p, quoted) or contains(quoted, p) for p in right)
    return out


def main() -> None:
    """Ask every question and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="?", type=Path, default=ROWS)
    parser.add_argument("--snapshot", default="")
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.rows.read_text("utf-8").splitlines() if line]
    snapshot = Snapshot(snapshot_folder(options.snapshot)) if options.snapshot else demo_snapshot()
    answerer = VerbatimAnswerer(snapshot, open_index(snapshot))
    table: dict[str, Counter[str]] = {}
    for row in rows:
        one = counted(row, answerer)
        for key in (str(row["style"]), str(row["act"]), "**all**"):
            table.setdefault(key, Counter()).update(one)
    print("| questions | " + " | ".join(COLUMNS) + " |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    for key in sorted(table, key=lambda k: (k == "**all**", k)):
        total = table[key]["questions"]
        cells = []
        for column in COLUMNS:
            count = table[key][column]
            low, high = wilson(count, total) or (0.0, 1.0)
            cells.append(
                f"{count} ({100 * count / total:.0f} %, {100 * low:.0f} to {100 * high:.0f})"
            )
        print(f"| {key}, {total} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
