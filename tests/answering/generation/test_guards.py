"""A sentence that is said to be stated must share words with what states it."""

from __future__ import annotations

import pytest

from lexwarrant.answering.generation import guards
from lexwarrant.records.verification import (
    ClaimKind,
    Finding,
    ReasonCode,
    SentenceVerdict,
    SourceSpan,
    SupportLabel,
)

QUESTION = "From what age may a child consent to online services itself?"
LAW = (
    "Where the child is below the age of 16 years, such processing shall be lawful only if and to "
    "the extent that consent is given or authorised by the holder of parental responsibility."
)  # Article 8(1) of Regulation (EU) 2016/679, EUR-Lex
LOI = "Le responsable du traitement notifie la violation dans les 72 heures."


def finding(sentence: str, law: str, reason: ReasonCode = ReasonCode.STATED) -> Finding:
    return Finding(
        sentence, 0, len(sentence), SentenceVerdict.SUPPORTED, SupportLabel.DIRECT, (reason,),
        ClaimKind.STATES_LAW, sources=(SourceSpan(0, len(law), law, 0, "Article 8(1)"),),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "law", "expected"),
    [
        ("The answer is: No, no, no.", LAW, False),
        ("The answer is yes.", LAW, False),
        ("No.", LAW, False),
        ("The authority may not take any action, as it is not bound by any laws.", LAW, False),
        ("They are free to do what they like with their lunch money.", LAW, False),
        ("The child must be 16 years old.", LAW, True),
        ("Below that age a parent's consent is needed.", LAW, True),
        ("This follows from Article 8(1).", LAW, True),
        ("Le responsable notifie la violation dans les 72 heures.", LOI, True),
        ("A leak is told to the regulator in three days.", LOI, True),  # another language
    ],
)
def test_rests(sentence: str, law: str, expected: bool) -> None:
    assert guards.rests(sentence, finding(sentence, law), QUESTION) is expected


def test_what_is_inferred_need_share_no_word() -> None:
    said = "The last day is 4 May."
    assert guards.rests(said, finding(said, LAW, ReasonCode.INFERRED), QUESTION)
