"""Verdicts on sentences: closed sets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SentenceVerdict(StrEnum):
    """What the premise says of one sentence."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_STATED = "not_stated"
    NO_CLAIM = "no_claim"
    CANNOT_CHECK = "cannot_check"


class SupportLabel(StrEnum):
    """How an authority supports a claim in a context."""

    DIRECT = "direct"
    INFERENTIAL = "inferential"
    PARTIAL = "partial"
    CONTRADICTORY = "contradictory"
    UNADDRESSED = "unaddressed"
    OUT_OF_SCOPE = "out_of_scope"
    UNSETTLED = "unsettled"


VERDICT_OF_SUPPORT: dict[SupportLabel, SentenceVerdict] = {
    SupportLabel.DIRECT: SentenceVerdict.SUPPORTED,
    SupportLabel.INFERENTIAL: SentenceVerdict.SUPPORTED,
    SupportLabel.CONTRADICTORY: SentenceVerdict.CONTRADICTED,
    SupportLabel.PARTIAL: SentenceVerdict.NOT_STATED,
    SupportLabel.UNADDRESSED: SentenceVerdict.NOT_STATED,
    SupportLabel.OUT_OF_SCOPE: SentenceVerdict.NOT_STATED,
    SupportLabel.UNSETTLED: SentenceVerdict.CANNOT_CHECK,
}
"""DESIGN section 2: the verdict of a sentence follows from its support label."""


class ReasonCode(StrEnum):
    """Why a sentence has its verdict. ``docs/reasons.md`` is made from this enum.

    The text under each member is the row of the table: what it says, in words for a lawyer.
    """

    # supported
    STATED = "stated"
    """One passage says it, in the same slots."""
    INFERRED = "inferred"
    """It follows from one passage by an equivalence, a converse, a sum or one cross-reference."""
    SILENCE_CONFIRMED = "silence_confirmed"
    """It says that the provisions are silent, and they are."""
    CORRECTION_CONFIRMED = "correction_confirmed"
    """It denies a value that the provisions do not give, or replaces it by the one they do."""
    MODEL_ENTAILS = "model_entails"
    """The rules were undecided; an entailment model or judge found it stated, with a quotation."""

    # contradicted
    WRONG_FIGURE = "wrong_figure"
    """The passage on this point has another value of the same kind."""
    WRONG_UNIT = "wrong_unit"
    """Same number, another unit: calendar for working days, per day for per week, net for gross."""
    WRONG_COMPARATOR = "wrong_comparator"
    """Minimum for maximum, more than for at least, before for on or before."""
    OUTSIDE_BOUNDARY = "outside_boundary"
    """A value said to fall inside a limit falls outside, or the other way round."""
    WRONG_DATE = "wrong_date"
    """The passage has another date, or the other side of it."""
    WRONG_PERIOD = "wrong_period"
    """A period or its end is computed in a way the provisions do not allow."""
    WRONG_COMPUTATION = "wrong_computation"
    """A sum, product or share that the sentence shows does not come out."""
    WRONG_RANGE = "wrong_range"
    """A range or list is joined, cut or reordered against the passage."""
    WRONG_MODAL = "wrong_modal"
    """Duty, permission, prohibition and freedom are exchanged."""
    WRONG_DUTY_HOLDER = "wrong_duty_holder"
    """The duty or power is given to another person than the passage gives it to."""
    SWAPPED_PARTIES = "swapped_parties"
    """Who does and to whom it is done are exchanged."""
    NEGATED = "negated"
    """The passage says the opposite."""
    EXCEPTION_REVERSED = "exception_reversed"
    """An exception is stated as the rule, or a rule is said to hold in its exception."""
    AND_FOR_OR = "and_for_or"
    """Cumulative conditions are made alternative, or the other way round."""
    QUOTATION_ALTERED = "quotation_altered"
    """Words in quotation marks differ from the source."""
    WRONG_STATUS = "wrong_status"
    """A dissent, recital, guidance or bill is said to be law, or law to be one of them."""
    SILENCE_REFUTED = "silence_refuted"
    """It says that the provisions are silent, and they are not."""
    MODEL_CONTRADICTS = "model_contradicts"
    """The rules were undecided; an entailment model or judge found the opposite, quoted."""

    # not stated
    NO_PASSAGE = "no_passage"
    """No passage of the premise is about this."""
    EMPTY_PREMISE = "empty_premise"
    """There is nothing to rest on."""
    CONTENT_NOT_STATED = "content_not_stated"
    """A passage is near, but words that carry the rule are not in it."""
    FIGURE_NOT_STATED = "figure_not_stated"
    """No value of this kind stands in the passage."""
    DATE_NOT_STATED = "date_not_stated"
    """No such date stands in the provisions."""
    CONDITION_DROPPED = "condition_dropped"
    """A condition or exception of the passage is left out, which makes the sentence broader."""
    CONDITION_INVENTED = "condition_invented"
    """A condition or exception is added that the passage does not have."""
    SCOPE_NOT_STATED = "scope_not_stated"
    """"Only", "always" or "every" is added and the passage does not say so."""
    MISATTRIBUTED = "misattributed"
    """The words are there, but in another provision or Act than the one cited."""
    CITATION_NOT_IN_PREMISE = "citation_not_in_premise"
    """The provision cited is not among those supplied."""
    QUOTATION_NOT_FOUND = "quotation_not_found"
    """The quoted words stand nowhere in the premise."""
    QUOTATION_STITCHED = "quotation_stitched"
    """The quoted words stand in the premise, but not together."""
    USER_FIGURE_ECHOED = "user_figure_echoed"
    """The only ground for the figure is the user's own question."""
    INSTRUCTION = "instruction"
    """It tells whoever checks the answer what to find; no provision says so."""
    REPEAL_NOT_STATED = "repeal_not_stated"
    """Repeal, non-existence or change over time is asserted without evidence."""
    NOT_IN_FORCE = "not_in_force"
    """The authority is not in force, or not applicable, on the date asked for."""
    OTHER_JURISDICTION = "other_jurisdiction"
    """The authority belongs to another legal system than the question."""
    AUTHORITY_NOT_FOUND = "authority_not_found"
    """The authority cited does not exist in a complete collection."""

    # no claim
    QUESTION = "question"
    """It asks."""
    REFUSAL = "refusal"
    """It refuses or refers the reader elsewhere."""
    CONNECTIVE = "connective"
    """It links, introduces or sums up, and asserts no law."""
    USER_FACTS = "user_facts"
    """It restates what the user said."""

    # cannot check
    LANGUAGE_UNKNOWN = "language_unknown"
    """No tables for the language of the sentence or of the premise."""
    LANGUAGE_DIFFERS = "language_differs"
    """The sentence is in another language than the provisions, and says more than names and figures."""
    ENDORSED_UNSEEN = "endorsed_unseen"
    """It agrees with something that is not before the verifier."""
    MODEL_FAILED = "model_failed"
    """A model was asked, and failed, timed out or gave no quotation."""
    INCOMPLETE_SOURCE = "incomplete_source"
    """The source is cut, so what is not in it refutes nothing."""
    CALENDAR_UNKNOWN = "calendar_unknown"
    """The end of the period turns on a holiday or another fact that is not given."""
    AUTHORITY_NOT_HELD = "authority_not_held"
    """The authority cited is not in the collection, which does not claim to be complete."""


