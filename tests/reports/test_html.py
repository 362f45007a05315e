"""The page: whole, offline, inert, and readable without a script."""

from __future__ import annotations

import base64
import hashlib
import re
import time
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from lexwarrant.evaluation.summary import summarise
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer, Note, NoteCode
from lexwarrant.records.context import Context
from lexwarrant.records.suite import Case, Tags
from lexwarrant.reports.html import html_report
from lexwarrant.reports.model import build_report
from report_runs import HEBREW_CASE, OUT_OF_SCOPE, Run, case_of, refusing, right, run_of, wrong

VOID = {"meta", "rect", "line", "input", "br"}
HOSTILE = "</title></style><script>alert(1)</script><img src=x onerror=alert(1)>\x00\x1b]\u202egpj"


def page_of(run: Run, snapshot: Snapshot, **changes: object) -> str:
    rows = list(run.rows(snapshot))
    return html_report(
        build_report(
            run.suite, run.manifest(snapshot, **changes), summarise(run.suite, rows, snapshot),
            rows, snapshot,
        )
    )  # fmt: skip


class Page(HTMLParser):
    """Reads a page strictly: every tag closed in order; gathers what a test asks about."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.marked: list[str] = []
        self.undirected: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, f"left open: {[t for t, _ in self.open]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append((tag, dict(attrs)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        opened, _ = self.open.pop()
        assert opened == tag, f"</{tag}> closes <{opened}>"

    def handle_data(self, data: str) -> None:
        names = [t for t, _ in self.open]
        if names and names[-1] in ("style", "script"):
            return
        self.text.append(data)
        if "mark" in names:
            self.marked.append(data)
        if re.search("[\u0590-\u05ff]", data) and "title" not in names:
            nearest = next((a.get("dir") for _, a in reversed(self.open) if "dir" in a), None)
            if nearest != "auto":
                self.undirected.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


def test_the_page_is_well_formed_and_fetches_nothing(mixed: Run, snapshot: Snapshot) -> None:
    text = page_of(mixed, snapshot)
    page = Page(text)
    for attrs in (a for _, a in page.tags):
        assert not {"src", "href", "srcset", "action", "style"} & set(attrs)
        assert not [name for name in attrs if name.startswith("on")]
    assert "url(" not in text
    assert "@import" not in text
    assert len(page.all("script")) == len(page.all("style")) == 1


def test_the_policy_names_the_style_and_script_that_are_there(
    mixed: Run, snapshot: Snapshot
) -> None:
    text = page_of(mixed, snapshot)
    policy = next(
        a["content"] or "" for a in Page(text).all("meta") if "content" in a and "http-equiv" in a
    )
    for tag in ("style", "script"):
        body = re.search(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        assert body is not None
        digest = base64.b64encode(hashlib.sha256(body[1].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")


def test_it_can_be_read_by_ear(mixed: Run, snapshot: Snapshot) -> None:
    page = Page(page_of(mixed, snapshot))
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))
    for svg in page.all("svg"):
        assert svg.get("aria-hidden") == "true" or svg.get("aria-label")
    ids = [a["id"] for _, a in page.tags if "id" in a]
    assert len(ids) == len(set(ids))
    for _, attrs in page.tags:
        assert attrs.get("aria-labelledby", ids[0]) in ids


def test_hebrew_stands_in_its_own_direction(mixed: Run, snapshot: Snapshot) -> None:
    page = Page(page_of(mixed, snapshot))
    assert page.undirected == []
    assert "יום עבודה לא יעלה על שמונה שעות עבודה." in page.marked
    assert any(a.get("lang") == "he" for a in page.all("div"))


def test_what_is_said(mixed: Run, snapshot: Snapshot) -> None:
    said = " ".join("".join(Page(page_of(mixed, snapshot)).text).split())
    for words in (
        "estimate for unseen questions",
        "It quotes Article 34 GDPR; the answer lies in Article 33 GDPR.",
        "no such provision",
        "© the makers of <law>; not legal advice",
        snapshot.manifest.digest,
        "30 November 2026, 12:00 UTC",
        "Questions <b>made</b> by hand",
        "Why NO ANSWER: HTTP 503",
        "score of 0.50 and a coverage of 0.15 at least, or with a score of 0.85 alone",
    ):
        assert words in said


def test_rows_are_closed_and_the_sealed_ones_folded_away(mixed: Run, snapshot: Snapshot) -> None:
    text = page_of(mixed, snapshot)
    details = Page(text).all("details")
    rows = [a for a in details if a.get("class") == "row"]
    assert len(rows) == 12
    assert not [a for a in rows if "open" in a]
    assert text.index('<details class="sealed">') < text.index("kept out of sight")


def hostile_case() -> Case:
    return Case(
        id=HOSTILE,
        question=HOSTILE,
        context=Context(jurisdiction=HOSTILE, facts=(HOSTILE,), forum=HOSTILE),
        expect_anchor_substring=HOSTILE,
        expect_quote_keywords=(HOSTILE,),
        key_facts=(HOSTILE,),
        tags=Tags(HOSTILE, HOSTILE, HOSTILE),
        note=HOSTILE,
    )


def hostile_answer(case: Case) -> LegalAnswer:
    answer = right(case)
    assert answer.quotation
    big = HOSTILE + "word \u05d0 " * 14_000
    return replace(
        answer,
        text=big,
        quotation=replace(answer.quotation, text=big[:50_000], label=HOSTILE),
        anchor_label=HOSTILE,
        citations=tuple(replace(answer.citations[0], text=HOSTILE) for _ in range(500)),
        alternatives=tuple(replace(answer.alternatives[0], label=HOSTILE) for _ in range(500)),
        notes=(Note(NoteCode.AMENDED_SINCE, HOSTILE),),
    )


def test_hostile_text_is_shown_and_does_nothing(snapshot: Snapshot) -> None:
    case = hostile_case()
    other = case_of(2, "dev")
    run = run_of(dev=[(case, hostile_answer(case)), (other, refusing(other))])
    text = page_of(run, snapshot)
    page = Page(text)
    assert len(page.all("script")) == 1
    assert not page.all("img")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", text)
    assert "<script>alert(1)</script>" in "".join(page.text)
    assert "[U+202E]" in text
    assert len(text) < 120_000


def test_an_incomplete_run_shows_no_score(mixed: Run, snapshot: Snapshot) -> None:
    text = page_of(mixed, snapshot, finished=None)
    said = "".join(Page(text).text)
    assert "This run is not complete: no score is shown" in said
    assert "12 of 12 questions" in said
    assert "PASS" not in said
    assert "%" not in said
    assert "HTTP 503" in said


def test_an_empty_run_and_one_of_errors(snapshot: Snapshot) -> None:
    nothing = page_of(run_of(dev=[(HEBREW_CASE, None)]), snapshot)
    assert "The target gave no answer to any of 1 questions." in nothing
    empty = run_of(dev=[])
    assert "Nothing was asked" in "".join(Page(page_of(empty, snapshot)).text)


def many(number: int) -> Run:
    pairs: list[tuple[Case, LegalAnswer | None]] = []
    for n in range(number):
        case = case_of(n, "dev", **(OUT_OF_SCOPE if n % 5 == 0 else {}))
        pairs.append((case, (refusing, right, right, wrong, right)[n % 5](case)))
    return run_of(dev=pairs)


@pytest.mark.slow
def test_a_thousand_rows_stay_usable(snapshot: Snapshot) -> None:
    run = many(1000)
    rows = list(run.rows(snapshot))
    summaries = summarise(run.suite, rows, snapshot)
    started = time.process_time()
    text = html_report(build_report(run.suite, run.manifest(snapshot), summaries, rows, snapshot))
    assert time.process_time() - started < 20  # 2 s for 200 rows, with room for a busy machine
    assert text.count('<details class="row"') == 1000
    assert len(text) < 12_000_000
