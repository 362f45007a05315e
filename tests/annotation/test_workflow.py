"""From answers to labelled cards: hand out, import, disagree, decide, report."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from lexwarrant.annotation.adjudication import adjudicate, conflicts, settled, unresolved
from lexwarrant.annotation.figures import audit, extraction_spans, field_agreement
from lexwarrant.annotation.importing import import_sheet
from lexwarrant.annotation.making import assign
from lexwarrant.annotation.project import Project, ProjectInfo
from lexwarrant.annotation.reporting import hours, report
from lexwarrant.annotation.rows import SheetRow, from_cells
from lexwarrant.annotation.sheets import FORMATS, read_sheet, write_sheet
from lexwarrant.annotation.stages import Stage
from lexwarrant.annotation.workflow import advance, labelled_cards, outstanding, start
from lexwarrant.evaluation.warrant.counts import counts
from lexwarrant.evaluation.warrant.pilot import load_pilot
from lexwarrant.evaluation.warrant.weights import load_weights
from lexwarrant.records.errors import DataError
from lexwarrant.records.warrant import LabelMethod, WarrantCard

PILOT = load_pilot()
CARDS = [c for c in PILOT.outputs if c.system == "warranted narrowing"]
DAY = date(2026, 11, 30)
Fill = Callable[[SheetRow], dict[str, str]]


def _project(folder: Path, **more: object) -> Project:
    info = ProjectInfo(("ann", "ben"), 1.0, **more)  # type: ignore[arg-type]
    return start(folder / "p", info, PILOT.items, CARDS)


def _card(row: SheetRow) -> WarrantCard:
    return next(c for c in CARDS if (c.item, c.context) == row.task)


def right(row: SheetRow) -> dict[str, str]:
    """What the pilot's own labels would have an annotator fill in."""
    card = _card(row)
    match row.stage:
        case Stage.EXTRACT:
            hit = next((c for c in card.claims if c.text in row.passage), None)
            if hit is None:
                return {"claim": "no"}
            category = hit.category.value if hit.category else ""
            words = "" if hit.text == row.passage else hit.text
            return {"claim": "yes", "consequential": "yes", "category": category, "words": words}
        case Stage.LINK:
            claim = next(c for c in card.claims if c.text == row.claim_text)
            return {
                "authorities": "; ".join(k.authority for k in card.links if k.claim == claim.id)
            }
        case Stage.LABEL:
            claim = next(c for c in card.claims if c.text == row.claim_text)
            link = next(
                k for k in card.links if (k.claim, k.authority) == (claim.id, row.authority)
            )
            return {
                "support": link.support.value,
                **{d.value: v.value for d, v in link.dimensions.items()},
            }
        case Stage.POLICY:
            return {"acts": ";".join(a.value for a in card.policy), "risk": card.risk.value}


def _fill(project: Project, name: str, fill: Fill, form: str = ".xlsx", minutes: str = "2") -> Path:
    """A sheet as an annotator sends it back."""
    stage = project.info.stage
    path = project.stage_folder(stage) / f"{name}{form}"
    rows = [from_cells(c) for _, c in read_sheet(path)]
    done = [
        replace(
            r, values=fill(r), minutes=minutes, done_on="2026-11-30", rationale=f"{name} says so"
        )
        for r in rows
    ]
    sent = project.folder.parent / f"{name}-{stage.value}{form}"
    write_sheet(sent, done)
    return sent


def _run(project: Project, first: Fill, second: Fill) -> None:
    import_sheet(project, _fill(project, "ann", first))
    import_sheet(project, _fill(project, "ben", second, ".csv"))


