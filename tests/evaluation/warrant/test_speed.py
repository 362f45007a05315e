"""Ten thousand items are scored in under ten seconds of processor time, intervals included."""

from __future__ import annotations

import time

import pytest

from evaluation.warrant.cards import asked, card, claim, item, link
from lexwarrant.evaluation.warrant.scored import index_items, score, summarise
from lexwarrant.evaluation.warrant.weights import load_weights


@pytest.mark.slow
def test_ten_thousand_items() -> None:
    gold = asked((claim("g1"), claim("g2")))
    items = [item(gold, f"f{n // 4}/{n}", f"f{n // 4}") for n in range(10_000)]
    cards = [
        card(
            (claim("c1", f"It is due in {n % 30} days.", matches="g1"), claim("c2")),
            (link("c1", confidence=n / 10_000), link("c2", "out_of_scope", fails="time")),
            item=i.id,
        )
        for n, i in enumerate(items)
    ]
    known, weights = index_items(items), load_weights()
    began = time.process_time()
    found = summarise(score(cards, known, weights))
    assert time.process_time() - began < 10
    assert found.answers == 10_000
    assert found.metrics["support_strict"].value == 0.5
    assert found.metrics["support_strict"].clusters == 2_500
