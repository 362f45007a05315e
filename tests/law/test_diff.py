"""What changed between two snapshots, and which cases rest on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

import pytest

from lexwarrant.law.diff import ChangeKind, ProvisionChange, diff
from lexwarrant.law.drift import Drift, DriftKind, drift
from lexwarrant.records.context import Context
from lexwarrant.records.ids import authority_of
from lexwarrant.records.law import (
    Applicability,
    Authority,
    AuthorityKind,
    Part,
    Treatment,
    TreatmentKind,
    Version,
)
from lexwarrant.records.suite import Case, ExpectedCitation, Split, Suite

ACT = Authority("us/usc/t28", "us", AuthorityKind.STATUTE, "Title 28", "28 U.S.C.", "test")
UNIT = "us/usc/t28/s/2107"


@dataclass
class Law:
    """A snapshot in memory."""

    held: tuple[Version, ...] = ()
    dates: tuple[Applicability, ...] = ()
    edges: tuple[Treatment, ...] = ()

    def authorities(self, jurisdiction: str | None = None) -> Iterator[Authority]:
        ids = dict.fromkeys(authority_of(v.provision_id) for v in self.held)
        return iter([replace(ACT, id=i) for i in ids])

    def units(self, authority_id: str) -> list[str]:
        units = dict.fromkeys(v.provision_id for v in self.held)
        return [u for u in units if authority_of(u) == authority_id]

    def versions(self, provision_id: str) -> tuple[Version, ...]:
        return tuple(v for v in self.held if v.provision_id == provision_id)

    def applicability(self, provision_id: str) -> Applicability | None:
        return next((a for a in self.dates if a.target == provision_id), None)

    def treatments(self, target: str) -> list[Treatment]:
        return [t for t in self.edges if t.target == target]


def _version(text: str, **fields: object) -> Version:
    lines = text.split("\n")
    parts, at = [], 0
    for line in lines:
        if line.startswith("("):
            name = line[1 : line.index(")")]
            parts.append(Part(f"{UNIT}/{name}", "subsection", f"({name})", at, at + len(line)))
        at += len(line) + 1
    version = Version(UNIT, "§ 2107", text, parts=tuple(parts))
    return replace(version, **fields)  # type: ignore[arg-type]


OLD = _version("(a) within thirty days\n(b) sixty days")
NEW = _version(
    "(a) within thirty days\n(b) 60 days if one of the parties is an officer",
    valid_from=date(2011, 12, 1),
    changed_by="Pub. L. 112-62",
)


def _kinds(old: Law, new: Law) -> list[ChangeKind]:
    return [change.kind for change in diff(old, new)]


@pytest.mark.parametrize(
    ("old", "new", "kinds"),
    [
        ((OLD,), (OLD,), []),
        ((OLD,), (NEW,), [ChangeKind.AMENDED]),
        ((), (NEW,), [ChangeKind.ADDED]),
        ((OLD,), (), [ChangeKind.REMOVED]),
        ((OLD,), (replace(OLD, text="", parts=(), repealed=True),), [ChangeKind.REPEALED]),
        ((OLD,), (_version("(a) Within thirty  days\n(b) sixty days;"),), [ChangeKind.LAYOUT]),
        ((OLD,), (replace(OLD, valid_from=date(2000, 1, 1)),), [ChangeKind.TIMELINE]),
        ((OLD,), (replace(OLD, complete=False),), [ChangeKind.COVERAGE]),
        ((OLD,), (replace(OLD, heading="Time for appeal"),), [ChangeKind.AMENDED]),
        (
            (OLD,),
            (OLD, replace(NEW, extent=("Scotland",))),
            [ChangeKind.AMENDED],
        ),
    ],
)
def test_kinds(old: tuple[Version, ...], new: tuple[Version, ...], kinds: list[ChangeKind]) -> None:
    assert _kinds(Law(old), Law(new)) == kinds


def test_an_amendment_names_its_parts_day_and_author() -> None:
    (change,) = diff(Law((OLD,)), Law((NEW,)))
    assert change == ProvisionChange(
        UNIT, "§ 2107", ChangeKind.AMENDED, OLD.text, NEW.text, (f"{UNIT}/b",), (),
        date(2011, 12, 1), "Pub. L. 112-62",
    )  # fmt: skip


def test_dates_and_treatments_are_changes_of_their_own() -> None:
    dated = Applicability(UNIT, date(2030, 1, 1))
    edge = Treatment(UNIT, "us/pl/112-62", TreatmentKind.AMENDED, date(2011, 11, 29), "(b)")
    changes = list(diff(Law((OLD,)), Law((OLD,), (dated,), (edge,))))
    assert [c.kind for c in changes] == [ChangeKind.APPLICATION, ChangeKind.TREATED]
    assert changes[0].after == "from 2030-01-01 to no end"
    assert changes[1].after == "amended by us/pl/112-62, (b)"


def _suite(*cases: Case) -> Suite:
    return Suite("s", "1", "", "", (Split("open", cases, ""),), "")


def _drift(case: Case, *changes: ProvisionChange) -> list[Drift]:
    return drift(_suite(case), changes or list(diff(Law((OLD,)), Law((NEW,)))))


def _case(**fields: object) -> Case:
    return Case(id="c1", question="How long?", **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("case", "found"),
    [
        (_case(expect_citations=(ExpectedCitation(UNIT),)), [(DriftKind.CITATION, UNIT)]),
        (
            _case(expect_citations=(ExpectedCitation(f"{UNIT}/b"),)),
            [(DriftKind.CITATION, f"{UNIT}/b")],
        ),
        (_case(expect_citations=(ExpectedCitation(f"{UNIT}/a"),)), []),
        (_case(expect_source_doc_id=(UNIT,)), [(DriftKind.SOURCE, UNIT)]),
        (_case(expect_source_doc_id=("us/usc/t28/s/1",)), []),
        (
            _case(expect_quote_keywords=("sixty days", "thirty")),
            [(DriftKind.QUOTATION, "sixty days")],
        ),
        (_case(expect_anchor_substring="Sixty"), [(DriftKind.ANCHOR, "Sixty")]),
        (_case(key_facts=("sixty days",)), [(DriftKind.KEY_FACT, "sixty days")]),
        (_case(key_facts=("thirty days",)), []),
        (_case(key_facts=("the Minister appoints a tribunal",)), []),
    ],
)
def test_what_a_case_rests_on(case: Case, found: list[tuple[DriftKind, str]]) -> None:
    assert [(d.kind, d.expected) for d in _drift(case)] == found


def test_words_without_a_named_provision_are_only_possible() -> None:
    (by_words,) = _drift(_case(expect_quote_keywords=("sixty",)))
    assert not by_words.certain
    named = _drift(_case(expect_quote_keywords=("sixty",), expect_source_doc_id=(UNIT,)))
    assert [d.certain for d in named] == [True, True]
    assert named[1].lost == ("sixty",)


def test_a_question_about_an_earlier_day_is_not_touched() -> None:
    cited = (ExpectedCitation(UNIT),)
    before = Context(analysis_date=date(2010, 1, 1))
    assert not _drift(_case(expect_citations=cited, context=before))
    after = Context(analysis_date=date(2012, 1, 1))
    assert _drift(_case(expect_citations=cited, context=after))


def test_an_overruled_decision_touches_its_paragraphs() -> None:
    change = ProvisionChange(
        "us/case/us/410/113", "Roe", ChangeKind.TREATED, after="overruled by us/case/us/597/215"
    )
    case = _case(expect_citations=(ExpectedCitation("us/case/us/410/113/para/7"),))
    assert [d.change for d in _drift(case, change)] == [change]
