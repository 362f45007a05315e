"""HTTP targets against real servers that misbehave: no row lost, none asked twice."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path

import pytest

from lexwarrant.evaluation.http.asking import Patience
from lexwarrant.evaluation.http.secrets import Secrets
from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.runner import run_suite
from lexwarrant.evaluation.targets.base import TargetError
from lexwarrant.evaluation.targets.description import parse_description
from lexwarrant.evaluation.targets.http import HttpTarget, Manners
from lexwarrant.law.snapshot import SnapshotManifest
from lexwarrant.records.context import Context
from lexwarrant.records.errors import ConfigurationError, DataError
from lexwarrant.records.run import Row
from lexwarrant.records.scores import Verdict
from lexwarrant.records.suite import Case, Split, Suite
from misbehaving import ANSWER, Asked, Handler, Server, Writer, reply, serving

PLAIN = """
name: plain
url: "{base_url}/ask"
request: {question: "{question}"}
ready: "{base_url}/readyz"
read: {answer: $.answer, quotation: $.quotation}
"""
CASES = tuple(Case(f"c{n}", f"question {n}", expect_quote_keywords=("21 days",)) for n in range(6))
SUITE = Suite("s", "1", "", "", (Split("all", CASES, "0"),), "digest")


def empty_snapshot() -> SnapshotManifest:
    from datetime import date

    return SnapshotManifest("none", "0", 1, date(2026, 1, 1), (), 0, 0, 0, 0, 0)


def target(server: Server, text: str = PLAIN, **manners: object) -> HttpTarget:
    settings: dict[str, object] = {"timeout": 2.0, "patience": Patience(retries=1, backoff=0.01)}
    return HttpTarget(
        parse_description(text, "test"),
        server.url,
        manners=Manners(**{**settings, **manners}),  # type: ignore[arg-type]
    )


def run(folder: Path, one: HttpTarget, concurrency: int = 3) -> list[Row]:
    asyncio.run(run_suite(SUITE, one, empty_snapshot(), (), folder, concurrency=concurrency))
    return list(read_rows(folder))


async def good(asked: Asked, writer: Writer) -> None:
    writer.write(reply(200, ANSWER))


def once(bad: Handler) -> Handler:
    """Misbehave at the first sight of each question, then answer."""
    seen: set[str] = set()

    async def handler(asked: Asked, writer: Writer) -> None:
        if asked.question in seen:
            await good(asked, writer)
        else:
            seen.add(asked.question)
            await bad(asked, writer)

    return handler


async def slow(asked: Asked, writer: Writer) -> None:
    await asyncio.sleep(0.2)
    await good(asked, writer)


async def too_slow(asked: Asked, writer: Writer) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
    await writer.drain()
    await asyncio.sleep(5)


async def busy(asked: Asked, writer: Writer) -> None:
    writer.write(reply(429, b"slow down"))


async def busy_with_time(asked: Asked, writer: Writer) -> None:
    writer.write(reply(429, b"", Retry_After="1"))


async def broken(asked: Asked, writer: Writer) -> None:
    writer.write(reply(500, b"oops"))


async def half(asked: Asked, writer: Writer) -> None:
    writer.write(reply(200, b'{"answer": "Notice is gi', length=400))


async def wrong_json(asked: Asked, writer: Writer) -> None:
    writer.write(reply(200, b"<html>proxy error</html>"))


async def hang_up(asked: Asked, writer: Writer) -> None:
    writer.transport.abort()


@pytest.mark.parametrize(
    ("bad", "requests"),
    [
        (good, 1), (slow, 1), (once(busy), 2), (once(busy_with_time), 2), (once(broken), 2),
        (once(half), 2), (once(wrong_json), 2), (once(hang_up), 2),
    ],
    ids=["good", "slow", "429", "429-retry-after", "500", "half-body", "wrong-json", "hang-up"],
)  # fmt: skip
def test_every_question_is_answered_once(tmp_path: Path, bad: Handler, requests: int) -> None:
    with serving(bad) as server:
        rows = run(tmp_path, target(server))
    assert [r.case_id for r in rows] == [c.id for c in CASES]
    assert all(r.ok and r.verdict is Verdict.PASS for r in rows), [r.error for r in rows]
    assert Counter(a.question for a in server.asked) == {c.question: requests for c in CASES}


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (too_slow, "no whole reply within 0.5 s"), (broken, "HTTP 500: oops"),
        (half, "broke off in the middle"), (wrong_json, "not JSON"), (hang_up, "broke"),
    ],
)  # fmt: skip
def test_a_question_without_an_answer_is_asked_again_next_time(
    tmp_path: Path, bad: Handler, said: str
) -> None:
    async def some(asked: Asked, writer: Writer) -> None:
        await (bad if asked.question in ("question 1", "question 4") else good)(asked, writer)

    with serving(some) as server:
        one = target(server, timeout=0.5)
        rows = run(tmp_path, one)
        failed = [r for r in rows if not r.ok]
        assert [r.case_id for r in failed] == ["c1", "c4"]
        assert all(said in r.error and r.verdict is None for r in failed)
        before = Counter(a.question for a in server.asked)
        assert before["question 1"] == 2, "one retry"
    with serving(good) as server:
        again = target(server)
        again.describe = one.describe  # type: ignore[method-assign]
        rows = run(tmp_path, again)
        assert sorted(a.question for a in server.asked) == ["question 1", "question 4"]
    assert all(r.ok for r in rows)
    assert [r.case_id for r in rows] == [c.id for c in CASES]


def test_an_answered_question_is_never_asked_again_whatever_its_verdict(tmp_path: Path) -> None:
    async def wrong(asked: Asked, writer: Writer) -> None:
        writer.write(reply(200, {"answer": "Something else entirely."}))

    with serving(wrong) as server:
        one = target(server)
        assert all(r.verdict is Verdict.WEAK for r in run(tmp_path, one))
        run(tmp_path, one)
        assert len(server.asked) == len(CASES)


def test_half_a_surrogate_pair_in_a_reply_harms_nothing(tmp_path: Path) -> None:
    async def torn(asked: Asked, writer: Writer) -> None:
        writer.write(reply(200, rb'{"answer": "within 21 days \ud83d", "quotation": "\udc00"}'))

    with serving(torn) as server:
        rows = run(tmp_path, target(server))
    assert [r.verdict for r in rows] == [Verdict.PASS] * len(CASES)
    assert rows[0].answer is not None
    assert rows[0].answer.text == "within 21 days \ufffd"


def ask(server: Server, text: str = PLAIN, **manners: object) -> str:
    async def go() -> str:
        one = target(server, text, **manners)
        await one.open()
        try:
            return (await one.ask("c", "q", Context())).answer.text
        finally:
            await one.close()

    return asyncio.run(go())


def test_retry_after_is_obeyed() -> None:
    with serving(once(busy_with_time)) as server:
        started = time.monotonic()
        assert ask(server)
        assert time.monotonic() - started >= 1.0


def test_a_redirect_elsewhere_is_refused_and_nobody_else_is_asked() -> None:
    with serving(good) as other:

        async def away(asked: Asked, writer: Writer) -> None:
            writer.write(reply(307, b"", Location=f"{other.url}/ask"))

        with serving(away) as server, pytest.raises(TargetError, match="private address"):
            ask(server)
        assert len(server.asked) == 1
        assert other.asked == []


def test_a_redirect_on_the_same_host_is_followed() -> None:
    async def moved(asked: Asked, writer: Writer) -> None:
        if asked.path == "/ask":
            writer.write(reply(308, b"", Location="/new"))
        else:
            await good(asked, writer)

    with serving(moved) as server:
        assert ask(server) == ANSWER["answer"]
        assert [a.path for a in server.asked] == ["/ask", "/new"]


@pytest.mark.parametrize("declared", [True, False])
def test_a_huge_body_is_refused_before_it_is_read(declared: bool) -> None:
    sent = 0

    async def huge(asked: Asked, writer: Writer) -> None:
        nonlocal sent
        head = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"
        writer.write(head + (b"Content-Length: 200000000\r\n\r\n" if declared else b"\r\n"))
        for _ in range(3200):
            writer.write(b" " * 62_500)
            await writer.drain()
            sent += 62_500

    with serving(huge) as server, pytest.raises(TargetError, match="over 1,000,000 bytes"):
        ask(server, max_bytes=1_000_000)
    assert len(server.asked) == 1, "not asked again"
    assert sent < 50_000_000


def test_a_sleeping_server_is_waited_for() -> None:
    async def asleep(asked: Asked, writer: Writer) -> None:
        if asked.path == "/readyz":
            writer.write(reply(200 if asked.number >= 2 else 503, b"{}"))
        else:
            await good(asked, writer)

    with serving(asleep) as server:
        assert ask(server, wait_ready=10.0)
        assert [a.path for a in server.asked] == ["/readyz", "/readyz", "/ask"]


def test_waiting_for_a_server_that_never_wakes_ends() -> None:
    async def never(asked: Asked, writer: Writer) -> None:
        writer.write(reply(503, b""))

    with (
        serving(never) as server,
        pytest.raises(TargetError, match=r"not ready after 0\.1 s: HTTP 503"),
    ):
        ask(server, wait_ready=0.1)


EVENTS = """
name: stream
url: "{base_url}/ask"
request: {question: "{question}"}
reply: {kind: sse, events: {delta: $.text, end: "[DONE]", final: whole}}
read: {answer: $.answer, quotation: $.quotation}
"""
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


def test_a_stream_is_put_together() -> None:
    async def stream(asked: Asked, writer: Writer) -> None:
        writer.write(HEAD + b'data: {"text": "Notice is "}\r\n\r\n: comment\n\nda')
        await writer.drain()
        await asyncio.sleep(0.02)
        writer.write('ta: {"text": "ét"}\n\n'.encode()[:-3] + b"}\n\ndata: [DONE]\n\n")

    with serving(stream) as server:
        assert ask(server, EVENTS) == "Notice is ét"


def test_a_final_event_is_the_whole_reply() -> None:
    async def stream(asked: Asked, writer: Writer) -> None:
        writer.write(HEAD + b'data: {"text": "x"}\n\nevent: whole\ndata: {"answer": "all"}\n\n')

    with serving(stream) as server:
        assert ask(server, EVENTS) == "all"


def test_a_stream_cut_in_the_middle_is_no_answer_and_is_asked_again() -> None:
    async def cut(asked: Asked, writer: Writer) -> None:
        writer.write(HEAD + b'data: {"text": "Notice is"}\n\n')
        if asked.number > 1:
            writer.write(b'data: {"text": " given"}\n\ndata: [DONE]\n\n')

    with serving(cut) as server:
        assert ask(server, EVENTS) == "Notice is given"
        assert len(server.asked) == 2


POLL = """
name: job
url: "{base_url}/jobs"
request: {question: "{question}"}
reply:
  kind: poll
  poll: {status: $.state, id: $.id, url: "{base_url}/jobs/{id}", every: 0.01}
