"""``lexwarrant annotate``: sheets for labelling, their import, agreement, adjudication, the report."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import NO, said_plainly, visible
from lexwarrant.cli.law_options import day

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from lexwarrant.annotation.stages import Stage
    from lexwarrant.law.snapshot import Snapshot

app = typer.Typer(
    help="Label warrant cards: sheets, import, agreement, adjudication.", no_args_is_help=True
)

ProjectArgument = Annotated[Path, typer.Argument(help="The project's folder.")]
StageOption = Annotated[
    str, typer.Option("--stage", help="extract, link, label or policy; the one at hand without it.")
]
LawOption = Annotated[
    str | None,
    typer.Option("--snapshot", "-s", help="Snapshot that supplies the words of provisions."),
]
DueOption = Annotated[
    datetime | None, typer.Option("--due", formats=["%Y-%m-%d"], help="Last day of the stage.")
]


def _law(name: str | None) -> AbstractContextManager[Snapshot | None]:
    from contextlib import nullcontext

    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot

    return Snapshot(snapshot_folder(name)) if name else nullcontext()


def _stage(name: str, otherwise: Stage) -> Stage:
    from lexwarrant.annotation.stages import Stage
    from lexwarrant.records.errors import ConfigurationError

    if not name:
        return otherwise
    try:
        return Stage(name)
    except ValueError:
        raise ConfigurationError(
            f"--stage {name!r} is none of {', '.join(s.value for s in Stage)}"
        ) from None


@app.command("init")
def init(
    suite: Annotated[
        str, typer.Argument(help="Name or path of a warrant suite, or JSON Lines of items.")
    ],
    project: Annotated[Path, typer.Option("--out", help="A new folder.")],
    annotators: Annotated[str, typer.Option("--annotators", help="Names, separated by commas.")],
    overlap: Annotated[
        float,
        typer.Option("--overlap", min=0, max=1, help="Share of answers labelled by everyone."),
    ] = 0.3,
    answers: Annotated[
        Path | None,
        typer.Option(
            "--answers", help="Cards to label (JSON Lines); the reference answers without."
        ),
    ] = None,
    system: Annotated[str, typer.Option("--system", help="Only this system's cards.")] = "",
    prefill: Annotated[
        bool,
        typer.Option("--prefill", help="Show the machine's labels; agreement with them is apart."),
    ] = False,
    due: DueOption = None,
    snapshot: LawOption = None,
) -> None:
    """Make a labelling project and the sheets of its first stage (JSONL, CSV and XLSX)."""
    from lexwarrant.annotation.project import ProjectInfo
    from lexwarrant.annotation.stages import Stage
    from lexwarrant.annotation.workflow import start
    from lexwarrant.evaluation.warrant.checks import check_systems, read_cards, read_items
    from lexwarrant.evaluation.warrant.suite import find_suite

    with said_plainly():
        path = Path(suite)
        items = read_items(path if path.is_file() else find_suite(suite))
        if answers is None:
            cards = [c.gold for i in items for c in i.contexts if c.gold.text]
        else:
            cards = [c for c in read_cards(answers) if system in ("", c.system)]
        names = tuple(n.strip() for n in annotators.split(",") if n.strip())
        info = ProjectInfo(names, overlap, Stage.EXTRACT, day(due), prefill)
        with _law(snapshot) as law:
            check_systems(items, law.jurisdictions() if law else ())
            made = start(project, info, items, cards, law)
        rows = len(made.rows(Stage.EXTRACT))
        print(f"{len(cards)} answers, {rows} rows for {len(names)} annotators")
        print(f"sheets: {made.stage_folder(Stage.EXTRACT)}")


@app.command("import")
def import_(
    project: ProjectArgument,
    sheets: Annotated[list[Path], typer.Argument(help="Filled sheets, in any of the three forms.")],
) -> None:
    """Take filled sheets in; blank, late, malformed and tampered rows are listed (exit code 1), none is
    lost."""
    from lexwarrant.annotation.importing import import_sheet
    from lexwarrant.annotation.project import Project

    with said_plainly():
        opened = Project(project)
        bad = 0
        for path in sheets:
            found = import_sheet(opened, path)
            for problem in found.problems:
                print(
                    visible(f"{path}:{problem.line}: {problem.kind}: {problem.row}: {problem.why}")
                )
            kinds = ", ".join(
                f"{found.count(k)} {k}" for k in ("blank", "late", "malformed", "tampered")
            )
            print(f"{path}: {found.accepted} rows taken in; {kinds}")
            if not found.accepted and not found.problems:
                print(f"{path}: holds no row")
                bad += 1
            bad += sum(found.count(k) for k in ("blank", "malformed", "tampered"))
        if bad:
            raise typer.Exit(NO)


@app.command("conflicts")
def conflicts(project: ProjectArgument, stage: StageOption = "") -> None:
    """List undecided conflicts with each annotator's value and rationale (exit code 1 if any)."""
    from lexwarrant.annotation.adjudication import unresolved
    from lexwarrant.annotation.project import Project

    with said_plainly():
        opened = Project(project)
        found = unresolved(opened, _stage(stage, opened.info.stage))
        for conflict in found:
            print(visible(f"{conflict.row}  {conflict.field}"))
            for who, value, why in conflict.values:
                print(visible(f"  {who}: {value}  ({why or 'no reason given'})"))
        print(f"{len(found)} undecided")
        if found:
            raise typer.Exit(NO)


