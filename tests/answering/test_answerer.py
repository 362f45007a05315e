"""The verbatim answerer: what it promotes is in the law, and it fails closed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handmade_law import OLD, RECORDS, section
from lexwarrant.answering.answerer import VerbatimAnswerer
from lexwarrant.law.builder import import_law
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer, NoteCode, RefusalReason, Thresholds
from lexwarrant.records.codec import decode, encode
from lexwarrant.records.context import Context
from lexwarrant.records.law import Version
from lexwarrant.retrieval.open import open_index

TODAY = Context(jurisdiction="eu", analysis_date=date(2026, 11, 30))
EAGER = Thresholds(0.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def answerer(eu_snapshot: Snapshot) -> VerbatimAnswerer:
    return VerbatimAnswerer(eu_snapshot, open_index(eu_snapshot))


@pytest.fixture(scope="module")
def eager(eu_snapshot: Snapshot) -> VerbatimAnswerer:
    """Thresholds that promote whatever is found: the hardest test of what can reach a quotation."""
    return VerbatimAnswerer(eu_snapshot, open_index(eu_snapshot), EAGER)


def check_verbatim(snapshot: Snapshot, answer: LegalAnswer) -> None:
    assert answer.promoted == (answer.quotation is not None) == (answer.refusal is None)
    for figure in (answer.score, answer.coverage):
        assert figure is None or 0.0 <= figure <= 1.0
    if answer.quotation is None:
        return
    q = answer.quotation
    assert q.start is not None
    assert q.end is not None
    texts = [v.text[q.start : q.end] for v in snapshot.versions(q.document_id)]
    assert q.text in texts
    assert 0 < len(q.text) <= 600
    assert snapshot.has(q.provision_id)


WORDS = st.sampled_from(
    (
        "breach notify GDPR fine AI Act provider 72 hours Article 33 DORA incident bank hack לקוח הודעה "
        "🦊 '; DROP TABLE -- <script> data controller \u202e Annex III NIS2 ﷽ 个人 the of 1e9 ½"
    ).split(" ")
)


@settings(
    max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=30).map(" ".join)))
def test_nothing_outside_the_snapshot_reaches_a_quotation(
    eager: VerbatimAnswerer, eu_snapshot: Snapshot, question: str
) -> None:
    check_verbatim(eu_snapshot, eager.answer(question, TODAY))


@pytest.mark.parametrize(
    ("question", "context", "provision"),
    [
        ("What does Article 33(1) GDPR say?", TODAY, "eu/32016R0679/art/33/1"),
        ("Art 50 of the AI Act", TODAY, "eu/32024R1689/art/50"),
        ("Art. 17 GDPR", TODAY, "eu/32016R0679/art/17"),
    ],
)
def test_a_named_provision_is_answered_from_that_provision(
    answerer: VerbatimAnswerer,
    eu_snapshot: Snapshot,
    question: str,
    context: Context,
    provision: str,
) -> None:
    answer = answerer.answer(question, context)
    check_verbatim(eu_snapshot, answer)
    assert answer.quotation is not None
    assert answer.quotation.provision_id.startswith(provision)


@pytest.mark.parametrize(
    ("question", "context", "reason"),
    [
        ("", TODAY, RefusalReason.EMPTY_QUESTION),
        ("   \n\t", TODAY, RefusalReason.EMPTY_QUESTION),
        ("???", TODAY, RefusalReason.EMPTY_QUESTION),
        ("What does Article 120 GDPR require?", TODAY, RefusalReason.NO_SUCH_PROVISION),
        ("What is in Annex III of the AI Act?", TODAY, RefusalReason.OUT_OF_COVERAGE),
        ("What fine may the ICO impose under the UK GDPR?", TODAY, RefusalReason.FOREIGN_LAW),
        ("How long to report a breach?", Context(jurisdiction="my"), RefusalReason.FOREIGN_LAW),
        (
            "What did the Court of Justice decide in Schrems II?",
            TODAY,
            RefusalReason.OUT_OF_COVERAGE,
        ),
        ("Has Article 33 GDPR been amended since?", TODAY, RefusalReason.OUT_OF_COVERAGE),
        ("how do I bake sourdough bread", TODAY, RefusalReason.OUT_OF_SCOPE),
    ],
)
def test_refusals(
    answerer: VerbatimAnswerer, question: str, context: Context, reason: RefusalReason
) -> None:
    answer = answerer.answer(question, context)
    assert not answer.promoted
    assert answer.refusal is not None
    assert answer.refusal.reason is reason
    assert answer.refusal.message == answer.text


def test_before_application_the_words_that_fix_the_date_are_quoted(
    answerer: VerbatimAnswerer, eu_snapshot: Snapshot
) -> None:
    before = Context(jurisdiction="eu", analysis_date=date(2018, 3, 1))
    answer = answerer.answer("What does Article 33(1) GDPR say?", before)
    check_verbatim(eu_snapshot, answer)
    assert answer.quotation is not None
    assert answer.quotation.document_id == "eu/32016R0679/art/99"
    assert "25 May 2018" in answer.quotation.text


@pytest.mark.parametrize(
    ("question", "on", "document", "words"),
    [
        ("Must our new lock meet the Cyber Resilience Act yet?", "2026-11-30",
         "eu/32024R2847/art/71", "11 December 2027"),
        ("from which day does the gdpr bind a tennis club", "2026-11-30",
         "eu/32016R0679/art/99", "25 May 2018"),
        ("when did DORA start to apply", "2026-11-30", "eu/32022R2554/art/64", "17 January 2025"),
    ],
)  # fmt: skip
def test_when_an_act_applies_is_answered_from_its_own_words(
    answerer: VerbatimAnswerer,
    eu_snapshot: Snapshot,
    question: str,
    on: str,
    document: str,
    words: str,
) -> None:
    answer = answerer.answer(question, Context("eu", date.fromisoformat(on)))
    check_verbatim(eu_snapshot, answer)
    assert answer.quotation is not None
    assert answer.quotation.document_id == document
    assert words in answer.quotation.text.replace("\u00a0", " ")


def test_a_pronoun_is_no_technical_standard(answerer: VerbatimAnswerer) -> None:
    """ "its mandatory terms" is not a question about an ITS."""
    answer = answerer.answer(
        "Are the controller's duties and its mandatory notices in Article 33 GDPR?", TODAY
    )
    assert answer.promoted


def test_a_directive_is_not_said_to_bind_companies(answerer: VerbatimAnswerer) -> None:
    answer = answerer.answer("Article 23(4) NIS2", TODAY)
    assert answer.promoted
    notes = {n.code: n.text for n in answer.notes}
    assert "missing authority" in notes[NoteCode.NEEDS_TRANSPOSITION]
    assert NoteCode.LATER_AMENDMENTS_UNKNOWN in notes


def test_the_answer_carries_what_a_harness_needs(answerer: VerbatimAnswerer) -> None:
    answer = answerer.answer("Article 33(1) GDPR", TODAY)
    assert answer.anchor_label == "Article 33 GDPR"
    assert answer.thresholds is not None
    assert answer.domain == "data protection"
    assert answer.n_applications >= len(answer.applications) > 0
    assert any("55" in c.text for c in answer.citations)
    assert decode(LegalAnswer, encode(answer)) == answer


def test_same_question_same_answer(eu_snapshot: Snapshot) -> None:
    question = "who has to be told about a data leak and how fast"
    one = VerbatimAnswerer(eu_snapshot, open_index(eu_snapshot), EAGER).answer(question, TODAY)
    two = VerbatimAnswerer(eu_snapshot, open_index(eu_snapshot), EAGER).answer(question, TODAY)
    assert one == two


@pytest.mark.parametrize("unit", ["a", "1", "§", "(", "breach ", "Article 33 GDPR ", "🦊", "ש"])
def test_a_megabyte_is_answered_or_refused(
    answerer: VerbatimAnswerer, eu_snapshot: Snapshot, unit: str
) -> None:
    check_verbatim(eu_snapshot, answerer.answer(unit * (1_000_000 // len(unit)), TODAY))


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    folder = tmp_path_factory.mktemp("law") / "hand"
    import_law(RECORDS, folder, retrieved=date(2026, 1, 1))
    with Snapshot(folder) as opened:
        yield opened


@pytest.mark.parametrize(
    ("on", "days", "amended"),
    [("2005-01-01", "14 days", True), ("2015-01-01", "21 days", False)],
)
def test_the_text_of_the_day_is_quoted(hand: Snapshot, on: str, days: str, amended: bool) -> None:
    answerer = VerbatimAnswerer(hand, open_index(hand), EAGER)
    answer = answerer.answer(
        "within how many days is notice given", Context("xx", date.fromisoformat(on))
    )
    assert answer.quotation is not None
    assert days in answer.quotation.text
    assert (NoteCode.AMENDED_SINCE in {n.code for n in answer.notes}) is amended


def test_thresholds_are_checked_at_construction() -> None:
    with pytest.raises(ValueError, match=r"thresholds.min_score is 1.5"):
        Thresholds(1.5, 0.1, 0.9)


def test_a_text_that_did_not_stand_on_the_day_is_not_quoted(hand: Snapshot) -> None:
    answerer = VerbatimAnswerer(hand, open_index(hand), EAGER)
    answer = answerer.answer("repealed later", Context("xx", date(2007, 1, 1)))
    assert not answer.promoted
    assert answer.refusal is not None
    assert answer.refusal.reason is RefusalReason.OUT_OF_COVERAGE


@pytest.mark.parametrize("held", [True, False])
def test_an_amendment_whose_text_is_not_held_is_said(tmp_path: Path, held: bool) -> None:
    """Where the amended text is held, nobody is told that it is not."""
    old = section("1", OLD, heading="Notice", valid_from=date(2000, 6, 1))
    records = [r for r in RECORDS if not (isinstance(r, Version) and r.label == "s 1")]
    import_law(
        iter(RECORDS if held else [*records, old]), tmp_path / "law", retrieved=date(2026, 11, 30)
    )
    with Snapshot(tmp_path / "law") as law:
        answerer = VerbatimAnswerer(law, open_index(law), EAGER)
        answer = answerer.answer(
            "within how many days is notice given", Context("xx", date(2005, 1, 1))
        )
    said = [n.text for n in answer.notes if n.code is NoteCode.AMENDED_SINCE]
    assert said
    assert any("xx/act/9" in text and "not held" in text for text in said) is not held


def test_another_language_is_named(answerer: VerbatimAnswerer) -> None:
    answer = answerer.answer("תוך כמה זמן צריך להודיע על דליפת מידע", TODAY)
    assert answer.refusal is not None
    assert answer.refusal.reason is RefusalReason.OUT_OF_COVERAGE
    assert "language" in answer.text