read: {answer: $.answer}
"""


def test_a_job_is_submitted_once_and_followed() -> None:
    async def job(asked: Asked, writer: Writer) -> None:
        if asked.method == "POST":
            writer.write(reply(202, {"id": "a/b", "state": "queued"}))
        elif asked.number == 3:
            writer.write(reply(500, b"hiccup"))
        else:
            state = "done" if asked.number > 4 else "running"
            writer.write(reply(200, {"state": state, "answer": "at last"}))

    with serving(job) as server:
        assert ask(server, POLL) == "at last"
        assert [a.method for a in server.asked].count("POST") == 1
        assert server.asked[-1].path == "/jobs/a%2Fb"


def test_a_job_that_sends_us_to_a_private_address_is_refused() -> None:
    text = POLL.replace('id: $.id, url: "{base_url}/jobs/{id}"', "location: $.see")

    async def job(asked: Asked, writer: Writer) -> None:
        writer.write(reply(202, {"see": "http://169.254.169.254/latest", "state": "queued"}))

    with serving(job) as server, pytest.raises(TargetError, match="private address"):
        ask(server, text)


SECRET = "sk-very-secret-value"


def test_a_secret_is_sent_and_written_nowhere(tmp_path: Path) -> None:
    text = PLAIN + 'headers: {Authorization: "Bearer ${TEST_TOKEN}"}\n'

    async def echo(asked: Asked, writer: Writer) -> None:
        writer.write(reply(400, f"bad token {asked.headers['authorization']}".encode()))

    with serving(echo) as server:
        secrets = Secrets({"TEST_TOKEN": SECRET})
        one = HttpTarget(parse_description(text, "t"), server.url, secrets=secrets)
        run(tmp_path, one)
        assert server.asked[0].headers["authorization"] == f"Bearer {SECRET}"
    written = "".join(p.read_text() for p in tmp_path.iterdir())
    assert "bad token Bearer [secret]" in written
    assert SECRET not in written


def test_a_secret_that_an_answer_repeats_is_not_kept(tmp_path: Path) -> None:
    text = PLAIN + 'headers: {Authorization: "Bearer ${TEST_TOKEN}"}\n'

    async def echo(asked: Asked, writer: Writer) -> None:
        said = asked.headers["authorization"]
        writer.write(reply(200, {"answer": f"21 days, {said}", "quotation": [said]}))

    with serving(echo) as server:
        secrets = Secrets({"TEST_TOKEN": SECRET})
        one = HttpTarget(parse_description(text, "t"), server.url, secrets=secrets)
        rows = run(tmp_path, one)
    assert rows[0].answer is not None
    assert rows[0].answer.text == "21 days, Bearer [secret]"
    assert SECRET not in "".join(p.read_text() for p in tmp_path.iterdir())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ('headers: {X-Api-Key: "abc"}', "a secret does not belong in the file"),
        ('headers: {Authorization: "Bearer ${NOT_SET_ANYWHERE}"}', "set NOT_SET_ANYWHERE"),
        ("metod: POST", "did you mean 'method'"),
        ("method: DELETE", "use GET, POST or PUT"),
        ("read: {answer: answer.text}", "not a JSONPath"),
        ("read: {citations: $.c}", "at least `answer` or `quotation`"),
        ("reply: {kind: poll}", "reply.poll"),
        ("read: {answer: $.a, promoted: {by: thresholds}}", "thresholds need"),
    ],
)
def test_a_wrong_description_is_refused_with_the_field_and_the_fix(change: str, said: str) -> None:
    key = change.partition(":")[0]
    lines = [line for line in PLAIN.strip().splitlines() if not line.startswith(f"{key}:")]
    with pytest.raises((ConfigurationError, DataError)) as caught:
        HttpTarget(
            parse_description("\n".join([*lines, change]), "t.yaml"),
            "https://example.org",
            secrets=Secrets({}),
        )
    assert said in str(caught.value)
