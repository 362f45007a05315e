"""Forms that other tools document: each is read, or left for a reason that is said here.

``reporters-db`` lists an example or more of every form that eyecite reads; the whole list runs where
it is installed. Every example is found as it stands, or found in company (names before it, a court
and a year behind it), or is in a class of `LEFT`. citeurl documents its forms by template: one string
of ours for each must be read.
"""

from __future__ import annotations

import re

import pytest

from lexwarrant.jurisdictions.citations import find_citations

IN_COMPANY = (
    "a reporter whose name is a word or a few letters counts with names and a year around it"
)
COMPANY = [
    "Bee 196", "Crabbe, 138", "Holmes, 272", "1 Kelly 355", "2 Hughes 447", "Litt. Sel. Cas. 119",
    "1 So. 2", "81 Misc 1211(A)",
    "Blatchf. & H. 114", "Wells' Notebook, 356a", "12 FCDR 3667", "15 O. G. 510",
]  # fmt: skip
LEFT: dict[str, tuple[str, tuple[str, ...]]] = {
    "a law magazine, digest, form book or record of a trial: a secondary source": (
        r"Law J|Law Rev|Hunt, Mer|Haz\. Reg|Int\. Rev\. Rec|Leg\. Int|West\. Law"
        r"|Quart\. Law|Dig(?:\.|est)|Trial|Forms \(|Manual"
        r"|O\. G\. \(1|Cal\. Law",
        ("1 Hunt, Mer. Mag. 1", "Codd. Dig. 341", "Chase's Trial. Append. 65"),
    ),
    "a year with a comma, a nominative volume with a year or two volumes inside the abbreviation": (
        r"\(\d{3,4},?\)|\(\d & \d |\(Dav\.|Append\. [ivx]",
        ("1 Brown, Adm. (1876) 193", "20 N.C. (3 & 4 Dev. & Bat.) 456", "2 Ware (Dav. 172) 176"),
    ),
    "a neutral citation with half a year, or a number that is no year, in front": (
        r"\A\d{1,3} ?(?:COA?|MT) ?\d",
        ("21COA112", "108 MT 23N"),
    ),
    "a supplement or appendix counted apart from its series, or a volume called R.": (
        r"(?:Ga|Tex)\. Supp\.|Miss\. R\.,|\A822 Ohio",
        ("25 Tex. Supp. 9", "33 Miss. R., p. 363"),
    ),
    "a docket of Louisiana or Georgia with a page, a key of a database": (
        r"La\.App\.|Fulton County|SCDB|O\.S\.U\.",
        ("2009 1359R (La.App. 1 Cir. 05/10/10)", "SCDB 1846-016"),
    ),
    "a patent or a registration, which is no law": (
        r"Patent No|Registration No",
        ("U.S. Patent No. 8,112,504 B2",),
    ),
    "an advance sheet, a monthly record or a session law without chapter and page": (
        r"Adv\.|Legis\. Serv|Monthly Rec|Ohio (?:Dep't|Gov't)|Sess\. Laws ch|Guam Pub",
        ("N.Y. Legis. Serv. 4", "Ohio Monthly Rec. 6"),
    ),
    "letters of an agency between the code and the number": (
        r"Code (?:ry|SvTr)|Code (?:Admin\. )?R\.(?: Ann\.)? Empl",
        ("Wis. Admin. Code SvTr § 4", "N.H. Code R. Empl. 497"),
    ),
    "a misprint of the list": (r"USC S\.|RICO Bus\.Disp\.Guide 11", ("1 USC S. 1-2",)),
}
"""Reason to a pattern of the examples it covers and strings of ours that are left for it."""


def in_company(form: str) -> str:
    return f"Doe v. Roe, {form} (D.S.C. 1803)."


def reason(form: str) -> str:
    """Why a form is not found as it stands; empty when there is no reason."""
    if find_citations(in_company(form), ["us"]):
        return IN_COMPANY
    return next((why for why, (pattern, _) in LEFT.items() if re.search(pattern, form)), "")


@pytest.mark.parametrize("form", COMPANY)
def test_a_named_report_counts_in_company(form: str) -> None:
    assert find_citations(form, ["us"]) == []
    assert len(find_citations(in_company(form), ["us"])) == 1


@pytest.mark.parametrize(("why", "form"), [(w, f) for w, (_, forms) in LEFT.items() for f in forms])
def test_what_is_left_has_this_reason(why: str, form: str) -> None:
    assert find_citations(form, ["us"]) == []
    assert reason(form) == why


def test_every_example_of_reporters_db_is_read_or_has_a_reason() -> None:
    database = pytest.importorskip("reporters_db")
    examples = [
        example
        for group in (database.REPORTERS, database.LAWS)
        for entries in group.values()
        for entry in entries
        for example in entry.get("examples", [])
    ]
    assert len(examples) > 800
    left = [example for example in examples if not find_citations(example, ["us"])]
    assert [example for example in left if not reason(example)] == []
    assert sum(reason(example) != IN_COMPANY for example in left) <= 75


