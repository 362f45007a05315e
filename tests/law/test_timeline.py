"""Text and status on a date."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from handmade_law import ACT, NEW, OLD, RECORDS, SOURCE
from lexwarrant.law.builder import import_law
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.law.timeline import undoing
from lexwarrant.records.law import Treatment, TreatmentKind


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    folder = tmp_path_factory.mktemp("law") / "hand"
    import_law(RECORDS, folder, retrieved=date(2026, 1, 1))
    with Snapshot(folder) as opened:
        yield opened


@pytest.mark.parametrize(
    ("provision", "on", "text"),
    [
        ("xx/act/1/s/1", "2000-05-31", None),
        ("xx/act/1/s/1", "2000-06-01", OLD),
        ("xx/act/1/s/1", "2009-12-31", OLD),
        ("xx/act/1/s/1", "2010-01-01", NEW),
        ("xx/act/1/s/1/1", "2005-01-01", "(1) Notice is given within 14 days."),
        ("xx/act/1/s/1/1", "2015-01-01", "(1) Notice is given within 21 days."),
        ("xx/act/1/s/1/9", "2015-01-01", None),
        ("xx/act/1/s/4", "2004-12-31", "Repealed later."),
        ("xx/act/1/s/4", "2005-01-01", None),
        ("xx/act/1/s/6", "1900-01-01", "No date is known."),
        ("xx/act/2/s/6", "2020-01-01", None),
    ],
)
def test_text_on(snapshot: Snapshot, provision: str, on: str, text: str | None) -> None:
    assert snapshot.text(provision, date.fromisoformat(on)) == text


def test_two_texts_for_two_extents(snapshot: Snapshot) -> None:
    on = date(2020, 1, 1)
    scotland = snapshot.version_on("xx/act/1/s/2", on, extent="S")
    england = snapshot.version_on("xx/act/1/s/2", on, extent="E")
    assert scotland is not None
    assert england is not None
    assert (scotland.text, england.text) == ("Scotland has this text.", "England has that text.")
    assert snapshot.version_on("xx/act/1/s/2", on, extent="N") is None


@pytest.mark.parametrize(
    ("provision", "on", "status"),
    [
        ("xx/act/1/s/1", "2000-05-31", "not_yet_in_force"),
        ("xx/act/1/s/1", "2000-06-01", "applicable"),
        ("xx/act/1/s/1/2", "2000-12-31", "in_force_not_applicable"),
        ("xx/act/1/s/1/2", "2001-01-01", "applicable"),
        ("xx/act/1/s/4", "2004-12-31", "applicable"),
        ("xx/act/1/s/4", "2005-01-01", "repealed"),
        ("xx/act/1/s/5", "2001-12-31", "in_force_not_applicable"),
        ("xx/act/1/s/5", "2002-12-31", "applicable"),
        ("xx/act/1/s/5", "2003-01-01", "expired"),
        ("xx/act/1/s/6", "2020-01-01", "applicable"),
        ("xx/act/1/s/7", "2004-01-01", "not_yet_in_force"),  # inserted later
        ("xx/act/1/s/7", "2007-01-01", "applicable"),
        ("xx/act/1/s/7", "2009-01-01", "unknown"),  # a gap between two versions
        ("xx/act/1/s/7", "2011-01-01", "applicable"),
        ("xx/act/1/s/8", "2020-01-01", "unknown"),  # the Minister appoints the day
        ("xx/act/3/s/1", "1990-01-01", "unknown"),  # before the first version we know
        ("xx/act/3/s/1", "2001-01-01", "applicable"),
        ("xx/act/7/s/1", "2020-01-01", "unknown"),
        ("xx/act/1/s/77", "2020-01-01", "unknown"),
    ],
)
def test_status_on(snapshot: Snapshot, provision: str, on: str, status: str) -> None:
    assert snapshot.status_on(provision, date.fromisoformat(on)).value == status


def test_amended_since_gives_both_texts(snapshot: Snapshot) -> None:
    amendment = snapshot.amended_since("xx/act/1/s/1", date(2005, 1, 1))
    assert amendment is not None
    assert (amendment.then.text, amendment.now.text) == (OLD, NEW)
    assert amendment.now.changed_by == "xx/act/9"
    assert snapshot.amended_since("xx/act/1/s/1", date(2015, 1, 1)) is None


def test_treatment_is_kept(snapshot: Snapshot) -> None:
    (treatment,) = snapshot.treatments("xx/act/1/s/1")
    assert (treatment.kind.value, treatment.by, treatment.on) == (
        "amended", "xx/act/9", date(2010, 1, 1),
    )  # fmt: skip


DONE = [
    Treatment("a", "b", TreatmentKind.OVERRULED, date(2010, 1, 1), "one point"),
    Treatment("a", "c", TreatmentKind.OVERRULED, date(2012, 1, 1)),
    Treatment("a", "d", TreatmentKind.REVERSED, date(2011, 1, 1)),
    Treatment("a", "e", TreatmentKind.AMENDED, date(2001, 1, 1)),
    Treatment("a", "f", TreatmentKind.APPLIED, date(2001, 1, 1)),
]


@pytest.mark.parametrize(
    ("on", "by"),
    [(None, "d"), ("2009-01-01", None), ("2010-01-01", "b"), ("2011-01-01", "d"), ("2020-01-01", "d")],
)  # fmt: skip
def test_what_undid_an_authority(on: str | None, by: str | None) -> None:
    found = undoing(DONE, date.fromisoformat(on) if on else None)
    assert (found.by if found else None) == by


def test_two_that_overruled_each_other_are_both_undone(tmp_path: Path) -> None:
    other = replace(ACT, id="xx/act/8")
    first = Treatment(ACT.id, other.id, TreatmentKind.OVERRULED, date(2001, 1, 1))
    second = Treatment(other.id, ACT.id, TreatmentKind.OVERRULED)
    import_law([SOURCE, ACT, other, first, second], tmp_path / "s", retrieved=date(2026, 1, 1))
    with Snapshot(tmp_path / "s") as snapshot:
        assert snapshot.undone_by(f"{ACT.id}/s/1/2") == first
        assert snapshot.undone_by(other.id, date(2000, 1, 1)) == second  # its day is not known
        assert snapshot.undone_by(ACT.id, date(2000, 1, 1)) is None


REPEAL = date(2012, 1, 1)


@pytest.mark.parametrize(
    ("target", "asked", "on", "scope", "status"),
    [
        ("s/1", "s/1", REPEAL, "whole", "repealed"),
        ("s/1", "s/1/1", REPEAL, "whole", "repealed"),
        ("", "s/1", REPEAL, "whole", "repealed"),
        ("s/1/1", "s/1/1", REPEAL, "whole", "repealed"),
        ("s/1/1", "s/1", REPEAL, "whole", "applicable"),
        ("s/1", "s/1", REPEAL, "(1)", "applicable"),
        ("s/1", "s/1", date(2012, 7, 1), "whole", "applicable"),
        ("s/1", "s/1", date(2010, 1, 1), "whole", "applicable"),  # the text of that day is new
        ("s/1", "s/1", None, "whole", "unknown"),
    ],
)
def test_a_treatment_decides_the_status(
    target: str, asked: str, on: date | None, scope: str, status: str, tmp_path: Path
) -> None:
    whole = f"{ACT.id}/{target}" if target else ACT.id
    repeal = Treatment(whole, "xx/act/9", TreatmentKind.REPEALED, on, scope)
    import_law([*RECORDS, repeal], tmp_path / "s", retrieved=date(2026, 1, 1))
    with Snapshot(tmp_path / "s") as snapshot:
        assert snapshot.status_on(f"{ACT.id}/{asked}", date(2012, 6, 1)).value == status
        assert snapshot.status_on(f"{ACT.id}/s/1", date(2000, 5, 1)).value == "not_yet_in_force"
