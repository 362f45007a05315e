"""Quotations are whole sentences or points, contiguous, and short."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.answering.quoting import atoms, best_cut, paragraph_around
from lexwarrant.records.law import Part, Version

LIST = "1. You shall: (a) do this; (b) do that. Flush text. 2. Next one."
VERSION = Version(
    "xx/a/s/1", "s 1", LIST,
    parts=(
        Part("xx/a/s/1/1", "paragraph", "s 1(1)", 0, 51),
        Part("xx/a/s/1/1/a", "point", "s 1(1)(a)", 14, 26),
        Part("xx/a/s/1/1/b", "point", "s 1(1)(b)", 27, 39),
        Part("xx/a/s/1/2", "paragraph", "s 1(2)", 52, 64),
    ),
)  # fmt: skip


def words(start: int, end: int) -> frozenset[str]:
    return frozenset(LIST[start:end].lower().replace(".", " ").replace(";", " ").split())


def test_atoms_are_sentences_and_points() -> None:
    assert [LIST[a:b] for a, b in atoms(VERSION, 0, 51)] == [
        "1. You shall:", "(a) do this;", "(b) do that.", "Flush text.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("See Art. 5 and No. 7 of it. Next.", ["See Art. 5 and No. 7 of it.", "Next."]),
        ("Done by J. Smith of it. Next.", ["Done by J. Smith of it.", "Next."]),
        ("A line\nanother line", ["A line", "another line"]),
        ("1. Numbered first. 2 more.", ["1. Numbered first.", "2 more."]),
        ("סעיף ראשון. סעיף שני.", ["סעיף ראשון.", "סעיף שני."]),
        ("", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    version = Version("xx/a/s/1", "s 1", text)
    assert [text[a:b] for a, b in atoms(version, 0, len(text))] == expected


@pytest.mark.parametrize(
    ("wanted", "limit", "quote", "provision"),
    [
        ({"shall:": 1.0, "that": 1.0}, 600, LIST[:51], "xx/a/s/1/1"),
        ({"that": 1.0}, 13, "(b) do that.", "xx/a/s/1/1/b"),
        ({"shall:": 1.0, "this": 1.0}, 27, "1. You shall: (a) do this;", "xx/a/s/1/1"),
        ({}, 14, "1. You shall:", "xx/a/s/1/1"),
    ],
)
def test_best_cut(wanted: dict[str, float], limit: int, quote: str, provision: str) -> None:
    cut = best_cut(
        VERSION, 0, 51, lambda a, b: words(a, b) & frozenset(wanted), wanted.__getitem__, limit
    )
    assert cut is not None
    assert (LIST[cut.start : cut.end], cut.provision_id) == (quote, provision)


def test_no_cut_when_no_sentence_fits() -> None:
    assert best_cut(VERSION, 0, 51, words, lambda w: 1.0, limit=5) is None


def test_paragraph_around() -> None:
    assert paragraph_around(VERSION, 27, 39) == (0, 51)
    assert paragraph_around(VERSION, 10, 60) == (10, 60)


@given(st.text(max_size=500), st.integers(1, 100))
def test_a_cut_is_a_slice_within_the_limit(text: str, limit: int) -> None:
    version = Version("xx/a/s/1", "s 1", text)
    pieces = atoms(version, 0, len(text))
    assert all(text[a:b].strip() == text[a:b] != "" for a, b in pieces)
    cut = best_cut(version, 0, len(text), lambda a, b: frozenset(text[a:b]), lambda c: 1.0, limit)
    if cut is not None:
        assert 0 < cut.end - cut.start <= limit
    else:
        assert all(b - a > limit for a, b in pieces)
