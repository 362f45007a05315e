"""Validation names the line and the field; records survive JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from evaluation.warrant.cards import asked, card, cards, claim, item, items, link
from lexwarrant.evaluation.warrant.checks import (
    card_problems,
    item_problems,
    read_record,
    schemas,
    validate,
    write_record,
)
from lexwarrant.evaluation.warrant.consequence import consequential
from lexwarrant.evaluation.warrant.counts import counts
from lexwarrant.evaluation.warrant.diagnosis import bottlenecks
from lexwarrant.evaluation.warrant.easier import easier_counts
from lexwarrant.evaluation.warrant.weights import load_weights
from lexwarrant.records.codec import FieldError
from lexwarrant.records.errors import DataError
from lexwarrant.records.warrant import WarrantCard, WarrantItem

GOOD = card((claim("c1", start=0, end=21),), (link("c1"),))


@given(cards)
@settings(deadline=None)
def test_cards_survive_json(one: WarrantCard) -> None:
    assert read_record(json.loads(json.dumps(write_record(one), ensure_ascii=False))) == one


@given(items)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_items_survive_json(one: WarrantItem) -> None:
    assert read_record(json.loads(json.dumps(write_record(one)))) == one


@given(cards)
@settings(deadline=None)
def test_checking_never_raises(one: WarrantCard) -> None:
    list(card_problems(one))


@pytest.mark.parametrize(
    ("broken", "field", "why"),
    [
        (replace(GOOD, policy=()), "policy", "at least one act"),
        (card((), (), ("answer", "abstain")), "policy", "answers and abstains"),
        (card((), (), ("warn", "warn")), "policy", "an act stands twice"),
        (replace(GOOD, links=(link("c9"),)), "links.0.claim", "no claim 'c9'"),
        (card((claim("c1"), claim("c1"))), "claims.1.id", "stands twice"),
        (replace(GOOD, text="other"), "claims.0.start", "outside"),
        (replace(GOOD, text="x" * 40), "claims.0.text", "other words"),
        (card((claim("c1", start=3),)), "claims.0.end", "both ends"),
        (replace(GOOD, links=(link("c1", fails="time"),)), "links.0.support", "fails in time"),
        (
            replace(GOOD, system="", links=(link("c1", "unsettled"),)),
            "links.0.support",
            "who holds what",
        ),
        (replace(GOOD, links=(link("c1", confidence=2.0),)), "links.0.confidence", "0 to 1"),
        (
            replace(GOOD, links=(link("c1", "partial", fails="exists", quotation="holds"),)),
            "links.0.quotation",
            "does not exist",
        ),
    ],
)
def test_what_does_not_hang_together(broken: WarrantCard, field: str, why: str) -> None:
    found = {".".join(map(str, at)): reason for at, reason in card_problems(broken)}
    assert why in found[field]


def test_a_good_card_and_item_have_no_problem() -> None:
    assert list(card_problems(GOOD)) == []
    assert list(item_problems(item(asked((claim("g1"),))))) == []


def test_a_near_miss_that_is_licensed_is_none() -> None:
    context = replace(
        asked((claim("g1"),)), near_misses=(claim("m1"),), near_miss_links=(link("m1"),)
    )
    assert "contexts.0.near_miss_links.0.support" in {
        ".".join(map(str, at)) for at, _ in item_problems(item(context))
    }


def test_lines_and_fields_of_a_file(tmp_path: Path) -> None:
    good = write_record(GOOD)
    rows = [
        json.dumps(good),
        json.dumps({**good, "polcy": []}),
        "",
        json.dumps({**good, "policy": ["dance"]}),
        json.dumps({**good, "format": 99}),
        json.dumps([1]),
        json.dumps({**good, "policy": []}),
    ]
    path = tmp_path / "cards.jsonl"
    path.write_text("\n".join(rows), "utf-8")
    found = validate(path)
    assert found.cards == 2
    assert [(p.line, p.field) for p in found.problems] == [
        (2, "polcy"), (4, "policy.0"), (5, "format"), (6, "record"), (7, "policy"), (7, "item"),
    ]  # fmt: skip
    assert "did you mean 'policy'" in str(found.problems[0])


def test_a_file_that_is_not_json(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("{\n" + json.dumps(write_record(GOOD)), "utf-8")
    found = validate(path)
    assert found.cards == 1, "the next line is read all the same"
    assert str(found.problems[0]).startswith(f"{path}:1: line: not valid JSON")
    with pytest.raises(DataError, match="check the path"):
        validate(tmp_path / "nowhere.jsonl")


def test_the_schema_is_versioned_and_closed() -> None:
    found = schemas()
    assert found["format"] == 1
    for name in ("item", "card"):
        assert found[name]["additionalProperties"] is False
        assert "format" in found[name]["properties"]
    labels = found["card"]["$defs"]["SupportLabel"]["enum"]
    assert labels == [
        "direct", "inferential", "partial", "contradictory", "unaddressed", "out_of_scope", "unsettled",
    ]  # fmt: skip


def test_the_schema_agrees_with_a_validator() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = schemas()["card"]
    jsonschema.validate(write_record(GOOD), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**write_record(GOOD), "policy": ["dance"]}, schema)


def test_reading_refuses_a_list() -> None:
    with pytest.raises(FieldError):
        read_record([])


@given(cards)
@settings(deadline=None)
def test_scoring_never_raises_and_shares_are_shares(one: WarrantCard) -> None:
    context = asked((claim("g1"), claim("g2", risk="low")), ("answer", "warn"))
    found = counts(one, context, load_weights()) | easier_counts(one, item(context), context)
    for count in found.values():
        assert 0 <= count.numerator <= count.denominator
    bottlenecks(one, context)


@pytest.mark.parametrize(
    ("text", "consequence"),
    [
        ("The notice must be given within 14 days.", True),
        ("The complaint goes to the employment tribunal.", True),
        ("Thank you for asking.", False),
        ("Estoppel comes from the French word for a stopper.", False),
        ("You said that you live in Cork.", False),
    ],
)
def test_what_needs_a_full_card(text: str, consequence: bool) -> None:
    assert consequential(text) is consequence
