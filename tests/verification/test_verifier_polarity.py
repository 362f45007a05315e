"""Plain denials, opposites and modals that lead into a list: both sides, invented premises."""

from __future__ import annotations

import pytest

from lexwarrant.records.verification import SentenceVerdict
from lexwarrant.verification import Verifier

TEXT_1 = (
    "Section 4 applies to boats. The keeper is liable for damage. The permit is "
    "valid for a year. A contract made by a minor is not void. The registrar accepts "
    "late forms."
)
TEXT_2 = (
    "§ 3 Der Halter eines Hundes haftet für Schäden. Die Genehmigung gilt für Boote. "
    "Der Eigentümer meldet der Behörde jeden Verkauf."
)
TEXT_3 = (
    "Article 2. Le permis est valable un an. Le gardien répond des dommages. Le "
    "décret s'applique aux bateaux."
)
TEXT_4 = "סעיף 2 ההיתר תקף לשנה. הבעלים אחראי לנזק. החוק חל על סירות."
TEXT_5 = (
    "s. 4 (1) The company may— (a) enter the land; (b) fell any tree. (2) The "
    "operator must— (a) keep a log; and (b) report leaks to the agency. (3) No "
    "person shall— (a) feed the birds; or (b) light a fire."
)
TEXT_6 = (
    "Article 3. Le titulaire de la licence informe le préfet de tout changement. Le "
    "gérant de l'établissement tient le registre des incidents. L'exploitant peut "
    "suspendre le service. La responsabilité du dommage pèse sur l'exploitant."
)

RIGHT = [
    (TEXT_1, "The keeper answers for damage."),
    (TEXT_1, "Boats come under section 4."),
    (TEXT_1, "The registrar does not refuse late forms."),
    (TEXT_1, "A contract made by a minor stays valid."),
    (TEXT_1, "A minor's contract is not invalid."),
    (TEXT_3, "Les bateaux relèvent du décret."),
    (TEXT_5, "The company has power to enter the land."),
    (TEXT_5, "Lighting a fire is forbidden."),
    (TEXT_5, "The birds must not be fed."),
    (TEXT_5, "Leaks have to be reported to the agency by the operator."),
    (TEXT_6, "Le préfet est informé de tout changement par le titulaire de la licence."),
    (TEXT_6, "C'est au gérant de l'établissement de tenir le registre."),
]

WRONG = [
    (TEXT_1, "Section 4 does not apply to boats."),
    (TEXT_1, "The keeper is not liable for damage."),
    (TEXT_1, "A contract made by a minor is void."),
    (TEXT_1, "The registrar does not accept late forms."),
    (TEXT_1, "The registrar refuses late forms."),
    (TEXT_2, "Der Halter eines Hundes haftet nicht für Schäden."),
    (TEXT_2, "Die Genehmigung gilt nicht für Boote."),
    (TEXT_2, "Die Behörde meldet dem Eigentümer jeden Verkauf."),
    (TEXT_3, "Le décret ne s'applique pas aux bateaux."),
    (TEXT_4, "ההיתר אינו תקף לשנה."),
    (TEXT_4, "הבעלים אינו אחראי לנזק."),
    (TEXT_4, "החוק אינו חל על סירות."),
    (TEXT_5, "The company must fell the trees."),
    (TEXT_5, "The company may not enter the land."),
    (TEXT_5, "The operator may keep a log."),
    (TEXT_5, "The operator need not report leaks to the agency."),
    (TEXT_5, "Lighting a fire is permitted."),
    (TEXT_5, "Entry on the land by the company is not allowed."),
    (TEXT_6, "Le préfet informe le titulaire de la licence de tout changement."),
    (TEXT_6, "L'exploitant est tenu de suspendre le service."),
]


@pytest.mark.parametrize(("premise", "sentence"), RIGHT, ids=[s[:50] for _, s in RIGHT])
def test_right(premise: str, sentence: str) -> None:
    found = Verifier().check_sentence(premise, sentence)
    assert found.verdict == SentenceVerdict.SUPPORTED, found.reasons


@pytest.mark.parametrize(("premise", "sentence"), WRONG, ids=[s[:50] for _, s in WRONG])
def test_wrong(premise: str, sentence: str) -> None:
    found = Verifier().check_sentence(premise, sentence)
    assert found.verdict in (SentenceVerdict.CONTRADICTED, SentenceVerdict.NOT_STATED)
