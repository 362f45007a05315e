"""How likely it is that no passage is about what a sentence says.

A logistic score over a few measures that a reader can check by eye, with weights fitted on the
open rows of the batteries (``scripts/fit_content_score.py``) and kept as data with their digest.
Hard slots never come here: they are rules.
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from lexwarrant.records.errors import ConfigurationError
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.align import Item
from lexwarrant.verification.case import Case

MEASURES = (
    "uncovered",
    "known",
    "plain",
    "run",
    "common",
    "length",
    "figures",
    "scattered",
    "legal",
    "name",
)
"""In order: share of the content that the three best passages lack; weight of words found nowhere
whose synonyms are known, and of other words found nowhere; longest run of words found nowhere;
words found, and content in all (both as log(1 + n)); figures and dates bound; weight that one
clause finds only by drawing on several passages; words of legal consequence, and names, found
nowhere."""

_BREAKS = frozenset(",;:—()")
_HEAVY = 0.8


@dataclass(frozen=True, slots=True)
class ContentModel:
    """Weights of `MEASURES`, the bias, and the score from which a sentence is not stated."""

    bias: float
    weights: tuple[float, ...]
    threshold: float
    leaning: float
    """The same for a sentence that leans back on the one before it."""


@cache
def content_model() -> ContentModel:
    """The fitted weights.

    Raises `ConfigurationError` when the file does not match its digest or its measures.
    """
    text = files("lexwarrant.verification").joinpath("content_score.json").read_text("utf-8")
    data = json.loads(text)
    if data["sha256"] != digest(data):
        raise ConfigurationError(
            "content_score.json does not match its sha256: run scripts/fit_content_score.py"
        )
    if tuple(data["weights"]) != MEASURES:
        raise ConfigurationError(
            "content_score.json has other measures than MEASURES: run scripts/fit_content_score.py"
        )
    return ContentModel(
        float(data["bias"]),
        tuple(float(v) for v in data["weights"].values()),
        float(data["threshold"]),
        float(data["leaning_threshold"]),
    )


def digest(data: dict[str, object]) -> str:
    """SHA-256 of the fitted figures, the digest itself left out."""
    kept = {k: v for k, v in data.items() if k != "sha256"}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


def content_score(case: Case, covered: float) -> float:
    """Log-odds that the sentence is not stated; ``covered`` is its coverage by the best passages."""
    model = content_model()
    return model.bias + sum(
        w * x for w, x in zip(model.weights, measures(case, covered), strict=True)
    )


def measures(case: Case, covered: float) -> tuple[float, ...]:
    """The figures of `MEASURES` for one sentence; linear in its words."""
    items = case.alignment.items
    analysis = case.analysis
    low, text, starts = analysis.low, analysis.text, analysis.starts
    german = analysis.lex.code == "de"
    forms = 3 if analysis.lex.code == "he" else 1
    known = plain = length = 0.0
    common = legal = names = run = longest = 0
    for item in items:
        if item.weight < _HEAVY:
            continue
        length += item.weight
        if item.titled or item.hits.leaves:
            common += 1
            run = 0
            continue
        run += 1
        longest = max(longest, run)
        if len(item.concepts) > forms:
            known += item.weight
        else:
            plain += item.weight
        legal += item.weight > lx.LEGAL - 0.1
        at = item.token
        names += at > 0 and not german and text[starts[at]].isupper() and low[at - 1] != "."
    bound = 0
    if case.bound or case.inferred:
        bound = sum(not q.implicit for q in analysis.quantities)
        bound += sum(bool(d.month) for d in analysis.dates)
    return (
        1.0 - covered,
        known,
        plain,
        float(longest),
        math.log1p(common),
        math.log1p(length),
        float(min(bound, 2)),
        _scattered(case),
        float(min(legal, 2)),
        float(min(names, 2)),
    )


def _scattered(case: Case) -> float:
    """The most weight that one clause finds only by drawing on several passages."""
    near = set(case.ranked)
    worst = 0.0
    for clause in clauses(case):
        anywhere = 0.0
        by_leaf: dict[int, float] = {}
        for item in clause:
            if item.weight < 1.0 or not item.hits.leaves:
                continue
            anywhere += item.weight
            for leaf in near.intersection(item.hits.leaves):
                by_leaf[leaf] = by_leaf.get(leaf, 0.0) + item.weight
        worst = max(worst, anywhere - max(by_leaf.values(), default=0.0))
    return worst


def clauses(case: Case) -> list[list[Item]]:
    """The content of a sentence cut at its commas, conjunctions and conditions, in order."""
    analysis = case.analysis
    low = analysis.low
    cuts = {k for k in range(len(low)) if low[k] in _BREAKS}
    cuts.update(m.i for m in analysis.marks if m.kind in (lx.CONJ, lx.COND))
    ordered = sorted(cuts)
    out: list[list[Item]] = []
    current: list[Item] = []
    at = 0
    for item in sorted(case.alignment.items, key=lambda i: i.token):
        while at < len(ordered) and ordered[at] <= item.token:
            at += 1
            if current:
                out.append(current)
                current = []
        current.append(item)
    if current:
        out.append(current)
    return out