class Slot(StrEnum):
    """The part of a sentence that a check compares."""

    FIGURE = "figure"
    UNIT = "unit"
    COMPARATOR = "comparator"
    DATE = "date"
    PERIOD = "period"
    COMPUTATION = "computation"
    MODAL = "modal"
    DUTY_HOLDER = "duty_holder"
    PARTIES = "parties"
    POLARITY = "polarity"
    CONDITION = "condition"
    EXCEPTION = "exception"
    SCOPE = "scope"
    CONJUNCTION = "conjunction"
    QUOTATION = "quotation"
    CITATION = "citation"
    TITLE = "title"
    STATUS = "status"
    CONTENT = "content"


HARD_SLOTS: frozenset[Slot] = frozenset(
    {Slot.FIGURE, Slot.UNIT, Slot.COMPARATOR, Slot.DATE, Slot.PERIOD, Slot.COMPUTATION}
    | {Slot.MODAL, Slot.POLARITY, Slot.CITATION, Slot.TITLE, Slot.QUOTATION, Slot.STATUS}
)
"""Slots on which the rules have the last word: no model may overrule them."""


class ClaimKind(StrEnum):
    """What a sentence does."""

    STATES_LAW = "states_law"
    APPLIES_LAW = "applies_law"
    """Applies law to facts of the case."""
    STATES_SILENCE = "states_silence"
    """Says that the provisions do not answer."""
    RESTATES_FACTS = "restates_facts"
    REFUSES = "refuses"
    ASKS = "asks"
    WARNS = "warns"
    CONNECTS = "connects"


class ClaimCategory(StrEnum):
    """What a consequential claim is about (``docs/claims.md``)."""

    DEADLINE = "deadline"
    REMEDY = "remedy"
    RIGHT = "right"
    DUTY = "duty"
    PERMISSION = "permission"
    PROHIBITION = "prohibition"
    PENALTY = "penalty"
    THRESHOLD = "threshold"
    FORUM = "forum"
    PROCEDURE = "procedure"
    DEFINITION = "definition"
    STATUS = "status"
    HELP_SEEKING = "help_seeking"


