"""``lexwarrant warrant``: validate, vary, measure, score and release warrant suites; the pilot."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import NO, console, fail, said_plainly, visible
from lexwarrant.cli.targets import TargetOptions, make_target

if TYPE_CHECKING:
    from lexwarrant.evaluation.warrant.systems import System
    from lexwarrant.law.snapshot import Snapshot

app = typer.Typer(
    help="Warrant: does the law license the answer in its context?", no_args_is_help=True
)

SuiteOption = Annotated[str, typer.Option("--suite", help="Name or path of the warrant suite.")]
LawOption = Annotated[
    str | None, typer.Option("--snapshot", "-s", help="Name or folder of the snapshot.")
]
WeightsOption = Annotated[
    Path | None, typer.Option("--weights", help="Risk weights; the built-in file without it.")
]


SEALED_NOTES = {
    True: "The first recorded run over the sealed families of this suite.",
    False: "A later run over the sealed families: they have been opened before, so the figures do not "
    "estimate what unseen questions would give.",
}


def _open(name: str) -> Snapshot:
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot

    return Snapshot(snapshot_folder(name))


@app.command("validate")
def validate(
    file: Annotated[Path, typer.Argument(help="Suite header, family file, or JSON Lines.")],
    snapshot: LawOption = None,
) -> None:
    """Check items and cards; each problem names the line and the field (exit code 1).

    With a snapshot, every quotation of law is looked up as well.
    """
    from lexwarrant.evaluation.warrant.checks import read_items
    from lexwarrant.evaluation.warrant.checks import validate as check
    from lexwarrant.evaluation.warrant.wording import misquoted

    with said_plainly(), ExitStack() as stack:
        law = stack.enter_context(_open(snapshot)) if snapshot is not None else None
        found = check(file, law.jurisdictions() if law else ())
        if not (found.items or found.cards or found.problems):
            fail(f"{file}: holds no item and no card; there is nothing to check")
        for problem in found.problems:
            print(visible(str(problem)))
        wrong = []
        if law is not None and not found.problems:
            wrong = list(misquoted(read_items(file), law))
        for quotation in wrong:
            print(visible(f"{file}: {quotation.item}: {quotation.law.provision}: {quotation.why}"))
        print(
            f"{found.items} items, {found.cards} cards, {len(found.problems) + len(wrong)} problems; "
            f"{found.unconfirmed} items from templates are not confirmed by a person"
        )
        if found.problems or wrong:
            raise typer.Exit(NO)


@app.command("schema")
def schema() -> None:
    """Print the JSON Schema of items and cards."""
    import json

    from lexwarrant.evaluation.warrant.checks import schemas

    print(json.dumps(schemas(), indent=2, ensure_ascii=False))


@app.command("pilot")
def pilot() -> None:
    """Print the pilot's table: what easier metrics pass and warrant fails."""
    from lexwarrant.evaluation.warrant.pilot import load_pilot, pilot_table, score_pilot

    with said_plainly():
        print(pilot_table(score_pilot(load_pilot())))


@app.command("vary")
def vary_(
    templates: Annotated[Path, typer.Argument(help="A file of templates (YAML).")],
    out: Annotated[Path, typer.Option("--out", help="The family file to write.")],
    confirm: Annotated[
        str, typer.Option("--confirm", help="Your name: you have read every variant.")
    ] = "",
    snapshot: LawOption = None,
) -> None:
    """Make near-miss families from templates; they count as confirmed only with a name.

    With a snapshot, nothing is written when words of a row do not stand in its provision.
    """
    from lexwarrant.evaluation.warrant.checks import items_of
    from lexwarrant.evaluation.warrant.lines import DataFile
    from lexwarrant.evaluation.warrant.vary import as_yaml, vary
    from lexwarrant.evaluation.warrant.wording import misquoted

    with said_plainly():
        families = vary(DataFile.read(templates), confirm)
        if snapshot is not None:
            with _open(snapshot) as law:
                wrong = list(misquoted(items_of(families), law))
            for quotation in wrong:
                print(
                    visible(
                        f"{templates}: {quotation.item}: {quotation.law.provision}: {quotation.why}"
                    )
                )
            if wrong:
                raise typer.Exit(NO)
        state = f"confirmed by {confirm}" if confirm else "not yet confirmed by a person"
        head = f"# Made by `lexwarrant warrant vary` from {templates.name}; {state}.\n"
        out.write_text(head + as_yaml(families), encoding="utf-8")
        print(f"{sum(len(f.items) for f in families)} items in {len(families)} families: {out}")


