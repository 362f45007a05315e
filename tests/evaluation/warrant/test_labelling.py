"""Labels made by rules, on a statute made by hand and on the suite's own law."""

from __future__ import annotations

import json
import sys
import types
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from evaluation.warrant.cards import HOLDS, asked, claim, item, link
from handmade_law import NEW, OLD
from lexwarrant.answering.answerer import VerbatimAnswerer
from lexwarrant.answering.responding import WarrantedAnswerer
from lexwarrant.evaluation.targets.callable import CallableTarget
from lexwarrant.evaluation.warrant.asking import TargetSystem
from lexwarrant.evaluation.warrant.labelling import Labeller, read_adjudicated
from lexwarrant.evaluation.warrant.replies import Reply, Statement, acts_in, reply_of
from lexwarrant.evaluation.warrant.scored import index_items, score, summarise
from lexwarrant.evaluation.warrant.suite import load_suite
from lexwarrant.evaluation.warrant.systems import (
    BuiltIn,
    Recorded,
    RefuseAll,
    TopPassage,
    measure,
    read_text,
)
from lexwarrant.evaluation.warrant.weights import load_weights
from lexwarrant.law.builder import import_law
from lexwarrant.law.readers.jsonl import InterchangeReader
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import CitedProvision, LegalAnswer, Refusal, RefusalReason
from lexwarrant.records.context import Context
from lexwarrant.records.errors import DataError
from lexwarrant.records.verification import SupportLabel
from lexwarrant.records.warrant import (
    Dimension,
    DimensionLabel,
    ItemContext,
    LabelMethod,
    LawWords,
    PolicyAct,
    WarrantCard,
)
from lexwarrant.retrieval.open import open_index

UNIT = "xx/act/1/s/1"


def _asked(on: date = date(2020, 1, 1)) -> ItemContext:
    gold = claim("g1", "Notice is given within 21 days.", values=(("21 days",),))
    miss = claim("m1", "Notice is given within 14 days.", values=(("14 days",),))
    made = asked(
        (gold,), links=(replace(link("g1", at=UNIT), words=LawWords(UNIT, "within 21 days")),)
    )
    fails = {**HOLDS, Dimension.TIME: DimensionLabel.FAILS}
    missed = replace(
        link("m1", "out_of_scope", at=UNIT),
        words=LawWords(UNIT, "within 14 days"),
        dimensions=fails,
    )
    return replace(
        made,
        context=replace(made.context, analysis_date=on),
        near_misses=(miss,),
        near_miss_links=(missed,),
    )


def _card(law: Snapshot, said: Statement, context: ItemContext | None = None) -> WarrantCard:
    context = context or _asked()
    return Labeller(law).card(
        Reply(said.text, (said,), (PolicyAct.ANSWER,)), item(context), context, "s"
    )


def _quote(text: str, at: str = UNIT) -> Statement:
    return Statement(text, 0, len(text), (at,), True, 0.5)


@pytest.mark.parametrize(
    ("said", "support", "matches", "fails"),
    [
        (_quote(NEW), SupportLabel.DIRECT, "g1", None),
        (_quote(OLD), SupportLabel.OUT_OF_SCOPE, "", Dimension.TIME),
        (_quote("(2) It is in writing."), SupportLabel.UNADDRESSED, "", None),
        (_quote("No date is known.", "xx/act/1/s/6"), SupportLabel.UNADDRESSED, "", None),
        (
            Statement("Notice must be given within 21 days.", 0, 36, (UNIT,)),
            SupportLabel.DIRECT,
            "g1",
            None,
        ),
        (
            Statement("It must be given in writing within 21 days of dawn.", 0, 51, (UNIT,)),
            SupportLabel.PARTIAL,
            "",
            None,
        ),
    ],
)
def test_support(
    law: Snapshot, said: Statement, support: SupportLabel, matches: str, fails: Dimension | None
) -> None:
    card = _card(law, said)
    (found,) = card.links
    assert found.support is support
    assert card.claims[0].matches == matches
    assert {d for d, v in found.dimensions.items() if v is DimensionLabel.FAILS} == (
        {fails} if fails else set()
    )
    assert card.provenance.method is LabelMethod.RULES


