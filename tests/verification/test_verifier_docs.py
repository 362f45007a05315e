"""Pages that are made from code and data are in step with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lexwarrant.jurisdictions.languages import LANGUAGES, load_language
from lexwarrant.jurisdictions.languages.tables import _build
from lexwarrant.records.errors import ConfigurationError
from lexwarrant.records.verification import ClaimCategory, ReasonCode, RiskTier
from lexwarrant.verification import Verifier
from lexwarrant.verification.claims import category_rules
from lexwarrant.verification.tables_doc import claims_table, meanings, reasons_page

DOCS = Path(__file__).parents[2] / "docs"


def test_reasons_are_in_step() -> None:
    assert (DOCS / "reasons.md").read_text("utf-8") == reasons_page()
    assert set(meanings()) == {code.value for code in ReasonCode}


def test_claims_are_in_step() -> None:
    assert claims_table() in (DOCS / "claims.md").read_text("utf-8")
    assert {rule.category for rule in category_rules()} == set(ClaimCategory)


@pytest.mark.parametrize("rule", category_rules(), ids=lambda r: r.category.value)
def test_examples_of_the_table_have_their_category(rule: object) -> None:
    verifier = Verifier(language="en")
    yes = verifier.check_sentence("A rule.", rule.example)  # type: ignore[attr-defined]
    assert rule.category in yes.categories  # type: ignore[attr-defined]
    no = verifier.check_sentence("A rule.", rule.counterexample)  # type: ignore[attr-defined]
    assert rule.category not in no.categories  # type: ignore[attr-defined]


def test_risk_is_the_highest_tier_of_the_categories() -> None:
    finding = Verifier().check_sentence("A rule.", "The appeal must be lodged within 28 days.")
    assert finding.risk == RiskTier.HIGH


def test_the_example_of_the_page_runs() -> None:
    page = (DOCS / "verifier.md").read_text("utf-8")
    for block in re.findall(r"```python\n(.*?)```", page, re.S):
        exec(compile(block, "docs/verifier.md", "exec"), {})


@pytest.mark.parametrize("code", LANGUAGES)
def test_tables_are_whole(code: str) -> None:
    tables = load_language(code)
    assert tables.units
    assert tables.comparators.keys() >= {"min", "max", "gt", "lt", "about", "exact"}
    assert tables.modals.keys() >= {"must", "may", "must_not", "need_not"}
    assert {u.dim for u in tables.units} >= {"day", "month", "percent"}
    assert tables.synonyms
    assert tables.antonyms
    roles = {role.role for role in tables.parties}
    opposites = {role.opposite for role in tables.parties if role.opposite}
    assert opposites <= roles


def test_an_unknown_table_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match="modalz"):
        _build("en", {"code": "en", "modalz": {}})
