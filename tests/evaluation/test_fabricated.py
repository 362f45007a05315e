"""What counts as fabricated, and what can only be called unknown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from handmade_law import RECORDS
from lexwarrant.evaluation.scorers.answer_faithfulness import AnswerFaithfulness
from lexwarrant.evaluation.scorers.hallucination import FabricatedCitation
from lexwarrant.law.builder import import_law
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import CitedProvision, LegalAnswer, Note, NoteCode, Quotation
from lexwarrant.records.scores import NotApplicable, Outcome, Scored, Unscorable
from lexwarrant.records.suite import Case


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    folder = tmp_path_factory.mktemp("law") / "xx"
    import_law(RECORDS, folder, retrieved=date(2026, 1, 1))
    with Snapshot(folder) as snapshot:
        yield snapshot


HELD, FALSE, ABROAD = "xx/act/1/s/1", "xx/act/1/s/99", "yy/act/7/s/1"


def score(law: Snapshot, *ids: str, promoted: bool = True) -> Outcome:
    cited = tuple(CitedProvision(i or "my uncle", i) for i in ids)
    return FabricatedCitation(law).score(
        Case("c", "q"), LegalAnswer("q", "a", promoted, citations=cited)
    )


@pytest.mark.parametrize(
    ("ids", "kind", "value"),
    [
        ((HELD,), Scored, 0.0), ((FALSE,), Scored, 1.0), ((HELD, FALSE), Scored, 1.0),
        ((ABROAD, FALSE), Scored, 1.0), ((HELD, ABROAD), Scored, 0.0), ((HELD, ""), Scored, 0.0),
        ((ABROAD,), Unscorable, None), (("",), Unscorable, None), ((ABROAD, ""), Unscorable, None),
        ((), NotApplicable, None),
    ],
)  # fmt: skip
def test_absent_from_the_snapshot_is_neither_fabricated_nor_a_pass(
    law: Snapshot, ids: tuple[str, ...], kind: type, value: float | None
) -> None:
    found = score(law, *ids)
    assert type(found) is kind
    assert getattr(found, "value", None) == value


def test_nothing_answered_is_not_counted(law: Snapshot) -> None:
    assert isinstance(score(law, FALSE, promoted=False), NotApplicable)


def faithful(law: Snapshot, text: str, document: str = HELD) -> Outcome:
    quotation = Quotation("(2) It is in writing.", document, document, "s 1")
    cited = (CitedProvision("s 1", document),)
    answer = LegalAnswer("q", text, True, quotation=quotation, citations=cited)
    return AnswerFaithfulness(law).score(Case("c", "How long?"), answer)


def test_sentences_are_held_against_the_cited_source_alone(law: Snapshot) -> None:
    right = faithful(law, "Notice is given within 21 days.")
    assert isinstance(right, Scored)
    assert right.value == 1.0
    wrong = faithful(law, "Notice is given within 21 days. Notice is given within 30 days.")
    assert isinstance(wrong, Scored)
    assert wrong.value == 0.5
    assert "contradicted" in wrong.reason or "not_stated" in wrong.reason


def test_without_an_answer_or_a_source_it_says_so(law: Snapshot) -> None:
    scorer = AnswerFaithfulness(law)
    assert isinstance(scorer.score(Case("c", "q"), LegalAnswer("q", "", False)), NotApplicable)
    assert isinstance(scorer.score(Case("c", "q"), LegalAnswer("q", "Law.", True)), Unscorable)


def test_a_quotation_and_its_warnings_are_no_sentences_of_the_answer(law: Snapshot) -> None:
    note = Note(NoteCode.NOT_YET_IN_FORCE, "This applies from 2 August 2027.")
    quotation = Quotation("(2) It is in writing.", HELD, HELD, "s 1(2) Notices Act")
    alone = f"s 1(2) Notices Act: “{quotation.text}”\n\nNote: {note.text}"
    cited = (CitedProvision("s 1", HELD),)
    answer = LegalAnswer("q", alone, True, quotation=quotation, citations=cited, notes=(note,))
    scorer, case = AnswerFaithfulness(law), Case("c", "How?")
    assert isinstance(scorer.score(case, answer), NotApplicable)
    more = replace(answer, text=f"{alone}\n\nNotice is given within 90 days.")
    found = scorer.score(case, more)
    assert isinstance(found, Scored)
    assert found.value == 0.0