def _systems(
    names: list[str], law: Snapshot, options: TargetOptions, stack: ExitStack
) -> list[System]:
    from dataclasses import replace

    from lexwarrant.answering.answerer import VerbatimAnswerer
    from lexwarrant.answering.responding import WarrantedAnswerer
    from lexwarrant.evaluation.warrant.asking import TargetSystem
    from lexwarrant.evaluation.warrant.systems import BuiltIn, Recorded, RefuseAll, TopPassage
    from lexwarrant.retrieval.open import open_index

    index = open_index(law)
    made: list[System] = []
    for name in names:
        if name == "builtin":
            made.append(BuiltIn(WarrantedAnswerer(law, VerbatimAnswerer(law, index))))
        elif name == "top-passage":
            made.append(TopPassage(law, index))
        elif name == "refuse":
            made.append(RefuseAll())
        elif name.endswith(".jsonl"):
            made.append(Recorded(Path(name)))
        else:
            target = make_target(replace(options, reference=name), law)
            made.append(stack.enter_context(TargetSystem(target, options.model or name)))
    return made


@app.command("measure")
def measure_(
    snapshot: Annotated[str, typer.Option("--snapshot", "-s", help="Name or folder.")],
    out: Annotated[Path, typer.Option("--out", help="Folder for the cards and the report.")],
    suite: SuiteOption = "warrant",
    system: Annotated[
        list[str] | None,
        typer.Option(
            "--system",
            help="builtin, top-passage, refuse, FILE.jsonl of replies, or what `eval --target` takes.",
        ),
    ] = None,
    base_url: Annotated[str, typer.Option("--base-url", help="Where a target is.")] = "",
    model: Annotated[str, typer.Option("--model", help="The model of a chat target.")] = "",
    prompt_file: Annotated[str, typer.Option("--prompt", help="Prompt of a chat target.")] = "",
    split: Annotated[
        list[str] | None, typer.Option("--split", help="Only these splits of the suite.")
    ] = None,
    adjudicated: Annotated[
        Path | None, typer.Option("--adjudicated", help="Decisions about matches (JSON Lines).")
    ] = None,
    high_risk: Annotated[bool, typer.Option("--high-risk", help="Only high-risk claims.")] = False,
    weights: WeightsOption = None,
) -> None:
    """Put a warrant suite to systems, label the answers by rules, and write the report.

    A run over sealed families is recorded in the ledger; the report says whether it is the first.
    """
    import json
    from dataclasses import replace
    from datetime import UTC, datetime

    from lexwarrant._version import __version__
    from lexwarrant.cli.evaluate import LEDGER
    from lexwarrant.evaluation.sealing import record_opening
    from lexwarrant.evaluation.warrant.asking import TargetSystem
    from lexwarrant.evaluation.warrant.checks import check_systems, write_record
    from lexwarrant.evaluation.warrant.labelling import Labeller, read_adjudicated
    from lexwarrant.evaluation.warrant.report import report
    from lexwarrant.evaluation.warrant.scored import index_items, score
    from lexwarrant.evaluation.warrant.suite import load_suite
    from lexwarrant.evaluation.warrant.systems import measure
    from lexwarrant.evaluation.warrant.weights import load_weights
    from lexwarrant.law.home import home
    from lexwarrant.records.codec import encode
    from lexwarrant.records.verification import RiskTier

    with said_plainly():
        loaded = load_suite(suite)
        known = [s.name for s in loaded.splits]
        for name in split or ():
            if name not in known:
                fail(f"no split {name!r}: the suite has {', '.join(known)}")
        items = loaded.items(*(split or ()))
        options = TargetOptions("", base_url, model=model, prompt=prompt_file)
        opened = replace(
            loaded, splits=tuple(s for s in loaded.splits if not split or s.name in split)
        )
        chosen = load_weights(weights)
        with _open(snapshot) as law, ExitStack() as stack:
            check_systems(items, law.jurisdictions())
            decided = read_adjudicated(adjudicated) if adjudicated else None
            labeller = Labeller(law, decided)
            names = system or ["builtin", "top-passage", "refuse"]
            made = _systems(names, law, options, stack)
            started = datetime.now(UTC).isoformat(timespec="microseconds")
            first = record_opening(home() / LEDGER, opened, f"{out.resolve()} at {started}")
            cards = measure(made, items, labeller)
            digest = law.manifest.digest
            unanswered = [
                f"{s.name}: {len(s.failed)} questions without an answer"
                for s in made
                if isinstance(s, TargetSystem) and s.failed
            ]
        out.mkdir(parents=True, exist_ok=True)
        with (out / "cards.jsonl").open("w", encoding="utf-8") as file:
            for card in (c for own in cards.values() for c in own):
                file.write(json.dumps(write_record(card), ensure_ascii=False) + "\n")
        with (out / "audit.jsonl").open("w", encoding="utf-8") as file:
            for row in labeller.audit:
                file.write(json.dumps(encode(row), ensure_ascii=False) + "\n")
        only = RiskTier.HIGH if high_risk else None
        indexed = index_items(items)
        rows = {name: score(own, indexed, chosen, only) for name, own in cards.items()}
        notes = [
            f"Suite {loaded.name} {loaded.version} ({loaded.digest[:12]}), splits "
            f"{', '.join(split or known)}; snapshot {digest[:12]}; labels made by rules, "
            f"{len(labeller.audit)} of them on the audit list; risk weights from "
            f"{weights or 'the package'}" + ("; high-risk claims only." if high_risk else "."),
        ]
        if first is not None:
            notes.append(SEALED_NOTES[first])
            console().print(SEALED_NOTES[first], markup=False, soft_wrap=True)
        run = {
            "suite": loaded.name, "version": loaded.version, "digest": loaded.digest,
            "splits": [s.name for s in opened.splits], "snapshot": digest, "started": started,
            "systems": list(cards), "first_sealed_run": first, "lexwarrant": __version__,
        }  # fmt: skip
        (out / "run.json").write_text(json.dumps(run, indent=1, ensure_ascii=False), "utf-8")
        text = report(rows, "Warrant report", [*notes, *unanswered])
        (out / "report.md").write_text(text, encoding="utf-8")
        console().print(f"the report: {out / 'report.md'}", markup=False, soft_wrap=True)


