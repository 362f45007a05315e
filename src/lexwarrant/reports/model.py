"""The view model of a report: everything that any of its forms says, figures still as figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lexwarrant.evaluation.statistics.intervals import rate
from lexwarrant.evaluation.summary import Latency, SplitSummary
from lexwarrant.law.snapshot import Snapshot
from lexwarrant.records.ids import authority_of
from lexwarrant.records.run import Row, RunManifest
from lexwarrant.records.scores import Rate
from lexwarrant.records.suite import Case, Suite
from lexwarrant.reports.formats import count, moment, percent, points, with_interval
from lexwarrant.reports.row_view import Outcome, RowView, outcome_of, row_view
from lexwarrant.reports.words import MEASURES, TAGS, Citer, MeasureWords, plain

MAX_ROWS = 2_000
"""Rows a report shows; the worst are kept. All of them stand in ``rows.jsonl``."""

FEW = 3
"""A breakdown with fewer cases than this in every split is listed, not drawn."""


@dataclass(frozen=True, slots=True)
class MeasureView:
    """A rate with its words; ``unscorable`` counts what should have been measured and was not."""

    words: MeasureWords
    rate: Rate
    unscorable: int = 0


@dataclass(frozen=True, slots=True)
class SplitView:
    """The headline of one split. ``verdicts`` are the strict ones, best first."""

    name: str
    sealed: bool
    cases: int
    verdicts: tuple[tuple[Outcome, Rate], ...]
    measures: tuple[MeasureView, ...]
    lax_pass: Rate | None
    latency: Latency | None
    cost: float | None

    @property
    def passed(self) -> Rate:
        """The strict PASS rate."""
        return self.verdicts[0][1]


@dataclass(frozen=True, slots=True)
class BreakdownItem:
    """The strict PASS rate of one tag's value, split by split."""

    name: str
    rates: tuple[tuple[str, Rate], ...]


@dataclass(frozen=True, slots=True)
class Breakdown:
    """One tag's values, the lowest lower bound first; ``few``, the lowest share first, are
    those too small to draw."""

    tag: str
    title: str
    items: tuple[BreakdownItem, ...]
    few: tuple[BreakdownItem, ...]


