"""Why a question is not answered, in words: one refusal for each reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from lexwarrant.answering.screening import screen
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import Refusal, RefusalReason, Thresholds
from lexwarrant.records.citation import Resolves
from lexwarrant.records.context import Context
from lexwarrant.records.ids import split_id
from lexwarrant.records.law import Authority, Version
from lexwarrant.retrieval.outside import OutsideMatch
from lexwarrant.retrieval.question import Question
from lexwarrant.retrieval.ranking import Ranked
from lexwarrant.retrieval.router import Route


def empty() -> Refusal:
    """The refusal of a question that says nothing."""
    return Refusal(RefusalReason.EMPTY_QUESTION, "The question says nothing to look for.")


def unheld(snapshot: Snapshot, read: Question, context: Context) -> Refusal | None:
    """The refusal of a question about law that is not held here."""
    if context.jurisdiction and context.jurisdiction not in snapshot.jurisdictions():
        said = f"The law of {context.jurisdiction.upper()} is not held here."
        return Refusal(RefusalReason.FOREIGN_LAW, said)
    return screen(read, snapshot, context.jurisdiction)


def missing(snapshot: Snapshot, led: Route) -> Refusal:
    """The refusal of a question that names a provision that is not held, or that does not exist."""
    if led.resolves is Resolves.NO_SUCH_PROVISION:
        return Refusal(RefusalReason.NO_SUCH_PROVISION, f"{led.reason} ({led.missing}).")
    named = _named_in_words(snapshot, led.missing)
    said = f"{named} is not in what is held here: {led.reason}."
    return Refusal(RefusalReason.OUT_OF_COVERAGE, said)


def _named_in_words(snapshot: Snapshot, provision_id: str) -> str:
    """A part that is not held, as it is cited: the label of its article and its own marks."""
    split = split_id(provision_id)
    authority = snapshot.authority(split.authority)
    version = snapshot.version_on(split.unit) if split.unit else None
    if authority is None or version is None:
        return provision_id
    marks = "".join(f"({p})" for p in split.parts)
    return f"{version.label}{marks} {authority.short_title}"


def unnamed(provision: str) -> Refusal:
    """The refusal of a provision that is named without its act."""
    said = f"{provision} is named without its act, and several acts are held here."
    return Refusal(RefusalReason.OUT_OF_COVERAGE, said)


def in_other_words(languages: frozenset[str]) -> Refusal:
    """The refusal of a question in none of the ``languages`` of the law held."""
    return Refusal(
        RefusalReason.OUT_OF_COVERAGE,
        f"The law held here is in another language than the question ({', '.join(sorted(languages))}), and its "
        "words cannot be matched; name the act and the article, or ask in that language.",
    )


def elsewhere(beyond: OutsideMatch) -> Refusal:
    """The refusal of a question about another subject."""
    return Refusal(
        RefusalReason.OUT_OF_SCOPE,
        f"This reads as a question about something else ({beyond.subject}), which the law held here "
        "does not govern.",
    )


def nothing(read: Question, ranked: Sequence[Ranked], thresholds: Thresholds) -> Refusal:
    """The refusal of a question that no candidate answers well enough."""
    best = ranked[0] if ranked else None
    far = best is None or best.coverage < thresholds.min_coverage / 2
    if far and not (read.named or read.uses):
        return Refusal(
            RefusalReason.OUT_OF_SCOPE,
            "Nothing in the law that is held here speaks to this question.",
        )
    return Refusal(
        RefusalReason.BELOW_THRESHOLD,
        "Passages touch the question, but none answers enough of it to be put forward.",
    )


def not_known(version: Version, authority: Authority, on: date) -> Refusal:
    """The refusal of a day for which no text of the chosen provision is known."""
    said = f"No text of {version.label} {authority.short_title} is known for {on}."
    return Refusal(RefusalReason.OUT_OF_COVERAGE, said)


def too_long(version: Version, authority: Authority) -> Refusal:
    """The refusal of a provision no whole sentence of which is short enough to quote."""
    return Refusal(
        RefusalReason.BELOW_THRESHOLD,
        f"{version.label} {authority.short_title} seems to govern, but no whole sentence of it is "
        "short enough to quote; read it in full.",
    )