TEMPLATES = [
    "U.S. Const. art. I, § 8, cl. 3", "U.S. Const. amend. XIV, § 1", "42 U.S.C. § 1983",
    "Pub. L. No. 111-148", "124 Stat. 119",
    "86 Fed. Reg. 26,633", "29 C.F.R. § 1614.105(a)", "Fed. R. Civ. P. 12(b)(6)",
    "Fed. R. App. P. 4(a)", "Fed. R. Crim. P. 11(c)",
    "Fed. R. Evid. 404(b)", "477 U.S. 317", "373 NLRB No. 83", "U.C.C. § 2-207", "INA § 237(a)",
    "I.R.C. § 501(c)(3)",
    "Treas. Reg. § 1.61-1(a)", "NLRA § 8(a)(1)", "Endangered Species Act § 7",
    "Clean Air Act § 112", "Clean Water Act § 404",
    "Fair Housing Act § 804", "ADA § 102(a)", "Ala. Code § 6-5-410", "Ala. Const. art. I, § 6",
    "Alaska Stat. § 09.10.070",
    "Am. Samoa Code Ann. § 15.4", "Ariz. Rev. Stat. § 13-1105", "Ark. Code Ann. § 16-56-105",
    "Cal. Penal Code § 187",
    "Cal. Const., art. I, § 13", "Cal. Code Regs. tit. 22, § 51303",
    "Colo. Rev. Stat. § 13-21-102", "Conn. Gen. Stat. § 52-577",
    "Del. Code Ann. tit. 10, § 8119", "D.C. Code § 12-301", "Fla. Stat. § 95.11(3)(a)",
    "Fla. Admin. Code R. 62-4.050",
    "Ga. Code Ann. § 9-3-33", "Guam Code Ann. tit. 7, § 11306", "Haw. Rev. Stat. § 657-7",
    "Idaho Code § 5-219",
    "735 ILCS 5/13-202", "Ind. Code § 34-11-2-4", "Iowa Code § 614.1(2)",
    "Kan. Stat. Ann. § 60-513",
    "Kan. Const. Bill of Rights, § 5", "Ky. Rev. Stat. Ann. § 413.140", "Ky. Const. § 11",
    "La. Stat. Ann. § 9:2800",
    "Me. Rev. Stat. tit. 14, § 752", "Md. Code Ann., Cts. & Jud. Proc. § 5-101",
    "Mass. Gen. Laws ch. 93A, § 9",
    "Mass. Const. pt. 1, art. 12", "Mich. Comp. Laws § 600.5805", "Minn. Stat. § 541.05",
    "Miss. Code Ann. § 15-1-49",
    "Mo. Rev. Stat. § 516.120", "Mont. Code Ann. § 27-2-204", "Neb. Rev. Stat. § 25-207",
    "Nev. Rev. Stat. § 11.190",
    "N.H. Rev. Stat. Ann. § 508:4", "N.H. Const. pt. I, art. 15", "N.J. Stat. Ann. § 2A:14-2",
    "N.M. Stat. Ann. § 37-1-8",
    "N.Y. Penal Law § 125.25", "N.Y. Comp. Codes R. & Regs. tit. 9, § 466.11",
    "N.C. Gen. Stat. § 1-52", "N.D. Cent. Code § 28-01-16",
    "N. Mar. I. Code § 59-989", "Ohio Rev. Code Ann. § 2305.10", "Okla. Stat. tit. 12, § 95",
    "Or. Rev. Stat. § 12.110",
    "42 Pa. Cons. Stat. § 5524", "P.R. Laws Ann. tit. 31, § 5298", "R.I. Gen. Laws § 9-1-14",
    "S.C. Code Ann. § 15-3-530",
    "S.D. Codified Laws § 15-2-14", "Tenn. Code Ann. § 28-3-104",
    "Tex. Civ. Prac. & Rem. Code § 16.003",
    "Tex. Admin. Code tit. 28, § 21.203", "Utah Code Ann. § 78B-2-307",
    "Vt. Stat. Ann. tit. 12, § 512", "Vt. Const. ch. I, art. 10",
    "Va. Code Ann. § 8.01-243", "V.I. Code Ann. tit. 5, § 31", "Wash. Rev. Code § 4.16.080",
    "W. Va. Code § 55-2-12",
    "Wis. Stat. § 893.54", "Wyo. Stat. Ann. § 1-3-105", "Ohio Const. art. IV, § 2",
    "Tex. Const. art. I, § 9",
]  # fmt: skip
NO_LAW = ["Model Penal Code § 2.02(2)(d)", "Model Business Corporation Act § 8.01"]
"""Templates for models that are nobody's law."""


@pytest.mark.parametrize("form", TEMPLATES)
def test_a_documented_template_is_read_whole(form: str) -> None:
    (citation,) = find_citations(f"The rule is in {form}.", ["us"])
    assert citation.text == form


@pytest.mark.parametrize("form", NO_LAW)
def test_a_model_is_no_law(form: str) -> None:
    assert find_citations(f"The rule is in {form}.", ["us"]) == []