def test_the_whole_way(tmp_path: Path) -> None:
    project = _project(tmp_path)
    for stage in Stage:
        assert project.info.stage is stage
        assert outstanding(project, stage)
        _run(project, right, right)
        assert not outstanding(project, stage)
        advance(project, None)
    made = labelled_cards(project, DAY)
    assert len(made) == len(CARDS)
    known, weights = PILOT.asked(), load_weights()
    for card, source in zip(made, CARDS, strict=True):
        assert card.provenance.method is LabelMethod.HUMAN
        asked = known[card.item, card.context][1]
        mine, theirs = counts(card, asked, weights), counts(source, asked, weights)
        assert mine["support_lenient"] == theirs["support_lenient"]
        assert mine["policy_exact"] == theirs["policy_exact"]
    text = report(project)
    assert "alpha (nominal) 1.00" in text
    assert "kappa ann, ben 1.00" in text
    assert "F1 exact 1.00" in text


def test_conflicts_stop_the_next_stage_until_somebody_decides(tmp_path: Path) -> None:
    project = _project(tmp_path)

    def contrary(row: SheetRow) -> dict[str, str]:
        return {"claim": "no"} if row.row.endswith("|s1") else right(row)

    _run(project, right, contrary)
    found = unresolved(project, Stage.EXTRACT)
    assert found
    with pytest.raises(DataError, match="conflicts of the stage extract are undecided"):
        advance(project, None)
    first = next(c for c in found if c.field == "claim")
    assert {(who, value, why) for who, value, why in first.values} == {
        ("ann", "yes", "ann says so"), ("ben", "no", "ben says so"),
    }  # fmt: skip
    for conflict in found:
        adjudicate(
            project, Stage.EXTRACT, conflict.row, conflict.field, conflict.values[0][1],
            by="C. Umpire", why="the sentence states a deadline", on=DAY,
        )  # fmt: skip
    assert not unresolved(project, Stage.EXTRACT)
    assert len(conflicts(project, Stage.EXTRACT)) == len(found)
    kept = [r for r in project.arrived(Stage.EXTRACT) if r.row == first.row]
    assert {r.values["claim"] for r in kept} == {"yes", "no"}
    assert settled(project, Stage.EXTRACT)[first.row]["claim"] == "yes"
    (decision, *_) = project.decisions(Stage.EXTRACT)
    assert (decision.by, decision.on, decision.why) == (
        "C. Umpire", DAY, "the sentence states a deadline",
    )  # fmt: skip
    counted = audit(project, Stage.EXTRACT)
    assert counted.conflicting == counted.decided == len({c.row for c in found})
    assert counted.overturned >= 1
    assert advance(project, None)


@pytest.mark.parametrize(
    ("row", "field", "value", "by", "why", "error"),
    [
        ("", "dance", "yes", "C", "w", "has no field"),
        ("nowhere", "claim", "yes", "C", "w", "no row"),
        ("", "claim", "perhaps", "C", "w", "is not one of"),
        ("", "claim", "yes", "", "w", "say who decided"),
    ],
)
def test_decisions_that_are_none(
    tmp_path: Path, row: str, field: str, value: str, by: str, why: str, error: str
) -> None:
    project = _project(tmp_path)
    row = row or project.rows(Stage.EXTRACT)[0].row
    with pytest.raises(DataError, match=error):
        adjudicate(project, Stage.EXTRACT, row, field, value, by=by, why=why, on=DAY)