@app.command("adjudicate")
def adjudicate_(
    project: ProjectArgument,
    row: Annotated[str, typer.Argument(help="The row, as `annotate conflicts` names it.")],
    field: Annotated[str, typer.Argument(help="The field.")],
    value: Annotated[str, typer.Argument(help="The value that stands.")],
    by: Annotated[str, typer.Option("--by", help="Who decides.")],
    why: Annotated[str, typer.Option("--why", help="Why.")],
    stage: StageOption = "",
) -> None:
    """Decide a conflict; the labels it is between are kept."""
    from lexwarrant.annotation.adjudication import adjudicate
    from lexwarrant.annotation.project import Project

    with said_plainly():
        opened = Project(project)
        at = _stage(stage, opened.info.stage)
        made = adjudicate(opened, at, row, field, value, by=by, why=why, on=date.today())
        print(f"{made.row} {made.field} = {made.value}, decided by {made.by} on {made.on}")


@app.command("advance")
def advance_(project: ProjectArgument, due: DueOption = None, snapshot: LawOption = None) -> None:
    """Close the stage at hand, once it is whole and settled, and hand out the next."""
    from lexwarrant.annotation.project import Project
    from lexwarrant.annotation.workflow import advance

    with said_plainly(), _law(snapshot) as law:
        opened = Project(project)
        written = advance(opened, law, day(due))
        if written:
            print(f"stage at hand: {opened.info.stage.value}; sheets: {written[0].parent}")
        else:
            print("every stage is labelled; write the cards with `lexwarrant annotate cards`")


@app.command("cards")
def cards_(
    project: ProjectArgument,
    out: Annotated[Path, typer.Option("--out", help="JSON Lines to write.")],
) -> None:
    """Write the cards as people labelled them, for `lexwarrant warrant score`."""
    import json

    from lexwarrant.annotation.project import Project
    from lexwarrant.annotation.workflow import labelled_cards
    from lexwarrant.evaluation.warrant.checks import write_record

    with said_plainly():
        made = labelled_cards(Project(project), date.today())
        with out.open("w", encoding="utf-8") as file:
            for card in made:
                file.write(json.dumps(write_record(card), ensure_ascii=False) + "\n")
        print(f"{len(made)} cards: {out}")


@app.command("report")
def report_(
    project: ProjectArgument,
    prompts: Annotated[int, typer.Option("--prompts", min=1, help="Size of a release.")] = 250,
) -> None:
    """Print agreement by field, conflicts, audit rates, hours spent and what a release would take."""
    from lexwarrant.annotation.project import Project
    from lexwarrant.annotation.reporting import report

    with said_plainly():
        print(report(Project(project), prompts), end="")
