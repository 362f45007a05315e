"""What to do after a sentence was rolled back.

The four ways and their choice. ``ALLOW`` keeps the sentence up to the slot that failed and lets the
model choose among grounded values; ``BAN`` starts the sentence anew with the rejected first tokens
forbidden; ``INJECT`` sets the provision at the cut, as a new user turn; ``REWRITE`` asks for a
corrected sentence and names what failed. ``AUTO`` follows the verifier's repair hint.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from lexwarrant.answering.generation.backends.base import Capabilities
from lexwarrant.records.verification import Finding, RepairAction


class Steering(StrEnum):
    """How the next try is steered; ``NONE`` draws again from the verified prefix unchanged."""

    ALLOW = "allow"
    BAN = "ban"
    INJECT = "inject"
    REWRITE = "rewrite"
    AUTO = "auto"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Rejection:
    """What is known of a rejected sentence when its retry is chosen.

    ``values`` are those that an allow try may choose from, ``allowed_before`` says that the same
    cut and values were already tried at this point, ``injectable`` that there is a provision not
    yet inserted in this answer, ``repeated`` that a retry came out word for word as one rejected
    before, ``tried`` the steerings of this point.
    """

    values: tuple[str, ...]
    allowed_before: bool
    injectable: bool
    repeated: bool
    tried: tuple[Steering, ...]
    bannable: bool


_AFTER: dict[Steering, tuple[Steering, ...]] = {
    Steering.ALLOW: (Steering.ALLOW, Steering.BAN, Steering.REWRITE),
    Steering.BAN: (Steering.BAN, Steering.REWRITE),
    Steering.INJECT: (Steering.INJECT, Steering.BAN, Steering.REWRITE),
    Steering.REWRITE: (Steering.REWRITE,),
}
"""What each falls back to, in order, when it cannot be done here."""

_BY_HINT = frozenset(
    {
        RepairAction.USE_VALUE,
        RepairAction.USE_CITATION,
        RepairAction.USE_MODAL,
        RepairAction.USE_WORDS,
    }
)


def hinted(finding: Finding | None) -> bool:
    """Whether the verifier named values that would mend the sentence."""
    return (
        finding is not None
        and finding.hint is not None
        and finding.hint.action in _BY_HINT
        and bool(finding.hint.values)
    )


def possible(steering: Steering, rejection: Rejection, can: Capabilities) -> bool:
    """Whether a steering can be done on this backend for this rejection."""
    if steering is Steering.ALLOW:
        if not can.prefill or not rejection.values or rejection.allowed_before:
            return False
        return can.choices or len(rejection.values) == 1
    if steering is Steering.BAN:
        return can.prefill and can.bans and rejection.bannable
    if steering is Steering.INJECT:
        return rejection.injectable
    return True


def choose(asked: Steering, rejection: Rejection, can: Capabilities) -> Steering:
    """The steering of the next try: what was asked for, or what it falls back to.

    After a retry that repeated a rejected sentence word for word the way is changed: the steering
    just used goes to the end of the line.
    """
    if asked is Steering.NONE:
        return Steering.NONE
    line = _auto(rejection) if asked is Steering.AUTO else _AFTER[asked]
    able = [s for s in line if possible(s, rejection, can)] or [Steering.REWRITE]
    if rejection.repeated and rejection.tried and able[0] is rejection.tried[-1]:
        able = able[1:] or [
            next(
                (
                    s
                    for s in (Steering.REWRITE, Steering.INJECT, Steering.BAN)
                    if s is not rejection.tried[-1] and possible(s, rejection, can)
                ),
                Steering.REWRITE,
            )
        ]
    return able[0]


def _auto(rejection: Rejection) -> tuple[Steering, ...]:
    """By the hint; without one each way once: the provision, a ban, a rewrite, and round again."""
    ways = (Steering.INJECT, Steering.BAN, Steering.REWRITE)
    fresh = tuple(s for s in ways if s not in rejection.tried)
    used = tuple(s for s in ways if s in rejection.tried)
    lead = (Steering.ALLOW,) if rejection.values else ()
    return (*lead, *fresh, *used)
