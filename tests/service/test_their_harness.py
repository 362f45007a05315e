"""The public harness's protocol, spoken by a client written here from its published facts alone.

The client below is urllib and forty lines: it asks as that harness asks, judges as that harness
judges, and writes the rows that harness writes. It shares no code with the package. It is put to
``lexwarrant serve --protocol legal-eye``, run as a program, and our own harness is put to the same
server: verdicts, promotion and rows must be the same.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from handmade_law import ACT, SOURCE, section
from lexwarrant.evaluation.suite_writing import SplitCases, write_suite
from lexwarrant.law.builder import import_law
from lexwarrant.records.context import Context
from lexwarrant.records.suite import Case

LAW = [
    SOURCE, ACT,
    section("1", "A tenant shall give the landlord notice of at least 21 days in writing.",
            heading="Notice by a tenant", valid_from=date(2000, 6, 1)),
    section("2", "The landlord shall return the deposit within 14 days after the end of the lease.",
            heading="Return of the deposit", valid_from=date(2000, 6, 1)),
]  # fmt: skip
QUESTIONS: list[dict[str, Any]] = [
    {"question": "How many days of notice must a tenant give the landlord?",
     "expect_quote_keywords": ["21 days"]},
    {"question": "When shall the landlord return the deposit after the end of the lease?",
     "expect_quote_keywords": ["14 days"]},
    {"question": "What notice in writing must a tenant give the landlord?",
     "expect_quote_keywords": ["never written there"]},
    {"question": "Within how many days is the deposit returned by the landlord?",
     "expect_anchor_substring": "Notices Act", "expect_quote_keywords": ["14 days"]},
    {"question": "What notice must the tenant give in writing to the landlord?",
     "expect_anchor_substring": "Another Act", "expect_quote_keywords": []},
    {"question": "How do I bake a sourdough bread?", "expect_no_promotion": True},
    {"question": "What does a tenant owe by way of notice to the landlord?",
     "expect_no_promotion": True},
]  # fmt: skip
FIELDS = [
    "question", "ok", "elapsed_ms", "verdict", "tier", "domain", "cluster_id", "anchor_label",
    "anchor_label_match", "expected_substring", "expect_quote_keywords", "missing_keywords",
    "quote_keywords_ok", "promoted_to_arguments", "polish_method", "cluster_score", "coverage",
    "n_total_applications", "n_total_origins", "n_alternatives", "is_virtual_anchor",
    "anchor_quote_chars",
]  # fmt: skip


# their client ---------------------------------------------------------------------------


def post(base: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(
        base + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=60) as reply:
        data: dict[str, Any] = json.loads(reply.read().decode("utf-8"))
        return data


def their_row(base: str, spec: dict[str, Any], via: str) -> dict[str, Any]:
    if via == "lawyer":
        data = post(base, "/v1/lawyer/ask", {"question": spec["question"]})
        arguments = data["arguments"]
        first = arguments[0] if arguments else {}
        promoted = first.get("polish_method") == "graph_bundle"
    else:
        data = post(
            base, "/v1/hgraph/argument", {"user_facts": spec["question"], "retrieval_k": 20}
        )
        first, promoted = {}, False
    b = data["bundle"]
    quote = b.get("anchor_quote") or ""
    score, coverage = b.get("cluster_score") or 0.0, b.get("coverage") or 0.0
    if via == "hgraph":
        enough = score >= b.get("MIN_PROMOTE_SCORE", 0.5) and coverage >= b.get(
            "MIN_PROMOTE_COVERAGE", 0.15
        )
        promoted = bool(quote) and (enough or score >= b.get("HIGH_SCORE_BYPASS", 0.65))
    parts = [b.get("anchor_label") or "", quote, b.get("cluster_label") or ""]
    for item in (b.get("applications") or []) + (b.get("origins") or []):
        parts += [item.get("snippet") or "", item.get("quote") or "", item.get("label") or ""]
    parts += b.get("statute_refs") or []
    parts += [first.get("snippet") or first.get("text") or ""]
    haystack = "\n".join(parts).lower()
    missing = [k for k in spec.get("expect_quote_keywords", []) if k.lower() not in haystack]
    wanted = spec.get("expect_anchor_substring")
    match = wanted is None or wanted.lower() in haystack
    if spec.get("expect_no_promotion"):
        verdict = "FAIL" if promoted else "PASS"
    elif wanted is not None:
        verdict = "FAIL" if not match or (promoted and missing) else "PASS" if promoted else "WEAK"
    else:
        verdict = "PASS" if promoted and not missing else "WEAK"
    return {
        "question": spec["question"], "ok": True, "verdict": verdict,
        "promoted_to_arguments": promoted, "anchor_label": b.get("anchor_label") or "",
        "anchor_label_match": match, "missing_keywords": missing, "cluster_score": score,
        "coverage": coverage, "n_total_applications": b.get("n_total_applications") or 0,
        "n_total_origins": b.get("n_total_origins") or 0, "anchor_quote_chars": len(quote),
        "is_virtual_anchor": str(b.get("anchor_id") or "").startswith("virtual:"),
        "n_alternatives": len((b.get("diagnostic") or {}).get("alternative_clusters") or []),
    }  # fmt: skip


# the server, as a program ---------------------------------------------------------------


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    home = tmp_path_factory.mktemp("home")
    import_law(LAW, home / "snapshots" / "lettings", retrieved=date(2026, 1, 1))
    return {**os.environ, "LEXWARRANT_HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path),
            "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}  # fmt: skip


@contextmanager
def served(environment: dict[str, str], *options: str) -> Iterator[str]:
    command = [sys.executable, "-m", "lexwarrant", "serve", "--protocol", "legal-eye", "--port", "0",
               "--snapshot", "lettings", "--replica", "ours-1", *options]  # fmt: skip
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[0]
    finally:
        process.terminate()
        process.communicate(timeout=30)


@pytest.mark.slow
@pytest.mark.parametrize("via", ["lawyer", "hgraph"])
def test_their_verdicts_of_ours_are_our_verdicts_of_ours(
    environment: dict[str, str], tmp_path: Path, via: str
) -> None:
    cases = tuple(
        Case(f"q{n}", spec["question"], context=Context(),
             **{k: tuple(v) if isinstance(v, list) else v for k, v in spec.items() if k != "question"})
        for n, spec in enumerate(QUESTIONS)
    )  # fmt: skip
    path = write_suite(tmp_path, "theirs", "1", "", "", [SplitCases("all", cases)])
    with served(environment, "--rate", "0") as url:
        theirs = [their_row(url, spec, via) for spec in QUESTIONS]
        run = tmp_path / "run"
        for arguments in (
            ["eval", path, "--target", "legal-eye", "--base-url", url, "--via", via, "--wait-ready",
             "30", "--snapshot", "none", "--out", run],
            ["run", "export", run, "--out", tmp_path / "runs"],
        ):  # fmt: skip
            done = subprocess.run(
                [sys.executable, "-m", "lexwarrant", *map(str, arguments)], env=environment,
                capture_output=True, text=True, check=False, cwd=tmp_path,
            )  # fmt: skip
            assert done.returncode == 0, done.stdout + done.stderr
    (file,) = (tmp_path / "runs").glob("run_*.json")
    ours = json.loads(file.read_text("utf-8"))
    assert [r["verdict"] for r in theirs] == [r["verdict"] for r in ours]
    assert {r["verdict"] for r in theirs} == {"PASS", "WEAK", "FAIL"}
    for their, our in zip(theirs, ours, strict=True):
        assert list(our)[: len(FIELDS)] == FIELDS
        assert {k: our[k] for k in their} == their
    latest = json.loads((tmp_path / "runs" / "latest.json").read_text())
    assert latest["run_file"] == f"runs/{file.name}"
    assert latest["pass"] == sum(r["verdict"] == "PASS" for r in theirs)
    assert (latest["oos_total"], latest["oos_rejected"]) == (2, 1)


@pytest.mark.slow
def test_their_manners_are_understood(environment: dict[str, str]) -> None:
    """Ready, self-tested, named by replica, and 429 with a time to wait after the burst."""
    with served(environment, "--rate", "0.5", "--burst", "2") as url:
        deadline = time.monotonic() + 30
        while True:
            try:
                with urllib.request.urlopen(f"{url}/readyz", timeout=10) as reply:
                    assert reply.status == 200
                    assert reply.headers["X-Replica-Id"] == "ours-1"
                    break
            except urllib.error.URLError:
                assert time.monotonic() < deadline
                time.sleep(0.1)
        with urllib.request.urlopen(f"{url}/v1/corpus/selftest", timeout=30) as reply:
            assert reply.headers["X-Replica-Id"] == "ours-1"
            assert json.loads(reply.read())
        for spec in QUESTIONS[:2]:
            assert their_row(url, spec, "lawyer")["ok"]
        with pytest.raises(urllib.error.HTTPError) as refused:
            their_row(url, QUESTIONS[2], "lawyer")
        with refused.value as error:
            assert error.code == 429
            assert 1 <= int(error.headers["Retry-After"]) <= 2
