"""The context a legal question is asked in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Context:
    """Jurisdiction, forum, date and facts of a question.

    ``jurisdiction`` is a pack's code (``eu``, ``uk``, ``us``, ``ie``, ``il``, ``my``) or None when
    it was not said; it may be given in any case. ``analysis_date`` is the day on which the law is asked for.
    """

    jurisdiction: str | None = None
    analysis_date: date | None = None
    forum: str = ""
    posture: str = ""
    user_type: str = ""
    party_types: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.jurisdiction is not None:
            object.__setattr__(self, "jurisdiction", folded_code(self.jurisdiction) or None)


def folded_code(given: str) -> str:
    """The code of a legal system in the one way it is kept: "EU" and " eu" are ``eu``."""
    return given.strip().lower()
