"""Ids taken apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.records.ids import ancestors, authority_of, contains, split_id, unit_of


@pytest.mark.parametrize(
    ("given_id", "authority", "unit", "parts"),
    [
        ("eu/32016R0679", "eu/32016R0679", None, ()),
        ("eu/32016R0679/art/5", "eu/32016R0679", "eu/32016R0679/art/5", ()),
        ("eu/32016R0679/art/5/1/a", "eu/32016R0679", "eu/32016R0679/art/5", ("1", "a")),
        ("uk/ukpga/1996/18/s/124/1ZA", "uk/ukpga/1996/18", "uk/ukpga/1996/18/s/124", ("1ZA",)),
        ("uk/ukpga/1996/18/sch/3/para/7/2", "uk/ukpga/1996/18",
         "uk/ukpga/1996/18/sch/3/para/7", ("2",)),
        ("us/usc/t28/s/2107/b", "us/usc/t28", "us/usc/t28/s/2107", ("b",)),
        # a point called "s" is a part, not a section
        ("eu/32016R0679/art/57/1/s", "eu/32016R0679", "eu/32016R0679/art/57", ("1", "s")),
        ("eu", "eu", None, ()),
        ("", "", None, ()),
    ],
)  # fmt: skip
def test_split(given_id: str, authority: str, unit: str | None, parts: tuple[str, ...]) -> None:
    split = split_id(given_id)
    assert (split.authority, split.unit, split.parts) == (authority, unit, parts)
    assert authority_of(given_id) == authority
    assert unit_of(given_id) == (unit or authority)


def test_contains_is_not_a_prefix_of_letters() -> None:
    assert contains("eu/x/art/3", "eu/x/art/3/1")
    assert not contains("eu/x/art/3", "eu/x/art/33")


def test_ancestors_end_at_the_authority() -> None:
    assert ancestors("eu/x/art/5/1/a") == [
        "eu/x/art/5/1/a", "eu/x/art/5/1", "eu/x/art/5", "eu/x/art", "eu/x",
    ]  # fmt: skip


@given(st.text(alphabet="art/s12eu", max_size=60))
def test_split_never_raises_and_puts_the_id_together_again(given_id: str) -> None:
    split = split_id(given_id)
    whole = "/".join([split.unit or split.authority, *split.parts])
    assert whole == given_id
    assert ancestors(given_id)[0] == given_id
