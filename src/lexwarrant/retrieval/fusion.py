"""Fusing rankings by rank: reciprocal rank fusion (Cormack, Clarke & Büttcher, SIGIR 2009)."""

from __future__ import annotations

from collections.abc import Sequence

K = 60
"""The constant of the paper: how little the first rank counts above the second."""


def fuse(*rankings: Sequence[str]) -> list[str]:
    """Ids by the sum of ``1 / (K + rank)`` over the rankings that hold them, best first.

    Ties by the first ranking's order, then by id; an id that stands twice counts at its best rank.
    """
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, item in enumerate(dict.fromkeys(ranking), 1):
            scores[item] = scores.get(item, 0.0) + 1 / (K + rank)
    first = {item: n for n, item in reversed(list(enumerate(rankings[0])))} if rankings else {}
    return sorted(scores, key=lambda i: (-round(scores[i], 12), first.get(i, len(first)), i))
