"""The systems the suite is put to, and the baselines that must be able to embarrass them.

Each takes an item in a context and returns a `Reply`. A recorded system replays what a model said
(``benchmarks/warrant_model.py`` records one), so that labelling and scoring need no model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from lexwarrant.answering.responding import WarrantedAnswerer
from lexwarrant.evaluation.warrant.consequence import consequential
from lexwarrant.evaluation.warrant.families import prompt
from lexwarrant.evaluation.warrant.labelling import Labeller
from lexwarrant.evaluation.warrant.lines import json_lines
from lexwarrant.evaluation.warrant.replies import Reply, Statement, acts_in, reply_of
from lexwarrant.jurisdictions.citations import find_citations
from lexwarrant.jurisdictions.registry import codes
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import DataError
from lexwarrant.records.warrant import ItemContext, PolicyAct, WarrantCard, WarrantItem
from lexwarrant.retrieval.lexical import LexicalIndex
from lexwarrant.retrieval.question import QuestionReader
from lexwarrant.text.segment import segment


class System(Protocol):
    """Something that answers."""

    name: str

    def reply(self, item: WarrantItem, asked: ItemContext) -> Reply | None:
        """The reply, or None when there is none for this item."""
        ...


class BuiltIn:
    """The project's own answerer, given question and context as a user gives them."""

    name = "built-in answerer"

    def __init__(self, answerer: WarrantedAnswerer) -> None:
        self._answerer = answerer

    def reply(self, item: WarrantItem, asked: ItemContext) -> Reply:
        """Its response."""
        return reply_of(self._answerer.respond(item.question, asked.context))


class TopPassage:
    """The first passage the index finds, in any system and at any time, always put forward."""

    name = "top passage"

    def __init__(self, snapshot: Snapshot, index: LexicalIndex) -> None:
        self._snapshot, self._index = snapshot, index
        self._reader = QuestionReader(snapshot, index)

    def passages(self, question: str, limit: int) -> list[tuple[str, str]]:
        """Provision id and text of the best passages."""
        read = self._reader.read(question)
        weighted = [(form, t.weight) for t in read.terms for form in t.terms]
        out = []
        for hit in self._index.search(weighted, limit=limit):
            versions = self._snapshot.versions(hit.unit_id)
            text = next(
                (
                    v.text
                    for v in versions
                    if v.valid_from and v.valid_from.toordinal() == hit.valid_from
                ),
                versions[-1].text if versions else "",
            )
            out.append((hit.provision_id, text[hit.start : hit.end]))
        return out

    def reply(self, item: WarrantItem, asked: ItemContext) -> Reply:
        """The passage, as a quotation."""
        found = self.passages(prompt(item, asked.context), 1)
        if not found:
            return Reply("", (), (PolicyAct.ABSTAIN,))
        provision, text = found[0]
        said = Statement(text, 0, len(text), (provision,), True, 1.0)
        return Reply(text, (said,), (PolicyAct.ANSWER,), (provision,))


class RefuseAll:
    """Refuses whatever it is asked."""

    name = "refuse everything"

    def reply(self, item: WarrantItem, asked: ItemContext) -> Reply:
        """The same refusal every time."""
        text = "I cannot give legal advice. Please consult a lawyer."
        return Reply(text, (), (PolicyAct.ABSTAIN, PolicyAct.WARN))


class Recorded:
    """Replays what a model said: JSON Lines of ``{item, text, passages}``, the same for every user.

    ``passages`` are the provision ids the model was shown, in the order of the marks [1], [2] ...
    """

    def __init__(self, path: Path, name: str = "") -> None:
        self.name = name or path.stem
        self._rows: dict[str, Mapping[str, object]] = {}
        for number, row in json_lines(path):
            if not isinstance(row, dict) or not {"item", "text"} <= set(row):
                raise DataError(f"{path}:{number}: expected an object with `item` and `text`")
            self._rows[str(row["item"])] = row

    def reply(self, item: WarrantItem, asked: ItemContext) -> Reply | None:
        """The recorded text, cut into statements with the authorities they cite."""
        row = self._rows.get(item.id)
        if row is None:
            return None
        shown = row.get("passages")
        passages = tuple(str(p) for p in shown) if isinstance(shown, list) else ()
        return read_text(str(row["text"]), passages, item.language, asked.context.jurisdiction)


def read_text(
    text: str, passages: tuple[str, ...], language: str, jurisdiction: str | None
) -> Reply:
    """Free text as a reply: a statement a sentence of consequence, citations found or marked [n]."""
    statements = []
    known = (jurisdiction,) if jurisdiction in codes() else None
    for start, end in segment(text, language):
        sentence = text[start:end]
        cited = [p for c in find_citations(sentence, known) for p in c.provision_ids()]
        cited += [p for n, p in enumerate(passages, 1) if f"[{n}]" in sentence]
        if cited or consequential(sentence):
            statements.append(Statement(sentence, start, end, tuple(dict.fromkeys(cited))))
    acts = acts_in(text, puts_forward=bool(statements))
    return Reply(text, tuple(statements), acts, passages)


def measure(
    systems: Iterable[System], items: Iterable[WarrantItem], labeller: Labeller
) -> dict[str, list[WarrantCard]]:
    """Labelled cards of every system over every item and context."""
    listed = list(items)
    out: dict[str, list[WarrantCard]] = {}
    for system in systems:
        cards = []
        for item in listed:
            for asked in item.contexts:
                reply = system.reply(item, asked)
                if reply is not None:
                    cards.append(labeller.card(reply, item, asked, system.name))
        out[system.name] = cards
    return out
