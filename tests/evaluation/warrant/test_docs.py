"""``docs/warrant.md`` defines every member of every closed set, with an example in and one out."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path

import pytest

from lexwarrant.evaluation.warrant.counts import counts
from lexwarrant.evaluation.warrant.easier import HallucinationType
from lexwarrant.evaluation.warrant.pilot import load_pilot
from lexwarrant.evaluation.warrant.suite import load_suite
from lexwarrant.evaluation.warrant.weights import load_weights
from lexwarrant.records import warrant
from lexwarrant.records.verification import RiskTier, SupportLabel

PAGE = (Path(__file__).parents[3] / "docs" / "warrant.md").read_text("utf-8")
SETS: list[type[StrEnum]] = [
    SupportLabel, RiskTier, HallucinationType, warrant.PolicyAct, warrant.StressFamily, warrant.Varied,
    warrant.Dimension, warrant.DimensionLabel, warrant.LabelMethod, warrant.Bottleneck,
]  # fmt: skip


def test_every_closed_set_of_the_records_is_on_the_page() -> None:
    own = {
        v for v in vars(warrant).values()
        if isinstance(v, type) and issubclass(v, StrEnum) and v.__module__ == warrant.__name__
    }  # fmt: skip
    assert own <= set(SETS)


@pytest.mark.parametrize("kind", SETS, ids=lambda k: k.__name__)
def test_members_with_definition_and_two_examples(kind: type[StrEnum]) -> None:
    section = re.search(rf"^### {kind.__name__}\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    assert section is not None
    rows = [
        [c.strip() for c in line.strip("|").split("|")]
        for line in section.group(1).splitlines()
        if line.startswith("| ")
    ][1:]
    assert [r[0] for r in rows] == [m.value for m in kind]
    assert all(len(r) == 4 and all(r) for r in rows)


def test_the_counts_on_the_page_are_those_of_the_suite() -> None:
    suite = load_suite()
    items = suite.items()
    assert f"{len(items)} items in {len({i.family for i in items})} families" in PAGE
    for split in suite.splits:
        assert f"| {split.name} | {len(split.items)} |" in PAGE
    made = sum(bool(i.template) for i in items)
    assert f"{made} of them come from templates ({made / len(items):.0%}".replace("%", " %") in PAGE


def test_every_metric_is_on_the_page() -> None:
    pilot = load_pilot()
    card = pilot.outputs[0]
    names = counts(card, pilot.asked()[card.item, card.context][1], load_weights())
    for name in names:
        plain = name.split(".")[0] + "." if "." in name else name
        wanted = (
            plain.replace("_", " ")
            .replace("support strict", "support")
            .replace("support lenient", "support")
        )
        assert wanted in PAGE, name
