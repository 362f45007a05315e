"""Court opinions in the shape of CourtListener's API."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexwarrant.law.readers.base import LeftOut
from lexwarrant.law.readers.courtlistener import CourtListenerReader
from lexwarrant.law.readers.html_text import html_blocks
from lexwarrant.records.errors import LawSourceError
from lexwarrant.records.law import Authority, Identifier, Version

CLUSTER = {
    "id": 2812209,
    "case_name": "Obergefell v. Hodges",
    "date_filed": "2015-06-26",
    "docket": {"court_id": "scotus"},
    "docket_number": "14-556",
    "citations": [
        {"volume": 576, "reporter": "U.S.", "page": "644", "type": 1},
        "135 S. Ct. 2584",
    ],
    "sub_opinions": [
        {
            "type": "020lead",
            "author_str": "Kennedy",
            "html_with_citations": "<p>The Court <em>holds</em> <span class='star-pagination'>*645"
            "</span> this.</p><p>And that.</p>",
        },
        {
            "type": "040dissent",
            "author_str": "Roberts",
            "plain_text": "I dissent.\n\nWith respect.",
        },
        "https://www.courtlistener.com/api/rest/v4/opinions/1/",
    ],
}


def _read(tmp_path: Path, data: object, name: str = "case.json") -> list[object]:
    path = tmp_path / name
    path.write_text(json.dumps(data), "utf-8")
    return list(CourtListenerReader().read(path))


def test_a_case_with_majority_and_dissent(tmp_path: Path) -> None:
    items = _read(tmp_path, CLUSTER)
    (authority,) = (i for i in items if isinstance(i, Authority))
    assert authority.id == "us/case/us/576/644"
    assert authority.aliases == ("576 U.S. 644", "135 S. Ct. 2584")
    assert Identifier("courtlistener", "2812209") in authority.identifiers
    assert (authority.court, authority.number, authority.dated) == (
        "scotus", "14-556", date(2015, 6, 26),
    )  # fmt: skip
    versions = [i for i in items if isinstance(i, Version)]
    assert [(v.label, v.division[0], v.text) for v in versions] == [
        ("paragraph 1", "opinion of the court, Kennedy", "The Court holds this."),
        ("paragraph 2", "opinion of the court, Kennedy", "And that."),
        ("paragraph 3", "dissent, Roberts", "I dissent."),
        ("paragraph 4", "dissent, Roberts", "With respect."),
    ]
    first, second = versions[:2]
    assert [(p.label, first.text[p.start : p.end]) for p in first.parts] == [("at 645", "this.")]
    assert [(p.label, second.text[p.start : p.end]) for p in second.parts] == [
        ("at 645", "And that.")
    ]
    assert [i.why for i in items if isinstance(i, LeftOut)] == ["an opinion given by address only"]


def test_a_case_without_text_is_metadata_only(tmp_path: Path) -> None:
    items = _read(tmp_path, {**CLUSTER, "sub_opinions": [{"type": "020lead", "plain_text": ""}]})
    (authority,) = (i for i in items if isinstance(i, Authority))
    assert not authority.text_held
    assert not any(isinstance(i, Version) for i in items)


def test_an_opinion_with_the_clusters_fields_beside_it(tmp_path: Path) -> None:
    flat = {"id": 7, "caseName": "A v. B", "dateFiled": "2001-02-03", "plain_text": "So ordered."}
    items = _read(tmp_path, [flat])
    (authority,) = (i for i in items if isinstance(i, Authority))
    assert authority.id == "us/case/courtlistener/7"
    assert [i.text for i in items if isinstance(i, Version)] == ["So ordered."]


@pytest.mark.parametrize("name", ["case.json", "case.jsonl"])
def test_recognised(tmp_path: Path, name: str) -> None:
    _read(tmp_path, CLUSTER, name)
    assert CourtListenerReader().recognises(tmp_path / name)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({**CLUSTER, "case_name": ""}, "'case_name' is missing"),
        ({**CLUSTER, "date_filed": "then"}, "'then' is not a date"),
        ({"case_name": "A v. B"}, "neither a citation nor an id"),
        ({**CLUSTER, "sub_opinions": "x"}, "'sub_opinions' is not a list"),
        ([1], r"\[0\]: not an object"),
        ([], "holds no case"),
    ],
)
def test_wrong_records_are_named(tmp_path: Path, data: object, message: str) -> None:
    with pytest.raises(LawSourceError, match=message):
        _read(tmp_path, data)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a<br>b</p>", "a b"),
        ("<script>evil()</script><p>a &amp; b</p>", "a & b"),
        ('a<page-number label="12">*12</page-number>b', "a *12 b"),
        ("<p>never closed", "never closed"),
    ],
)
def test_html(html: str, text: str) -> None:
    assert html_blocks(html).strip() == text


@given(st.text(alphabet="<>/p&;*12 \nab\"'=!-", max_size=200))
def test_any_html_is_read(html: str) -> None:
    assert isinstance(html_blocks(html), str)
