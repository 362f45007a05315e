"""Figures, dates and references as values, in four languages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexwarrant.jurisdictions.languages import load_language
from lexwarrant.verification.analysis import analyse
from lexwarrant.verification.lexicon import Lexicon, lexicon_for
from lexwarrant.verification.numerals import parse_figure

QUANTITIES = [
    ("en", "at least one and one-half times the rate", [("min", 1.5, "times", "")]),
    ("en", "no later than 60 calendar days", [("max", 60, "day", "calendar")]),
    ("en", "the twentieth working day", [("", 20, "day", "working")]),
    (
        "en",
        "up to 20 000 000 EUR, or 4 %",
        [("max", 20e6, "money:EUR", ""), ("", 4, "percent", "")],
    ),
    ("en", "£17.5m", [("", 17.5e6, "money:GBP", "")]),
    ("en", "five thousand pounds", [("", 5000, "money:GBP", "")]),
    ("en", "NIS 50,000", [("", 50000, "money:ILS", "")]),
    ("en", "₹5 lakh", [("", 500000, "money:INR", "")]),
    ("en", "a fortnight", [("", 14, "day", "")]),
    ("en", "shall not exceed seven years", [("max", 84, "month", "")]),
    ("en", "two or more years", [("min", 24, "month", "")]),
    ("en", "half of the staff", [("", 50, "percent", "")]),
    ("en", "thirty (30) days", [("", 30, "day", "")]),
    ("en", "the maximum sentence for theft is 7 years", [("max", 84, "month", "")]),
    (
        "en",
        "at least EUR 10 million or 2 %",
        [("min", 10e6, "money:EUR", ""), ("min", 2, "percent", "")],
    ),
    ("en", "72 hours", [("", 3, "day", "")]),
    ("fr", "dans un délai de trente jours ouvrables", [("max", 30, "day", "working")]),
    ("fr", "vingt et un jours", [("", 21, "day", "")]),
    ("fr", "quatre-vingt-dix jours", [("", 90, "day", "")]),
    ("fr", "1 842,50 euros", [("", 1842.5, "money:EUR", "")]),
    ("de", "mindestens einundzwanzig Tage", [("min", 21, "day", "")]),
    ("de", "höchstens 18.450 Euro", [("max", 18450, "money:EUR", "")]),
    ("de", "zweitausendfünfhundert Euro", [("", 2500, "money:EUR", "")]),
    ("de", "50 vom Hundert", [("", 50, "percent", "")]),
    ("he", "לא יעלה על שנתיים", [("max", 24, "month", "")]),
    ("he", "בתוך שלושים יום", [("max", 30, "day", "")]),
    ("he", "חמש עשרה שנה", [("", 180, "month", "")]),
    ("he", "עד 50,000 ש״ח", [("max", 50000, "money:ILS", "")]),
    ("he", "10 מיליון שקלים חדשים", [("", 10e6, "money:ILS", "")]),
]


@pytest.mark.parametrize(("code", "text", "expected"), QUANTITIES)
def test_quantities(code: str, text: str, expected: list[tuple[str, float, str, str]]) -> None:
    found = analyse(text, lexicon_for(code)).quantities
    assert [(q.cmp, round(q.value, 6), q.dim, q.kind) for q in found] == expected


NO_FIGURES = [
    ("en", "Work No. 3 under section 124(1ZA) of the 1996 Act"),
    ("en", "one of the parties"),
    ("en", "at first instance"),
    ("fr", "l'article L. 12-3"),
    ("de", "§ 199 Abs. 1 Nr. 2"),
    ("he", "לפי סעיף 29א"),
]


@pytest.mark.parametrize(("code", "text"), NO_FIGURES)
def test_labels_are_no_figures(code: str, text: str) -> None:
    assert analyse(text, lexicon_for(code)).quantities == []


DATES = [
    ("en", False, "6 April 2024", (2024, 4, 6)),
    ("en", False, "the 6th of April 2024", (2024, 4, 6)),
    ("en", False, "July 1, 2023", (2023, 7, 1)),
    ("en", True, "07/01/2023", (2023, 7, 1)),
    ("en", False, "07/01/2023", (2023, 1, 7)),
    ("en", False, "2024-04-06", (2024, 4, 6)),
    ("en", False, "May 2026", (2026, 5, 0)),
    ("fr", False, "1er juillet 2022", (2022, 7, 1)),
    ("de", False, "31. Dezember 2025", (2025, 12, 31)),
    ("he", False, "1 באפריל 2004", (2004, 4, 1)),
]


@pytest.mark.parametrize(
    ("code", "before", "text"),
    [
        ("he", "יום", "אירוע של יום אחד"),
        ("he", "שבוע ביום", "בתוך שבוע אחד"),
        ("he", "בחודש", "תוך חודש אחד"),
        ("de", "Monatsfristen", "binnen zweier Monatsfristen"),
        ("de", "dreimonatige", "eine dreimonatige Frist"),
        ("en", "a", "a week"),
        ("fr", "un", "un mois"),
    ],
)
def test_what_was_read_before_changes_nothing(code: str, before: str, text: str) -> None:
    lex = Lexicon(load_language(code))
    analyse(before, lex)
    after = analyse(text, lex)
    fresh = analyse(text, Lexicon(load_language(code)))
    assert [repr(q) for q in after.quantities] == [repr(q) for q in fresh.quantities]
    assert after.marks == fresh.marks


@pytest.mark.parametrize(("code", "month_first", "text", "expected"), DATES)
def test_dates(code: str, month_first: bool, text: str, expected: tuple[int, int, int]) -> None:
    found = analyse(text, lexicon_for(code), month_first).dates
    assert [(d.year, d.month, d.day) for d in found] == [expected]


REFERENCES = [
    ("en", "section 124(1A)", [(("124", "1a"),)]),
    ("en", "Article 6(1)(a) and (f)", [(("6", "1", "a"), ("6", "1", "f"))]),
    ("en", "subsection (3)", [(("3",),)]),
    ("de", "Art. 7 Abs. 3", [(("7", "3"),)]),
    ("fr", "l'article 12, paragraphe 3", [(("12", "3"),)]),
    ("he", "סעיף 29א", [(("29א",),)]),
    ("en", "section heading", []),
]


@pytest.mark.parametrize(("code", "text", "expected"), REFERENCES)
def test_references(code: str, text: str, expected: list[tuple[tuple[str, ...], ...]]) -> None:
    assert [r.paths for r in analyse(text, lexicon_for(code)).references] == expected


@pytest.mark.parametrize(
    ("text", "decimal", "thousands", "value"),
    [
        ("1,250", ".", ",", 1250),
        ("1.250", ",", ".", 1250),
        ("1.25", ",", ".", 1.25),
        ("17 500 000", ".", ",", 17.5e6),
        ("1,234.56", ".", ",", 1234.56),
        ("1.234,56", ",", ".", 1234.56),
    ],
)
def test_figures_in_digits(text: str, decimal: str, thousands: str, value: float) -> None:
    assert parse_figure(text, decimal, thousands) == value


@given(st.text(max_size=400), st.sampled_from(["en", "fr", "de", "he"]))
@settings(max_examples=200, deadline=None)
def test_reading_never_raises_and_spans_lie_inside(text: str, code: str) -> None:
    found = analyse(text, lexicon_for(code))
    for item in (*found.quantities, *found.dates, *found.references, *found.quotes):
        assert 0 <= item.start <= item.end <= len(text)


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("en", "hundred"), ("en", "million"), ("fr", "cent"), ("fr", "milliard"), ("de", "hundert"),
        ("de", "Milliarden"), ("he", "מאה"), ("he", "אלף"), ("he", "מיליון"),
    ],
)  # fmt: skip
def test_a_scale_said_over_and_over_is_no_endless_figure(code: str, word: str) -> None:
    lex = lexicon_for(code)
    for text in (f"{word} " * 400, "two " + f"{word} " * 400, "2 " + f"{word} " * 400):
        assert all(0 <= q.value < 1e22 for q in analyse(text, lex).quantities)
