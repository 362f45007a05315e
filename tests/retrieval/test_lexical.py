"""The index: what it finds, what its filters keep, and when it is built again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from handmade_law import ACT, NEW, OLD, RECORDS
from lexwarrant.law.builder import import_law
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import AuthorityKind, LawRecord, Version
from lexwarrant.retrieval.lexical import LexicalIndex, build_index, is_current
from lexwarrant.retrieval.open import all_passages, open_index
from lexwarrant.retrieval.passages import passages_of

HEBREW: list[LawRecord] = [
    replace(ACT, id="he/law/1", jurisdiction="he", short_title="חוק", language="he",
            kind=AuthorityKind.REGULATION),
    Version("he/law/1/s/1", "סעיף 1", "עובד זכאי להודעה מוקדמת לפי חוק התשל״ז", heading="הודעה"),
]  # fmt: skip


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    folder = tmp_path_factory.mktemp("law") / "hand"
    import_law([*RECORDS, *HEBREW], folder, retrieved=date(2026, 1, 1))
    with Snapshot(folder) as opened:
        yield opened


@pytest.fixture(scope="module")
def index(snapshot: Snapshot) -> LexicalIndex:
    return open_index(snapshot)


def ids(index: LexicalIndex, *words: str, **filters: object) -> list[str]:
    return [h.provision_id for h in index.search([(w, 1.0) for w in words], **filters)]  # type: ignore[arg-type]


def test_finds_by_word_and_by_date(index: LexicalIndex) -> None:
    assert ids(index, "14") == ["xx/act/1/s/1/1"]
    assert ids(index, "21") == ["xx/act/1/s/1/1"]
    assert ids(index, "14", on=date(2005, 1, 1)) == ["xx/act/1/s/1/1"]
    assert ids(index, "14", on=date(2015, 1, 1)) == []
    assert ids(index, "21", on=date(2015, 1, 1)) == ["xx/act/1/s/1/1"]
    assert ids(index, "21", on=date(2009, 12, 31)) == []
    assert ids(index, "21", on=date(2010, 1, 1)) == ["xx/act/1/s/1/1"]


def test_filters(index: LexicalIndex) -> None:
    assert ids(index, "notic", jurisdictions=["he"]) == []
    assert ids(index, "תשלז", jurisdictions=["he"]) == ["he/law/1/s/1"]
    assert ids(index, "text", units=["xx/act/1/s/2"]) == ["xx/act/1/s/2", "xx/act/1/s/2"]
    assert ids(index, "text", authorities=["he/law/1"]) == []
    assert ids(index, "text", kinds=["judgment"]) == []
    assert ids(index, "עובד", kinds=["regulation"]) == ["he/law/1/s/1"]
    assert ids(index) == []


def test_hebrew_is_found_with_any_prefix_and_quote(index: LexicalIndex) -> None:
    assert ids(index, "הודעה") == ["he/law/1/s/1"]
    assert ids(index, "מוקדמת") == ["he/law/1/s/1"]


def test_hits_lead_back_to_the_text(snapshot: Snapshot, index: LexicalIndex) -> None:
    (hit,) = index.search([("14", 1.0)])
    version = snapshot.versions(hit.unit_id)[0]
    assert version.text == OLD
    assert version.text[hit.start : hit.end] == "(1) Notice is given within 14 days."


def test_passages_cover_every_character() -> None:
    version = next(r for r in RECORDS if isinstance(r, Version) and r.text == NEW)
    covered = {k for p in passages_of(version, ACT, {}) for k in range(p.start, p.end)}
    assert {k for k in range(len(NEW)) if not NEW[k].isspace()} <= covered


def test_built_again_only_when_the_snapshot_changes(snapshot: Snapshot, tmp_path: Path) -> None:
    folder = tmp_path / "index"
    build_index(all_passages(snapshot), folder, "digest-1")
    assert is_current(folder, "digest-1")
    assert not is_current(folder, "digest-2")
    (folder / "stamp.json").write_text("{")
    assert not is_current(folder, "digest-1")


def test_workers_build_the_same_index(snapshot: Snapshot, tmp_path: Path) -> None:
    build_index(all_passages(snapshot), tmp_path / "a", "d", workers=1)
    build_index(all_passages(snapshot), tmp_path / "b", "d", workers=2)
    one, two = LexicalIndex(tmp_path / "a"), LexicalIndex(tmp_path / "b")
    for word in ("text", "notic", "עובד"):
        assert sorted(ids(one, word)) == sorted(ids(two, word))


def test_a_damaged_index_says_so(tmp_path: Path) -> None:
    (tmp_path / "meta.json").write_text("nonsense")
    with pytest.raises(LawSourceError, match="no readable index"):
        LexicalIndex(tmp_path)
