"""The public harness's suites, topics, run files and reports, against facts read apart from the code."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from evaluation_runs import good, ran
from lexwarrant.evaluation.legal_eye.buckets import breakdown
from lexwarrant.evaluation.legal_eye.doctrines import doctrine_report
from lexwarrant.evaluation.legal_eye.obtain import PUBLIC_SUITES, get_suite
from lexwarrant.evaluation.legal_eye.run_files import (
    attribution,
    export_run,
    import_run,
    latest,
    load_run,
    run_of_latest,
    same_but_for_time,
    write_latest,
)
from lexwarrant.evaluation.legal_eye.sources import literal, parse_source, with_authorities
from lexwarrant.evaluation.no_law import no_law
from lexwarrant.evaluation.rescoring import rescore
from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.suite_file import load_suite
from lexwarrant.evaluation.summary import summarise
from lexwarrant.records.answer import LegalAnswer, Quotation
from lexwarrant.records.errors import DataError
from lexwarrant.records.scores import Verdict
from lexwarrant.records.suite import Case, Suite

ROW_FIELDS = [
    "question",
    "ok",
    "elapsed_ms",
    "verdict",
    "tier",
    "domain",
    "cluster_id",
    "anchor_label",
    "anchor_label_match",
    "expected_substring",
    "expect_quote_keywords",
    "missing_keywords",
    "quote_keywords_ok",
    "promoted_to_arguments",
    "polish_method",
    "cluster_score",
    "coverage",
    "n_total_applications",
    "n_total_origins",
    "n_alternatives",
    "is_virtual_anchor",
    "anchor_quote_chars",
]
LATEST_FIELDS = [
    "schema_version",
    "date",
    "generated_at",
    "run_file",
    "total",
    "pass",
    "weak",
    "fail",
    "pass_rate",
    "weak_rate",
    "oos_total",
    "oos_rejected",
    "oos_rejection_rate",
    "attribution",
    "methodology",
]


@pytest.fixture
def canonical(shared_data: Path) -> Path:
    return shared_data / "legal_eye" / "canonical50.jsonl"


@pytest.fixture
def fifty(canonical: Path, tmp_path: Path) -> Suite:
    return load_suite(str(get_suite("legal-eye-50", tmp_path / "suites", source=canonical)))


def as_python(canonical: Path) -> tuple[str, str]:
    """The same questions as the two Python files of the public repository lay them out."""
    rows = [json.loads(line) for line in canonical.read_text("utf-8").splitlines()]
    questions, expected = [], {}
    for row in rows:
        item = {
            "question": row["question"],
            "expect_anchor_substring": row["expect_anchor_substring"],
        }
        if row["expect_quote_keywords"]:
            item["expect_quote_keywords"] = row["expect_quote_keywords"]
        if row["expect_no_promotion"]:
            item["expect_no_promotion"] = True
        questions.append(item)
        strict = {
            k: tuple(row[f"strict_{k}"]) for k in ("domains", "authorities") if row[f"strict_{k}"]
        }
        if strict:
            expected[row["question"]] = strict
    head = "import os\nraise SystemExit('this file must never be run')\n"
    return f"{head}QUESTIONS: list = {questions!r}\n", f"EXPECTATIONS = {expected!r}\n"


def test_both_layouts_are_the_same_suite(canonical: Path, tmp_path: Path, fifty: Suite) -> None:
    questions, expected = as_python(canonical)
    (tmp_path / "q.py").write_text(questions, "utf-8")
    (tmp_path / "a.py").write_text(expected, "utf-8")
    other = get_suite(
        "legal-eye-50", tmp_path / "py", source=tmp_path / "q.py", authorities=tmp_path / "a.py"
    )
    assert load_suite(str(other)).digest == fifty.digest
    assert len(fifty.cases()) == 50
    assert sum(c.expect_no_promotion for _, c in fifty.cases()) == 5
    assert sum(bool(c.expect_domains or c.expect_authorities) for _, c in fifty.cases()) == 45
    assert [c.id for _, c in fifty.cases() if c.expect_anchor_substring] == ["base-001"]


def test_it_is_fetched_from_where_it_lives_and_pinned(
    canonical: Path, tmp_path: Path, fifty: Suite
) -> None:
    questions, expected = as_python(canonical)
    asked = []

    def fetcher(url: str) -> bytes:
        asked.append(url)
        return (expected if "authority" in url else questions).encode()

    path = get_suite("legal-eye-50", tmp_path / "net", fetcher=fetcher)
    assert load_suite(str(path)).digest == fifty.digest
    assert all(url.startswith("https://raw.githubusercontent.com/GreenCycle2025/") for url in asked)
    changed = questions.replace("'פרשנ'", "'פירוש'", 1)
    with pytest.raises(DataError, match=r"pinned is .*--unpinned"):
        get_suite("legal-eye-50", tmp_path / "bad", fetcher=lambda u: (
            expected if "authority" in u else changed).encode())  # fmt: skip


def test_a_python_file_is_parsed_and_never_run() -> None:
    assert literal("import nothing_there\nX = [1, 2]\n", "X", list, "f") == [1, 2]
    with pytest.raises(DataError, match="f:1: X is computed"):
        literal("X = [open('/etc/passwd')]\n", "X", list, "f")
    with pytest.raises(DataError, match="nothing in it is called X"):
        literal("Y = []", "X", list, "f")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"\xff", "not UTF-8"), (b"[]", "no cases"), (b'[{"q": 1}]', "needs a `question`"),
        (b'{"question": "a"}\n{x', "s:2: not JSON"), (b"def f(:", "neither JSON nor Python"),
        (b'[{"question": "a", "expect_quote_keywords": "b"}]', "expected a list of texts"),
    ],
)  # fmt: skip
def test_a_damaged_source_is_named(body: bytes, said: str) -> None:
    with pytest.raises(DataError, match=said):
        parse_source(body, "s")


def test_expectations_of_a_question_that_is_not_asked_are_refused() -> None:
    source = parse_source(b'[{"question": "a"}]', "s")
    with pytest.raises(DataError, match="not asked: 'b'"):
        with_authorities(source, b"EXPECTATIONS = {'b': {}}", "t")


def test_topics_are_those_of_the_published_rule(canonical: Path, fifty: Suite) -> None:
    rows = {r["question"]: r for r in map(json.loads, canonical.read_text("utf-8").splitlines())}
    for _, case in fifty.cases():
        assert case.tags.topic == rows[case.question]["rescore_bucket"], case.question
    assert Counter(c.tags.topic for _, c in fifty.cases()) == {
        "חוזים": 10, "נזיקין": 8, "עבודה": 9, "בריאות": 6, "out-of-scope": 5, "אחר": 12,
    }  # fmt: skip


def half(case: Case) -> LegalAnswer:
    """Right on every second case; off the keywords, held back, or answering what it should not."""
    number = int(case.id.rpartition("-")[2])
    if number % 2 == 0:
        return good(case)
    if case.expect_no_promotion:
        return LegalAnswer(case.question, "Cake.", True, quotation=Quotation("cake", "x", "x", ""))
    if number % 3 == 0:
        return LegalAnswer(case.question, "", False)
    return LegalAnswer(case.question, "Off.", True, quotation=Quotation("off", "x", "x", ""),
                       domain=case.expect_domains[0] if case.expect_domains else None)  # fmt: skip


def test_an_exported_run_is_what_that_harness_writes(fifty: Suite, tmp_path: Path) -> None:
    folder = ran(tmp_path / "run", fifty, half)
    path = export_run(folder, fifty, tmp_path / "runs")
    rows = json.loads(path.read_text("utf-8"))
    assert path.name.startswith("run_20")
    assert [list(r)[:22] for r in rows] == [ROW_FIELDS] * 50
    assert [r["question"] for r in rows] == [c.question for _, c in fifty.cases()]
    for row, stored in zip(rows, read_rows(folder), strict=True):
        assert row["verdict"] == stored.verdict
        assert row["missing_keywords"] == [
            k for k in row["expect_quote_keywords"]
            if k not in stored.answer.text and k not in stored.answer.quotation.text
        ] if stored.answer and stored.answer.quotation else True  # fmt: skip


def test_latest_follows_from_the_run_file(fifty: Suite, tmp_path: Path) -> None:
    """Worked out here from the rows alone, as the facts of that harness have it."""
    path = export_run(ran(tmp_path / "run", fifty, half), fifty, tmp_path / "runs")
    out = write_latest(path, fifty, datetime(2026, 11, 30, tzinfo=UTC))
    said = json.loads(out.read_text("utf-8"))
    rows = json.loads(path.read_text("utf-8"))
    assert list(said) == LATEST_FIELDS
    words = ("טראפיק", "עוגת", "איקאה", "בגרות", "לימון")
    outside = [r for r in rows if any(w in r["question"] for w in words)]
    counts = Counter(r["verdict"] for r in rows)
    assert (said["pass"], said["weak"], said["fail"]) == (
        counts["PASS"],
        counts["WEAK"],
        counts["FAIL"],
    )
    assert said["pass_rate"] == counts["PASS"] / 50
    assert said["oos_total"] == len(outside) == 5
    assert said["oos_rejected"] == sum(not r["promoted_to_arguments"] for r in outside)
    assert sum(said["attribution"].values()) == 50
    assert list(said["attribution"]) == sorted(said["attribution"])
    assert said["run_file"] == f"runs/{path.name}"
    assert same_but_for_time(said, latest(path, fifty))
    assert run_of_latest(out, fifty) == path
    out.write_text(json.dumps({**said, "pass": 50}), "utf-8")
    with pytest.raises(DataError, match=r"does not follow from .*: pass"):
        run_of_latest(out, fifty)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"verdict": "PASS", "ok": False}, "PASS"), ({"ok": False}, "EVAL_ERROR"),
        ({"ok": True, "verdict": "WEAK", "promoted_to_arguments": True, "quote_keywords_ok": False},
         "CITATION_MISS"),
        ({"ok": True, "verdict": "WEAK", "promoted_to_arguments": False}, "PROMOTION_THRESHOLD"),
        ({"ok": True, "verdict": "FAIL", "promoted_to_arguments": True, "quote_keywords_ok": True},
         "UNKNOWN"),
    ],
)  # fmt: skip
def test_attribution(row: dict[str, object], why: str) -> None:
    assert attribution(row) == why


def test_a_published_run_comes_in_and_goes_out_unchanged(fifty: Suite, tmp_path: Path) -> None:
    rows = [
        {"question": c.question, "ok": True, "elapsed_ms": 7, "verdict": "PASS" if n < 17 else "WEAK",
         "promoted_to_arguments": n < 17, "quote_keywords_ok": True}
        for n, (_, c) in enumerate(fifty.cases())
    ]  # fmt: skip
    rows[49] = {"question": rows[49]["question"], "ok": False, "elapsed_ms": 3, "error": 503}
    file = tmp_path / "run_2026_10_04.json"
    file.write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
    manifest = import_run(file, fifty, tmp_path / "in")
    assert manifest.finished == "2026-10-04"
    counts = breakdown(fifty, read_rows(tmp_path / "in"))
    assert (counts.passed, counts.rows) == (17, 50)
    assert sum(b.error for b in counts.buckets.values()) == 1
    with no_law() as law:
        summary = summarise(fifty, read_rows(tmp_path / "in"), law)["canonical"]
        assert summary.rates["ladder_pass"].numerator == 17
        assert summary.rates["pass"].denominator == 1, "no strict verdict is made up"
        with pytest.raises(DataError, match="does not hold the quotations"):
            rescore(tmp_path / "in", fifty, law)
    assert export_run(tmp_path / "in", fifty, tmp_path / "out").read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("{}", "expected a list of rows"),
        ("[1]", "expected a list of rows"),
        ("[", "not JSON"),
        ('[{"question": "never asked"}]', "row 1 asks 'never asked'"),
    ],
)
def test_a_damaged_run_file_is_named(fifty: Suite, tmp_path: Path, body: str, said: str) -> None:
    file = tmp_path / "run_2026_01_01.json"
    file.write_text(body, "utf-8")
    with pytest.raises(DataError, match=said):
        import_run(file, fifty, tmp_path / "in")


def test_doctrines_pass_only_from_the_exact_source(shared_data: Path, tmp_path: Path) -> None:
    source = shared_data / "legal_eye" / "v3_sample22.jsonl"
    suite = load_suite(str(get_suite("legal-eye-v3", tmp_path, source=source, unpinned=True)))
    inside = [c for _, c in suite.cases() if c.tags.group == "independent"]
    wrong = inside[0].id

    def answer(case: Case) -> LegalAnswer:
        made = good(case)
        if case.id != wrong:
            return made
        elsewhere = Quotation("right words", f"{case.expect_source_doc_id[0]}9", "", "")
        return LegalAnswer(case.question, "right words", True, quotation=elsewhere)

    folder = ran(tmp_path / "run", suite, answer)
    rows = list(read_rows(folder))
    report = doctrine_report(suite, rows)
    assert report is not None
    assert (report.independent.numerator, report.independent.denominator) == (17, 18)
    assert (report.exact_source.numerator, report.promoted.numerator) == (17, 18)
    assert (report.out_of_scope_refused.numerator, report.out_of_scope_refused.denominator) == (
        4,
        4,
    )
    assert sum(r.denominator for r in report.by_hint_mode.values()) == 18
    assert set(report.by_hint_mode) == {"law_hint", "domain_only"}
    assert sum(r.denominator for r in report.by_domain.values()) == 18
    assert next(r for r in rows if r.case_id == wrong).strict_verdict is Verdict.FAIL
    from dataclasses import replace

    cut = doctrine_report(suite, [replace(rows[0], case_id="stranger"), *rows[2:]])
    assert cut is not None
    assert cut.missing == (rows[0].case_id, rows[1].case_id)
    assert cut.extra == ("stranger",)


def test_rescoring_asks_nobody_and_breaks_down_by_topic(fifty: Suite, tmp_path: Path) -> None:
    folder = ran(tmp_path / "run", fifty, half)
    before = (folder / "rows.jsonl").read_bytes()
    with no_law() as law:
        rescore(folder, fifty, law)
    assert (folder / "rows.jsonl").read_bytes() == before
    found = breakdown(fifty, read_rows(folder))
    assert found.rows == 50
    assert found.weak_not_promoted + found.weak_off_topic == sum(
        b.weak for b in found.buckets.values()
    )
    assert found.weak_off_topic
    assert found.weak_not_promoted


def test_rescoring_in_processes_gives_the_same_bytes(fifty: Suite, tmp_path: Path) -> None:
    from lexwarrant.law.snapshot import Snapshot

    folder = ran(tmp_path / "run", fifty, half)
    before = (folder / "rows.jsonl").read_bytes()
    with no_law() as law:
        assert isinstance(law, Snapshot)
        rescore(folder, fifty, law, workers=2)
    assert (folder / "rows.jsonl").read_bytes() == before


def test_every_public_suite_names_a_commit() -> None:
    for public in PUBLIC_SUITES.values():
        commit = public.questions.split("/")[5]
        assert len(commit) == 40, public.questions


def test_run_files_may_hold_rows_in_an_object(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    file.write_text('{"rows": [{"ok": true}]}')
    assert load_run(file) == [{"ok": True}]


def test_the_third_suite_is_pinned_by_what_it_says_of_itself(tmp_path: Path) -> None:
    """A changed word, or a layout that does not keep the whole object, is not taken for it."""
    body = {"schema_version": 3, "cases": [
        {"case_id": "v3-legal-001", "split": "independent", "question": "q", "hint_mode": "law_hint",
         "expect_source_doc_id": "a/1"}]}  # fmt: skip
    canonical = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    own = hashlib.sha256(canonical.encode()).hexdigest()
    text = json.dumps({**body, "suite_sha256": own}, indent=2).encode()
    assert parse_source(text, "x").file_digest == own
    assert PUBLIC_SUITES["legal-eye-v3"].file_digest not in ("", own)
    with pytest.raises(DataError, match="another version of the suite"):
        get_suite("legal-eye-v3", tmp_path, fetcher=lambda url: text)
    file = tmp_path / "v3.jsonl"
    file.write_text(json.dumps(body["cases"][0]) + "\n")  # type: ignore[index]
    with pytest.raises(DataError, match="which this layout does not keep"):
        get_suite("legal-eye-v3", tmp_path, source=file)
    assert get_suite("legal-eye-v3", tmp_path, source=file, unpinned=True).is_file()
