"""Cluster intervals by hand, against statsmodels and scipy, and against the bootstrap."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexwarrant.evaluation.warrant.clusters import (
    bootstrap,
    difference,
    mean_of_ratios,
    ratio,
)
from lexwarrant.evaluation.warrant.student import incomplete_beta, student_quantile

CLUSTERS = {"a": (3.0, 4.0), "b": (1.0, 5.0), "c": (6.0, 6.0), "d": (0.0, 3.0), "e": (2.0, 2.0)}


def test_by_hand() -> None:
    # R = 12/20 = 0.6; residuals 0.6, -2, 2.4, -1.8, 0.8 -> sum of squares 14.0
    found = ratio(CLUSTERS)
    assert found.value == pytest.approx(0.6)
    error = math.sqrt(5 / 4 * 14.0) / 20
    t = 2.7764451051977987  # t(0.975; 4)
    assert found.low == pytest.approx(0.6 - t * error)
    assert found.high == pytest.approx(min(1.0, 0.6 + t * error))
    assert found.clusters == 5


def test_a_share_is_what_statsmodels_gives_with_clustered_errors() -> None:
    np = pytest.importorskip("numpy")
    api = pytest.importorskip("statsmodels.api")
    y, group = [], []
    for n, (top, bottom) in enumerate(CLUSTERS.values()):
        y += [1.0] * int(top) + [0.0] * int(bottom - top)
        group += [n] * int(bottom)
    fit = api.OLS(np.array(y), np.ones(len(y))).fit(
        cov_type="cluster", cov_kwds={"groups": np.array(group)}, use_t=True
    )
    low, high = fit.conf_int()[0]
    found = ratio(CLUSTERS)
    assert found.value == pytest.approx(fit.params[0])
    assert found.low == pytest.approx(low)
    assert found.high == pytest.approx(min(1.0, high))


def test_the_difference_of_two_systems_is_paired() -> None:
    # equal in every cluster: no difference and no width, though each alone has a wide interval
    assert difference(CLUSTERS, dict(CLUSTERS)) == pytest.approx((0.0, 0.0, 0.0))
    other = {k: (y - 1 if y else 0.0, x) for k, (y, x) in CLUSTERS.items()}
    value, low, high = difference(CLUSTERS, other) or (0.0, 0.0, 0.0)
    assert value == pytest.approx(4 / 20)
    assert low < value < high
    assert difference({"a": (1, 1)}, {"a": (0, 1)}) is None


def test_a_system_that_counted_in_one_place_is_not_compared() -> None:
    seldom = {"a": (2.0, 4.0), "b": (0.0, 0.0), "c": (0.0, 0.0)}
    assert difference(CLUSTERS, seldom) is None


def test_a_difference_from_a_perfect_ratio_keeps_its_doubt() -> None:
    perfect = {"a": (4.0, 4.0), "b": (6.0, 6.0)}
    found = difference(CLUSTERS, perfect)
    assert found is not None
    value, low, high = found
    # 0.6 - 1; the perfect side reaches down to Wilson's bound for 2 of 2, the other up to 1
    one = ratio(CLUSTERS)
    assert value == pytest.approx(-0.4)
    assert one.high is not None
    assert one.low is not None
    assert low == pytest.approx(max(-1.0, -0.4 - math.hypot(0.6 - one.low, 0.0)))
    assert high == pytest.approx(-0.4 + math.hypot(one.high - 0.6, 1 - 0.3424), abs=1e-3)


def test_macro_average() -> None:
    a = {"p": (1.0, 2.0), "q": (1.0, 2.0)}
    b = {"p": (0.0, 1.0), "q": (1.0, 1.0)}
    found = mean_of_ratios([a, b, {"p": (0.0, 0.0)}])
    assert found.value == pytest.approx(0.5)  # the third act never occurs: left out
    assert found.denominator == 2
    # influence by cluster: p: 0 + (0 - .5)/2/2 = -1/8, q: +1/8
    half = student_quantile(0.975, 1) * math.sqrt(2 * (2 / 64))
    assert found.low == pytest.approx(max(0.0, 0.5 - half))


@pytest.mark.parametrize(
    ("clusters", "low", "high"),
    [
        ({}, None, None),
        ({"a": (1.0, 2.0)}, None, None),
        ({"a": (2.0, 2.0), "b": (1.0, 1.0)}, 0.3424, 1.0),  # Wilson of 2/2
        ({"a": (0.0, 2.0), "b": (0.0, 1.0), "c": (0.0, 0.0)}, 0.0, 0.6576),
    ],
)
def test_edges(clusters: dict[str, tuple[float, float]], low: float, high: float) -> None:
    found = ratio(clusters)
    assert found.low == (low if low is None else pytest.approx(low, abs=1e-4))
    assert found.high == (high if high is None else pytest.approx(high, abs=1e-4))


def test_the_bootstrap_agrees_roughly_and_repeats_exactly() -> None:
    draw = random.Random(3)
    many = {
        str(n): (float(sum(draw.random() < p for _ in range(6))), 6.0)
        for n, p in enumerate(draw.choice([0.3, 0.9]) for _ in range(80))
    }
    found, resampled = ratio(many), bootstrap(many)
    assert resampled == bootstrap(many)
    assert resampled is not None
    assert found.low is not None
    assert found.high is not None
    assert resampled[0] == pytest.approx(found.low, abs=0.02)
    assert resampled[1] == pytest.approx(found.high, abs=0.02)
    assert bootstrap({"a": (1, 1)}) is None


def test_student_against_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    special = pytest.importorskip("scipy.special")
    for freedom in (1, 2, 3, 10, 60, 1000):
        assert student_quantile(0.975, freedom) == pytest.approx(
            stats.t.ppf(0.975, freedom), rel=1e-9
        )
    for a, b, x in [(0.5, 2, 0.3), (5, 0.5, 0.99), (30, 40, 0.4), (2, 3, 0), (2, 3, 1)]:
        assert incomplete_beta(a, b, x) == pytest.approx(special.betainc(a, b, x), abs=1e-12)


@given(
    st.dictionaries(
        st.text("abcdef", min_size=1, max_size=3),
        st.integers(0, 9).flatmap(lambda x: st.tuples(st.integers(0, x), st.just(x))),
        max_size=8,
    )
)
@settings(deadline=None)
def test_intervals_hold_the_value(clusters: dict[str, tuple[int, int]]) -> None:
    found = ratio({k: (float(y), float(x)) for k, (y, x) in clusters.items()})
    if found.low is not None and found.high is not None and found.value is not None:
        assert 0 <= found.low <= found.value <= found.high <= 1