def test_blank_late_and_malformed_rows_are_listed_and_none_is_lost(tmp_path: Path) -> None:
    project = _project(tmp_path, due=date(2026, 11, 29))
    rows = [from_cells(c) for _, c in read_sheet(project.stage_folder(Stage.EXTRACT) / "ann.jsonl")]
    sent = [
        rows[0],  # blank
        replace(rows[1], values={"claim": "yes"}, done_on="2026-11-30"),  # late
        replace(rows[2], values={"claim": "perhaps"}, done_on="2026-11-28"),
        replace(rows[3], values={"claim": "yes", "words": "not there"}, done_on="2026-11-28"),
        replace(rows[4], values={"claim": "no"}, minutes="long", done_on="2026-11-28"),
        replace(rows[5], values={"claim": "no"}, done_on="yesterday"),
        replace(rows[6], values={"claim": "no"}, item="another"),
        replace(rows[7], values={"claim": "no"}, annotator="eve"),
        replace(rows[8], values={"consequential": "no"}, done_on="2026-11-28"),
        replace(rows[9], values={"claim": "no"}, done_on="2026-11-28", minutes="1,5"),
    ]
    path = tmp_path / "ann.jsonl"
    write_sheet(path, sent)
    with path.open("a", encoding="utf-8") as file:
        file.write("not json\n" + json.dumps({"stage": "extract", "remark": "x"}) + "\n")
    found = import_sheet(project, path)
    assert found.accepted == 2
    assert (found.count("blank"), found.count("late"), found.count("malformed")) == (1, 1, 7)
    assert found.count("tampered") == 2
    kept = {r.row for r in project.labels(Stage.EXTRACT)} | {
        p.row for p in (*project.problems(Stage.EXTRACT), *project.tampered(Stage.EXTRACT))
    }
    assert kept >= {r.row for r in sent}
    assert project.problems(Stage.EXTRACT)[-2].cells == {"unreadable": "not json"}
    whys = " ".join(p.why for p in found.problems)
    for part in ("perhaps", "do not stand", "no number", "no day", "item was changed", "handed out to 'ann'",
                 "not filled in: claim", "cannot be read", "unknown column 'remark'"):  # fmt: skip
        assert part in whys


def test_a_row_sent_twice_counts_once_and_both_are_kept(tmp_path: Path) -> None:
    project = _project(tmp_path)
    for claim in ("yes", "no"):
        import_sheet(project, _fill(project, "ann", lambda r, c=claim: {"claim": c}, ".csv"))  # type: ignore[misc]
    rows = len({r.row for r in project.rows(Stage.EXTRACT)})
    assert len(project.arrived(Stage.EXTRACT)) == 2 * rows
    assert {r.values["claim"] for r in project.labels(Stage.EXTRACT)} == {"no"}


@pytest.mark.parametrize("form", FORMATS)
def test_each_form_comes_back_whole(tmp_path: Path, form: str) -> None:
    project = _project(tmp_path)
    found = import_sheet(project, _fill(project, "ann", right, form))
    assert found.problems == ()
    assert found.accepted == sum(r.annotator == "ann" for r in project.rows(Stage.EXTRACT))


def test_prefilled_labels_are_marked_and_agreement_with_them_is_apart(tmp_path: Path) -> None:
    project = _project(tmp_path, prefill=True)
    rows = project.rows(Stage.EXTRACT)
    assert all(r.prefilled.get("claim") in ("yes", "no") for r in rows)
    _run(project, right, lambda r: {"claim": "no"})
    (claim, *_) = field_agreement(project, Stage.EXTRACT)
    assert claim.units == 0  # nothing but pre-filled rows: no figure of agreement is made of them
    assert claim.shown == len(rows)
    assert 0 < claim.kept < claim.shown
    assert f"{claim.kept} of {claim.shown}" in report(project)
    bare = _project(tmp_path / "bare")
    assert not any(r.prefilled or r.values for r in bare.rows(Stage.EXTRACT))


def test_nothing_filled_in_on_a_prefilled_row_is_blank(tmp_path: Path) -> None:
    project = _project(tmp_path, prefill=True)
    found = import_sheet(project, project.stage_folder(Stage.EXTRACT) / "ann.csv")
    assert found.accepted == 0
    assert found.count("blank") == sum(r.annotator == "ann" for r in project.rows(Stage.EXTRACT))


