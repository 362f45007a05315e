"""Dates of application read from final articles, and the chapters they are told by."""

from __future__ import annotations

from datetime import date

import pytest

from lexwarrant.jurisdictions.eu.application import application_dates
from lexwarrant.jurisdictions.eu.divisions import (
    ArticleSeam,
    int_to_roman,
    place_articles,
    roman_to_int,
)
from lexwarrant.jurisdictions.eu.structure import Division

DIVISIONS = {
    "1": (("chapter", "I"),),
    "2": (("chapter", "II"),),
    "3": (("chapter", "III"), ("section", "1")),
    "4": (("chapter", "III"), ("section", "4")),
    "5": (("chapter", "V"),),
    "6": (("chapter", "VII"),),
    "101": (("chapter", "VII"),),
}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("It shall apply from 25 May 2018.", {(): "2018-05-25"}),
        ("They shall apply those measures from 18 October 2024.", {(): "2024-10-18"}),
        ("(a) Chapters I and II shall apply from 2 February 2025;",
         {("1",): "2025-02-02", ("2",): "2025-02-02"}),
        ("(b) Chapter III Section 4, Chapter V, Chapter VII and Article 78 shall apply from 2 August 2025, "
         "with the exception of Article 101;",
         {("4",): "2025-08-02", ("5",): "2025-08-02", ("6",): "2025-08-02", ("78",): "2025-08-02"}),
        ("(c) Article 6(1) and the corresponding obligations in this Regulation shall apply from "
         "2 August 2027.", {("6", "1"): "2027-08-02"}),
        ("This Regulation shall apply from 11 December 2027. However, Article 14 shall apply from "
         "11 September 2026 and Chapter IV (Articles 35 to 37) shall apply from 11 June 2026.",
         {(): "2027-12-11", ("14",): "2026-09-11", ("35",): "2026-06-11", ("36",): "2026-06-11",
          ("37",): "2026-06-11"}),
        ("Member States shall apply the rules from time to time.", {}),
        ("It shall apply from 31 Nonember 2018.", {}),
    ],
)  # fmt: skip
def test_dates(body: str, expected: dict[tuple[str, ...], str]) -> None:
    found = application_dates("99", body, DIVISIONS)
    assert {f.target: f.applies_from.isoformat() for f in found} == expected
    for f in found:
        assert str(f.applies_from.year) in body[f.start : f.end]


def seam(number: str, complete: bool = True, *opens: tuple[str, str]) -> ArticleSeam:
    return ArticleSeam(number, complete, tuple(Division(k, n, "") for k, n in opens))


def where(placed: dict[str, tuple[Division, ...]]) -> dict[str, str]:
    return {n: " ".join(f"{d.kind[0]}{d.number}" for d in ds) for n, ds in placed.items()}


def test_articles_are_placed_by_the_headings_between_them() -> None:
    placed = place_articles(
        [seam("1"), seam("2", True, ("chapter", "II"), ("section", "1")), seam("3"),
         seam("4", True, ("section", "2")), seam("5", True, ("chapter", "III")), seam("6")]
    )  # fmt: skip
    assert where(placed) == {
        "1": "cI", "2": "cI", "3": "cII s1", "4": "cII s1", "5": "cII s2", "6": "cIII",
    }  # fmt: skip


def test_a_heading_lost_with_a_cut_article_is_found_by_the_gap() -> None:
    placed = place_articles(
        [seam("1", True, ("chapter", "II")), seam("2", False), seam("3"),
         seam("4", True, ("chapter", "IV")), seam("5")]
    )  # fmt: skip
    assert where(placed) == {"1": "cI", "2": "cII", "3": "cIII", "4": "cIII", "5": "cIV"}


def test_two_cut_articles_in_a_gap_are_not_guessed() -> None:
    placed = place_articles(
        [seam("1", False), seam("2", False), seam("3", True, ("chapter", "III")), seam("4")]
    )
    assert where(placed) == {"1": "cI", "2": "cI", "3": "cI", "4": "cIII"}


@pytest.mark.parametrize("value", range(1, 90))
def test_roman_numerals_round_trip(value: int) -> None:
    assert roman_to_int(int_to_roman(value)) == value


def test_a_date_is_a_date() -> None:
    (found,) = application_dates("1", "It shall apply from 17 January 2025.", {})
    assert found.applies_from == date(2025, 1, 17)
