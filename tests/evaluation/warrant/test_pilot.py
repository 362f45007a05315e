"""The pilot's separation, as a golden file."""

from __future__ import annotations

from pathlib import Path

from lexwarrant.evaluation.warrant.checks import card_problems, item_problems
from lexwarrant.evaluation.warrant.compare import unmasked
from lexwarrant.evaluation.warrant.pilot import OUTPUTS, load_pilot, pilot_table, score_pilot
from lexwarrant.records.warrant import LabelMethod

GOLDEN = Path(__file__).with_name("pilot.golden.md")
PILOT = load_pilot()
ROWS = score_pilot(PILOT)


def test_the_table() -> None:
    assert pilot_table(ROWS) + "\n" == GOLDEN.read_text("utf-8")


def test_eighteen_outputs_and_forty_two_pairs() -> None:
    assert len(PILOT.outputs) == 18
    assert sum(len(c.links) for c in PILOT.outputs) == 42
    assert len({c.item for c in PILOT.outputs}) == 6
    assert all(k.why for c in PILOT.outputs for k in c.links)


def test_default_passes_what_is_easy_and_fails_warrant() -> None:
    default, refusal, narrowing = ([r for r in ROWS if r.system == s] for s in OUTPUTS)
    for row in default:
        assert (
            row.counts["citation_existence"].numerator
            == row.counts["citation_existence"].denominator
        )
        assert not row.support_ok
    assert len(unmasked(default, least=2)) == 6
    assert all(r.support_ok and not r.policy_ok for r in refusal)
    assert all(r.warranted for r in narrowing)


def test_the_default_answer_is_adequate_where_the_facts_meet_the_default() -> None:
    (adequate,) = (r for r in ROWS if r.system not in OUTPUTS)
    assert adequate.warranted
    same = next(
        c for c in PILOT.outputs if c.system == OUTPUTS[0] and c.item.startswith("pilot-appeal")
    )
    assert PILOT.adequate[0].text == same.text


def test_labels_say_how_they_were_made() -> None:
    for card in (*PILOT.outputs, *PILOT.references()):
        assert card.provenance.method is LabelMethod.LANGUAGE_MODEL
        assert "not reviewed by a lawyer" in card.provenance.note


def test_references_are_warranted_and_no_system() -> None:
    for reference in PILOT.references():
        assert reference.system == ""
        assert reference.claims


def test_everything_hangs_together() -> None:
    assert [p for i in PILOT.items for p in item_problems(i)] == []
    assert [p for c in PILOT.outputs for p in card_problems(c)] == []
