"""Text that is no UTF-8, from any side, is refused with its place; JSON that is written is never broken."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Home

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def raw(home: Home, tmp_path: Path) -> Run:
    def run(*args: bytes, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [os.fsencode(sys.executable), b"-m", b"lexwarrant", *args],
            capture_output=True, cwd=tmp_path, env=home.environment(), timeout=120, input=stdin, check=False,
        )  # fmt: skip

    return run


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((b"ask", b"Article 33 \xff GDPR", b"--json"), "argument 2 "),
        ((b"ask", b"\xed\xa0\x80", b"--json"), "argument 2 "),
        ((b"ask", b"Article 33 GDPR", b"--party", b"\xfe"), "argument 4 "),
        ((b"ask", b"caf\xe9", b"--html", b"x.html"), "argument 2 "),
        ((b"check", b"a.txt", b"-p", b"a.txt", b"-q", b"\x80"), "argument 6 "),
        ((b"generate", b"\xff"), "argument 2 "),
        ((b"law", b"search", b"\xff"), "argument 3 "),
        ((b"annotate", b"adjudicate", b"p", b"r", b"f", b"\xff", b"--by", b"x", b"--why", b"y"), "argument 6 "),
    ],
)  # fmt: skip
def test_arguments(raw: Run, arguments: tuple[bytes, ...], said: str) -> None:
    done = raw(*arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    told = done.stderr.decode("utf-8")
    assert said in told
    assert "not UTF-8 at byte" in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    "question",
    ["Article 33 GDPR \ufffd", "Article 33 🦊 GDPR", "\u202eArticle 33 GDPR", "סעיף 33 GDPR"],
)
def test_text_that_is_odd_and_yet_text(raw: Run, question: str) -> None:
    done = raw(b"ask", question.encode(), b"--json", b"-j", b"EU")
    assert done.returncode in (0, 1)
    assert json.loads(done.stdout.decode("utf-8"))["question"] == question


BAD = b'{"id": "a", "text": "ok", "premise": "x", "sentence": "y"}\n{"id": "b", "text": "\xff"}\n'
ROWS = "rows.jsonl:2: not UTF-8 at byte 21 of the line"


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        ((b"check", b"-", b"-p", b"a.txt"), b"one\ntwo \xff", "standard input:2: not UTF-8 at byte 8"),
        ((b"check", b"--batch", b"rows.jsonl"), b"", ROWS),
        ((b"cite", b"--batch", b"rows.jsonl", b"--out", b"o.jsonl"), b"", ROWS),
        ((b"warrant", b"validate", b"rows.jsonl"), b"", "rows.jsonl:2: not UTF-8"),
        ((b"warrant", b"validate", b"bad.yaml"), b"", "bad.yaml:2: not UTF-8"),
        ((b"warrant", b"convert", b"rows.jsonl", b"x.csv"), b"", "rows.jsonl:2: not UTF-8"),
        ((b"warrant", b"vary", b"bad.yaml", b"--out", b"x.yaml"), b"", "bad.yaml:2: not UTF-8"),
        ((b"suite", b"check", b"bad.yaml"), b"", "bad.yaml"),
    ],
)  # fmt: skip
def test_files_and_standard_input(
    raw: Run, tmp_path: Path, arguments: tuple[bytes, ...], stdin: bytes, said: str
) -> None:
    (tmp_path / "a.txt").write_text("It is so.")
    (tmp_path / "rows.jsonl").write_bytes(BAD)
    (tmp_path / "bad.yaml").write_bytes(b"suite: x\nname: \xff\n")
    done = raw(*arguments, stdin=stdin)
    assert done.returncode == 2
    told = done.stderr.decode("utf-8")
    assert said in told
    assert "Traceback" not in told


def test_half_a_pair_in_json_is_replaced_in_sight(raw: Run, tmp_path: Path) -> None:
    card = {
        "item": "i", "context": "c", "text": "\ud800 x", "claims": [], "links": [],
        "policy": ["answer"], "provenance": {"method": "human", "by": "x", "dated": "2026-01-01"},
    }  # fmt: skip
    (tmp_path / "c.jsonl").write_text(json.dumps(card) + "\n")
    for form in ("d.csv", "d.jsonl"):
        assert raw(b"warrant", b"convert", b"c.jsonl", form.encode()).returncode == 0
        assert "\ufffd x" in (tmp_path / form).read_text("utf-8-sig")


@pytest.mark.parametrize(("flag", "value"), [("--party", ""), ("--party", " "), ("--fact", "\n")])
def test_an_empty_party_or_fact(raw: Run, flag: str, value: str) -> None:
    done = raw(b"ask", b"Article 33 GDPR", flag.encode(), value.encode())
    assert done.returncode == 2
    assert f"{flag}: is empty" in done.stderr.decode()


@pytest.mark.parametrize(
    "day", ["2026-02-30", "30.11.2026", "0000-01-01", "2026-13-01", "", "today"]
)
def test_a_day_that_is_none(raw: Run, day: str) -> None:
    done = raw(b"ask", b"Article 33 GDPR", b"--on", day.encode())
    assert done.returncode == 2
    assert "--on" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
