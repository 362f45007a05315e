"""What the built-in system says to a person: its acts one by one, and the card behind them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from lexwarrant.records.answer import LegalAnswer, Quotation
from lexwarrant.records.context import Context
from lexwarrant.records.law import AuthorityKind, Status
from lexwarrant.records.warrant import PolicyAct, WarrantCard


@dataclass(frozen=True, slots=True)
class Step:
    """One act of a response in words, with the quotations that carry it.

    Every statement of law in a response is in a quotation; ``text`` only says what is done with it.
    """

    act: PolicyAct
    text: str
    quotations: tuple[Quotation, ...] = ()


class State(StrEnum):
    """What stands of the text quoted, on the day asked about: one word that every line of a card follows.

    ``SUPERSEDED``: an amendment is known whose words are not held. ``FIXES``: the words fix a date and
    speak before it. ``NOT_LAW``: a bill, guidance, a dissent: nothing that could be in force.
    ``UNDATED``: no day was asked about, so nothing was looked up for one.
    """

    IN_FORCE = "in_force"
    WAITING = "waiting"
    NOT_YET = "not_yet"
    REPEALED = "repealed"
    EXPIRED = "expired"
    UNDONE = "undone"
    SUPERSEDED = "superseded"
    FIXES = "fixes"
    NOT_LAW = "not_law"
    UNKNOWN = "unknown"
    UNDATED = "undated"


class Binds(StrEnum):
    """Whom a source binds as things stand. ``STATES`` are those a directive is addressed to; the ``_IF``
    members leave open whether the source is in force."""

    ALL = "all"
    ALL_IF = "all_if"
    STATES = "states"
    STATES_IF = "states_if"
    NOT_YET = "not_yet"
    NO_LONGER = "no_longer"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Authorised:
    """What stands behind one claim of the card, as a reader checks it.

    ``claim`` is the claim's id; ``rank`` the step of the pack's hierarchy, counted from 1 (None:
    not listed there); ``text_from`` and ``text_to`` bound the text quoted (None: not known, or it
    still stands), ``applies_from`` is the first day of application where the law fixes one. ``state``
    is what `status` and all else that is known come to, ``binds`` whom the source binds then.
    """

    claim: str
    provision: str
    label: str
    title: str
    kind: AuthorityKind
    rank: int | None
    binding: bool
    status: Status
    text_from: date | None = None
    text_to: date | None = None
    applies_from: date | None = None
    treatment: tuple[str, ...] = ()
    source: str = ""
    limits: tuple[str, ...] = ()
    state: State = State.UNKNOWN
    binds: Binds = Binds.ALL_IF


@dataclass(frozen=True, slots=True)
class PathToVerify:
    """Where a reader goes on: ``kind`` is "verify" or "help"; ``checked`` is the day on which the
    address was last seen to lead there, None when nobody looked."""

    kind: str
    name: str
    url: str
    what: str
    checked: date | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """A question, the acts it is met with, and the card a reviewer signs.

    ``answer`` is the verbatim answer underneath; ``text`` everything a reader is shown as one text,
    into which the card's claims have their offsets. ``ranking`` says why the first passage came
    before the others.
    """

    question: str
    context: Context
    text: str
    steps: tuple[Step, ...]
    card: WarrantCard
    answer: LegalAnswer
    authorised: tuple[Authorised, ...] = ()
    ranking: tuple[str, ...] = ()
    paths: tuple[PathToVerify, ...] = ()
    language: str = "en"

    @property
    def policy(self) -> tuple[PolicyAct, ...]:
        """The acts, each once, in their order."""
        return self.card.policy
