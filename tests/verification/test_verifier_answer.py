"""Whole answers: the premise from their citations, and the dimensions besides support."""

from __future__ import annotations

from datetime import date

import pytest

from lexwarrant.records.answer import CitedProvision, LegalAnswer
from lexwarrant.records.context import Context
from lexwarrant.records.law import Authority, AuthorityKind, Coverage, Status, Treatment, Version
from lexwarrant.records.verification import Exists, InForce, ReasonCode, SentenceVerdict
from lexwarrant.verification import Verifier
from lexwarrant.verification.answer import check_answer

ACT = Authority("xx/act/1", "uk", AuthorityKind.STATUTE, "Ferries Act 2001", "Ferries Act", "test",
    coverage=Coverage(complete=("s",)),
)  # fmt: skip
TEXT = "The operator must publish the timetable at least 14 days before the season begins."
DAY = date(2024, 5, 1)


class Shelf:
    """One section of one Act, in force between two days."""

    def authority(self, authority_id: str) -> Authority | None:
        return ACT if authority_id == ACT.id else None

    def version_on(self, provision_id: str, on: date | None = None) -> Version | None:
        return Version("xx/act/1/s/4", "s 4", TEXT) if provision_id == "xx/act/1/s/4" else None

    def status_on(self, provision_id: str, on: date) -> Status:
        if on < date(2020, 1, 1):
            return Status.NOT_YET_IN_FORCE
        return Status.REPEALED if on > date(2030, 1, 1) else Status.APPLICABLE

    def units(self, authority_id: str) -> list[str]:
        return ["xx/act/1/s/4"] if authority_id == ACT.id else []

    def undone_by(self, provision_id: str, on: date | None = None) -> Treatment | None:
        return None


def answer(text: str, provision: str = "xx/act/1/s/4/1") -> LegalAnswer:
    return LegalAnswer("?", text, True, citations=(CitedProvision("s 4", provision),))


RIGHT = "The operator has to publish the timetable at least two weeks before the season begins."


@pytest.mark.parametrize(
    ("jurisdiction", "on", "verdict", "reason", "force"),
    [
        ("uk", DAY, SentenceVerdict.SUPPORTED, ReasonCode.STATED, InForce.YES),
        ("uk", date(2019, 1, 1), SentenceVerdict.NOT_STATED, ReasonCode.NOT_IN_FORCE, InForce.NOT_YET),
        ("uk", date(2031, 1, 1), SentenceVerdict.NOT_STATED, ReasonCode.NOT_IN_FORCE, InForce.NO_LONGER),
        ("il", DAY, SentenceVerdict.NOT_STATED, ReasonCode.OTHER_JURISDICTION, InForce.YES),
    ],
)  # fmt: skip
def test_support_needs_law_in_force_of_the_right_system(
    jurisdiction: str, on: date, verdict: SentenceVerdict, reason: ReasonCode, force: InForce
) -> None:
    context = Context(jurisdiction=jurisdiction, analysis_date=on)
    found = check_answer(answer(RIGHT), Shelf(), Verifier(), context=context)
    finding = found.findings[0]
    assert found.verdict == verdict
    assert finding.reasons == (reason,)
    assert finding.dimensions is not None
    assert finding.dimensions.in_force == force
    assert finding.dimensions.exists == Exists.YES
    assert finding.dimensions.status == "statute"


def test_a_wrong_figure_stays_contradicted_whatever_the_day() -> None:
    wrong = RIGHT.replace("two weeks", "40 days")
    found = check_answer(answer(wrong), Shelf(), Verifier(), context=Context(analysis_date=DAY))
    assert found.verdict == SentenceVerdict.CONTRADICTED


def test_law_that_is_not_held_supports_nothing_and_is_not_called_invented() -> None:
    found = check_answer(answer(RIGHT, "xx/act/9/s/1"), Shelf(), Verifier())
    assert found.verdict == SentenceVerdict.CANNOT_CHECK
    assert found.findings[0].reasons == (ReasonCode.AUTHORITY_NOT_HELD,)
    assert found.findings[0].dimensions is not None
    assert found.findings[0].dimensions.exists == Exists.UNKNOWN


def test_a_provision_that_a_complete_instrument_does_not_have_is_not_found() -> None:
    found = check_answer(answer(RIGHT, "xx/act/1/s/40"), Shelf())
    assert found.verdict == SentenceVerdict.NOT_STATED
    assert found.findings[0].reasons == (ReasonCode.AUTHORITY_NOT_FOUND,)


def test_retrieved_provisions_belong_to_the_premise() -> None:
    bare = LegalAnswer("?", RIGHT, True)
    found = check_answer(bare, Shelf(), Verifier(), retrieved=("xx/act/1/s/4",))
    assert found.verdict == SentenceVerdict.SUPPORTED
    assert found.findings[0].sources[0].provision_id == "xx/act/1/s/4"
