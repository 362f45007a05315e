"""Printed numbering as a tree: tables of labels, and any text at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.law.readers.numbering import Numbering, nest
from lexwarrant.law.readers.outline import Branch, render, segment_of


def _ids(lines: list[str], numbering: Numbering = Numbering.LATIN) -> list[str]:
    laid = render(nest(lines, numbering), "xx/act/s/1", "section 1")
    for part in laid.parts:
        assert laid.text[part.start : part.end].strip()
    return [part.id.removeprefix("xx/act/s/1/") for part in laid.parts]


@pytest.mark.parametrize(
    ("lines", "ids"),
    [
        (["(1) A.", "(2) B."], ["1", "2"]),
        (["(1) A—", "(a) b,", "(b) c.", "(2) D."], ["1", "1/a", "1/b", "2"]),
        (["(1) (a) A,", "(b) B."], ["1", "1/a", "1/b"]),
        (["(h) A,", "(i) B,", "(j) C."], ["h", "i", "j"]),
        (["(a) A—", "(i) b,", "(ii) c,", "(b) D."], ["a", "a/i", "a/ii", "b"]),
        (["(1) A.", "(1A) B.", "(2) C.", "(2A) D."], ["1", "1A", "2", "2A"]),
        (["(a) A,", "(aa) B,", "(b) C."], ["a", "aa", "b"]),
        (["(1) A.", "(4) B, the rest being repealed."], ["1", "4"]),
        (["(a) A—", "(i) b—", "(I) c,", "(II) d,", "(ii) e."],
         ["a", "a/i", "a/i/I", "a/i/II", "a/ii"]),
        (["(1) is amended by inserting “(5) X.", "(6) Y.” at the end.", "(2) B."], ["1", "2"]),
        (["In this Act—", "“dog” means—", "(a) a hound;", "“owner” means—", "(a) a man;"],
         ["def-dog", "def-dog/a", "def-owner", "def-owner/a"]),
        (["(1) “dog” is not a definition at a line's start."], ["1"]),
        ([], []),
    ],
)  # fmt: skip
def test_latin(lines: list[str], ids: list[str]) -> None:
    assert _ids(lines) == ids


@pytest.mark.parametrize(
    ("lines", "ids"),
    [
        (["(א) ראשון:", "(1) א;", "(2) ב;", "(ב) שני."], ["א", "א/1", "א/2", "ב"]),
        (["(א) ראשון.", "(א1) נוסף.", "(ב) שני."], ["א", "א1", "ב"]),
        (["(י) עשירי.", "(יא) אחד עשר."], ["י", "יא"]),
        (["(1) א –", "(א) ב;", "(2) ג."], ["1", "1/א", "2"]),
    ],
)
def test_hebrew(lines: list[str], ids: list[str]) -> None:
    assert _ids(lines, Numbering.HEBREW) == ids


def test_words_behind_a_list_belong_to_what_the_list_stands_in() -> None:
    laid = render(nest(["(1) If—", "(a) x, or", "(b) y,", "then z.", "(2) B."]), "u", "s")
    spans = {p.id: laid.text[p.start : p.end] for p in laid.parts}
    assert spans["u/1/b"] == "(b) y,"
    assert spans["u/1"].endswith("then z.")


def test_an_id_never_means_two_texts() -> None:
    root = Branch(
        pieces=[Branch("p", "(a)", "a", pieces=["x"]), Branch("p", "(a)", "a", pieces=["y"])]
    )
    (part,) = render(root, "u", "s").parts
    assert part.end == len("(a) x")


def test_a_supplied_number_may_be_left_out() -> None:
    inner = Branch("paragraph", "(11)", "11", pieces=["x"])
    other = Branch("subsection", "[(b)]", "b", editorial=True, pieces=["y"])
    root = Branch(
        pieces=[Branch("subsection", "[(a)]", "a", editorial=True, pieces=[inner]), other]
    )
    assert [p.id for p in render(root, "u", "§ 1").parts] == ["u/a", "u/a/11", "u/11", "u/b"]


@pytest.mark.parametrize(
    ("number", "segment"),
    [("(1A)", "1A"), ("[(a)]", "a"), ("3.", "3"), ("§ 12-301", "12-301"), ("", ""), ("(א1)", "א1")],
)
def test_segments(number: str, segment: str) -> None:
    assert segment_of(number) == segment


@given(st.lists(st.text(alphabet='(1aiIA)אב “”"x—.', max_size=20), max_size=20))
def test_any_lines_are_laid_out(lines: list[str]) -> None:
    for numbering in Numbering:
        laid = render(nest(lines, numbering), "u", "s")
        ids = [part.id for part in laid.parts]
        assert len(ids) == len(set(ids))
        for part in laid.parts:
            assert 0 <= part.start < part.end <= len(laid.text)
