"""Any target as a system: an HTTP endpoint, a chat model, a Python function."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import TracebackType

from lexwarrant.evaluation.targets.base import Connected, Target, TargetError
from lexwarrant.evaluation.warrant.families import prompt
from lexwarrant.evaluation.warrant.replies import Reply, reply_of
from lexwarrant.evaluation.warrant.systems import read_text
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.warrant import ItemContext, WarrantItem


class TargetSystem:
    """A target, asked one item after the other with facts, parties and posture in words.

    A context manager: connections are opened before the first question and closed after the last.
    ``failed`` lists the items that got no answer and why; they have no card, and the report has
    fewer answers.
    """

    def __init__(self, target: Target, name: str = "") -> None:
        self.name = name or target.name
        self._target = target
        self._runner = asyncio.Runner()
        self.failed: list[tuple[str, str]] = []

    def __enter__(self) -> TargetSystem:
        if isinstance(self._target, Connected):
            self._runner.run(self._target.open())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(self._target, Connected):
            self._runner.run(self._target.close())
        self._runner.close()

    def reply(self, item: WarrantItem, asked: ItemContext) -> Reply | None:
        """The target's reply, None when it gave none."""
        name = f"{item.id}|{asked.name}"
        question = prompt(item, asked.context)
        try:
            got = self._runner.run(self._target.ask(name, question, asked.context))
        except TargetError as error:
            self.failed.append((name, str(error)))
            return None
        return _reply(got.answer, item, asked)


def _reply(answer: LegalAnswer, item: WarrantItem, asked: ItemContext) -> Reply:
    """A quotation is a quotation; prose is cut into statements, and those that name no authority
    rest on what the answer cites as a whole."""
    placed = answer.quotation is not None and answer.quotation.provision_id
    if placed or not answer.promoted:
        return reply_of(answer)
    made = read_text(answer.text, (), item.language, asked.context.jurisdiction)
    cited = tuple(dict.fromkeys(c.provision_id for c in answer.citations if c.provision_id))
    statements = tuple(
        s if s.authorities else replace(s, authorities=cited, confidence=answer.score)
        for s in made.statements
    )
    return replace(made, statements=statements, retrieved=cited)
