"""From when the law applies: the whole clause for an act, its own limb for a provision."""

from __future__ import annotations

from datetime import date

import pytest

from lexwarrant.answering.answerer import VerbatimAnswerer
from lexwarrant.answering.application import (
    AskedStart,
    Clause,
    Stage,
    asks_for_start,
    clause_of,
    only_start,
)
from lexwarrant.answering.phrases import phrases
from lexwarrant.answering.quoting import Cut
from lexwarrant.answering.responding import WarrantedAnswerer
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.context import Context
from lexwarrant.records.law import Authority, AuthorityKind, Status, Version
from lexwarrant.records.response import State
from lexwarrant.records.warrant import Dimension, DimensionLabel, PolicyAct
from lexwarrant.retrieval.open import open_index

A, N, W, C = PolicyAct.ANSWER, PolicyAct.NARROW, PolicyAct.WARN, PolicyAct.CORRECT
AIA = ("2 August 2026", "2 February 2025", "2 August 2025", "2 August 2027")
CRA = ("11 December 2027", "11 September 2026", "11 June 2026")


@pytest.fixture(scope="module")
def eu(eu_snapshot: Snapshot) -> WarrantedAnswerer:
    return WarrantedAnswerer(eu_snapshot, VerbatimAnswerer(eu_snapshot, open_index(eu_snapshot)))


