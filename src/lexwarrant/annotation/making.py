"""The rows of a stage: from the answers at first, then from what the stage before settled."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lexwarrant.annotation.adjudication import settled
from lexwarrant.annotation.project import Project, ProjectInfo
from lexwarrant.annotation.rows import SheetRow, with_ticket
from lexwarrant.annotation.stages import Stage, split_set
from lexwarrant.evaluation.warrant.wording import text_of
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.context import Context
from lexwarrant.records.warrant import AuthorityLink, LawWords, WarrantCard, WarrantItem
from lexwarrant.text.segment import segment


def assign(
    tasks: Sequence[tuple[str, str]], info: ProjectInfo
) -> dict[tuple[str, str], tuple[str, ...]]:
    """Who labels which answer.

    A share ``overlap`` of the answers, chosen by a hash of their names (so that adding answers moves
    none), goes to everyone; the rest goes to one annotator each, in turn.
    """
    ranked = sorted(tasks, key=lambda t: hashlib.sha256("\n".join(t).encode()).hexdigest())
    shared = round(info.overlap * len(ranked))
    out: dict[tuple[str, str], tuple[str, ...]] = {}
    for n, task in enumerate(ranked):
        everyone = n < shared
        out[task] = info.annotators if everyone else (info.annotators[n % len(info.annotators)],)
    return out


def make_rows(project: Project, stage: Stage, snapshot: Snapshot | None) -> list[SheetRow]:
    """Every row of a stage, one for each annotator it is assigned to.

    Later stages are made from the settled labels of the stage before: a claim that was struck out
    is not linked, a pair that was not linked is not labelled. ``snapshot`` supplies the words of the
    provisions; without it the annotator sees their names only.
    """
    cards = {(c.item, c.context): c for c in project.cards()}
    items = project.items()
    who = assign(list(cards), project.info)
    out = []
    for task, card in cards.items():
        for row in _rows(project, stage, card, items.get(card.item), snapshot):
            for name in who[task]:
                out.append(with_ticket(replace(row, annotator=name)))
    return out


def _rows(
    project: Project,
    stage: Stage,
    card: WarrantCard,
    item: WarrantItem | None,
    snapshot: Snapshot | None,
) -> Iterable[SheetRow]:
    shown = _Shown(card, item, project.info.prefill, snapshot)
    match stage:
        case Stage.EXTRACT:
            return shown.sentences()
        case Stage.LINK:
            return shown.claims(settled(project, Stage.EXTRACT))
        case Stage.LABEL:
            return shown.pairs(settled(project, Stage.LINK))
        case Stage.POLICY:
            return [shown.whole()]


class _Shown:
    """What an annotator sees of one answer."""

    def __init__(
        self, card: WarrantCard, item: WarrantItem | None, prefill: bool, snapshot: Snapshot | None
    ) -> None:
        self.card, self.item, self.prefill, self.snapshot = card, item, prefill, snapshot
        asked = next((c for c in item.contexts if c.name == card.context), None) if item else None
        self.context = asked.context if asked else Context()
        self.language = item.language if item else "en"

    def row(self, number: str, stage: Stage, found: dict[str, str], **more: str) -> SheetRow:
        machine = found if self.prefill else {}
        return SheetRow(
            row=f"{self.card.item}|{self.card.context}|{number}", stage=stage, annotator="",
            item=self.card.item, context=self.card.context,
            question=self.item.question if self.item else "", setting=setting(self.context),
            answer=self.card.text, values=dict(machine), prefilled=machine, **more,
        )  # fmt: skip

    def sentences(self) -> Iterable[SheetRow]:
        for n, (start, end) in enumerate(segment(self.card.text, self.language), 1):
            passage = self.card.text[start:end]
            found = [
                c for c in self.card.claims
                if c.start is not None and c.end is not None and c.start < end and start < c.end
            ]  # fmt: skip
            machine = {"claim": "yes" if found else "no"}
            if found:
                machine["consequential"] = "yes" if any(c.consequential for c in found) else "no"
                if found[0].category:
                    machine["category"] = found[0].category.value
            yield self.row(
                f"s{n}", Stage.EXTRACT, machine, start=str(start), end=str(end), passage=passage
            )

    def claims(self, before: dict[str, dict[str, str]]) -> Iterable[SheetRow]:
        for row in self.sentences():
            found = before.get(row.row, {})
            if found.get("claim") != "yes":
                continue
            text = found.get("words") or row.passage
            names = ";".join(dict.fromkeys(k.authority for k in self._links(row)))
            number = row.row.rsplit("|", 1)[1]
            yield self.row(
                number, Stage.LINK, {"authorities": names} if names else {}, start=row.start,
                end=row.end, passage=row.passage, claim_text=text,
            )  # fmt: skip

    def pairs(self, before: dict[str, dict[str, str]]) -> Iterable[SheetRow]:
        prefix = f"{self.card.item}|{self.card.context}|"
        sentences = {r.row: r for r in self.sentences()}
        for name, found in before.items():
            if not name.startswith(prefix) or name not in sentences:
                continue
            row = sentences[name]
            for n, authority in enumerate(split_set(found.get("authorities", "")), 1):
                link = next((k for k in self._links(row) if k.authority == authority), None)
                machine = {"support": link.support.value} if link else {}
                for dimension, label in link.dimensions.items() if link else ():
                    machine[dimension.value] = label.value
                yield self.row(
                    f"{name.rsplit('|', 1)[1]}.a{n}", Stage.LABEL, machine, start=row.start,
                    end=row.end, passage=row.passage, authority=authority,
                    claim_text=found.get("claim_text", row.passage),
                    provision=self._provision(authority),
                )  # fmt: skip

    def whole(self) -> SheetRow:
        acts = ";".join(a.value for a in self.card.policy)
        return self.row("policy", Stage.POLICY, {"acts": acts, "risk": self.card.risk.value})

    def _links(self, row: SheetRow) -> list[AuthorityLink]:
        start, end = int(row.start), int(row.end)
        here = {
            c.id for c in self.card.claims
            if c.start is not None and c.end is not None and c.start < end and start < c.end
        }  # fmt: skip
        return [k for k in self.card.links if k.claim in here]

    def _provision(self, authority: str) -> str:
        if self.snapshot is None:
            return ""
        on = self.context.analysis_date
        return text_of(LawWords(authority, ""), on, self.snapshot) or ""


def setting(context: Context) -> str:
    """A context in words, for the sheet."""
    parts = [
        ("jurisdiction", context.jurisdiction or "not said"),
        ("date", str(context.analysis_date or "not said")),
        ("forum", context.forum),
        ("posture", context.posture),
        ("user", context.user_type),
        ("parties", "; ".join(context.party_types)),
        ("facts", " ".join(context.facts)),
    ]
    return "\n".join(f"{name}: {value}" for name, value in parts if value)
