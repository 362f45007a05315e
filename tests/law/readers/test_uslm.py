"""USLM: a title made by hand in the shape of the Office of the Law Revision Counsel."""

# ruff: noqa: E501  (samples keep an element on its line, as published)

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from lexwarrant.law.readers.base import LeftOut
from lexwarrant.law.readers.uslm import UslmReader
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Authority, Treatment, TreatmentKind, Version

TITLE = """<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0" identifier="/us/usc/t28">
<meta><dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">Title 28</dc:title>
<docPublicationName>Online@119-73</docPublicationName></meta>
<main><title identifier="/us/usc/t28"><num value="28">Title 28—</num><heading>JUDICIARY AND JUDICIAL PROCEDURE</heading>
<notes><note>A long note on the title.</note></notes>
<chapter identifier="/us/usc/t28/ch133"><num value="133">CHAPTER 133—</num><heading>REVIEW</heading><toc>x</toc>
<section identifier="/us/usc/t28/s2107"><num value="2107">§ 2107.</num><heading>Time for appeal to court of appeals</heading>
<subsection identifier="/us/usc/t28/s2107/a"><num value="a">(a)</num><content>Except as otherwise provided<ref class="footnoteRef" idref="f1"/> in this section.</content></subsection>
<subsection identifier="/us/usc/t28/s2107/b"><num value="b">(b)</num><chapeau>In any such action, if one of the parties is—</chapeau>
<paragraph identifier="/us/usc/t28/s2107/b/1"><num value="1">(1)</num><content>the United States;<note type="footnote">So in original.</note></content></paragraph>
<continuation>the time shall be 60 days.</continuation></subsection>
<sourceCredit>(<ref href="/us/act/1948-06-25/ch646">June 25, 1948, ch. 646</ref>, 62 Stat. 963; <ref href="/us/pl/111/16/s6/3">Pub. L. 111–16, § 6(3)</ref>, May 7, 2009, 123 Stat. 1608; <ref href="/us/pl/112/62/s3">Pub. L. 112–62, § 3</ref>, Nov. 29, 2011, 125 Stat. 757.)</sourceCredit>
<notes><note><p>Amendments</p></note></notes></section>
<section identifier="/us/usc/t28/s2108" status="repealed"><num value="2108">[§ 2108.</num><heading>Repealed. Pub. L. 1–1]</heading></section>
<section identifier="/us/usc/t28/s2110...2113"><num>[§§ 2110 to 2113.</num><heading>Repealed.]</heading></section>
<section><num>x</num><heading>No name</heading></section>
</chapter></title></main></uscDoc>"""


def _read(tmp_path: Path, text: str = TITLE) -> list[object]:
    path = tmp_path / "usc28.xml"
    path.write_text(text, "utf-8")
    assert UslmReader().recognises(path)
    return list(UslmReader().read(path))


def test_a_section_with_parts_and_division(tmp_path: Path) -> None:
    items = _read(tmp_path)
    (authority,) = (i for i in items if isinstance(i, Authority))
    assert (authority.id, authority.short_title) == ("us/usc/t28", "28 U.S.C.")
    assert authority.title == "United States Code, Title 28: JUDICIARY AND JUDICIAL PROCEDURE"
    assert authority.notes == ("release point Online@119-73",)
    section, repealed = (i for i in items if isinstance(i, Version))
    assert section.provision_id == "us/usc/t28/s/2107"
    assert section.heading == "Time for appeal to court of appeals"
    assert section.division == ("CHAPTER 133 REVIEW",)
    assert section.changed_by == "Pub. L. 112-62, § 3"
    assert "So in original" not in section.text
    spans = {p.id: section.text[p.start : p.end] for p in section.parts}
    assert spans["us/usc/t28/s/2107/b/1"] == "(1) the United States;"
    assert spans["us/usc/t28/s/2107/b"].endswith("the time shall be 60 days.")
    assert (repealed.text, repealed.repealed) == ("", True)


def test_the_source_credit_becomes_treatments(tmp_path: Path) -> None:
    assert [i for i in _read(tmp_path) if isinstance(i, Treatment)] == [
        Treatment("us/usc/t28/s/2107", "us/pl/111-16", TreatmentKind.AMENDED, date(2009, 5, 7)),
        Treatment("us/usc/t28/s/2107", "us/pl/112-62", TreatmentKind.AMENDED, date(2011, 11, 29)),
    ]


def test_ranges_and_nameless_sections_are_left_out(tmp_path: Path) -> None:
    left = [i for i in _read(tmp_path) if isinstance(i, LeftOut)]
    assert [i.why for i in left] == ["no identifier", "no identifier"]


def test_a_file_without_sections_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LawSourceError, match="no section with an identifier"):
        _read(tmp_path, TITLE.replace("identifier=", "temporalId="))


def test_a_public_law(tmp_path: Path) -> None:
    text = (
        '<pLaw xmlns="http://schemas.gpo.gov/xml/uslm"><main><section identifier="/us/pl/112/62/s3">'
        "<num>SEC. 3.</num><heading>TIME</heading><content>Section 2107 is amended.</content>"
        "</section></main></pLaw>"
    )
    items = _read(tmp_path, text)
    (authority,) = (i for i in items if isinstance(i, Authority))
    assert (authority.id, authority.short_title) == ("us/pl/112-62", "Pub. L. 112-62")
    assert [i.provision_id for i in items if isinstance(i, Version)] == ["us/pl/112-62/s/3"]
