"""Authorities, provisions, versions and what happens to them over time.

The unit that has versions is the *provision* in the narrow sense: an article, a section, a
schedule paragraph. Its smaller parts (paragraphs, points, definitions) are spans of the text of a
version, so no text is stored twice and ``version.text[part.start:part.end]`` is the part.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum


class AuthorityKind(StrEnum):
    """What sort of authority it is. Finer statuses (majority, dissent, white paper) are a pack's."""

    STATUTE = "statute"
    REGULATION = "regulation"
    DIRECTIVE = "directive"
    SECONDARY = "secondary_legislation"
    CONSTITUTION = "constitution"
    COURT_RULE = "court_rule"
    TREATY = "treaty"
    JUDGMENT = "judgment"
    BILL = "bill"
    GUIDANCE = "guidance"


class Effect(StrEnum):
    """Whom an authority binds by itself."""

    DIRECT = "direct"
    """Binds those it addresses, private persons included."""
    TRANSPOSED = "transposed"
    """Binds the States it is addressed to; private persons only through national law."""
    PRECEDENT = "precedent"
    PERSUASIVE = "persuasive"
    NONE = "none"


class Status(StrEnum):
    """What a provision is on a date. ``UNKNOWN`` is an answer of its own, never a guess."""

    NOT_YET_IN_FORCE = "not_yet_in_force"
    IN_FORCE_NOT_APPLICABLE = "in_force_not_applicable"
    APPLICABLE = "applicable"
    REPEALED = "repealed"
    EXPIRED = "expired"
    UNKNOWN = "unknown"


class TreatmentKind(StrEnum):
    """What a later authority did to an earlier one."""

    AMENDED = "amended"
    INSERTED = "inserted"
    REPEALED = "repealed"
    OVERRULED = "overruled"
    REVERSED = "reversed"
    AFFIRMED = "affirmed"
    DISTINGUISHED = "distinguished"
    APPLIED = "applied"


@dataclass(frozen=True, slots=True)
class Source:
    """Where records came from. ``attribution`` is the line that reports must carry."""

    name: str
    url: str
    licence: str
    attribution: str = ""
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Identifier:
    """A public identifier of an authority: scheme (celex, eli, ecli, act_number) and value."""

    scheme: str
    value: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """What of an authority a snapshot holds.

    Only a unit kind in ``complete`` may answer "no such provision". A kind in ``absent`` exists
    in the authority but is not held: asked for, it is out of coverage.
    """

    complete: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    later_amendments: bool = False
    """Whether amendments after the text's own date are in the snapshot."""
    decisions: int | None = None
    """Of a series: how many decisions its source counts in the complete volumes or years."""


@dataclass(frozen=True, slots=True)
class Authority:
    """An instrument or decision that can license a claim.

    ``aliases`` are the names people call it by, in any language, used to find it in questions and
    citations. ``domain`` is the legal field in a few words. ``court``, ``number`` and ``parties``
    are for decisions. ``text_held`` is False for an authority of which only the metadata is known:
    it is named, never quoted.
    """

    id: str
    jurisdiction: str
    kind: AuthorityKind
    title: str
    short_title: str
    source: str
    language: str = "en"
    aliases: tuple[str, ...] = ()
    identifiers: tuple[Identifier, ...] = ()
    dated: date | None = None
    in_force: date | None = None
    repealed: date | None = None
    effect: Effect = Effect.DIRECT
    status: str = ""
    coverage: Coverage = field(default_factory=Coverage)
    domain: str = ""
    court: str = ""
    number: str = ""
    parties: str = ""
    text_held: bool = True
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A citable part of a version's text.

    ``start`` and ``end`` are offsets into ``Version.text`` in code points; ``kind`` is paragraph,
    subparagraph, point, definition, sentence ...; ``label`` is how it is cited ("Article 5(1)(a)").
    """

    id: str
    kind: str
    label: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Version:
    """A provision's text from a date to a date.

    ``valid_from`` is the day the text came into force (None: before anything we know), and
    ``valid_to`` the first day on which it no longer stood (None: it still stands). ``extent`` names
    the territories the text is for, empty when it is for all. ``complete`` is False when the
    source cut the text: nothing may then be refuted by what is not in it. ``text`` is empty and
    ``repealed`` True for a provision that stands repealed.
    """

    provision_id: str
    label: str
    text: str
    heading: str = ""
    parts: tuple[Part, ...] = ()
    valid_from: date | None = None
    valid_to: date | None = None
    extent: tuple[str, ...] = ()
    complete: bool = True
    repealed: bool = False
    changed_by: str = ""
    kind: str = "article"
    division: tuple[str, ...] = ()
    """Where it stands: chapter, section, part; outermost first."""


@dataclass(frozen=True, slots=True)
class Applicability:
    """From when, and until when, a provision applies, and the words of law that say so.

    ``target`` is an authority, a unit or a part; the smallest target around a provision decides.
    ``basis`` is the provision that fixes the date and ``basis_start``/``basis_end`` the span in
    its text. ``applies_to`` is the first day on which it no longer applies.
    """

    target: str
    applies_from: date | None
    applies_to: date | None = None
    basis: str = ""
    basis_start: int = 0
    basis_end: int = 0


@dataclass(frozen=True, slots=True)
class Treatment:
    """What ``by`` did to ``target`` and when. ``scope`` is "whole" or names one point."""

    target: str
    by: str
    kind: TreatmentKind
    on: date | None = None
    scope: str = "whole"


@dataclass(frozen=True, slots=True)
class CitationEdge:
    """One citation inside the corpus: ``source`` cites ``target`` at a span of its text.

    ``held`` is False for a target that is not in the snapshot (a *virtual* anchor).
    """

    source: str
    start: int
    end: int
    target: str
    label: str
    held: bool


LawRecord = Source | Authority | Version | Applicability | Treatment
"""What a reader yields and the interchange form holds."""
