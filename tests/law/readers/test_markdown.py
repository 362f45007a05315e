"""The Markdown reader: timelines of the Irish Acts, and files that are not what they should be."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.law.readers.base import LeftOut
from lexwarrant.law.readers.markdown import MarkdownReader
from lexwarrant.law.readers.markdown_text import plain
from lexwarrant.law.timeline import version_on
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Applicability, Authority, Version

ACT = """---
title: "Example Act , 1990"
identifier: "IE-1990-act-1"
country: "ie"
rank: "act"
publication_date: "1990-02-01"
last_updated: "{updated}"
---
## PART I Preliminary

##### 1 Definitions.

**1.**—(1) In this Act—

“dog” means—

(*a*) a hound, or

(*b*) a cur;

“owner” means—

(*a*) a person, or

(*b*) a body.

(2) Words mean what they say.

*Powers*

##### {second}
"""
ENACTED = ACT.format(
    updated="1990-02-01", second="2 Order.\n\n**2.**—The Minister may make orders."
)
REVISED = ACT.format(
    updated="2020-05-06", second="2. **F1[Rules.**\n\n**2.**—The Minister shall make rules.]"
)


def _pair(folder: Path) -> Path:
    (folder / "IE-1990-act-1.original.md").write_text(ENACTED, "utf-8")
    (folder / "IE-1990-act-1.consolidated.md").write_text(REVISED, "utf-8")
    return folder


def _versions(path: Path, unit: str) -> list[Version]:
    items = MarkdownReader().read(path)
    return [i for i in items if isinstance(i, Version) and i.provision_id == unit]


def test_unchanged_is_one_text_amended_is_two_with_nothing_known_between(tmp_path: Path) -> None:
    folder = _pair(tmp_path)
    (one,) = _versions(folder, "ie/1990/act/1/s/1")
    assert (one.valid_from, one.valid_to) == (date(1990, 2, 1), None)
    two = _versions(folder, "ie/1990/act/1/s/2")
    assert [v.text for v in two] == [
        "The Minister may make orders.",
        "The Minister shall make rules.",
    ]
    assert [v.heading for v in two] == ["Order", "Rules"]
    assert two[0].division == ("PART I Preliminary", "Powers")
    assert version_on(two, date(1990, 2, 1)) == two[0]
    assert version_on(two, date(2000, 1, 1)) is None
    assert version_on(two, date(2020, 5, 6)) == two[1]


def test_points_of_two_definitions_keep_apart(tmp_path: Path) -> None:
    (one,) = _versions(_pair(tmp_path), "ie/1990/act/1/s/1")
    spans = {p.id: one.text[p.start : p.end] for p in one.parts}
    assert spans["ie/1990/act/1/s/1/1/def-dog/b"] == "(b) a cur;"
    assert spans["ie/1990/act/1/s/1/1/def-owner/b"] == "(b) a body."
    assert spans["ie/1990/act/1/s/1/2"] == "(2) Words mean what they say."


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        ("words F1[put in] here", "words put in here"),
        ("who left F9[…], and", "who left, and"),
        ("F15[F16[(*k*) the officer,]] and", "(k) the officer, and"),
        ("a decision undersection 41of that Act", "a decision under section 41 of that Act"),
        ("of theLocal Government Act 2001", "of the Local Government Act 2001"),
        ("in*subsection (1)*shall", "in subsection (1) shall"),
        ("Directive 85/374[^(1)] applies", "Directive 85/374 applies"),
        ("subsection 2(1)*(b)* applies", "subsection 2(1)(b) applies"),
        ("[sic] stays", "[sic] stays"),
        ("a lone ] goes", "a lone goes"),
    ],
)
def test_marks(marked: str, text: str) -> None:
    assert plain("", marked).text == text


@given(st.text(alphabet="F1[]*…a (1)\n^“”", max_size=200))
def test_any_text_is_made_plain(text: str) -> None:
    made = plain("heading", text)
    assert "*" not in made.text


BROKEN = {
    "empty": (b"", "empty"),
    "no front matter": (b"##### 1 A\n\ntext", "no front matter"),
    "open front matter": (b"---\ntitle: x\nidentifier: y\ncountry: ie\n", "no front matter"),
    "bad yaml": (b"---\ntitle: [x\nidentifier: y\ncountry: ie\n---\n", "not YAML"),
    "no fields": (b"---\n- x\n---\n", "no fields"),
    "no date": (
        b"---\ntitle: x 1990\nidentifier: y\ncountry: ie\n---\n##### 1 A\n\nb",
        "'publication_date'",
    ),
    "bad date": (
        b"---\ntitle: x\nidentifier: y\ncountry: ie\npublication_date: soon\n---\n##### 1 A\n\nb",
        "not a date",
    ),
    "no day": (
        b"---\ntitle: x\nidentifier: y\ncountry: ie\npublication_date: 1990-13-45\n---\n##### 1 A\n\nb",
        "cannot be read",
    ),
    "a thousand brackets": (
        b"---\ntitle: " + b"[" * 3000 + b"\nidentifier: y\ncountry: ie\n---\n##### 1 A\n\nb",
        "cannot be read",
    ),
    "no section": (
        b"---\ntitle: x\nidentifier: y\ncountry: ie\npublication_date: 1990-01-01\n---\n# x\n",
        "no section found",
    ),
    "wrong encoding": ("---\ntitle: Achtú".encode("latin-1"), "not UTF-8"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files_are_named_in_one_line(tmp_path: Path, name: str) -> None:
    content, message = BROKEN[name]
    path = tmp_path / "IE-1990-act-1.md"
    path.write_bytes(content)
    with pytest.raises(LawSourceError, match=message) as caught:
        list(MarkdownReader().read(path))
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_two_acts_are_not_a_pair(tmp_path: Path) -> None:
    folder = _pair(tmp_path)
    other = REVISED.replace("IE-1990-act-1", "IE-1990-act-2")
    (folder / "IE-1990-act-1.consolidated.md").write_text(other, "utf-8")
    with pytest.raises(LawSourceError, match="not one Act"):
        list(MarkdownReader().read(folder))


def test_other_files_are_not_recognised(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Hello\n", "utf-8")
    assert not MarkdownReader().recognises(tmp_path)
    assert not MarkdownReader().recognises(tmp_path / "README.md")
    assert not MarkdownReader().recognises(tmp_path / "missing.md")


def test_the_fourteen_acts(shared_data: Path) -> None:
    folder = shared_data / "law" / "ie"
    reader = MarkdownReader()
    assert reader.recognises(folder)
    items = list(reader.read(folder))
    authorities = {i.id: i for i in items if isinstance(i, Authority)}
    versions = [i for i in items if isinstance(i, Version)]
    assert len(authorities) == 14
    assert authorities["ie/1957/act/6"].in_force == date(1959, 1, 1)
    assert authorities["ie/1980/act/16"].in_force == date(1980, 12, 30)
    assert authorities["ie/1977/act/10"].in_force is None
    for version in versions:
        for part in version.parts:
            span = version.text[part.start : part.end]
            assert span == span.strip() != "", part.id
            assert part.id.startswith(version.provision_id + "/")
    texts = {v.provision_id: v.text for v in versions if v.valid_to is None}
    for found in (i for i in items if isinstance(i, Applicability)):
        words = texts[found.basis][found.basis_start : found.basis_end]
        assert words.startswith("This Act"), found
        assert "into operation" in words
    assert any(isinstance(i, LeftOut) and i.where == "ie/1997/act/20/s/38" for i in items)


def test_unfair_dismissals_section_2_reads_as_revised(shared_data: Path) -> None:
    versions = _versions(shared_data / "law" / "ie", "ie/1977/act/10/s/2")
    then, now = versions
    assert then.valid_from == date(1977, 4, 6)
    assert now.valid_from == date(2023, 7, 3)
    spans = {p.id: now.text[p.start : p.end] for p in now.parts}
    assert spans["ie/1977/act/10/s/2/1/c"].startswith("(c) a person who is employed by his spouse")
    assert "civil partner" in spans["ie/1977/act/10/s/2/1/c"]
    assert spans["ie/1977/act/10/s/2/2A/a"].startswith("(a) the employee concerned is re-employed")
