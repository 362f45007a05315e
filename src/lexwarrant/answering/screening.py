"""Refusals that need no retrieval: the question is about other law, or about what is not held."""

from __future__ import annotations

import re

from lexwarrant.jurisdictions.screening import foreign_system, outside
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import Refusal, RefusalReason
from lexwarrant.retrieval.question import Question

_LINKED = re.compile(
    r"\b(?:transfer|send|sent|sending|export|ship|move|moving|host|store|hosted|stored|import|parent|"
    r"headquarter|based|established|located|subsidiary|supplier|provider|vendor|company|firm|office)\w*\b",
    re.IGNORECASE,
)
"""Words by which a foreign place is a fact of the case, not the law that is asked for."""

_OUTSIDE = (
    ("case_law", "It depends on decisions of courts, and no decisions are held here."),
    (
        "later_text",
        "It depends on what became of the text later, or on rules made under it; held is the act as "
        "first published.",
    ),
    (
        "other_parts",
        "It asks for what is not held here: a recital, an annex, guidelines or a standard.",
    ),
    ("other_law", "It asks about law that is not held here."),
)


def screen(question: Question, snapshot: Snapshot, code: str | None = None) -> Refusal | None:
    """The refusal that the question's own words call for, or None.

    ``code`` is the jurisdiction asked about: what is outside another system's acts plays no part.
    """
    held = snapshot.jurisdictions()
    patterns = [outside(c) for c in ((code,) if code else held)]
    foreign = foreign_system(question.text, held)
    if foreign is not None:
        linked = bool(question.named) or any(
            p["links"] is not None and p["links"].search(question.text) for p in patterns
        )
        if foreign.by_law or (not linked and not _LINKED.search(question.text)):
            return Refusal(
                RefusalReason.FOREIGN_LAW,
                f"The question asks about law that is not held here ({foreign.words}). "
                f"Held: {', '.join(code.upper() for code in held)}.",
            )
    for name, said in _OUTSIDE:
        if name == "other_law" and question.named:
            continue
        for p in patterns:
            pattern = p[name]
            found = pattern.search(question.text) if pattern is not None else None
            if found:
                return Refusal(RefusalReason.OUT_OF_COVERAGE, f"{said} (“{found.group()}”)")
    return None
