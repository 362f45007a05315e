"""The context a legal question is asked in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Context:
    """Jurisdiction, forum, date and facts of a question.

    ``jurisdiction`` is a pack's code (``eu``, ``uk``, ``us``, ``ie``, ``il``, ``my``) or None when
    it was not said. ``analysis_date`` is the day on which the law is asked for.
    """

    jurisdiction: str | None = None
    analysis_date: date | None = None
    forum: str = ""
    posture: str = ""
    user_type: str = ""
    party_types: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
