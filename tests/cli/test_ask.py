"""``lexwarrant ask``: what a reader is shown, as text, JSON and a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Runner

FINE = "How high must the maximum fine for infringing Article 21 be under NIS2?"


def test_no_legal_system_is_asked_for_and_what_is_held_is_said(lexwarrant: Runner) -> None:
    done = lexwarrant("ask", "how fast must a personal data breach be notified", "--json")
    assert done.returncode == 0
    said = json.loads(done.stdout)
    assert set(said["card"]["policy"]) >= {"ask", "narrow"}
    assert any("European Union law" in s["text"] for s in said["steps"] if s["act"] == "ask")


def test_a_lay_reader_is_warned_and_shown_where_help_is(lexwarrant: Runner) -> None:
    asked = (
        "ask",
        "What deadline does Article 33(1) GDPR set for notifying a breach?",
        "-j",
        "eu",
        "--on",
        "2026-11-30",
    )
    lay, lawyer = lexwarrant(*asked, "--user", "lay"), lexwarrant(*asked)
    assert "Where to get help:" in lay.stdout
    assert "Be careful" in lay.stdout
    assert "regulation, step 2;" not in " ".join(lay.stdout.split())
    assert "Where to get help:" not in lawyer.stdout
    assert "Be careful" not in lawyer.stdout
    assert "regulation, step 2;" in " ".join(lawyer.stdout.split())


def test_the_page_holds_response_and_card(lexwarrant: Runner, tmp_path: Path) -> None:
    page = tmp_path / "answer.html"
    done = lexwarrant(
        "ask", "Article 33 GDPR <b>now</b>", "-j", "eu", "--on", "2026-11-30", "--html", str(page)
    )
    assert done.returncode == 0
    text = page.read_text("utf-8")
    assert '<html lang="en" dir="ltr">' in text
    assert "&lt;b&gt;now&lt;/b&gt;" in text
    assert "directly supported" in text
    assert "Official Journal is authentic" in text
    assert "http://" not in text
    assert "src=" not in text


@pytest.mark.parametrize("user", ["judge", ""])
def test_an_unknown_user_is_named(lexwarrant: Runner, user: str) -> None:
    done = lexwarrant("ask", FINE, "--user", user)
    assert done.returncode == 2
    assert "lay" in done.stderr
