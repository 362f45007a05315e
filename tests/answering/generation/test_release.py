"""Release of sentences: the same as segmenting the whole, however the text comes in."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexwarrant.answering.generation.release import SentenceReleaser
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.text.segment import segment

TEXTS = (
    "The controller must notify within 72 hours. It must say why it was late.",
    "Under Art. 33 the period is 72 hours. See s. 5 and para. 3 of the Act.",
    "The conditions are:\n\n1. consent;\n2. a contract. Both are in Art. 6.",
    "The Act says “shall keep records.” That is a duty.",
    "It applies in three cases:\n\n(a) consent;\n\n(b) contract;\n\n(c) duty.\n\nNothing else.",
    "The court held so in Smith v. Jones, 5 Q.B. 3 (C.A.). Later courts followed it.",
    "No full stop here",
    "It costs 4 p.c. of turnover. So Mr. Smith pays.",
    "Die Frist endet am 3. Mai. Danach ist sie vorbei.",
    "",
)


def released(text: str, sizes: list[int]) -> list[str]:
    reader = SentenceReleaser()
    out: list[str] = []
    at = 0
    for size in sizes:
        out += reader.feed(text[at : at + size])
        at += size
    out += reader.feed(text[at:])
    return out + reader.finish()


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("size", [1, 3, 5, 40])
def test_same_as_the_whole(text: str, size: int) -> None:
    pieces = released(text, [size] * (len(text) // size + 1))
    assert [p.strip() for p in pieces] == [text[a:b] for a, b in segment(text)]


@settings(max_examples=500, deadline=None)
@given(st.text(alphabet="aB. \n1()“”;:-", max_size=120), st.lists(st.integers(1, 9), max_size=60))
def test_pieces_joined_are_the_text(text: str, sizes: list[int]) -> None:
    """Nothing is lost or changed but what holds no word at the very end."""
    joined = "".join(released(text, sizes))
    assert text.startswith(joined)
    assert not any(c.isalnum() for c in text[len(joined) :])


def test_held_until_the_next_token() -> None:
    reader = SentenceReleaser()
    assert reader.feed("It lasts 72 hours.") == []
    assert reader.feed(" ") == []
    assert reader.feed("The") == []
    assert reader.feed(" rule") == ["It lasts 72 hours."]


def test_a_long_text_without_an_end_is_linear() -> None:
    reader = SentenceReleaser()
    for _ in range(20_000):
        assert reader.feed("word ") == []


@pytest.mark.slow
def test_agreement_on_real_law(eu_snapshot: Snapshot) -> None:
    """At least 99 % of the boundaries of real provisions, cut into pieces like tokens."""
    rng = random.Random(7)
    same = total = 0
    for number, version in enumerate(eu_snapshot.all_versions()):
        if number % 3:
            continue
        text = version.text
        sizes = [rng.choice((1, 2, 4, 5, 6, 8, 10)) for _ in range(len(text))]
        whole = {end for _, end in segment(text)}
        at, mine = 0, set[int]()
        for piece in released(text, sizes):
            at += len(piece)
            mine.add(at)
        same += len(whole & mine)
        total += len(whole | mine)
    assert total > 900
    print(f"{same} of {total} boundaries")
    assert same / total >= 0.99
