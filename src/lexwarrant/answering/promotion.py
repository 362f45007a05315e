"""When a passage is put forward: its score, the thresholds, and the tier they give.

The score estimates the chance that the passage comes from the provision that governs: a logistic
regression on three readable figures, fitted on the open questions of the demo suite by
``scripts/calibrate_score.py`` (10-fold cross-validated there: of the questions scored 0.5 to 0.7
59 % were right, of those above 0.85 86 %). For packs without a latent space, and so without index lines
of how people ask, ``scripts/calibrate_plain_score.py`` fitted it on the open warrant families of four
such systems and on questions about no law they hold (10-fold: at 0.5, 30 of 40 right passages
promoted, 7 of 24 wrong ones, 1 of 71 to a question outside). On another corpus it is an ordering
rather than a probability until it has been fitted there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from lexwarrant.records.answer import Thresholds, Tier
from lexwarrant.retrieval.ranking import Ranked

COVERAGE, LEAD, OUTSIDE = 3.5, 7.3, -6.4
"""Coefficients of coverage, of the lead over the next unit, and of outside coverage; no intercept."""

PLAIN_COVERAGE, PLAIN_LEAD, PLAIN_OUTSIDE, PLAIN_BASE = 8.0, 4.0, -3.0, -4.0
"""The same for a pack without a latent space, with an intercept."""

DEFAULT_THRESHOLDS = Thresholds(min_score=0.5, min_coverage=0.2, high_score_bypass=0.9)
"""More likely right than not, and at least a fifth of the question's information covered."""


def confidence(candidate: Ranked, ranked: Sequence[Ranked], outside: float) -> float:
    """The score of a candidate, in 0..1.

    ``ranked`` are all candidates, best first; ``outside`` is the share of the question's
    information that the best outside subject covers.
    """
    others = (r.strength for r in ranked if r.hit.unit_id != candidate.hit.unit_id)
    lead = candidate.strength - max(others, default=0.0)
    if candidate.latent is None:
        z = PLAIN_COVERAGE * candidate.coverage + PLAIN_LEAD * lead + PLAIN_OUTSIDE * outside
        z += PLAIN_BASE
    else:
        z = COVERAGE * candidate.coverage + LEAD * lead + OUTSIDE * outside
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, z))))


def tier(score: float) -> Tier:
    """The confidence tier of a promoted quotation: high from 0.75."""
    return Tier.HIGH if score >= 0.75 else Tier.BORDERLINE