def test_altered_words_are_no_quotation_and_unknown_law_is_unknown(law: Snapshot) -> None:
    (altered,) = _card(law, _quote("(1) Notice is given within 99 days.")).links
    assert altered.quotation is DimensionLabel.FAILS
    (foreign,) = _card(law, _quote("Notice in 21 days.", "yy/act/2/s/1")).links
    assert foreign.dimensions[Dimension.EXISTS] is DimensionLabel.UNKNOWN
    assert foreign.dimensions[Dimension.JURISDICTION] is DimensionLabel.FAILS
    assert foreign.support is SupportLabel.OUT_OF_SCOPE
    (missing,) = _card(law, _quote("Notice in 21 days.", "xx/act/1/s/99")).links
    assert missing.dimensions[Dimension.EXISTS] is DimensionLabel.FAILS


def test_text_that_stood_is_known_by_its_day(law: Snapshot) -> None:
    then = _asked(date(2005, 1, 1))
    (old,) = _card(law, _quote("(2) It is in writing."), then).links
    assert old.dimensions[Dimension.TIME] is DimensionLabel.HOLDS
    before = _asked(date(1999, 1, 1))
    (early,) = _card(law, _quote("(2) It is in writing."), before).links
    assert early.dimensions[Dimension.TIME] is DimensionLabel.FAILS


def test_a_quotation_with_gold_and_near_miss_is_audited(law: Snapshot) -> None:
    labeller, context = Labeller(law), _asked()
    said = Statement("Notice is given within 14 days or within 21 days.", 0, 49, (UNIT,))
    labeller.card(Reply(said.text, (said,), (PolicyAct.ANSWER,)), item(context), context, "s")
    assert [a.why for a in labeller.audit] == ["has the words of a near miss too"]


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("Which State do you live in?", {"ask"}),
        ("I cannot answer that.", {"abstain"}),
        ("The notice must be given within 14 days.", {"answer"}),
        ("No, there is no such article.", {"answer", "correct"}),
        ("It depends on the lease; consult a lawyer.", {"answer", "narrow", "warn"}),
        ("", {"abstain"}),
    ],
)
def test_acts_of_free_text(text: str, acts: set[str]) -> None:
    puts = bool(text) and "?" not in text and "cannot" not in text
    assert {a.value for a in acts_in(text, puts_forward=puts)} == acts


def test_free_text_is_cut_into_statements_with_their_citations() -> None:
    said = "Hello there. Under Article 33(1) GDPR you must notify within 72 hours. See [2], which shall apply."
    reply = read_text(said, ("a/b/1/s/1", "a/b/1/s/2"), "en", "eu")
    assert [s.authorities for s in reply.statements] == [
        ("eu/32016R0679/art/33/1",),
        ("a/b/1/s/2",),
    ]
    assert all(said[s.start : s.end] == s.text for s in reply.statements)


def test_a_refusal_corrects_when_the_provision_does_not_exist() -> None:
    def refused(reason: RefusalReason) -> tuple[PolicyAct, ...]:
        return reply_of(LegalAnswer("q", "no", False, refusal=Refusal(reason, "no"))).acts

    assert refused(RefusalReason.NO_SUCH_PROVISION) == (PolicyAct.CORRECT,)
    assert refused(RefusalReason.BELOW_THRESHOLD) == (PolicyAct.ABSTAIN,)


def test_recorded_replies(tmp_path: Path) -> None:
    path = tmp_path / "model.jsonl"
    path.write_text(
        '{"item": "f/base", "text": "It must be done [1].", "passages": ["xx/act/1/s/1"]}\n'
    )
    context = _asked()
    reply = Recorded(path).reply(item(context), context)
    assert reply is not None
    assert reply.statements[0].authorities == (UNIT,)
    assert Recorded(path).reply(item(context, "other"), context) is None
    path.write_text("[]\n")
    with pytest.raises(DataError, match=r"model\.jsonl:1"):
        Recorded(path)


