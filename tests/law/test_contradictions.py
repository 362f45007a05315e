"""Law that says the same twice is taken once; law that contradicts itself is refused with its place."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from lexwarrant.jurisdictions.citations import find_citations
from lexwarrant.law.builder import import_law
from lexwarrant.law.interchange import to_line
from lexwarrant.law.readers.archive import unpacked
from lexwarrant.law.readers.jsonl import InterchangeReader
from lexwarrant.law.readers.law_events import LawEventsReader
from lexwarrant.law.resolution import Resolver
from lexwarrant.law.series import declared
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.citation import Identity, Resolution, Resolves
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import (
    Applicability,
    Authority,
    AuthorityKind,
    LawRecord,
    Part,
    Source,
    Treatment,
    TreatmentKind,
    Version,
)

DAY = date(2026, 1, 1)
SOURCE = Source("hand", "", "CC0")
ACT = Authority(
    "uk/ukpga/1990/1", "uk", AuthorityKind.STATUTE, "Duty Act 1990", "Duty Act 1990", "hand"
)
SECTION = Version(
    f"{ACT.id}/s/1", "section 1", "Old.", valid_from=date(1990, 1, 1), valid_to=date(2000, 1, 1)
)


def decision(cited: str, dated: date) -> Authority:
    return Authority(
        f"uk/case/{cited.strip('[').replace('] ', '-').replace(' ', '-').lower()}", "uk",
        AuthorityKind.JUDGMENT, cited, cited, "hand", dated=dated, aliases=(cited,), text_held=False,
    )  # fmt: skip


OLD, NEW = decision("[2010] UKSC 1", date(2010, 1, 5)), decision("[2017] UKSC 2", date(2017, 1, 5))


def test_what_is_given_twice_is_taken_once(tmp_path: Path) -> None:
    records: list[LawRecord] = [
        SOURCE, ACT, OLD, NEW, SECTION, SECTION,
        *[Treatment(OLD.id, NEW.id, TreatmentKind.OVERRULED, date(2017, 1, 5))] * 2,
        *[Applicability(ACT.id, date(1991, 1, 1))] * 2,
    ]  # fmt: skip
    first = import_law(records, tmp_path / "a", retrieved=DAY).manifest
    again = import_law(records, tmp_path / "a", retrieved=DAY, add=True).manifest
    assert (first.versions, again.digest) == (1, first.digest)


def test_another_day_for_a_treatment_is_still_refused(tmp_path: Path) -> None:
    one = Treatment(OLD.id, NEW.id, TreatmentKind.OVERRULED, date(2017, 1, 5))
    two = replace(one, on=date(2018, 1, 5))
    with pytest.raises(LawSourceError, match="another content"):
        import_law([SOURCE, OLD, NEW, one, two], tmp_path / "a", retrieved=DAY)


def test_overlapping_versions_are_refused_with_their_line(tmp_path: Path) -> None:
    other = replace(SECTION, text="New.", valid_from=date(1999, 1, 1), valid_to=None)
    path = tmp_path / "law.jsonl"
    lines = [to_line(r) for r in (SOURCE, ACT, SECTION, other)]
    path.write_text("\n".join(lines), "utf-8")
    reader = InterchangeReader()
    with pytest.raises(LawSourceError, match=r"law\.jsonl, line 4: .*another from 1990-01-01"):
        import_law(reader.read(path), tmp_path / "s", retrieved=DAY, place=lambda: reader.where)
    after = replace(other, valid_from=date(2000, 1, 1))
    import_law([SOURCE, ACT, SECTION, after], tmp_path / "s", retrieved=DAY)


@pytest.mark.parametrize(
    ("treatments", "said"),
    [
        ([Treatment(OLD.id, OLD.id, TreatmentKind.OVERRULED)], "by itself"),
        ([Treatment(NEW.id, OLD.id, TreatmentKind.OVERRULED)], "which is later"),
        ([Treatment(OLD.id, NEW.id, TreatmentKind.OVERRULED),
          Treatment(NEW.id, OLD.id, TreatmentKind.REVERSED)], "one of them is wrong"),
    ],
)  # fmt: skip
def test_treatments_that_cannot_be_are_refused(
    treatments: list[Treatment], said: str, tmp_path: Path
) -> None:
    with pytest.raises(LawSourceError, match=said):
        import_law([SOURCE, OLD, NEW, *treatments], tmp_path / "a", retrieved=DAY)


@pytest.mark.parametrize(
    ("complete", "as_of", "said"),
    [("2017-2010", "2018-01-01", "ends before it begins"), ("2010-2017", "2017-01-04", "would count")],
)  # fmt: skip
def test_series_that_contradict_themselves_are_refused(
    complete: str, as_of: str, said: str, tmp_path: Path
) -> None:
    series = declared("uk", "UKSC", (complete,), 2, date.fromisoformat(as_of), "hand")
    with pytest.raises(LawSourceError, match=said):
        import_law([SOURCE, OLD, NEW, series], tmp_path / "a", retrieved=DAY)


def test_true_is_no_number_of_decisions(tmp_path: Path) -> None:
    path = tmp_path / "events.yaml"
    path.write_text(
        "format: lexwarrant-law-events\nsource: {name: hand, url: '', licence: CC0}\nseries:\n"
        "  - {jurisdiction: uk, name: UKSC, complete: ['2017'], decisions: true, as_of: 2018-01-01}\n",
        "utf-8",
    )
    with pytest.raises(LawSourceError, match=r"line 4.*not true or false"):
        list(LawEventsReader().read(path))


def test_another_title_of_the_same_act_is_kept_as_a_name(tmp_path: Path) -> None:
    named = replace(ACT, title="Duty of Care Act 1990", short_title="Duty of Care Act 1990")
    import_law([SOURCE, ACT, named, SECTION], tmp_path / "a", retrieved=DAY)
    with Snapshot(tmp_path / "a") as snapshot:
        held = snapshot.authority(ACT.id)
    assert held is not None
    assert (held.title, held.aliases) == ("Duty Act 1990", ("Duty of Care Act 1990",))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_twice_in_an_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "law.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.jsonl", "1")
        archive.writestr("a.jsonl", "2")
    with pytest.raises(LawSourceError, match="twice"), unpacked(path):
        pass


@pytest.mark.parametrize("value", ["9" * 5000, r'"\ud800"'])
def test_a_value_that_cannot_be_stored_is_named_by_its_line(value: str, tmp_path: Path) -> None:
    path = tmp_path / "law.jsonl"
    bad = f'{{"record": "source", "name": {value}, "url": "", "licence": "CC0"}}'
    path.write_text(f"{to_line(SOURCE)}\n{bad}\n", "utf-8")
    with pytest.raises(LawSourceError, match=r"law\.jsonl, line 2"):
        list(InterchangeReader().read(path))


@pytest.fixture
def courts(tmp_path: Path) -> Resolver:
    held = [decision(f"[2017] EWHC {n}", date(2017, 5, 5)) for n in ("3396 (Ch)", "3397 (Admin)")]
    held += [decision(f"[2017] UKUT 5 ({d})", date(2017, 5, 5)) for d in ("AAC", "IAC")]
    held.append(decision("[2017] EWFC 83", date(2017, 5, 5)))
    as_of = date(2018, 1, 1)
    series = [declared("uk", n, ("2017",), c, as_of, "hand") for n, c in (("EWHC", 2), ("EWFC", 1))]
    import_law([SOURCE, *held, *series], tmp_path / "s", retrieved=DAY)
    return Resolver(Snapshot(tmp_path / "s"))


@pytest.mark.parametrize(
    ("cited", "resolves", "identity"),
    [
        ("[2017] EWHC 3397", Resolves.EXISTS, Identity.AGREES),
        ("[2017] EWHC 3397 (Admin)", Resolves.EXISTS, Identity.AGREES),
        ("[2017] EWHC 3397 (Ch)", Resolves.EXISTS, Identity.COURT_DIFFERS),
        ("[2017] EWHC 3398", Resolves.NOT_FOUND, Identity.NOT_CHECKED),
        ("[2017] UKUT 5", Resolves.AMBIGUOUS, Identity.NOT_CHECKED),
        ("[2017] EWFC 84", Resolves.NOT_FOUND, Identity.NOT_CHECKED),
    ],
)
def test_divisions_are_joined_and_numbers_are_no_pages(
    cited: str, resolves: Resolves, identity: Identity, courts: Resolver
) -> None:
    found: Resolution = courts.resolve(find_citations(cited, ("uk",))[0])
    assert (found.resolves, found.identity) == (resolves, identity), found.reason
    assert "page" not in found.reason


def test_another_title_for_the_same_id_is_said(tmp_path: Path) -> None:
    renamed = replace(ACT, title="Contribution Act 1991", short_title="Contribution Act 1991")
    report = import_law(
        [SOURCE, ACT, SECTION, renamed, ACT],
        tmp_path / "a",
        retrieved=DAY,
        place=lambda: "x, line 4",
    )
    (said,) = report.other_titles
    assert said.startswith("x, line 4: uk/ukpga/1990/1 is called 'Contribution Act 1991' here and")
    assert "'Contribution Act 1991' is kept as another name" in said
    with Snapshot(tmp_path / "a") as opened:
        (act,) = opened.authorities()
    assert (act.title, act.aliases) == ("Duty Act 1990", ("Contribution Act 1991",))


def test_another_title_of_a_decision_is_said_and_not_kept(tmp_path: Path) -> None:
    renamed = replace(OLD, title="Smith v Jones [2010] UKSC 1")
    report = import_law([SOURCE, OLD, renamed], tmp_path / "a", retrieved=DAY)
    (said,) = report.other_titles
    assert "'Smith v Jones [2010] UKSC 1' is not kept" in said


def test_the_same_title_again_is_nothing_to_say(tmp_path: Path) -> None:
    assert import_law([SOURCE, ACT, ACT], tmp_path / "a", retrieved=DAY).other_titles == ()


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (Treatment(SECTION.provision_id, "uk/ukpga/1980/1", TreatmentKind.REPEALED, date(1989, 1, 1)),
         "first text is said to begin on 1990-01-01"),
        (Applicability(ACT.id, date(2000, 1, 1), date(1999, 1, 1)), "is not before applies_to"),
        (Applicability(ACT.id, date(2000, 1, 1), date(2000, 1, 1)), "is not before applies_to"),
    ],
)  # fmt: skip
def test_days_that_cannot_be_are_refused_with_their_line(
    record: LawRecord, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "law.jsonl"
    path.write_text("\n".join(to_line(r) for r in (SOURCE, ACT, SECTION, record)), "utf-8")
    reader = InterchangeReader()
    with pytest.raises(LawSourceError, match=rf"law\.jsonl, line 4: .*{said}"):
        import_law(reader.read(path), tmp_path / "s", retrieved=DAY, place=lambda: reader.where)


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (replace(ACT, id="uk/../../etc/passwd"), "not an id"),
        (replace(ACT, id="uk/two words"), "not an id"),
        (replace(ACT, id="uk//1"), "not an id"),
        (replace(ACT, id="uk/a\x1b[2J"), "not an id"),
        (replace(ACT, id="ie/1990/act/1"), "begins with its jurisdiction"),
        (replace(ACT, title="  "), "title is empty"),
        (replace(SECTION, text=" \n"), "of blanks only"),
        (replace(SECTION, parts=(Part(SECTION.provision_id, "p", "x", 0, 2),)), "its own id"),
        (
            replace(SECTION, parts=(Part(f"{SECTION.provision_id}/a b", "p", "x", 0, 2),)),
            "not an id",
        ),
    ],
)
def test_records_without_a_sound_name_or_text_are_refused_with_their_line(
    record: LawRecord, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "law.jsonl"
    path.write_text("\n".join(to_line(r) for r in (SOURCE, ACT, record)), "utf-8")
    reader = InterchangeReader()
    with pytest.raises(LawSourceError, match=rf"law\.jsonl, line 3: .*{said}"):
        import_law(reader.read(path), tmp_path / "s", retrieved=DAY, place=lambda: reader.where)
