"""Fit the score of a promoted passage on a suite's open split (needs scipy, development only).

    python scripts/calibrate_score.py SNAPSHOT_FOLDER [SUITE]

Prints the coefficients for `lexwarrant.answering.promotion` and a cross-validated calibration table. Sealed splits
are never read: only the first split of the suite is.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from lexwarrant.answering.screening import screen
from lexwarrant.evaluation.suite_file import load_suite
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.retrieval.open import open_index
from lexwarrant.retrieval.outside import outside_subjects
from lexwarrant.retrieval.question import QuestionReader
from lexwarrant.retrieval.ranking import Ranker
from lexwarrant.retrieval.router import route

NAMES = ("coverage", "margin", "outside")
RIDGE = 1.0
FOLDS = 10


def rows(folder: Path, suite_name: str) -> tuple[np.ndarray, np.ndarray]:
    """Figures of the best passage of each question that reaches retrieval, and whether it is right."""
    figures, right = [], []
    with Snapshot(folder) as snapshot:
        index = open_index(snapshot)
        reader, ranker = QuestionReader(snapshot, index), Ranker(snapshot)
        beyond = [outside_subjects(code) for code in snapshot.jurisdictions()]
        for case in load_suite(suite_name).splits[0].cases:
            question = reader.read(case.question)
            led = route(question, snapshot)
            if screen(question, snapshot) or led.missing or led.found:
                continue
            weighted = [
                (f, t.weight / (1 + n)) for t in question.terms for n, f in enumerate(t.terms)
            ]
            ranked = ranker.rank(
                question, index.search(weighted, limit=60, authorities=question.named)
            )
            if not ranked:
                continue
            top = ranked[0]
            others = (r.strength for r in ranked if r.hit.unit_id != top.hit.unit_id)
            shares = [m.coverage for s in beyond if s and (m := s.match(question))]
            figures.append(
                [top.coverage, top.strength - max(others, default=0.0), max(shares, default=0.0)]
            )
            # before application the right article is found first and its dates are quoted then
            waits = case.tags.family == "before_application"
            right.append(
                not case.expect_no_promotion
                and (waits or top.hit.unit_id in case.expect_source_doc_id)
            )
    return np.array(figures), np.array(right, dtype=float)


def fit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Ridge logistic regression on standardised figures; coefficients in the figures' own units."""
    mean, spread = x.mean(0), x.std(0) + 1e-9
    z = np.hstack([np.ones((len(x), 1)), (x - mean) / spread])

    def loss(w: np.ndarray) -> float:
        return float(np.logaddexp(0, -(2 * y - 1) * (z @ w)).sum() + RIDGE * (w[1:] @ w[1:]) / 2)

    w = minimize(loss, np.zeros(z.shape[1])).x
    slopes = w[1:] / spread
    return np.concatenate([[w[0] - slopes @ mean], slopes])


def main(folder: str, suite_name: str = "eu-demo") -> None:
    x, y = rows(Path(folder), suite_name)
    coefficients = fit(x, y)
    print(f"{len(y)} questions reach retrieval, {int(y.sum())} with the right provision first")
    print("bias", *(f"{v:.2f}" for v in coefficients[:1]))
    for name, value in zip(NAMES, coefficients[1:], strict=True):
        print(name, f"{value:.2f}")
    scores = np.zeros(len(y))
    for fold in range(FOLDS):
        test = np.arange(fold, len(y), FOLDS)
        train = np.setdiff1d(np.arange(len(y)), test)
        w = fit(x[train], y[train])
        scores[test] = 1 / (1 + np.exp(-(w[0] + x[test] @ w[1:])))
    print("| score | questions | right |\n|---|---|---|")
    for low, high in ((0, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.85), (0.85, 1.01)):
        inside = (scores >= low) & (scores < high)
        share = f"{y[inside].mean():.0%}" if inside.any() else ""
        print(f"| {low} to {min(high, 1)} | {int(inside.sum())} | {share} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