@dataclass(frozen=True, slots=True)
class Incomplete:
    """How far a run is that has not ended: counts only, and no score."""

    rows: int
    expected: int
    without_answer: int
    errors: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A report. ``incomplete`` is set when rows are missing; then there are no scores and no rows.

    ``ordered_by`` names the split that orders the breakdowns, empty when there is one only.
    ``rows`` are the failures first, splits that are not sealed before sealed ones.
    """

    title: str
    suite: str
    target: str
    manifest: RunManifest
    retrieved: str
    in_short: tuple[str, ...]
    notices: tuple[str, ...]
    splits: tuple[SplitView, ...]
    differences: tuple[str, ...]
    breakdowns: tuple[Breakdown, ...]
    ordered_by: str
    rows: tuple[RowView, ...]
    rows_left_out: int
    facts: tuple[tuple[str, str], ...]
    attributions: tuple[str, ...]
    incomplete: Incomplete | None = None

    def rows_of(self, split: str) -> list[RowView]:
        """The rows of one split, the worst first."""
        return [r for r in self.rows if r.split == split]


def build_report(
    suite: Suite,
    manifest: RunManifest,
    summaries: Mapping[str, SplitSummary],
    rows: Iterable[Row],
    snapshot: Snapshot,
) -> Report:
    """The view model of a run. ``rows`` are read once; at most `MAX_ROWS` are kept as views."""
    cite = Citer(snapshot)
    cases = {case.id: case for _, case in suite.cases()}
    asked = sum(s.cases for s in summaries.values())
    expected = manifest.cases * manifest.repeats
    gathered = _Gathered(cases, snapshot, cite)
    if manifest.finished is None or asked < expected:
        return _without_scores(suite, manifest, snapshot, gathered.incomplete(rows, expected))
    for row in rows:
        gathered.add(row)
    splits = tuple(
        _split_view(split.name, split.sealed, summaries[split.name])
        for split in sorted(suite.splits, key=lambda s: not s.sealed)
        if split.name in summaries
    )
    largest = max(splits, key=lambda s: s.cases).name if splits else ""
    breakdowns = _breakdowns(splits, summaries, gathered.authorities, largest)
    return Report(
        title=f"{suite.name} put to {manifest.target}",
        suite=suite.description or suite.name,
        target=manifest.target,
        manifest=manifest,
        retrieved=snapshot.manifest.retrieved.isoformat(),
        in_short=_in_short(splits, breakdowns),
        notices=_notices(splits, manifest),
        splits=splits,
        differences=_differences(suite, summaries),
        breakdowns=breakdowns,
        ordered_by=largest if len(splits) > 1 else "",
        rows=gathered.ordered([s.name for s in suite.splits if not s.sealed]),
        rows_left_out=gathered.left_out,
        facts=_facts(manifest, snapshot),
        attributions=manifest.attributions,
    )


def _without_scores(
    suite: Suite, manifest: RunManifest, snapshot: Snapshot, incomplete: Incomplete
) -> Report:
    return Report(
        title=f"{suite.name} put to {manifest.target}",
        suite=suite.description or suite.name,
        target=manifest.target,
        manifest=manifest,
        retrieved=snapshot.manifest.retrieved.isoformat(),
        in_short=(),
        notices=(),
        splits=(),
        differences=(),
        breakdowns=(),
        ordered_by="",
        rows=(),
        rows_left_out=0,
        facts=_facts(manifest, snapshot),
        attributions=manifest.attributions,
        incomplete=incomplete,
    )


class _Gathered:
    """Rows as they stream past: the worst as views, and PASS by authority."""

    def __init__(self, cases: Mapping[str, Case], snapshot: Snapshot, cite: Citer) -> None:
        self._cases = cases
        self._snapshot = snapshot
        self._cite = cite
        self._views: dict[Outcome, list[RowView]] = {outcome: [] for outcome in Outcome}
        self._kept = 0
        self.left_out = 0
        self.authorities: dict[str, dict[str, list[int]]] = defaultdict(
            lambda: defaultdict(lambda: [0, 0])
        )

    def add(self, row: Row) -> None:
        case = self._cases.get(row.case_id)
        if case is None:
            return
        outcome = outcome_of(row)
        due = (*case.expect_source_doc_id, *(c.provision for c in case.expect_citations))
        for authority in sorted({authority_of(d) for d in due}):
            entry = self.authorities[row.split][self._cite(authority)]
            entry[0] += outcome is Outcome.PASS
            entry[1] += 1
        if self._kept < MAX_ROWS or self._drop_better_than(outcome):
            self._views[outcome].append(row_view(row, case, self._snapshot, self._cite))
            self._kept += 1
        else:
            self.left_out += 1

    def _drop_better_than(self, outcome: Outcome) -> bool:
        for other in reversed(Outcome):
            if other is outcome:
                return False
            if self._views[other]:
                self._views[other].pop()
                self._kept -= 1
                self.left_out += 1
                return True
        return False

    def ordered(self, open_splits: list[str]) -> tuple[RowView, ...]:
        """The views kept: open splits before sealed ones, and in each the worst first."""
        every = [view for outcome in Outcome for view in self._views[outcome]]
        return tuple(sorted(every, key=lambda v: v.split not in open_splits))

    def incomplete(self, rows: Iterable[Row], expected: int) -> Incomplete:
        seen: dict[tuple[str, int], str] = {}
        for row in rows:
            key = (row.case_id, row.repeat)
            if row.ok or key not in seen:
                seen[key] = "" if row.ok else row.error or "no reason given"
        errors = [(case_id, error) for (case_id, _), error in seen.items() if error]
        return Incomplete(len(seen), expected, len(errors), tuple(errors[:20]))


def _split_view(name: str, sealed: bool, summary: SplitSummary) -> SplitView:
    rates = summary.rates
    unscorable = {w.name: rates.get(f"{w.name}_unscorable") for w in MEASURES}
    return SplitView(
        name=name,
        sealed=sealed,
        cases=summary.cases,
        verdicts=(
            (Outcome.PASS, rates["pass"]),
            (Outcome.WEAK, rates["weak"]),
            (Outcome.FAIL, rates["fail"]),
            (Outcome.NO_ANSWER, rates["no_answer"]),
        ),
        measures=tuple(
            MeasureView(
                words,
                rates.get(words.name, rate(0, 0)),
                int(u.numerator) if (u := unscorable[words.name]) else 0,
            )
            for words in MEASURES
        ),
        lax_pass=rates.get("ladder_pass"),
        latency=summary.latency,
        cost=summary.cost,
    )


def _breakdowns(
    splits: tuple[SplitView, ...],
    summaries: Mapping[str, SplitSummary],
    authorities: Mapping[str, Mapping[str, list[int]]],
    ordered_by: str,
) -> tuple[Breakdown, ...]:
    out = []
    for tag, title in TAGS.items():
        values: dict[str, dict[str, Rate]] = defaultdict(dict)
        for split in splits:
            if tag == "authority":
                found = {v: rate(*c) for v, c in authorities.get(split.name, {}).items()}
            else:
                found = dict(summaries[split.name].breakdowns.get(tag, {}))
            for value, its_rate in found.items():
                values[value][split.name] = its_rate
        if len(values) < 2:
            continue
        items = [BreakdownItem(plain(v), tuple(r.items())) for v, r in values.items()]
        items.sort(key=lambda i: _weakness(i, ordered_by))
        drawn = tuple(i for i in items if any(r.denominator >= FEW for _, r in i.rates))
        if len(drawn) < 2:
            drawn = ()
        few = [i for i in items if i not in drawn]
        few.sort(key=lambda i: (_together(r for _, r in i.rates).value or 0.0, i.name))
        out.append(Breakdown(tag, title, drawn, tuple(few)))
    return tuple(out)


def _weakness(item: BreakdownItem, split: str) -> tuple[float, float, str]:
    """The lower bound in ``split``, else in any other; then the share; then the name."""
    rates = dict(item.rates)
    own = rates.get(split) or next(iter(rates.values()))
    return (own.low if own.low is not None else 2.0, own.value or 0.0, item.name)


def _in_short(splits: tuple[SplitView, ...], breakdowns: tuple[Breakdown, ...]) -> tuple[str, ...]:
    """What a reader with two minutes should know."""
    if not splits or not any(s.cases for s in splits):
        return ("Nothing was asked, so nothing is measured.",)
    lead = splits[0]
    out = [_lead(lead)]
    rates = [{m.words.name: m.rate for m in s.measures} for s in splits]
    invented = _together([r["fabricated"] for r in rates])
    if invented.denominator:
        out.append(
            f"Of {invented.denominator} answers given, "
            f"{int(invented.numerator) or 'none'} cited an authority that does not exist."
        )
    quoted = _together([r["faithfulness"] for r in rates])
    altered = int(quoted.denominator - quoted.numerator)
    if altered:
        out.append(
            f"Of {quoted.denominator} quotations, {altered} are not word for word what stands in the "
            "place cited, whatever their verdict."
        )
    own = _together([r["answer_faithfulness"] for r in rates])
    if own.value not in (None, 1.0):
        out.append(
            f"Of an answer's own sentences of law, {percent(own.value)} on average are supported by "
            "what it cites."
        )
    silent = _together([r["over_refusal"] for r in rates])
    if silent.numerator:
        out.append(f"Refused although it should answer: {count(silent)}, {percent(silent.value)}.")
    refused = _together([r["out_of_scope_refused"] for r in rates])
    if refused.denominator:
        out.append(f"Out-of-scope questions refused: {count(refused)}.")
    wrong = _together([r["wrong_citation"] for r in rates])
    if wrong.denominator:
        out.append(
            f"Answers that rest on another provision than the key: {count(wrong)}, "
            f"{percent(wrong.value)}."
        )
    family = next((b for b in breakdowns if b.items), None)
    if family:
        weak = [i for i in family.items if any(r.value not in (None, 1.0) for _, r in i.rates)][:3]
        if weak:
            said = "; ".join(
                f"{i.name} ({count(_together([r for _, r in i.rates]))})" for i in weak
            )
            out.append(f"Weakest by {family.title}: {said}.")
    return tuple(out)


def _lead(split: SplitView) -> str:
    passed = split.passed
    silent = dict(split.verdicts)[Outcome.NO_ANSWER]
    if silent.denominator and silent.numerator == silent.denominator:
        return f"The target gave no answer to any of {silent.denominator} questions."
    which = "questions that were never used to build it" if split.sealed else "these questions"
    return (
        f"Right on {count(passed)} {which} ({percent(passed.value)}; with so few questions the "
        f"true share may lie anywhere from {_low_high(passed)})."
    )


def _low_high(r: Rate) -> str:
    return f"{(r.low or 0) * 100:.0f} to {(r.high or 0) * 100:.0f}%"


def _together(rates: Iterable[Rate]) -> Rate:
    held = list(rates)
    return rate(sum(r.numerator for r in held), sum(r.denominator for r in held))


def _notices(splits: tuple[SplitView, ...], manifest: RunManifest) -> tuple[str, ...]:
    out = []
    asked = [s for s in splits if s.cases]
    if asked and all(dict(s.verdicts)[Outcome.NO_ANSWER].value == 1.0 for s in asked):
        out.append(
            "The target gave no answer at all. Nothing is said here about its law: see the reasons "
            "under the questions, mend the target and run again."
        )
    if asked and not any(s.sealed for s in splits):
        out.append(
            "No part of this suite is sealed. The figures describe these questions; they are no "
            "estimate for questions that the system has not seen."
        )
    if manifest.unmatched:
        named = ", ".join(manifest.unmatched_ids[:5])
        out.append(
            f"{manifest.unmatched} recorded answers are of no question of this suite ({named}"
            f"{', …' if manifest.unmatched > 5 else ''}): they are not in any figure. Were they "
            "recorded for another version of it?"
        )
    if manifest.first_sealed_run is False:
        out.append(
            "The sealed questions have been put to a system from here before. If it was changed in "
            "the light of that, the figure for unseen questions is too high."
        )
    return tuple(out)


def _differences(suite: Suite, summaries: Mapping[str, SplitSummary]) -> tuple[str, ...]:
    names = [s.name for s in suite.splits if s.name in summaries]
    if len(names) < 2:
        return ()
    first = names[0]
    base = summaries[first].rates["pass"]
    out = []
    for name in names[1:]:
        summary = summaries[name]
        own = summary.rates["pass"]
        span = summary.difference_from_first
        if span is None or own.value is None or base.value is None:
            continue
        low, high = span
        figures = (
            f"{name} {with_interval(own)}, {first} {with_interval(base)}: "
            f"{points(own.value - base.value)} points, interval {points(low)} to {points(high)}"
        )
        least = summary.smallest_detectable_drop
        seen = (
            f"With these sizes only a drop of {least * 100:.0f} points or more would have been "
            "seen (four times in five), so a smaller one cannot be ruled out."
            if least is not None
            else "These sizes are too small to have shown any drop."
        )
        if high < 0:
            out.append(f"{name} is clearly lower than {first}: {figures}.")
        elif low > 0:
            out.append(f"{name} is higher than {first}: {figures}.")
        else:
            out.append(f"No difference between {name} and {first} can be shown: {figures}. {seen}")
    return tuple(out)


def _facts(manifest: RunManifest, snapshot: Snapshot) -> tuple[tuple[str, str], ...]:
    settings = ", ".join(f"{k} {v}" for k, v in sorted(manifest.target_description.items()))
    entries = (
        ("Suite", f"{manifest.suite} {manifest.suite_version}".strip()),
        ("Suite digest", manifest.suite_digest),
        ("Law", f"snapshot {manifest.snapshot}, retrieved {snapshot.manifest.retrieved}"),
        ("Law digest", manifest.snapshot_digest),
        ("System", manifest.target),
        ("Settings", settings),
        ("Questions", f"{manifest.cases}, each asked {manifest.repeats} time(s)"),
        ("Started", moment(manifest.started)),
        ("Finished", moment(manifest.finished)),
        ("lexwarrant", manifest.lexwarrant),
    )
    return tuple((name, value) for name, value in entries if value)
