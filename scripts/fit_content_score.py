"""Fit the content score of the verifier on open rows (needs scipy, development only).

    python scripts/fit_content_score.py [--write] batteries/open.jsonl ROWS.jsonl ...

Rows that say what is not stated or supported are used when no other check decides them; those that
are contradicted are not, because what is wrong in them is not their content. Each supported
sentence is also put to the provisions of another row in its language, where nothing supports it.
Folds are whole ``pair`` groups. Prints the cross-validated operating curve and, with ``--write``,
puts the weights into ``verification/content_score.json``. Sealed rows are never read.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from lexwarrant.records.verification import CheckContext
from lexwarrant.verification import Verifier, decide
from lexwarrant.verification.batch import premise_of
from lexwarrant.verification.case import Case
from lexwarrant.verification.content_score import MEASURES, digest, measures

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))
from verifier import rows_of

RIDGE = 3.0
FOLDS = 10
OFF_TOPIC_WEIGHT = 0.6
OFF_TOPIC_EACH = 2
SEED = 7
FALSE_REJECTION = 3
"""What a false rejection costs, in misses."""
OFF_TOPIC_MISS = 0.55
"""What a sentence about another law costs when it is let through: they are rarer in answers."""
TARGET = Path(__file__).parent.parent / "src/lexwarrant/verification/content_score.json"
Example = tuple[tuple[float, ...], str, str]
"""Measures, class (supported, not_stated, off_topic), fold group."""


def measured(row: dict[str, Any], premise_row: dict[str, Any]) -> tuple[float, ...] | None:
    """The measures of the worst sentence of a row, when no other check decides it."""
    seen: list[tuple[float, ...]] = []

    def note(case: Case, covered: float) -> float:
        seen.append(measures(case, covered))
        return -99.0

    original = decide.content_score
    decide.content_score = note
    try:
        found = Verifier().check_text(
            premise_of(premise_row), row["sentence"], CheckContext(row.get("previous", ()))
        )
    finally:
        decide.content_score = original
    if not seen or found.verdict.value not in ("supported", "no_claim"):
        return None
    return tuple(max(values) for values in zip(*seen, strict=True))


def examples(paths: list[Path]) -> Iterator[Example]:
    """What the rows of all files give."""
    rows = [r for p in paths for r in rows_of(p, "all") if r["premise"]]
    by_language: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_language.setdefault(row.get("language") or "en", []).append(row)
    rng = random.Random(SEED)
    for row in rows:
        group = str(row.get("pair") or row["id"].split("/")[0])
        if row["label"] in ("supported", "not_stated", "unsupported"):
            values = measured(row, row)
            if values is not None:
                label = "supported" if row["label"] == "supported" else "not_stated"
                yield values, label, group
        if row["label"] != "supported":
            continue
        for _ in range(OFF_TOPIC_EACH):
            other = rng.choice(by_language[row.get("language") or "en"])
            if set(other.get("titles") or ()) & set(row.get("titles") or ()):
                continue
            values = None if other["premise"] == row["premise"] else measured(row, other)
            if values is not None:
                yield values, "off_topic", group


def fit(x: np.ndarray, y: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Weighted ridge logistic regression on standardised measures, in the measures' own units."""
    mean, spread = x.mean(0), x.std(0) + 1e-9
    z = np.hstack([np.ones((len(x), 1)), (x - mean) / spread])

    def loss(w: np.ndarray) -> float:
        terms = weight * np.logaddexp(0, -(2 * y - 1) * (z @ w))
        return float(terms.sum() + RIDGE * (w[1:] @ w[1:]) / 2)

    w = minimize(loss, np.zeros(z.shape[1])).x
    slopes = w[1:] / spread
    return np.concatenate([[w[0] - slopes @ mean], slopes])


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("rows", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    found = list(examples(options.rows))
    x = np.array([f[0] for f in found])
    kinds = np.array([f[1] for f in found])
    y = (kinds != "supported").astype(float)
    weight = np.where(kinds == "off_topic", OFF_TOPIC_WEIGHT, 1.0)
    fold = np.array([int(hashlib.sha256(f[2].encode()).hexdigest(), 16) % FOLDS for f in found])
    scores = np.zeros(len(y))
    for k in range(FOLDS):
        w = fit(x[fold != k], y[fold != k], weight[fold != k])
        scores[fold == k] = w[0] + x[fold == k] @ w[1:]
    good, bad, off = (scores[kinds == k] for k in ("supported", "not_stated", "off_topic"))
    print("| threshold | supported rejected | not stated caught | off topic caught | cost |")
    print("|---|---|---|---|---|")
    best = (float("inf"), 0.0)
    for at in sorted({round(float(s), 2) for s in good} | {9.0}, reverse=True)[:40]:
        cost = (
            FALSE_REJECTION * int((good >= at).sum())
            + int((bad < at).sum())
            + OFF_TOPIC_MISS * int((off < at).sum())
        )
        best = min(best, (cost, at))
        print(
            f"| {at:.2f} | {int((good >= at).sum())} of {len(good)} | {int((bad >= at).sum())} of "
            f"{len(bad)} | {(off >= at).mean():.0%} of {len(off)} | {cost:.1f} |"
        )
    threshold = best[1]
    w = fit(x, y, weight)
    print("bias", round(float(w[0]), 3), "threshold", threshold)
    for name, value in zip(MEASURES, w[1:], strict=True):
        print(name, round(float(value), 3))
    if not options.write:
        return
    data: dict[str, object] = {
        "fitted_on": [p.name for p in options.rows],
        "examples": {k: int((kinds == k).sum()) for k in ("supported", "not_stated", "off_topic")},
        "bias": round(float(w[0]), 4),
        "weights": {n: round(float(v), 4) for n, v in zip(MEASURES, w[1:], strict=True)},
        "threshold": threshold,
        "leaning_threshold": round(threshold + 0.7, 2),
    }
    data["sha256"] = digest(data)
    TARGET.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
