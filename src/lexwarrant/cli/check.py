"""``lexwarrant check``: is each sentence of an answer supported, and by which words of the law."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import (
    COULD_NOT_TELL,
    NO,
    YES,
    console,
    decoded,
    fail,
    not_onto_itself,
    progress_bar,
    said_plainly,
    utf8_lines,
)
from lexwarrant.cli.law_options import JURISDICTION_HELP, OnOption, day, system

if TYPE_CHECKING:
    from datetime import date

    from lexwarrant.records.verification import Finding, TextFinding

_COLOURS = {
    "supported": "green",
    "contradicted": "red",
    "not_stated": "yellow",
    "cannot_check": "magenta",
    "no_claim": "dim",
}


def check(
    answer: Annotated[
        str, typer.Argument(help="The answer: a file, or - for standard input.")
    ] = "",
    premise: Annotated[
        list[Path] | None,
        typer.Option("--premise", "-p", help="File with provisions; give it again for more."),
    ] = None,
    snapshot: Annotated[
        str | None, typer.Option("--snapshot", "-s", help="Take the premise from this snapshot.")
    ] = None,
    on: OnOption = None,
    jurisdiction: Annotated[
        str | None, typer.Option("--jurisdiction", "-J", help=JURISDICTION_HELP)
    ] = None,
    question: Annotated[
        str, typer.Option("--question", "-q", help="The user's question; never evidence.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write the marked answer to this file.")
    ] = None,
    batch: Annotated[
        Path | None, typer.Option("--batch", help="Check rows of this JSON Lines file.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="With --batch: write result rows here.")
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="With --batch: processes to use.")
    ] = 1,
) -> None:
    """Check an answer against provisions: 0 all supported, 1 something is not, 2 could not check."""
    with said_plainly():
        if batch is not None:
            raise typer.Exit(_batch(batch, out, jobs, system(jurisdiction) or ""))
        if not answer:
            fail("give an answer (a file, or -), or --batch rows.jsonl")
        text = _read_answer(answer)
        if not text.strip():
            fail(f"{answer}: the answer is empty; there is nothing to check")
        if snapshot is not None:
            found = _against_snapshot(text, snapshot, day(on), jurisdiction, question)
        elif premise:
            found = _against_files(text, premise, system(jurisdiction) or "", question)
        else:
            fail("give the provisions with --premise FILE, or a --snapshot to take them from")
        if html is not None:
            html.write_text(_html(text, found), "utf-8")
        if as_json:
            from lexwarrant.records.codec import encode

            print(json.dumps(encode(found), ensure_ascii=False, indent=2))
        elif html is None:
            _show(found)
        raise typer.Exit(exit_code(found.verdict.value))


def exit_code(verdict: str) -> int:
    """0 for supported or nothing claimed, 2 for could not check, 1 for the rest."""
    if verdict in ("supported", "no_claim"):
        return YES
    return COULD_NOT_TELL if verdict == "cannot_check" else NO


def _read_answer(answer: str) -> str:
    if answer == "-":
        return decoded(sys.stdin.buffer.read(), "standard input")
    path = Path(answer)
    if not path.is_file():
        fail(f"{answer}: no such file; give the answer as a file, or - and pipe it in")
    return path.read_text("utf-8", "replace")


def _against_files(text: str, premise: list[Path], jurisdiction: str, question: str) -> TextFinding:
    from lexwarrant.records.verification import CheckContext, Premise, PremiseProvision
    from lexwarrant.verification import Verifier

    provisions: list[PremiseProvision] = []
    for path in premise:
        if not path.is_file():
            fail(f"{path}: no such file of provisions")
        provisions.append(PremiseProvision(path.read_text("utf-8", "replace")))
    verifier = Verifier(jurisdiction=jurisdiction)
    return verifier.check_text(
        Premise(tuple(provisions), jurisdiction), text, CheckContext(question=question)
    )


def _against_snapshot(
    text: str, snapshot: str, on: date | None, given: str | None, question: str
) -> TextFinding:
    from lexwarrant.jurisdictions.citations import find_citations
    from lexwarrant.jurisdictions.registry import codes
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.resolution import Resolver, resolve_text
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.answer import CitedProvision, LegalAnswer
    from lexwarrant.records.context import Context
    from lexwarrant.verification import Verifier
    from lexwarrant.verification.answer import check_answer

    with Snapshot(snapshot_folder(snapshot)) as law:
        code = system(given, law.jurisdictions())
        context = Context(jurisdiction=code, analysis_date=on)
        citations = find_citations(text, [code] if code in codes() else None)
        found = resolve_text(text, citations, Resolver(law), on=on)
        cited = tuple(
            CitedProvision(citation.text, provision)
            for citation, resolution in zip(citations, found, strict=True)
            for provision in resolution.provision_ids or citation.provision_ids()
        )
        answer = LegalAnswer(question, text, True, citations=cited)
        return check_answer(answer, law, Verifier(jurisdiction=code or ""), context=context)


def _show(found: TextFinding) -> None:
    from rich.markup import escape

    screen = console()
    for finding in found.findings:
        colour = _COLOURS[finding.verdict.value]
        screen.print(f"[{colour}]{escape(finding.sentence)}[/{colour}]")
        why = ", ".join(r.value for r in finding.reasons)
        screen.print(f"  [dim]{finding.verdict.value}: {why}[/dim]")
        failed = _failed_words(finding)
        if failed:
            screen.print(f"  [dim]fails at:[/dim] {escape(failed)}")
        for source in finding.sources:
            label = f"{source.label}: " if source.label else ""
            screen.print(f"  [dim]rests on {escape(label)}[/dim]{escape(source.text)}")
        if finding.hint is not None and finding.hint.values:
            screen.print(f"  [dim]the law has:[/dim] {escape('; '.join(finding.hint.values))}")
        screen.print()


def _failed_words(finding: Finding) -> str:
    start, end = finding.span[0] - finding.start, finding.span[1] - finding.start
    if not finding.failed_slots or (start, end) == (0, len(finding.sentence)):
        return ""
    return finding.sentence[start:end]


_PAGE = """<!doctype html>
<html lang="{{ language }}"{% if language == "he" %} dir="rtl"{% endif %}>
<meta charset="utf-8"><title>Checked answer</title>
<style>
body{font:16px/1.6 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em;color:#111}
.s{padding:.1em .2em;border-radius:.2em}.supported{background:#dff3df}
.contradicted{background:#f8d4d4}.not_stated{background:#fbe9c3}.cannot_check{background:#e8dcf3}
.no_claim{color:#555}.why{font:13px/1.4 system-ui,sans-serif;color:#444;margin:.2em 0 1.2em 1em}
blockquote{margin:.2em 0;border-inline-start:3px solid #bbb;padding-inline-start:.6em}
mark{background:none;border-bottom:3px solid #b00}
</style>
<h1>Checked answer: {{ found.verdict.value.replace("_", " ") }}</h1>
{% for f in found.findings %}
<p class="s {{ f.verdict.value }}">{{ f.sentence[:f.span[0]-f.start] if f.failed_slots else "" -}}
{%- if f.failed_slots %}<mark>{{ f.sentence[f.span[0]-f.start:f.span[1]-f.start] }}</mark>
{{- f.sentence[f.span[1]-f.start:] }}{% else %}{{ f.sentence }}{% endif %}</p>
<div class="why">{{ f.verdict.value.replace("_", " ") }}:
{{ f.reasons | map(attribute="value") | join(", ") | replace("_", " ") }}
{% for s in f.sources %}<blockquote>{% if s.label %}<b>{{ s.label }}</b> {% endif %}{{ s.text }}
</blockquote>{% endfor %}
{% if f.hint and f.hint["values"] %}the law has: {{ f.hint["values"] | join("; ") }}{% endif %}</div>
{% endfor %}
</html>
"""


def _html(text: str, found: TextFinding) -> str:
    from jinja2 import Environment

    from lexwarrant.jurisdictions.languages import detect_language

    page = Environment(autoescape=True).from_string(_PAGE)
    return page.render(found=found, language=detect_language(text) or "en")


def _batch(path: Path, out: Path | None, jobs: int, jurisdiction: str) -> int:
    from lexwarrant.verification.batch import check_lines

    if not path.is_file():
        fail(f"{path}: no such file of rows")
    if out is not None:
        not_onto_itself(path, out)
    worst = YES
    total = sum(1 for line in utf8_lines(path) if line.strip())
    target = out.open("w", encoding="utf-8") if out is not None else sys.stdout
    try:
        with progress_bar() as bar:
            task = bar.add_task("checking", total=total, note="")
            for result in check_lines(utf8_lines(path), jobs=jobs, jurisdiction=jurisdiction):
                target.write(result + "\n")
                code = exit_code(json.loads(result)["verdict"])
                worst = NO if NO in (worst, code) else max(worst, code)
                bar.advance(task)
    finally:
        if out is not None:
            target.close()
    return worst
