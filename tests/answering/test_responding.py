"""The acts that questions are met with, and that nothing but quotation states law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handmade_law import ACT, RECORDS, SOURCE
from lexwarrant.answering.answerer import VerbatimAnswerer
from lexwarrant.answering.phrases import phrases
from lexwarrant.answering.responding import WarrantedAnswerer, place_line
from lexwarrant.evaluation.scorers.ladder import strict
from lexwarrant.evaluation.suite_file import load_suite
from lexwarrant.law.builder import import_law
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import Thresholds
from lexwarrant.records.codec import decode, encode
from lexwarrant.records.context import Context
from lexwarrant.records.law import LawRecord, Part, Treatment, TreatmentKind, Version
from lexwarrant.records.response import PathToVerify, Response
from lexwarrant.records.scores import Verdict
from lexwarrant.records.verification import SupportLabel
from lexwarrant.records.warrant import Dimension, DimensionLabel, PolicyAct
from lexwarrant.retrieval.open import open_index

EU = Context("eu", date(2026, 11, 30))
EAGER = Thresholds(0.0, 0.0, 0.0)
A, N, K, W, C, X = (
    PolicyAct.ANSWER, PolicyAct.NARROW, PolicyAct.ASK, PolicyAct.WARN, PolicyAct.CORRECT,
    PolicyAct.ABSTAIN,
)  # fmt: skip

NOTICE = (
    "(1) An operator shall give notice of a delay as follows: "
    "(a) if the vessel carries less than 20 persons, 7 days; "
    "(b) if the vessel carries 20 persons or more, 14 days; "
    "(c) if the voyage is by night, 21 days.\n"
    "(2) Subsection (1) shall not apply to a lifeboat of a rescue service."
)
TIERS = (
    "(a) if the pilot has served for less than two years, one week; "
    "(b) if the pilot has served for two years or more, but less than five years, two weeks; "
    "(c) if the pilot has served for five years or more, six weeks."
)


def _parts(unit: str, text: str, marks: tuple[str, ...]) -> tuple[Part, ...]:
    """One part for each mark, to the next mark of its level or the end."""
    out = []
    for n, mark in enumerate(marks):
        path = mark.split("/")
        start = text.index(f"({path[-1]})")
        ends = [
            text.index(f"({m.split('/')[-1]})")
            for m in marks[n + 1 :]
            if len(m.split("/")) <= len(path)
        ]
        out.append(
            Part(f"{unit}/{mark}", "subsection", f"s {mark}", start, min(ends, default=len(text)))
        )
    return tuple(out)


FERRY = replace(
    ACT,
    id="xx/act/5",
    short_title="Ferries Act",
    title="Ferries Act 2001",
    aliases=("Ferries Act 2001",),
)
GONE = replace(
    ACT, id="xx/act/6", short_title="Barges Act", title="Barges Act 1950", aliases=("Barges Act 1950",),
    in_force=date(1950, 1, 1), repealed=date(2001, 1, 1),
)  # fmt: skip
LAW: list[LawRecord] = [
    SOURCE,
    FERRY,
    Version(
        "xx/act/5/s/1", "s 1", NOTICE, heading="Notice of delay of a vessel", valid_from=date(2001, 1, 1),
        parts=_parts("xx/act/5/s/1", NOTICE, ("1", "1/a", "1/b", "1/c", "2")), kind="section",
    ),
    Version(
        "xx/act/5/s/2", "s 2", TIERS, heading="Least notice to end a pilot's service",
        valid_from=date(2001, 1, 1), parts=_parts("xx/act/5/s/2", TIERS, ("a", "b", "c")), kind="section",
    ),
    GONE,
    Version("xx/act/6/s/1", "s 1", "A barge shall carry a lamp.", valid_from=date(1950, 1, 1)),
    Treatment("xx/act/6", "xx/act/5", TreatmentKind.REPEALED, date(2001, 1, 1)),
]  # fmt: skip


@pytest.fixture(scope="module")
def eu(eu_snapshot: Snapshot) -> WarrantedAnswerer:
    return WarrantedAnswerer(eu_snapshot, VerbatimAnswerer(eu_snapshot, open_index(eu_snapshot)))


def _opened(folder: Path, records: list[LawRecord]) -> Iterator[tuple[Snapshot, WarrantedAnswerer]]:
    import_law(iter(records), folder, retrieved=date(2026, 1, 1))
    with Snapshot(folder) as opened:
        yield opened, WarrantedAnswerer(opened, VerbatimAnswerer(opened, open_index(opened), EAGER))


@pytest.fixture(scope="module")
def ferries(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WarrantedAnswerer]:
    for _, made in _opened(tmp_path_factory.mktemp("law") / "ferries", LAW):
        yield made


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WarrantedAnswerer]:
    for _, made in _opened(tmp_path_factory.mktemp("law") / "hand", RECORDS):
        yield made


def check(response: Response, snapshot: Snapshot | None = None) -> None:
    """What holds of every response: law only in quotations, and a card that fits the text."""
    quotations = [q for s in response.steps for q in s.quotations]
    assert [c.text for c in response.card.claims] == [q.shown for q in quotations]
    for claim in response.card.claims:
        assert response.text[claim.start : claim.end] == claim.text
    assert {k.claim for k in response.card.links} == {c.id for c in response.card.claims}
    assert [a.claim for a in response.authorised] == [c.id for c in response.card.claims]
    assert response.policy
    assert len(set(response.policy)) == len(response.policy)
    for q in quotations:
        assert 0 < len(q.text) <= 600
        if snapshot is not None:
            texts = [v.text for v in snapshot.versions(q.document_id)]
            for said in (q, *q.lead, *q.close):
                assert said.text in [text[said.start : said.end] for text in texts]


@pytest.mark.parametrize(
    ("question", "context", "acts"),
    [
        ("What does Article 33(1) GDPR say?", EU, (A,)),
        ("What does Article 33(1) GDPR say?", replace(EU, jurisdiction=None), (A,)),
        ("how fast must a personal data breach be notified to the authority", Context(), (N, A, K)),
        ("What does Article 118 GDPR say?", EU, (C,)),
        ("What do Article 33 GDPR and Article 118 GDPR say?", EU, (C, A)),
        ("how do I bake sourdough bread", EU, (X,)),
        ("", EU, (X,)),
        ("What does Article 33(1) GDPR say?", replace(EU, jurisdiction="uk"), (X,)),
        ("Does Article 5 of the AI Act apply today?", Context("eu", date(2024, 9, 2)), (C, W)),
        ("Must our company report incidents under Article 23(1) NIS2?", EU, (N,)),
        ("What does Article 23(1) NIS2 say?", EU, (A, W)),
        ("What does Article 23(1) NIS2 say?", replace(EU, analysis_date=None), (A, W)),
        ("Is the deadline in Article 33(1) GDPR 24 hours?", EU, (C,)),
        ("Is the deadline in Article 33(1) GDPR 72 hours?", EU, (A,)),
        ("What deadline does Article 33(1) GDPR set?", replace(EU, user_type="lay"), (A, W)),
        ("What deadline does Article 33(1) GDPR set?", replace(EU, user_type="lawyer"), (A,)),
        ("Must a data protection officer be designated under Article 37 GDPR?",
         replace(EU, party_types=("court acting in its judicial capacity",)), (C,)),
    ],
)  # fmt: skip
def test_acts_on_the_demo(
    eu: WarrantedAnswerer,
    eu_snapshot: Snapshot,
    question: str,
    context: Context,
    acts: tuple[PolicyAct, ...],
) -> None:
    response = eu.respond(question, context)
    check(response, eu_snapshot)
    assert set(response.policy) == set(acts), response.text


@pytest.mark.parametrize(
    ("question", "more", "acts", "said", "not_said"),
    [
        ("How many days of notice of a delay of a vessel must an operator give?", {}, (N,),
         ("7 days", "14 days", "21 days"), ()),
        ("How many days of notice of a delay of a vessel must an operator give?",
         {"facts": ("It carries 30 persons.",)}, (A,), ("14 days",), ("21 days",)),
        ("How many days of notice of a delay must be given for a voyage by night?", {}, (A,),
         ("21 days",), ()),
        ("Must notice of a delay of the vessel be given?",
         {"party_types": ("lifeboat of a rescue service",)}, (C,), ("shall not apply",), ("7 days",)),
        ("What is the least notice to end the pilot's service?",
         {"facts": ("The pilot has served for three years.",)}, (A,), ("two weeks",), ("six weeks",)),
        ("What is the least notice to end the pilot's service?",
         {"facts": ("The pilot has served for nine years.",)}, (A,), ("six weeks",), ()),
        ("The pilot has served for one year. What is the least notice to end the service?", {}, (A,),
         ("one week",), ("two weeks", "six weeks")),
        ("Does the Barges Act 1950 require a lamp on a barge?", {}, (C, W), ("2001-01-01",), ()),
    ],
)  # fmt: skip
def test_limbs(
    ferries: WarrantedAnswerer,
    question: str,
    more: dict[str, tuple[str, ...]],
    acts: tuple[PolicyAct, ...],
    said: tuple[str, ...],
    not_said: tuple[str, ...],
) -> None:
    response = ferries.respond(question, Context("xx", date(2020, 1, 1), **more))  # type: ignore[arg-type]
    check(response)
    assert set(response.policy) == set(acts), response.text
    assert all(words in response.text for words in said), response.text
    assert not any(words in response.text for words in not_said), response.text


@pytest.mark.parametrize(("on", "warned"), [("2005-01-01", True), ("2015-01-01", False)])
def test_old_text_is_warned_of_and_nothing_unknown_is(
    hand: WarrantedAnswerer, on: str, warned: bool
) -> None:
    response = hand.respond(
        "within how many days is notice given", Context("xx", date.fromisoformat(on))
    )
    assert (W in response.policy) is warned
    assert A in response.policy


def test_unknown_amendments_are_a_limit_and_no_warning(eu: WarrantedAnswerer) -> None:
    response = eu.respond("What does Article 33(1) GDPR say?", EU)
    assert W not in response.policy
    assert "Amendments after the text held" in response.authorised[0].limits[0]


@pytest.mark.parametrize(
    ("question", "warned", "narrowed"),
    [
        ("What does Article 23(1) NIS2 say?", True, False),
        ("How high must the maximum fine for infringing Article 21 be under NIS2?", True, False),
        ("What is a significant incident under Article 23(3) NIS2?", True, False),
        ("Must our company report incidents under Article 23(1) NIS2?", False, True),
        ("What does Article 33(1) GDPR say?", False, False),
        ("What does Article 19 DORA say of reporting?", False, False),
        ("Must our company report under Article 33(1) GDPR?", False, False),
    ],
)
def test_a_directive_sends_its_reader_to_national_law(
    eu: WarrantedAnswerer, question: str, warned: bool, narrowed: bool
) -> None:
    for user in ("lay", "lawyer"):
        response = eu.respond(question, replace(EU, user_type=user))
        said = [s.act for s in response.steps if "is a directive" in s.text]
        assert said == [W] * warned + [N] * narrowed
        directive = warned or narrowed
        limits = [" ".join(a.limits) for a in response.authorised]
        assert all(("national law that transposes" in said) is directive for said in limits)
        assert all(a.binds.value.startswith("states") is directive for a in response.authorised)
        assert any("N-Lex" in p.name for p in response.paths) >= directive


@pytest.mark.parametrize(
    ("question", "code", "language"),
    [
        ("תוך כמה זמן צריך להודיע על דליפת מידע?", "eu", "he"),
        ("מתי מתיישנת תביעה אזרחית?", "il", "he"),
        ("האם Article 33 GDPR חל על רשות מקומית ומה המועד להודעה?", "eu", "he"),
        ("When is a civil claim time-barred?", "il", "en"),
        ("how do I bake sourdough bread", "eu", "en"),
        ("how do I bake sourdough bread", "us", "en"),
    ],
)
def test_where_to_go_on_is_said_in_the_language_of_the_question(
    eu: WarrantedAnswerer, question: str, code: str, language: str
) -> None:
    response = eu.respond(question, Context(code, user_type="lay"))
    assert response.language == language
    assert {p.kind for p in response.paths} == {"verify", "help"}
    for path in response.paths:
        hebrew = any("א" <= c <= "ת" for c in path.what)
        assert hebrew is (language == "he")
        assert path.checked is None
    unchecked = {"he": "הכתובת לא נבדקה", "en": "address not checked"}[language]
    assert response.text.count(unchecked) == len(response.paths)
    if language == "he":
        quoted = [q.shown for step in response.steps for q in step.quotations]
        for line in response.text.splitlines():
            if any(q in line for q in quoted):
                continue  # the law is quoted in its own language
            first = next((c for c in line if c.isalpha()), "א")
            assert "א" <= first <= "ת", line


def test_an_address_that_was_looked_at_says_when() -> None:
    place = PathToVerify("verify", "EUR-Lex", "https://x.example", "texts", date(2026, 12, 1))
    said = place_line(place, phrases("en"))
    assert said == "EUR-Lex (https://x.example; address seen on 2026-12-01): texts"


def test_the_card_tells_what_was_looked_at(eu: WarrantedAnswerer) -> None:
    context = replace(EU, party_types=("court acting in its judicial capacity",))
    response = eu.respond(
        "Must a data protection officer be designated under Article 37 GDPR?", context
    )
    (link,) = response.card.links
    assert link.support is SupportLabel.DIRECT
    assert set(link.dimensions) == set(Dimension)
    assert link.dimensions[Dimension.POSTURE] is DimensionLabel.HOLDS
    plain = eu.respond("What does Article 33(1) GDPR say?", EU).card.links[0]
    assert plain.dimensions[Dimension.POSTURE] is DimensionLabel.UNKNOWN
    (stands,) = response.authorised
    assert (stands.rank, stands.binding) == (2, True)
    assert stands.applies_from == date(2018, 5, 25)
    assert any("step 2 of the sources" in why for why in response.ranking)


def test_what_is_abstained_from_is_the_part_alone(eu: WarrantedAnswerer) -> None:
    response = eu.respond(
        "What does Article 33(1) GDPR say about notifying a breach? And what did the Court of "
        "Justice decide about it in Schrems II?",
        EU,
    )
    acts = set(response.policy)
    assert X in acts
    if response.card.claims:
        assert A in acts


def test_law_that_is_not_held_leads_to_where_it_is(eu: WarrantedAnswerer) -> None:
    response = eu.respond("how do I bake sourdough bread", replace(EU, user_type="lay"))
    assert {p.kind for p in response.paths} == {"verify", "help"}
    assert all(p.kind == "verify" for p in eu.respond("how do I bake sourdough bread", EU).paths)


@pytest.mark.slow
def test_what_is_said_loses_no_passing_quotation_of_the_demo(
    eu: WarrantedAnswerer, eu_snapshot: Snapshot
) -> None:
    """The acts around a quotation may cut it anew, and never to something worse."""
    for case in load_suite("eu-demo").splits[0].cases:
        response = eu.respond(case.question, case.context)
        check(response, eu_snapshot)
        if response.answer.quotation is None:
            continue
        said = [
            replace(response.answer, quotation=q, text=q.text)
            for s in response.steps
            for q in s.quotations
        ]
        if strict(case, response.answer).verdict is Verdict.PASS:
            assert any(strict(case, answer).verdict is Verdict.PASS for answer in said), case.id


def test_same_question_same_bytes(eu: WarrantedAnswerer) -> None:
    question = "who has to be told about a data leak and how fast"
    first, second = (encode(eu.respond(question, EU)) for _ in range(2))
    assert first == second
    assert decode(Response, first) == eu.respond(question, EU)


WORDS = st.sampled_from(
    "Article 33 GDPR 118 72 hours three months ? . must we is the fine leaflet says age 17 חוק כמה ימים "
    "\u202e 🦊 Member States unless except DORA NIS2 court circuit 2018 10 000 000 EUR % (a) 1e9 ½".split(
        " "
    )
)


@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(st.lists(WORDS, max_size=30).map(" ".join), st.lists(WORDS, max_size=8).map(" ".join))
def test_any_question_is_met(
    eu: WarrantedAnswerer, eu_snapshot: Snapshot, question: str, fact: str
) -> None:
    for code in ("eu", None):
        context = Context(code, date(2025, 1, 1), user_type="lay", facts=(fact,))
        check(eu.respond(question, context), eu_snapshot)


@pytest.mark.parametrize("unit", ["a", "1", "?", "(a) ", "Is it 3 days? ", "Article 33 GDPR ", "ש"])
def test_a_megabyte_is_met(eu: WarrantedAnswerer, unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    check(eu.respond(text, replace(EU, facts=(text,))))


def test_a_hebrew_question_is_met_in_hebrew(eu: WarrantedAnswerer) -> None:
    response = eu.respond("תוך כמה זמן צריך להודיע על דליפת מידע?", EU)
    assert response.language == "he"
    assert response.policy == (X,)
    assert "This is not" not in response.text
    assert "על כך לא ניתנת כאן תשובה" in response.text
