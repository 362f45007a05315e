"""A sentence said again is decided once, and its finding stands at the new place."""

from __future__ import annotations

import pytest

from lexwarrant.records.verification import CheckContext, Premise, PremiseProvision
from lexwarrant.text.segment import segment
from lexwarrant.verification import Verifier, verifier
from lexwarrant.verification.decide import decide

PREMISE = Premise((PremiseProvision("The buyer must pay the price within 5 days of delivery."),))
CASES = [
    "The buyer must pay within 5 days. ",
    "The buyer must pay within 6 days. ",
    "The buyer must pay within 5 days, and the seller may refuse after 9 days. ",
    "The buyer may pay. It is due within 7 days. ",
    "The buyer must pay within 5 days. The seller keeps a register. He must not. ",
    "1. ",
]


@pytest.mark.parametrize("text", [case * 5 for case in CASES])
def test_a_repeated_sentence_has_the_finding_of_one_decided_by_itself(text: str) -> None:
    index = Verifier().index(PREMISE)
    expected, previous = [], []
    for start, end in segment(text, "en"):
        around = CheckContext(tuple(previous[-3:]))
        expected.append(decide(text[start:end], start, index, around, "en"))
        previous.append(text[start:end])
    fixed = Verifier(language="en")
    assert list(fixed.check_text(PREMISE, text).findings) == expected
    assert list(fixed.check_stream(PREMISE, [text[:40], text[40:]])) == expected


@pytest.mark.parametrize("times", [10, 1000])
def test_the_work_on_a_repeated_sentence_does_not_grow(
    times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def counted(sentence: str, *rest: object) -> object:
        asked.append(sentence)
        return decide(sentence, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(verifier, "decide", counted)
    found = Verifier().check_text(PREMISE, "The buyer must pay within 5 days. " * times)
    assert len(found.findings) == times
    assert len(asked) == 4  # until the three sentences before it are the same
