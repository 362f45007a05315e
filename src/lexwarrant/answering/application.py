"""When the answer turns on a date: the words that fix from when a provision applies."""

from __future__ import annotations

import re
from datetime import date

from lexwarrant.answering.quoting import MAX_QUOTE_CHARS, Cut, atoms, smallest_part
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.law import Authority, Status, Version

_START = re.compile(
    r"\b(?:when|from (?:when|what day|which day|what date|which date)|since when|what day|which day|as of when|"
    r"by when|on what date|start date|effective date|date of application|go(?:es)? live)\b"
    r"[^.?!]{0,60}\b(?:apply|applies|applicable|applied|start|starts|begin|begins|bind|binds|binding|bite|"
    r"take effect|takes effect|effective|in(?:to)? force|kick in|kicks in|mandatory|enforced)\b"
    r"|\b(?:already|yet|still not)\b[^.?!]{0,50}\b(?:apply|applies|applicable|binding|bound|in force|"
    r"mandatory|in effect)\b"
    r"|\b(?:apply|applies|binding|bound|in force|mandatory)\b[^.?!]{0,30}\b(?:already|yet)\b",
    re.IGNORECASE,
)
_WAITING = (Status.NOT_YET_IN_FORCE, Status.IN_FORCE_NOT_APPLICABLE)


def asks_for_start(question: str) -> bool:
    """Whether a question asks from when something applies."""
    return _START.search(question) is not None


def basis_of(
    snapshot: Snapshot,
    authority: Authority,
    provision_id: str,
    on: date | None,
    *,
    asked: bool,
) -> tuple[Version, Cut] | None:
    """The stretch that fixes the date of application of ``provision_id``.

    Given when the provision does not yet apply on ``on``, or when the start is what is ``asked``
    for. None where the law held fixes no date, or the clause is too long to quote.
    """
    waiting = on is not None and snapshot.status_on(provision_id, on) in _WAITING
    if not (waiting or asked):
        return None
    rule = snapshot.applicability(provision_id)
    if rule is None or not rule.basis:
        return None
    version = snapshot.version_on(rule.basis)
    if version is None:
        return None
    around = [
        (a, b)
        for a, b in atoms(version, 0, len(version.text))
        if a < rule.basis_end and rule.basis_start < b
    ]
    if not around:
        return None
    start, end = around[0][0], around[-1][1]
    if end - start > MAX_QUOTE_CHARS:
        return None
    return version, Cut(start, end, smallest_part(version, start, end))
