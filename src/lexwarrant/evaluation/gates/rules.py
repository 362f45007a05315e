"""The rules of a gate, as a file says them.

::

    rules:
    - {rule: strict_pass, at_least: 0.85, split: canonical}
    - {rule: out_of_scope_answered, at_most: 0}
    - {rule: fabricated, at_most: 0}
    - {rule: holdout_not_clearly_below}
    - {rule: independent_not_below_first, first: runs/first-independent.json, target: 0.6}
    - {rule: not_clearly_worse, than: runs/latest}
    - {rule: measure, name: citation_accuracy, at_least: 0.7}
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path

from lexwarrant.evaluation.settings import within
from lexwarrant.evaluation.suite_file import plain_yaml
from lexwarrant.records.codec import decode
from lexwarrant.records.errors import ConfigurationError, DataError


class RuleKind(StrEnum):
    """What a rule looks at."""

    STRICT_PASS = "strict_pass"
    OUT_OF_SCOPE_ANSWERED = "out_of_scope_answered"
    """Answers to questions that a right system refuses as out of scope: a count."""
    FABRICATED = "fabricated"
    """Answers that cite something that does not exist: a count."""
    NO_ANSWER = "no_answer"
    """Questions that got no answer: a count."""
    HOLDOUT_NOT_CLEARLY_BELOW = "holdout_not_clearly_below"
    INDEPENDENT_NOT_BELOW_FIRST = "independent_not_below_first"
    NOT_CLEARLY_WORSE = "not_clearly_worse"
    MEASURE = "measure"
    """A rate of the summary by name."""
    JUDGED = "judged"
    """The share of judged answers that pass the rubric."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. ``at_least`` is a share in 0..1, ``at_most`` a share or, for counts, a number."""

    rule: RuleKind
    at_least: float | None = None
    at_most: float | None = None
    split: str = ""
    name: str = ""
    first: str = ""
    than: str = ""
    target: float | None = None


@dataclass(frozen=True, slots=True)
class GateFile:
    """The rules of a gate."""

    rules: tuple[Rule, ...]


_NEEDED: dict[RuleKind, tuple[str, ...]] = {
    RuleKind.STRICT_PASS: ("at_least",),
    RuleKind.OUT_OF_SCOPE_ANSWERED: ("at_most",),
    RuleKind.FABRICATED: ("at_most",),
    RuleKind.NO_ANSWER: ("at_most",),
    RuleKind.INDEPENDENT_NOT_BELOW_FIRST: ("first",),
    RuleKind.NOT_CLEARLY_WORSE: ("than",),
    RuleKind.MEASURE: ("name",),
    RuleKind.JUDGED: ("at_least",),
}


_ALLOWED: dict[RuleKind, tuple[str, ...]] = {
    RuleKind.STRICT_PASS: ("at_least", "split"),
    RuleKind.OUT_OF_SCOPE_ANSWERED: ("at_most", "split"),
    RuleKind.FABRICATED: ("at_most", "split"),
    RuleKind.NO_ANSWER: ("at_most", "split"),
    RuleKind.HOLDOUT_NOT_CLEARLY_BELOW: (),
    RuleKind.INDEPENDENT_NOT_BELOW_FIRST: ("first", "target"),
    RuleKind.NOT_CLEARLY_WORSE: ("than",),
    RuleKind.MEASURE: ("at_least", "at_most", "split", "name"),
    RuleKind.JUDGED: ("at_least",),
}
_COUNTS = (RuleKind.OUT_OF_SCOPE_ANSWERED, RuleKind.FABRICATED, RuleKind.NO_ANSWER)


def _check(rule: Rule, where: str) -> None:
    """Raise `ConfigurationError` for a rule that lacks a field, has one too many, or no sense."""
    for name in _NEEDED.get(rule.rule, ()):
        if getattr(rule, name) in (None, ""):
            raise ConfigurationError(f"{where}: give `{name}`")
    for f in fields(rule):
        if f.name not in ("rule", *_ALLOWED[rule.rule]) and getattr(rule, f.name) != f.default:
            allowed = ", ".join(_ALLOWED[rule.rule]) or "no field"
            raise ConfigurationError(
                f"{where}: `{f.name}` says nothing to this rule; it takes {allowed}"
            )
    most = None if rule.rule in _COUNTS else 1.0
    within(f"{where}: at_least", rule.at_least, most=1.0)
    within(f"{where}: at_most", rule.at_most, most=most)
    within(f"{where}: target", rule.target, most=1.0)
    if rule.rule is RuleKind.MEASURE and rule.at_least is None and rule.at_most is None:
        raise ConfigurationError(f"{where}: give `at_least` or `at_most`")
    if rule.at_least is not None and rule.at_most is not None and rule.at_least > rule.at_most:
        raise ConfigurationError(f"{where}: at_least {rule.at_least:g} is over at_most")


def _check_figures(data: object, path: Path) -> None:
    """Raise `ConfigurationError` where a rule as written says true, false or a text for a figure."""
    rules = data.get("rules") if isinstance(data, dict) else None
    for number, rule in enumerate(rules if isinstance(rules, list) else (), 1):
        for name in ("at_least", "at_most", "target"):
            value = rule.get(name) if isinstance(rule, dict) else None
            if isinstance(value, bool | str):
                raise ConfigurationError(f"{path}: rule {number}: {name}: {value!r} is no figure")


def load_gate(path: Path) -> GateFile:
    """The rules in ``path``; relative paths in them are from the folder of the file."""
    try:
        data = plain_yaml(path.read_text("utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: {error}") from None
    _check_figures(data, path)
    gate = decode(GateFile, data, str(path))
    if not gate.rules:
        raise ConfigurationError(f"{path}: a gate without rules lets everything through; add rules")
    for number, rule in enumerate(gate.rules, 1):
        _check(rule, f"{path}: rule {number} ({rule.rule.value})")
    return gate
