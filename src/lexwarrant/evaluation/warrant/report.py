"""The warrant report in Markdown: every system, where easier metrics mislead, and every cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lexwarrant.evaluation.warrant.clusters import Estimate
from lexwarrant.evaluation.warrant.compare import compare, unmasked
from lexwarrant.evaluation.warrant.easier import EASIER, HallucinationType
from lexwarrant.evaluation.warrant.scored import (
    BREAKDOWNS,
    ScoredAnswer,
    Summary,
    break_down,
    summarise,
)
from lexwarrant.records.warrant import Bottleneck, Dimension

WARRANT = (
    "claim_recall", "claim_precision", "matched_precision", "claims_with_authority",
    "source_existence", "support_strict", "support_lenient",
    *(f"dimension.{d.value}" for d in Dimension),
    "policy_exact", "policy_micro_f1", "policy_macro_f1",
    "weighted.claim_recall", "weighted.claim_precision", "weighted.support_strict",
    "weighted.support_lenient", "weighted.policy_exact",
)  # fmt: skip
CUT = ("support_strict", "claim_recall", "policy_micro_f1")


def shown(e: Estimate) -> str:
    """An estimate as a person reads it: share, interval, counts, and what could not be told."""
    if e.value is None:
        return "none" if not e.unknown else f"none ({e.unknown} unknown)"
    interval = f" [{e.low:.0%}–{e.high:.0%}]" if e.low is not None and e.high is not None else ""
    unknown = f", {e.unknown} unknown" if e.unknown else ""
    return f"{e.value:.1%}{interval} {_figure(e.numerator)}/{_figure(e.denominator)}{unknown}"


def _figure(value: float) -> str:
    return f"{value:g}" if value == int(value) else f"{value:.2f}"


def report(systems: Mapping[str, Sequence[ScoredAnswer]], title: str, notes: Sequence[str]) -> str:
    """The whole report."""
    summaries = {name: summarise(rows) for name, rows in systems.items()}
    lines = [f"# {title}", "", *(f"{n}\n" for n in notes)]
    lines += _table("Warranted answers", summaries, _WHOLE)
    lines += _table("Warrant", summaries, WARRANT)
    lines += _table("The easier metrics, on the same answers", summaries, EASIER)
    lines += _selective(summaries)
    lines += _places(summaries)
    lines += _flips(systems)
    lines += _unmasked(systems)
    for by in BREAKDOWNS:
        lines += _cut(systems, by)
    return "\n".join(lines) + "\n"


_WHOLE = ("answers", "warranted", "support holds", "policy holds")


def _estimate(summary: Summary, name: str) -> str:
    match name:
        case "answers":
            return str(summary.answers)
        case "warranted":
            return shown(summary.warranted)
        case "support holds":
            return shown(summary.support_ok)
        case "policy holds":
            return shown(summary.policy_ok)
    return shown(summary.metrics[name]) if name in summary.metrics else "none"


def _table(title: str, summaries: Mapping[str, Summary], names: Sequence[str]) -> list[str]:
    head = [
        f"## {title}",
        "",
        "| | " + " | ".join(summaries) + " |",
        "|---" * (len(summaries) + 1) + "|",
    ]
    rows = [
        f"| {n.replace('_', ' ')} | "
        + " | ".join(_estimate(s, n) for s in summaries.values())
        + " |"
        for n in names
    ]
    return [*head, *rows, ""]


def _selective(summaries: Mapping[str, Summary]) -> list[str]:
    lines = [
        "## Selective prediction",
        "",
        "Confidence is the system's own in the support relation.",
        "",
    ]
    lines += ["| | pairs | without confidence | area under risk-coverage | risk at full coverage |"]
    lines += ["|---|---|---|---|---|"]
    for name, s in summaries.items():
        area = "none" if s.curve.area is None else f"{s.curve.area:.3f}"
        full = f"{s.curve.points[-1].risk:.3f}" if s.curve.points else "none"
        lines.append(f"| {name} | {s.curve.pairs} | {s.curve.without} | {area} | {full} |")
    return [*lines, ""]


def _places(summaries: Mapping[str, Summary]) -> list[str]:
    lines = ["## Where answers went wrong", ""]
    names = [b.value for b in Bottleneck] + [t.value for t in HallucinationType]
    lines += ["| | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for name, s in summaries.items():
        cells = [str(s.bottlenecks.get(b, 0)) for b in Bottleneck]
        cells += [str(s.types.get(t, 0)) for t in HallucinationType]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines += ["", "The first six count answers by their bottleneck, the rest claim-authority pairs by "
              "the type a context-free taxonomy gives them (`inapplicable` is what it does not see).", ""]  # fmt: skip
    return lines


def _flips(systems: Mapping[str, Sequence[ScoredAnswer]]) -> list[str]:
    compared = compare(systems)
    flips = [c for c in compared if c.flips]
    lines = ["## Does warrant change the ranking?", ""]
    lines += [
        f"{len(flips)} of {len(compared)} comparisons (two systems, an easier and a warrant metric) "
        f"put the two in the other order under warrant; in {sum(c.clear for c in flips)} neither "
        "interval holds 0.",
        "",
    ]
    if flips:
        lines.append(
            "| first | second | easier metric | difference | warrant metric | difference | clear |"
        )
        lines.append("|---|---|---|---|---|---|---|")
    for c in flips:
        there, here = (
            f"{d:+.1%} [{a:+.0%}, {b:+.0%}]" for d, a, b in (c.under_easier, c.under_warrant)
        )
        cells = [c.first, c.second, _plain(c.easier), there, _plain(c.warrant), here]
        lines.append(f"| {' | '.join(cells)} | {'yes' if c.clear else 'no'} |")
    return [*lines, ""]


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _unmasked(systems: Mapping[str, Sequence[ScoredAnswer]], limit: int = 12) -> list[str]:
    lines = ["## Does it change the diagnosis? Answers that pass easier metrics and fail warrant"]
    for name, rows in systems.items():
        found = unmasked(rows)
        unsupported = sum(not u.row.support_ok for u in found)
        lines += [
            "",
            f"**{name}**: {len(found)} of {len(rows)} answers pass three easier metrics or more, "
            f"{unsupported} of them without support, the rest with the wrong policy alone.",
            "",
        ]
        for u in found[:limit]:
            place = u.row.bottlenecks[0].value if u.row.bottlenecks else "none"
            passed = "all eight" if len(u.passed) == len(EASIER) else _plain(", ".join(u.passed))
            lines.append(
                f"- `{u.row.item}` ({u.row.context}): passes {passed}; went wrong in {place}"
            )
    return [*lines, ""]


def _cut(systems: Mapping[str, Sequence[ScoredAnswer]], by: str) -> list[str]:
    lines = [f"## By {by.replace('_', ' ')}", "", "| | system | answers | warranted | "
             + " | ".join(CUT).replace("_", " ") + " |", "|---|---|---|---|---|---|---|"]  # fmt: skip
    cuts = {name: break_down(rows, by) for name, rows in systems.items()}
    for value in sorted({v for c in cuts.values() for v in c}):
        for name, cut in cuts.items():
            if value in cut:
                s = cut[value]
                cells = [str(s.answers), shown(s.warranted), *(shown(s.metrics[m]) for m in CUT)]
                lines.append(f"| {value} | {name} | " + " | ".join(cells) + " |")
    return [*lines, ""]
