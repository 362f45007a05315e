"""Records to JSON and back, and the errors that name the field."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from lexwarrant.records.answer import (
    CitationRole,
    CitedProvision,
    LegalAnswer,
    Quotation,
    RetrievalTrace,
    Thresholds,
    Tier,
)
from lexwarrant.records.codec import FieldError, body, decode, dumps, encode, json_schema, loads
from lexwarrant.records.context import Context
from lexwarrant.records.law import Authority, AuthorityKind, Coverage, Effect, Identifier, Version
from lexwarrant.records.run import Measure, Row
from lexwarrant.records.scores import Verdict
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


ANSWER = LegalAnswer(
    "q", "t", True,
    quotation=Quotation("within 72 hours", "eu/1/art/33", "eu/1/art/33/1", "Article 33(1)", start=0, end=15),
    thresholds=Thresholds(0.5, 0.15, 0.65), tier=Tier.HIGH, score=1, coverage=0.0,
    citations=(CitedProvision("Article 1"), CitedProvision("A", role=CitationRole.SCHEDULE)),
    trace=RetrievalTrace(ranks={"bm25": None, "dense": 3}, latency_ms={"bm25": 1.5}),
)  # fmt: skip


@pytest.mark.parametrize(
    "record",
    [
        AUTHORITY,
        ANSWER,
        Row("c", "s", "q", False, 1, error="no"),
        Row("c", "s", "q", True, 0.5, verdict=Verdict.WEAK, answer=ANSWER, repeat=2, cost=0.0,
            measures={"a": Measure("scored", 1.0), "b": Measure("unscorable", None, "why")}),
        Case("c", "שאלה \u2028 \x00", context=Context("eu", analysis_date=date(2020, 2, 29))),
    ],
)  # fmt: skip
def test_the_line_of_a_record_is_what_encoding_it_gives(record: Any) -> None:
    line = dumps(record)
    assert json.loads(line) == encode(record)
    assert list(json.loads(line)) == list(encode(record))
    assert decode(type(record), loads(line)) == record


def test_half_a_surrogate_pair_is_never_in_the_way() -> None:
    row = Row("c", "s", "a\ud800b", True, 1.0, answer=LegalAnswer("\udfff", "x", True))
    assert decode(Row, loads(dumps(row))).question == "a\ufffdb"
    assert loads(rb'{"a\ud800": ["\udc00"]}') == {"a\ufffd": ["\ufffd"]}
    assert body({"q": "a\ud800"}) == '{"q":"a\ufffd"}'.encode()


@pytest.mark.parametrize("text", ["[1, 2", "", "<html>", '{"a": ' + "9" * 5000 + "}"])
def test_what_is_not_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"Expecting|Exceeds"):
        loads(text)


def test_json_in_another_encoding_is_read() -> None:
    assert loads('{"a": "é"}'.encode("utf-16")) == {"a": "é"}
