"""Where an answer stands: the verified text, the turns it lies in, the point being written."""

from __future__ import annotations

from dataclasses import dataclass, field

from lexwarrant.answering.generation import guards
from lexwarrant.answering.generation.backends.base import Capabilities, Role, Turn
from lexwarrant.answering.generation.budgets import StopReason
from lexwarrant.answering.generation.plan import PointState
from lexwarrant.answering.generation.trace import Attempt, LesserMode, Point


@dataclass(slots=True)
class AnswerState:
    """One answer while it is written.

    ``text`` is all of it and only ever grows; ``open`` is the part of it in the assistant's current
    turn, ``turns`` what stands before that. ``can`` is what the server turned out to be able to do.
    """

    turns: tuple[Turn, ...]
    can: Capabilities
    text: str = ""
    open: str = ""
    point: PointState = field(default_factory=PointState)
    attempts: list[Attempt] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    committed: list[Attempt] = field(default_factory=list)
    plain: set[str] = field(default_factory=set)
    inserted: set[tuple[int, int, int]] = field(default_factory=set)
    lesser: list[LesserMode] = field(default_factory=list)
    retries: int = 0
    faults: int = 0
    refused: bool = False
    led_back: bool = False
    stop: StopReason | None = None

    def append(self, text: str, gap: str) -> str:
        """Add fixed text after ``gap``; what was added, gap included."""
        piece = (gap if self.text else "") + text
        self.text += piece
        self.open += (gap if self.open else "") + text
        return piece

    def commit(self, text: str, attempt: Attempt) -> str:
        """Add a verified sentence; what was added, with the white space before it."""
        piece = text.rstrip()
        if not self.text:
            piece = piece.lstrip()
        elif not piece[:1].isspace():
            piece = " " + piece
        self.text += piece
        self.open += piece if self.open else piece.lstrip()
        self.committed.append(attempt)
        self.plain.add(guards.plain(attempt.text))
        self.close_point(refused=False)
        return piece

    def insert(self, turn: str) -> None:
        """Set a user turn at the cut; the answer goes on in a new turn of the assistant."""
        if self.open:
            self.turns = (*self.turns, Turn(Role.ASSISTANT, self.open))
        self.turns = (*self.turns, Turn(Role.USER, turn))
        self.open = ""

    def close_point(self, *, refused: bool) -> None:
        """The point is over; the next sentence begins a new one."""
        if self.attempts or refused:
            self.points.append(Point(tuple(self.attempts), refused))
        self.attempts = []
        self.point = PointState()

    def lessen(self, mode: LesserMode) -> None:
        """Note a lesser mode, once."""
        if mode not in self.lesser:
            self.lesser.append(mode)
