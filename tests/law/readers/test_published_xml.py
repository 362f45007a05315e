"""USLM and Akoma Ntoso as they are published: what the made samples of the other tests do not have.

The laws are works of the United States (17 U.S.C. 105): Public Laws 115-11 and 115-16 as the
Publishing Office converted them, Public Law 112-61 and 9 U.S.C. ch. 3 as the examples of the
standard mark them up; shortened. The judgment keeps the structure of the standard's example
([2008] ZASCA 134) and not its words.
"""

# ruff: noqa: E501  (samples keep an element on its line, as published)

from __future__ import annotations

from datetime import date
from pathlib import Path

from lexwarrant.law.builder import import_law
from lexwarrant.law.readers.base import LawItem, LeftOut
from lexwarrant.law.readers.recognise import recognise
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.law import Authority, Treatment, TreatmentKind, Version

GPO = """<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet type="text/css" href="uslm.css"?><pLaw xmlns="http://schemas.gpo.gov/xml/uslm/2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xml:lang="en">
<?I97 131 STAT. ?>
<meta><dc:title>Public Law 115–16: To name the Department of Veterans Affairs community-based outpatient clinic in Pago Pago.</dc:title><dc:type>Public Law</dc:type><docNumber>16</docNumber><citableAs>Public Law 115–16</citableAs><congress>115</congress><publicPrivate>public</publicPrivate></meta><preface><page>131 STAT. 80</page><dc:type>Public Law</dc:type><docNumber>115–16</docNumber><congress value="115">115th Congress</congress></preface>
<main><longTitle><docTitle>An Act</docTitle><officialTitle>To name the clinic in Pago Pago.<br verticalSpace="08pt"/></officialTitle><sidenote><p>Mar. 31, 2017</p><p>[<ref href="/us/bill/115/hr/1362">H.R. 1362</ref>]</p></sidenote></longTitle>
<enactingFormula>  Be it enacted,</enactingFormula>
SECTION
<action><actionDescription>Approved March 31, 2017.</actionDescription></action></main>
<legislativeHistory><heading>LEGISLATIVE HISTORY</heading></legislativeHistory><endMarker>○</endMarker></pLaw>"""
NUMBERED = """<section style="-uslm-lc:I658146"><num value="1">SECTION 1. </num><heading>NAME OF CLINIC.</heading><content>  The Department of Veterans Affairs community-based outpatient clinic in Pago Pago, American Samoa, shall be known and designated as the “Faleomavaega Eni Fa’aua’a Hunkin VA Clinic”.</content></section>"""
BARE = """<section class="inline"><content class="inline"> That Congress disapproves the rule submitted by the Department of Defense (published at <ref href="/us/fr/81/58562">81 Fed. Reg. 58562</ref> (August 25, 2016)), and such rule shall have no force or effect.</content></section>"""

