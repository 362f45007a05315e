"""Snapshots are built whole or not at all."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from handmade_law import ACT, NEW, RECORDS, SOURCE, section
from lexwarrant.law.builder import import_law
from lexwarrant.law.existence import existence
from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Applicability, Authority, Coverage, Part, Source, Version

DAY = date(2026, 1, 1)


def test_digest_does_not_depend_on_the_order_of_import(tmp_path: Path) -> None:
    first = import_law(RECORDS, tmp_path / "a", retrieved=DAY).manifest
    first_come = (Source, Authority)
    head = [r for r in RECORDS if isinstance(r, first_come)]
    tail = [r for r in RECORDS if not isinstance(r, first_come)]
    random.Random(3).shuffle(tail)
    second = import_law([*head, *tail], tmp_path / "b", retrieved=date(2020, 1, 1)).manifest
    assert first.digest == second.digest
    assert (first.authorities, first.provisions, first.versions, first.incomplete) == (2, 9, 12, 1)
    assert first.attributions == ("Made by hand.",)


def test_digest_changes_with_one_character(tmp_path: Path) -> None:
    first = import_law(RECORDS, tmp_path / "a", retrieved=DAY).manifest
    other = [
        replace(r, text=NEW + " ") if isinstance(r, Version) and r.text == NEW else r
        for r in RECORDS
    ]
    assert import_law(other, tmp_path / "b", retrieved=DAY).manifest.digest != first.digest


def test_add_joins_and_a_plain_import_replaces(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    import_law(RECORDS, folder, retrieved=DAY)
    more = [
        SOURCE,
        replace(ACT, id="xx/act/2", short_title="Other"),
        Version("xx/act/2/s/1", "s 1", "t"),
    ]
    assert import_law(more, folder, retrieved=DAY, add=True).manifest.authorities == 3
    assert import_law(more, folder, retrieved=DAY).manifest.authorities == 1


def test_an_authority_met_again_is_merged(tmp_path: Path) -> None:
    bare = replace(ACT, title=ACT.id, short_title=ACT.id, aliases=())
    items = [SOURCE, bare, section("1", "t"), replace(ACT, in_force=None), section("2", "u")]
    import_law(items, tmp_path / "a", retrieved=DAY)
    with Snapshot(tmp_path / "a") as snapshot:
        merged = snapshot.authority(ACT.id)
    assert merged == ACT


@pytest.mark.parametrize("text_first", [True, False])
def test_text_makes_held_what_was_known_by_metadata(text_first: bool, tmp_path: Path) -> None:
    notes = Source("notes", "", "CC0")
    named = replace(
        ACT,
        source="notes",
        text_held=False,
        title=ACT.id,
        aliases=("The Act",),
        coverage=Coverage(),
    )
    metadata, text = [notes, named], [SOURCE, ACT, section("1", "t")]
    for items in (text, metadata) if text_first else (metadata, text):
        import_law(items, tmp_path / "a", retrieved=DAY, add=True)
    with Snapshot(tmp_path / "a") as snapshot:
        found = snapshot.authority(ACT.id)
    assert found is not None
    assert (found.text_held, found.source, found.title) == (True, "hand", ACT.title)
    assert found.coverage == ACT.coverage
    assert set(ACT.aliases) <= set(found.aliases)


BAD: list[tuple[list[LawItem], str]] = [
    ([], "holds no authority"),
    ([ACT], "its source 'hand' was not given"),
    ([SOURCE, section("1", "t")], "its authority xx/act/1 was not given"),
    ([SOURCE, replace(ACT, text_held=False), section("1", "t")], "xx/act/1/s/1: .* held without text"),
    ([SOURCE, replace(ACT, id="xx/act/1/s/3")], "not an authority's id"),
    ([SOURCE, ACT, Version("xx/act/1", "s", "t")], "belongs to a unit"),
    ([SOURCE, ACT, section("1", "t", valid_from=date(2001, 1, 1), valid_to=date(2001, 1, 1))],
     "is not before valid_to"),
    ([SOURCE, ACT, section("1", "t"), section("1", "u")], "there already with another content"),
    ([SOURCE, ACT, Version("xx/act/1/s/1", "s", "text", parts=(Part("xx/act/1/s/1/1", "p", "l", 2, 9),))],
     "does not lie in the text"),
    ([SOURCE, ACT, Version("xx/act/1/s/1", "s", "text", parts=(Part("xx/act/1/s/2/1", "p", "l", 0, 2),))],
     "does not lie in the text"),
    ([SOURCE, ACT, Applicability("xx/act/1/s/9", DAY)], "it is not held"),
]  # fmt: skip


@pytest.mark.parametrize(("items", "said"), BAD)
def test_a_failed_import_leaves_the_snapshot(
    items: list[LawItem], said: str, tmp_path: Path
) -> None:
    folder = tmp_path / "a"
    before = import_law(RECORDS, folder, retrieved=DAY).manifest.digest
    with pytest.raises(LawSourceError, match=said):
        import_law(items, folder, retrieved=DAY)
    with Snapshot(folder) as snapshot:
        assert snapshot.manifest.digest == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a"]


def test_a_reader_that_dies_half_way_leaves_nothing(tmp_path: Path) -> None:
    def dying() -> Iterator[LawItem]:
        yield from RECORDS[:4]
        raise LawSourceError("the disk of the source went away")

    with pytest.raises(LawSourceError, match="went away"):
        import_law(dying(), tmp_path / "a", retrieved=DAY)
    assert list(tmp_path.iterdir()) == []


_KILLED = """
import os, signal, sys
from datetime import date
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from handmade_law import RECORDS
from lexwarrant.law import builder, workshop
from lexwarrant.law.builder import import_law

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def dying():
    yield from RECORDS[:6]
    die()

