"""One small pair for each kind of fault: the right sentence passes, the wrong one does not.

The premises are invented for these tests.
"""

from __future__ import annotations

import pytest

from lexwarrant.records.verification import (
    CheckContext,
    Premise,
    PremiseProvision,
    ReasonCode,
    SentenceVerdict,
)
from lexwarrant.verification import Verifier

LEASE = (
    "s. 4 Repairs. (1) The landlord must repair the roof within 28 days after receiving written "
    "notice from the tenant, unless the damage was caused by the tenant. (2) The tenant may deduct "
    "the cost of the repair from the rent. (3) A deduction may not exceed £500 in any year. "
    "s. 5 Ending. (1) The tenant must give at least four weeks' notice. (2) Subsection (1) does not "
    "apply where the house is unfit to live in."
)
GRANT = (
    "s. 2 Grants. A grant may be paid only if— (a) the applicant is over the age of 18; (b) the "
    "applicant resides in the district; and (c) the project is completed."
)
FEES = (
    "s. 9 Fees. The fee is: for a vessel of less than 10 metres, £40; for a vessel of 10 metres or "
    "more, £90. A fee is payable within 14 working days. This Act comes into force on 6 April 2024."
)
STATUS = "s. 12 Repeals. Section 3 of the Ferries Act 1931 is repealed with effect from 1 May 2020."

PAIRS = [
    ("party_swap", LEASE, "The tenant may deduct the cost of the repair from the rent.",
     "The landlord may deduct the cost of the repair from the rent."),
    ("modal", LEASE, "The tenant can deduct the cost of the repair from the rent.",
     "The tenant must deduct the cost of the repair from the rent."),
    ("negation", LEASE, "A deduction cannot exceed £500 in a year.",
     "The landlord must not repair the roof."),
    ("figure", LEASE, "The roof has to be repaired within four weeks of the notice, unless the tenant did the damage.",
     "The roof has to be repaired within 48 days of the notice."),
    ("comparator", LEASE, "The tenant has to give a minimum of four weeks' notice.",
     "The tenant has to give at most four weeks' notice."),
    ("exception", LEASE, "No four weeks' notice is required where the house is unfit to live in.",
     "The tenant must always give four weeks' notice, even where the house is unfit to live in."),
    ("condition_dropped", LEASE,
     "The landlord must repair the roof within 28 days of notice unless the tenant caused the damage.",
     "In every case the landlord must repair the roof within 28 days after receiving written notice."),
    ("condition_invented", LEASE, "The tenant may deduct the cost of the repair from the rent.",
     "The tenant may deduct the cost of the repair from the rent if a surveyor certifies the invoice."),
    ("misattributed", LEASE, "Section 4(2) lets the tenant deduct the cost of the repair.",
     "Section 5(2) lets the tenant deduct the cost of the repair from the rent."),
    ("citation_absent", LEASE, "Section 5 deals with notice.",
     "Section 17 says the tenant must give four weeks' notice."),
    ("conjunction", GRANT, "The applicant must reside in the district and the project must be completed.",
     "A grant may be paid if the applicant resides in the district or the project is completed."),
    ("boundary", FEES, "The fee for a vessel of exactly 10 metres is £90.",
     "The fee for a vessel of exactly 10 metres is £40."),
    ("unit", FEES, "A fee is payable within fourteen working days.",
     "A fee is payable within 14 calendar days."),
    ("cross_kind", FEES, "A smaller vessel pays a fee of forty pounds.",
     "A fee is payable within 40 days."),
    ("date", FEES, "The Act has been in force from the 6th of April 2024.",
     "The Act has been in force from 6 May 2024."),
    ("repeal", STATUS, "Section 3 of the Ferries Act 1931 has been repealed.",
     "Section 3 of the Ferries Act 1931 continues to apply."),
    ("quotation", LEASE, "The duty arises “after receiving written notice from the tenant”.",
     "The duty arises “after receiving oral notice from the tenant”."),
    ("silence", LEASE, "The provisions supplied do not say who insures the house.",
     "The provisions supplied do not say how much notice the tenant must give."),
    ("false_premise", LEASE, "It is not two weeks: the tenant must give at least four weeks' notice.",
     "The tenant must give at least two weeks' notice, not four."),
    ("computation", "The fine is £500 for each day of delay.",
     "For three days the fine is 3 × £500 = £1,500.", "For three days the fine is 3 × £500 = £1,800."),
    ("invented_rule", LEASE, "The tenant has to give notice of at least 28 days.",
     "A surveyor from the ministry inspects every boiler annually."),
]  # fmt: skip