def test_agreement_by_field_never_as_one_figure(tmp_path: Path) -> None:
    project = _project(tmp_path)
    flip = iter(range(10_000))

    def noisy(row: SheetRow) -> dict[str, str]:
        found = right(row)
        return {**found, "claim": "no"} if next(flip) % 5 == 0 else found

    _run(project, right, noisy)
    fields = {f.field: f for f in field_agreement(project, Stage.EXTRACT)}
    assert set(fields) == {"claim", "consequential", "category", "argument", "contrary_disclosed"}
    alpha, kappa = fields["claim"].figures
    assert alpha.value is not None
    assert 0 < alpha.value < 1
    assert alpha.interval is not None
    assert alpha.interval[0] <= alpha.value <= alpha.interval[1]
    assert kappa.name == "kappa ann, ben"
    assert sum(fields["claim"].prevalence.values()) == pytest.approx(1)
    spans = extraction_spans(project)["ann", "ben"]
    assert spans.exact is not None
    assert 0 < spans.exact < 1


def test_overlap_and_assignment() -> None:
    tasks = [(f"i{n}", "lay") for n in range(100)]
    info = ProjectInfo(("a", "b"), 0.3)
    who = assign(tasks, info)
    assert sum(len(w) == 2 for w in who.values()) == 30
    alone = [w[0] for w in who.values() if len(w) == 1]
    assert abs(alone.count("a") - alone.count("b")) <= 1
    assert assign(tasks[::-1], info) == who


def test_hours_by_hand(tmp_path: Path) -> None:
    project = _project(tmp_path)
    import_sheet(project, _fill(project, "ann", right, minutes="3"))
    rows = len({r.row for r in project.rows(Stage.EXTRACT)})
    found = hours(project, 250)
    assert found.spent == pytest.approx(3 * rows / 60)
    # one person spends 3*rows/6 minutes on an answer, and every answer goes to two people
    assert found.projected == pytest.approx(3 * rows / len(CARDS) * 250 * 2 / 60)
    assert "250 prompts take" in report(project)


def test_no_times_no_projection(tmp_path: Path) -> None:
    project = _project(tmp_path)
    import_sheet(project, _fill(project, "ann", right, minutes=""))
    assert hours(project).projected is None
    assert "nothing can be said" in report(project)


def test_an_unsettled_pair_says_who_holds_what(tmp_path: Path) -> None:
    project = _project(tmp_path)
    for _ in range(2):
        _run(project, right, right)
        advance(project, None)
    rows = [from_cells(c) for _, c in read_sheet(project.stage_folder(Stage.LABEL) / "ann.csv")]
    sent = tmp_path / "ann.csv"
    filled = [replace(r, values={**right(r), "support": "unsettled"}) for r in rows]
    write_sheet(sent, filled)
    found = import_sheet(project, sent)
    assert found.accepted == 0
    assert "who holds what" in found.problems[0].why


@pytest.mark.parametrize(
    ("names", "overlap", "why"),
    [
        (("a", "a"), 0.3, "a name of their own"),
        ((), 0.3, "name at least one"),
        (("a/b",), 0.3, "name at least one, without"),
        (("a",), 1.5, "overlap is 1.5"),
    ],
)
def test_settings_that_make_no_sense(
    tmp_path: Path, names: tuple[str, ...], overlap: float, why: str
) -> None:
    with pytest.raises(DataError, match=why):
        start(tmp_path / "p", ProjectInfo(names, overlap), PILOT.items, CARDS)


def test_one_answer_to_one_item(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="one system at a time"):
        start(tmp_path / "p", ProjectInfo(("a",), 0), PILOT.items, [*CARDS, *CARDS])
    with pytest.raises(DataError, match="no answer"):
        start(tmp_path / "p", ProjectInfo(("a",), 0), PILOT.items, [])


def test_unfinished_and_foreign_folders(tmp_path: Path) -> None:
    project = _project(tmp_path)
    with pytest.raises(DataError, match="have not come back"):
        advance(project, None)
    with pytest.raises(DataError, match="not every stage"):
        labelled_cards(project, DAY)
    with pytest.raises(DataError, match="no labelling project"):
        Project(tmp_path)
    with pytest.raises(DataError, match="not empty"):
        _project(tmp_path)
