"""Folding and taking out marks always lead back to the text as given."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.text.folding import fold, fold_characters
from lexwarrant.text.markup import strip_marks
from lexwarrant.text.offsets import Mapped, Patcher

FOLDED = [
    ("the controller’s “own” data", 'the controller\'s "own" data'),
    ("sections 1–3", "sections 1-3"),
    ("before — after", "before — after"),
    ("ע״א 6328/97", 'ע"א 6328/97'),
    ("סְעִיף 3", "סעיף 3"),
    ("Article\u00a05", "Article 5"),
    ("Article 5\n   of", "Article 5 of"),
    ("one\r\ntwo", "one two"),
    ("one\n \n  two", "one\n\ntwo"),
    ("data\xadbase", "database"),
    ("a\u200bb\ufeff", "ab"),
]


@pytest.mark.parametrize(("text", "folded"), FOLDED)
def test_fold(text: str, folded: str) -> None:
    assert fold(text).text == folded


MARKED = [
    ("**Article 5** of", "Article 5 of"),
    ("_Id._ at 3", "Id. at 3"),
    ("592 U.S. ___ (2021)", "592 U.S. ___ (2021)"),
    ("2021 WL 5, at *2", "2021 WL 5, at *2"),
    ("see [Article 5](https://x.org/a_b) now", "see Article 5 now"),
    ("[2019] 3 MLJ 1", "[2019] 3 MLJ 1"),
    ("&sect;&nbsp;5", "§\xa05"),
    ("&unknown; x", "&unknown; x"),
    ("a <b>bold</b> word", "a bold word"),
    ("<p>one</p><p>two</p>", "\n\none\n\n\n\ntwo\n\n"),
    ("x<script>var a='§ 5';</script>y", "x y"),
    ("a < b and c > d", "a < b and c > d"),
    ("> quoted\n> again", "quoted\nagain"),
    (r"\*2 and \[45\]", "*2 and [45]"),
    ("snake_case_name", "snake_case_name"),
]


@pytest.mark.parametrize(("text", "plain"), MARKED)
def test_strip_marks(text: str, plain: str) -> None:
    assert strip_marks(text).text == plain


NOISY = st.lists(
    st.sampled_from(["a", "B", " ", "  ", "\n", "\n\n", "**", "_", "<b>", "</b>", "&amp;", "’", "\u05b0", "\xad", "[x](http://y)",
                     "<script>", "</script>", "`", "\\", "> ", "א", "\u200f", "İ"]),
    max_size=40,
).map("".join)  # fmt: skip


@given(NOISY | st.text(max_size=120))
def test_every_kept_character_leads_back_to_one_like_it(text: str) -> None:
    unmarked = strip_marks(text)
    mapped = unmarked.then(fold(unmarked.text))
    assert mapped.original == text
    last = -1
    for position, character in enumerate(mapped.text):
        origin = mapped.origin(position)
        assert last <= origin < len(text)
        last = origin
        if character.isalnum() and text[origin] != "&":
            assert fold_characters(text[origin]) == character


@given(NOISY)
def test_maps_compose_like_the_texts(text: str) -> None:
    first = strip_marks(text)
    second = fold(first.text)
    both = first.then(second)
    for position in range(len(second.text)):
        assert both.origin(position) == first.origin(second.origin(position))


def test_a_span_holds_what_was_cut_inside_and_not_at_its_edges() -> None:
    text = "x **ab**cd** y"
    mapped = strip_marks(text)
    at = mapped.text.index("abcd")
    assert text[slice(*mapped.span(at, at + 4))] == "ab**cd"


def test_an_empty_span_and_an_untouched_text() -> None:
    assert Mapped("abc", "abc").span(1, 1) == (1, 1)
    patcher = Patcher("abc")
    assert patcher.done() == Mapped("abc", "abc")
    patcher = Patcher("abc")
    patcher.cut(0, 3)
    assert patcher.done().text == ""