@pytest.mark.parametrize(
    ("question", "on", "acts", "unit", "said"),
    [
        # the act as a whole: every date of the clause
        ("When does the AI Act apply?", None, (A,), "eu/32024R1689/art/113", AIA),
        ("When does the CRA apply?", None, (A,), "eu/32024R2847/art/71", CRA),
        ("When does DORA apply?", None, (A,), "eu/32022R2554/art/64", ("17 January 2025",)),
        ("From when does the GDPR apply?", None, (A,), "eu/32016R0679/art/99", ("25 May 2018",)),
        ("When did the GDPR enter into force?", None, (A,), "eu/32016R0679/art/99", ("twentieth day",)),
        ("What is the date of application of DORA?", None, (A,), "eu/32022R2554/art/64", ()),
        ("When does NIS2 apply?", None, (A, W), "eu/32022L2555/art/41", ("17 October 2024", "18 October")),
        ("By when must Member States transpose NIS2?", None, (A, W), "eu/32022L2555/art/41", ()),
        ("When does Chapter V of the AI Act apply?", None, (A,), "eu/32024R1689/art/113", AIA),
        ("מתי ה-GDPR נכנס לתוקף?", None, (A,), "eu/32016R0679/art/99", ("25 May 2018",)),
        # asked before it applies: the clause is not itself subject to its date
        ("When does the AI Act apply?", "2025-01-01", (A,), "eu/32024R1689/art/113", AIA),
        ("What does Article 113 AI Act say?", "2025-01-01", (A,), "eu/32024R1689/art/113", AIA),
        ("What does Article 71 CRA say?", "2025-01-01", (A,), "eu/32024R2847/art/71", CRA),
        # how it stands on a day
        ("Is the GDPR applicable on 1 March 2018?", None, (C, W), "eu/32016R0679/art/99", ("Not yet",)),
        ("Was DORA applicable on 16 January 2025?", None, (C, W), "eu/32022R2554/art/64", ("Not yet",)),
        ("Was DORA applicable on 17 January 2025?", None, (A,), "eu/32022R2554/art/64", ()),
        ("Does the GDPR apply?", "2017-01-01", (C, W), "eu/32016R0679/art/99", ("2018-05-25",)),
        ("Does the GDPR still apply?", "2020-01-01", (A,), "eu/32016R0679/art/99", ()),
        ("Does NIS2 still apply?", "2025-01-01", (A, W), "eu/32022L2555/art/41", ("national law",)),
        ("Is the GDPR still in force?", "2020-01-01", (A,), "eu/32016R0679/art/99", ()),
        ("Was the AI Act applicable on 1 January 2026?", None, (N,), "eu/32024R1689/art/113",
         ("Only in part", *AIA)),
        ("Is the AI Act fully applicable on 3 September 2026?", None, (N,), "eu/32024R1689/art/113",
         ("to a later day",)),
        ("Does the AI Act apply on 2 August 2027?", None, (A,), "eu/32024R1689/art/113", ()),
        ("Was the AI Act in force on 1 July 2024?", None, (C, W), "eu/32024R1689/art/113",
         ("entered into force on 2024-08-01",)),
        ("Was the AI Act in force on 1 September 2024?", None, (N, W), "eu/32024R1689/art/113",
         ("was in force on 2024-09-01",)),
        # a provision: its own limb, with what it stands under
        ("When does Article 14 CRA apply?", None, (A,), "eu/32024R2847/art/71", ("Article 14 shall",)),
        ("When does Article 6(1) AI Act apply?", None, (A,), "eu/32024R1689/art/113",
         ("However: …", "2 August 2027")),
        ("From what date do penalties under the AI Act apply?", None, (A,), "eu/32024R1689/art/113",
         ("Chapter XII", "2 August 2025")),
        ("What does Article 14 CRA say?", "2025-06-01", (C, W), "eu/32024R2847/art/71",
         ("Article 14 CRA was in force on 2025-06-01",)),
        ("Is Article 6(1) of the AI Act applicable?", "2026-10-01", (C, W), "eu/32024R1689/art/113",
         ("Article 6(1) AI Act does not apply", "Article 6(1) AI Act was in force")),
        ("Did the GDPR apply in May 2018?", None, (A,), "eu/32016R0679/art/99", ("25 May 2018",)),
        ("Will the AI Act apply on 1 January 2050?", None, (A,), "eu/32024R1689/art/113",
         ("a later repeal or amendment is not known",)),
        # not named, and an act that begins part by part: nothing is left out
        ("When do the reporting duties of the CRA apply?", None, (A,), "eu/32024R2847/art/71", CRA),
        ("From when do the prohibited practices of the AI Act apply?", None, (A,),
         "eu/32024R1689/art/113", ("2 February 2025",)),
    ],
)  # fmt: skip
def test_when(
    eu: WarrantedAnswerer,
    question: str,
    on: str | None,
    acts: tuple[PolicyAct, ...],
    unit: str,
    said: tuple[str, ...],
) -> None:
    response = eu.respond(question, Context("eu", date.fromisoformat(on) if on else None))
    assert set(response.policy) == set(acts), response.text
    (quotation,) = [q for s in response.steps for q in s.quotations]
    assert quotation.document_id == unit
    assert all(words in response.text for words in said), response.text
    assert "speaks to this" not in response.text


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        (
            "When does the right to erasure not apply for archiving purposes?",
            "eu/32016R0679/art/17",
        ),
        ("When does the right to erasure apply under the GDPR?", "eu/32016R0679/art/17"),
        ("Does DORA apply to microenterprises?", ""),
        ("Does the GDPR apply to us?", ""),
        ("What is the GDPR?", ""),
        ("To whom does DORA not apply?", ""),
        ("Who is bound when the GDPR applies?", ""),
        ("When does DORA not apply?", ""),
        ("Is NIS2 directly applicable?", ""),
    ],
)
def test_in_which_cases_is_no_question_of_time(
    eu: WarrantedAnswerer, question: str, quoted: str
) -> None:
    response = eu.respond(question, Context("eu"))
    units = {q.document_id for s in response.steps for q in s.quotations}
    assert not units & {"eu/32016R0679/art/99", "eu/32022R2554/art/64", "eu/32022L2555/art/41"}
    assert not quoted or quoted in units


