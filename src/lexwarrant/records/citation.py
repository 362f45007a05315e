"""Citations found in text, and what a snapshot says of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CitationKind(StrEnum):
    """What a citation points to."""

    CASE = "case"
    LEGISLATION = "legislation"
    SECONDARY = "secondary_legislation"
    CONSTITUTION = "constitution"
    COURT_RULE = "court_rule"
    TREATY = "treaty"
    GAZETTE = "gazette"


class CitationForm(StrEnum):
    """How it is written. ``INTERNAL`` points into the text it stands in ("this section")."""

    FULL = "full"
    SHORT = "short"
    ID = "id"
    SUPRA = "supra"
    INTERNAL = "internal"


LABELLED_PATHS = {
    "sch": "sch",
    "annex": "anx",
    "recital": "rec",
    "part": "pt",
    "chapter": "ch",
    "amend": "amend",
}
"""Words that open a pinpoint path, and the unit marker each stands for in an id."""


def provision_path(unit: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """The segments of an id below the authority that a pinpoint names.

    ``("33", "1")`` in articles is ``art/33/1``; ``("annex", "III")`` is ``anx/III``; paragraphs of
    a schedule have their own marker: ``("sch", "3", "7")`` is ``sch/3/para/7``.
    """
    marker = LABELLED_PATHS.get(path[0]) if path else None
    if marker is None:
        return (unit, *path)
    below = path[2:]
    if marker == "sch" and below:
        if below[0] in LABELLED_PATHS:
            below = (LABELLED_PATHS[below[0]], *below[1:])
        else:
            below = ("para", *below)
    return (marker, *path[1:2], *below)


@dataclass(frozen=True, slots=True)
class CitationParts:
    """The named parts of a citation as written; an empty string is a part that is not there."""

    reporter: str = ""
    volume: str = ""
    page: str = ""
    court: str = ""
    year: str = ""
    parties: str = ""
    instrument: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """One textual reference to one authority.

    ``start`` and ``end`` are code-point offsets into the text it was found in, exactly as that
    text was given. For legislation the span holds instrument and pinpoint; for a case it runs from
    the first coordinate to the end of the pinpoint, party names and parentheticals outside it.
    ``pinpoints`` lists provision paths or pages, each from large to small: "Article 6(1)(a) and
    (f)" has ``(("6", "1", "a"), ("6", "1", "f"))``. ``normal`` is the normal form: two citations of
    the same authority in one system have the same one, pinpoints apart. ``target`` is the id of
    the authority where the normal form alone gives it, else empty. ``antecedent`` is the index, in
    the list of citations found, of the citation that a short form stands for. ``parallel`` holds
    the other coordinates of the same decision in normal form. ``unit`` is the unit marker of the
    pinpoints (``art``, ``s``, ``sch`` ...), empty for pages; of an ``internal`` reference to a part
    it is the part's level ("paragraph", "point of this art", "this s").
    """

    start: int
    end: int
    text: str
    kind: CitationKind
    form: CitationForm
    jurisdiction: str
    normal: str
    pinpoints: tuple[tuple[str, ...], ...] = ()
    unit: str = ""
    parts: CitationParts = CitationParts()
    target: str = ""
    parallel: tuple[str, ...] = ()
    antecedent: int | None = None
    ids: tuple[str, ...] = ()
    """Ids of provisions that do not follow from target, unit and pinpoints: of an Act's section cited
    with the section of the code that holds it, those in the code."""

    def provision_ids(self, authority: str = "") -> tuple[str, ...]:
        """Ids of the provisions named, when the authority's id is known (or given); else empty."""
        if self.ids and authority in ("", self.target):
            return self.ids
        own = authority or self.target
        if not own or not self.unit:
            return ()
        return tuple("/".join((own, *provision_path(self.unit, p))) for p in self.pinpoints)


class Resolves(StrEnum):
    """Whether the thing cited exists. Only a complete series or instrument says ``NOT_FOUND``."""

    EXISTS = "exists"
    NOT_FOUND = "not_found"
    NO_SUCH_PROVISION = "no_such_provision"
    MALFORMED = "malformed"
    OUT_OF_COVERAGE = "out_of_coverage"
    AMBIGUOUS = "ambiguous"


class Identity(StrEnum):
    """Whether it is the authority it is named as."""

    AGREES = "agrees"
    NAME_DIFFERS = "name_differs"
    COURT_DIFFERS = "court_differs"
    YEAR_DIFFERS = "year_differs"
    ELSEWHERE = "elsewhere"
    """The named authority exists, at another coordinate."""
    NOT_CHECKED = "not_checked"


class Content(StrEnum):
    """Whether the words said to stand there do."""

    AT_PINPOINT = "at_pinpoint"
    ELSEWHERE = "elsewhere"
    ALTERED = "altered"
    STITCHED = "stitched"
    ABSENT = "absent"
    NOT_QUOTED = "not_quoted"
    NOT_CHECKED = "not_checked"


class CitedStatus(StrEnum):
    """What the snapshot knows to have become of what is cited. Nothing known is not "good law"."""

    NO_LONGER_LAW = "no_longer_law"
    """Overruled, reversed, repealed or expired as a whole."""
    IN_PART = "in_part"
    """Overruled, reversed or repealed on one point, which the reason names."""
    NOT_YET = "not_yet"
    """Not yet in force, or not yet applicable, on the day asked about."""
    NOTHING_KNOWN = "nothing_known"


@dataclass(frozen=True, slots=True)
class Resolution:
    """The three verdicts on one citation, kept apart, and what they rest on.

    ``provision_ids`` are the provisions that were found; ``candidates`` the possible authorities of
    an ambiguous citation; ``reason`` one sentence for a person. ``status`` says what became of it,
    apart from the verdicts: an overruled decision exists, and may be quoted rightly.
    """

    resolves: Resolves
    identity: Identity = Identity.NOT_CHECKED
    content: Content = Content.NOT_CHECKED
    provision_ids: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    reason: str = ""
    status: CitedStatus = CitedStatus.NOTHING_KNOWN
