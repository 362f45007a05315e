"""Fit the score of law without index lines: how likely the first passage is the right one.

    python scripts/calibrate_plain_score.py SNAPSHOT      the snapshot five-systems (benchmarks/warrant.py build)

Right and wrong passages come from the open families of the warrant suite whose law has no latent
space, put with their circumstances; questions about no law that is held come from the open refusals
of the demo, put to each of those systems. Prints the coefficients of ``answering/promotion.py`` and,
ten-fold cross-validated, how many of each kind would be promoted at 0.5.
"""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from lexwarrant.answering.answerer import VerbatimAnswerer
from lexwarrant.evaluation.suite_file import load_suite as load_cases
from lexwarrant.evaluation.warrant.suite import load_suite
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import RefusalReason
from lexwarrant.records.context import Context
from lexwarrant.records.ids import unit_of
from lexwarrant.retrieval.latent import latent_space
from lexwarrant.retrieval.open import open_index
from lexwarrant.retrieval.outside import outside_subjects

FOLDS, RIDGE = 10, 0.02
SYSTEMS, ON = ("ie", "us", "uk"), date(2024, 2, 1)


def rows(snapshot: Snapshot) -> list[tuple[str, float, float, float]]:
    """Kind ("right", "wrong", "outside"), coverage, lead and outside coverage of first passages."""
    answerer = VerbatimAnswerer(snapshot, open_index(snapshot))
    out = []

    def add(question: str, context: Context, units: set[str], kind: str) -> None:
        found = answerer.consider(question, context)
        if not found.ranked or found.question is None:
            return
        best = found.ranked[0]
        others = (r.strength for r in found.ranked if r.hit.unit_id != best.hit.unit_id)
        lead = best.strength - max(others, default=0.0)
        subjects = outside_subjects("eu")
        beyond = subjects.match(found.question, no_law=True) if subjects else None
        named = "right" if best.hit.unit_id in units else kind
        out.append((named, best.coverage, lead, beyond.coverage if beyond else 0.0))

    for item in load_suite().items("dev", "varied"):
        asked = item.contexts[-1]
        code = asked.context.jurisdiction
        if code is not None and latent_space(code) is None:
            units = {unit_of(k.authority) for k in asked.gold.links}
            add(item.question, asked.context, units, "wrong")
    for _, case in load_cases("eu-refusals").cases():
        if case.expect_refusal is RefusalReason.OUT_OF_SCOPE:
            for code in SYSTEMS:
                add(case.question, Context(code, ON), set(), "outside")
    return out


def fit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """A logistic regression with a small ridge on all but the intercept."""

    def loss(w: np.ndarray) -> float:
        z = x @ w
        return float(np.sum(np.logaddexp(0, z) - y * z) + RIDGE * np.sum(w[:-1] ** 2))

    found: np.ndarray = minimize(loss, np.zeros(x.shape[1])).x
    return found


def main() -> None:
    """Fit, print, cross-validate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("snapshot", type=Path)
    with Snapshot(parser.parse_args().snapshot) as snapshot:
        found = rows(snapshot)
    x = np.array([[*r[1:], 1.0] for r in found])
    y = np.array([float(r[0] == "right") for r in found])
    print("coverage, lead, outside, intercept:", np.round(fit(x, y), 2))
    fold = np.random.RandomState(0).permutation(np.arange(len(found)) % FOLDS)
    chance = np.zeros(len(found))
    for k in range(FOLDS):
        chance[fold == k] = 1 / (1 + np.exp(-x[fold == k] @ fit(x[fold != k], y[fold != k])))
    for kind in ("right", "wrong", "outside"):
        own = [c for r, c in zip(found, chance, strict=True) if r[0] == kind]
        print(f"{kind}: {sum(c >= 0.5 for c in own)} of {len(own)} promoted at 0.5")


if __name__ == "__main__":
    main()
