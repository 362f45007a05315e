"""What the checks share: the sentence, the premise, their alignment; and the faults they give."""

from __future__ import annotations

from dataclasses import dataclass, field

from lexwarrant.records.verification import CheckContext, ReasonCode, RepairHint, Slot
from lexwarrant.verification.align import Alignment
from lexwarrant.verification.analysis import analyse
from lexwarrant.verification.frames import Clause
from lexwarrant.verification.marks import Analysis
from lexwarrant.verification.passages import Leaf
from lexwarrant.verification.predications import Reading, read_predications
from lexwarrant.verification.premise import PremiseIndex


@dataclass(slots=True)
class Fault:
    """A slot that fails. ``start``/``end`` are offsets in the sentence, ``leaf`` the passage."""

    slot: Slot
    reason: ReasonCode
    start: int
    end: int
    leaf: int = -1
    hint: RepairHint | None = None
    soft: bool = False
    """Soft faults are matters of meaning: alone they make ``cannot_check``."""


@dataclass(slots=True)
class Case:
    """One sentence against one premise."""

    text: str
    analysis: Analysis
    clause: Clause
    premise: PremiseIndex
    alignment: Alignment
    context: CheckContext
    ranked: list[int]
    """Leaves by score, best first, at most eight."""
    own_scores: list[float]
    """Scores by the sentence's own words, without what it leans back on."""
    allowed: frozenset[int] | None = None
    """Leaves that the sentence's own citation points to; None when it cites nothing."""
    inferred: bool = False
    settled: bool = False
    """A boundary decided the polarity: plain negation has nothing to add."""
    computed: bool = False
    """The end of a period was computed: what may or must be done by then is settled by it."""
    _reading: Reading | None = None
    stated: frozenset[int] | None = None
    """Concepts of the sentence, made when first asked for."""
    quoted: int = 0
    """Quotations of four words or more that stand in the premise."""
    confirmed: int = -1
    """A leaf that settles the sentence by itself (a repeal of what it names)."""
    bound: set[int] = field(default_factory=set)
    """Leaves in which a hard slot was bound."""

    @property
    def reading(self) -> Reading:
        """Who does what to whom in the sentence; read when first asked for."""
        if self._reading is None:
            before = None
            opening = self.analysis.low[:2]
            if self.context.previous and not self.analysis.lex.pronouns.isdisjoint(opening):
                before = analyse(self.context.previous[-1][-600:], self.analysis.lex)
            whole = ((0, len(self.analysis.low)),)
            self._reading = read_predications(self.analysis, whole, before=before)
        return self._reading

    @property
    def best(self) -> Leaf | None:
        """The passage nearest to the sentence, None when no content word is found."""
        return self.premise.leaves[self.ranked[0]] if self.ranked else None

    def near(self, share: float) -> list[Leaf]:
        """Passages that score at least ``share`` of the best one."""
        if not self.ranked:
            return []
        scores = self.alignment.scores
        floor = scores[self.ranked[0]] * share
        return [self.premise.leaves[k] for k in self.ranked if scores[k] >= floor]

    def chars(self, i: int, j: int) -> tuple[int, int]:
        """Character span of tokens ``i``..``j`` of the sentence."""
        return self.analysis.starts[i], self.analysis.ends[max(i, j - 1)]
