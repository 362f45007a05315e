"""The view model: what is said, in which order, of which rows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lexwarrant.evaluation.summary import summarise
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import CitedProvision, LegalAnswer, RefusalReason
from lexwarrant.records.suite import Case
from lexwarrant.reports import model
from lexwarrant.reports.model import Report, build_report
from lexwarrant.reports.row_view import Outcome, RowView
from lexwarrant.reports.words import Citer
from report_runs import (
    GDPR,
    HEBREW_CASE,
    OUT_OF_SCOPE,
    WORK_HOURS,
    Run,
    case_of,
    refusing,
    right,
    run_of,
    wrong,
)


def report_of(run: Run, snapshot: Snapshot, **changes: object) -> Report:
    rows = list(run.rows(snapshot))
    return build_report(
        run.suite, run.manifest(snapshot, **changes), summarise(run.suite, rows, snapshot), rows,
        snapshot,
    )  # fmt: skip


def view(case: Case, answer: LegalAnswer | None, snapshot: Snapshot) -> RowView:
    return report_of(run_of(dev=[(case, answer)]), snapshot).rows[0]


def test_sealed_stands_first_and_failures_lead(mixed: Run, snapshot: Snapshot) -> None:
    report = report_of(mixed, snapshot)
    assert [(s.name, s.sealed) for s in report.splits] == [("sealed", True), ("dev", False)]
    assert [r.outcome for r in report.rows_of("dev")] == [
        Outcome.FAIL,
        Outcome.NO_ANSWER,
        Outcome.WEAK,
        *[Outcome.PASS] * 6,
    ]
    assert [r.split for r in report.rows] == ["dev"] * 9 + ["sealed"] * 3
    assert report.in_short[0].startswith(
        "Right on 2 of 3 questions that were never used to build it (67%;"
    )
    assert report.in_short[1] == "Of 9 answers given, 1 cited an authority that does not exist."
    assert "Out-of-scope questions refused: 1 of 1." in report.in_short


def test_every_rate_has_its_count_and_interval(mixed: Run, snapshot: Snapshot) -> None:
    dev = report_of(mixed, snapshot).splits[1]
    assert dev.cases == 9
    assert {o: r.numerator for o, r in dev.verdicts} == {
        Outcome.PASS: 6,
        Outcome.WEAK: 1,
        Outcome.FAIL: 1,
        Outcome.NO_ANSWER: 1,
    }
    measured = {m.words.name: m.rate for m in dev.measures}
    assert (measured["fabricated"].numerator, measured["fabricated"].denominator) == (1, 6)
    assert (measured["over_refusal"].numerator, measured["over_refusal"].denominator) == (1, 7)
    for rate in measured.values():
        assert (rate.low is None) == (rate.denominator == 0)
    assert dev.latency is not None
    assert dev.cost == pytest.approx(0.08)


def test_difference_names_what_could_have_been_seen(mixed: Run, snapshot: Snapshot) -> None:
    (said,) = report_of(mixed, snapshot).differences
    assert said.startswith("No difference between sealed and dev can be shown")
    assert "a drop of 6" in said or "too small to have shown" in said


def test_a_clear_drop_is_called_one(snapshot: Snapshot) -> None:
    cases = {n: [case_of(i, n) for i in range(40)] for n in ("dev", "sealed")}
    run = run_of(
        dev=[(c, right(c)) for c in cases["dev"]], sealed=[(c, wrong(c)) for c in cases["sealed"]]
    )
    (said,) = report_of(run, snapshot).differences
    assert said.startswith("sealed is clearly lower than dev: sealed 0 of 40")


def test_weakest_first_by_lower_bound(mixed: Run, snapshot: Snapshot) -> None:
    pairs = []
    for family, passed, asked in (("good", 9, 9), ("poor", 1, 9), ("small", 2, 3), ("tiny", 0, 1)):
        for n in range(asked):
            base = case_of(len(pairs), "dev")
            case = replace(base, tags=replace(base.tags, family=family))
            pairs.append((case, right(case) if n < passed else wrong(case)))
    family = report_of(run_of(dev=pairs), snapshot).breakdowns[0]
    assert [i.name for i in family.items] == ["poor", "small", "good"]
    assert [i.name for i in family.few] == ["tiny"]
    by_authority = [b for b in report_of(mixed, snapshot).breakdowns if b.tag == "authority"]
    assert [i.name for b in by_authority for i in b.items + b.few] == [
        "GDPR",
        "חוק שעות עבודה ומנוחה",
    ]


def _unlike(case: Case) -> LegalAnswer:
    """Quotes the right provision in words that do not stand there."""
    answer = right(case)
    assert answer.quotation
    altered = answer.quotation.text.replace("72 hours", "96 hours")
    return replace(answer, quotation=replace(answer.quotation, text=altered), text=altered)


SCOPE = case_of(1, "dev", **OUT_OF_SCOPE)
PLAIN = case_of(1, "dev")
ANCHORED = case_of(1, "dev", expect_anchor_substring="Article 33")
BY_DOMAIN = case_of(1, "dev", expect_domains=("labour law",))


@pytest.mark.parametrize(
    ("case", "answer", "outcome", "reason"),
    [
        (PLAIN, right(PLAIN), "PASS", "It quotes Article 33 GDPR, with the words asked for."),
        (
            PLAIN,
            wrong(PLAIN),
            "FAIL",
            "It quotes Article 34 GDPR; the answer lies in Article 33 GDPR.",
        ),
        (
            PLAIN,
            refusing(PLAIN, RefusalReason.BELOW_THRESHOLD),
            "WEAK",
            "It declined (no passage found was good enough), although Article 33 GDPR answers "
            "this.",
        ),
        (
            PLAIN,
            _unlike(PLAIN),
            "WEAK",
            "It quotes Article 33 GDPR, but not the words that answer the question: “72 hours”.",
        ),
        (SCOPE, refusing(SCOPE), "PASS", "It declined, as a right system does."),
        (
            SCOPE,
            right(SCOPE),
            "FAIL",
            "It answered what a right system declines: the law held does not regulate this.",
        ),
        (
            ANCHORED,
            refusing(ANCHORED),
            "FAIL",
            "It declined (the law held does not regulate this), although Article 33 GDPR answers "
            "this.",
        ),
        (BY_DOMAIN, right(BY_DOMAIN), "FAIL", "rests on the domain 'unknown'"),
        (PLAIN, None, "NO ANSWER", "HTTP 503"),
    ],
)
def test_reasons_in_words(
    case: Case, answer: LegalAnswer | None, outcome: str, reason: str, snapshot: Snapshot
) -> None:
    row = view(case, answer, snapshot)
    assert (row.outcome.value, row.reason) == (outcome, reason)


def test_expectations_say_what_was_met(snapshot: Snapshot) -> None:
    def said(row: RowView) -> list[tuple[str, str, bool | None]]:
        return [(e.text, e.said, e.met) for e in row.expected]

    assert said(view(ANCHORED, right(ANCHORED), snapshot)) == [
        ("Quotes Article 33 GDPR", "", True),
        ("Rests on", "Article 33", True),
        ("Has the words", "72 hours", True),
    ]
    assert said(view(ANCHORED, wrong(ANCHORED), snapshot)) == [
        ("Quotes Article 33 GDPR", "", False),
        ("Rests on", "Article 33", False),
        ("Has the words", "72 hours", False),
    ]
    assert [e.met for e in view(ANCHORED, None, snapshot).expected] == [None] * 3
    foreign = refusing(SCOPE, RefusalReason.FOREIGN_LAW)
    assert said(view(SCOPE, foreign, snapshot)) == [
        ("Declines to answer", "", True),
        ("Gives as the reason: the law held does not regulate this", "", False),
    ]


def test_citations_with_credit(snapshot: Snapshot) -> None:
    unit_only = replace(right(PLAIN), citations=(CitedProvision("Art. 33", f"{GDPR}/art/33"),))
    assert [(c.label, c.credit) for c in view(PLAIN, unit_only, snapshot).credits] == [
        ("Article 33(1) GDPR", 0.5)
    ]
    answer = replace(
        right(PLAIN),
        citations=(
            CitedProvision("Article 33(1) GDPR", f"{GDPR}/art/33/1"),
            CitedProvision("Article 120 GDPR", f"{GDPR}/art/120"),
            CitedProvision("somewhere", ""),
        ),
    )
    row = view(PLAIN, answer, snapshot)
    assert row.credits[0].credit == 1
    assert row.answer is not None
    assert [(c.existence, c.invented, c.unexpected) for c in row.answer.citations] == [
        ("exists", False, False),
        ("no such provision", True, True),
        ("not covered, so not checked", False, True),
    ]


def test_an_altered_quotation_is_shown_as_one(snapshot: Snapshot) -> None:
    answer = view(PLAIN, _unlike(PLAIN), snapshot).answer
    assert answer is not None
    assert answer.passage is not None
    assert not answer.passage.found
    assert "'96'" in answer.unfaithful


def test_a_source_that_is_not_held_is_not_shown(snapshot: Snapshot) -> None:
    elsewhere = right(PLAIN)
    assert elsewhere.quotation
    quotation = replace(
        elsewhere.quotation, document_id="us/usc/s/1", provision_id="us/usc/s/1", label="1 U.S.C. 1"
    )
    answer = view(PLAIN, replace(elsewhere, quotation=quotation), snapshot).answer
    assert answer is not None
    assert answer.passage is None
    assert answer.quotation_label == "1 U.S.C. 1"


def test_a_hebrew_row_keeps_its_language(mixed: Run, snapshot: Snapshot) -> None:
    row = next(r for r in report_of(mixed, snapshot).rows if r.case_id == HEBREW_CASE.id)
    assert row.answer is not None
    assert row.answer.passage is not None
    assert row.answer.passage.language == "he"
    assert row.answer.quotation_label == "סעיף 2 חוק שעות עבודה ומנוחה"
    assert any(p.marked for line in row.answer.passage.shown for p in line.pieces)


@pytest.mark.parametrize(
    ("provision", "label"),
    [
        (GDPR, "GDPR"),
        (f"{GDPR}/art/33", "Article 33 GDPR"),
        (f"{GDPR}/art/33/2/b", "Article 33(2)(b) GDPR"),
        (f"{GDPR}/art/33/9", "Article 33(9) GDPR"),
        (f"{GDPR}/art/120", "GDPR, art 120"),
        (f"{WORK_HOURS}/s/2", "סעיף 2 חוק שעות עבודה ומנוחה"),
        ("us/usc/s/1", "us/usc/s/1"),
        ("virtual:C-131/12", "C-131/12"),
        ("", ""),
    ],
)
def test_citer(provision: str, label: str, snapshot: Snapshot) -> None:
    assert Citer(snapshot)(provision) == label


def test_ids_in_words_are_whole_ids(snapshot: Snapshot) -> None:
    said = f"quotes {GDPR}/art/33, not {GDPR}/art/339 or {GDPR}/art/33/1"
    assert Citer(snapshot).in_words(said, (f"{GDPR}/art/33",)) == (
        f"quotes Article 33 GDPR, not {GDPR}/art/339 or {GDPR}/art/33/1"
    )


def test_no_score_while_rows_are_missing(mixed: Run, snapshot: Snapshot) -> None:
    for changes in ({"finished": None}, {"cases": 13}):
        report = report_of(mixed, snapshot, **changes)
        assert report.incomplete is not None
        assert (report.incomplete.rows, report.incomplete.without_answer) == (12, 1)
        assert report.incomplete.errors == (("dev-5", "HTTP 503"),)
        assert report.rows == report.splits == report.in_short == report.breakdowns == ()


def test_an_answer_after_an_error_counts_once(snapshot: Snapshot) -> None:
    run = run_of(dev=[(PLAIN, None), (PLAIN, right(PLAIN))])
    state = report_of(run, snapshot, finished=None).incomplete
    assert state is not None
    assert (state.rows, state.without_answer) == (1, 0)


def test_all_errors_and_no_sealed_split_are_said(snapshot: Snapshot) -> None:
    cases = [case_of(n, "dev") for n in range(3)]
    report = report_of(run_of(dev=[(c, None) for c in cases]), snapshot)
    assert report.in_short[0] == "The target gave no answer to any of 3 questions."
    assert [n[:27] for n in report.notices] == [
        "The target gave no answer a",
        "No part of this suite is se",
    ]
    measured = {m.words.name: m.rate for m in report.splits[0].measures}
    assert measured["faithfulness"].value is None


def test_a_second_look_at_the_sealed_split_is_said(mixed: Run, snapshot: Snapshot) -> None:
    said = report_of(mixed, snapshot, first_sealed_run=False).notices
    assert len(said) == 1
    assert "before" in said[0]


def test_only_the_worst_rows_are_kept(
    mixed: Run, snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "MAX_ROWS", 4)
    report = report_of(mixed, snapshot)
    assert report.rows_left_out == 8
    assert sorted(r.outcome.value for r in report.rows) == ["FAIL", "FAIL", "NO ANSWER", "WEAK"]


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (right(PLAIN), None),
        (wrong(PLAIN), "72 hours"),
        (refusing(PLAIN), "72 hours"),
        (None, "72 hours"),
    ],
)
def test_the_provision_that_answers_is_shown_where_it_is_not_quoted(
    answer: LegalAnswer | None, shown: str | None, snapshot: Snapshot
) -> None:
    due = view(PLAIN, answer, snapshot).due
    pieces = [p.text for line in due.shown for p in line.pieces if p.marked] if due else [None]
    assert pieces == [shown]
