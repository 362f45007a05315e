"""The true rate behind a judge that errs at known rates.

Point: Rogan, W. J. & Gladen, B. (1978), American Journal of Epidemiology 107:71-76. Interval, which
also takes the uncertainty of the judge's own error rates in: Lang, Z. & Reiczigel, J. (2014),
Preventive Veterinary Medicine 113:13-22.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from lexwarrant.evaluation.statistics.intervals import Z95

LEAST_YOUDEN = 0.5


@dataclass(frozen=True, slots=True)
class Reliability:
    """A judge against human labels: how many passes it passed, how many failures it failed."""

    true_pass: int
    passes: int
    true_fail: int
    failures: int

    @property
    def sensitivity(self) -> float:
        """The share of what people pass that the judge passes."""
        return self.true_pass / self.passes if self.passes else 0.0

    @property
    def specificity(self) -> float:
        """The share of what people fail that the judge fails."""
        return self.true_fail / self.failures if self.failures else 0.0

    @property
    def youden(self) -> float:
        """Youden's J: 1 for a perfect judge, 0 for a coin, below 0 for one worse than a coin."""
        return self.sensitivity + self.specificity - 1


@dataclass(frozen=True, slots=True)
class Corrected:
    """A corrected rate with its 95 % interval, all in 0..1."""

    value: float
    low: float
    high: float


def rogan_gladen(passed: float, judged: int, judge: Reliability) -> Corrected | None:
    """The rate that people would have found; None when the judge is too bad to correct for."""
    if judged == 0 or not judge.passes or not judge.failures or judge.youden < LEAST_YOUDEN:
        return None
    value = (passed / judged + judge.specificity - 1) / judge.youden
    z2 = Z95 * Z95
    n = judged + z2
    apparent = (passed + z2 / 2) / n
    n_se, n_sp = judge.passes + 2, judge.failures + 2
    se, sp = (judge.true_pass + 1) / n_se, (judge.true_fail + 1) / n_sp
    youden = se + sp - 1
    centre = (apparent + sp - 1) / youden
    var_se, var_sp = se * (1 - se) / n_se, sp * (1 - sp) / n_sp
    shift = 2 * z2 * (centre * var_se - (1 - centre) * var_sp)
    spread = apparent * (1 - apparent) / n + centre**2 * var_se + (1 - centre) ** 2 * var_sp
    half = Z95 * math.sqrt(spread) / youden

    def inside(x: float) -> float:
        return min(1.0, max(0.0, x))

    return Corrected(inside(value), inside(centre + shift - half), inside(centre + shift + half))
