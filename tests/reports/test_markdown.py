"""The Markdown: tables that hold together, failures listed, sealed questions kept out."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from lexwarrant.evaluation.summary import summarise
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.suite import Tags
from lexwarrant.reports.markdown import escape, markdown_report
from lexwarrant.reports.model import build_report
from report_runs import Run, case_of, run_of, wrong


def text_of(run: Run, snapshot: Snapshot, **changes: object) -> str:
    rows = list(run.rows(snapshot))
    return markdown_report(
        build_report(
            run.suite, run.manifest(snapshot, **changes), summarise(run.suite, rows, snapshot),
            rows, snapshot,
        )
    )  # fmt: skip


def test_tables_have_the_same_number_of_cells_in_every_row(snapshot: Snapshot) -> None:
    cases = [
        case_of(n, "dev", tags=Tags(family="a|b" if n % 2 else "c`d", topic="x\ny"))
        for n in range(8)
    ]
    text = text_of(run_of(dev=[(c, wrong(c)) for c in cases]), snapshot)
    tables = re.findall(r"(?:^\|.*\|$\n?)+", text, re.MULTILINE)
    assert len(tables) == 2
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_headline_and_failures(mixed: Run, snapshot: Snapshot) -> None:
    text = text_of(mixed, snapshot)
    assert "| | sealed (estimate for unseen questions) | dev |" in text
    dev = "6 of 9 (67%, interval 35 to 88%)"
    assert f"| **PASS** | 2 of 3 (67%, interval 21 to 94%) | {dev} |" in text
    assert "- **FAIL** dev-8: How long do we have to report breach number 8?" in text
    assert "quoted: Article 34 GDPR: “200. Paragraph 200" in text
    assert "declined: no passage found was good enough" in text
    assert "dev-1:" not in text
    assert "© the makers of &lt;law&gt;; not legal advice" in text


def test_sealed_questions_are_not_shown(mixed: Run, snapshot: Snapshot) -> None:
    text = text_of(mixed, snapshot)
    assert "out of sight" not in text
    assert "sealed-3" not in text


def test_no_score_while_rows_are_missing(mixed: Run, snapshot: Snapshot) -> None:
    text = text_of(mixed, snapshot, finished=None)
    assert "not complete: no score is shown" in text
    assert "%" not in text
    assert "PASS" not in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a|b\nc", r"a\|b c"),
        ("<b>*x*</b>", r"&lt;b&gt;\*x\*&lt;/b&gt;"),
        ("[a](b) ![c](d)", r"\[a\](b) \!\[c\](d)"),
        ("\x00\u202e", r"␀\[U+202E\]"),
        ("שלום", "שלום"),
    ],
)
def test_escape(text: str, expected: str) -> None:
    assert escape(text) == expected


def test_a_hostile_question_stays_in_its_line(snapshot: Snapshot) -> None:
    case = case_of(1, "dev", question="x\n# Heading\n| a |\n<script>\n" + "w" * 100_000)
    text = text_of(run_of(dev=[(case, replace(wrong(case), text="# y\n"))]), snapshot)
    assert "\n# Heading" not in text
    assert "<script" not in text
    assert len(text) < 10_000
