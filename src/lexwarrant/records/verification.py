"""Verdicts on sentences: closed sets."""

from __future__ import annotations

from enum import StrEnum


class SentenceVerdict(StrEnum):
    """What the premise says of one sentence."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_STATED = "not_stated"
    NO_CLAIM = "no_claim"
    CANNOT_CHECK = "cannot_check"


class SupportLabel(StrEnum):
    """How an authority supports a claim in a context."""

    DIRECT = "direct"
    INFERENTIAL = "inferential"
    PARTIAL = "partial"
    CONTRADICTORY = "contradictory"
    UNADDRESSED = "unaddressed"
    OUT_OF_SCOPE = "out_of_scope"
    UNSETTLED = "unsettled"


VERDICT_OF_SUPPORT: dict[SupportLabel, SentenceVerdict] = {
    SupportLabel.DIRECT: SentenceVerdict.SUPPORTED,
    SupportLabel.INFERENTIAL: SentenceVerdict.SUPPORTED,
    SupportLabel.CONTRADICTORY: SentenceVerdict.CONTRADICTED,
    SupportLabel.PARTIAL: SentenceVerdict.NOT_STATED,
    SupportLabel.UNADDRESSED: SentenceVerdict.NOT_STATED,
    SupportLabel.OUT_OF_SCOPE: SentenceVerdict.NOT_STATED,
    SupportLabel.UNSETTLED: SentenceVerdict.CANNOT_CHECK,
}
"""DESIGN section 2: the verdict of a sentence follows from its support label."""
