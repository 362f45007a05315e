"""Rendering published figures: tables and history as Markdown, badges as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from lexwarrant.evaluation.publishing.figures import RunFigures, SplitFigures
from lexwarrant.records.scores import Rate


def cell(r: Rate) -> str:
    """A rate for a table: share, interval, counts."""
    if r.value is None or r.low is None or r.high is None:
        return "not measured"
    return f"{r.value:.1%} ({r.low:.0%} to {r.high:.0%}; {r.numerator:g} of {r.denominator})"


def _text(value: str) -> str:
    return escape(" ".join(value.split())).replace("|", "\\|").replace("`", "'")


def results(run: RunFigures, rows: str) -> str:
    """The tables of the newest run; ``rows`` is the path of its rows from the page."""
    headline, said = run.headline
    m = run.manifest
    lines = [
        f"**{cell(headline.strict_pass)}** strict PASS on `{_text(headline.name)}` "
        f"({headline.cases} rows). {said}",
        "",
        f"Suite {_text(m.suite)} {_text(m.suite_version)}, digest `{m.suite_digest[:16]}`; target "
        f"{_text(m.target)}; snapshot {_text(m.snapshot)} `{m.snapshot_digest[:16]}`; "
        f"{m.started[:10]}; reproducibility {_text(run.reproducibility)}"
        + (f"; judged by {_text(run.judge)}" if run.judge else "")
        + f". Raw rows: `{_text(rows)}`.",
        "",
        "| part | strict PASS | WEAK | FAIL | no answer | out of scope refused | fabricated (of answers) |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    lines += [_row(s) for s in run.splits]
    return "\n".join(lines)


def _row(s: SplitFigures) -> str:
    name = f"{s.name} (sealed)" if s.sealed else s.name
    cells = (s.strict_pass, s.weak, s.fail, s.no_answer, s.out_of_scope_refused, s.fabricated)
    return f"| {_text(name)} | " + " | ".join(cell(c) for c in cells) + " |"


def history(runs: Sequence[RunFigures]) -> str:
    """Every published run, newest first."""
    lines = [
        "| day | run | suite | target | part | strict PASS | FAIL |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for run in reversed(runs):
        headline, _ = run.headline
        m = run.manifest
        again = ", not the first sealed run" if m.first_sealed_run is False else ""
        lines.append(
            f"| {m.started[:10]} | {_text(run.name)} | {_text(m.suite)} {_text(m.suite_version)} | "
            f"{_text(m.target)} | {_text(headline.name)}{again} | {cell(headline.strict_pass)} | "
            f"{cell(headline.fail)} |"
        )
    return "\n".join(lines)


_LEFT, _CHARACTER = 10, 6.6


def badge(label: str, value: str, colour: str) -> str:
    """A flat badge, drawn here and not by somebody else's server."""
    a, b = (int(len(t) * _CHARACTER) + 2 * _LEFT for t in (label, value))
    text = 'font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" fill="#fff"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{a + b}" height="20" role="img" '
        f'aria-label="{escape(label)}: {escape(value)}"><title>{escape(label)}: {escape(value)}</title>'
        f'<rect width="{a}" height="20" fill="#444"/><rect x="{a}" width="{b}" height="20" '
        f'fill="{colour}"/><text x="{_LEFT}" y="14" {text}>{escape(label)}</text>'
        f'<text x="{a + _LEFT}" y="14" {text}>{escape(value)}</text></svg>\n'
    )


def badges(run: RunFigures) -> dict[str, str]:
    """The badges of the newest run by file name."""
    headline, _ = run.headline
    passed, refused, made_up = (
        headline.strict_pass,
        headline.out_of_scope_refused,
        headline.fabricated,
    )

    def share(r: Rate) -> str:
        return "not measured" if r.value is None else f"{r.value:.0%}"

    def colour(good: bool) -> str:
        return "#2a7d3f" if good else "#b3541e"

    return {
        "pass.svg": badge("strict PASS", share(passed), colour((passed.value or 0) >= 0.85)),
        "refused.svg": badge(
            "out of scope refused", share(refused), colour(refused.value in (1.0, None))
        ),
        "fabricated.svg": badge("fabricated", share(made_up), colour(made_up.value == 0)),
        "last-run.svg": badge("last run", run.manifest.started[:10], "#345a8a"),
    }
