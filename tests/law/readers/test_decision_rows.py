"""Decisions as rows: Parquet and JSON Lines, batches, and files that are not right."""

from __future__ import annotations

import json
import random
import tracemalloc
from datetime import date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.law.readers.base import LeftOut
from lexwarrant.law.readers.decision_rows import DecisionRowsReader
from lexwarrant.law.readers.opinion_text import paragraphs
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Authority, AuthorityKind, Effect, Version

ROW = {
    "CaseDesc": 'ע"א 6328/97',
    "CaseName": "רגב נ' משרד הבטחון",
    "VerdictDt": "2000-08-10T00:00:00",
    "Type": "פסק-דין",
    "Id": 42,
    "text": "1. לפנינו ערעור.\n2. העובדות.\n3. דין הערעור להידחות.",
}


def _lines(tmp_path: Path, *rows: object) -> list[object]:
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8")
    return list(DecisionRowsReader().read(path))


def _authority(items: list[object]) -> Authority:
    return next(i for i in items if isinstance(i, Authority))


def test_a_decision(tmp_path: Path) -> None:
    items = _lines(tmp_path, ROW)
    authority = _authority(items)
    assert authority.id == "il/decision/6328-97/42"
    assert authority.kind is AuthorityKind.JUDGMENT
    assert (authority.number, authority.parties) == ('ע"א 6328/97', "רגב נ' משרד הבטחון")
    assert (authority.dated, authority.effect) == (date(2000, 8, 10), Effect.PRECEDENT)
    versions = [i for i in items if isinstance(i, Version)]
    assert [(v.provision_id, v.text) for v in versions] == [
        ("il/decision/6328-97/42/para/1", "לפנינו ערעור."),
        ("il/decision/6328-97/42/para/2", "העובדות."),
        ("il/decision/6328-97/42/para/3", "דין הערעור להידחות."),
    ]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2010-05-01T00:00:00", date(2010, 5, 1)),
        ("2010-05-01", date(2010, 5, 1)),
        ("03/04/2011", date(2011, 4, 3)),
        ("/Date(1273017600000)/", date(2010, 5, 5)),
        ("soon", None),
        ("31/02/2011", None),
    ],
)
def test_dates(tmp_path: Path, value: str, expected: date | None) -> None:
    items = _lines(tmp_path, {**ROW, "VerdictDt": value})
    assert _authority(items).dated == expected
    assert any(isinstance(i, LeftOut) for i in items) is (expected is None)


@pytest.mark.parametrize(
    ("case", "slug"),
    [('בג"ץ 1703/92', "1703-92"), ("בג״ץ 7209-06-26", "7209-06-26"), ("ללא מספר", "ללא-מספר")],
)
def test_case_numbers(tmp_path: Path, case: str, slug: str) -> None:
    assert _authority(_lines(tmp_path, {**ROW, "CaseDesc": case})).id == f"il/decision/{slug}/42"


def test_a_row_without_a_key_is_named_by_its_text(tmp_path: Path) -> None:
    row = {k: v for k, v in ROW.items() if k != "Id"}
    first, second = _lines(tmp_path, row), _lines(tmp_path, row)
    assert _authority(first).id == _authority(second).id
    other = _lines(tmp_path, {**row, "text": "אחר"})
    assert _authority(first).id != _authority(other).id


def test_parquet_gives_the_same_as_lines(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    rows = [{**ROW, "Id": n, "VerdictDt": datetime(2000, 8, 10)} for n in range(600)]
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=100)
    reader = DecisionRowsReader()
    assert reader.recognises(path)
    parquet = [i for i in reader.read(path) if not isinstance(i, LeftOut)]
    lines = _lines(tmp_path, *({**ROW, "Id": n} for n in range(600)))
    assert parquet == lines


def test_rows_without_text_or_number_are_left_out(tmp_path: Path) -> None:
    items = _lines(tmp_path, ROW, {**ROW, "text": None}, {**ROW, "CaseDesc": ""})
    left = [(i.what, i.why) for i in items if isinstance(i, LeftOut)]
    assert left == [('ע"א 6328/97', "no text"), ("a row", "no case number")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "holds no decision"),
        (b'{"case_number": "1/20", "text": ""}', "holds no decision"),
        (b'{"title": "x"}', "no column for the case"),
        (b'{"case_number": "1/20", "body": "x"}', "no column for the text"),
        (b'{"case_number": "1/20", "text": "x"', "line 1: column"),
        (b"PAR1 and nothing of that kind", "not a readable Parquet file|cannot be read"),
    ],
)
def test_wrong_files_are_named(tmp_path: Path, content: bytes, message: str) -> None:
    if content.startswith(b"PAR1"):
        pytest.importorskip("pyarrow")
    path = tmp_path / "rows.jsonl"
    path.write_bytes(content)
    with pytest.raises(LawSourceError, match=message) as caught:
        list(DecisionRowsReader().read(path))
    assert "\n" not in str(caught.value)


def test_a_cut_parquet_file_is_named(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.Table.from_pylist([ROW] * 500), path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(LawSourceError, match=r"Parquet|cannot be read"):
        list(DecisionRowsReader().read(path))


def test_parquet_is_never_held_whole(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    chance = random.Random(5)
    path = tmp_path / "rows.parquet"
    rows = [{**ROW, "Id": n, "text": f"{chance.getrandbits(32_000):x}"} for n in range(2_000)]
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=50)
    before = pa.total_allocated_bytes()
    peak = 0
    for _ in DecisionRowsReader().read(path):
        peak = max(peak, pa.total_allocated_bytes() - before)
    assert peak < path.stat().st_size / 2


def test_memory_does_not_grow_with_the_rows(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        path = tmp_path / f"{count}.jsonl"
        with path.open("w", encoding="utf-8") as out:
            for number in range(count):
                out.write(json.dumps({**ROW, "Id": number}) + "\n")
        tracemalloc.start()
        try:
            assert sum(isinstance(i, Authority) for i in DecisionRowsReader().read(path)) == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(10)  # caches of the interpreter are filled once
    assert peak(4_000) - peak(100) < 100_000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. A.\n2. B.\n3. C.", [("1", True), ("2", True), ("3", True)]),
        ("Heading\n1. A.\n2. B.\n3. C.", [("0", False), ("1", True), ("2", True), ("3", True)]),
        ("1. A.\n2. B: \n1. x\n2. y\n3. C.\n4. D.", [(str(n), True) for n in (1, 2, 3, 4)]),
        ("[1] A.\n[2] B.\n[3] C.", [("1", True), ("2", True), ("3", True)]),
        ("A block.\n\nAnother.", [("1", False), ("2", False)]),
        ("7. A.\n8. B.\n9. C.", [("1", False)]),
        ("", []),
    ],
)
def test_paragraphs(text: str, expected: list[tuple[str, bool]]) -> None:
    assert [(p.number, p.printed) for p in paragraphs(text)] == expected


@given(st.text(alphabet="123.[] \nabא", max_size=300))
def test_any_text_has_paragraphs_and_loses_no_word(text: str) -> None:
    found = paragraphs(text)
    numbers = [p.number for p in found]
    assert len(numbers) == len(set(numbers))
    kept = sum(sum(c.isalpha() for c in p.text) for p in found)
    assert kept == sum(c.isalpha() for c in text)
