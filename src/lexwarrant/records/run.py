"""Runs: one suite against one target on one snapshot, row by row."""

from __future__ import annotations

from dataclasses import dataclass, field

from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.scores import NotApplicable, Scored, Unscorable, Verdict


@dataclass(frozen=True, slots=True)
class Measure:
    """One scorer's outcome for one row, as it is stored."""

    kind: str
    value: float | None = None
    reason: str = ""

    @classmethod
    def of(cls, outcome: Scored | NotApplicable | Unscorable) -> Measure:
        """The stored form of an outcome."""
        match outcome:
            case Scored():
                return cls("scored", outcome.value, outcome.reason)
            case NotApplicable():
                return cls("not_applicable", None, outcome.reason)
            case Unscorable():
                return cls("unscorable", None, outcome.reason)


@dataclass(frozen=True, slots=True)
class Row:
    """One case put to the target once.

    ``ok`` is False when no answer came; ``error`` then says why. ``verdict`` and
    ``strict_verdict`` are None without an answer. ``elapsed_ms`` is the target's time alone.
    """

    case_id: str
    split: str
    question: str
    ok: bool
    elapsed_ms: float
    promoted: bool = False
    verdict: Verdict | None = None
    strict_verdict: Verdict | None = None
    reason: str = ""
    error: str = ""
    repeat: int = 1
    measures: dict[str, Measure] = field(default_factory=dict)
    answer: LegalAnswer | None = None
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class RunManifest:
    """What a run was: enough to run it again and to know whether two runs compare.

    ``finished`` is None while rows are missing; no score is shown then.
    """

    suite: str
    suite_version: str
    suite_digest: str
    target: str
    target_description: dict[str, str]
    snapshot: str
    snapshot_digest: str
    lexwarrant: str
    started: str
    finished: str | None = None
    cases: int = 0
    repeats: int = 1
    first_sealed_run: bool | None = None
    attributions: tuple[str, ...] = ()
    subset: str = ""
    """How the cases were chosen when not all of the suite was asked."""
    imported: str = ""
    """The file the rows came from, when the run was not made here."""
    unmatched: int = 0
    """Recorded answers that are of no case of the suite, and so were not scored."""
    unmatched_ids: tuple[str, ...] = ()
    """The case ids of the first hundred of them."""