META = """<meta><identification source="#x"><FRBRWork><FRBRthis value="{uri}/!main"/><FRBRuri value="{uri}"/><FRBRdate date="{day}" name="{event}"/><FRBRcountry value="{country}"/><FRBRname value="{name}"/></FRBRWork><FRBRExpression><FRBRthis value="{uri}/eng@/!main"/><FRBRdate date="2012-05-09" name="Generation"/><FRBRlanguage language="eng"/></FRBRExpression></identification>{more}</meta>"""
AKN = '<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0/WD17">\n\t<!-- Level 5 of compliance -->\n{0}</akomaNtoso>'
CUP = AKN.format(
    '<act contains="originalVersion" name="publicLaw">'
    + META.format(
        uri="/akn/us/act/2011-11-29/112-61",
        day="2011-11-29",
        event="Generation",
        country="us",
        name="publicLaw",
        more="",
    )
    + """<preface><p> An <docType>Act</docType><docTitle>To facilitate the hosting in the United States of the 34th America's Cup.</docTitle></p></preface><body>
<section eId="sec_1"><num>SECTION 1. </num><heading eId="sec_1__heading">SHORT TITLE.<authorialNote placement="side"><p> America's Cup Act of 2011.</p></authorialNote></heading><content><p>This Act may be cited as the ``<shortTitle>America's Cup Act of 2011</shortTitle> ''.</p></content></section>
<section eId="sec_2"><num> SEC. 2. </num><heading>DEFINITIONS.	</heading><list eId="sec_2__list_1"><intro><p> In this Act:</p></intro><point><num>(4) </num><list><intro><p><def>Eligible vessel.</def>--The term ``eligible vessel'' means a
        competing vessel or supporting vessel of any registry that--
        </p></intro><point><num>(B) </num><content><p>transports not more than 25 individuals, in
                addition to the crew;</p></content></point></list></point></list></section>
<section eId="page" status="editorial"><content><p>Page 125 STAT. 754<omissis/></p></content></section>
<section eId="sec_3"><num> SEC. 3 .</num><heading>AUTHORIZATION OF ELIGIBLE VESSELS.</heading><content><p>Notwithstanding <mref><ref href="/akn/us/usc/eng/main#title46-55102">sections 55102</ref>, and <ref href="/akn/us/usc/eng/main#title46-55111">55111</ref> of title 46, United States Code</mref>, an eligible vessel may position competing vessels.</p></content></section>
</body></act>"""
)
TITLE_9 = AKN.format(
    '<portion includedIn="/akn/us/act/title_9">'
    + META.format(
        uri="/akn/us/usc/title_9",
        day="1947-07-30",
        event="Title 9",
        country="us",
        name="title",
        more="",
    )
    + """<portionBody><chapter eId="chp_3"><num>CHAPTER 3—</num><heading>INTER-AMERICAN CONVENTION</heading><intro><toc><tocItem href="#sec_301"><span>301.</span></tocItem></toc></intro>
<section eId="sec_301"><num>§ 301.</num><heading> Enforcement of Convention</heading><content><p> The <ref href="/akn/oas/act/1975__b_35">Inter-American Convention on International Commercial Arbitration of January 30, 1975</ref>, shall be enforced in United States courts in accordance with this
                            <ref href="#chp_3">chapter</ref>. </p><block name="sourceCredit">(Added <ref href="/akn/us/act/pl_101/369">Pub. L. 101–369, § 1 , Aug.
                            15, 1990</ref>.) </block></content></section></chapter></portionBody></portion>"""
)
JUDGMENT = AKN.format(
    '<judgment name="decision">'
    + META.format(
        uri="/akn/za/judgement/2008-11-26/653-07",
        day="2008-11-05",
        event="Hearing",
        country="za",
        name="",
        more='<analysis source="#x"><judicial><result type="deny"/><applies><source href="#ref_11"/><destination href="/akn/za/judgment/SA491/eng@/!main.xml"/></applies><supports><source href="#r"/><destination href="/akn/za/judgment/SA490/eng@/!main.xml#par12"/></supports></judicial></analysis>',
    )
    + """<header><p><b><docProponent refersTo="#Scoa"> SUPREME COURT OF APPEAL</docProponent></b></p><p> Neutral citation: <docTitle>Carrier v Road Agency (653/07)</docTitle><neutralCitation> [2008] ZASCA 134</neutralCitation><docDate date="2008-11-26">(26 November 2008)</docDate></p></header>
<judgmentBody><background><blockList><item><num>[1]</num><p> The appellant is a haulier.</p></item><item><num>[2]</num><p> The load was asbestos. </p></item></blockList></background>
<introduction><blockList><item><num>[3]</num><p> The issues were: </p><blockList><item><num>(a)</num><p> Authority to collect. </p></item><item><num>(1)</num><p> Negligence. </p></item></blockList></item></blockList></introduction>
<motivation><blockList><item><num>[4]</num><p> The loss is purely economic.</p></item></blockList></motivation>
<decision><blockList><item><num>[5]</num><p> The appeal is dismissed.</p></item></blockList></decision></judgmentBody></judgment>"""
)


def _items(tmp_path: Path, text: str) -> list[LawItem]:
    path = tmp_path / "law.xml"
    path.write_text(text, "utf-8")
    return list(recognise(path).read(path))


def _authority(items: list[LawItem]) -> Authority:
    (found,) = (i for i in items if isinstance(i, Authority))
    return found