where = sys.argv[3]
if where == "swapping":
    rename = Path.rename
    Path.rename = lambda self, to: die() if self.name.endswith(".building") else rename(self, to)
elif where == "hashing":
    builder._manifest = die
import_law(dying() if where == "reading" else RECORDS[:4], Path(sys.argv[1]), retrieved=date(2026, 1, 1))
"""


@pytest.mark.parametrize("where", ["reading", "hashing", "swapping"])
def test_a_killed_import_leaves_the_snapshot(where: str, tmp_path: Path) -> None:
    folder = tmp_path / "a"
    before = import_law(RECORDS, folder, retrieved=DAY).manifest.digest
    tests = str(Path(__file__).parents[1])
    command = [sys.executable, "-c", _KILLED, str(folder), tests, where]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert folder.exists() == (where != "swapping")  # the moment between the two renamings
    with Snapshot(folder) as snapshot:
        assert snapshot.manifest.digest == before
    again = import_law(RECORDS[:4], folder, retrieved=DAY).manifest.digest
    assert again != before
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_one_import_at_a_time(tmp_path: Path) -> None:
    folder = tmp_path / "a"

    def nested() -> Iterator[LawItem]:
        with pytest.raises(LawSourceError, match="another import is building"):
            import_law(RECORDS, folder, retrieved=DAY)
        yield from RECORDS

    import_law(nested(), folder, retrieved=DAY)
    with Snapshot(folder) as snapshot:
        assert snapshot.manifest.versions == 12


def test_left_out_is_reported(tmp_path: Path) -> None:
    report = import_law(
        [*RECORDS, LeftOut("xx/act/1", "a table", "not text")], tmp_path / "a", retrieved=DAY
    )
    assert report.left_out_total == 1
    assert report.left_out[0].why == "not text"


@pytest.mark.parametrize("damage", ["manifest", "database", "missing"])
def test_a_damaged_snapshot_says_what_to_do(damage: str, tmp_path: Path) -> None:
    folder = tmp_path / "a"
    import_law(RECORDS, folder, retrieved=DAY)
    if damage == "manifest":
        (folder / "manifest.json").write_text("{")
    elif damage == "database":
        (folder / "law.sqlite").write_bytes(b"not a database, and long enough to look at" * 20)
    else:
        (folder / "law.sqlite").unlink()
    with pytest.raises(LawSourceError, match=r"build (it again|one)"):
        Snapshot(folder)


@pytest.mark.parametrize(
    ("provision", "verdict"),
    [
        ("xx/act/1", "exists"),
        ("xx/act/1/s/1", "exists"),
        ("xx/act/1/s/1/2", "exists"),
        ("xx/act/1/s/99", "no_such_provision"),
        ("xx/act/1/s/1/7", "no_such_provision"),
        ("xx/act/1/sch/1", "out_of_coverage"),
        ("xx/act/1/s/3/2", "out_of_coverage"),  # the text is cut: its end is not known
        ("xx/act/8/s/1", "out_of_coverage"),
        ("yy/act/1", "out_of_coverage"),
        ("xx/act/1/s/2/1", "no_such_provision"),
    ],
)
def test_existence(provision: str, verdict: str, tmp_path: Path) -> None:
    import_law(RECORDS, tmp_path / "a", retrieved=DAY)
    with Snapshot(tmp_path / "a") as snapshot:
        found = existence(snapshot, provision)
    assert found.resolves.value == verdict
    assert found.reason


@pytest.mark.parametrize("name", ["thesis.txt", "manifest.json", "law.sqlite", ".hidden/x"])
@pytest.mark.parametrize("add", [True, False])
def test_a_folder_that_is_no_snapshot_is_not_replaced(name: str, add: bool, tmp_path: Path) -> None:
    mine = tmp_path / "d2" / name
    mine.parent.mkdir(parents=True)
    mine.write_text("years of work")
    read: list[LawItem] = []

    def reading() -> Iterator[LawItem]:
        for record in RECORDS:
            read.append(record)
            yield record

    with pytest.raises(LawSourceError, match="d2: the folder holds other files"):
        import_law(reading(), tmp_path / "d2", retrieved=DAY, add=add)
    assert mine.read_text() == "years of work"
    assert not read
    assert [p.name for p in tmp_path.iterdir()] == ["d2"]


def test_a_file_is_not_replaced_by_a_snapshot(tmp_path: Path) -> None:
    (tmp_path / "d2").write_text("years of work")
    with pytest.raises(LawSourceError, match="d2: a file is there"):
        import_law(RECORDS, tmp_path / "d2", retrieved=DAY)
    assert [p.name for p in tmp_path.iterdir()] == ["d2"]
    assert (tmp_path / "d2").read_text() == "years of work"


def test_an_empty_folder_becomes_a_snapshot(tmp_path: Path) -> None:
    (tmp_path / "d2").mkdir()
    assert import_law(RECORDS, tmp_path / "d2", retrieved=DAY).manifest.authorities == 2
