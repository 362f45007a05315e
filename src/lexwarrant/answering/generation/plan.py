"""The plan of one try: what is kept, what constrains it, and which turns it is put in."""

from __future__ import annotations

from dataclasses import dataclass, field

from lexwarrant.answering.generation.backends.base import Constraint
from lexwarrant.answering.generation.steering import Steering
from lexwarrant.records.verification import Finding, RepairHint

Allowed = tuple[str, tuple[str, ...]]
"""What an allow try keeps, and its choices."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One try.

    ``steering`` is None for a first draft. ``kept`` begins the sentence and is not generated;
    ``constraint`` rules what comes next. ``inject`` is the user turn to set at the cut, with its
    ``label``; ``rewrite`` is (rejected sentence, user turn).
    """

    steering: Steering | None = None
    kept: str = ""
    constraint: Constraint | None = None
    inject: str = ""
    label: str = ""
    rewrite: tuple[str, str] | None = None

    @property
    def single(self) -> bool:
        """Whether the try is for one sentence only."""
        return self.rewrite is not None


@dataclass(slots=True)
class Rejected:
    """A rejected sentence: ``lead`` is the white space that stood before its first token."""

    sentence: str
    finding: Finding | None
    lead: str
    repeated: bool


@dataclass(slots=True)
class PointState:
    """What is known of the point that is being written.

    ``banned`` are ids of the first tokens of all that was rejected here; ``seen`` the rejected
    sentences in plain form; ``allowed`` what allow tries were made. ``last`` is what was rejected
    just now (None when the try ended otherwise), ``spoken`` the latest rejection that had words.
    """

    banned: list[int] = field(default_factory=list)
    seen: dict[str, Finding | None] = field(default_factory=dict)
    allowed: set[Allowed] = field(default_factory=set)
    tried: list[Steering] = field(default_factory=list)
    last: Rejected | None = None
    spoken: Rejected | None = None
    pasted: bool = False
    no_end: bool = False

    @property
    def retries(self) -> int:
        """Retries spent here."""
        return len(self.tried)


def allow_of(sentence: str, hint: RepairHint, lead: str) -> Allowed:
    """What an allow try keeps, and its choices, both with the white space that belongs to them.

    The white space at the cut goes to the choices: " 72" is one token where " " and "72" are two.
    """
    cut = min(max(hint.cut_at, 0), len(sentence))
    kept = sentence[:cut]
    bare = kept.rstrip()
    if not bare:
        return lead, tuple(dict.fromkeys(hint.values))
    space = kept[len(bare) :] or ("" if bare[-1] in "(“\"'€£$" else " ")
    return lead + bare, tuple(dict.fromkeys(space + v.strip() for v in hint.values))
