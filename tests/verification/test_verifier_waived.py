"""A condition said to make no difference, and the case in which it fails: both sides."""

from __future__ import annotations

import pytest

from lexwarrant.records.verification import SentenceVerdict
from lexwarrant.verification import Verifier

TEXT_1 = (
    "s. 6 (1) An officer may seal a well if the water is polluted and the owner has "
    "been warned. (2) A licence may be granted only if— (a) the applicant has paid "
    "the fee, and (b) no objection is pending. (3) Where a tenant has not paid rent "
    "for two months, the landlord may end the lease."
)
TEXT_2 = (
    "Das Amt kann die Erlaubnis erteilen, wenn der Antragsteller zuverlässig ist und "
    "das Lager gesichert ist. Der Antragsteller hat zwei Wochen Zeit für eine "
    "Stellungnahme."
)
TEXT_3 = "Le préfet peut retirer l'agrément si le centre n'a pas transmis son rapport annuel."

RIGHT = [
    (TEXT_1, "The landlord may end the lease where the tenant has not paid rent for two months."),
    (
        TEXT_1,
        "An officer may not seal the well if the owner has not been warned, even though the water is polluted.",
    ),
    (TEXT_1, "A licence may be granted where the fee is paid and no objection is pending."),
    (
        TEXT_1,
        "A licence may not be granted if an objection is pending, even if the fee has been paid.",
    ),
    (
        TEXT_2,
        "Ist der Antragsteller zuverlässig und das Lager gesichert, darf das Amt die Erlaubnis erteilen.",
    ),
    (TEXT_2, "Der Antragsteller kann sich zwei Wochen lang äußern."),
    (
        TEXT_3,
        "Le préfet a la faculté de retirer l'agrément lorsque le rapport annuel n'a pas été transmis.",
    ),
]

WRONG = [
    (TEXT_1, "An officer may seal the well even though the owner has not been warned."),
    (TEXT_1, "An officer may seal a polluted well whether or not the owner has been warned."),
    (TEXT_1, "A licence can be granted even if an objection is pending."),
    (TEXT_1, "A licence can be granted regardless of whether the applicant has paid the fee."),
    (TEXT_1, "The landlord may end the lease even where the tenant has paid the rent."),
    (TEXT_1, "An officer may not seal a well if the owner has been warned."),
    (TEXT_2, "Das Amt kann die Erlaubnis erteilen, auch wenn das Lager nicht gesichert ist."),
    (TEXT_3, "Le préfet peut retirer l'agrément même si le centre a transmis son rapport annuel."),
]


@pytest.mark.parametrize(("premise", "sentence"), RIGHT, ids=[s[:50] for _, s in RIGHT])
def test_right(premise: str, sentence: str) -> None:
    found = Verifier().check_sentence(premise, sentence)
    assert found.verdict == SentenceVerdict.SUPPORTED, found.reasons


@pytest.mark.parametrize(("premise", "sentence"), WRONG, ids=[s[:50] for _, s in WRONG])
def test_wrong(premise: str, sentence: str) -> None:
    found = Verifier().check_sentence(premise, sentence)
    assert found.verdict in (SentenceVerdict.CONTRADICTED, SentenceVerdict.NOT_STATED)
