"""Which of several values of one kind answers the question."""

from __future__ import annotations

import pytest

from lexwarrant.answering.generation.fitting import fitting
from lexwarrant.records.verification import Premise, PremiseProvision

CHILD = (
    "1. Where point (a) of Article 6(1) applies, in relation to the offer of information society "
    "services directly to a child, the processing of the personal data of a child shall be lawful "
    "where the child is at least 16 years old. Where the child is below the age of 16 years, such "
    "processing shall be lawful only if and to the extent that consent is given or authorised by "
    "the holder of parental responsibility over the child.\nMember States may provide by law for a "
    "lower age for those purposes provided that such lower age is not below 13 years."
)  # Article 8(1) of Regulation (EU) 2016/679, EUR-Lex
WARNINGS = (
    "An early warning is given within 24 hours. A notification of the incident is given within 72 "
    "hours. The final report on the incident is given within one month."
)  # after Article 23(4) of Directive (EU) 2022/2555
FINES = "A breach of this Part is punished by a fine of 500. A second breach is punished by 900."


@pytest.mark.parametrize(
    ("law", "question", "kept", "values", "rejected", "expected"),
    [
        (
            CHILD,
            "What is the lowest age that a Member State may choose for a child's own consent?",
            "The lowest age is",
            ("16 years", "13 years"),
            "14 years",
            ("13 years",),
        ),
        (  # the value of the passage that answers was rejected for something else: no other for it
            CHILD,
            "What is the lowest age that a Member State may choose for a child's own consent?",
            "The lowest age a Member State may set is",
            ("16 years",),
            "13 years",
            (),
        ),
        (  # nor when the draft's own words are nearer to the other value
            CHILD,
            "A member state wants to let younger kids agree to online services using their data. "
            "What is the lowest age it may choose?",
            "The minimum age for a child to be allowed to use online services is",
            ("16 years",),
            "13 years",
            (),
        ),
        (  # a value of the provision that answers something else altogether is replaced
            WARNINGS,
            "When is the final report due?",
            "The final report is due within",
            ("24 hours", "one month"),
            "72 hours",
            ("one month",),
        ),
        (
            CHILD,
            "From what age is the processing of a child's data lawful on its own consent?",
            "Processing is lawful where the child is",
            ("16 years", "13 years"),
            "15 years",
            ("16 years",),
        ),
        (
            WARNINGS,
            "When is the final report due?",
            "It is due within",
            ("24 hours", "72 hours", "one month"),
            "two weeks",
            ("one month",),
        ),
        (  # nothing tells them apart: the model chooses
            FINES,
            "How high is the fine?",
            "It is",
            ("500", "900"),
            "700",
            ("500",),
        ),
        (FINES, "What is it?", "It is", ("500", "900"), "700", ("500", "900")),
        (FINES, "How high is the fine?", "It is", ("500",), "700", ("500",)),
        (FINES, "What is the sum of both?", "It is", ("1400",), "500", ("1400",)),
        ("", "How high?", "It is", ("500", "900"), "700", ("500", "900")),
    ],
)
def test_fitting(
    law: str,
    question: str,
    kept: str,
    values: tuple[str, ...],
    rejected: str,
    expected: tuple[str, ...],
) -> None:
    premise = Premise((PremiseProvision(law),))
    assert fitting(values, premise, question, kept, rejected) == expected


def test_a_value_is_not_found_inside_another() -> None:
    premise = Premise((PremiseProvision("The term is 130 days. The delay for notice is 30 days."),))
    assert fitting(("30 days", "130 days"), premise, "What is the delay?", "", "9 days") == (
        "30 days",
    )


def test_a_tie_is_one_whatever_the_order_of_a_set() -> None:
    """The sentence of "5 years" weighs 1 + 1/3 + 2/3, exactly twice that of "9 years": floats added in
    one order say less than twice, in another not, and the order of a set is that of the process."""
    for n in range(50):
        lone, rare, told, common = (f"{w}{n}" for w in ("lone", "rare", "told", "common"))
        law = (
            f"The {lone} lasts 9 years. The {rare} {told} {common} lasts 5 years. "
            f"The {told} {common} begins. The {told} {common} ends."
        )
        premise = Premise((PremiseProvision(law),))
        asked = f"How long is the {lone} {rare} {told}?"
        got = fitting(("5 years",), premise, asked, f"The {common} is", "9 years")
        assert got == ("5 years",)
