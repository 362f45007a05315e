"""Faithfulness of a quotation: verbatim at the cited pinpoint, else which words differ."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.scores import NotApplicable, Outcome, Scored, Unscorable
from lexwarrant.records.suite import Case

_WORD = re.compile(r"\w+")
_MAX_WORDS = 2_000
"""Quotations longer than this are compared word by word only up to here."""


class QuotationFaithfulness:
    """1 when the quotation stands word for word where it says it stands."""

    name = "faithfulness"

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def score(self, case: Case, answer: LegalAnswer) -> Outcome:
        """Value 1 (verbatim) or 0 (altered, elsewhere), the differing words in the reason."""
        quotation = answer.quotation
        if not answer.promoted or quotation is None or not quotation.text:
            return NotApplicable("nothing was quoted")
        on = case.context.analysis_date
        version = self._snapshot.version_on(quotation.document_id, on)
        if version is None and on is not None:
            version = self._snapshot.version_on(quotation.document_id)
        if version is None:
            return Unscorable(
                f"{quotation.document_id or 'the cited document'} is not in the snapshot"
            )
        if quotation.start is not None and quotation.end is not None:
            if version.text[quotation.start : quotation.end] == quotation.text:
                return Scored(1.0)
        elif " ".join(quotation.text.split()) in " ".join(version.text.split()):
            return Scored(1.0)
        if not version.complete:
            return Unscorable(f"the text of {quotation.document_id} is held only in part")
        return Scored(0.0, _difference(quotation.text, version.text))


def _difference(quote: str, source: str) -> str:
    """The first words in which a quotation differs from the nearest stretch of its source."""
    said = _WORD.findall(quote)[:_MAX_WORDS]
    held = _WORD.findall(source)
    matcher = SequenceMatcher(
        None, [w.lower() for w in said], [w.lower() for w in held], autojunk=False
    )
    start = matcher.find_longest_match()
    begin = max(0, start.b - start.a)
    matcher.set_seq2([w.lower() for w in held[begin : begin + len(said) + 10]])
    window = held[begin : begin + len(said) + 10]
    for tag, a1, a2, b1, b2 in matcher.get_opcodes():
        if tag in ("replace", "delete") and a2 > a1:
            there = " ".join(window[b1:b2][:12]) or "nothing"
            return f"quotes {' '.join(said[a1:a2][:12])!r} where the source has {there!r}"
    return "the words stand in the source, elsewhere than cited"