@app.command("score")
def score_(
    cards: Annotated[Path, typer.Argument(help="Labelled cards (JSON Lines).")],
    suite: SuiteOption = "warrant",
    weights: WeightsOption = None,
) -> None:
    """Score labelled cards, by whomever they were labelled, and print the report."""
    from lexwarrant.evaluation.warrant.checks import read_cards, read_items
    from lexwarrant.evaluation.warrant.report import report
    from lexwarrant.evaluation.warrant.scored import ScoredAnswer, index_items, score
    from lexwarrant.evaluation.warrant.suite import find_suite
    from lexwarrant.evaluation.warrant.weights import load_weights

    with said_plainly():
        items = read_items(find_suite(suite))
        systems: dict[str, list[ScoredAnswer]] = {}
        for row in score(read_cards(cards), index_items(items), load_weights(weights)):
            systems.setdefault(row.system, []).append(row)
        print(report(systems, "Warrant report", [f"Cards of {cards.name}."]), end="")


@app.command("convert")
def convert(
    source: Annotated[Path, typer.Argument(help="Items and cards: .jsonl, .csv or .xlsx.")],
    target: Annotated[Path, typer.Argument(help="The file to write: .jsonl, .csv or .xlsx.")],
) -> None:
    """Bring items and cards from one form into another; nothing is lost on the way."""
    from lexwarrant.annotation.record_tables import read_records, write_records

    with said_plainly():
        records = read_records(source)
        write_records(target, records)
        print(f"{len(records)} records: {target}")


@app.command("release")
def release_(
    out: Annotated[Path, typer.Argument(help="A new folder.")],
    suite: SuiteOption = "warrant",
    snapshot: LawOption = None,
    guidance: Annotated[
        list[Path] | None, typer.Option("--guidance", help="Documents to put in.")
    ] = None,
) -> None:
    """Bundle a suite for publication: items, both keys, templates, schema, guidance, snapshots."""
    from lexwarrant.evaluation.warrant.release import release
    from lexwarrant.evaluation.warrant.suite import load_suite

    with said_plainly(), ExitStack() as stack:
        law = [stack.enter_context(_open(snapshot))] if snapshot else []
        made = release(load_suite(suite), out, snapshots=law, guidance=guidance or ())
        methods = ", ".join(f"{n} by {m}" for m, n in sorted(made.methods.items()))
        print(f"{made.items} items ({methods}), {len(made.files)} files: {made.folder}")
