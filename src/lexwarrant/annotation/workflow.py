"""Handing a stage out, closing it, and what comes out in the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from lexwarrant.annotation.adjudication import settled, unresolved
from lexwarrant.annotation.making import make_rows
from lexwarrant.annotation.project import Project, ProjectInfo, write_lines
from lexwarrant.annotation.sheets import FORMATS, write_sheet
from lexwarrant.annotation.stages import Stage, next_stage, split_set
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import DataError
from lexwarrant.records.verification import ClaimCategory, RiskTier, SupportLabel
from lexwarrant.records.warrant import (
    AuthorityLink,
    Dimension,
    DimensionLabel,
    LabelMethod,
    PolicyAct,
    Provenance,
    WarrantCard,
    WarrantClaim,
    WarrantItem,
)


def start(
    folder: Path,
    info: ProjectInfo,
    items: Sequence[WarrantItem],
    cards: Sequence[WarrantCard],
    snapshot: Snapshot | None = None,
    forms: Sequence[str] = FORMATS,
) -> Project:
    """Make a project and hand out its first stage; raises `DataError` for settings that make no sense."""
    if len(set(info.annotators)) != len(info.annotators) or not all(info.annotators):
        raise DataError("annotators: give each a name of their own")
    if not info.annotators or any(_no_name(n) for n in info.annotators):
        raise DataError(
            'annotators: name at least one, without / \\ : | * ? " < > and line ends, for a file'
        )
    if not 0 <= info.overlap <= 1:
        raise DataError(f"overlap is {info.overlap}: give a share from 0 to 1")
    tasks = [(c.item, c.context) for c in cards]
    if len(set(tasks)) != len(tasks):
        raise DataError("two answers to one item in one context: label one system at a time")
    if not cards:
        raise DataError("there is no answer to label")
    project = Project.create(folder, info, items, cards)
    hand_out(project, Stage.EXTRACT, snapshot, forms)
    return project


def _no_name(name: str) -> bool:
    """Whether an annotator's name cannot be that of a file."""
    return bool(set(name) & set('/\\:|*?"<>')) or not name.isprintable() or name.startswith(".")


def hand_out(
    project: Project, stage: Stage, snapshot: Snapshot | None, forms: Sequence[str] = FORMATS
) -> list[Path]:
    """Write the sheets of a stage, one an annotator and form."""
    rows = make_rows(project, stage, snapshot)
    folder = project.stage_folder(stage)
    write_lines(folder / "rows.jsonl", rows)
    written = []
    for name in project.info.annotators:
        own = [r for r in rows if r.annotator == name]
        for form in forms:
            path = folder / f"{name}{form}"
            write_sheet(path, own)
            written.append(path)
    return written


def outstanding(project: Project, stage: Stage) -> list[tuple[str, str]]:
    """Rows that were handed out and have not come back: row and annotator."""
    back = {(r.row, r.annotator) for r in project.arrived(stage)}
    return [k for k in ((r.row, r.annotator) for r in project.rows(stage)) if k not in back]


def advance(
    project: Project, snapshot: Snapshot | None, due: date | None = None,
    forms: Sequence[str] = FORMATS,
) -> list[Path]:  # fmt: skip
    """Close the stage at hand and hand out the next; returns its sheets, none after the last.

    Raises `DataError` while rows are outstanding or conflicts undecided: a stage is checked before
    the next is built on it.
    """
    stage = project.info.stage
    missing, open_ = outstanding(project, stage), unresolved(project, stage)
    if missing:
        row, name = missing[0]
        raise DataError(
            f"{len(missing)} rows of the stage {stage.value} have not come back, the first "
            f"{row} from {name}; import them first"
        )
    if open_:
        raise DataError(
            f"{len(open_)} conflicts of the stage {stage.value} are undecided, the first "
            f"{open_[0].row} in {open_[0].field}; see `lexwarrant annotate conflicts`"
        )
    following = next_stage(stage)
    if following is None:
        return []
    project.advance_to(following, due)
    return hand_out(project, following, snapshot, forms)


def labelled_cards(project: Project, on: date) -> list[WarrantCard]:
    """The cards as people labelled them, for `warrant score`.

    Raises `DataError` before every stage has been handed out and settled. A claim's match with a
    gold claim is not a label of the sheets and stays empty.
    """
    if project.stages()[-1] is not Stage.POLICY or outstanding(project, Stage.POLICY):
        raise DataError("not every stage is labelled yet; see `lexwarrant annotate report`")
    undecided = unresolved(project, Stage.POLICY)
    if undecided:
        raise DataError(f"{len(undecided)} conflicts of the stage policy are undecided")
    facts = {stage: settled(project, stage) for stage in project.stages()}
    made = Provenance(LabelMethod.HUMAN, ", ".join(project.info.annotators), on)
    return [_card(card, facts, made) for card in project.cards()]


def _card(
    card: WarrantCard, facts: dict[Stage, dict[str, dict[str, str]]], made: Provenance
) -> WarrantCard:
    prefix = f"{card.item}|{card.context}|"
    policy = facts[Stage.POLICY].get(f"{prefix}policy", {})
    risk = RiskTier(policy.get("risk") or card.risk.value)
    claims, links = [], []
    for row, found in sorted(facts[Stage.LINK].items()):
        if not row.startswith(prefix):
            continue
        number = row.removeprefix(prefix)
        before = facts[Stage.EXTRACT].get(row, {})
        text = found.get("claim_text", "")
        at = card.text.find(text)
        category = before.get("category")
        labels = [v for k, v in facts[Stage.LABEL].items() if k.startswith(f"{row}.a")]
        unsettled = [v["rationale"] for v in labels if v.get("support") == "unsettled"]
        claims.append(
            WarrantClaim(
                number, text, ClaimCategory(category) if category else None,
                before.get("consequential") != "no", risk,
                at if at >= 0 else None, at + len(text) if at >= 0 else None,
                argument=before.get("argument") == "yes",
                contrary_disclosed=before.get("contrary_disclosed") == "yes",
                disagreement=" / ".join(unsettled),
            )
        )  # fmt: skip
        for n, authority in enumerate(split_set(found.get("authorities", "")), 1):
            label = facts[Stage.LABEL].get(f"{row}.a{n}", {})
            if "support" in label:
                links.append(_link(number, authority, label, card))
    acts = tuple(PolicyAct(a) for a in split_set(policy.get("acts", "")))
    return WarrantCard(
        card.item, card.context, card.text, tuple(claims), tuple(links), acts, made, risk,
        card.system, card.retrieved,
    )  # fmt: skip


def _link(claim: str, authority: str, label: dict[str, str], card: WarrantCard) -> AuthorityLink:
    known = next((k for k in card.links if k.authority == authority), None)
    dimensions = {d: DimensionLabel(label[d.value]) for d in Dimension if d.value in label}
    made = AuthorityLink(
        claim, authority, SupportLabel(label["support"]), dimensions=dimensions,
        why=label.get("rationale", ""),
    )  # fmt: skip
    return replace(made, kind=known.kind, confidence=known.confidence) if known else made
