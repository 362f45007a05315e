"""Figures and time in the forms people write them: what is read, and what is right or wrong.

The premises are invented for these tests. Each right sentence stands beside a wrong one.
"""

from __future__ import annotations

import pytest

from lexwarrant.verification import Verifier
from lexwarrant.verification.analysis import analyse
from lexwarrant.verification.lexicon import lexicon_for

READ = [
    ("en", "a year and a half", [("month", 18.0)]),
    ("en", "a day and a half", [("day", 1.5)]),
    ("en", "a full year", [("month", 12.0)]),
    ("en", "one year and six months", [("month", 18.0)]),
    ("en", "three hours and 30 minutes", [("day", 3.5 / 24)]),
    ("en", "the twenty-eighth day", [("day", 28.0)]),
    ("en", "the thirteenth day", [("day", 13.0)]),
    ("en", "a third of the members", [("percent", 100 / 3)]),
    ("en", "half a decade", [("month", 60.0)]),
    ("en", "Rs 5 lakh", [("money:INR", 500_000.0)]),
    ("en", "2.5 crore rupees", [("money:INR", 25_000_000.0)]),
    ("en", "20,000 Singapore dollars", [("money:SGD", 20_000.0)]),
    ("en", "RM5,000", [("money:MYR", 5_000.0)]),
    ("fr", "un an et demi", [("month", 18.0)]),
    ("fr", "trois mois et demi", [("month", 3.5)]),
    ("fr", "une quinzaine de jours", [("day", 15.0)]),
    ("de", "Zweijahresfrist", [("month", 24.0)]),
    ("de", "dreimonatige Frist", [("month", 3.0)]),
    ("de", "14-tägige Frist", [("day", 14.0)]),
    ("de", "Wochenfrist", [("day", 7.0)]),
    ("de", "am 28. Tag", [("day", 28.0)]),
    ("de", "am achtundzwanzigsten Tag", [("day", 28.0)]),
    ("de", "20 Mio. Euro", [("money:EUR", 20_000_000.0)]),
    ("de", "ein ganzes Jahr", [("month", 12.0)]),
    ("de", "sieben Werktage", [("day", 7.0)]),
    ("he", "שנתיים וחצי", [("month", 30.0)]),
    ("he", "שנה וחצי", [("month", 18.0)]),
    ("he", "יום ה-28", [("day", 28.0)]),
    ("he", "היום העשרים ושמונה", [("day", 28.0)]),
]


@pytest.mark.parametrize(("code", "text", "expected"), READ)
def test_what_is_read(code: str, text: str, expected: list[tuple[str, float]]) -> None:
    found = analyse(text, lexicon_for(code)).quantities
    assert [q.dim for q in found] == [dim for dim, _ in expected]
    for quantity, (_, value) in zip(found, expected, strict=True):
        assert quantity.value == pytest.approx(value, rel=1e-4)


FEES = (
    "s. 9 The fee is: for a boat of less than 10 metres, £40; for a boat of 10 metres or more but "
    "less than 20 metres, £90; for a boat of 20 metres or more, £150."
)
BANDS = (
    "s. 4 The notice to be given is— (a) for service of less than two years, one week; (b) for "
    "service of two years or more but less than five years, two weeks; (c) for service of five "
    "years or more, four weeks."
)
SMALL = "s. 3 The duty does not apply to a firm with fewer than 50 employees."
REPORT = (
    "Art. 7 The operator shall submit: (a) an early warning within 24 hours of the incident; and "
    "(b) a final report within one month after the repair."
)
HOURS = (
    "§ 5 Defekte Räder entfernt der Anbieter binnen 24 Stunden. An Feiertagen verlängert sich die "
    "Frist um zwölf Stunden."
)
WATER = "§ 3 Die Gebühr beträgt 2,50 EUR je Kubikmeter Abwasser."
WINDOW = (
    "s. 8 A renewal application must be filed not earlier than 90 days and not later than 30 days "
    "before the licence expires."
)
HIVES = "Article 2. L'aide est ouverte aux personnes détenant entre 20 et 300 ruches."
START = (
    "Art. 14 The manufacturer shall notify each vulnerability. Art. 71 This Regulation shall apply "
    "from 11 December 2027. However, Article 14 shall apply from 11 September 2026."
)
CARE = "s. 6 Leave may be taken to care for a parent, spouse, domestic partner or child."
LEVY = "s. 1 The levy applies until 31 December 2029 to every ferry."
LINES = (
    "Allotments Act 2009\n6(1) A council may end a tenancy on 12 weeks' notice. (2) Notice may not "
    "be given in winter.\n7 A plot-holder must be paid for the crops on the plot.\n12 A reference "
    "to a council includes a parish council."
)
VALID = "Article 4. La déclaration est valable trois ans."
LABEL = "Article 8. La boisson porte la mention « Teneur élevée. Déconseillé aux enfants »."
DRINK = "Article 8. Toute boisson contenant plus de 150 mg de caféine porte un avertissement."

