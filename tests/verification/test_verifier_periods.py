"""Ends of periods, computed by the rule of the legal system: right, wrong and open.

The premises are invented for these tests; the rules are those named in each pack's
``language.yaml``.
"""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.jurisdictions.periods import UNSETTLED, Rolls, period_rules
from lexwarrant.records.errors import ConfigurationError
from lexwarrant.records.verification import CheckContext, Premise, PremiseProvision
from lexwarrant.verification import Verifier
from lexwarrant.verification.periods import Period, Start, ends

S, C, O = "supported", "contradicted", "cannot_check"  # noqa: E741

REPLY = "s. 7 The defendant must file a reply within 14 days after service of the claim."
COUNTED = (
    "s. 3 A complaint must be presented before the end of the period of 28 days beginning with the "
    "date of the decision."
)
NOTICE = "s. 9 An appeal must be lodged within three months from the date of the notice."
CLEAR = "r. 4 A copy must be served at least three clear days before the hearing."
WORKING = "Art. 5 The provider shall report the fault within ten working days of discovering it."
UNION = "Art. 8 A claim shall be lodged within 30 days from the date of publication."
HEBREW = "סעיף 4 ערעור יוגש תוך 45 ימים מיום מתן ההחלטה."
FRENCH = "Article 6. Le recours est formé dans un délai de deux mois à compter de la notification."
GERMAN = "§ 4 Der Widerspruch ist innerhalb eines Monats nach Bekanntgabe des Bescheids zu erheben."

CASES = [
    # the day of the event is left out after "after"
    ("uk", REPLY, "If the claim is served on 3 March, the reply must be filed by 17 March.", S),
    ("uk", REPLY, "If the claim is served on 3 March, the reply must be filed by 16 March.", C),
    ("uk", REPLY, "A claim served on 3 March calls for a reply no later than 20 March.", C),
    ("uk", REPLY, "With service on 25 March, a reply filed on 8 April is in time.", S),
    ("uk", REPLY, "With service on 25 March, a reply filed on 9 April is in time.", C),
    ("uk", REPLY, "With service on 25 March, a reply filed on 9 April is too late.", S),
    ("uk", REPLY, "With service on 25 March, a reply filed on 2 April is too late.", C),
    # "beginning with" counts it
    ("uk", COUNTED, "For a decision of 1 June, the last day for the complaint is 28 June.", S),
    ("uk", COUNTED, "For a decision of 1 June, the last day for the complaint is 29 June.", C),
    ("", COUNTED, "A complaint about a decision of 1 June expires on 29 June.", C),
    # months run date to date; the last day of a shorter month
    ("uk", NOTICE, "A notice dated 31 January means that the appeal is due by 30 April.", S),
    ("uk", NOTICE, "A notice dated 31 January means that the appeal is due by 1 May.", C),
    ("uk", NOTICE, "A notice dated 12 May 2024 means that the appeal is due by 12 August 2024.", S),
    ("uk", NOTICE, "A notice dated 12 May 2024 means that the appeal is due by 10 August 2024.", C),
    # Ireland counts the day "from" which a period is reckoned
    ("ie", NOTICE, "A notice dated 12 May 2025 means that the appeal is due by 11 August 2025.", S),
    ("ie", NOTICE, "A notice dated 12 May 2025 means that the appeal is due by 12 August 2025.", C),
    # a day of rest: it runs on in the United States and the Union, not for an enactment as such
    ("us", REPLY, "Service on May 4, 2024 means that the reply is due by May 20, 2024.", S),
    ("us", REPLY, "Service on May 4, 2024 means that the reply is due by May 18, 2024.", C),
    ("us", REPLY, "Service on May 7, 2024 means that the reply is due by May 21, 2024.", S),
    ("us", REPLY, "Service on May 7, 2024 means that the reply is due by May 22, 2024.", C),
    ("us", REPLY,
     "As May 21, 2024 is a holiday, service on May 7, 2024 means that the reply is due by May 22, 2024.",
     O),
    ("eu", UNION, "Publication on 2 May 2024 means that the claim is due by 3 June 2024.", S),
    ("eu", UNION, "Publication on 2 May 2024 means that the claim is due by 1 June 2024.", C),
    ("my", REPLY, "If the claim was served on 3 March, the reply is due by 17 March.", S),
    ("my", REPLY, "If the claim was served on 3 March, the reply is due by 15 March.", C),
    # clear days, counted back from the hearing
    ("uk", CLEAR, "For a hearing on 20 March the copy must be served by 16 March.", S),
    ("uk", CLEAR, "For a hearing on 20 March the copy must be served by 17 March.", C),
    # working days: no holiday calendar, so what a holiday could change stays open
    ("eu", WORKING, "A fault discovered on 3 June 2024 must be reported by 17 June 2024.", S),
    ("eu", WORKING, "A fault discovered on 3 June 2024 must be reported by 13 June 2024.", C),
    ("eu", WORKING, "A fault discovered on 3 June 2024 must be reported by 18 June 2024.", O),
    ("eu", WORKING, "A fault discovered on 3 June must be reported by 10 June.", C),
    # Hebrew, French, German
    ("il", HEBREW, "החלטה שניתנה ב-1 במרץ ניתנת לערעור לכל המאוחר ב-15 באפריל.", S),
    ("il", HEBREW, "החלטה שניתנה ב-1 במרץ ניתנת לערעור לכל המאוחר ב-1 באפריל.", C),
    ("", FRENCH, "Notifiée le 4 avril, la décision peut faire l'objet d'un recours jusqu'au 4 juin.", S),
    ("", FRENCH, "Notifiée le 4 avril, la décision peut faire l'objet d'un recours jusqu'au 4 mai.", C),
    ("", GERMAN, "Bei Bekanntgabe am 31. Januar endet die Frist für den Widerspruch am 28. Februar.", S),
    ("", GERMAN, "Bei Bekanntgabe am 31. Januar endet die Frist für den Widerspruch am 3. März.", C),
]  # fmt: skip


