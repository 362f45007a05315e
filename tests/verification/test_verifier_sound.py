"""Reasons that need more than one sign: what a sentence puts, names or denies is no fault by itself."""

from __future__ import annotations

import pytest

from lexwarrant.verification import Verifier

FERRY = (
    "Article 5. Compensation of 25 % of the ticket price shall be due where arrival is delayed by at "
    "least one hour. Article 6. A claim shall be made within three months."
)
CARER = (
    "Regulation 3. (1) A carer is entitled to a payment of €200 per week. (2) The payment is increased "
    "by one half where the carer looks after more than one person."
)
CAP = (
    "Article 12. The controller shall report an incident to the authority. Article 40. An undertaking "
    "which infringes Article 12 shall be subject to a fine of up to EUR 10 million or up to 2 % of its "
    "turnover, whichever is higher."
)
LEASE = (
    "Article 8. Le preneur peut résilier le bail moyennant un préavis de trois mois et le paiement "
    "d'une indemnité égale à un mois de loyer."
)
REPLY = (
    "The reply shall be given within one month. That period may be extended by two months where the "
    "request is complex."
)
APPEAL = (
    "(a) No appeal shall bring a judgment before a court of appeals unless notice of appeal is filed "
    "within thirty days after the entry of judgment. (b) In any such appeal the time shall be 60 days "
    "from such entry if one of the parties is a United States agency."
)
MINISTER = (
    "1. The Minister may designate a company. 2. The designation ends after five years. "
    "3. The Board shall publish the register every year."
)
MISCONDUCT = (
    "7. Where an employee accepts payment, the date of termination shall be deemed to be the date on "
    "which notice would have expired. 8. Nothing in this Act affects the right to end a contract "
    "without notice because of misconduct."
)
WAGE = "15. The rate for employees under 18 shall not be less than 70 per cent of the hourly rate of pay."
TRADER = (
    "4. The trader must refund the consumer within 14 days. 5. A fee may be charged for repairs."
)
HEBREW = "1. עובד זכאי לזקוף עד 6 ימים בשנה. 2. עובד זכאי לזקוף עד 60 ימים בשנה בשל מחלה ממארת."


def verdict(premise: str, sentence: str) -> str:
    return Verifier().check_sentence(premise, sentence).verdict.value


@pytest.mark.parametrize(
    ("premise", "sentence"),
    [
        (FERRY, "On a EUR 80 ticket for a crossing that came in ninety minutes late, the compensation "
                "due is EUR 20."),
        (CARER, "Somebody who looks after more than one person would receive a payment of €300 a week."),
        (CARER, "Looking after more than one person lifts the payment to 150% of the usual rate."),
        (CAP, "Failing to honour Article 12 exposes an undertaking to a fine of up to €10 million or 2% "
              "of turnover, whichever is higher."),
        (LEASE, "Avec un loyer mensuel de 900 €, la résiliation coûte une indemnité de 900 euros."),
        (APPEAL, "When a federal agency is a party, the notice of appeal may be filed within sixty days "
                 "of entry."),
        (MISCONDUCT, "The extract does not define what counts as misconduct."),
        (WAGE, "What the hourly rate actually is in euro does not appear from the provisions."),
        (TRADER, "Ceci dit, je vous propose d'avancer ainsi."),
        (TRADER, "Eine Prognose möchte ich nicht abgeben."),
    ],
)  # fmt: skip
def test_right_sentences_put_in_other_words(premise: str, sentence: str) -> None:
    assert verdict(premise, sentence) in ("supported", "no_claim")


@pytest.mark.parametrize(
    ("premise", "sentence"),
    [
        (FERRY, "On a EUR 80 ticket for a crossing that came in late, the compensation is 40 % of the "
                "ticket price."),
        (CARER, "Somebody who looks after more than one person would receive a payment of €350 a week."),
        (CARER, "Looking after more than one person lifts the payment to 170% of the usual rate."),
        (MINISTER, "Section 3 is what lets the Minister designate a company."),
        (CAP, "An undertaking is subject to a fine of up to 4 % of its total turnover."),
        (REPLY, "The authority may take three further months where the request is complex."),
        (MINISTER, "The Minister is bound to designate a company."),
        (WAGE, "The provisions do not say what percentage of the hourly rate applies to employees "
               "under 18."),
        (TRADER, "The trader must refund the consumer within a full month."),
        (HEBREW, "עובד זכאי לזקוף עד 8 ימים בשנה."),
    ],
)  # fmt: skip
def test_wrong_sentences_of_the_same_kinds(premise: str, sentence: str) -> None:
    assert verdict(premise, sentence) in ("contradicted", "not_stated")
