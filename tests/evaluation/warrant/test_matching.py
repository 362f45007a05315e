"""The matching rule and its audit list."""

from __future__ import annotations

import pytest

from evaluation.warrant.cards import claim
from lexwarrant.evaluation.warrant.matching import match, values_share

GOLD = claim(
    "g1", "The notice of appeal is due within 30 days after entry of the judgment.",
    values=(("30 days", "thirty days"),),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "matched", "doubtful"),
    [
        (
            "The notice of appeal is due within thirty days after entry of the judgment.",
            True,
            False,
        ),
        ("You have 30 days after the judgment to give notice of appeal.", True, False),
        ("There are 30 days to appeal.", True, True),
        ("The notice of appeal is due within 60 days after entry of the judgment.", False, False),
        ("The fee is paid in 30 days.", False, True),
        ("The notice of appeal is due within 130 days after entry of the judgment.", False, False),
    ],
)
def test_rule(text: str, matched: bool, doubtful: bool) -> None:
    found = match([claim("c1", text)], [GOLD])
    assert any(m.matched for m in found) is matched
    assert any(m.doubtful for m in found) is doubtful


def test_one_to_one_and_the_better_one_wins() -> None:
    good, fair = GOLD.text, "The notice of appeal is due within 30 days."
    found = match([claim("c1", fair), claim("c2", good)], [GOLD])
    assert [(m.claim, m.gold) for m in found if m.matched] == [("c2", "g1")]


def test_a_person_decides_over_the_rule() -> None:
    listed = [claim("c1", GOLD.text), claim("c2", "Something else.")]
    assert not [m for m in match(listed, [GOLD], adjudicated={"c1": ""}) if m.matched]
    found = match(listed, [GOLD], adjudicated={"c2": "g1"})
    assert [(m.claim, m.gold) for m in found if m.matched] == [("c2", "g1")]


@pytest.mark.parametrize(
    ("text", "groups", "share"),
    [
        ("within 72 hours", [["72 hours"]], 1.0),
        ("within 172 hours", [["72 hours"]], 0.0),
        ("2 % or 2.5 %", [["5 %"]], 0.0),
        ("EUR 10 000 000", [["10 000 000"]], 1.0),
        ("חמש שנים", [["חמש שנים", "5 שנים"]], 1.0),
        ("anything", [], 1.0),
        ("14 days", [["14 days"], ["Mayor"]], 0.5),
    ],
)
def test_values(text: str, groups: list[list[str]], share: float) -> None:
    assert values_share(text, groups) == share
