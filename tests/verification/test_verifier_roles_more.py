"""Who does what to whom, more of it: written before the rules were run on it, both sides."""

from __future__ import annotations

import pytest

from lexwarrant.records.verification import SentenceVerdict
from lexwarrant.verification import Verifier

TEXT_1 = (
    "s. 14 (1) A carrier must inform the passenger of a cancellation at least 14 "
    "days before departure. (2) The passenger may claim a refund from the carrier or "
    "from the travel agent. (3) The travel agent shall pass on to the passenger any "
    "refund received from the carrier within three days. (4) The enforcement body "
    "may fine a carrier that fails to comply. (5) A passenger who misses a "
    "connection through the fault of the carrier is entitled to assistance from the "
    "carrier."
)
TEXT_2 = (
    "s. 21 (1) A charity trustee must disclose any conflict of interest to the "
    "board. (2) The board may authorise a transaction in which a trustee has an "
    "interest. (3) The secretary shall record the disclosure in the minutes and send "
    "a copy to the regulator. (4) Members may inspect the minutes free of charge. "
    "(5) The auditor reports to the members, not to the board."
)
TEXT_3 = (
    "Artikel 5. (1) Der Vermieter hat dem Mieter die Abrechnung bis zum 31. Dezember "
    "zu übergeben. (2) Der Mieter kann innerhalb von zwei Monaten Einwendungen "
    "gegenüber dem Vermieter erheben. (3) Der Verwalter unterrichtet die Eigentümer "
    "über Rechtsstreitigkeiten. (4) Die Kaution wird vom Vermieter verzinst."
)
TEXT_4 = (
    "Article 9. Le transporteur informe le voyageur du retard. Le voyageur peut "
    "réclamer le remboursement au transporteur dans un délai de deux mois. La preuve "
    "du dommage incombe au voyageur. Le contrôleur remet au voyageur un reçu."
)
TEXT_5 = (
    "סעיף 3 (א) המוביל יודיע לנוסע על ביטול הנסיעה. (ב) הנוסע רשאי לדרוש מהמוביל "
    "החזר. (ג) נטל ההוכחה מוטל על המוביל. (ד) הקבלן ימסור לרוכש את הדירה במועד."
)

RIGHT = [
    (
        TEXT_1,
        "Passengers have to be told of a cancellation by the carrier at least two weeks before departure.",
    ),
    (
        TEXT_1,
        "If the carrier refunds the travel agent, the agent has three days to pass the money on to the passenger.",
    ),
    (TEXT_1, "A passenger can turn to the carrier or to the travel agent for a refund."),
    (
        TEXT_1,
        "The carrier owes assistance to a passenger who misses a connection through its fault.",
    ),
    (TEXT_1, "A carrier that does not comply may be fined by the enforcement body."),
    (TEXT_1, "The enforcement body has power to fine carriers."),
    (TEXT_1, "It is the carrier that has to inform passengers of a cancellation."),
    (
        TEXT_1,
        "Assistance must be given by the carrier to passengers who miss a connection because of it.",
    ),
    (TEXT_2, "A trustee with a conflict of interest has to tell the board about it."),
    (TEXT_2, "The board must be told of any conflict of interest by the trustee concerned."),
    (TEXT_2, "The regulator receives a copy of the recorded disclosure from the secretary."),
    (TEXT_2, "Members can look at the minutes without paying."),
    (TEXT_2, "It falls to the secretary to put the disclosure on record."),
    (TEXT_3, "Die Abrechnung ist dem Mieter vom Vermieter bis Jahresende zu übergeben."),
    (TEXT_3, "Der Vermieter muss die Kaution verzinsen."),
    (TEXT_3, "Die Eigentümer werden vom Verwalter über Rechtsstreitigkeiten unterrichtet."),
    (
        TEXT_3,
        "Der Mieter hat zwei Monate Zeit, um gegenüber dem Vermieter Einwendungen zu erheben.",
    ),
    (TEXT_4, "Le voyageur doit être informé du retard par le transporteur."),
    (TEXT_4, "C'est au voyageur de prouver le dommage."),
    (TEXT_4, "Un reçu est remis au voyageur par le contrôleur."),
    (TEXT_5, "הנוסע יקבל מהמוביל הודעה על ביטול הנסיעה."),
    (TEXT_5, "על המוביל להודיע לנוסע על ביטול הנסיעה."),
    (TEXT_5, "המוביל נושא בנטל ההוכחה."),
    (TEXT_5, "על הקבלן למסור את הדירה לרוכש במועד."),
]

WRONG = [
    (
        TEXT_1,
        "The passenger must inform the carrier of a cancellation at least 14 days before departure.",
    ),
    (TEXT_1, "The carrier may claim a refund from the passenger."),
    (TEXT_1, "The carrier may fine the enforcement body."),
    (
        TEXT_1,
        "The travel agent has to inform the passenger of a cancellation 14 days before departure.",
    ),
    (
        TEXT_1,
        "The carrier shall pass on to the passenger within three days any refund received from the travel agent.",
    ),
    (TEXT_2, "The board must disclose any conflict of interest to the trustee."),
    (
        TEXT_2,
        "The regulator shall record the disclosure in the minutes and send a copy to the secretary.",
    ),
    (TEXT_2, "The trustee shall record the disclosure in the minutes."),
    (TEXT_2, "A trustee may authorise a transaction in which the board has an interest."),
    (TEXT_2, "The auditor reports to the board."),
    (TEXT_3, "Der Mieter hat dem Vermieter die Abrechnung bis zum 31. Dezember zu übergeben."),
    (TEXT_3, "Die Kaution wird vom Mieter verzinst."),
    (TEXT_3, "Die Eigentümer unterrichten den Verwalter über Rechtsstreitigkeiten."),
    (TEXT_4, "Le voyageur informe le transporteur du retard."),
    (TEXT_4, "La preuve du dommage incombe au transporteur."),
    (TEXT_4, "Le voyageur remet au contrôleur un reçu."),
    (TEXT_5, "הנוסע יודיע למוביל על ביטול הנסיעה."),
    (TEXT_5, "המוביל רשאי לדרוש מהנוסע החזר."),
    (TEXT_5, "נטל ההוכחה מוטל על הנוסע."),
]


@pytest.mark.parametrize(("premise", "sentence"), RIGHT, ids=[s[:50] for _, s in RIGHT])
def test_right(premise: str, sentence: str) -> None:
    found = Verifier().check_sentence(premise, sentence)
    assert found.verdict == SentenceVerdict.SUPPORTED, found.reasons


@pytest.mark.parametrize(("premise", "sentence"), WRONG, ids=[s[:50] for _, s in WRONG])
def test_wrong(premise: str, sentence: str) -> None:
    found = Verifier().check_sentence(premise, sentence)
    assert found.verdict in (SentenceVerdict.CONTRADICTED, SentenceVerdict.NOT_STATED)