def check(premise: str, sentence: str, title: str = "") -> SentenceVerdict:
    provision = PremiseProvision(premise, title)
    return Verifier().check_sentence(Premise((provision,)), sentence).verdict


@pytest.mark.parametrize(("kind", "premise", "right", "wrong"), PAIRS, ids=[p[0] for p in PAIRS])
def test_minimal_pairs(kind: str, premise: str, right: str, wrong: str) -> None:
    assert check(premise, right) == SentenceVerdict.SUPPORTED
    assert check(premise, wrong) in (SentenceVerdict.CONTRADICTED, SentenceVerdict.NOT_STATED)


FOREIGN = [
    ("fr", "Le juge peut reporter le paiement dans la limite de deux années.",
     "Le juge a la faculté de reporter le paiement de 24 mois au plus.",
     "Le juge doit reporter le paiement."),
    ("de", "Der Mieter muss die Miete spätestens am dritten Werktag zahlen. Die Frist beträgt zwei Jahre.",
     "Die Frist beträgt 24 Monate.", "Die Frist beträgt drei Jahre."),
    ("he", "רשאי בית המשפט לחייב את הנתבע לשלם פיצוי שלא יעלה על 50,000 שקלים חדשים.",
     "בית המשפט רשאי לחייב את הנתבע בפיצוי של עד 50,000 ש״ח.",
     "בית המשפט רשאי לחייב את הנתבע בפיצוי של עד 60,000 ש״ח."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "premise", "right", "wrong"), FOREIGN, ids=[f[0] for f in FOREIGN]
)
def test_other_languages(code: str, premise: str, right: str, wrong: str) -> None:
    assert check(premise, right) == SentenceVerdict.SUPPORTED
    assert check(premise, wrong) == SentenceVerdict.CONTRADICTED


def test_a_year_in_a_title_is_part_of_the_name() -> None:
    premise = "An eligible employee is entitled to 12 workweeks of leave."
    title = "Family Leave Act of 1993"
    right = "The Family Leave Act of 1993 gives an eligible employee 12 workweeks of leave."
    assert check(premise, right, title) == SentenceVerdict.SUPPORTED
    assert check(premise, right.replace("1993", "1991"), title) == SentenceVerdict.NOT_STATED


def test_the_question_is_never_evidence() -> None:
    finding = Verifier().check_sentence(
        "The award may be reduced where the claimant was at fault.",
        "Yes, the award is capped at £85,000.",
        CheckContext(question="Is it capped at £85,000?"),
    )
    assert finding.verdict == SentenceVerdict.NOT_STATED
    assert ReasonCode.USER_FIGURE_ECHOED in finding.reasons


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("How long is your lease?", ReasonCode.QUESTION),
        ("I cannot advise on your chances.", ReasonCode.REFUSAL),
        ("In summary:", ReasonCode.CONNECTIVE),
        ("You say that the roof leaks.", ReasonCode.USER_FACTS),
    ],
)
def test_sentences_that_claim_nothing(sentence: str, reason: ReasonCode) -> None:
    finding = Verifier().check_sentence(LEASE, sentence)
    assert finding.verdict == SentenceVerdict.NO_CLAIM
    assert finding.reasons == (reason,)


def test_an_empty_premise_supports_nothing() -> None:
    finding = Verifier().check_sentence("", "The tenant must pay a deposit.")
    assert finding.verdict == SentenceVerdict.NOT_STATED
    assert finding.reasons == (ReasonCode.EMPTY_PREMISE,)


def test_a_cut_source_refutes_nothing() -> None:
    premise = Premise((PremiseProvision("The tenant must pay", complete=False),))
    finding = Verifier().check_sentence(premise, "Mooring licences expire with the harbour lease.")
    assert finding.verdict == SentenceVerdict.CANNOT_CHECK
    assert finding.reasons == (ReasonCode.INCOMPLETE_SOURCE,)


def test_findings_carry_spans_and_a_hint() -> None:
    text = "Welcome. The roof must be repaired within 48 days of the notice."
    found = Verifier().check_text(LEASE, text)
    finding = found.findings[-1]
    assert finding.verdict == SentenceVerdict.CONTRADICTED
    assert text[finding.span[0] : finding.span[1]] == "48 days"
    assert "28 days" in finding.hint.values  # type: ignore[union-attr]
    source = finding.sources[0]
    assert LEASE[source.start : source.end] == source.text
    assert "28 days" in source.text