def _versions(items: list[LawItem]) -> list[Version]:
    return [i for i in items if isinstance(i, Version)]


def test_a_public_law_without_identifiers(tmp_path: Path) -> None:
    items = _items(tmp_path, GPO.replace("SECTION\n", NUMBERED))
    authority = _authority(items)
    assert (authority.id, authority.short_title) == ("us/pl/115-16", "Pub. L. 115-16")
    assert authority.dated == date(2017, 3, 31)
    (version,) = _versions(items)
    assert version.provision_id == "us/pl/115-16/s/1"
    assert version.heading == "NAME OF CLINIC"
    assert version.text.startswith("The Department of Veterans Affairs")
    assert version.text.endswith("“Faleomavaega Eni Fa’aua’a Hunkin VA Clinic”.")


def test_a_joint_resolution_of_one_bare_section(tmp_path: Path) -> None:
    (version,) = _versions(_items(tmp_path, GPO.replace("SECTION\n", BARE)))
    assert version.provision_id == "us/pl/115-16/s/1"
    assert "published at 81 Fed. Reg. 58562 (August 25, 2016)" in version.text


def test_an_act_of_the_standard(tmp_path: Path) -> None:
    items = _items(tmp_path, CUP)
    authority = _authority(items)
    assert authority.title == "America's Cup Act of 2011"
    versions = {v.provision_id.removeprefix(f"{authority.id}/"): v for v in _versions(items)}
    assert list(versions) == ["s/1", "s/2", "s/3"]  # "SEC. 3 ." is section 3
    assert [p.id.rpartition("/s/")[2] for p in versions["s/2"].parts] == ["2/4", "2/4/B"]
    part = versions["s/2"].parts[1]
    assert versions["s/2"].text[part.start : part.end] == (
        "(B) transports not more than 25 individuals, in addition to the crew;"
    )
    assert "America's Cup Act of 2011." not in versions["s/1"].heading  # the note in the margin
    (left,) = (i for i in items if isinstance(i, LeftOut))
    assert left.what.startswith("Page 125 STAT. 754")


def test_a_portion_of_a_code_is_not_complete_and_has_no_credits_in_its_text(tmp_path: Path) -> None:
    items = _items(tmp_path, TITLE_9)
    authority = _authority(items)
    assert (authority.id, authority.coverage.complete) == ("us/usc/t9", ())
    (version,) = _versions(items)
    assert version.provision_id == "us/usc/t9/s/301"
    assert version.text.endswith("in accordance with this chapter.")
    assert version.division == ("CHAPTER 3— INTER-AMERICAN CONVENTION",)


def test_a_judgment_in_all_its_stretches(tmp_path: Path) -> None:
    items = _items(tmp_path, JUDGMENT)
    authority = _authority(items)
    assert (authority.title, authority.court) == (
        "Carrier v Road Agency (653/07)",
        "SUPREME COURT OF APPEAL",
    )
    assert authority.aliases == ("[2008] ZASCA 134",)
    assert authority.dated == date(2008, 11, 26)  # and not the day of the hearing
    versions = _versions(items)
    assert [v.label for v in versions] == ["[1]", "[2]", "[3]", "[4]", "[5]"]
    assert "(a) Authority to collect." in versions[2].text
    assert "Negligence." in versions[2].text
    assert [i for i in items if isinstance(i, Treatment)] == [
        Treatment("za/judgment/sa491", authority.id, TreatmentKind.APPLIED, date(2008, 11, 26))
    ]


def test_all_of_them_make_a_snapshot(tmp_path: Path) -> None:
    folder = tmp_path / "law"
    folder.mkdir()
    law = GPO.replace("SECTION\n", NUMBERED)
    for number, text in enumerate((law, CUP, TITLE_9, JUDGMENT)):
        (folder / f"{number}.xml").write_text(text, "utf-8")
    import_law(recognise(folder).read(folder), tmp_path / "s", retrieved=date(2026, 1, 1))
    with Snapshot(tmp_path / "s") as snapshot:
        assert snapshot.manifest.authorities == 4
        assert snapshot.manifest.provisions == 10