@pytest.mark.slow
def test_three_systems_on_the_dev_families(five_systems: Snapshot) -> None:
    index = open_index(five_systems)
    items = load_suite().items("dev", "varied")
    answerer = WarrantedAnswerer(five_systems, VerbatimAnswerer(five_systems, index))
    systems = [BuiltIn(answerer), TopPassage(five_systems, index), RefuseAll()]
    cards = measure(systems, items, Labeller(five_systems))
    known = index_items(items)
    found = {n: summarise(score(c, known, load_weights())) for n, c in cards.items()}
    quoting = found["built-in answerer"].metrics
    assert quoting["source_existence"].value == 1.0
    assert quoting["dimension.jurisdiction"].value == 1.0
    refusing = found["refuse everything"]
    assert refusing.support_ok.value == 1.0
    assert refusing.metrics["claim_recall"].value == 0.0
    naive = found["top passage"].metrics["support_strict"].value
    built_in = quoting["support_strict"].value
    assert naive is not None
    assert built_in is not None
    assert built_in > naive
    for name in ("support_ok", "policy_ok", "warranted"):
        ours, theirs = (getattr(found[n], name).value for n in ("built-in answerer", "top passage"))
        assert ours > theirs, name


def test_a_release_holds_the_law_it_was_made_on(law: Snapshot, tmp_path: Path) -> None:
    from lexwarrant.evaluation.warrant.release import release

    made = release(load_suite(), tmp_path / "out", snapshots=[law])
    again = tmp_path / "again"
    records = InterchangeReader().read(tmp_path / "out" / "snapshots" / "hand.jsonl")
    import_law(records, again, retrieved=date(2026, 11, 30))
    with Snapshot(again) as rebuilt:
        assert rebuilt.manifest.digest == law.manifest.digest
    assert "snapshots/hand.json" in made.files


def test_a_person_decides_what_a_statement_matches(law: Snapshot, tmp_path: Path) -> None:
    context = _asked()
    said = Statement("It must be given in writing within 21 days of dawn.", 0, 51, (UNIT,))
    reply = Reply(said.text, (said,), (PolicyAct.ANSWER,))
    labeller = Labeller(law)
    labeller.card(reply, item(context), context, "s")
    assert labeller.audit[0].why.startswith("near g1")
    path = tmp_path / "decided.jsonl"
    row = {"system": "s", "item": "f/base", "context": "lay", "claim": said.text, "gold": "g1"}
    path.write_text(json.dumps({**row, "by": "A. Person", "why": "says the same"}) + "\n")
    card = Labeller(law, read_adjudicated(path)).card(reply, item(context), context, "s")
    assert card.claims[0].matches == "g1"
    assert card.links[0].support is SupportLabel.DIRECT
    path.write_text(json.dumps(row) + "\n")
    with pytest.raises(DataError, match=r"decided\.jsonl:1: by: missing"):
        read_adjudicated(path)


def test_two_statements_of_one_claim_match_once(law: Snapshot) -> None:
    context = _asked()
    first, second = "Notice is given within 21 days.", "Notice must be given within 21 days."
    text = f"{first} {second}"
    reply = Reply(
        text,
        (
            Statement(first, 0, len(first), (UNIT,)),
            Statement(second, len(first) + 1, len(text), ()),
        ),
        (PolicyAct.ANSWER,),
    )
    card = Labeller(law).card(reply, item(context), context, "s")
    assert [c.matches for c in card.claims] == ["g1", ""]
    assert [k.claim for k in card.links] == ["c1"]


def quoting(question: str, context: Context) -> object:
    """A target for the test below."""
    if "fails" in question:
        raise RuntimeError("no answer today")
    if "refuses" in question:
        return ""
    cited = (CitedProvision("s 1", UNIT),)
    return LegalAnswer(
        question, "Hello. Notice must be given within 21 days.", True, citations=cited
    )


def test_any_target_is_a_system(law: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("a_target")
    monkeypatch.setattr(module, "quoting", quoting, raising=False)
    monkeypatch.setitem(sys.modules, "a_target", module)
    context = _asked()
    asks = item(context)
    with TargetSystem(CallableTarget("a_target:quoting"), "mine") as system:
        cards = measure([system], [asks], Labeller(law))["mine"]
        refuses = system.reply(replace(asks, question="It refuses?"), context)
        fails = system.reply(replace(asks, question="It fails?"), context)
    (claim_,) = cards[0].claims
    assert claim_.matches == "g1"
    assert cards[0].links[0].authority == UNIT
    assert cards[0].links[0].support is SupportLabel.DIRECT
    assert refuses is not None
    assert refuses.acts == (PolicyAct.ABSTAIN,)
    assert fails is None
    assert "no answer today" in system.failed[0][1]
