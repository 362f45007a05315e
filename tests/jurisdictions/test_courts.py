"""Courts by one key: from a neutral code, a docket's prefix or a name, and never a false difference."""

from __future__ import annotations

import pytest

from lexwarrant.jurisdictions.citations import find_citations
from lexwarrant.jurisdictions.registry import pack

SAME = [
    ("us", "9th Cir.", "ca9"),
    ("uk", "UKSC", "Supreme Court of the United Kingdom"),
    ("uk", "EWHC (Ch)", "High Court of Justice"),
    ("uk", "EWCA Civ", "Court of Appeal (Civil Division)"),
    ("uk", "CSIH", "Inner House"),
    ("ie", "IEHC", "High Court"),
    ("ie", "IESC", "The Supreme Court"),
    ("eu", "Court of Justice", "ECJ"),
    ("eu", "ECtHR", "European Court of Human Rights"),
    ("il", "Supreme Court", "בית המשפט העליון"),
    ("il", 'מחוזי ת"א', "District Court"),
    ("my", "MYFC", "Federal Court of Malaysia"),
]


@pytest.mark.parametrize(("code", "one", "other"), SAME)
def test_two_names_of_one_court(code: str, one: str, other: str) -> None:
    key = pack(code).court_key
    assert key(one)
    assert key(one) == key(other)


DIFFERENT = [
    ("uk", "UKSC", "EWCA Civ"),
    ("uk", "EWCA Civ", "EWCA Crim"),
    ("ie", "IEHC", "IESC"),
    ("eu", "Court of Justice", "General Court"),
    ("il", "Supreme Court", "שלום חי'"),
    ("my", "Federal Court", "Court of Appeal"),
]


@pytest.mark.parametrize(("code", "one", "other"), DIFFERENT)
def test_two_courts(code: str, one: str, other: str) -> None:
    key = pack(code).court_key
    assert key(one)
    assert key(other)
    assert key(one) != key(other)


UNCERTAIN = [
    ("uk", "Court of Appeal"),
    ("eu", "CJEU"),
    ("us", "Cal. Ct. App."),
    ("my", "MLJU"),
    ("ie", "The Old Court"),
]


@pytest.mark.parametrize(("code", "name"), UNCERTAIN)
def test_a_name_that_is_not_one_court_has_no_key(code: str, name: str) -> None:
    assert pack(code).court_key(name) == ""


TIED = [
    ("uk", "[2020] EWHC 12 (Ch)", "ewhc"),
    ("uk", "UKEAT/0247/18/JOJ", "eat"),
    ("ie", "[2021] IEHC 5", "iehc"),
    ("eu", "Case T-612/17", "gc"),
    ("eu", "EU:C:2014:317", "cj"),
    ("eu", "Case E-5/23", "efta"),
    ("eu", "ECLI:CE:ECHR:2021:0525JUD005817013", "ecthr"),
    ("il", 'בג"ץ 1703/92', "supreme"),
    ("il", 'ע"ע (ארצי) 1234-05-12', "labour-national"),
    ("il", "HCJ 5100/94", "supreme"),
    ("my", "Civil Appeal No. 02(f)-12-03/2019(W)", "federal"),
    ("my", "Civil Appeal No. W-02(NCVC)(W)-1234-06/2019", "appeal"),
]


@pytest.mark.parametrize(("code", "written", "key"), TIED)
def test_a_coordinate_says_its_court(code: str, written: str, key: str) -> None:
    (citation,) = find_citations(f"See {written}.", [code])
    assert pack(code).court_key(citation.parts.court) == key


@pytest.mark.parametrize(
    ("code", "written"),
    [("il", 'ע"א 6821/93'), ("my", "[2018] MLJU 123"), ("uk", "[1990] 2 AC 605")],
)
def test_a_coordinate_of_several_courts_says_none(code: str, written: str) -> None:
    (citation,) = find_citations(f"See {written}.", [code])
    assert pack(code).court_key(citation.parts.court) == ""