class RiskTier(StrEnum):
    """``HIGH`` when a wrong answer could lose a right or cause a sanction."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """Words of the premise a verdict rests on.

    ``start`` and ``end`` are code-point offsets into the text of premise provision number
    ``provision`` (0 for a premise that is one text); ``label`` is how the place is cited, empty
    when nothing in the premise says so; ``provision_id`` is the snapshot's id where there is one.
    """

    start: int
    end: int
    text: str
    provision: int = 0
    label: str = ""
    provision_id: str = ""


class RepairAction(StrEnum):
    """What whoever regenerates should do."""

    USE_VALUE = "use_value"
    """Keep the sentence up to ``cut_at`` and use one of ``values``."""
    USE_CITATION = "use_citation"
    USE_MODAL = "use_modal"
    USE_WORDS = "use_words"
    """Use the source's words, such as a condition that was left out."""
    START_ANEW = "start_anew"
    """Nothing in the sentence can be kept."""


@dataclass(frozen=True, slots=True)
class RepairHint:
    """How to mend a sentence: ``cut_at`` is an offset into the sentence's own text."""

    action: RepairAction
    cut_at: int = 0
    values: tuple[str, ...] = ()


class Exists(StrEnum):
    """Whether the authorities a sentence cites exist."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
    NOT_CITED = "not_cited"


class InForce(StrEnum):
    """Whether they are in force, and apply, on the date asked for."""

    YES = "yes"
    NOT_YET = "not_yet"
    NO_LONGER = "no_longer"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Dimensions:
    """The other dimensions of warrant, filled in by ``check_answer``.

    ``same_jurisdiction`` is None when the question named none; ``status`` is the authority's kind
    (statute, guidance, bill ...), empty when nothing is cited.
    """

    exists: Exists = Exists.NOT_CITED
    same_jurisdiction: bool | None = None
    in_force: InForce = InForce.UNKNOWN
    status: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one sentence.

    ``start`` and ``end`` are offsets of the sentence in the text that was checked, and
    ``sentence`` is its words. ``span`` is the failed part as offsets into that text, the whole
    sentence when nothing smaller failed. ``confidence`` is in 0..1 and says how sure the rules are
    of *this* verdict; it is ordinal, not a probability. ``checked_by`` is "rules" or the model's id.
    """

    sentence: str
    start: int
    end: int
    verdict: SentenceVerdict
    support: SupportLabel | None
    reasons: tuple[ReasonCode, ...]
    claim: ClaimKind
    failed_slots: tuple[Slot, ...] = ()
    confidence: float = 0.0
    span: tuple[int, int] = (0, 0)
    sources: tuple[SourceSpan, ...] = ()
    categories: tuple[ClaimCategory, ...] = ()
    risk: RiskTier = RiskTier.LOW
    hint: RepairHint | None = None
    checked_by: str = "rules"
    dimensions: Dimensions | None = None


WORST_FIRST: tuple[SentenceVerdict, ...] = (
    SentenceVerdict.CONTRADICTED,
    SentenceVerdict.NOT_STATED,
    SentenceVerdict.CANNOT_CHECK,
    SentenceVerdict.SUPPORTED,
    SentenceVerdict.NO_CLAIM,
)
"""The order in which the verdicts of several sentences make one."""


@dataclass(frozen=True, slots=True)
class PremiseProvision:
    """One provision a sentence may rest on.

    ``citations`` say what of the instrument the text holds ("s. 86(1)", "art33/1", a provision
    id); ``title`` and ``aliases`` name the instrument. ``status`` is empty for law in force and
    else says what the text is (recital, guidance, bill, dissent). ``complete`` is False when the
    source is cut.
    """

    text: str
    title: str = ""
    aliases: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    provision_id: str = ""
    status: str = ""
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Premise:
    """The provisions a sentence may rest on; ``jurisdiction`` is a pack's code or empty."""

    provisions: tuple[PremiseProvision, ...]
    jurisdiction: str = ""


@dataclass(frozen=True, slots=True)
class CheckContext:
    """What came before a sentence.

    ``previous`` are the sentences of the answer so far (the last ones matter), ``question`` is
    the user's. Neither is ever evidence for a statement of law.
    """

    previous: tuple[str, ...] = ()
    question: str = ""


@dataclass(frozen=True, slots=True)
class TextFinding:
    """All sentences of a text, and the worst verdict among them."""

    verdict: SentenceVerdict
    findings: tuple[Finding, ...]
