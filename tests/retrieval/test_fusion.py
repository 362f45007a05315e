"""Reciprocal rank fusion, against sums worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.retrieval.fusion import fuse


@pytest.mark.parametrize(
    ("rankings", "expected"),
    [
        ((), []),
        (([],), []),
        ((["a", "b"],), ["a", "b"]),
        # a: 1/61 + 1/62, b: 1/62 + 1/61: a tie, the first ranking decides
        ((["a", "b"], ["b", "a"]), ["a", "b"]),
        # c is second in both (2/62 = .03226), a and d first in one (1/61 = .01639)
        ((["a", "c"], ["d", "c"]), ["c", "a", "d"]),
        ((["a", "a", "b"], ["b"]), ["b", "a"]),
    ],
)
def test_fuse(rankings: tuple[list[str], ...], expected: list[str]) -> None:
    assert fuse(*rankings) == expected


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=8), min_size=1, max_size=4))
def test_every_id_comes_out_once(rankings: list[list[str]]) -> None:
    assert sorted(fuse(*rankings)) == sorted({i for r in rankings for i in r})
