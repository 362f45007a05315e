"""A bound that speaks of the clock turns round before an event; who is liable may be punished."""

from __future__ import annotations

import pytest

from lexwarrant.verification import Verifier

RENEWAL = "An application for renewal must be made not later than eight weeks before expiry."
WINDOW = "The application shall be filed not earlier than 90 days and not later than 30 days before expiry."
FINE = "On conviction the employer shall be liable to a fine not exceeding RM10,000."


@pytest.mark.parametrize(
    ("premise", "sentence", "verdict"),
    [
        (RENEWAL, "The driver must apply for renewal at least eight weeks before expiry.", "supported"),
        (RENEWAL, "The driver must apply for renewal at most eight weeks before expiry.", "contradicted"),
        (RENEWAL, "The driver must apply for renewal at least six weeks before expiry.", "contradicted"),
        (WINDOW, "The application has to be filed at least 30 days before expiry.", "supported"),
        (WINDOW, "The application may be filed at most 90 days before expiry.", "supported"),
        (WINDOW, "The application has to be filed at least 90 days before expiry.", "contradicted"),
        ("Der Antrag ist spätestens drei Wochen vor Ablauf zu stellen.",
         "Der Antrag muss mindestens drei Wochen vor Ablauf gestellt werden.", "supported"),
        ("Der Antrag ist spätestens drei Wochen vor Ablauf zu stellen.",
         "Der Antrag muss höchstens drei Wochen vor Ablauf gestellt werden.", "contradicted"),
        ("La demande est déposée au plus tard un mois avant l'échéance.",
         "La demande doit être déposée au moins un mois avant l'échéance.", "supported"),
        ("הבקשה תוגש לא יאוחר מ-30 ימים לפני פקיעת הרישיון.",
         "יש להגיש את הבקשה לפחות 30 ימים לפני פקיעת הרישיון.", "supported"),
        ("The fee must be paid not later than 30 days after the notice.",
         "The fee must be paid at least 30 days after the notice.", "contradicted"),
        (FINE, "An employer who is convicted may be fined up to RM10,000.", "supported"),
        (FINE, "An employer who is convicted must not be fined.", "contradicted"),
        ("The fee is £42; for a charity the fee is one third of that amount.",
         "A charity pays a fee of £14.", "supported"),
        ("The fee is £42; for a charity the fee is one third of that amount.",
         "A charity pays a fee of £15.", "contradicted"),
        ("A public body shall designate an officer, except for courts acting judicially.",
         "Courts acting judicially fall outside the duty of a public body to designate an officer.",
         "supported"),
        ("בית משפט המבטל פסק דין למזונות יודיע על כך מיד למוסד.",
         "בית המשפט שביטל את פסק הדין חייב להודיע על כך מיד למוסד.", "supported"),
        ("The employer shall pay wages within seven days.",
         "The employer may pay wages within seven days.", "contradicted"),
    ],
)  # fmt: skip
def test_bounds_before_an_event_and_liability(premise: str, sentence: str, verdict: str) -> None:
    assert Verifier().check_sentence(premise, sentence).verdict == verdict
