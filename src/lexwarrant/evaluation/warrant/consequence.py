"""Whether a sentence could change legal action, risk, deadlines, remedies, rights, duties or forum."""

from __future__ import annotations

import re

_BINDS = {
    "en": re.compile(
        r"\b(?:must|shall|may not|cannot|can not|is (?:entitled|liable|required|barred|prohibited|void)"
        r"|are (?:entitled|liable|required|barred|prohibited|void)|has the right|have the right|within"
        r"|deadline|unlawful|penalt\w+|fine|court|tribunal|authority|time limit)\b"
        r"|\d+ ?(?:%|per cent|days?|weeks?|months?|years?|hours?|EUR|£|€)",
        re.IGNORECASE,
    ),
    "he": re.compile(
        r"חייב|רשאי|זכאי|אסור|לא יאוחר|בתוך|קנס|מאסר|בית דין|בית הדין|\d+ ?(?:ימים|שנים|%)"
    ),
}


def consequential(text: str, language: str = "en") -> bool:
    """Whether ``text`` says something a person could act on; linear in its length."""
    return _BINDS.get(language, _BINDS["en"]).search(text) is not None
