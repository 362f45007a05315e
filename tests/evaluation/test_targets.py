"""Paths, templates, pacing, streams, chat models and ``target check``."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import jsonpath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from evaluation_runs import cases, suite
from lexwarrant.cli.main import app
from lexwarrant.evaluation.http.addresses import is_loopback, is_private, refusal
from lexwarrant.evaluation.http.asking import retry_after
from lexwarrant.evaluation.http.events import Event, EventReader
from lexwarrant.evaluation.http.pacing import Pacer
from lexwarrant.evaluation.money import Budget, OverBudget, PriceTable, load_prices
from lexwarrant.evaluation.no_law import no_law
from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.run import evaluate
from lexwarrant.evaluation.standalone import answers
from lexwarrant.evaluation.targets.base import TargetError
from lexwarrant.evaluation.targets.chat import ChatTarget, load_prompt
from lexwarrant.evaluation.targets.checking import propose
from lexwarrant.evaluation.targets.cited import cited_provisions
from lexwarrant.evaluation.targets.description import load_description, parse_description, presets
from lexwarrant.evaluation.targets.paths import compile_path
from lexwarrant.evaluation.targets.reading import AnswerReader
from lexwarrant.evaluation.targets.templates import fill, fill_url, slots
from lexwarrant.records.context import Context
from lexwarrant.records.errors import ConfigurationError
from misbehaving import Asked, Writer, reply, serving

values: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=3)
    ),
    max_leaves=12,
)
steps = st.lists(
    st.sampled_from(["a", "b", "c"]).map(lambda n: f".{n}")
    | st.integers(0, 3).map(lambda n: f"[{n}]"),
    max_size=4,
)


# The library reads a text at the top as JSON; a reply's body is read before a path is asked.
bodies = st.lists(values, max_size=3) | st.dictionaries(st.sampled_from("abcd"), values, max_size=3)


@given(bodies, steps)
@settings(max_examples=300, deadline=None)
def test_the_short_way_leads_where_the_library_leads(data: Any, parts: list[str]) -> None:
    path = "$" + "".join(parts)
    compiled = compile_path(path, "t")
    assert compiled.steps is not None
    assert compiled.all(data) == jsonpath.findall(path, data)


@given(values, st.lists(st.sampled_from([".a", ".b", "[0]", "[1]", "[*]"]), max_size=4))
@settings(max_examples=300, deadline=None)
def test_the_packed_reader_follows_paths_as_the_library_does(data: Any, parts: list[str]) -> None:
    path = "$" + "".join(parts)
    assert answers.follow(path, data) == jsonpath.findall(path, data)


@pytest.mark.parametrize("path", ["answer", "$.a[", "$..[?(@.x", "$" + "[0" * 500])
def test_a_wrong_path_is_refused(path: str) -> None:
    with pytest.raises(ConfigurationError, match=r"t: .*not a JSONPath"):
        compile_path(path, "t")


def test_what_is_nested_too_deeply_holds_nothing() -> None:
    deep = json.loads('{"a":' * 900 + "1" + "}" * 900)
    assert compile_path("$..text", "t").all(deep) == []
    assert compile_path("$.a.a.b", "t").first(deep) is None


def test_what_is_filled_in_is_not_filled_again() -> None:
    question = "What of {facts} and {base_url}?"
    found = fill(
        {
            "q": "{question}",
            "d": "{analysis_date}",
            "n": ["on {analysis_date}", 3],
            "x": "{unknown}",
        },
        slots(question, Context(facts=("SECRET",))),
    )
    assert found == {"q": question, "d": None, "n": ["on ", 3], "x": "{unknown}"}
    assert (
        fill("{analysis_date}", slots("", Context(analysis_date=date(2026, 1, 2)))) == "2026-01-02"
    )
    assert fill_url("{base_url}/a?q={question}", "http://h/", {"question": "a&b/ש"}) == (
        "http://h/a?q=a%26b%2F%D7%A9"
    )


@pytest.mark.parametrize(
    ("given_url", "why"),
    [
        ("/elsewhere", None), ("http://example.org/x", None), ("http://example.org:80/x", None),
        ("https://example.org/x", None), ("https://example.org:8443/x", "another host"),
        ("http://example.com/", "another host"), ("http://10.0.0.1/", "private address"),
        ("http://127.0.0.1/", "private address"), ("http://[::1]/", "private address"),
        ("http://169.254.169.254/", "private address"), ("http://localhost/", "private address"),
        ("//evil.org/x", "another host"), ("ftp://example.org/", "http"), ("http://example.org:x/", "URL"),
        ("http://db.internal/", "private address"),
    ],
)  # fmt: skip
def test_where_a_reply_may_send_us(given_url: str, why: str | None) -> None:
    found = refusal("http://example.org/ask", given_url)
    assert (found is None) if why is None else (found is not None and why in found)


def test_this_machine_is_known() -> None:
    assert is_loopback("http://127.0.0.1:1/")
    assert is_loopback("http://[::1]:1/")
    assert not is_loopback("http://10.0.0.1/")
    assert is_private("fd00::1")
    assert not is_private("8.8.8.8")


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("3", 3.0), (" 0 ", 0.0), ("Mon, 30 Nov 2026 12:00:30 GMT", 30.0), ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
     ("soon", None), ("-1", None), ("٣", None), (None, None)],
)  # fmt: skip
def test_retry_after(header: str | None, seconds: float | None) -> None:
    assert retry_after(header, datetime(2026, 11, 30, 12, 0, tzinfo=UTC)) == seconds


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


def turns(count: int, **settings_: Any) -> list[float]:
    clock = Clock()
    pacer = Pacer(now=clock, sleep=clock.sleep, **settings_)
    out = []

    async def go() -> None:
        for _ in range(count):
            await pacer.turn()
            out.append(round(clock.now - 100, 6))

    asyncio.run(go())
    return out


def test_a_bucket_lets_a_burst_through_and_then_its_rate() -> None:
    assert turns(5, rate=0.5, burst=3) == [0, 0, 0, 2, 4]
    assert turns(4, pace=2.5) == [0, 2.5, 5, 7.5]
    assert turns(23, pace=0.1, rate=0.5, burst=20)[-1] == pytest.approx(6.0, abs=2.1)
    assert turns(3) == [0, 0, 0]


@given(st.floats(0.1, 5), st.integers(1, 6), st.integers(2, 30))
@settings(max_examples=50, deadline=None)
def test_never_more_than_the_bucket_allows(rate: float, burst: int, count: int) -> None:
    times = turns(count, rate=rate, burst=burst)
    for start in range(count):
        for end in range(start, count):
            allowed = burst + rate * (times[end] - times[start]) + 1e-3
            assert end - start + 1 <= allowed


def test_everybody_waits_when_the_system_says_so() -> None:
    clock = Clock()
    pacer = Pacer(now=clock, sleep=clock.sleep)
    pacer.hold(7)
    asyncio.run(pacer.turn())
    assert clock.now == 107
    with pytest.raises(ConfigurationError):
        Pacer(pace=-1)


STREAM = '﻿event: a\r\ndata: é1\ndata:2\n\n: note\nid: 4\ndata\n\r\ndata: {"x": "ש"}\r\rdata: cut'


@given(st.lists(st.integers(1, 60), max_size=12))
@settings(max_examples=100, deadline=None)
def test_a_stream_means_the_same_wherever_it_is_cut(cuts: list[int]) -> None:
    raw, reader, found, at = STREAM.encode(), EventReader(), [], 0
    for cut in (*cuts, len(raw)):
        found += list(reader.feed(raw[at : at + cut]))
        at += cut
    assert found == [Event("a", "é1\n2"), Event("message", ""), Event("message", '{"x": "ש"}')]


READERS = [AnswerReader(load_description(name).read, name) for name in presets()]


@given(values)
@settings(max_examples=50, deadline=None)
def test_reading_never_raises_on_content(data: Any) -> None:
    for reader in READERS:
        reader.answer("q", data, None)
        reader.found(data)


def test_null_and_wrong_kinds_are_as_good_as_none() -> None:
    read = load_description("legal-eye-hgraph").read
    bundle = {"anchor_quote": "words", "cluster_score": 0.66, "coverage": None, "MIN_PROMOTE_SCORE": None,
              "applications": None, "statute_refs": ["a", None, 3], "n_total_applications": "9",
              "diagnostic": {"per_retriever_ms": {"bm25": 1.5, "x": None},
                             "retriever_ranks_for_quote_doc": {"bm25": 1, "dense": None}}}  # fmt: skip
    found = AnswerReader(read, "t").answer("q", {"bundle": bundle}, None)
    assert found.promoted
    assert found.statute_refs == ("a", "3")
    assert found.n_applications == 0
    assert found.trace is not None
    assert found.trace.ranks == {"bm25": 1, "dense": None}
    assert found.trace.latency_ms == {"bm25": 1.5}


@pytest.mark.parametrize(
    ("score", "coverage", "limits", "quote", "promoted"),
    [
        (0.5, 0.15, {}, "x", True), (0.49, 0.9, {}, "x", False), (0.5, 0.14, {}, "x", False),
        (0.65, 0.0, {}, "x", True), (0.64, 0.0, {}, "x", False), (0.9, 0.9, {}, "  ", False),
        (0.3, 0.2, {"MIN_PROMOTE_SCORE": 0.3}, "x", True), (0.5, 0.2, {"MIN_PROMOTE_COVERAGE": 0.3}, "x", False),
        (0.65, 0.0, {"HIGH_SCORE_BYPASS": 0.8}, "x", False),
    ],
)  # fmt: skip
def test_the_bundle_is_promoted_by_its_own_thresholds(
    score: float, coverage: float, limits: dict[str, float], quote: str, promoted: bool
) -> None:
    bundle = {"anchor_quote": quote, "cluster_score": score, "coverage": coverage, **limits}
    read = load_description("legal-eye-hgraph").read
    assert AnswerReader(read, "t").answer("q", {"bundle": bundle}, None).promoted is promoted


def test_citations_are_resolved_where_they_can_be() -> None:
    found = cited_provisions(["Article 33(1) GDPR", "eu/32016R0679/art/5/1/a", "my uncle"], "eu")
    assert [c.provision_id for c in found] == [
        "eu/32016R0679/art/33/1",
        "eu/32016R0679/art/5/1/a",
        "",
    ]


# chat models ---------------------------------------------------------------------------------

MESSAGES = {
    "c000": {"abstain": False, "answer": "Give notice.", "quotation": "", "citations": ["Article 33(1) GDPR"]},
    "c001": {"abstain": True, "answer": "I do not know.", "quotation": "x", "citations": ["made up"]},
    "c002": "Just notice, says Article 5 GDPR.",
}  # fmt: skip


def test_a_chat_model_is_asked_with_a_public_prompt(tmp_path: Path) -> None:
    prices = tmp_path / "prices.yaml"
    prices.write_text("currency: EUR\nmodels:\n  m: {input: 1000, output: 2000}\n")

    async def model(asked: Asked, writer: Writer) -> None:
        chat = json.loads(asked.body)
        assert chat["model"] == "m"
        assert chat["messages"][0]["content"] == load_prompt("answer-1")
        case = chat["messages"][1]["content"].split()[3]
        said = MESSAGES[f"c00{case}"]
        content = said if isinstance(said, str) else f"```json\n{json.dumps(said)}\n```"
        writer.write(reply(200, {"choices": [{"message": {"content": content}}],
                                 "usage": {"prompt_tokens": 10, "completion_tokens": 5}}))  # fmt: skip

    asked = suite([_in_eu(c) for c in cases(3)])
    with serving(model) as server, no_law() as law:
        target = ChatTarget(load_description("openai-chat"), server.url, "m", load_prompt("answer-1"),
                            prices=load_prices(prices))  # fmt: skip
        assert "prompt_sha256" in target.describe()
        assert "prompt" not in target.describe()
        evaluate(asked, target, law, tmp_path / "r")
    first, second, third = (r.answer for r in read_rows(tmp_path / "r"))
    assert [r.cost for r in read_rows(tmp_path / "r")] == [0.02] * 3
    assert first is not None
    assert first.promoted
    assert [c.provision_id for c in first.citations] == ["eu/32016R0679/art/33/1"]
    assert second is not None
    assert not second.promoted
    assert second.citations == ()
    assert second.quotation is None
    assert second.refusal is not None
    assert second.refusal.message == "I do not know."
    assert third is not None
    assert third.promoted
    assert [c.provision_id for c in third.citations] == ["eu/32016R0679/art/5"]


def _in_eu(case: Any) -> Any:
    from dataclasses import replace

    return replace(case, context=Context("eu"))


def test_a_chat_run_stops_before_its_budget_is_passed(tmp_path: Path) -> None:
    async def model(asked: Asked, writer: Writer) -> None:
        writer.write(reply(200, {"choices": [{"message": {"content": "notice"}}], "usage": {}}))

    table = PriceTable("EUR", load_prices(None).models | {})
    with serving(model) as server, no_law() as law:
        target = ChatTarget(load_description("openai-chat"), server.url, "m", "p", prices=table,
                            budget=Budget(1.0))  # fmt: skip
        with pytest.raises(OverBudget, match="no price"):
            evaluate(suite(cases(3)), target, law, tmp_path / "r")
        assert server.asked == []


def test_an_empty_message_is_no_answer() -> None:
    async def model(asked: Asked, writer: Writer) -> None:
        writer.write(reply(200, {"choices": [{"message": {"content": "  "}}]}))

    async def go(url: str) -> None:
        target = ChatTarget(load_description("openai-chat"), url, "m", "p")
        await target.open()
        try:
            await target.ask("c", "q", Context())
        finally:
            await target.close()

    with serving(model) as server, pytest.raises(TargetError, match="message is empty"):
        asyncio.run(go(server.url))


# target check --------------------------------------------------------------------------------


def test_check_shows_the_reply_and_proposes_paths(tmp_path: Path) -> None:
    async def handler(asked: Asked, writer: Writer) -> None:
        body = {"data": {"reply_text": "Notice is due within 21 days.", "relevance_score": 0.7,
                         "sources": [{"citation": "s 1"}], "was-answered": True}}  # fmt: skip
        writer.write(reply(200, body))

    description = tmp_path / "t.yaml"
    description.write_text("name: t\nurl: '{base_url}/x'\nrequest: {question: '{question}'}\n"
                           "read: {answer: $.data.answer, score: $.data.relevance_score}\n")  # fmt: skip
    with serving(handler) as server:
        done = CliRunner().invoke(
            app, ["target", "check", str(description), "--base-url", server.url]
        )
        assert len(server.asked) == 3
    assert done.exit_code == 1
    assert "reply_text" in done.output
    assert "answer           NOTHING" in done.output
    assert "answer: try $.data.reply_text" in done.output
    assert "citations: try $.data.sources[*].citation" in done.output
    assert "promoted: try $.data['was-answered']" in done.output
    description.write_text(description.read_text().replace("$.data.answer", "$.data.reply_text"))
    with serving(handler) as server:
        command = ["target", "check", str(description), "--base-url", server.url]
        assert CliRunner().invoke(app, command).exit_code == 0


def test_check_of_a_target_that_does_not_reply_says_so(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["target", "check", "plain", "--base-url", "http://127.0.0.1:9"])
    assert done.exit_code == 2
    assert "no reply" in done.output


@given(values)
@settings(max_examples=100, deadline=None)
def test_proposals_are_paths_that_lead_somewhere(data: Any) -> None:
    for paths in propose(data, ["answer", "score", "citations"]).values():
        for path in paths:
            assert compile_path(path, "t").all(data)


def test_a_description_names_what_it_reads_by_path() -> None:
    text = "name: t\nurl: http://h\nread: {answer: [$.a, $.b], applications: {items: '$.x', snippets: ['$.y[']}}"
    with pytest.raises(ConfigurationError, match=r"d: read.applications.snippets\[0\]"):
        parse_description(text, "d")
