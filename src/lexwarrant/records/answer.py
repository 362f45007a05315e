"""A legal answer: the same record whether made here or returned by a stranger's endpoint."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise


class RefusalReason(StrEnum):
    """Why nothing was promoted."""

    EMPTY_QUESTION = "empty_question"
    NO_SUCH_PROVISION = "no_such_provision"
    OUT_OF_SCOPE = "out_of_scope"
    """The question is about something the corpus does not regulate."""
    OUT_OF_COVERAGE = "out_of_coverage"
    """It is regulated, but by text not held: an annex, case law, a later amendment."""
    FOREIGN_LAW = "foreign_law"
    BELOW_THRESHOLD = "below_threshold"
    """Passages were found, none good enough."""
    UNSPECIFIED = "unspecified"
    """An external system refused and gave no reason."""


class Tier(StrEnum):
    """Confidence tier of a promoted quotation; ``NONE`` when nothing was promoted."""

    HIGH = "high"
    BORDERLINE = "borderline"
    NONE = "none"


class CitationRole(StrEnum):
    """What a citation does in an answer, and in an expectation."""

    MAIN = "main"
    CROSS_REFERENCE = "cross_reference"
    SCHEDULE = "schedule"


class NoteCode(StrEnum):
    """What an answer must say besides its quotation."""

    NOT_YET_IN_FORCE = "not_yet_in_force"
    NOT_YET_APPLICABLE = "not_yet_applicable"
    REPEALED = "repealed"
    EXPIRED = "expired"
    AMENDED_SINCE = "amended_since"
    LATER_AMENDMENTS_UNKNOWN = "later_amendments_unknown"
    NEEDS_TRANSPOSITION = "needs_transposition"
    INCOMPLETE_TEXT = "incomplete_text"
    STATUS_UNKNOWN = "status_unknown"


@dataclass(frozen=True, slots=True)
class Note:
    """A warning with its reason in words."""

    code: NoteCode
    text: str


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When a quotation is promoted (all in 0..1).

    ``score >= min_score and coverage >= min_coverage``, or ``score >= high_score_bypass``.
    """

    min_score: float
    min_coverage: float
    high_score_bypass: float

    def __post_init__(self) -> None:
        for name in ("min_score", "min_coverage", "high_score_bypass"):
            value = getattr(self, name)
            if not 0.0 <= value <= 1.0:
                raise ValueError(f"thresholds.{name} is {value}: give a number from 0 to 1")

    def promote(self, score: float, coverage: float) -> bool:
        """Whether a quotation with this score and coverage may be put forward."""
        return (
            score >= self.min_score and coverage >= self.min_coverage
        ) or score >= self.high_score_bypass


@dataclass(frozen=True, slots=True)
class QuotedWords:
    """Words of a unit's text at their offsets: ``version.text[start:end] == text``."""

    text: str
    start: int
    end: int


ELLIPSIS = " … "
"""What stands in a quotation for words of its source that are left out."""


@dataclass(frozen=True, slots=True)
class Quotation:
    """A verbatim quotation.

    ``document_id`` is the unit it is cut from, ``provision_id`` the smallest part that holds all
    of it, and ``start``/``end`` are offsets into the unit's text, so that
    ``version.text[start:end] == text``. From a stranger's reply ``start`` and ``end`` may be None.
    ``lead`` are passages of the same unit before a limb of a list that the limb completes, outermost
    first, and ``close`` those behind it that govern the list; ``more`` says that further limbs follow
    which are left out. ``shown`` is all of it as it is read.
    """

    text: str
    document_id: str
    provision_id: str
    label: str
    start: int | None = None
    end: int | None = None
    lead: tuple[QuotedWords, ...] = ()
    close: tuple[QuotedWords, ...] = ()
    more: bool = False

    @property
    def shown(self) -> str:
        """The quotation with the words that govern it; an ellipsis for what is left out between."""
        own = QuotedWords(self.text, self.start or 0, self.end or 0)
        passages = (*self.lead, own, *self.close)
        out = passages[0].text
        for before, after in pairwise(passages):
            out += (" " if after.start - before.end <= 1 else ELLIPSIS) + after.text
        return out + (ELLIPSIS.rstrip() if self.more and not self.close else "")


@dataclass(frozen=True, slots=True)
class CitedProvision:
    """A citation an answer makes. ``provision_id`` is empty when it could not be resolved."""

    text: str
    provision_id: str = ""
    role: CitationRole = CitationRole.MAIN


@dataclass(frozen=True, slots=True)
class RelatedProvision:
    """A provision that cites the anchor (an application) or is cited by it (an origin)."""

    provision_id: str
    label: str
    snippet: str


@dataclass(frozen=True, slots=True)
class Alternative:
    """A passage that was considered, with the figures that decided."""

    provision_id: str
    label: str
    score: float
    coverage: float


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing was promoted: a reason from the closed set and a sentence for the reader."""

    reason: RefusalReason
    message: str


@dataclass(frozen=True, slots=True)
class RetrievalTrace:
    """How a system says it found its quotation, where it says so.

    ``ranks`` and ``latency_ms`` are by retriever; a rank is 1 for the first, None for "not found".
    """

    quote_source: str = ""
    fusion_rank: int | None = None
    ranks: dict[str, int | None] = field(default_factory=dict)
    latency_ms: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LegalAnswer:
    """An answer to a legal question.

    ``text`` is what the reader is shown. ``cluster_label`` names the topic the anchor stands for
    and ``cluster_id`` is the system's own key of it; ``polish_method`` is how the system says it
    made the answer. ``score`` and ``coverage`` are in 0..1 and None when the system gave none.
    ``thresholds`` are the system's own, so that a harness can apply them.
    ``anchor_id`` begins with ``virtual:`` when the anchor is cited by the corpus but not in it.
    """

    question: str
    text: str
    promoted: bool
    quotation: Quotation | None = None
    refusal: Refusal | None = None
    anchor_id: str = ""
    anchor_label: str = ""
    cluster_label: str = ""
    score: float | None = None
    coverage: float | None = None
    thresholds: Thresholds | None = None
    tier: Tier = Tier.NONE
    domain: str | None = None
    citations: tuple[CitedProvision, ...] = ()
    applications: tuple[RelatedProvision, ...] = ()
    origins: tuple[RelatedProvision, ...] = ()
    n_applications: int = 0
    n_origins: int = 0
    statute_refs: tuple[str, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    notes: tuple[Note, ...] = ()
    cluster_id: str = ""
    polish_method: str = ""
    trace: RetrievalTrace | None = None
    citations_read: bool = True
    """Whether the system's protocol has a place for citations that is read; without one, nothing can
    be said of the accuracy of its citations."""
