"""Agreement against published worked examples and independent libraries."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexwarrant.annotation.agreement import (
    SpanAgreement,
    bootstrap_interval,
    cohen_kappa,
    jaccard,
    krippendorff_alpha,
    masi,
    ordinal,
    span_agreement,
)

# Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, examples A to C.
BINARY = ["01", "11", "01", "00", "00", "01", "00", "00", "10", "00"]
NOMINAL = ["ab", "aa", "bb", "bb", "db", "cc", "cc", "cc", "ee", "dd", "dd", "ad"]
FOUR = [
    "11.1",
    "2232",
    "3333",
    "3333",
    "2222",
    "1234",
    "4444",
    "1121",
    "2222",
    ".555",
    "..11",
    "..3.",
]


def _units(rows: list[str]) -> list[list[str]]:
    return [[v for v in row if v != "."] for row in rows]


@pytest.mark.parametrize(("rows", "alpha"), [(BINARY, 0.095), (NOMINAL, 0.692), (FOUR, 0.743)])
def test_alpha_as_published(rows: list[str], alpha: float) -> None:
    found = krippendorff_alpha(_units(rows))
    assert found is not None
    assert round(found, 3) == alpha


def test_ordinal_alpha_as_published() -> None:
    units = _units(FOUR)
    found = krippendorff_alpha(units, ordinal(units, list("12345")))
    assert found is not None
    assert round(found, 3) == 0.815


def test_kappa_as_published() -> None:
    # 50 proposals, two readers: both yes 20, both no 15, yes/no 5, no/yes 10: kappa 0.4
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert cohen_kappa(pairs) == pytest.approx(0.4)


def test_kappa_against_statsmodels() -> None:
    np = pytest.importorskip("numpy")
    rater = pytest.importorskip("statsmodels.stats.inter_rater")
    draw = random.Random(5)
    for _ in range(20):
        pairs = [(draw.randrange(4), draw.randrange(4)) for _ in range(60)]
        table = np.zeros((4, 4))
        for a, b in pairs:
            table[a, b] += 1
        assert cohen_kappa(pairs) == pytest.approx(rater.cohens_kappa(table).kappa)


def test_alpha_against_nltk_with_missing_values() -> None:
    agreement = pytest.importorskip("nltk.metrics.agreement")
    draw = random.Random(9)
    for _ in range(10):
        data = [
            (coder, unit, str(draw.randrange(3)))
            for unit in range(30) for coder in "abc" if draw.random() < 0.8
        ]  # fmt: skip
        by_unit: dict[int, list[str]] = {}
        for _, unit, value in data:
            by_unit.setdefault(unit, []).append(value)
        kept = [row for row in data if len(by_unit[row[1]]) > 1]
        task = agreement.AnnotationTask(data=kept)
        found = krippendorff_alpha(list(by_unit.values()))
        assert found == pytest.approx(task.alpha(), abs=1e-9)


def test_masi_against_nltk() -> None:
    distance = pytest.importorskip("nltk.metrics.distance")
    draw = random.Random(2)
    for _ in range(200):
        a = frozenset(draw.sample("abcde", draw.randint(1, 4)))
        b = frozenset(draw.sample("abcde", draw.randint(1, 4)))
        assert masi(a, b) == pytest.approx(distance.masi_distance(a, b), abs=5e-3)
        assert 1 - jaccard(a, b) == pytest.approx(distance.jaccard_distance(a, b))


@pytest.mark.parametrize(
    ("units", "alpha"),
    [
        ([], None),
        ([["a"]], None),
        ([["a", "a"], ["a", "a"]], None),
        ([["a", "a"], ["b", "b"]], 1.0),
    ],
)
def test_where_alpha_is_not_defined(units: list[list[str]], alpha: float | None) -> None:
    assert krippendorff_alpha(units) == alpha


def test_where_kappa_is_not_defined() -> None:
    assert cohen_kappa([]) is None
    assert cohen_kappa([("a", "a")] * 5) is None


@pytest.mark.parametrize(
    ("a", "b", "exact", "overlap", "characters"),
    [
        ([(0, 10)], [(0, 10)], 1.0, 1.0, 1.0),
        ([(0, 10)], [(5, 15)], 0.0, 1.0, 0.5),
        ([(0, 10)], [(10, 20)], 0.0, 0.0, 0.0),
        ([(0, 10), (20, 30)], [(0, 10)], 2 / 3, 2 / 3, 2 / 3),
        ([(0, 20)], [(0, 5), (10, 20)], 0.0, 2 / 3, 30 / 35),
        ([], [], None, None, None),
        ([(0, 4)], [], 0.0, 0.0, 0.0),
    ],
)
def test_spans_by_hand(
    a: list[tuple[int, int]], b: list[tuple[int, int]], exact: float | None, overlap: float | None,
    characters: float | None,
) -> None:  # fmt: skip
    def near(value: float | None) -> object:
        return value if value is None else pytest.approx(value)

    assert span_agreement([(a, b)]) == SpanAgreement(
        near(exact),
        near(overlap),
        near(characters),
        len(a),
        len(b),  # type: ignore[arg-type]
    )


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=4), max_size=12))
@settings(deadline=None)
def test_alpha_is_at_most_one(units: list[list[str]]) -> None:
    found = krippendorff_alpha(units)
    assert found is None or found <= 1 + 1e-12


def test_bootstrap_repeats_and_holds_the_value() -> None:
    draw = random.Random(4)
    clusters = {str(n): [(v, v if draw.random() < 0.8 else "b") for v in "aabb"] for n in range(40)}

    def measure(rows: list[object]) -> float | None:
        return cohen_kappa(rows)  # type: ignore[arg-type]

    found = bootstrap_interval(clusters, measure)
    assert found == bootstrap_interval(clusters, measure)
    value = cohen_kappa([p for rows in clusters.values() for p in rows])
    assert found is not None
    assert value is not None
    assert found[0] < value < found[1]
    assert bootstrap_interval({"a": [("a", "b")]}, measure) is None
    assert bootstrap_interval({"a": [("a", "a")], "b": [("a", "a")]}, measure) is None
