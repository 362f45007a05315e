"""Akoma Ntoso: five judgments of the shared data, and legislation made by hand."""

# ruff: noqa: E501  (samples keep an element on its line, as published)

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from lexwarrant.law.readers.akn_judgment import is_heading
from lexwarrant.law.readers.akoma_ntoso import AkomaNtosoReader
from lexwarrant.law.readers.base import LeftOut
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Authority, AuthorityKind, Effect, Identifier, Version

NS = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
ACT = f"""<akomaNtoso xmlns="{NS}"><act name="act"><meta><identification source="#s">
<FRBRWork><FRBRthis value="/akn/ie/act/2015/16"/><FRBRuri value="/akn/ie/act/2015/16"/>
<FRBRdate date="2015-05-20" name="enacted"/><FRBRcountry value="ie"/><FRBRname value="Example Act"/></FRBRWork>
<FRBRExpression><FRBRdate date="2015-10-01" name="validFrom"/><FRBRlanguage language="eng"/></FRBRExpression>
</identification><lifecycle source="#s"><eventRef eId="e1" date="2015-10-01"/><eventRef eId="e2" date="2019-03-01"/></lifecycle>
<temporalData source="#s"><temporalGroup eId="p1"><timeInterval start="#e1" end="#e2"/></temporalGroup>
<temporalGroup eId="p2"><timeInterval start="#e2"/></temporalGroup></temporalData></meta>
<body><part eId="part_1"><num>Part 1</num><heading>Work</heading>
<section eId="sec_1"><num>1</num><heading>Hours</heading>
 <subsection eId="sec_1__subsec_1"><num>(1)</num><intro><p>An employee shall not work—</p></intro>
  <paragraph eId="a"><num>(a)</num><content><p>by night, or</p></content></paragraph>
  <paragraph eId="b"><num>(b)</num><content><p>by day,</p></content></paragraph>
  <wrapUp><p>without pay.</p></wrapUp></subsection></section>
<section eId="sec_2" period="#p1"><num>2</num><content><p>Old words.</p></content></section>
<section eId="sec_2" period="#p2"><num>2</num><content><p>New words.</p></content></section>
<section eId="sec_3"><num>3</num><content><p>In the other Act insert—
 <mod><quotedStructure><section eId="q"><num>9</num><content><p>Quoted.</p></content></section></quotedStructure></mod></p></content></section>
</part></body></act></akomaNtoso>"""


def _judgment(body: str) -> str:
    return (
        f'<akomaNtoso xmlns="{NS}"><judgment name="judgment"><meta><identification source="#t">'
        '<FRBRWork><FRBRuri value="https://caselaw.nationalarchives.gov.uk/id/ewfc/2020/1"/>'
        '<FRBRdate date="2020-01-02"/><FRBRname value="A v B"/></FRBRWork></identification></meta>'
        f"<judgmentBody><decision>{body}</decision></judgmentBody></judgment></akomaNtoso>"
    )


def _read(path: Path) -> list[object]:
    return list(AkomaNtosoReader().read(path))


def _made(tmp_path: Path, text: str) -> list[object]:
    path = tmp_path / "doc.xml"
    path.write_text(text, "utf-8")
    return _read(path)


@pytest.mark.parametrize(
    ("name", "identifier", "cite", "count"),
    [
        ("ewfc_2017_83", "uk/ewfc/2017/83", "[2017] EWFC 83", 9),
        ("ewhc_admin_2017_3364", "uk/ewhc/admin/2017/3364", "[2017] EWHC 3364 (Admin)", 106),
        ("ewhc_admin_2017_3409", "uk/ewhc/admin/2017/3409", "[2017] EWHC 3409 (Admin)", 88),
        ("ewhc_ch_2017_3397", "uk/ewhc/ch/2017/3397", "[2017] EWHC 3397 (Ch)", 526),
        ("ewhc_ch_2017_3414", "uk/ewhc/ch/2017/3414", "[2017] EWHC 3414 (Ch)", 15),
    ],
)
def test_the_shared_judgments(
    shared_data: Path, name: str, identifier: str, cite: str, count: int
) -> None:
    path = shared_data / "law" / "uk" / f"{name}.xml"
    assert AkomaNtosoReader().recognises(path)
    items = _read(path)
    (authority,) = (i for i in items if isinstance(i, Authority))
    assert authority.id == identifier
    assert Identifier("neutral_citation", cite) in authority.identifiers
    assert (authority.kind, authority.effect) == (AuthorityKind.JUDGMENT, Effect.PRECEDENT)
    assert authority.dated
    assert authority.dated.year == 2017
    versions = [i for i in items if isinstance(i, Version)]
    numbers = [v.label for v in versions]
    assert numbers == [f"[{n}]" for n in range(1, count + 1)]
    assert versions[-1].provision_id == f"{identifier}/para/{count}"
    for version in versions:
        assert version.text.strip()
        for part in version.parts:
            assert version.text[part.start : part.end].strip()


