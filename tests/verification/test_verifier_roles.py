"""Who does what to whom: right and wrong sentences over invented premises.

None of these stands in a battery; both sides of each kind are given.
"""

from __future__ import annotations

import pytest

from lexwarrant.records.verification import ReasonCode, SentenceVerdict
from lexwarrant.verification import Verifier

PORT = (
    "s. 3 (1) The operator of a port must keep a register of dangerous cargo. (2) The master of a "
    "ship shall notify the harbour authority of dangerous cargo not later than 24 hours before "
    "arrival. (3) The harbour authority may require the operator to close a berth. (4) Only the "
    "inspector may board a ship in quarantine."
)
LOAN = (
    "s. 8 (1) The lender must give the borrower a written statement of the account each year. "
    "(2) The borrower may repay the loan early. (3) Where the borrower repays early, the lender "
    "shall refund the unused interest to the borrower. (4) The onus is on the lender to prove that "
    "the statement was sent."
)
WORK = (
    "s. 5 (1) An employer shall, after consulting the staff council, publish the roster. (2) The "
    "manager, a deputy or a person authorised by the manager may sign a roster. (3) An employee is "
    "entitled to two weeks' notice from the employer of a change of roster. (4) The cost of work "
    "clothes shall be borne by the employer."
)
FRENCH = (
    "Article 6. Le syndic adresse aux copropriétaires une copie du budget. Le vendeur informe "
    "l'acheteur des travaux votés. La régularisation des charges incombe au vendeur."
)
GERMAN = (
    "§ 4 Der Verwalter hat den Eigentümern den Wirtschaftsplan vorzulegen. Der Käufer muss dem "
    "Verkäufer Mängel unverzüglich anzeigen. Die Kosten der Versendung trägt der Verkäufer."
)
HEBREW = (
    "סעיף 7 (א) המשכיר ימסור לשוכר העתק של החוזה. (ב) על השוכר להודיע למשכיר בכתב על כל ליקוי "
    "במושכר. (ג) דמי התיווך ישולמו בידי המשכיר."
)

RIGHT = [
    (PORT, "The harbour authority has to be notified of dangerous cargo by the ship's master."),
    (PORT, "It is for the operator of the port to keep the register of dangerous cargo."),
    (PORT, "The operator may be required by the harbour authority to close a berth."),
    (PORT, "Nobody but the inspector may board a ship in quarantine."),
    (
        LOAN,
        "The borrower must be given a written statement of the account by the lender each year.",
    ),
    (LOAN, "The borrower receives a written statement of the account from the lender each year."),
    (LOAN, "Proving that the statement was sent is the lender's job."),
    (LOAN, "Unused interest is refunded to the borrower by the lender."),
    (WORK, "The employer has to give an employee two weeks' notice of a change of roster."),
    (WORK, "A deputy may sign the roster."),
    (WORK, "The employer bears the cost of work clothes."),
    (FRENCH, "L'acheteur est informé des travaux votés par le vendeur."),
    (FRENCH, "C'est au vendeur d'informer l'acheteur des travaux votés."),
    (GERMAN, "Dem Verkäufer sind Mängel vom Käufer unverzüglich anzuzeigen."),
    (GERMAN, "Der Verkäufer trägt die Kosten der Versendung."),
    (HEBREW, "השוכר יקבל מהמשכיר העתק של החוזה."),
    (HEBREW, "חובה על השוכר להודיע למשכיר בכתב על כל ליקוי במושכר."),
]

WRONG = [
    (
        PORT,
        "The harbour authority shall notify the master of the ship of dangerous cargo before arrival.",
    ),
    (PORT, "It is for the master of the ship to keep the register of dangerous cargo."),
    (PORT, "The operator may require the harbour authority to close a berth."),
    (PORT, "The operator may board a ship in quarantine."),
    (LOAN, "The borrower must give the lender a written statement of the account each year."),
    (
        LOAN,
        "The lender must be given a written statement of the account by the borrower each year.",
    ),
    (LOAN, "The onus is on the borrower to prove that the statement was sent."),
    (LOAN, "The borrower shall refund the unused interest to the lender."),
    (WORK, "An employer is entitled to two weeks' notice from the employee of a change of roster."),
    (WORK, "Only the manager may sign a roster."),
    (WORK, "The cost of work clothes falls on the employee."),
    (FRENCH, "L'acheteur informe le vendeur des travaux votés."),
    (FRENCH, "C'est à l'acheteur d'informer le vendeur des travaux votés."),
    (GERMAN, "Der Verkäufer muss dem Käufer Mängel unverzüglich anzeigen."),
    (GERMAN, "Die Kosten der Versendung trägt der Käufer."),
    (HEBREW, "השוכר ימסור למשכיר העתק של החוזה."),
    (HEBREW, "על המשכיר להודיע לשוכר בכתב על כל ליקוי במושכר."),
]

_PARTS = {
    ReasonCode.SWAPPED_PARTIES,
    ReasonCode.WRONG_DUTY_HOLDER,
    ReasonCode.SCOPE_NOT_STATED,
}


@pytest.mark.parametrize(("premise", "sentence"), RIGHT, ids=[s[:40] for _, s in RIGHT])
def test_the_same_part_in_other_words(premise: str, sentence: str) -> None:
    found = Verifier().check_sentence(premise, sentence)
    assert found.verdict == SentenceVerdict.SUPPORTED, found.reasons


@pytest.mark.parametrize(("premise", "sentence"), WRONG, ids=[s[:40] for _, s in WRONG])
def test_parts_exchanged_or_misgiven(premise: str, sentence: str) -> None:
    found = Verifier().check_sentence(premise, sentence)
    assert found.verdict in (SentenceVerdict.CONTRADICTED, SentenceVerdict.NOT_STATED)
    assert _PARTS & set(found.reasons)