@pytest.mark.parametrize("on", [None, "2024-07-01", "2025-01-01", "2026-11-30"])
@pytest.mark.parametrize(
    "question", ["When does the AI Act apply?", "What does Article 113 AI Act say?",
                 "What does Article 5(1)(f) AI Act say?", "What does Article 33(1) GDPR say?"],
)  # fmt: skip
def test_time_on_the_card_agrees_with_the_status(
    eu: WarrantedAnswerer, question: str, on: str | None
) -> None:
    response = eu.respond(question, Context("eu", date.fromisoformat(on) if on else None))
    for link, stands in zip(response.card.links, response.authorised, strict=True):
        wanted = {
            Status.APPLICABLE: DimensionLabel.HOLDS,
            Status.UNKNOWN: DimensionLabel.UNKNOWN,
        }.get(stands.status, DimensionLabel.FAILS)
        if stands.state is State.FIXES:  # it speaks before the date that it fixes
            wanted = DimensionLabel.HOLDS
            assert stands.status is not Status.IN_FORCE_NOT_APPLICABLE
        assert link.dimensions[Dimension.TIME] is wanted
        if stands.status is Status.APPLICABLE and stands.applies_from and on:
            assert stands.applies_from <= date.fromisoformat(on)


ACT = Authority(
    "xx/act/1", "xx", AuthorityKind.STATUTE, "An Act", "Act", "here", in_force=date(2020, 1, 1)
)
UNIT = Version("xx/act/1/s/9", "s 9", "It applies.")


@pytest.mark.parametrize(
    ("start", "others", "day", "state"),
    [
        ("2022-01-01", (), "2021-12-31", Stage.NOT_YET),
        ("2022-01-01", (), "2022-01-01", Stage.APPLIES),
        ("2022-01-01", ("2021-01-01",), "2021-01-01", Stage.STARTED),
        ("2022-01-01", ("2021-01-01",), "2020-12-31", Stage.NOT_YET),
        ("2022-01-01", ("2021-01-01", "2023-01-01"), "2022-06-01", Stage.MOSTLY),
        ("2022-01-01", ("2021-01-01", "2023-01-01"), "2023-01-01", Stage.APPLIES),
        ("", (), "2023-01-01", None),
    ],
)
def test_states(start: str, others: tuple[str, ...], day: str, state: Stage | None) -> None:
    clause = Clause(
        ACT, UNIT, Cut(0, 11, UNIT.provision_id), date.fromisoformat(start) if start else None,
        tuple(date.fromisoformat(o) for o in others),
    )  # fmt: skip
    assert clause.stage(date.fromisoformat(day)) is state
    assert clause.waits(date.fromisoformat(day)) is (state is Stage.NOT_YET)
    assert not clause.waits(date(2019, 1, 1))
    assert AskedStart(clause, now=True).day(date(2026, 1, 1)) == date(2026, 1, 1)
    assert AskedStart(clause).day(date(2026, 1, 1)) is None


@pytest.mark.parametrize(
    ("question", "asks", "staged"),
    [
        ("From when do the duties apply?", True, True),
        ("Since when are the rules in force?", True, True),
        ("When do the duties apply?", True, False),
        ("Do the duties apply already?", True, True),
        ("When do the duties not apply?", False, False),
        ("Who must report?", False, False),
    ],
)
def test_what_asks_for_the_start(question: str, asks: bool, staged: bool) -> None:
    assert asks_for_start(question) is asks
    assert asks_for_start(question, staged=False) is staged


@pytest.mark.parametrize(
    ("question", "only"),
    [
        ("When does the AI Act apply?", True),
        ("Is the AI Act in force since 1 August 2024?", True),
        ("When does Article 6(1) AI Act apply?", True),
        ("When does Chapter IV of the CRA start to apply?", True),
        ("When do penalties under the AI Act apply?", False),
        ("Who enforces the AI Act?", False),
        ("What is the AI Act?", False),
        ("Does the AI Act apply to banks?", False),
    ],
)
def test_what_asks_for_nothing_but_the_start(
    eu_snapshot: Snapshot, question: str, only: bool
) -> None:
    read = VerbatimAnswerer(eu_snapshot, open_index(eu_snapshot)).read(question)
    assert only_start(read, phrases("en")) is only


def test_a_clause_of_no_act_held_is_none(eu_snapshot: Snapshot) -> None:
    assert clause_of(eu_snapshot, "eu/39999R0001", phrases("en")) is None
