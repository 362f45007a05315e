"""What binds before what persuades, in force before repealed, primary before what is made under it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from handmade_law import ACT, SOURCE
from lexwarrant.jurisdictions.ontology import ontology
from lexwarrant.jurisdictions.registry import codes
from lexwarrant.law.builder import import_law
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.law import (
    Applicability,
    Authority,
    AuthorityKind,
    LawRecord,
    Status,
    Treatment,
    TreatmentKind,
    Version,
)
from lexwarrant.retrieval.open import open_index
from lexwarrant.retrieval.question import QuestionReader
from lexwarrant.retrieval.ranking import Ranker
from lexwarrant.retrieval.standing import Lower, standing

ON = date(2020, 1, 1)
WORDS = "A ferry operator shall give notice of delay within nine days."


def _authority(name: str, kind: AuthorityKind, **more: object) -> Authority:
    return replace(
        ACT, id=f"uk/{name}", jurisdiction="uk", kind=kind, short_title=name, title=name, aliases=(), **more
    )  # fmt: skip


AUTHORITIES = [
    _authority("statute", AuthorityKind.STATUTE),
    _authority("rules", AuthorityKind.SECONDARY),
    _authority("guide", AuthorityKind.GUIDANCE),
    _authority("bill", AuthorityKind.BILL),
    _authority("spent", AuthorityKind.STATUTE, status="spent"),
    _authority("old", AuthorityKind.STATUTE, repealed=date(2010, 1, 1)),
    _authority("coming", AuthorityKind.STATUTE),
    _authority("undone", AuthorityKind.STATUTE),
]
LAW: list[LawRecord] = [
    SOURCE,
    *AUTHORITIES,
    *(Version(f"{a.id}/s/1", "s 1", WORDS, valid_from=date(2001, 1, 1)) for a in AUTHORITIES),
    Applicability("uk/coming", date(2030, 1, 1), basis="uk/coming/s/1", basis_end=3),
    Treatment("uk/undone/s/1", "uk/case/9", TreatmentKind.OVERRULED, date(2015, 1, 1)),
]


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    folder = tmp_path_factory.mktemp("law") / "standing"
    import_law(iter(LAW), folder, retrieved=date(2026, 1, 1))
    with Snapshot(folder) as opened:
        yield opened


@pytest.mark.parametrize(
    ("name", "on", "binding", "lower"),
    [
        ("statute", ON, True, ()),
        ("rules", ON, True, (Lower.MADE_UNDER,)),
        ("guide", ON, False, (Lower.NOT_BINDING,)),
        ("bill", ON, False, (Lower.NOT_BINDING,)),
        ("spent", ON, False, (Lower.NOT_BINDING,)),
        ("old", ON, True, (Lower.NO_LONGER,)),
        ("old", date(2005, 1, 1), True, ()),
        ("old", None, True, (Lower.NO_LONGER,)),
        ("coming", ON, True, (Lower.NOT_YET,)),
        ("undone", ON, True, (Lower.UNDONE,)),
        ("undone", date(2014, 1, 1), True, ()),
        ("nothing", ON, True, ()),
    ],
)
def test_standing(
    law: Snapshot, name: str, on: date | None, binding: bool, lower: tuple[Lower, ...]
) -> None:
    found = standing(law, f"uk/{name}/s/1", on)
    assert (found.binding, found.lower) == (binding, lower)


def test_the_same_words_rank_by_standing(law: Snapshot) -> None:
    index = open_index(law)
    question = QuestionReader(law, index).read(
        "within how many days does a ferry give notice of delay"
    )
    weighted = [(form, t.weight) for t in question.terms for form in t.terms]
    ranked = Ranker(law).rank(question, index.search(weighted), ON)
    order = [r.hit.unit_id.split("/")[1] for r in ranked]
    assert order[0] == "statute"
    assert order.index("rules") == 1
    assert order.index("coming") == 2
    assert set(order[3:]) == {"old", "guide", "bill", "spent", "undone"}
    assert order[3] == "old"
    assert standing(law, "uk/coming/s/1", ON).status is Status.IN_FORCE_NOT_APPLICABLE


@pytest.mark.parametrize("code", codes())
def test_every_kind_of_authority_that_is_read_has_its_place(code: str) -> None:
    known = ontology(code)
    for kind in (AuthorityKind.BILL, AuthorityKind.GUIDANCE):
        found = known.rank_of(kind)
        assert found is not None
        assert not found[1].binding
    judgment = known.rank_of(AuthorityKind.JUDGMENT)
    assert judgment is not None
    assert judgment[1].binding
    assert known.verify
    assert known.help
    assert {p.url.split(":")[0] for p in (*known.verify, *known.help)} == {"https"}
