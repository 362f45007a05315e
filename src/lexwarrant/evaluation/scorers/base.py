"""What a scorer is: one class, one method, one outcome per case and answer."""

from __future__ import annotations

from typing import Protocol

from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.scores import Outcome
from lexwarrant.records.suite import Case


class Scorer(Protocol):
    """Measures one thing of one answer. Opens no socket, reads no clock, never raises on content."""

    name: str

    def score(self, case: Case, answer: LegalAnswer) -> Outcome:
        """The outcome for ``answer`` to ``case``."""
        ...
