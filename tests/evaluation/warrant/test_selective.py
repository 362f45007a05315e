"""The risk-coverage curve by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexwarrant.evaluation.warrant.selective import risk_coverage


def test_by_hand() -> None:
    # right, wrong, right, wrong from the surest down: risks 0, 1/2, 1/3, 2/4
    found = risk_coverage([(0.9, True), (0.6, True), (0.8, False), (0.1, False), (None, True)])
    assert [(p.coverage, p.risk) for p in found.points] == [
        (0.25, 0.0), (0.5, 0.5), (0.75, pytest.approx(1 / 3)), (1.0, 0.5),
    ]  # fmt: skip
    assert found.area == pytest.approx((0 + 1 / 2 + 1 / 3 + 1 / 2) / 4)
    assert (found.pairs, found.without) == (4, 1)


def test_ties_come_together_in_any_order() -> None:
    rows = [(0.5, True), (0.5, False)]
    assert risk_coverage(rows) == risk_coverage(rows[::-1])
    assert risk_coverage(rows).area == pytest.approx(0.5)
    assert len(risk_coverage(rows).points) == 1


def test_nothing() -> None:
    assert risk_coverage([]).area is None


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=30))
@settings(deadline=None)
def test_bounds(rows: list[tuple[float, bool]]) -> None:
    found = risk_coverage(rows)
    assert found.area is not None
    assert 0 <= found.area <= 1
    assert found.points[-1].coverage == 1
    assert found.points[-1].risk == pytest.approx(sum(not ok for _, ok in rows) / len(rows))
