"""Questions that name a provision lead there, or to a refusal."""

from __future__ import annotations

import pytest

from lexwarrant.law.snapshot import Snapshot
from lexwarrant.retrieval.open import open_index
from lexwarrant.retrieval.question import QuestionReader
from lexwarrant.retrieval.router import Route, route


@pytest.fixture(scope="module")
def reader(eu_snapshot: Snapshot) -> QuestionReader:
    return QuestionReader(eu_snapshot, open_index(eu_snapshot))


GDPR, AIA, DORA = "eu/32016R0679", "eu/32024R1689", "eu/32022R2554"


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What does Article 33(1) GDPR say?", [f"{GDPR}/art/33/1"]),
        ("Art 50 of the AI Act please", [f"{AIA}/art/50"]),
        ("does GDPR Art. 33 para 2 apply to processors", [f"{GDPR}/art/33/2"]),
        ("what does art 33(1) gdpr say", [f"{GDPR}/art/33/1"]),
        ("gdpr article 83, paragraph 5", [f"{GDPR}/art/83/5"]),
        ("articles 12 to 14 GDPR", [f"{GDPR}/art/12", f"{GDPR}/art/13", f"{GDPR}/art/14"]),
        ("Article 5 DORA and Article 6 GDPR", [f"{DORA}/art/5", f"{GDPR}/art/6"]),
        ("Art. 6 Abs. 1 lit. a DSGVO", [f"{GDPR}/art/6/1/a"]),
        ("How long do I have to report a breach?", []),
        ("What is the GDPR?", []),
        ("see article 5 of our newsletter", []),
    ],
)
def test_found(
    reader: QuestionReader, eu_snapshot: Snapshot, question: str, found: list[str]
) -> None:
    assert route(reader.read(question), eu_snapshot) == Route(tuple(found))


@pytest.mark.parametrize(
    ("question", "missing", "resolves"),
    [
        ("What does Article 120 GDPR require?", f"{GDPR}/art/120", "no_such_provision"),
        ("article 104 of the GDPR", f"{GDPR}/art/104", "no_such_provision"),
        ("Article 33(9) GDPR", f"{GDPR}/art/33/9", "no_such_provision"),
        ("Annex III of the AI Act", f"{AIA}/anx/III", "out_of_coverage"),
        ("Article 0 GDPR", f"{GDPR}/art/0", "no_such_provision"),
    ],
)
def test_missing(
    reader: QuestionReader, eu_snapshot: Snapshot, question: str, missing: str, resolves: str
) -> None:
    led = route(reader.read(question), eu_snapshot)
    assert (led.missing, led.resolves.value) == (missing, resolves)
    assert led.reason


def test_behind_the_cut_of_an_article_nothing_is_refuted(
    reader: QuestionReader, eu_snapshot: Snapshot
) -> None:
    """AI Act, Article 5(8) lies behind the cut: neither denied nor answered from another paragraph."""
    led = route(reader.read("Article 5(8) of the AI Act"), eu_snapshot)
    assert (led.found, led.missing) == ((), f"{AIA}/art/5/8")
    assert led.resolves.value == "out_of_coverage"
