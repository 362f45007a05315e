"""Sentences of legal answers: what ends one and what does not."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexwarrant.text.segment import StreamSegmenter, segment

CASES = [
    ("One rule. Another rule.", ["One rule.", "Another rule."]),
    ("See s. 5. It applies.", ["See s. 5.", "It applies."]),
    ("Under Art. 6 Abs. 1 gilt das. Mehr nicht.", ["Under Art. 6 Abs. 1 gilt das.", "Mehr nicht."]),
    (
        "Es endet am 31. Dezember 2025. Danach nicht.",
        ["Es endet am 31. Dezember 2025.", "Danach nicht."],
    ),
    (
        "See Fed. R. App. P. 26(a). It counts days.",
        ["See Fed. R. App. P. 26(a).", "It counts days."],
    ),
    ("Is it due? Yes! At once.", ["Is it due?", "Yes!", "At once."]),
    ("He said “stop.” Then he left.", ["He said “stop.”", "Then he left."]),
    ("It must be:\n1. new;\n2. inventive.", ["It must be:\n1. new;\n2. inventive."]),
    ("It must be:\n\n- new;\n\n- inventive.", ["It must be:\n\n- new;\n\n- inventive."]),
    ("A heading\n\nThe rule follows.", ["A heading", "The rule follows."]),
    ("a wrapped\nline goes on. Next.", ["a wrapped\nline goes on.", "Next."]),
    ("Pay £5.50; keep the receipt. Done.", ["Pay £5.50; keep the receipt.", "Done."]),
    ("1. The first rule. 2. The second.", ["1. The first rule.", "2. The second."]),
    ("לפי סעיף 5. זה הכלל.", ["לפי סעיף 5.", "זה הכלל."]),
    ("", []),
    (" \n . . ", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [text[a:b] for a, b in segment(text)] == expected


TEXTS = st.lists(
    st.sampled_from(
        ["The rule. ", "See s. 5. ", "Is it? ", "No. 3 of 12.\n\n", "a: b; c. ", "Smith v. Jones. ",
         "1. One. ", "“Stop.” ", "לפי חוק. ", "Fed. R. App. P. 26. ", "\n", "x" * 50]
    ),
    max_size=30,
).map("".join)  # fmt: skip


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_spans_are_ordered_and_hold_every_word(text: str) -> None:
    spans = segment(text)
    assert all(a < b for a, b in spans)
    assert all(b <= c for (_, b), (c, _) in pairwise(spans))
    covered = "".join(text[a:b] for a, b in spans)
    assert [c for c in covered if c.isalnum()] == [c for c in text if c.isalnum()]


@given(TEXTS, st.integers(1, 17))
@settings(max_examples=150, deadline=None)
def test_streaming_gives_the_same_sentences(text: str, size: int) -> None:
    segmenter = StreamSegmenter()
    found = [
        item
        for start in range(0, len(text), size)
        for item in segmenter.feed(text[start : start + size])
    ]
    found.extend(segmenter.finish())
    assert found == [(a, text[a:b]) for a, b in segment(text)]


def test_a_sentence_is_released_before_the_text_ends() -> None:
    segmenter = StreamSegmenter()
    assert list(segmenter.feed("The first rule holds. The second one is longer than")) == []
    released = list(segmenter.feed(" the window that is kept back. A third begins."))
    assert released[0] == (0, "The first rule holds.")
