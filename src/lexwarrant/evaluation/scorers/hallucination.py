"""Fabricated citations: those that a complete series or instrument says do not exist."""

from __future__ import annotations

from functools import lru_cache

from lexwarrant.law.existence import existence
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.answer import LegalAnswer
from lexwarrant.records.citation import Resolves
from lexwarrant.records.scores import NotApplicable, Outcome, Scored, Unscorable
from lexwarrant.records.suite import Case

_FABRICATED = (Resolves.NOT_FOUND, Resolves.NO_SUCH_PROVISION)


class FabricatedCitation:
    """1 when the answer makes at least one citation that does not exist.

    Only what the snapshot covers completely can be said not to exist; a citation outside its
    coverage is named in the reason and counts nothing. An answer none of whose citations could be
    looked up is unscorable, and never a pass.
    """

    name = "fabricated"

    def __init__(self, snapshot: Snapshot) -> None:
        self._existence = lru_cache(maxsize=65_536)(
            lambda provision: existence(snapshot, provision)
        )

    def score(self, case: Case, answer: LegalAnswer) -> Outcome:
        """Value 1 or 0; not applicable where nothing was answered or no citation was read."""
        if not answer.promoted:
            return NotApplicable("nothing was answered")
        if not answer.citations:
            return NotApplicable("no citation was read from the answer")
        verdicts = [
            (c.text, self._existence(c.provision_id)) for c in answer.citations if c.provision_id
        ]
        false = [f"{text}: {v.reason}" for text, v in verdicts if v.resolves in _FABRICATED]
        outside = [text for text, v in verdicts if v.resolves is Resolves.OUT_OF_COVERAGE]
        outside += [c.text for c in answer.citations if not c.provision_id]
        if outside and not false and len(outside) == len(answer.citations):
            return Unscorable(f"no citation of it could be looked up: {', '.join(outside)}")
        note = f"out of coverage: {', '.join(outside)}" if outside else ""
        return Scored(1.0 if false else 0.0, "; ".join(false) or note)
