"""Every formula against scipy, statsmodels, or its own definition by simulation."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexwarrant.evaluation.statistics.agreement import kappa, spearman
from lexwarrant.evaluation.statistics.correction import Reliability, rogan_gladen
from lexwarrant.evaluation.statistics.intervals import newcombe, rate, wilson
from lexwarrant.evaluation.statistics.paired import (
    PairedTable,
    cluster_bootstrap,
    mcnemar,
    newcombe_paired,
    smallest_paired_drop,
)

stats = pytest.importorskip("scipy.stats")
proportion = pytest.importorskip("statsmodels.stats.proportion")
tables = pytest.importorskip("statsmodels.stats.contingency_tables")
inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")

COUNTS = [(0, 1), (1, 1), (0, 50), (43, 50), (17, 50), (50, 50), (499, 1000)]


@pytest.mark.parametrize(("k", "n"), COUNTS)
def test_wilson(k: int, n: int) -> None:
    expected = proportion.proportion_confint(k, n, method="wilson")
    assert wilson(k, n) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("a", COUNTS)
@pytest.mark.parametrize("b", COUNTS)
def test_newcombe_unpaired(a: tuple[int, int], b: tuple[int, int]) -> None:
    expected = proportion.confint_proportions_2indep(*a, *b, compare="diff", method="newcomb")
    assert newcombe(rate(*a), rate(*b)) == pytest.approx(expected, abs=1e-9)


@given(st.integers(0, 1500), st.integers(0, 1500))
@settings(max_examples=60, deadline=None)
def test_mcnemar(b: int, c: int) -> None:
    expected = tables.mcnemar([[7, b], [c, 3]], exact=True).pvalue if b + c else 1.0
    assert mcnemar(b, c) == pytest.approx(expected, rel=1e-9)


def test_paired_newcombe_without_correlation_is_the_unpaired_one() -> None:
    # first and second independent: 30/60 and 20/60 crossed, so phi is 0 by construction
    table = PairedTable(both=10, first_only=20, second_only=10, neither=20)
    assert newcombe_paired(table) == pytest.approx(newcombe(rate(20, 60), rate(30, 60)))


def test_paired_newcombe_is_antisymmetric_and_narrower_for_correlated_pairs() -> None:
    low, high = newcombe_paired(PairedTable(40, 6, 1, 3)) or (0, 0)
    assert newcombe_paired(PairedTable(40, 1, 6, 3)) == pytest.approx((-high, -low))
    free_low, free_high = newcombe(rate(41, 50), rate(46, 50)) or (0, 0)
    assert high - low < free_high - free_low


def test_paired_newcombe_covers() -> None:
    """Of 2,000 draws from a known table the interval holds the true difference 95 % of the time."""
    rng = random.Random(1)
    chances = (0.6, 0.15, 0.08, 0.17)
    hits = 0
    for _ in range(2000):
        drawn = rng.choices(range(4), chances, k=60)
        interval = newcombe_paired(PairedTable(*(drawn.count(k) for k in range(4))))
        assert interval is not None
        hits += interval[0] <= chances[2] - chances[1] <= interval[1]
    assert 0.935 <= hits / 2000 <= 0.98


def test_cluster_bootstrap_agrees_with_scipy() -> None:
    rng = random.Random(3)
    sums = [rng.choice([-1, 0, 0, 0, 1, 1]) for _ in range(80)]
    ours = cluster_bootstrap([(s, 1) for s in sums])
    theirs = stats.bootstrap((sums,), lambda x, axis: x.mean(axis=axis), method="percentile",
                             rng=4).confidence_interval  # fmt: skip
    assert ours is not None
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.02)


@pytest.mark.slow
def test_cluster_bootstrap_is_wider_than_if_variants_were_independent() -> None:
    clustered = cluster_bootstrap([(9, 9)] * 5 + [(0, 9)] * 45)
    apart = cluster_bootstrap([(1, 1)] * 45 + [(0, 1)] * 405)
    assert clustered is not None
    assert apart is not None
    assert clustered.value == apart.value == 0.1
    assert clustered.high - clustered.low > 2 * (apart.high - apart.low)


def test_cluster_bootstrap_gives_the_same_bytes_twice() -> None:
    clusters = [(1.0, 2), (0.0, 2), (-1.0, 3)] * 9
    assert cluster_bootstrap(clusters) == cluster_bootstrap(clusters)
    assert cluster_bootstrap([]) is None


@pytest.mark.parametrize("n", [20, 50, 200, 800])
def test_smallest_paired_drop_has_the_power_it_claims(n: int) -> None:
    d = smallest_paired_drop(n)
    assert d is not None
    assert 1 - stats.binom.cdf(5, n, d) >= 0.8
    assert 1 - stats.binom.cdf(5, n, d - 0.001) < 0.8
    assert stats.binomtest(6, 6).pvalue <= 0.05 < stats.binomtest(5, 5).pvalue


def test_no_drop_is_seen_in_five_cases() -> None:
    assert smallest_paired_drop(5) is None


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=60))
@settings(max_examples=60, deadline=None)
def test_kappa(pairs: list[tuple[int, int]]) -> None:
    table = [[pairs.count((a, b)) for b in range(3)] for a in range(3)]
    ours = kappa(pairs)
    if ours is not None:
        assert ours == pytest.approx(
            inter_rater.cohens_kappa(table, return_results=False), abs=1e-9
        )


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=3, max_size=50))
@settings(max_examples=60, deadline=None)
def test_spearman(pairs: list[tuple[int, int]]) -> None:
    x, y = [float(a) for a, _ in pairs], [float(b) for _, b in pairs]
    ours = spearman(x, y)
    if ours is None:
        assert len(set(x)) == 1 or len(set(y)) == 1
    else:
        assert ours == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-9)


def test_rogan_gladen_by_its_definition() -> None:
    judge = Reliability(true_pass=90, passes=100, true_fail=80, failures=100)
    apparent = 0.6 * 0.9 + 0.4 * 0.2  # what this judge finds where the truth is 60 %
    found = rogan_gladen(apparent * 1000, 1000, judge)
    assert found is not None
    assert found.value == pytest.approx(0.6)
    assert found.low < 0.6 < found.high


def test_rogan_gladen_interval_covers_with_an_uncertain_judge() -> None:
    rng = random.Random(5)
    hits = 0
    for _ in range(1500):
        judge = Reliability(
            sum(rng.random() < 0.9 for _ in range(60)), 60,
            sum(rng.random() < 0.85 for _ in range(60)), 60,
        )  # fmt: skip
        found = rogan_gladen(
            sum(rng.random() < (0.9 if rng.random() < 0.7 else 0.15) for _ in range(150)),
            150,
            judge,
        )
        if found is None:
            continue
        hits += found.low <= 0.7 <= found.high
    assert 0.93 <= hits / 1500 <= 0.99


@pytest.mark.parametrize(
    "judge", [Reliability(70, 100, 70, 100), Reliability(10, 100, 20, 100), Reliability(5, 5, 0, 0)]
)
def test_no_correction_by_a_judge_that_is_too_bad(judge: Reliability) -> None:
    assert rogan_gladen(50, 100, judge) is None
