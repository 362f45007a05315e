"""The four stages of labelling, and what is filled in at each.

Extract the claims, link them to authorities, label each pair, then label the policy of the whole
answer; each is imported and its conflicts settled before the next is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from lexwarrant.records.verification import ClaimCategory, RiskTier, SupportLabel
from lexwarrant.records.warrant import Dimension, DimensionLabel, PolicyAct


class Stage(StrEnum):
    """A stage of labelling, in order."""

    EXTRACT = "extract"
    LINK = "link"
    LABEL = "label"
    POLICY = "policy"


class FieldKind(StrEnum):
    """What may stand in a field and how agreement on it is measured."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    SET = "set"
    """Values separated by semicolons, in any order."""
    WORDS = "words"
    """Words cut from the answer: where annotators agree is measured by span."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field to fill: ``values`` are those allowed, in order where the field is ordinal; empty for
    free entries. ``required`` fields make a row blank when none of them is filled."""

    name: str
    kind: FieldKind
    values: tuple[str, ...] = ()
    required: bool = True


YES_NO = ("yes", "no")
SUPPORT_ORDER = (
    SupportLabel.DIRECT, SupportLabel.INFERENTIAL, SupportLabel.PARTIAL, SupportLabel.UNADDRESSED,
    SupportLabel.CONTRADICTORY,
)  # fmt: skip
"""From the most to the least support; `out_of_scope` and `unsettled` stand outside the order, so
ordinal agreement leaves them out and nominal agreement has them."""

FIELDS: dict[Stage, tuple[Field, ...]] = {
    Stage.EXTRACT: (
        Field("claim", FieldKind.NOMINAL, YES_NO),
        Field("consequential", FieldKind.NOMINAL, YES_NO, required=False),
        Field("category", FieldKind.NOMINAL, tuple(c.value for c in ClaimCategory), required=False),
        Field("argument", FieldKind.NOMINAL, YES_NO, required=False),
        Field("contrary_disclosed", FieldKind.NOMINAL, YES_NO, required=False),
        Field("words", FieldKind.WORDS, required=False),
    ),
    Stage.LINK: (Field("authorities", FieldKind.SET),),
    Stage.LABEL: (
        Field("support", FieldKind.NOMINAL, tuple(s.value for s in SupportLabel)),
        *(
            Field(d.value, FieldKind.NOMINAL, tuple(v.value for v in DimensionLabel))
            for d in Dimension
        ),
    ),
    Stage.POLICY: (
        Field("acts", FieldKind.SET, tuple(a.value for a in PolicyAct)),
        Field("risk", FieldKind.ORDINAL, tuple(r.value for r in RiskTier)),
    ),
}
ORDER = tuple(Stage)
NOTES = ("rationale", "minutes", "done_on")
"""Columns that every stage has besides its fields: why, minutes spent, the day (ISO)."""


def next_stage(stage: Stage) -> Stage | None:
    """The stage after ``stage``, None after the last."""
    at = ORDER.index(stage) + 1
    return ORDER[at] if at < len(ORDER) else None


def split_set(value: str) -> tuple[str, ...]:
    """The members of a set field, trimmed, without repeats, in order of writing."""
    return tuple(dict.fromkeys(v.strip() for v in value.split(";") if v.strip()))


def wrong_value(field: Field, value: str) -> str:
    """Why ``value`` may not stand in ``field``; empty when it may."""
    if not value.strip() or not field.values:
        return ""
    given = split_set(value) if field.kind is FieldKind.SET else (value.strip(),)
    bad = [v for v in given if v not in field.values]
    if not bad:
        return ""
    return f"{field.name}: {bad[0]!r} is not one of {', '.join(field.values)}"