@pytest.mark.parametrize(("code", "premise", "sentence", "verdict"), CASES)
def test_ends_of_periods(code: str, premise: str, sentence: str, verdict: str) -> None:
    found = Verifier(jurisdiction=code).check_text(premise, sentence)
    assert found.verdict == verdict, found.findings[0].reasons


def test_the_event_may_stand_in_the_question() -> None:
    asked = CheckContext(question="I was served on 3 March. When must I file my reply?")
    verifier = Verifier(jurisdiction="uk")
    right = verifier.check_text(REPLY, "You must file the reply by 17 March.", asked)
    wrong = verifier.check_text(REPLY, "You must file the reply by 31 March.", asked)
    assert right.verdict == S
    assert wrong.verdict == C


def test_the_premise_names_the_legal_system() -> None:
    sentence = "A notice dated 12 May 2025 means that the appeal is due by 11 August 2025."
    irish = Premise((PremiseProvision(NOTICE),), "ie")
    british = Premise((PremiseProvision(NOTICE),), "uk")
    assert Verifier().check_text(irish, sentence).verdict == S
    assert Verifier().check_text(british, sentence).verdict == C


def test_an_event_is_told_by_its_words() -> None:
    premise = "s. 2 The buyer may withdraw within 21 days after receiving the copy of the contract."
    right = "Signed on 1 June, the copy received on 4 June: the buyer may withdraw until 25 June."
    wrong = "Signed on 1 June, the copy received on 4 June: the buyer may withdraw until 22 June."
    assert Verifier().check_text(premise, right).verdict == S
    assert Verifier().check_text(premise, wrong).verdict == C


@pytest.mark.parametrize(
    ("code", "period", "trigger", "expected"),
    [
        ("eu", Period(2, "day", start=Start.FROM), date(2024, 5, 31), date(2024, 6, 4)),
        ("us", Period(14, "day", start=Start.AFTER), date(2024, 5, 4), date(2024, 5, 20)),
        ("il", Period(7, "day", start=Start.FROM), date(2024, 6, 8), date(2024, 6, 16)),
        ("il", Period(1, "month", start=Start.FROM), date(2024, 1, 31), date(2024, 2, 29)),
        ("ie", Period(28, "day", start=Start.FROM), date(2024, 6, 3), date(2024, 6, 30)),
    ],
)
def test_one_end_by_the_rule(code: str, period: Period, trigger: date, expected: date) -> None:
    found = ends(period, trigger, period_rules(code), weekdays=True)
    assert expected in found.days
    assert len(found.days) == (2 if period_rules(code).rolls == Rolls.COURT else 1)


@given(
    st.integers(-5, 200_000),
    st.sampled_from(["day", "month"]),
    st.sampled_from(["", "working", "clear"]),
    st.sampled_from(list(Start)),
    st.booleans(),
    st.dates(),
    st.sampled_from(["", "uk", "us", "eu", "ie", "il", "my"]),
    st.booleans(),
)
def test_no_period_breaks_it(
    number: int, dim: str, kind: str, start: Start, before: bool, day: date, code: str, known: bool
) -> None:
    if kind == "working":
        number %= 500
    found = ends(Period(number, dim, kind, start, before), day, period_rules(code), weekdays=known)
    assert all(isinstance(d, date) for d in found.days | found.possible)


def test_unknown_systems_settle_nothing() -> None:
    assert period_rules("") == UNSETTLED
    assert period_rules("../uk") == UNSETTLED


def test_every_pack_names_its_rule() -> None:
    for code in ("eu", "uk", "us", "ie", "il", "my"):
        assert period_rules(code).source


def test_a_wrong_table_is_an_error() -> None:
    from lexwarrant.jurisdictions.periods import _read

    with pytest.raises(ConfigurationError, match="unknown field"):
        _read("xx", {"rolls_on": "always"})
    with pytest.raises(ConfigurationError, match="sometimes"):
        _read("xx", {"rolls": "sometimes"})
