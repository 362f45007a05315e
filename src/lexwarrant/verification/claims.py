"""What a sentence does, and which consequential claims it makes.

Categories and risk tiers come from ``jurisdictions/claims.yaml``; what counts as which, with
examples, is published in ``docs/claims.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import yaml

from lexwarrant.records.errors import ConfigurationError
from lexwarrant.records.verification import ClaimCategory, ClaimKind, ReasonCode, RiskTier
from lexwarrant.verification import lexicon as lx
from lexwarrant.verification.frames import Clause
from lexwarrant.verification.lexicon import Lexicon
from lexwarrant.verification.marks import Analysis


@dataclass(frozen=True, slots=True)
class CategoryRule:
    """One row of the table. ``includes``, ``excludes``, ``example`` and ``counterexample`` are for people."""

    category: ClaimCategory
    risk: RiskTier
    includes: str
    excludes: str
    example: str
    counterexample: str
    words: dict[str, tuple[str, ...]]
    modals: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    bounded: bool = False


@cache
def category_rules() -> tuple[CategoryRule, ...]:
    """The table of categories, in the order of the file.

    Raises `ConfigurationError` when a category, tier or field is not known.
    """
    text = files("lexwarrant.jurisdictions").joinpath("claims.yaml").read_text("utf-8")
    out: list[CategoryRule] = []
    for row in yaml.safe_load(text):
        try:
            words = {k: tuple(v) for k, v in row.pop("words", {}).items()}
            out.append(
                CategoryRule(
                    ClaimCategory(row.pop("category")),
                    RiskTier(row.pop("risk")),
                    row.pop("includes"),
                    row.pop("excludes"),
                    row.pop("example"),
                    row.pop("counterexample"),
                    words,
                    tuple(row.pop("modals", ())),
                    tuple(row.pop("figures", ())),
                    bool(row.pop("bounded", False)),
                )
            )
        except (KeyError, ValueError) as error:
            raise ConfigurationError(f"claims.yaml, row {len(out) + 1}: {error}") from None
        if row:
            raise ConfigurationError(
                f"claims.yaml, row {len(out)}: unknown field {next(iter(row))!r}"
            )
    return tuple(out)


@cache
def _by_concept(code: str) -> dict[int, int]:
    """The categories, as bits, that each word of the table speaks for."""
    lex = lx.lexicon_for(code)
    found: dict[int, int] = {}
    for rule in category_rules():
        for word in rule.words.get(code, ()):
            root = lex.word(word).concepts[0]
            found[root] = found.get(root, 0) | _bit(rule.category)
    return found


@cache
def _by_modal() -> dict[str, int]:
    found: dict[str, int] = {}
    for rule in category_rules():
        for modal in rule.modals:
            found[modal] = found.get(modal, 0) | _bit(rule.category)
    return found


@cache
def _by_figure() -> dict[str, tuple[tuple[int, bool], ...]]:
    found: dict[str, tuple[tuple[int, bool], ...]] = {}
    for rule in category_rules():
        for kind in rule.figures:
            found[kind] = (*found.get(kind, ()), (_bit(rule.category), rule.bounded))
    return found


def _kind_of(dim: str) -> str:
    if dim in ("day", "month"):
        return "time"
    return "money" if dim.startswith("money") else dim


def categorise(analysis: Analysis, clause: Clause) -> tuple[tuple[ClaimCategory, ...], RiskTier]:
    """The categories of a sentence in the order of the table, and the highest tier among them."""
    lex = analysis.lex
    table = _by_concept(lex.code)
    found = _bit(ClaimCategory.STATUS) if clause.repeal else 0
    for word in analysis.words:
        if word is not None and word.concepts[0] in table:
            found |= table[word.concepts[0]]
    for mark in analysis.marks:
        kind = mark.kind
        if kind in _NAMING:
            for token in analysis.low[mark.i : mark.j]:
                found |= table.get(lex.word(token).concepts[0], 0)
            if kind == lx.STATUS:
                found |= _bit(ClaimCategory.STATUS)
        elif kind == lx.DEFINES:
            found |= _bit(ClaimCategory.DEFINITION)
    modals = _by_modal()
    for force in clause.forces:
        found |= modals.get(force.kind, 0)
    figures = _by_figure()
    for quantity in analysis.quantities:
        for category, bounded in figures.get(_kind_of(quantity.dim), ()):
            if not bounded or quantity.cmp in ("max", "lt") or quantity.rel == "after":
                found |= category
    return _in_order(found)


_NAMING = frozenset({lx.MODAL, lx.STATUS, lx.CONVERSE})


@cache
def _bit(category: ClaimCategory) -> int:
    """A category as one bit, so that a set of them is a number."""
    return 1 << [rule.category for rule in category_rules()].index(category)


@cache
def _in_order(found: int) -> tuple[tuple[ClaimCategory, ...], RiskTier]:
    """Categories in the order of the table, and the highest tier; their sets are few."""
    named = [rule for rule in category_rules() if found & _bit(rule.category)]
    tiers = {rule.risk for rule in named}
    risk = next((t for t in (RiskTier.HIGH, RiskTier.MEDIUM) if t in tiers), RiskTier.LOW)
    return tuple(dict.fromkeys(rule.category for rule in named)), risk


def classify(analysis: Analysis) -> tuple[ClaimKind, ReasonCode]:
    """The kind of a sentence, with the reason code it has when it makes no claim."""
    text = analysis.text.rstrip(" \"'”»)")
    talk = [m for m in analysis.marks if m.kind == lx.TALK]
    said = {m.value for m in talk}
    if "instruction" in said:
        return ClaimKind.STATES_LAW, ReasonCode.INSTRUCTION
    if text.endswith("?"):
        return ClaimKind.ASKS, ReasonCode.QUESTION
    if not talk or ("endorsement" in said and "facts" in said):
        return ClaimKind.STATES_LAW, ReasonCode.STATED
    rules = any(not q.implicit and q.dim != "count" for q in analysis.quantities) or any(
        m.kind == lx.CMP for m in analysis.marks
    )
    for mark in talk:
        if mark.value == "refusal" and mark.i <= 3 and not rules:
            return ClaimKind.REFUSES, ReasonCode.REFUSAL
        if mark.value == "facts" and mark.i <= 2 and not _asserts(analysis, mark.j):
            return ClaimKind.RESTATES_FACTS, ReasonCode.USER_FACTS
        if mark.value == "connective" and mark.i <= 1 and not rules:
            return ClaimKind.CONNECTS, ReasonCode.CONNECTIVE
        if mark.value == "warning" and mark.i <= 2:
            return ClaimKind.WARNS, ReasonCode.STATED
    return ClaimKind.STATES_LAW, ReasonCode.STATED


def _asserts(analysis: Analysis, i: int) -> bool:
    """Whether law follows the report of what the user said: "you say X, but the Act requires Y"."""
    return asserted_from(analysis, i) < len(analysis.low)


def asserted_from(analysis: Analysis, i: int) -> int:
    """The token after a report that ends at ``i`` from which the answer speaks for itself, the
    length of the sentence when it does not: after "but", or ", so" with a rule behind it."""
    low = analysis.low
    conclusions = analysis.lex.tables.conclusions
    modal = max((m.i for m in analysis.marks if m.kind == lx.MODAL), default=-1)
    told = max((k for k, w in enumerate(analysis.words) if w is not None and w.telling), default=-1)
    for k in range(i, len(low)):
        if low[k] in _TURNS and modal > k:
            return k
        concludes = low[k] in conclusions and low[k - 1] in (",", "and")
        if concludes and max(modal, told) > k:
            return k
    return len(low)


_TURNS = frozenset({"but", "however", "yet", "mais", "aber", "jedoch", "אבל", "אולם", "אך", ":"})


def lexicon_of(code: str) -> Lexicon:
    """The lexicon of a sentence's language; English when none was found."""
    return lx.lexicon_for(code or "en")