PAIRS = [
    ("scale", BANDS, "Someone with five years' service is owed four weeks.",
     "Someone with five years' service is owed two weeks."),
    ("worked sum", FEES, "Boats of 8 and 25 metres pay £40 and £150, £190 together.",
     "Boats of 8 and 25 metres pay £40 and £150, £210 together."),
    ("difference", FEES, "A boat of 20 metres or more pays £60 more than one of 10 to 20 metres.",
     "A boat of 20 metres or more pays £75 more than one of 10 to 20 metres."),
    ("on the limit", SMALL, "A firm with 49 employees is outside the duty.",
     "The duty does not apply to a firm that has 50 employees."),
    ("event", REPORT, "The final report is due one month after the repair.",
     "The final report is due one month after the early warning."),
    ("lengthened", HOURS, "An Feiertagen hat der Anbieter 36 Stunden für defekte Räder.",
     "An Feiertagen hat der Anbieter 48 Stunden für defekte Räder."),
    ("price", WATER, "Für 118 Kubikmeter Abwasser sind rund 295 Euro Gebühr fällig.",
     "Für 118 Kubikmeter Abwasser sind rund 340 Euro Gebühr fällig."),
    ("window", WINDOW, "A renewal application filed 60 days before the licence expires is in time.",
     "A renewal application filed 20 days before the licence expires is in time."),
    ("between", HIVES, "Une personne détenant 150 ruches peut recevoir l'aide.",
     "L'aide est ouverte aux personnes détenant au plus 20 ruches."),
    ("commencement", START, "The duty to notify a vulnerability applies from 11 September 2026.",
     "The duty of the manufacturer to notify each vulnerability applies from 11 December 2027."),
    ("list", CARE, "Leave covers a parent, a husband or wife, a domestic partner or a child.",
     "Leave covers a parent, a spouse, a domestic partner, a cousin or a child."),
    ("year", LEVY, "In 2028 the levy still applies to every ferry.",
     "In 2031 the levy still applies to every ferry."),
    ("year denied", LEVY, "In 2031 the levy no longer applies to ferries.",
     "In 2027 the levy no longer applies to ferries."),
    ("bare numbers", LINES, "Section 7 says that a plot-holder must be paid for crops.",
     "Section 12 says that a plot-holder must be paid for the crops on the plot."),
    ("no end", VALID, "La déclaration est valable trente-six mois.",
     "La déclaration est valable sans limite de durée."),
    ("half a quotation", LABEL, "La mention est « Teneur élevée. Déconseillé aux enfants ».",
     "La mention est « Teneur élevée. Interdit aux enfants »."),
    ("complement", DRINK, "En dessous de 150 mg de caféine, aucune boisson ne porte d'avertissement.",
     "En dessous de 150 mg de caféine, toute boisson porte un avertissement."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "premise", "right", "wrong"), PAIRS, ids=[p[0] for p in PAIRS])
def test_right_and_wrong(kind: str, premise: str, right: str, wrong: str) -> None:
    found = Verifier().check_text(premise, right)
    assert found.verdict in ("supported", "no_claim"), found.findings[-1].reasons
    assert Verifier().check_text(premise, wrong).verdict in ("contradicted", "not_stated")


def test_an_empty_provision_supports_nothing() -> None:
    premise = "9(1) The owner must keep the dog in.\n(2) The fine is £50.\n(3) […]\n"
    wrong = Verifier().check_text(premise, "Section 9(3) says that the owner must keep the dog in.")
    assert wrong.verdict == "not_stated"
