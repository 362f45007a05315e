"""Variants from templates, and the release bundle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lexwarrant.evaluation.warrant.checks import validate
from lexwarrant.evaluation.warrant.lines import DataFile
from lexwarrant.evaluation.warrant.release import release
from lexwarrant.evaluation.warrant.suite import find_suite, load_suite, read_families
from lexwarrant.evaluation.warrant.vary import as_yaml, vary
from lexwarrant.records.errors import DataError

SUITES = find_suite().parent

TEMPLATE = """
- template: t
  family:
    family: t
    stress: near_miss_authority
    domain: notices
    category: deadline
    question: How long?
    date: 2020-01-01
  item:
    facts: ['After {years}.']
    policy: '{policy}'
    claims:
    - {claim: 'Within {days}.', values: [['{days}']], at: xx/act/1/s/1, words: '{words}'}
  varies: user_fact
  rows:
  - {id: base, years: one year, days: 14 days, words: within 14 days, policy: [answer]}
  - {id: two, years: two years, days: 21 days, words: within 21 days, policy: [answer, warn]}
"""


def _file(folder: Path, text: str) -> DataFile:
    path = folder / "t.yaml"
    path.write_text(text, "utf-8")
    return DataFile.read(path)


def test_what_is_committed_is_what_the_generator_makes() -> None:
    made = as_yaml(vary(DataFile.read(SUITES / "warrant.templates.yaml")))
    committed = (SUITES / "warrant.varied.yaml").read_text("utf-8")
    assert committed.partition("\n")[2] == made


def test_slots_bases_and_names(tmp_path: Path) -> None:
    (family,) = vary(_file(tmp_path, TEMPLATE))
    base, two = family.items
    assert base.varies is None
    assert two.facts == ("After two years.",)
    assert two.turns_on is not None
    assert two.turns_on.words == "within 21 days"
    assert two.policy == ("answer", "warn")
    assert (family.template, family.confirmed_by) == ("t", "")


def test_round_trip_and_confirmation(tmp_path: Path) -> None:
    made = vary(_file(tmp_path, TEMPLATE), "A. Person")
    path = tmp_path / "made.yaml"
    path.write_text(as_yaml(made), "utf-8")
    assert read_families(DataFile.read(path)) == made
    assert validate(path).unconfirmed == 0
    path.write_text(as_yaml(vary(_file(tmp_path, TEMPLATE))), "utf-8")
    assert validate(path).unconfirmed == 2


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("years: two years, ", "", "the row has no 'years'"),
        ("question: How long?", "question: [1]", "question"),
        ("template: t", "tempalte: t", "did you mean 'template'"),
    ],
)
def test_a_broken_template(tmp_path: Path, old: str, new: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        vary(_file(tmp_path, TEMPLATE.replace(old, new, 1)))


def test_release(tmp_path: Path) -> None:
    guide = tmp_path / "more.md"
    guide.write_text("how to label", "utf-8")
    made = release(load_suite(), tmp_path / "out", guidance=[guide])
    assert made.items >= 120
    assert set(made.files) >= {
        "items.jsonl", "keys.jsonl", "cards.jsonl", "schema.json", "guidance/rubric.md", "guidance/more.md",
        "suite/warrant.templates.yaml", "suite/warrant.suite.yaml",
    }  # fmt: skip
    manifest = json.loads((tmp_path / "out" / "release.json").read_text("utf-8"))
    assert manifest["labelled_by"] == made.methods
    assert validate(tmp_path / "out" / "items.jsonl").problems == ()
    keys = (tmp_path / "out" / "keys.jsonl").read_text("utf-8").splitlines()
    assert len(keys) == 2 * made.items
    with pytest.raises(DataError, match="not empty"):
        release(load_suite(), tmp_path / "out")
