"""The citation graph: edges with their spans, and the anchors that passages rest on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexwarrant.answering.quoting import Cut
from lexwarrant.answering.related import related
from lexwarrant.law.builder import import_law
from lexwarrant.law.graph import anchors, edges_of
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.law import (
    Authority,
    AuthorityKind,
    Identifier,
    LawRecord,
    Part,
    Source,
    Version,
)

SOURCE = Source("hand", "https://example.org", "CC0")


def case(identifier: str, parties: str, coordinate: str, *paragraphs: str) -> list[LawRecord]:
    authority = Authority(
        id=identifier, jurisdiction=identifier[:2], kind=AuthorityKind.JUDGMENT, title=parties,
        short_title=parties, source="hand", parties=parties, dated=date(2015, 1, 1),
        identifiers=(Identifier("citation", coordinate),),
    )  # fmt: skip
    return [
        authority,
        *(
            Version(f"{identifier}/para/{n}", f"[{n}]", text, kind="paragraph")
            for n, text in enumerate(paragraphs, 1)
        ),
    ]


def act(identifier: str, title: str, **sections: str) -> list[LawRecord]:
    authority = Authority(
        id=identifier, jurisdiction=identifier[:2], kind=AuthorityKind.STATUTE, title=title,
        short_title=title, source="hand",
    )  # fmt: skip
    return [
        authority,
        *(
            Version(
                f"{identifier}/s/{n[1:]}", f"s. {n[1:]}", text, kind="section",
                parts=(Part(f"{identifier}/s/{n[1:]}/1", "subsection", "(1)", 0, len(text)),),
            )
            for n, text in sections.items()
        ),
    ]  # fmt: skip


ONE = "The rule is that of Brown v. Board of Education, 347 U.S. 483, 495 (1954)."
TWO = "See Brown v. Board of Education, 347 U.S. 483 (1954); Able v. Baker, 500 U.S. 100 (1991)."
UK = "By section 3(1) of the Notices Act 1990 and [2001] UKHL 7 at [2], and Article 6 GDPR, it is so."
RECORDS: list[LawRecord] = [
    SOURCE,
    *case("us/case/able", "Able v. Baker", "500 U.S. 100", ONE, "No authority is needed for this."),
    *case("us/case/cole", "Cole v. Dunn", "510 U.S. 200", TWO, "Able, 500 U.S. at 103, is followed."),
    *case("uk/case/first", "First v Second", "[2001] UKHL 7", "Costs follow.", "The event decides."),
    *case("uk/case/third", "Third v Fourth", "[2010] UKSC 9", UK, "By section 3 of the Act it is so."),
    *act("uk/ukpga/1990/5", "Notices Act 1990", s3="(1) Notice is given.", s4="Section 3 applies."),
    *act("ie/1990/act/5", "Notices Act 1990", s3="(1) Notice is posted."),
    *act("ie/1995/act/6", "Posting Act 1995", s1="(1) Section 3 of the Notices Act, 1990 applies under "
         "Regulation (EU) 2016/679."),
]  # fmt: skip


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    folder = tmp_path_factory.mktemp("graph") / "s"
    import_law(RECORDS, folder, retrieved=date(2026, 1, 1))
    with Snapshot(folder) as opened:
        yield opened


@pytest.mark.parametrize(
    ("source", "edges"),
    [
        ("us/case/able/para/1", [("virtual:347 U.S. 483", False)]),
        ("us/case/cole/para/1", [("virtual:347 U.S. 483", False), ("us/case/able", True)]),
        ("us/case/cole/para/2", [("us/case/able", True)]),
        (
            "uk/case/third/para/1",
            [
                ("uk/ukpga/1990/5/s/3/1", True),
                ("uk/case/first/para/2", True),
                ("eu/32016R0679/art/6", False),
            ],
        ),
        ("uk/ukpga/1990/5/s/4", [("uk/ukpga/1990/5/s/3", True)]),
        ("ie/1995/act/6/s/1", [("ie/1990/act/5/s/3", True), ("eu/32016R0679", False)]),
        ("uk/case/first/para/1", []),
    ],
)
def test_edges_lead_to_what_is_cited(
    snapshot: Snapshot, source: str, edges: list[tuple[str, bool]]
) -> None:
    found = snapshot.cited_by(source)
    assert [(e.target, e.held) for e in found] == edges
    version = snapshot.version_on(source)
    assert version is not None
    assert all(version.text[e.start : e.end] == e.label for e in found)


def test_a_decision_of_another_name_at_the_place_is_not_linked(tmp_path: Path) -> None:
    wrong = "See Xavier v. Young, 500 U.S. 100 (1991)."
    import_law(
        [*RECORDS, *case("us/case/x", "X v. Z", "520 U.S. 1", wrong)],
        tmp_path / "s",
        retrieved=date(2026, 1, 1),
    )
    with Snapshot(tmp_path / "s") as snapshot:
        assert [e.target for e in snapshot.cited_by("us/case/x/para/1")] == ["virtual:500 U.S. 100"]


ANCHORS = [
    # paragraphs that cite what is not held rest on it: a virtual anchor, named
    (
        ["us/case/able/para/1", "us/case/cole/para/1"],
        "virtual:347 U.S. 483",
        "Brown v. Board of Education, 347 U.S. 483",
        False,
    ),
    # what only one passage cites is no anchor; the paragraph rests on the held decision
    (["us/case/cole/para/2"], "us/case/able", "Able v. Baker", True),
    # nothing cited: the paragraph itself
    (["us/case/able/para/2"], "us/case/able/para/2", "[2] Able v. Baker", True),
    # an enactment is its own authority, whatever it cites
    (["ie/1995/act/6/s/1"], "ie/1995/act/6/s/1", "s. 1 Posting Act 1995", True),
]


@pytest.mark.parametrize(("passages", "anchor", "label", "held"), ANCHORS)
def test_anchors(
    snapshot: Snapshot, passages: list[str], anchor: str, label: str, held: bool
) -> None:
    best = anchors(snapshot, passages)[0]
    assert (best.id, best.label, best.held) == (anchor, label, held)
    assert 0 < best.weight <= 1


def test_anchors_of_nothing(snapshot: Snapshot) -> None:
    assert anchors(snapshot, []) == []
    assert anchors(snapshot, ["uk/ukpga/1/1/s/1"]) == []


def test_a_virtual_anchor_has_applications_and_no_origins(snapshot: Snapshot) -> None:
    version = snapshot.version_on("us/case/able/para/1")
    authority = snapshot.authority("us/case/able")
    assert version is not None
    assert authority is not None
    cut = Cut(0, len(version.text), version.provision_id)
    links = related(snapshot, version, cut, authority, ["us/case/cole/para/1"])
    assert links.anchor_id == "virtual:347 U.S. 483"
    assert links.anchor_label == "Brown v. Board of Education, 347 U.S. 483"
    assert [a.provision_id for a in links.applications] == [
        "us/case/able/para/1",
        "us/case/cole/para/1",
    ]
    assert links.applications[0].snippet == ONE
    assert (links.origins, links.n_origins, links.n_applications) == ((), 0, 2)


def test_a_held_anchor_has_virtual_origins_that_are_named_only(snapshot: Snapshot) -> None:
    version = snapshot.version_on("ie/1995/act/6/s/1")
    authority = snapshot.authority("ie/1995/act/6")
    assert version is not None
    assert authority is not None
    links = related(snapshot, version, Cut(0, 10, version.provision_id), authority)
    assert [(o.label, o.snippet) for o in links.origins] == [
        ("s. 3 Notices Act 1990", "(1) Notice is posted."),
        ("Regulation (EU) 2016/679", ""),
    ]


PIECES = st.sampled_from(
    ["347 U.S. 483", "Able v. Baker, 500 U.S. 100 (1991)", "id. at 5", "section 3(1)", " of the ", "s. 4",
     "Notices Act 1990", "the 1990 Act", "Article 6 GDPR", "paragraph 2", "[2001] UKHL 7", " at [2]", "\n\n",
     "this Act", ", ", "§ 1331", "בג\"ץ 8276/05", "סעיף 3", "§", "[", "("]
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.lists(PIECES, max_size=8).map(" ".join), min_size=1, max_size=4), st.booleans())
def test_edges_slice_back_and_lie_in_what_they_are_of(texts: list[str], decision: bool) -> None:
    kind = AuthorityKind.JUDGMENT if decision else AuthorityKind.STATUTE
    authority = Authority("uk/x/1", "uk", kind, "X", "X", "hand")
    versions = [Version(f"uk/x/1/para/{n}", f"[{n}]", text) for n, text in enumerate(texts, 1)]
    by_id = {v.provision_id: v for v in versions}
    groups = [versions] if decision else [[v] for v in versions]
    for group in groups:
        for edge in edges_of(group, authority, lambda i: i in by_id, lambda c: ""):
            text = by_id[edge.source].text
            assert text[edge.start : edge.end] == edge.label
            assert edge.label.strip()
            assert edge.held == (edge.target in by_id)
            assert edge.target not in (edge.source, authority.id)
