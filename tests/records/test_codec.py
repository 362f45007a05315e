"""Records to JSON and back, and the errors that name the field."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from lexwarrant.records.codec import FieldError, decode, encode, json_schema
from lexwarrant.records.law import Authority, AuthorityKind, Coverage, Effect, Identifier, Version
from lexwarrant.records.suite import Case

AUTHORITY = Authority(
    id="eu/1", jurisdiction="eu", kind=AuthorityKind.DIRECTIVE, title="T", short_title="S",
    source="src", aliases=("a", "b"), identifiers=(Identifier("celex", "1"),),
    dated=date(2020, 2, 29), effect=Effect.TRANSPOSED, coverage=Coverage(("art",), ("anx",), True),
)  # fmt: skip


def test_round_trip() -> None:
    body = json.loads(json.dumps(encode(AUTHORITY)))
    assert decode(Authority, body) == AUTHORITY


def test_defaults_are_left_out() -> None:
    assert encode(Version("eu/1/art/1", "Article 1", "x")) == {
        "provision_id": "eu/1/art/1", "label": "Article 1", "text": "x",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("data", "path", "said"),
    [
        ({"id": "a", "question": "q", "expect_quote_keyword": []}, ("expect_quote_keyword",),
         "did you mean 'expect_quote_keywords'?"),
        ({"id": "a", "question": "q", "context": {"juristiction": "eu"}},
         ("context", "juristiction"), "did you mean 'jurisdiction'?"),
        ({"id": "a", "question": "q", "expect_citations": [{"provision": "x"}, {"provison": "x"}]},
         ("expect_citations", 1, "provison"), "did you mean 'provision'?"),
        ({"id": "a"}, ("question",), "required"),
        ({"id": "a", "question": 3}, ("question",), "string"),
        ({"id": "a", "question": "q", "expect_refusal": "tired"}, ("expect_refusal",), "out_of_scope"),
        ({"id": "a", "question": "q", "context": {"analysis_date": "soon"}},
         ("context", "analysis_date"), "date"),
    ],
)  # fmt: skip
def test_errors_name_the_field(
    data: dict[str, Any], path: tuple[str | int, ...], said: str
) -> None:
    with pytest.raises(FieldError) as caught:
        decode(Case, data, "suite.yaml:3")
    assert caught.value.path == path
    assert said in caught.value.why
    assert str(caught.value).startswith("suite.yaml:3: ")


def test_the_schema_is_closed() -> None:
    schema = json_schema(Case)
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["Context"]["additionalProperties"] is False
