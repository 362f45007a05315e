"""Our answerer behind Legal Eye's protocol: that harness runs against ours, and ours against it."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from evaluation_runs import cases, suite
from lexwarrant.evaluation.http.asking import Patience
from lexwarrant.evaluation.monitoring import Change, Seen, State, call_hook, observe, remember
from lexwarrant.evaluation.no_law import no_law
from lexwarrant.evaluation.publishing.packing import pack
from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.run import evaluate
from lexwarrant.evaluation.targets.description import load_description, parse_description
from lexwarrant.evaluation.targets.http import HttpTarget, Manners
from lexwarrant.records.answer import (
    Alternative,
    LegalAnswer,
    Quotation,
    Refusal,
    RefusalReason,
    RelatedProvision,
    Thresholds,
    Tier,
)
from lexwarrant.records.context import Context
from lexwarrant.records.errors import ConfigurationError, DataError
from lexwarrant.records.suite import Case, Suite
from lexwarrant.service.legal_eye import LegalEyeServer
from lexwarrant.service.limits import RateLimit
from misbehaving import Asked, Handler, Writer, reply, serving


def answer(question: str, context: Context) -> LegalAnswer:
    """Answers about things with a notice, refuses cakes, is unsure of every seventh thing."""
    if "cake" in question:
        refusal = Refusal(RefusalReason.OUT_OF_SCOPE, "Not law.")
        return LegalAnswer(question, "Not law.", False, refusal=refusal, score=0.1, coverage=0.1)
    number = int("".join(c for c in question if c.isdigit()) or 0)
    weak = number % 7 == 6
    return LegalAnswer(
        question, "Section 1: notice is given.", not weak,
        quotation=Quotation("notice is given in writing", "law/1/s/1", "law/1/s/1", "s 1"),
        anchor_id="virtual:x" if number % 2 else "law/1/s/1", anchor_label="s 1 Notices Act",
        cluster_label="Notices", score=0.4 if weak else 0.8, coverage=0.5,
        thresholds=Thresholds(0.5, 0.15, 0.65), tier=Tier.NONE if weak else Tier.HIGH, domain="contracts",
        applications=(RelatedProvision("law/2", "s 2", "as to notice"),),
        origins=(RelatedProvision("law/3", "s 3", "elsewhere"),), n_applications=9, n_origins=4,
        statute_refs=("Notices Act 2000",), alternatives=(Alternative("law/4", "s 4", 0.3, 0.2),),
    )  # fmt: skip


@contextmanager
def served(limit: RateLimit | None = None, **more: Any) -> Iterator[str]:
    server = LegalEyeServer(
        ("127.0.0.1", 0), answer, replica="r-1", limit=limit or RateLimit(0), **more
    )
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


def call(url: str, body: Any = None, raw: bytes | None = None) -> tuple[int, dict[str, str], Any]:
    data = raw if raw is not None else None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=10) as reply:
            return reply.status, dict(reply.headers), json.loads(reply.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, dict(error.headers), json.loads(error.read())


BUNDLE = [
    "anchor_id",
    "anchor_label",
    "anchor_quote",
    "cluster_id",
    "cluster_label",
    "cluster_score",
    "coverage",
    "MIN_PROMOTE_SCORE",
    "MIN_PROMOTE_COVERAGE",
    "HIGH_SCORE_BYPASS",
    "applications",
    "origins",
    "n_total_applications",
    "n_total_origins",
    "statute_refs",
    "diagnostic",
]
DIAGNOSTIC = [
    "alternative_clusters",
    "anchor_quote_doc_id",
    "anchor_quote_source",
    "fusion_rank_for_quote_doc",
    "retriever_ranks_for_quote_doc",
    "per_retriever_ms",
]


def test_the_replies_have_the_fields_of_the_protocol() -> None:
    with served() as url:
        status, headers, asked = call(f"{url}/v1/lawyer/ask", {"question": "thing 1"})
        argument = call(f"{url}/v1/hgraph/argument", {"user_facts": "thing 1", "retrieval_k": 20})[
            2
        ]
        refused = call(f"{url}/v1/lawyer/ask", {"question": "a cake"})[2]
        held_back = call(f"{url}/v1/hgraph/argument", {"user_facts": "thing 6"})[2]
    assert status == 200
    assert headers["X-Replica-Id"] == "r-1"
    assert list(asked["bundle"]) == BUNDLE
    assert list(asked["bundle"]["diagnostic"]) == DIAGNOSTIC
    assert asked["bundle"] == argument["bundle"]
    assert asked["arguments"][0]["polish_method"] == "graph_bundle"
    assert (asked["domain"], asked["confidence"]) == ("contracts", "high")
    assert len(asked["bundle"]["cluster_id"]) == 12
    assert asked["bundle"]["anchor_id"].startswith("virtual:")
    assert asked["bundle"]["n_total_applications"] == 9
    assert refused["arguments"] == []
    assert refused["bundle"]["anchor_quote"] == ""
    assert held_back["bundle"]["anchor_quote"] == "", "what is not promoted is not quoted either"


@pytest.mark.parametrize(
    ("path", "raw", "status"),
    [
        ("/v1/lawyer/ask", b"{", 400), ("/v1/lawyer/ask", b"[]", 422), ("/v1/lawyer/ask", b"{}", 422),
        ("/v1/lawyer/ask", b'{"question": ""}', 422), ("/v1/lawyer/ask", b'{"question": 1}', 422),
        ("/v1/lawyer/ask", b"[" * 100_000, 400), ("/v1/lawyer/ask", b" " * 1_000_001, 413),
        ("/v1/nothing", b"{}", 404),
    ],
)  # fmt: skip
def test_what_is_no_question_is_refused(path: str, raw: bytes, status: int) -> None:
    with served() as url:
        try:
            found = call(url + path, raw=raw)
        except (ConnectionError, urllib.error.URLError):
            assert status == 413, (
                "the connection may be closed while a body that is too large is sent"
            )
            return
    assert found[0] == status
    assert found[2]["detail"]


def test_the_burst_is_let_through_and_then_the_client_is_told_when_to_come_back() -> None:
    with served(RateLimit(0.5, 3)) as url:
        codes = [call(f"{url}/v1/lawyer/ask", {"question": "thing 1"}) for _ in range(5)]
        assert call(f"{url}/readyz")[0] == 200
    assert [c[0] for c in codes] == [200, 200, 200, 429, 429]
    assert codes[3][1]["Retry-After"] in ("1", "2")


def test_a_token_bucket_fills_again_and_forgets_old_clients() -> None:
    now = [0.0]
    limit = RateLimit(0.5, 2, now=lambda: now[0])
    assert [limit.wait("a") for _ in range(3)] == [0, 0, 2]
    assert limit.wait("b") == 0
    now[0] = 2.0
    assert [limit.wait("a") for _ in range(2)] == [0, 2]
    for n in range(10_001):
        limit.wait(str(n))
    assert limit.wait("a") == 0


@pytest.mark.parametrize("via", ["lawyer", "hgraph"])
def test_our_harness_runs_against_it(via: str, tmp_path: Path) -> None:
    asked = suite(cases(20, 4))
    with served() as url, no_law() as law:
        target = HttpTarget(load_description(f"legal-eye-{via}"), url)
        evaluate(asked, target, law, tmp_path / "r", concurrency=4)
        rows = list(read_rows(tmp_path / "r"))
    for row, (_, case) in zip(rows, asked.cases(), strict=True):
        number = int(case.id[1:])
        right = not case.expect_no_promotion and number % 7 == 6
        assert (row.verdict, row.promoted) == (
            ("WEAK", False) if right else ("PASS", not case.expect_no_promotion)
        )
    answered = rows[1].answer
    assert answered is not None
    assert answered.anchor_id == "virtual:x"
    assert answered.n_applications == 9
    assert answered.thresholds == Thresholds(0.5, 0.15, 0.65)
    assert answered.quotation is not None
    assert answered.quotation.document_id == "law/1/s/1"


# the standalone harness ----------------------------------------------------------------------


def old_python() -> str | None:
    """Python 3.8 where there is one."""
    found = os.environ.get("LEXWARRANT_PYTHON38") or shutil.which("python3.8")
    for candidate in (
        found,
        *map(str, Path("~/.pyenv/versions").expanduser().glob("3.8.*/bin/python")),
    ):
        if candidate:
            done = subprocess.run([candidate, "-c", "import sys; print(sys.version_info[:2])"],
                                  capture_output=True, text=True, check=False)  # fmt: skip
            if done.stdout.strip() == "(3, 8)":
                return candidate
    return None


def strict_cases() -> Suite:
    made = cases(30, 4)
    more = [
        Case("s1", "thing 1", expect_authorities=("Notices Act",), expect_domains=("contracts",)),
        Case("s2", "thing 1", expect_authorities=("Sale Act",)),
        Case("s3", "thing 1", expect_domains=("torts",)),
        Case("s4", "thing 1", expect_source_doc_id=("law/1/s/1",)),
        Case("s5", "thing 1", expect_source_doc_id=("law/1/s/2",)),
        Case("s6", "thing 1", expect_anchor_substring="notices ACT"),
        Case("s7", "thing 1", expect_anchor_substring="Apropim"),
        Case("s8", "thing 1", expect_quote_keywords=("nowhere",), expect_anchor_substring="s 1"),
    ]
    return suite([*made, *more], "packed")


@pytest.mark.parametrize("via", ["lawyer", "hgraph"])
@pytest.mark.parametrize("old", [False, True], ids=["this-python", "python-3.8"])
def test_the_packed_harness_gives_the_same_verdicts_row_by_row(
    via: str, old: bool, tmp_path: Path
) -> None:
    python = old_python() if old else sys.executable
    if python is None:
        pytest.skip("no Python 3.8 here (set LEXWARRANT_PYTHON38)")
    asked, description = strict_cases(), load_description(f"legal-eye-{via}")
    pack(asked, description, tmp_path / "h.pyz")
    with served() as url, no_law() as law:
        evaluate(asked, HttpTarget(description, url), law, tmp_path / "r")
        done = subprocess.run(
            [python, "-I", str(tmp_path / "h.pyz"), "--base-url", url, "--pace", "0", "--out",
             str(tmp_path / "rows.jsonl")],
            capture_output=True, text=True, check=False, cwd=tmp_path,
        )  # fmt: skip
    assert done.returncode == 1, done.stderr
    ours = [
        (r.case_id, r.verdict, r.strict_verdict, r.promoted, r.reason)
        for r in read_rows(tmp_path / "r")
    ]
    theirs = [
        (d["case_id"], d["verdict"], d["strict_verdict"], d["promoted"], d["reason"])
        for d in map(json.loads, (tmp_path / "rows.jsonl").read_text("utf-8").splitlines())
    ]
    assert theirs == ours
    assert {v for _, _, v, _, _ in theirs} == {"PASS", "WEAK", "FAIL"}


STREAM = """
name: stream
url: "{base_url}/ask"
request: {question: "{question}"}
reply: {kind: sse, events: {delta: $.text, end: "[DONE]", final: whole}}
read: {answer: $.answer, quotation: $.quotation}
"""
JOB = """
name: job
url: "{base_url}/jobs"
request: {question: "{question}"}
reply: {kind: poll, poll: {status: $.state, id: $.id, url: "{base_url}/jobs/{id}", every: 0.01}}
read: {answer: $.answer}
"""
EVENTS = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


async def streaming(asked: Asked, writer: Writer) -> None:
    """Whole, in pieces, cut at first sight, or broken for good."""
    number = asked.question.split()[-2]
    writer.write(EVENTS + b": hello\n\n")
    if number == "3":
        writer.write(
            b'data: {"text": "x"}\n\nevent: whole\ndata: {"answer": "notice", "quotation": "n"}\n\n'
        )
    elif number == "4":
        writer.write(b'data: {"text": "notice"}\n\n')
    else:
        writer.write('data: {"text": "noé"}\r\n\r\nda'.encode())
        await writer.drain()
        writer.write(b'ta: {"text": "tice notice"}\n\ndata: [DONE]\n\n')


def jobs() -> Handler:
    looks: dict[str, int] = {}

    async def handler(asked: Asked, writer: Writer) -> None:
        if asked.method == "POST":
            job = asked.question.split()[-2] + "/x"
            writer.write(reply(202, {"id": job, "state": "queued"}))
            return
        looks[asked.path] = looks.get(asked.path, 0) + 1
        if looks[asked.path] == 1:
            writer.write(reply(500, b"hiccup"))
        elif asked.path == "/jobs/4%2Fx":
            writer.write(reply(200, {"state": "failed"}))
        else:
            state = "done" if looks[asked.path] > 2 else "running"
            writer.write(reply(200, {"state": state, "answer": "notice at last"}))

    return handler


@pytest.mark.parametrize("old", [False, True], ids=["this-python", "python-3.8"])
@pytest.mark.parametrize(("text", "kind"), [(STREAM, "stream"), (JOB, "job")])
def test_streams_and_jobs_are_packed_too(text: str, kind: str, old: bool, tmp_path: Path) -> None:
    python = old_python() if old else sys.executable
    if python is None:
        pytest.skip("no Python 3.8 here (set LEXWARRANT_PYTHON38)")
    asked, description = suite(cases(6, 1)), parse_description(text, "d")
    pack(asked, description, tmp_path / "h.pyz")
    with serving(streaming if kind == "stream" else jobs()) as server, no_law() as law:
        done = subprocess.run(
            [python, "-I", str(tmp_path / "h.pyz"), "--base-url", server.url, "--pace", "0", "--retries",
             "1", "--out", str(tmp_path / "rows.jsonl")],
            capture_output=True, text=True, check=False, cwd=tmp_path,
        )  # fmt: skip
        submitted = [a.question for a in server.asked if a.method == "POST"]
    with serving(streaming if kind == "stream" else jobs()) as server, no_law() as law:
        manners = Manners(patience=Patience(retries=1, backoff=0.01))
        evaluate(asked, HttpTarget(description, server.url, manners=manners), law, tmp_path / "r")
    assert done.returncode == 1, done.stderr
    ours = [(r.case_id, r.ok, r.verdict, r.promoted) for r in read_rows(tmp_path / "r")]
    theirs = [
        (d["case_id"], d["ok"], d["verdict"], d["promoted"])
        for d in map(json.loads, (tmp_path / "rows.jsonl").read_text("utf-8").splitlines())
    ]
    assert theirs == ours
    assert [ok for _, ok, _, _ in ours] == [True, True, True, True, False, True]
    again = 2
    assert {q: submitted.count(q) for q in submitted} == {
        c.question: again if c.id == "c004" else 1 for _, c in asked.cases()
    }


def test_the_packed_harness_takes_a_run_up_again(tmp_path: Path) -> None:
    pack(suite(cases(6)), load_description("legal-eye-lawyer"), tmp_path / "h.pyz")
    with served() as url:
        command = [sys.executable, "-I", str(tmp_path / "h.pyz"), "--base-url", url, "--pace", "0"]
        subprocess.run(command, check=False, cwd=tmp_path, capture_output=True)
        rows = (tmp_path / "rows.jsonl").read_bytes()
        lines = rows.splitlines(keepends=True)
        (tmp_path / "rows.jsonl").write_bytes(b"".join(lines[:3]) + lines[3][:20])
        done = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True)
    assert [line.split()[0] for line in done.stderr.splitlines()] == ["c003", "c004", "c005"]
    again = (tmp_path / "rows.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(x)["case_id"] for x in again] == [f"c{n:03d}" for n in range(6)]


def test_the_same_pack_is_the_same_bytes_and_confidential_cases_stay_here(tmp_path: Path) -> None:
    for name in ("a", "b"):
        pack(suite(cases(3)), load_description("legal-eye-lawyer"), tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    hidden = suite([Case("x", "q", confidential=True)])
    with pytest.raises(DataError, match="confidential"):
        pack(hidden, load_description("legal-eye-lawyer"), tmp_path / "c")
    needy = parse_description("name: n\nurl: '{base_url}'\nread: {answer: '$..answer'}", "d")
    with pytest.raises(ConfigurationError, match="needs a library"):
        pack(suite(cases(3)), needy, tmp_path / "c")
    with pytest.raises(ConfigurationError, match="chat model"):
        pack(suite(cases(3)), load_description("openai-chat"), tmp_path / "c")


# the monitor ---------------------------------------------------------------------------------


async def instantly(seconds: float) -> None:
    return


def watched(url: str, tries: int = 3) -> tuple[Seen, int]:
    looks = []
    seen = asyncio.run(
        observe(url, tries=tries, sleep=instantly, timeout=2, watch=lambda n, s: looks.append(n))
    )
    return seen, len(looks)


def test_up_is_seen_at_once_and_the_replica_read_from_its_header() -> None:
    with served() as url:
        assert watched(url) == (Seen(State.UP, "r-1"), 1)


def test_a_failed_self_test_is_degraded_after_three_tries() -> None:
    with served(selftest=lambda: {"ok": False}) as url:
        seen, looks = watched(url)
    assert (seen.state, seen.replica, looks) == (State.DEGRADED, "r-1", 3)
    assert "HTTP 503" in seen.why


def test_nobody_there_is_down() -> None:
    seen, looks = watched("http://127.0.0.1:9")
    assert (seen.state, looks) == (State.DOWN, 3)


def test_a_state_is_reported_once_when_it_changes(tmp_path: Path) -> None:
    path, url = tmp_path / "s" / "m.json", "http://x"
    states = [State.UP, State.UP, State.DOWN, State.DOWN, State.DEGRADED, State.UP]
    changes = [remember(path, url, Seen(s)) for s in states]
    assert [bool(c) for c in changes] == [True, False, True, False, True, True]
    assert [(c.opens, c.closes) for c in changes if c] == [
        (False, False), (True, False), (False, False), (False, True),
    ]  # fmt: skip


def test_the_hook_gets_arguments_and_no_shell(tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = tmp_path / "hook.py"
    script.write_text(f"import sys\nopen({str(log)!r}, 'w').write('|'.join(sys.argv[1:]))")
    change = Change(State.UP, Seen(State.DOWN, "r-1", "$(touch pwned); `id`"))
    assert call_hook(f"{sys.executable} {script}", "http://x", change) == 0
    assert log.read_text() == "open|http://x|up|down|r-1|$(touch pwned); `id`"
    with pytest.raises(ConfigurationError, match="hook"):
        call_hook("/nonexistent/command", "http://x", change)
