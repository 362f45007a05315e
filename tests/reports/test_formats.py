"""How figures and text are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.evaluation.statistics.intervals import rate
from lexwarrant.reports.formats import (
    count,
    duration,
    moment,
    percent,
    points,
    shorten,
    visible,
    with_interval,
)


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (None, "not measured"),
        (0.0, "0%"),
        (0.004, "<1%"),
        (0.5, "50%"),
        (199 / 200, ">99%"),
        (0.994, "99%"),
        (1.0, "100%"),
    ],
)
def test_percent_says_all_and_none_only_of_all_and_none(share: float | None, expected: str) -> None:
    assert percent(share) == expected


@pytest.mark.parametrize(
    ("numerator", "denominator", "expected"),
    [
        (0, 0, "not measured"),
        (54, 67, "54 of 67 (81%, interval 70 to 88%)"),
        (2.5, 4, "2.5 of 4 (62%, interval 22 to 91%)"),
    ],
)
def test_with_interval(numerator: float, denominator: int, expected: str) -> None:
    assert with_interval(rate(numerator, denominator)) == expected


def test_other_figures() -> None:
    assert count(rate(3, 4)) == "3 of 4"
    assert points(-0.123) == "−12"
    assert points(0.04) == "+4"
    assert [duration(ms) for ms in (0.24, 42.4, 1530)] == ["0.2 ms", "42 ms", "1.5 s"]
    assert moment("2026-11-30T14:05:00+02:00") == "30 November 2026, 12:05 UTC"
    assert moment("yesterday") == "yesterday"
    assert moment(None) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\x00b\x1b[31m\x7f", "a␀b␛[31m␡"),
        ("safe\u202etxt.exe", "safe[U+202E]txt.exe"),
        ("\u2066x\u2069", "[U+2066]x[U+2069]"),
        ("\ud800", "\ufffd"),
        ("שלום\u200f!", "שלום\u200f!"),
        ("tab\tline\n", "tab\tline\n"),
    ],
)
def test_visible(text: str, expected: str) -> None:
    assert visible(text) == expected


@given(st.text(), st.integers(4, 50))
def test_shorten_keeps_one_line_within_its_limit(text: str, limit: int) -> None:
    short = shorten(text, limit)
    assert len(short) <= limit
    assert "\n" not in short
    if len(" ".join(text.split())) <= limit and len(text) <= 4 * limit:
        assert short == " ".join(text.split())
