"""The D.C. Code with the law that amends it, and files made by hand."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from lexwarrant.law.readers.base import LeftOut
from lexwarrant.law.readers.dc_code import DcCodeReader
from lexwarrant.law.timeline import amended_since, version_on
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Authority, Treatment, TreatmentKind, Version

HEAD = (
    'xmlns="https://code.dccouncil.us/schemas/dc-library" '
    'xmlns:codify="https://code.dccouncil.us/schemas/codify"'
)
SECTION = f"""<section {HEAD}><num>1-101</num><heading>Dogs.</heading>
<para><num>(a)</num><text>A dog needs a licence; and</text></para>
<para><num>(b)</num><text>A cat needs none.</text></para>
<annotations><annotation doc="D.C. Law 1-1" type="History">Jan. 2, 2000, D.C. Law 1-1</annotation></annotations>
</section>"""


def _law(orders: str, effective: str = "<effective>2010-05-06</effective>") -> str:
    return (
        f'<document {HEAD} id="D.C. Law 2-2"><heading type="short">Dogs Act</heading>'
        f"<meta>{effective}</meta><section codify:doc='D.C. Code' codify:path='§1-101'>"
        f"<num>2</num><text>Section 1-101 is amended.</text>{orders}</section></document>"
    )


def _read(path: Path) -> list[object]:
    return list(DcCodeReader().read(path))


def _made(tmp_path: Path, orders: str) -> list[Version]:
    (tmp_path / "1-101.xml").write_text(SECTION, "utf-8")
    (tmp_path / "law.xml").write_text(_law(orders), "utf-8")
    items = _read(tmp_path)
    return [i for i in items if isinstance(i, Version) and "dc-code" in i.provision_id]


@pytest.fixture(scope="module")
def code(shared_data: Path) -> list[object]:
    return _read(shared_data / "law" / "us_dc")


def test_two_versions_of_12_301_each_right_on_its_days(code: list[object]) -> None:
    versions = [
        i for i in code if isinstance(i, Version) and i.provision_id == "us/dc-code/s/12-301"
    ]
    assert [(v.valid_from, v.valid_to, v.changed_by) for v in versions] == [
        (date(2009, 3, 25), date(2019, 5, 3), "D.C. Law 17-368"),
        (date(2019, 5, 3), None, "D.C. Law 22-311"),
    ]
    before, after = version_on(versions, date(2019, 5, 2)), version_on(versions, date(2019, 5, 3))
    assert before
    assert after
    eleven = {
        v.valid_from: {p.id: v.text[p.start : p.end] for p in v.parts} for v in (before, after)
    }
    old, new = eleven[before.valid_from], eleven[after.valid_from]
    assert (
        "7 years from the date that the victim attains the age of 18"
        in old["us/dc-code/s/12-301/11"]
    )
    assert (
        "less than 35 years of age— the date the victim attains the age of 40"
        in new["us/dc-code/s/12-301/a/11"]
    )
    assert new["us/dc-code/s/12-301/12"].startswith("(12) for the recovery of damages")
    assert "us/dc-code/s/12-301/12" not in old
    assert new["us/dc-code/s/12-301/b"] == old["us/dc-code/s/12-301/b"]
    assert amended_since(versions, date(2018, 1, 1))
    assert amended_since(versions, date(2020, 1, 1)) is None


def test_what_the_law_did_is_known_also_where_the_section_is_not_held(code: list[object]) -> None:
    treatments = [i for i in code if isinstance(i, Treatment)]
    day = date(2019, 5, 3)
    by = "us/dc-law/22-311/s/3"
    assert Treatment("us/dc-code/s/12-301", by, TreatmentKind.AMENDED, day, "(a)(11)") in treatments
    assert (
        Treatment("us/dc-code/s/12-301", by, TreatmentKind.INSERTED, day, "(a)(12)") in treatments
    )
    elsewhere = [t for t in treatments if t.target == "us/dc-code/s/23-113"]
    assert {t.kind for t in elsewhere} == {
        TreatmentKind.AMENDED,
        TreatmentKind.INSERTED,
        TreatmentKind.REPEALED,
    }
    keys = [(t.target, t.by, t.kind, t.scope) for t in treatments]
    assert len(keys) == len(set(keys))


def test_a_scan_is_metadata_only_and_a_repealed_section_has_no_text(code: list[object]) -> None:
    laws = {i.id: i for i in code if isinstance(i, Authority)}
    assert laws["us/dc-law/22-311"].text_held
    assert not laws["us/dc-law/17-368"].text_held
    assert not any(
        isinstance(i, Version) and i.provision_id.startswith("us/dc-law/17-368") for i in code
    )
    repealed = next(
        i for i in code if isinstance(i, Version) and i.provision_id == "us/dc-code/s/12-306"
    )
    assert (repealed.text, repealed.repealed, repealed.valid_from) == ("", True, date(1980, 6, 24))


@pytest.mark.parametrize(
    ("orders", "text"),
    [
        (
            "<para codify:path='(a)'><num>(a)</num><text>x</text><include><para><codify:replace/>"
            "<num>(a)</num><text>A dog needs two licences.</text></para></include></para>",
            "(a) A dog needs two licences.\n(b) A cat needs none.",
        ),
        (
            "<para><num>(a)</num><text>x</text><include><para><codify:insert after='(a)'/>"
            "<num>(a-1)</num><text>A hound needs three.</text></para></include></para>",
            "(a) A dog needs a licence; and\n(a-1) A hound needs three.\n(b) A cat needs none.",
        ),
        (
            "<para><num>(a)</num><text>x</text><include><para><codify:insert/>"
            "<num>(c)</num><text>A bird needs one.</text></para></include></para>",
            "(a) A dog needs a licence; and\n(b) A cat needs none.\n(c) A bird needs one.",
        ),
        (
            "<para codify:path='(b)'><num>(a)</num><text>x</text><codify:repeal/></para>",
            "(a) A dog needs a licence; and\n(b) Repealed.",
        ),
        (
            "<para codify:path='(a)'><num>(a)</num><text>x</text><codify:find-replace count='1'>"
            "<find>; and</find><replace>;</replace></codify:find-replace></para>",
            "(a) A dog needs a licence;\n(b) A cat needs none.",
        ),
        (
            "<para codify:path='(b)'><num>(a)</num><text>x</text>"
            "<codify:find-replace position='last'><find>n</find><replace>N</replace>"
            "</codify:find-replace></para>",
            "(a) A dog needs a licence; and\n(b) A cat needs noNe.",
        ),
    ],
)
def test_every_kind_of_instruction(tmp_path: Path, orders: str, text: str) -> None:
    before, after = _made(tmp_path, orders)
    assert before.text == "(a) A dog needs a licence; and\n(b) A cat needs none."
    assert before.valid_to == after.valid_from == date(2010, 5, 6)
    assert after.text == text


def test_an_instruction_without_its_place_changes_nothing(tmp_path: Path) -> None:
    (only,) = _made(
        tmp_path, "<para codify:path='(z)'><num>(a)</num><text>x</text><codify:repeal/></para>"
    )
    assert only.valid_to is None
    items = _read(tmp_path)
    assert any(isinstance(i, LeftOut) and "not in the text" in i.why for i in items)


def test_a_whole_section_is_repealed(tmp_path: Path) -> None:
    _, after = _made(tmp_path, "<codify:repeal/>")
    assert (after.text, after.repealed) == ("", True)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.xml", SECTION.replace("<num>1-101</num>", ""), "no number"),
        ("a.xml", _law("").replace("D.C. Law 2-2", "Law"), "attribute 'id'"),
        ("a.xml", _law("", "<effective>soon</effective>"), "'soon' is not a date"),
    ],
)
def test_wrong_files_are_named(tmp_path: Path, name: str, text: str, message: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(LawSourceError, match=message):
        _read(path)


def test_a_law_without_a_day_is_not_applied(tmp_path: Path) -> None:
    (tmp_path / "law.xml").write_text(_law("<codify:repeal/>", ""), "utf-8")
    items = _read(tmp_path)
    assert any(isinstance(i, LeftOut) and "no effective date" in i.why for i in items)
    assert not any(isinstance(i, Treatment) for i in items)