def test_a_cross_heading_does_not_trail_into_the_paragraph_before_it(shared_data: Path) -> None:
    items = _read(shared_data / "law" / "uk" / "ewfc_2017_83.xml")
    versions = {v.label: v for v in items if isinstance(v, Version)}
    assert versions["[5]"].text.endswith("the circumstances of each case.")
    assert versions["[6]"].division == ("Submissions",)
    assert versions["[8]"].division == ("Discussion and Decision",)
    assert [p.id for p in versions["[6]"].parts] == [
        "uk/ewfc/2017/83/para/6/1",
        "uk/ewfc/2017/83/para/6/2",
    ]


def test_a_line_that_goes_on_is_no_heading(shared_data: Path) -> None:
    items = _read(shared_data / "law" / "uk" / "ewhc_ch_2017_3397.xml")
    versions = {v.label: v for v in items if isinstance(v, Version)}
    assert "Candy at university and they were close friends" in versions["[4]"].text
    headings = {d for v in versions.values() for d in v.division}
    assert "The witnesses" in headings
    assert not any(h.startswith("Candy at university") for h in headings)


def test_quoted_numbers_do_not_break_the_count(tmp_path: Path) -> None:
    def paragraph(number: str, text: str) -> str:
        return f"<paragraph><num>{number}</num><content><p>{text}</p></content></paragraph>"

    body = "".join(
        [
            paragraph("1.", "One."),
            paragraph("2.", "The statute says:"),
            paragraph("126.", "A quoted paragraph."),
            paragraph("1.", "A listed item."),
            paragraph("3.", "Three."),
        ]
    )
    versions = [i for i in _made(tmp_path, _judgment(body)) if isinstance(i, Version)]
    assert [v.label for v in versions] == ["[1]", "[2]", "[3]"]
    assert [p.id for p in versions[1].parts] == [
        "uk/ewfc/2020/1/para/2/126",
        "uk/ewfc/2020/1/para/2/1",
    ]


def test_blocks_without_numbers_are_counted(tmp_path: Path) -> None:
    body = "<level><content><p>First block.</p></content></level><p>Second block.</p>"
    items = _made(tmp_path, _judgment(body))
    assert [v.text for v in items if isinstance(v, Version)] == ["First block.", "Second block."]
    assert [i.what for i in items if isinstance(i, LeftOut)] == ["paragraph numbers"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Background", True),
        ("Issue 1: Recall", True),
        ("It is dismissed.", False),
        ("and so", False),
    ],
)
def test_headings(text: str, expected: bool) -> None:
    assert is_heading(text) is expected


def test_legislation_with_periods(tmp_path: Path) -> None:
    items = _made(tmp_path, ACT)
    (authority,) = (i for i in items if isinstance(i, Authority))
    assert (authority.id, authority.dated) == ("ie/act/2015/16", date(2015, 5, 20))
    versions = [i for i in items if isinstance(i, Version)]
    assert [(v.provision_id, v.valid_from, v.valid_to) for v in versions] == [
        ("ie/act/2015/16/s/1", date(2015, 10, 1), None),
        ("ie/act/2015/16/s/2", date(2015, 10, 1), date(2019, 3, 1)),
        ("ie/act/2015/16/s/2", date(2019, 3, 1), None),
        ("ie/act/2015/16/s/3", date(2015, 10, 1), None),
    ]
    first = versions[0]
    assert first.division == ("Part 1 Work",)
    spans = {p.id: first.text[p.start : p.end] for p in first.parts}
    assert spans["ie/act/2015/16/s/1/1/b"] == "(b) by day,"
    assert spans["ie/act/2015/16/s/1/1"].endswith("without pay.")
    assert "Quoted." in versions[3].text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'<akomaNtoso xmlns="{NS}"><officialGazette/></akomaNtoso>', "holds none of act"),
        (f'<akomaNtoso xmlns="{NS}"><act><body/></act></akomaNtoso>', "no FRBRWork"),
        (ACT.replace("/akn/ie/act/2015/16", ""), "no address that an id"),
        (ACT.replace("section", "tblock"), "no text that can be cited"),
        (ACT.replace('date="2015-05-20"', 'date="2015-05-40"'), "not a date"),
    ],
)
def test_wrong_documents_are_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(LawSourceError, match=message):
        _made(tmp_path, text)
