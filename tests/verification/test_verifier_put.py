"""Figures of a case put are not figures of the rule; those of the rule are held to it."""

from __future__ import annotations

import pytest

from lexwarrant.verification import Verifier

DEPOSIT = (
    "3(1) A landlord must not require a holding deposit exceeding one week's rent. "
    "(2) One week's rent is the annual rent divided by 52. "
    "4 The deposit must be repaid within 7 days of the agreement."
)
CHANTIER = (
    "Article 4 – Le maître d'ouvrage désigne un coordonnateur lorsque deux entreprises ou plus "
    "interviennent et que la durée des travaux dépasse trente jours ouvrables."
)
SCHULE = (
    "§ 3 Die Gemeinde trägt die Beförderungskosten, wenn der Schulweg für Schüler der Klassen 1 bis 4 "
    "mehr als zwei Kilometer, für Schüler der Klassen 5 bis 10 mehr als vier Kilometer beträgt."
)
MEMBERS = "5. An association of fewer than 40 members may file its accounts every second year."


@pytest.mark.parametrize(
    ("premise", "sentence"),
    [
        (DEPOSIT, "If the flat costs £15,600 a year, the landlord must repay the deposit within 7 days."),
        (CHANTIER, "Un chantier de trois entreprises doit avoir un coordonnateur si sa durée dépasse "
                   "trente jours ouvrables."),
        (SCHULE, "Für einen Schüler der Klasse 7 mit fünf Kilometern Schulweg muss die Gemeinde die "
                 "Beförderungskosten tragen."),
        (MEMBERS, "An association of twelve members may file its accounts every second year."),
    ],
)  # fmt: skip
def test_a_figure_of_the_case_put_is_no_claim_about_the_rule(premise: str, sentence: str) -> None:
    assert Verifier().check_sentence(premise, sentence).verdict == "supported"


@pytest.mark.parametrize(
    ("premise", "sentence"),
    [
        (DEPOSIT, "If the tenant signs, the landlord must repay the deposit within 9 days."),
        (DEPOSIT, "The landlord must repay the deposit within 9 days of the agreement."),
        (CHANTIER, "Le maître d'ouvrage doit désigner un coordonnateur lorsque la durée des travaux "
                   "dépasse vingt jours ouvrables."),
        (SCHULE, "Die Gemeinde trägt die Beförderungskosten für Schüler der Klassen 1 bis 4, wenn der "
                 "Schulweg mehr als drei Kilometer beträgt."),
        (MEMBERS, "An association of fewer than 50 members may file its accounts every second year."),
    ],
)  # fmt: skip
def test_a_figure_of_the_rule_is_held_to_it(premise: str, sentence: str) -> None:
    assert Verifier().check_sentence(premise, sentence).verdict == "contradicted"
