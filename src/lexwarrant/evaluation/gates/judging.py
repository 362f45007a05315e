"""Holding a run against a gate: each rule with the figure that decided it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from lexwarrant.evaluation.comparison import compare
from lexwarrant.evaluation.gates.rules import GateFile, Rule, RuleKind
from lexwarrant.evaluation.judge.rubric import load_rubric
from lexwarrant.evaluation.judge.stored import read_judge, read_judgments
from lexwarrant.evaluation.legal_eye.doctrines import doctrine_report
from lexwarrant.evaluation.robustness import robustness
from lexwarrant.evaluation.rows import read_rows
from lexwarrant.evaluation.statistics.intervals import rate_of_passes
from lexwarrant.evaluation.summary import MEASURES, SplitSummary, summarise
from lexwarrant.evaluation.verdicts import NotComparable, RunSource, open_run
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.errors import DataError, LexwarrantError
from lexwarrant.records.scores import Rate
from lexwarrant.records.suite import Suite


@dataclass(frozen=True, slots=True)
class Held:
    """A rule and whether it holds; None when that could not be told. ``figure`` is what decided."""

    rule: str
    holds: bool | None
    figure: str


@dataclass(frozen=True, slots=True)
class _Run:
    """What the rules look at."""

    source: RunSource
    suite: Suite
    summaries: dict[str, SplitSummary]
    base: Path


def judge_gate(gate: GateFile, run: Path, snapshot: Snapshot, base: Path) -> list[Held]:
    """Every rule of ``gate`` on the run in ``run``; ``base`` is where its relative paths begin.

    Raises `NotComparable` when the run is not complete.
    """
    source = open_run(run)
    if source.manifest is None or source.suite is None:
        raise NotComparable(f"{run}: a gate needs a run folder, not a run file")
    context = _Run(source, source.suite, summarise(source.suite, read_rows(run), snapshot), base)
    return [_held(rule, context) for rule in gate.rules]


def exit_code(held: list[Held]) -> int:
    """0 when every rule holds, 1 when one does not, else 2."""
    if any(h.holds is False for h in held):
        return 1
    return 2 if any(h.holds is None for h in held) else 0


def _held(rule: Rule, run: _Run) -> Held:
    try:
        holds, figure = _RULES[rule.rule](rule, run)
    except LexwarrantError as error:
        holds, figure = None, str(error)
    return Held(_name(rule), holds, figure)


def _name(rule: Rule) -> str:
    parts = [rule.rule.value]
    if rule.name:
        parts.append(rule.name)
    if rule.at_least is not None:
        parts.append(f"at least {rule.at_least:g}")
    if rule.at_most is not None:
        parts.append(f"at most {rule.at_most:g}")
    if rule.split:
        parts.append(f"on {rule.split}")
    if rule.than:
        parts.append(f"than {rule.than}")
    return " ".join(parts)


Told = tuple[bool | None, str]


def shown(r: Rate) -> str:
    """A rate as one string: share, interval, counts."""
    if r.value is None or r.low is None or r.high is None:
        return "not measured"
    return f"{r.value:.1%} [{r.low:.1%} to {r.high:.1%}], {r.numerator:g} of {r.denominator}"


def _summed(run: _Run, rule: Rule, name: str) -> Rate | None:
    """A rate over the split of the rule, or over all splits; None when it was not measured."""
    if rule.split and rule.split not in run.summaries:
        raise DataError(f"the suite has no split {rule.split!r}: {', '.join(run.summaries)}")
    chosen = [s for n, s in run.summaries.items() if rule.split in ("", n)]
    rates = [s.rates[name] for s in chosen if name in s.rates]
    denominator = sum(r.denominator for r in rates)
    if not denominator:
        return None
    passes = max(s.passes for s in chosen)
    return rate_of_passes(sum(r.numerator for r in rates), denominator, passes)


def _within(rule: Rule, found: Rate | None) -> Told:
    if found is None or found.value is None:
        return None, "not measured"
    low = rule.at_least is None or found.value >= rule.at_least
    high = rule.at_most is None or found.value <= rule.at_most
    return low and high, shown(found)


def _strict_pass(rule: Rule, run: _Run) -> Told:
    return _within(rule, _summed(run, rule, "pass"))


def _measure(rule: Rule, run: _Run) -> Told:
    measured = {name for s in run.summaries.values() for name in s.rates}
    if rule.name not in MEASURES | measured:
        near = get_close_matches(rule.name, sorted(MEASURES | measured), n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"measures: {', '.join(sorted(MEASURES))}"
        raise DataError(f"no such measure: {rule.name!r}; {hint}")
    return _within(rule, _summed(run, rule, rule.name))


def _counted(name: str, *, complement: bool = False) -> Callable[[Rule, _Run], Told]:
    def told(rule: Rule, run: _Run) -> Told:
        found = _summed(run, rule, name)
        if found is None:
            return None, "nothing to count: no such case, or no answer"
        number = found.denominator - found.numerator if complement else found.numerator
        assert rule.at_most is not None
        return number <= rule.at_most, f"{number:g} of {found.denominator}"

    return told


def _holdout(rule: Rule, run: _Run) -> Told:
    found = robustness(run.suite, run.source.rows())
    if found is None or found.difference is None:
        return None, "the suite holds no variants"
    return not found.difference.clearly_lower, found.said


def _independent(rule: Rule, run: _Run) -> Told:
    manifest = run.source.manifest
    unmatched = manifest.unmatched_ids if manifest else ()
    report = doctrine_report(run.suite, run.source.rows(), unmatched)
    if report is None:
        return None, "the suite holds no independent doctrines"
    if report.missing or report.extra:
        return None, f"{len(report.missing)} cases missing, {len(report.extra)} extra"
    now, path = report.independent, run.base / rule.first
    record = _first_record(path)
    entry = record.get(run.suite.digest)
    aim = ""
    if rule.target is not None:
        reached = (now.value or 0) >= rule.target
        aim = f"; target {rule.target:.0%} {'reached' if reached else 'not reached yet'}"
    if entry is None:
        record[run.suite.digest] = {"numerator": now.numerator, "denominator": now.denominator,
                                    "run": run.source.path.name}  # fmt: skip
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(record, indent=2, sort_keys=True) + "\n", "utf-8")
        return True, f"{shown(now)}: recorded as the first run{aim}"
    first = entry["numerator"] / entry["denominator"]
    assert now.value is not None
    return now.value >= first, f"{shown(now)}, first run {first:.1%} ({entry['run']}){aim}"


def _first_record(path: Path) -> dict[str, dict[str, Any]]:
    if not path.is_file():
        return {}
    try:
        data = json.loads(path.read_text("utf-8"))
    except ValueError:
        raise DataError(f"{path}: the record of first runs is damaged") from None
    if not isinstance(data, dict):
        raise DataError(f"{path}: the record of first runs is damaged")
    return data


def _not_worse(rule: Rule, run: _Run) -> Told:
    found = compare(open_run(run.base / rule.than), run.source)
    return not found.clearly_worse, "; ".join((found.said, *found.notes))


def _judged(rule: Rule, run: _Run) -> Told:
    manifest = read_judge(run.source.path)
    if manifest is None:
        return None, "the run was not judged"
    rubric = load_rubric(f"{manifest.rubric}-{manifest.rubric_version}")
    if rubric.sha256 != manifest.rubric_sha256:
        return None, "judged by another version of the rubric than the one installed"
    scores = [j.score for j in read_judgments(run.source.path) if j.score is not None]
    passes = run.source.manifest.repeats if run.source.manifest else 1
    found = rate_of_passes(sum(rubric.passes(s) for s in scores), len(scores), passes)
    holds, figure = _within(rule, found)
    return holds, f"{figure}; {manifest.unscored} unscored"


_RULES: dict[RuleKind, Callable[[Rule, _Run], Told]] = {
    RuleKind.STRICT_PASS: _strict_pass,
    RuleKind.OUT_OF_SCOPE_ANSWERED: _counted("out_of_scope_refused", complement=True),
    RuleKind.FABRICATED: _counted("fabricated"),
    RuleKind.NO_ANSWER: _counted("no_answer"),
    RuleKind.HOLDOUT_NOT_CLEARLY_BELOW: _holdout,
    RuleKind.INDEPENDENT_NOT_BELOW_FIRST: _independent,
    RuleKind.NOT_CLEARLY_WORSE: _not_worse,
    RuleKind.MEASURE: _measure,
    RuleKind.JUDGED: _judged,
}
