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
def _by_concept(code: str) -> dict[int, tuple[ClaimCategory, ...]]:
    lex = lx.lexicon_for(code)
    found: dict[int, list[ClaimCategory]] = {}
    for rule in category_rules():
        for word in rule.words.get(code, ()):
            root = lex.word(word).concepts[0]
            found.setdefault(root, []).append(rule.category)
    return {concept: tuple(names) for concept, names in found.items()}


@cache
def _by_modal() -> dict[str, tuple[ClaimCategory, ...]]:
    found: dict[str, tuple[ClaimCategory, ...]] = {}
    for rule in category_rules():
        for modal in rule.modals:
            found[modal] = (*found.get(modal, ()), rule.category)
    return found


@cache
def _by_figure() -> dict[str, tuple[tuple[ClaimCategory, bool], ...]]:
    found: dict[str, tuple[tuple[ClaimCategory, bool], ...]] = {}
    for rule in category_rules():
        for kind in rule.figures:
            found[kind] = (*found.get(kind, ()), (rule.category, rule.bounded))
    return found


@cache
def risk_of() -> dict[ClaimCategory, RiskTier]:
    """The tier of each category."""
    return {rule.category: rule.risk for rule in category_rules()}


def _kind_of(dim: str) -> str:
    if dim in ("day", "month"):
        return "time"
    return "money" if dim.startswith("money") else dim


def categorise(analysis: Analysis, clause: Clause) -> tuple[tuple[ClaimCategory, ...], RiskTier]:
    """The categories of a sentence in the order of the table, and the highest tier among them."""
    found: set[ClaimCategory] = set()
    lexicon = analysis.lex.code
    table = _by_concept(lexicon)
    for concept in {w.concepts[0] for w in analysis.words if w is not None} & _roots(lexicon):
        found.update(table[concept])
    for mark in analysis.marks:
        if mark.kind in (lx.MODAL, lx.STATUS, lx.CONVERSE):
            for token in analysis.low[mark.i : mark.j]:
                found.update(table.get(analysis.lex.word(token).concepts[0], ()))
    modals = _by_modal()
    for force in clause.forces:
        found.update(modals.get(force.kind, ()))
    figures = _by_figure()
    for quantity in analysis.quantities:
        for category, bounded in figures.get(_kind_of(quantity.dim), ()):
            if not bounded or quantity.cmp in ("max", "lt") or quantity.rel == "after":
                found.add(category)
    kinds = {m.kind for m in analysis.marks}
    if clause.repeal or lx.STATUS in kinds:
        found.add(ClaimCategory.STATUS)
    if lx.DEFINES in kinds:
        found.add(ClaimCategory.DEFINITION)
    return _in_order(frozenset(found))


@cache
def _roots(code: str) -> frozenset[int]:
    return frozenset(_by_concept(code))


@cache
def _in_order(found: frozenset[ClaimCategory]) -> tuple[tuple[ClaimCategory, ...], RiskTier]:
    """Categories in the order of the table, and the highest tier; their sets are few."""
    tiers = {risk_of()[category] for category in found}
    risk = next((t for t in (RiskTier.HIGH, RiskTier.MEDIUM) if t in tiers), RiskTier.LOW)
    return tuple(rule.category for rule in category_rules() if rule.category in found), risk


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
