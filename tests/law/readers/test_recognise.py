"""Which reader fits which file, folders and archives, and the YAML of events."""

from __future__ import annotations

import io
import tarfile
import zipfile
from datetime import date
from pathlib import Path

import pytest

from lexwarrant.law.readers import archive
from lexwarrant.law.readers.archive import member_copy, unpacked
from lexwarrant.law.readers.base import LeftOut
from lexwarrant.law.readers.law_events import LawEventsReader
from lexwarrant.law.readers.recognise import readers, recognise
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import (
    Applicability,
    Authority,
    Source,
    Treatment,
    TreatmentKind,
    Version,
)

EVENTS = """format: lexwarrant-law-events
source: {name: notes, url: "", licence: CC0}
authorities:
  - {id: us/case/us/597/215, jurisdiction: us, kind: judgment, title: "Dobbs", short_title: Dobbs}
treatments:
  - {target: us/case/us/410/113, by: us/case/us/597/215, kind: overruled, on: 2022-06-24}
applicability:
  - {target: il/x/s/7, applies_from: 2030-01-01, basis: il/x/s/7}
"""
PAGE = "{{ח:כותרת|חוק א}}\n{{ח:סעיף|1|א}}\n{{ח:ת}} נוסח.\n"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("ie", "Markdown with front matter (law-as-git)"),
        ("ie/IE-1977-act-10.original.md", "Markdown with front matter (law-as-git)"),
        ("il/statutes.jsonl", "Hebrew section list (JSON, JSON Lines)"),
        ("il/minimum-wage-law.sections.json", "Hebrew section list (JSON, JSON Lines)"),
        ("uk", "folder of files in several formats"),
        ("uk/legislation_test_1.xml", "Crown Legislation Markup Language (CLML)"),
        ("uk/legislation_test_8.xml", "Crown Legislation Markup Language (CLML)"),
        ("uk/ewfc_2017_83.xml", "Akoma Ntoso"),
        ("uk/late-payment-s4-extent-trap.json", "texts by territory (JSON)"),
        ("us_dc", "D.C. Code and laws (D.C. Council XML)"),
        ("us_dc/12-301.xml", "D.C. Code and laws (D.C. Council XML)"),
        ("us_usc/28usc2107.versions.json", "version list (JSON)"),
    ],
)
def test_the_shared_files(shared_data: Path, path: str, name: str) -> None:
    assert recognise(shared_data / "law" / path).name == name


def test_no_file_is_claimed_by_two_readers(shared_data: Path) -> None:
    for path in sorted((shared_data / "law").rglob("*")):
        if path.is_file():
            claims = [r.name for r in readers() if r.recognises(path)]
            assert len(claims) <= 1, (path, claims)


def test_what_was_tried_is_named(tmp_path: Path) -> None:
    path = tmp_path / "poem.txt"
    path.write_text("Roses are red", "utf-8")
    with pytest.raises(LawSourceError, match="in none of the formats") as caught:
        recognise(path)
    for reader in readers():
        assert reader.name in str(caught.value)
    with pytest.raises(LawSourceError, match="no such file"):
        recognise(tmp_path / "missing")
    (tmp_path / "empty").mkdir()
    with pytest.raises(LawSourceError, match="in none of the formats"):
        recognise(tmp_path / "empty")


@pytest.mark.parametrize(
    "content",
    [b"", b"\0" * 100, b"\xff\xfe<", b"{", b"[[[[", b"SQLite format 3\0", b"PAR1", b"PK\3\4"],
)
@pytest.mark.parametrize("suffix", [".xml", ".json", ".jsonl", ".md", ".db", ".yaml", ".zip", ""])
def test_recognising_never_raises_on_content(tmp_path: Path, content: bytes, suffix: str) -> None:
    path = tmp_path / f"file{suffix}"
    path.write_bytes(content)
    for reader in readers():
        reader.recognises(path)


def test_a_folder_keeps_everything_once(tmp_path: Path) -> None:
    (tmp_path / "a.wikitext").write_text(PAGE, "utf-8")
    (tmp_path / "b.wikitext").write_text(PAGE, "utf-8")
    (tmp_path / "notes.txt").write_text("nothing", "utf-8")
    items = list(recognise(tmp_path).read(tmp_path))
    assert [type(i) for i in items] == [Source, Authority, Version, LeftOut, LeftOut]
    assert {i.why for i in items if isinstance(i, LeftOut)} == {
        "another file has it too",
        "in no format that is read",
    }


def test_the_whole_shared_folder_has_no_record_twice(shared_data: Path) -> None:
    folder = shared_data / "law"
    items = list(recognise(folder).read(folder))
    authorities = [i.id for i in items if isinstance(i, Authority)]
    assert len(authorities) == len(set(authorities))
    versions = [
        (i.provision_id, i.valid_from, i.valid_to, i.extent)
        for i in items
        if isinstance(i, Version)
    ]
    assert len(versions) == len(set(versions)) > 1_600
    sources = {i.name for i in items if isinstance(i, Source)}
    assert {i.source for i in items if isinstance(i, Authority)} <= sources


