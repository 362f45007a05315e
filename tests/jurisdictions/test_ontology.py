"""Every pack has an ontology that can be read, and it says what must not be mixed up."""

from __future__ import annotations

import pytest

from lexwarrant.jurisdictions.ontology import ontology
from lexwarrant.jurisdictions.registry import codes
from lexwarrant.records.errors import ConfigurationError


@pytest.mark.parametrize("code", codes())
def test_every_pack_has_one(code: str) -> None:
    found = ontology(code)
    assert found.hierarchy[0].binding
    assert not found.hierarchy[-1].binding
    assert found.courts
    assert found.currencies
    assert found.versions


def test_dates_are_read_in_the_order_of_the_country() -> None:
    assert ontology("us").date_order == "mdy"
    assert {ontology(c).date_order for c in codes() if c != "us"} == {"dmy"}


def test_an_unknown_code_is_named() -> None:
    with pytest.raises(ConfigurationError, match="'zz' has no pack"):
        ontology("zz")
