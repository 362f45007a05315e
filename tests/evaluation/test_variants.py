"""Nine deterministic variants, and a check that finds every way in which a suite of them can be wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from evaluation_runs import cases, good, ran, suite
from lexwarrant.evaluation.robustness import robustness
from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.suite_file import load_suite
from lexwarrant.evaluation.suite_writing import write_suite
from lexwarrant.evaluation.variants.making import (
    CANONICAL,
    HOLDOUT,
    KINDS,
    Templates,
    language_of,
    languages,
    load_templates,
    parse_templates,
    problems,
    vary,
)
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.errors import DataError
from lexwarrant.records.suite import Case, Split, Suite


def varied(tmp_path: Path, made: list[Case], templates: Templates | None = None) -> Suite:
    splits = vary(made, templates)
    return load_suite(str(write_suite(tmp_path, "v", "1", "d", "CC0", splits)))


HEBREW = Case("he-1", "פיצויי פיטורים לעובד שפוטר ללא שימוע", expect_quote_keywords=("פיטור",))
ENGLISH = Case("en-1", "What notice ends a contract?", expect_quote_keywords=("notice",))


def test_ten_wordings_of_each_with_provenance_and_one_digest(tmp_path: Path) -> None:
    found = varied(tmp_path / "a", [HEBREW, ENGLISH])
    assert [(s.name, len(s.cases)) for s in found.splits] == [(CANONICAL, 2), (HOLDOUT, 18)]
    assert problems(found) == []
    assert found.digest == varied(tmp_path / "b", [HEBREW, ENGLISH]).digest
    by_id = {c.id: c for _, c in found.cases()}
    assert by_id["he-1-v00"].question == HEBREW.question
    for number, kind in enumerate(KINDS, 1):
        for stem, base in (("he-1", HEBREW), ("en-1", ENGLISH)):
            case = by_id[f"{stem}-v{number:02d}"]
            assert case.provenance is not None
            assert (case.provenance.variant, case.provenance.base) == (kind, f"{stem}-v00")
            assert base.question in case.question
            assert case.question != base.question
            assert case.expect_quote_keywords == base.expect_quote_keywords
            assert case.base_id == f"{stem}-v00"


def test_the_canonical_fifty_become_five_hundred(shared_data: Path, tmp_path: Path) -> None:
    from lexwarrant.evaluation.legal_eye.sources import read_source

    source = read_source(shared_data / "legal_eye" / "canonical50.jsonl")
    found = varied(tmp_path, [c for _, c in source.cases])
    assert [len(s.cases) for s in found.splits] == [50, 450]
    assert problems(found) == []
    assert len({c.question for _, c in found.cases()}) == 500


@pytest.mark.parametrize("language", languages())
def test_templates_add_no_word_that_an_answer_is_searched_for(
    language: str, shared_data: Path
) -> None:
    from lexwarrant.evaluation.legal_eye.sources import read_source

    words = {
        k for _, c in read_source(shared_data / "legal_eye" / "canonical50.jsonl").cases
        for k in c.expect_quote_keywords
    }  # fmt: skip
    for variant in load_templates(language).variants:
        assert not [w for w in words if f" {w}" in variant.put("")], variant.kind


def test_languages() -> None:
    assert languages() == ["en", "he"]
    assert [language_of(c.question) for c in (HEBREW, ENGLISH)] == ["he", "en"]


def edited(found: Suite, case_id: str, change: Callable[[Case], Case]) -> Suite:
    splits = tuple(
        Split(s.name, tuple(change(c) if c.id == case_id else c for c in s.cases), s.sha256)
        for s in found.splits
    )
    return replace(found, splits=splits)


@pytest.mark.parametrize(
    ("case_id", "change", "said"),
    [
        ("en-1-v03", lambda c: replace(c, expect_quote_keywords=("other",)), "not those of its base"),
        ("en-1-v03", lambda c: replace(c, expect_no_promotion=True, expect_quote_keywords=()),
         "not those of its base"),
        ("en-1-v03", lambda c: replace(c, question="Something else"), "is not what the template"),
        ("en-1-v00", lambda c: replace(c, question="Another question?"), "made from another question"),
        ("en-1-v02", lambda c: replace(c, id="en-1-v12"), "expected the id en-1-v02"),
        ("en-1-v02", lambda c: replace(c, provenance=replace(c.provenance, variant="concise")),
         "nine variants in order"),
        ("en-1-v05", lambda c: replace(c, provenance=None), "has no provenance"),
    ],
)  # fmt: skip
def test_every_tampering_is_found(
    tmp_path: Path, case_id: str, change: Callable[[Case], Case], said: str
) -> None:
    found = varied(tmp_path, [ENGLISH, HEBREW])
    assert any(said in p for p in problems(edited(found, case_id, change)))


def test_a_touched_file_is_refused_by_its_digest(tmp_path: Path) -> None:
    varied(tmp_path, [ENGLISH])
    file = tmp_path / "v.holdout.yaml"
    file.write_text(file.read_text("utf-8").replace("In one line", "In two lines"), "utf-8")
    with pytest.raises(DataError, match="SHA-256"):
        load_suite(str(tmp_path / "v.suite.yaml"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("language: en\nvariants: []", "give the kinds"),
        ("language: en\nvariant: []", "did you mean 'variants'"),
        ("language: [", "not valid YAML"),
        ("language: en\nvariants:\n" + "".join(f"- {{kind: {k}, text: 'x'}}\n" for k in KINDS),
         "stands once"),
    ],
)  # fmt: skip
def test_wrong_templates_are_refused(text: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        parse_templates(text, "t")


def test_variants_are_not_varied_again(tmp_path: Path) -> None:
    found = varied(tmp_path, [ENGLISH])
    with pytest.raises(DataError, match="is a variant already"):
        vary([c for _, c in found.cases()])


def test_a_clearly_lower_holdout_is_seen_by_base_case(tmp_path: Path) -> None:
    found = varied(tmp_path / "s", cases(30, 4))

    def weak(case: Case) -> LegalAnswer:
        assert case.provenance is not None
        number = int(case.base_id[1:4])
        spoilt = case.provenance.variant == "facts_wrapper" or number % 3 == 0
        return (
            LegalAnswer("", "", False)
            if case.provenance.variant != CANONICAL and spoilt
            else good(case)
        )

    result = robustness(found, read_rows(ran(tmp_path / "weak", found, weak)))
    assert result is not None
    assert result.difference is not None
    assert result.canonical.value == 1.0
    assert result.difference.clearly_lower
    assert "clearly lower" in result.said
    assert result.by_variant["facts_wrapper"].value == pytest.approx(4 / 30)
    assert result.canonical_refused.value == result.holdout_refused.value == 1.0
    assert result.canonical_refused.denominator == 4
    assert result.holdout_refused.denominator == 36


def test_no_difference_says_what_could_have_been_seen(tmp_path: Path) -> None:
    found = varied(tmp_path / "s", cases(30))
    result = robustness(found, read_rows(ran(tmp_path / "good", found)))
    assert result is not None
    assert "not clearly lower" in result.said
    assert "30 base cases would show a drop of" in result.said


def test_one_spoilt_base_is_one_observation_not_nine(tmp_path: Path) -> None:
    """Nine failing variants of two bases are two observations: not clear, however many rows fail."""
    found = varied(tmp_path / "s", cases(30))

    def two(case: Case) -> LegalAnswer:
        variant = case.provenance.variant if case.provenance else ""
        spoilt = case.base_id in ("c000-v00", "c001-v00") and variant != CANONICAL
        return LegalAnswer("", "", False) if spoilt else good(case)

    result = robustness(found, read_rows(ran(tmp_path / "two", found, two)))
    assert result is not None
    assert result.difference is not None
    assert result.holdout.numerator == 252
    assert not result.difference.clearly_lower


def test_a_suite_without_variants_has_no_robustness(tmp_path: Path) -> None:
    plain = suite(cases(3))
    assert robustness(plain, read_rows(ran(tmp_path / "r", plain))) is None
