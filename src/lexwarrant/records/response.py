"""What the built-in system says to a person: its acts one by one, and the card behind them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

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


@dataclass(frozen=True, slots=True)
class Authorised:
    """What stands behind one claim of the card, as a reader checks it.

    ``claim`` is the claim's id; ``rank`` the step of the pack's hierarchy, counted from 1 (None:
    not listed there); ``text_from`` and ``text_to`` bound the text quoted (None: not known, or it
    still stands), ``applies_from`` is the first day of application where the law fixes one.
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


@dataclass(frozen=True, slots=True)
class PathToVerify:
    """Where a reader goes on: ``kind`` is "verify" or "help"."""

    kind: str
    name: str
    url: str
    what: str


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
