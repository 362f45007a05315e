"""What is in and what is out of a rule, by name: both sides, invented premises."""

from __future__ import annotations

import pytest

from lexwarrant.records.verification import SentenceVerdict
from lexwarrant.verification import Verifier

TEXT_1 = (
    's. 2 (1) "Vehicle" includes a trailer, but does not include a bicycle. (2) A '
    "person other than a licensed dealer shall not sell a vehicle at a market. (3) "
    "This Act extends to England and Wales. (4) Section 9 does not apply to an "
    "agricultural tractor. s. 9 The keeper of a vehicle must display a plate."
)
TEXT_2 = (
    "§ 3 Dieses Gesetz gilt nicht für Kleinbetriebe. § 4 Hunde, ausgenommen "
    "Blindenhunde, sind an der Leine zu führen."
)
TEXT_3 = 'סעיף 5 חוק זה לא יחול על קטינים. סעיף 6 "עובד" – לרבות מתנדב, ולמעט קבלן.'
TEXT_4 = (
    "Article 3. Le présent décret ne s'applique pas aux associations. Tout véhicule, "
    "à l'exception des ambulances, est soumis à la taxe."
)

RIGHT = [
    (TEXT_1, "A trailer is a vehicle for this purpose."),
    (TEXT_1, "A bicycle falls outside the meaning of vehicle."),
    (TEXT_1, "A licensed dealer may sell a vehicle at a market."),
    (TEXT_1, "The Act applies in England."),
    (TEXT_1, "The keeper of a vehicle has to display a plate."),
    (TEXT_1, "The keeper of an agricultural tractor does not have to display a plate."),
    (TEXT_2, "Kleinbetriebe sind vom Gesetz ausgenommen."),
    (TEXT_2, "Hunde müssen an der Leine geführt werden."),
    (TEXT_3, "החוק אינו חל על קטינים."),
    (TEXT_4, "Les associations échappent au décret."),
    (TEXT_4, "Les véhicules sont soumis à la taxe."),
    (TEXT_4, "La taxe ne vise pas les ambulances."),
]

WRONG = [
    (TEXT_1, 'A trailer falls outside the meaning of "vehicle".'),
    (TEXT_1, "The word vehicle covers a bicycle."),
    (TEXT_1, "The word vehicle covers bicycles too."),
    (TEXT_1, "A licensed dealer shall not sell a vehicle at a market."),
    (TEXT_1, "Wales is outside the reach of the Act."),
    (TEXT_1, "An agricultural tractor must display a plate too."),
    (TEXT_1, "Section 9 applies to agricultural tractors."),
    (TEXT_2, "Das Gesetz gilt auch für Kleinbetriebe."),
    (TEXT_2, "Auch Blindenhunde sind an der Leine zu führen."),
    (TEXT_3, "החוק חל גם על קטינים."),
    (TEXT_4, "Le décret s'applique aussi aux associations."),
    (TEXT_4, "Les ambulances sont soumises à la taxe."),
]


@pytest.mark.parametrize(("premise", "sentence"), RIGHT, ids=[s[:50] for _, s in RIGHT])
def test_right(premise: str, sentence: str) -> None:
    found = Verifier().check_sentence(premise, sentence)
    assert found.verdict == SentenceVerdict.SUPPORTED, found.reasons


@pytest.mark.parametrize(("premise", "sentence"), WRONG, ids=[s[:50] for _, s in WRONG])
def test_wrong(premise: str, sentence: str) -> None:
    found = Verifier().check_sentence(premise, sentence)
    assert found.verdict in (SentenceVerdict.CONTRADICTED, SentenceVerdict.NOT_STATED)
