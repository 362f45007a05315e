"""The right provision: by whose terms a question uses, whom it is for, what form it has, what stands beside it."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexwarrant.answering.answerer import VerbatimAnswerer
from lexwarrant.answering.exceptions import beside
from lexwarrant.answering.responding import WarrantedAnswerer
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import RefusalReason
from lexwarrant.records.context import Context
from lexwarrant.records.law import Part, Version
from lexwarrant.records.response import Response
from lexwarrant.records.warrant import PolicyAct
from lexwarrant.retrieval.open import open_index

GDPR, NIS2, DORA, AI, CRA = (
    f"eu/{n}/art" for n in ("32016R0679", "32022L2555", "32022R2554", "32024R1689", "32024R2847")
)


@pytest.fixture(scope="module")
def eu(eu_snapshot: Snapshot) -> WarrantedAnswerer:
    return WarrantedAnswerer(eu_snapshot, VerbatimAnswerer(eu_snapshot, open_index(eu_snapshot)))


def ask(eu: WarrantedAnswerer, question: str, *parties: str, user: str = "lawyer") -> Response:
    return eu.respond(question, Context("eu", user_type=user, party_types=parties))


def quoted(response: Response) -> list[str]:
    return [q.provision_id for s in response.steps for q in s.quotations]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        # the act whose defined term the question uses
        ("When must a personal data breach be notified to the supervisory authority?", f"{GDPR}/33/1"),
        ("When is the final report of a significant incident due?", f"{NIS2}/23/4"),
        ("When must a manufacturer report an actively exploited vulnerability?", f"{CRA}/14/2"),
        ("What must an importer of an AI system check?", f"{AI}/23"),
        ("What must an importer of a product with digital elements check?", f"{CRA}/19"),
        # the meaning of a term stands where it is defined
        ("What is an essential entity?", f"{NIS2}/3/1"),
        ("Which entities are important entities?", f"{NIS2}/3/2"),
        ("What is a significant incident?", f"{NIS2}/23/3"),
        ("What is a high-risk AI system?", f"{AI}/6/1"),
        ("Who is a controller?", f"{GDPR}/4/7"),
        ("What is pseudonymisation?", f"{GDPR}/4/5"),
        # scope, interval, amount
        ("Does the GDPR apply to a doorbell camera?", f"{GDPR}/2/2"),
        ("How often must a bank carry out threat-led penetration testing?", f"{DORA}/26/1"),
        ("What fines does the AI Act provide for?", f"{AI}/99/3"),
        ("What are the fines under the AI Act?", f"{AI}/99/3"),
        ("Must deepfakes be labelled?", f"{AI}/50/4"),
        ("May a company process health data?", f"{GDPR}/9/2"),
    ],
)  # fmt: skip
def test_the_provision_that_governs_comes_first(
    eu: WarrantedAnswerer, question: str, first: str
) -> None:
    found = quoted(ask(eu, question))
    assert f"{found[0]}/".startswith(f"{first}/"), found


@pytest.mark.parametrize(
    ("question", "parties", "acts"),
    [
        ("When is the final report of a significant incident due?", ("provider of trust services",), {NIS2}),
        ("When is the final report of an incident due?", ("provider of trust services",), {NIS2}),
        ("When is the final report of an incident due?", ("manufacturer",), {CRA}),
        ("When is the final report of an incident due?", ("payment institution",), {DORA}),
        ("When is the final report of an incident due?", ("bank",), {NIS2, DORA}),
        ("When is the final report of an incident due?", (), {NIS2, DORA, CRA}),
        ("What is an importer?", (), {AI, CRA}),
        ("What is a vulnerability?", (), {CRA, NIS2, DORA}),
        ("How long must the provider keep technical documentation?", (), {AI, CRA}),
    ],
)  # fmt: skip
def test_a_party_decides_between_acts_and_without_one_each_is_quoted(
    eu: WarrantedAnswerer, question: str, parties: tuple[str, ...], acts: set[str]
) -> None:
    response = ask(eu, question, *parties)
    assert {p.split("/art")[0] + "/art" for p in quoted(response)} == acts
    several = len(acts) > 1
    assert (PolicyAct.ASK in response.policy) is several
    assert (PolicyAct.NARROW in response.policy) is several


@pytest.mark.parametrize(
    ("party", "acts"),
    [
        ("provider of trust services", {"eu/32022L2555"}),
        ("credit institution", {"eu/32022R2554"}),
        ("crypto exchange", {"eu/32022R2554"}),
        ("deployer", {"eu/32024R1689"}),
        ("manufacturer", {"eu/32024R2847"}),
        ("importer", {"eu/32024R1689", "eu/32024R2847"}),
        ("controller", {"eu/32016R0679"}),
        ("water utility", {"eu/32022L2555"}),
        ("appellant", set()),
        ("", set()),
        ("United States agency", set()),
    ],
)
def test_the_acts_a_party_falls_under(eu_snapshot: Snapshot, party: str, acts: set[str]) -> None:
    answerer = VerbatimAnswerer(eu_snapshot, open_index(eu_snapshot))
    assert answerer.acts_of(Context("eu", party_types=(party,))) == acts


@pytest.mark.parametrize(
    ("question", "act", "first"),
    [
        ("מתי יש להודיע על הפרת מידע אישי לפי סעיף 33 ל-GDPR?", PolicyAct.ANSWER, f"{GDPR}/33/1"),
        ("מה קובע סעיף 33(2) בGDPR?", PolicyAct.ANSWER, f"{GDPR}/33/2"),
        ("מה אומר סעיף 150 ל-GDPR?", PolicyAct.CORRECT, ""),
        ("Que dit l'article 33 du RGPD ?", PolicyAct.ANSWER, f"{GDPR}/33/1"),
        ("Que dit l'article 133 du RGPD ?", PolicyAct.CORRECT, ""),
        ("Was sagt Art. 33 Abs. 1 DSGVO?", PolicyAct.ANSWER, f"{GDPR}/33/1"),
        ("מתי צריך להודיע על דליפת מידע?", PolicyAct.ABSTAIN, ""),
        ("Wann muss eine Datenschutzverletzung gemeldet werden?", PolicyAct.ABSTAIN, ""),
        ("Combien de temps ai-je pour notifier une violation ?", PolicyAct.ABSTAIN, ""),
        ("Cosa deve fare il titolare del trattamento entro 72 ore?", PolicyAct.ABSTAIN, ""),
    ],
)
def test_a_question_in_another_language_is_answered_from_what_it_names_or_told_why_not(
    eu: WarrantedAnswerer, question: str, act: PolicyAct, first: str
) -> None:
    response = ask(eu, question)
    assert act in response.policy
    assert (quoted(response) or [""])[0] == first
    if act is PolicyAct.ABSTAIN:
        refusal = response.answer.refusal
        assert refusal is not None
        assert refusal.reason is RefusalReason.OUT_OF_COVERAGE
        own = {"מ": "בשפה אחרת", "W": "anderen Sprache", "C": "autre langue|lingua diversa"}
        assert any(w in response.text for w in own[question[0]].split("|"))


@pytest.mark.parametrize(
    ("question", "nearest"),
    [
        ("Does the CRA cover blue unicorns and rainbow bananas?", True),
        ("Does a personal data breach make good bread?", True),
        ("my playstation controller drifts to the left", False),
        ("how do I bake sourdough bread", False),
    ],
)
def test_what_names_the_law_held_is_not_said_to_lie_outside_it(
    eu: WarrantedAnswerer, question: str, nearest: bool
) -> None:
    response = ask(eu, question)
    refusal = response.answer.refusal
    assert refusal is not None
    assert (refusal.reason is RefusalReason.BELOW_THRESHOLD) is nearest
    assert ("Nearest in what is held" in response.text) is nearest


@pytest.mark.parametrize(
    ("question", "also"),
    [
        ("Is processing of health data prohibited?", f"{GDPR}/9/2"),
        ("What does Article 13(1) GDPR say?", f"{GDPR}/13/4"),
        ("What does Article 30(1) GDPR say?", f"{GDPR}/30/5"),
        ("What does Article 34(1) GDPR say?", f"{GDPR}/34/3"),
        ("What does Article 22(2) GDPR say?", f"{GDPR}/22/1"),
        ("What does Article 53(1) of the AI Act say?", f"{AI}/53/2"),
        ("What does Article 33(2) GDPR say?", ""),
        ("What does Article 20(1) GDPR say?", ""),
        ("What does Article 21(4) NIS2 say?", ""),
    ],
)
def test_a_rule_comes_with_what_qualifies_it_and_an_exception_with_its_rule(
    eu: WarrantedAnswerer, question: str, also: str
) -> None:
    found = quoted(ask(eu, question))
    assert found
    assert found[1:2] == ([also] if also else []) or (also and found[1].startswith(also))


def test_a_childs_consent_carries_the_lower_age_and_asks_for_the_state(
    eu: WarrantedAnswerer,
) -> None:
    response = ask(eu, "From what age can a child consent to an online service?")
    assert PolicyAct.ASK in response.policy
    assert "not below 13 years" in response.text


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("I asked a company for my data five weeks ago and heard nothing", f"{GDPR}/12/3"),
        ("I wrote to my insurer for a copy of my file two months ago, no reply", f"{GDPR}/12/3"),
        ("They keep sending me advertising though I told them to stop", f"{GDPR}/21"),
        ("Friends film everything at home with a private camera, does the GDPR apply?", f"{GDPR}/2/2"),
        ("My boss wants software that guesses our mood from our faces", f"{AI}/5/1/f"),
    ],
)  # fmt: skip
def test_what_happened_to_people_reaches_their_provision(
    eu: WarrantedAnswerer, question: str, first: str
) -> None:
    response = ask(eu, question, user="lay")
    assert PolicyAct.CORRECT not in response.policy
    assert quoted(response)[0].startswith(first)


TEXT = "1. A. 2. Paragraphs 1 and 3 shall not apply where B. 3. C. It shall not apply to D."
UNIT = Version(
    "xx/act/1/art/1", "Article 1", TEXT, valid_from=date(2000, 1, 1),
    parts=tuple(
        Part(f"xx/act/1/art/1/{n}", "paragraph", f"Article 1({n})", a, b)
        for n, a, b in ((1, 0, 5), (2, 6, 51), (3, 53, len(TEXT)))
    ),
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(TEXT)), st.integers(0, len(TEXT)))
def test_what_stands_beside_lies_in_the_unit_and_outside_the_words_quoted(
    one: int, two: int
) -> None:
    start, end = sorted((one, two))
    found = beside(UNIT, start, end)
    for cut in (*found.exceptions, *found.rules):
        assert 0 <= cut.start < cut.end <= len(TEXT)
        assert not (start <= cut.start and cut.end <= end)


def test_an_exception_is_found_by_number_and_in_the_next_sentence() -> None:
    assert [TEXT[c.start : c.end][:2] for c in beside(UNIT, 0, 5).exceptions] == ["2."]
    third = beside(UNIT, 53, 58)
    assert [TEXT[c.start : c.end][:5] for c in third.exceptions] == ["It sh", "2. Pa"]
    assert {TEXT[c.start : c.end][:2] for c in beside(UNIT, 6, 51).rules} == {"1.", "3."}
