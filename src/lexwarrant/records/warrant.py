"""Warrant: what is scored, what is labelled, and what a right system does.

The scored object is the tuple (question, claims, authorities, metadata, response), written
(q, c, a, m, r) in Taranukhin & Shwartz, arXiv 2609.17546. Its public text leaves ``r`` undefined;
here it is the *response as a whole*: its words and the policy acts they amount to. A claim, an
authority and a context together have one support label; the same claim may be licensed in one
context and not in another, so an item has several contexts and each has its own gold card.

``docs/warrant.md`` defines every member of the closed sets below with an example that belongs to
it and one that does not. The files' form is versioned by `FORMAT`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from lexwarrant.records.context import Context
from lexwarrant.records.law import AuthorityKind
from lexwarrant.records.verification import ClaimCategory, RiskTier, SupportLabel

FORMAT = 1
"""Version of the form of items and cards; a file that says another number is refused."""


class PolicyAct(StrEnum):
    """What a response does. A response may do several things at once."""

    ANSWER = "answer"
    NARROW = "narrow"
    ASK = "ask"
    WARN = "warn"
    CORRECT = "correct"
    ABSTAIN = "abstain"


class StressFamily(StrEnum):
    """The way in which an item tempts a system to an unlicensed answer."""

    NEAR_MISS_AUTHORITY = "near_miss_authority"
    FALSE_PREMISE = "false_premise"
    OVERRULED_STANDARD = "overruled_standard"
    MISSING_JURISDICTION = "missing_jurisdiction"
    PROCEDURAL_FIT = "procedural_fit"
    SOURCE_STATUS = "source_status"
    POINT_IN_TIME = "point_in_time"
    WRONG_FORUM = "wrong_forum"
    MISSED_DEADLINE = "missed_deadline"
    MISDESCRIBED_REMEDY = "misdescribed_remedy"
    GENERAL_AS_ADVICE = "general_as_advice"


class Varied(StrEnum):
    """The one thing in which a variant differs from its base scenario."""

    JURISDICTION = "jurisdiction"
    DATE = "date"
    PARTY_TYPE = "party_type"
    POSTURE = "posture"
    USER_FACT = "user_fact"


class Dimension(StrEnum):
    """One way in which an authority can fail a claim in a context; each is labelled by itself."""

    EXISTS = "exists"
    STATUS = "status"
    JURISDICTION = "jurisdiction"
    TIME = "time"
    POSTURE = "posture"
    TREATMENT = "treatment"


class DimensionLabel(StrEnum):
    """Whether a dimension holds. ``UNKNOWN`` is an outcome, and never a pass."""

    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not_applicable"


class LabelMethod(StrEnum):
    """How a label was made. Only ``HUMAN`` means that a person made it."""

    HUMAN = "human"
    LANGUAGE_MODEL = "language_model"
    DERIVED = "derived"
    """Follows from other labels of the family by a stated rule."""
    TEMPLATE = "template"
    RULES = "rules"
    """A program compared the response with the gold card and the snapshot."""


class Bottleneck(StrEnum):
    """Where an answer went wrong."""

    RETRIEVAL = "retrieval"
    GENERATION = "generation"
    AUTHORITY_STATUS = "authority_status"
    TIME = "time"
    SUPPORT = "support"
    POLICY = "policy"


@dataclass(frozen=True, slots=True)
class Provenance:
    """How a label was made, by whom and when; ``confirmed_by`` names the person who checked it."""

    method: LabelMethod
    by: str
    dated: date
    confirmed_by: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class LawWords:
    """Words of law at a place.

    ``held`` says whether they are quoted from the snapshot; when False ``words`` describes the
    rule in our own words and the authority is named only. ``held_on`` is the day of the version
    quoted where it differs from the day of analysis; ``extent`` the territory.
    """

    provision: str
    words: str
    held: bool = True
    held_on: date | None = None
    extent: str = ""


@dataclass(frozen=True, slots=True)
class WarrantClaim:
    """One claim of a card.

    ``start`` and ``end`` are offsets into the card's ``text`` (both None when the claim was not
    cut from it). ``values`` are groups of equivalent wordings; a text states the claim's decisive
    values when every group has a wording in it. ``matches`` is the id of the gold claim it was
    matched with, ``match_score`` how well (0..1). ``argument`` marks a claim that the law should
    change, and ``contrary_disclosed`` whether contrary authority is shown; ``disagreement``
    records who holds what where the law is unsettled.
    """

    id: str
    text: str
    category: ClaimCategory | None = None
    consequential: bool = True
    risk: RiskTier = RiskTier.MEDIUM
    start: int | None = None
    end: int | None = None
    values: tuple[tuple[str, ...], ...] = ()
    matches: str = ""
    match_score: float = 0.0
    argument: bool = False
    contrary_disclosed: bool = False
    disagreement: str = ""


@dataclass(frozen=True, slots=True)
class AuthorityLink:
    """The label of one claim-authority-context tuple.

    ``support`` is in *this* context. ``stated`` is context-free: whether the authority's words,
    taken alone, state the claim (what generic attribution asks). ``quotation`` says whether quoted
    words stand at the pinpoint. ``status`` is the authority's in the words of its jurisdiction
    (majority, dissent, proposed rule ...), empty for plain law in force. ``confidence`` in 0..1 is
    the system's own in the support relation, None when it gave none.
    """

    claim: str
    authority: str
    support: SupportLabel
    kind: AuthorityKind = AuthorityKind.STATUTE
    status: str = ""
    pinpoint: str = ""
    words: LawWords | None = None
    dimensions: dict[Dimension, DimensionLabel] = field(default_factory=dict)
    stated: DimensionLabel = DimensionLabel.UNKNOWN
    quotation: DimensionLabel = DimensionLabel.NOT_APPLICABLE
    why: str = ""
    confidence: float | None = None
    prefilled: bool = False


@dataclass(frozen=True, slots=True)
class WarrantCard:
    """The ledger of one answer in one context: claims, authority links, policy and risk.

    ``item`` and ``context`` name what was asked; ``system`` is empty for a gold card, whose
    ``text`` is the reference answer (an audit target, never counted as a system). ``retrieved``
    are the provisions the system had before it, for the diagnosis.
    """

    item: str
    context: str
    text: str
    claims: tuple[WarrantClaim, ...]
    links: tuple[AuthorityLink, ...]
    policy: tuple[PolicyAct, ...]
    provenance: Provenance
    risk: RiskTier = RiskTier.MEDIUM
    system: str = ""
    retrieved: tuple[str, ...] = ()
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """The conventional key: an answer is right when it has a wording of every group of ``must``,
    none of ``must_not``, and cites every provision in ``citations``.

    ``refuses`` says that the right answer gives no rule at all.
    """

    answer: str
    must: tuple[tuple[str, ...], ...] = ()
    must_not: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    refuses: bool = False


@dataclass(frozen=True, slots=True)
class ItemContext:
    """An item asked in one context: the context, the key and the gold card.

    ``near_misses`` and ``near_miss_links`` are the claims that look right and are not licensed
    here, with the label each tuple has in this context.
    """

    name: str
    context: Context
    key: AnswerKey
    gold: WarrantCard
    near_misses: tuple[WarrantClaim, ...] = ()
    near_miss_links: tuple[AuthorityLink, ...] = ()


@dataclass(frozen=True, slots=True)
class WarrantItem:
    """A question with its contexts.

    ``family`` groups a base scenario and its variants, and is the cluster of the intervals.
    ``base`` names the base item of a variant, ``varied`` what differs and ``turns_on`` the words
    of law that change the answer. ``snapshot`` names the law the labels were made on.
    """

    id: str
    family: str
    stress: StressFamily
    question: str
    domain: str
    contexts: tuple[ItemContext, ...]
    snapshot: str = ""
    language: str = "en"
    base: str = ""
    varied: Varied | None = None
    turns_on: LawWords | None = None
    template: str = ""
    note: str = ""
    format: int = FORMAT
