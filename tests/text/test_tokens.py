"""Index terms, with spans back to the original."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.text.tokens import language_of, stream, terms, tokens


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Notifications of breaches", "en", ["notif", "of", "breach"]),
        ("the controller's duty", "en", ["the", "control", "duti"]),
        ("EUR 10 000 000 or 10,000,000 or 10\u00a0000\u00a0000", "en",
         ["eur", "10000000", "or", "10000000", "or", "10000000"]),
        ("2,5 % and 2.5 %", "en", ["2.5", "and", "2.5"]),
        ("l’article d'une entité", "fr", ["articl", "une", "entit"]),
        ("Datenschutz-Grundverordnung", "de", ["datenschutz", "grundverordn"]),
        # gershayim of any kind, points, and final forms fold to one term
        ('התשל"ז', "he", ["התשלז", "תשלז"]),
        ("התשל״ז", "he", ["התשלז", "תשלז"]),
        ("חוֹק", "he", ["חוק"]),
        ("חוזים", "he", ["חוזימ"]),
        # prefix particles: one or two, if at least three letters are left
        ("ובעבודה", "he", ["ובעבודה", "בעבודה", "עבודה"]),
        ("של", "he", ["של"]),
        ("个人信息", "zh", ["个人", "人信", "信息"]),
        ("e-mail 3G A1", "en", ["e", "mail", "3", "g", "a1"]),
        ("", "en", []),
        ("😀 §§ — …", "en", []),
    ],
)  # fmt: skip
def test_terms(text: str, language: str, expected: list[str]) -> None:
    assert terms(text, language) == expected


@given(st.text(max_size=300), st.sampled_from(["en", "fr", "de", "he", "zh", "xx"]))
def test_spans_and_fast_path_agree(text: str, language: str) -> None:
    found = tokens(text, language)
    assert [t for token in found for t in token.terms] == terms(text, language)
    assert stream(text, language).split(" ") == (terms(text, language) or [""])
    last = 0
    for token in found:
        assert last <= token.start < token.end <= len(text)
        assert all(" " not in t and t for t in token.terms)
        last = token.end


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How long?", "en"),
        ("כמה זמן", "he"),
        ("个人信息保护", "zh"),
        ("42", "en"),
        ("GDPR כמה זמן יש לי", "he"),
    ],
)
def test_language_of(text: str, expected: str) -> None:
    assert language_of(text) == expected
