"""Choices as grammar and as regular expression say exactly the choices."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexwarrant.answering.generation.backends.grammar import gbnf, regex


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        ((" 72 hours", " one month"), 'root ::= " 72 hours" | " one month"'),
        (('say "so"',), 'root ::= "say \\"so\\""'),
        (("a\\b",), 'root ::= "a\\\\b"'),
        (("two\nlines",), 'root ::= "two\\nlines"'),
        (("€ 20m", "§ 3"), 'root ::= "€ 20m" | "§ 3"'),
        (("tab\there",), 'root ::= "tab\\u0009here"'),
        (("ארבעה ימים",), 'root ::= "ארבעה ימים"'),
    ],
)
def test_gbnf(choices: tuple[str, ...], expected: str) -> None:
    assert gbnf(choices) == expected


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=5), st.text(max_size=12))
def test_regex_matches_the_choices_alone(choices: list[str], other: str) -> None:
    pattern = re.compile(regex(tuple(choices)))
    assert all(pattern.fullmatch(c) for c in choices)
    assert bool(pattern.fullmatch(other)) is (other in choices)
