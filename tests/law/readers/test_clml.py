"""Crown Legislation Markup Language: the shared fragments, and a whole document made by hand."""

# ruff: noqa: E501  (samples keep an element on its line, as published)

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from lexwarrant.law.readers.base import LeftOut
from lexwarrant.law.readers.clml import ClmlReader, extent_of
from lexwarrant.law.readers.legislation_uri import Place, place
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Authority, AuthorityKind, Treatment, TreatmentKind, Version

SITE = "http://www.legislation.gov.uk"
DOCUMENT = f"""<Legislation xmlns="{SITE}/namespaces/legislation"
  DocumentURI="{SITE}/ukpga/1998/99" IdURI="{SITE}/id/ukpga/1998/99" RestrictExtent="E+W+S+N.I."
  RestrictStartDate="2014-04-01">
<ukm:Metadata xmlns:ukm="{SITE}/namespaces/metadata" xmlns:dc="http://purl.org/dc/elements/1.1/">
 <dc:title>Example Act 1998</dc:title>
 <ukm:PrimaryMetadata><ukm:EnactmentDate Date="1998-06-11"/></ukm:PrimaryMetadata>
</ukm:Metadata>
<Primary><Body>
 <Part DocumentURI="{SITE}/ukpga/1998/99/part/1"><Number>Part 1</Number><Title>Dogs</Title>
  <P1group RestrictExtent="E+W" RestrictStartDate="2014-04-01"><Title>Licences</Title>
   <P1 IdURI="{SITE}/id/ukpga/1998/99/section/1" id="section-1"><Pnumber><CommentaryRef Ref="c1"/>1</Pnumber>
    <P1para>
     <P2 IdURI="{SITE}/id/ukpga/1998/99/section/1/1" id="section-1-1"><Pnumber>1</Pnumber>
      <P2para><Text>A dog needs <Substitution ChangeId="k" CommentaryRef="c1">a licence</Substitution>.</Text></P2para></P2>
    </P1para></P1></P1group>
  <P1group Status="Repealed" RestrictStartDate="2015-01-01"><Title>Cats</Title>
   <P1 IdURI="{SITE}/id/ukpga/1998/99/section/2" id="section-2"><Pnumber>2</Pnumber>
    <P1para><Text>. . . . .</Text></P1para></P1></P1group>
  <P1group Status="Prospective"><Title>Birds</Title>
   <P1 IdURI="{SITE}/id/ukpga/1998/99/section/3" id="section-3"><Pnumber>3</Pnumber>
    <P1para><Text>A bird needs a licence.</Text></P1para></P1></P1group>
 </Part></Body>
 <Schedules><Schedule IdURI="{SITE}/id/ukpga/1998/99/schedule/1" id="schedule-1"><Number>Schedule 1</Number>
  <TitleBlock><Title>Fees</Title></TitleBlock><ScheduleBody>
   <P1 IdURI="{SITE}/id/ukpga/1998/99/schedule/1/paragraph/1" id="schedule-1-paragraph-1"><Pnumber>1</Pnumber>
    <P1para><P2 IdURI="{SITE}/id/ukpga/1998/99/schedule/1/paragraph/1/1"><Pnumber>1</Pnumber>
     <P2para><Text>The fee is £5.</Text></P2para></P2></P1para></P1></ScheduleBody></Schedule></Schedules>
</Primary>
<Versions><Version id="v1" Description="Scotland"><P1group RestrictExtent="S" RestrictStartDate="2014-04-01">
  <Title>Licences</Title><P1 IdURI="{SITE}/id/ukpga/1998/99/section/1" id="v1-section-1"><Pnumber>1</Pnumber>
  <P1para><Text>A dog needs no licence.</Text></P1para></P1></P1group></Version></Versions>
<Commentaries><Commentary id="c1" Type="F"><Para><Text>Words in s. 1(1) substituted (1.4.2014) by
 <Citation URI="{SITE}/id/ukpga/2013/32">Dogs Act 2013 (c. 32)</Citation>,
 <CitationSubRef URI="{SITE}/id/ukpga/2013/32/section/12/3">s. 12(3)</CitationSubRef></Text></Para>
 </Commentary></Commentaries>
</Legislation>"""


def _read(path: Path) -> list[object]:
    return list(ClmlReader().read(path))


def _whole(tmp_path: Path, text: str = DOCUMENT) -> list[object]:
    path = tmp_path / "act.xml"
    path.write_text(text, "utf-8")
    return _read(path)


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        (f"{SITE}/id/ukpga/1996/18/section/124/1ZA",
         Place("uk/ukpga/1996/18", "uk/ukpga/1996/18/s/124", ("1ZA",), "section 124")),
        (f"{SITE}/ukpga/1998/20/section/4/2013-05-03",
         Place("uk/ukpga/1998/20", "uk/ukpga/1998/20/s/4", (), "section 4")),
        (f"{SITE}/uksi/2022/1406/article/6/3/a/made",
         Place("uk/uksi/2022/1406", "uk/uksi/2022/1406/art/6", ("3", "a"), "article 6")),
        (f"{SITE}/id/ukpga/1996/18/schedule/3/paragraph/7/2",
         Place("uk/ukpga/1996/18", "uk/ukpga/1996/18/sch/3/para/7", ("2",),
               "Schedule 3 paragraph 7")),
        (f"{SITE}/id/ukpga/1996/18/schedule/paragraph/7",
         Place("uk/ukpga/1996/18", "uk/ukpga/1996/18/sch/1/para/7", (), "Schedule 1 paragraph 7")),
        (f"{SITE}/id/ukpga/Geo6/12-13-14/68/section/2",
         Place("uk/ukpga/geo6/12-13-14/68", "uk/ukpga/geo6/12-13-14/68/s/2", (), "section 2")),
        (f"{SITE}/id/ukpga/2022/44/part/2/chapter/1", Place("uk/ukpga/2022/44", "", (), "")),
        ("https://caselaw.nationalarchives.gov.uk/id/ewfc/2017/83",
         Place("uk/ewfc/2017/83", "", (), "")),
        ("https://example.org/ukpga/1996/18", None),
    ],
)  # fmt: skip
def test_addresses(uri: str, expected: Place | None) -> None:
    assert place(uri) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("E+W+S+N.I.", ()),
        ("E+W", ("England", "Wales")),
        ("N.I.", ("Northern Ireland",)),
        ("S", ("Scotland",)),
        ("", ()),
    ],
)
def test_extents(value: str, expected: tuple[str, ...]) -> None:
    assert extent_of(value) == expected