def _zip(path: Path, members: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as out:
        for name, text in members.items():
            out.writestr(name, text)
    return path


def _tar(path: Path, member: tarfile.TarInfo, data: bytes = b"x") -> Path:
    with tarfile.open(path, "w:gz") as out:
        member.size = len(data) if member.isreg() else 0
        out.addfile(member, io.BytesIO(data))
    return path


def test_archives_are_read_as_folders(tmp_path: Path) -> None:
    path = _zip(tmp_path / "laws.zip", {"x/a.wikitext": PAGE})
    items = list(recognise(path).read(path))
    assert [i.provision_id for i in items if isinstance(i, Version)] == ["il/חוק-א/s/1"]
    tarred = _tar(tmp_path / "laws.tar.gz", tarfile.TarInfo("a.wikitext"), PAGE.encode())
    assert list(recognise(tarred).read(tarred)) == items


@pytest.mark.parametrize("name", ["../evil.xml", "/etc/evil.xml", "a/../../evil", "C:\\evil", ".."])
def test_members_that_leave_the_folder_are_refused(tmp_path: Path, name: str) -> None:
    for path in (
        _zip(tmp_path / "a.zip", {name: "x"}),
        _tar(tmp_path / "a.tar.gz", tarfile.TarInfo(name)),
    ):
        with pytest.raises(LawSourceError, match="would leave the folder"), unpacked(path):
            pass
    assert not (tmp_path / "evil.xml").exists()
    assert not (tmp_path.parent / "evil.xml").exists()


def test_links_are_refused(tmp_path: Path) -> None:
    link = tarfile.TarInfo("link")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/hostname"
    tarred = _tar(tmp_path / "a.tar.gz", link)
    with pytest.raises(LawSourceError, match="a link or a device"), unpacked(tarred):
        pass
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as out:
        info = zipfile.ZipInfo("link")
        info.external_attr = 0o120777 << 16
        out.writestr(info, "/etc/hostname")
    with pytest.raises(LawSourceError, match="is a link"), unpacked(path):
        pass


def test_limits_count_what_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _zip(tmp_path / "a.zip", {"a": "x" * 1000, "b": "y"})
    monkeypatch.setattr(archive, "MAX_TOTAL_BYTES", 500)
    with pytest.raises(LawSourceError, match="unpacks to more than 500 bytes"), unpacked(path):
        pass
    monkeypatch.setattr(archive, "MAX_MEMBERS", 1)
    with pytest.raises(LawSourceError, match="more than 1 files"), unpacked(path):
        pass
    with (
        pytest.raises(LawSourceError, match="over the limit of 10 bytes"),
        member_copy(path, "a", 10),
    ):
        pass


def test_a_cut_archive_is_named(tmp_path: Path) -> None:
    path = _tar(tmp_path / "a.tar.gz", tarfile.TarInfo("a"), b"x" * 100_000)
    path.write_bytes(path.read_bytes()[:60])
    with pytest.raises(LawSourceError, match="the archive is damaged"), unpacked(path):
        pass


def _events(tmp_path: Path, text: str = EVENTS) -> list[object]:
    path = tmp_path / "events.yaml"
    path.write_text(text, "utf-8")
    return list(LawEventsReader().read(path))


def test_events(tmp_path: Path) -> None:
    source, authority, treatment, applies = _events(tmp_path)
    assert isinstance(source, Source)
    assert isinstance(authority, Authority)
    assert not authority.text_held
    assert treatment == Treatment(
        "us/case/us/410/113", "us/case/us/597/215", TreatmentKind.OVERRULED, date(2022, 6, 24)
    )
    assert applies == Applicability("il/x/s/7", date(2030, 1, 1), basis="il/x/s/7")
    assert recognise(tmp_path / "events.yaml").name == "law events (YAML)"


def test_the_example_of_the_docs_is_read(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "law-formats.md").read_text("utf-8")
    example = page.partition("```yaml\n")[2].partition("```")[0]
    kinds = [type(item) for item in _events(tmp_path, example)]
    assert kinds == [Source, Authority, Treatment, Applicability]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("lexwarrant-law-events", "other", "field 'format' must be"),
        ("kind: overruled", "kind: overrulled", r"treatments\[0\]: kind"),
        ("by: us", "buy: us", r"did you mean 'by'"),
        ("on: 2022-06-24", "on: then", r"treatments\[0\]: on"),
        ("short_title: Dobbs", "short_title: Dobbs, text_held: true", "not from memory"),
        ("treatments:", "treatment:", "unknown field 'treatment'"),
        ("source: {name: notes", "source: {nom: notes", "source"),
        ("format: lex", "format: [lex", "not YAML"),
        ("notes,", "&a notes, attribution: *a,", "aliases are not read"),
    ],
)
def test_wrong_events_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in EVENTS
    with pytest.raises(LawSourceError, match=message) as caught:
        _events(tmp_path, EVENTS.replace(old, new))
    assert "\n" not in str(caught.value)
