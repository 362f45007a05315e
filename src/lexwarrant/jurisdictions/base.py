"""What a jurisdiction pack is, and what it finds.

A pack is data plus small functions: the words that label provisions, and `Pack.find`, which yields
*mentions*: an instrument named, a decision's coordinate. What joins a provision phrase to the
instrument it belongs to, reads pinpoints and follows short forms is the same in every system and
lies in `lexwarrant.jurisdictions.grammar`. A new pack is one folder and one test file.

Offsets here are into folded text (`lexwarrant.text.folding`): straight quotes, single spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from lexwarrant.records.citation import Citation, CitationForm, CitationKind, CitationParts


@dataclass(frozen=True, slots=True)
class Label:
    """A word that opens a provision phrase.

    ``unit`` is a unit marker (``art``, ``s``, ``sch`` ...) or, for a part that needs a text to
    stand in, its level (``paragraph``, ``subsection``, ``point``). ``lead`` is the word that opens
    the path ("sch"), empty where numbers stand bare. ``roman`` says that the number may be a Roman
    numeral or a capital letter. ``short`` marks an abbreviation.
    """

    unit: str
    lead: str = ""
    plural: bool = False
    short: bool = False
    roman: bool = False


@dataclass(frozen=True, slots=True)
class Instrument:
    """An instrument of law named in text: an Act, a regulation, a code, a treaty.

    ``unit`` is what its pinpoints are unless a label says otherwise; ``pinpoints`` are set when the
    pinpoint is part of the name's own form (an ELI that ends in an article).
    """

    start: int
    end: int
    jurisdiction: str
    kind: CitationKind
    normal: str
    parts: CitationParts
    form: CitationForm = CitationForm.FULL
    target: str = ""
    unit: str = ""
    pinpoints: tuple[tuple[str, ...], ...] = ()
    rank: int = 0
    """Which of two overlapping mentions stays: the higher; on a tie the longer."""
    bare: bool = False
    """Whether a number directly behind it is a provision without a label ("28 USC 1331")."""
    needs_phrase: bool = False
    """Counts only with a provision ("ERA 1996" alone does, "the Convention" alone may not)."""


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A decision's coordinate: a reporter slot, a neutral citation, a docket number.

    ``pins`` are the pinpoints that follow it, ``end`` the end of them.
    """

    start: int
    end: int
    jurisdiction: str
    normal: str
    parts: CitationParts
    form: CitationForm = CitationForm.FULL
    kind: CitationKind = CitationKind.CASE
    target: str = ""
    pins: tuple[tuple[str, ...], ...] = ()
    parallel: tuple[str, ...] = ()
    rank: int = 0
    joins: bool = True
    """Whether it can be one of several parallel coordinates of a decision."""
    bridges: re.Pattern[str] | None = None
    """What may stand between it and the coordinate before it, if more than a comma (names)."""


Mention = Instrument | Coordinate


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a pack's languages that the shared grammar needs.

    ``labels`` by lower-case word without full stop; ``tails`` are the words of a part that follows
    a number ("Abs.", "paragraphe", "lit."), with what its value opens in the path ("" for bare,
    "-" when it is read and left out); ``links`` lead from a phrase to its instrument.
    """

    labels: Mapping[str, Label] = field(default_factory=dict)
    tails: Mapping[str, str] = field(default_factory=dict)
    links: tuple[str, ...] = ()


class PackDefaults:
    """What a pack does that knows nothing of its own about it."""

    __slots__ = ()

    def impossible(self, citation: Citation) -> str:
        """See `Pack.impossible`."""
        return ""

    def court_key(self, written: str) -> str:
        """See `Pack.court_key`."""
        return ""


class Pack(Protocol):
    """One legal system."""

    code: str
    languages: tuple[str, ...]
    words: Words
    order: int
    """Its place when all packs are asked: of two equal readings the lower order's stays."""
    own_units: frozenset[str]
    """Units that a reference without an instrument names in this system."""
    hyphen_ranges: bool
    """Whether a hyphen between two numbers of a provision is a range ("Art. 12-14")."""

    def find(self, text: str) -> Iterable[Mention]:
        """The instruments and decisions named in folded ``text``, in any order."""
        ...

    def impossible(self, citation: Citation) -> str:
        """Why nothing can stand at a citation's coordinate, or empty.

        A reporter that did not run in the year of the decision is the one thing that form alone
        shows.
        """
        ...

    def court_key(self, written: str) -> str:
        """One key for all ways of writing a court, empty for a court that is not known."""
        ...
