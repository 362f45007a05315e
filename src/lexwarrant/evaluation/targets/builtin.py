"""The built-in verbatim answerer as a target."""

from __future__ import annotations

from lexwarrant.answering.answerer import VerbatimAnswerer
from lexwarrant.evaluation.targets.base import Reply
from lexwarrant.records.context import Context


class BuiltinTarget:
    """Puts questions to a `VerbatimAnswerer` in this process."""

    name = "builtin"

    def __init__(self, answerer: VerbatimAnswerer) -> None:
        self._answerer = answerer

    def describe(self) -> dict[str, str]:
        """The answerer's settings."""
        return {"target": self.name, **self._answerer.describe()}

    async def ask(self, case_id: str, question: str, context: Context) -> Reply:
        """The answerer's answer; costs nothing."""
        return Reply(self._answerer.answer(question, context), cost=0.0)