@pytest.mark.parametrize(
    ("number", "unit", "start", "extent"),
    [
        (2, "uk/ukpga/2022/44/s/4", None, ()),
        (3, "uk/ukpga/2022/44/s/4", date(2022, 10, 25), ("England", "Wales", "Scotland")),
        (4, "uk/ukpga/2022/44/s/5", date(2022, 10, 25), ("Northern Ireland",)),
        (5, "uk/ukpga/2022/44/s/18", date(2022, 12, 25), ()),
        (6, "uk/uksi/2022/1406/art/6", None, ()),
        (7, "uk/ukpga/2025/16/s/1", None, ()),
        (8, "uk/ukpga/2025/16/s/10", None, ()),
    ],
)
def test_the_shared_fragments(
    shared_data: Path, number: int, unit: str, start: date | None, extent: tuple[str, ...]
) -> None:
    path = shared_data / "law" / "uk" / f"legislation_test_{number}.xml"
    assert ClmlReader().recognises(path)
    version = next(i for i in _read(path) if isinstance(i, Version))
    assert (version.provision_id, version.valid_from, version.extent) == (unit, start, extent)
    for part in version.parts:
        assert version.text[part.start : part.end].startswith(("(", "“"))


def test_quoted_amendments_have_marks_and_no_ids(shared_data: Path) -> None:
    path = shared_data / "law" / "uk" / "legislation_test_5.xml"
    version = next(i for i in _read(path) if isinstance(i, Version))
    spans = {p.id: version.text[p.start : p.end] for p in version.parts}
    assert spans["uk/ukpga/2022/44/s/18/2/a"].endswith("existing generating stations.”, and")
    assert "\n“(1A) The reference in subsection (1)" in spans["uk/ukpga/2022/44/s/18/2/a"]
    assert not any(i.endswith("/1A") for i in spans)


def test_a_fragment_of_a_section_is_incomplete(shared_data: Path) -> None:
    items = _read(shared_data / "law" / "uk" / "legislation_test_1.xml")
    version = next(i for i in items if isinstance(i, Version))
    assert not version.complete
    assert [p.id for p in version.parts] == ["uk/ukpga/2022/44/s/18/2/a"]
    authority = next(i for i in items if isinstance(i, Authority))
    assert authority.coverage.complete == ()


def test_a_whole_document(tmp_path: Path) -> None:
    items = _whole(tmp_path)
    (authority,) = (i for i in items if isinstance(i, Authority))
    assert (authority.id, authority.title, authority.kind, authority.dated) == (
        "uk/ukpga/1998/99", "Example Act 1998", AuthorityKind.STATUTE, date(1998, 6, 11),
    )  # fmt: skip
    assert authority.coverage.complete == ("s", "sch")
    versions = {(v.provision_id, v.extent): v for v in items if isinstance(v, Version)}
    english = versions["uk/ukpga/1998/99/s/1", ("England", "Wales")]
    scottish = versions["uk/ukpga/1998/99/s/1", ("Scotland",)]
    assert english.text == "(1) A dog needs a licence."
    assert scottish.text == "A dog needs no licence."
    assert english.division == ("Part 1 Dogs",)
    assert english.changed_by == "Dogs Act 2013 (c. 32), s. 12(3)"
    repealed = versions["uk/ukpga/1998/99/s/2", ()]
    assert (repealed.text, repealed.repealed) == ("", True)
    paragraph = versions["uk/ukpga/1998/99/sch/1/para/1", ()]
    assert paragraph.label == "Schedule 1 paragraph 1"
    assert paragraph.division == ("Schedule 1 Fees",)


def test_amendments_and_what_is_left_out(tmp_path: Path) -> None:
    items = _whole(tmp_path)
    assert [i for i in items if isinstance(i, Treatment)] == [
        Treatment(
            "uk/ukpga/1998/99/s/1",
            "uk/ukpga/2013/32/s/12/3",
            TreatmentKind.AMENDED,
            date(2014, 4, 1),
            "Words in s. 1(1) substituted",
        )
    ]
    assert [i.where for i in items if isinstance(i, LeftOut)] == ["uk/ukpga/1998/99/s/3"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('RestrictStartDate="2015-01-01"', 'RestrictStartDate="soon"', "'soon' is not a date"),
        (SITE, "http://example.org", "no provision with a DocumentURI"),
    ],
)
def test_wrong_documents_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(LawSourceError, match=message):
        _whole(tmp_path, DOCUMENT.replace(old, new))
