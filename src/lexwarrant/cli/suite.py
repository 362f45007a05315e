"""``lexwarrant suite``: get, make, check and exchange suites."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from lexwarrant.cli.console import NO, console, fail, said_plainly
from lexwarrant.cli.opening import (
    MaybeSnapshotOption,
    check_jurisdictions,
    jurisdictions_of,
    opened_law,
)

app = typer.Typer(help="Get, make, check and exchange suites.", no_args_is_help=True)

SuiteArgument = Annotated[str, typer.Argument(help="Name or path of the suite.")]
OutFolder = Annotated[
    Path | None, typer.Option("--out", help="Folder to write to; by default the data folder.")
]


def _folder(out: Path | None) -> Path:
    from lexwarrant.evaluation.legal_eye.obtain import suites_home

    return out or suites_home()


@app.command("list")
def list_() -> None:
    """List the suites that ship with the package or were fetched."""
    from lexwarrant.evaluation.legal_eye.obtain import PUBLIC_SUITES
    from lexwarrant.evaluation.suite_file import known_suites, load_suite

    with said_plainly():
        names = known_suites()
        for name in names:
            suite = load_suite(name)
            splits = ", ".join(f"{s.name} {len(s.cases)}" for s in suite.splits)
            console().print(f"{suite.name} {suite.version} ({splits}): {suite.description.strip()}")
        for name, public in PUBLIC_SUITES.items():
            if name not in names:
                console().print(f"{name}: {public.description} (lexwarrant suite get {name})")


@app.command("check")
def check(suite: SuiteArgument, snapshot: MaybeSnapshotOption = None) -> None:
    """Check a suite: every field, id and hash; of variants also counts, order and provenance.

    A legal system without a pack is known when the snapshot holds its law.
    """
    from lexwarrant.evaluation.no_law import NONE
    from lexwarrant.evaluation.suite_file import load_suite
    from lexwarrant.evaluation.variants.making import problems

    with said_plainly():
        loaded = load_suite(suite)
        with opened_law(snapshot or NONE) as law:
            check_jurisdictions(loaded, law.jurisdictions())
        found = problems(loaded)
        for problem in found:
            console().print(problem, markup=False, soft_wrap=True)
        if found:
            raise typer.Exit(NO)
        for split in loaded.splits:
            sealed = ", sealed" if split.sealed else ""
            console().print(
                f"{split.name}: {len(split.cases)} cases, SHA-256 {split.sha256}{sealed}"
            )
        console().print(f"{loaded.name} {loaded.version}: in order, digest {loaded.digest}")


@app.command("get")
def get(
    name: Annotated[str, typer.Argument(help="legal-eye-50 or legal-eye-v3.")],
    source: Annotated[
        Path | None, typer.Option("--from", help="A file of it, instead of fetching it.")
    ] = None,
    authorities: Annotated[
        Path | None, typer.Option("--authorities", help="The Python file of strict expectations.")
    ] = None,
    unpinned: Annotated[
        bool, typer.Option("--unpinned", help="Take another version of it.")
    ] = False,
    out: OutFolder = None,
) -> None:
    """Fetch a public suite from its own repository, or read it from a file; pinned by digest."""
    from lexwarrant.evaluation.legal_eye.obtain import get_suite
    from lexwarrant.evaluation.suite_file import load_suite

    with said_plainly():
        path = get_suite(
            name, _folder(out), source=source, authorities=authorities, unpinned=unpinned
        )
        loaded = load_suite(str(path))
        strict = sum(bool(c.expect_domains or c.expect_authorities) for _, c in loaded.cases())
        console().print(
            f"{path}: {len(loaded.cases())} cases, {strict} with authority expectations, "
            f"digest {loaded.digest}", soft_wrap=True, markup=False,
        )  # fmt: skip


@app.command("vary")
def vary(
    suite: SuiteArgument,
    out: Annotated[Path, typer.Option("--out", help="Folder to write to.")] = Path(),
    templates: Annotated[
        Path | None, typer.Option("--templates", help="Templates of one's own (YAML).")
    ] = None,
    language: Annotated[
        str | None, typer.Option("--language", help="he or en; by default each question's own.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name")] = None,
) -> None:
    """Make nine deterministic variants of each case, in a split of their own."""
    from lexwarrant.evaluation.suite_file import load_suite
    from lexwarrant.evaluation.suite_writing import write_suite
    from lexwarrant.evaluation.variants.making import load_templates, read_templates
    from lexwarrant.evaluation.variants.making import vary as make

    with said_plainly():
        loaded = load_suite(suite)
        chosen = read_templates(templates) if templates else (
            load_templates(language) if language else None
        )  # fmt: skip
        splits = make((c for _, c in loaded.cases()), chosen)
        path = write_suite(
            out, name or f"{loaded.name}-varied", loaded.version,
            f"{loaded.description.strip()} In ten wordings each.", loaded.licence, splits,
        )  # fmt: skip
        digest = load_suite(str(path)).digest
        console().print(
            f"{path}: {len(splits[0].cases)} canonical, {len(splits[1].cases)} holdout, "
            f"digest {digest}", soft_wrap=True, markup=False,
        )  # fmt: skip


@app.command("import")
def import_(
    table: Annotated[Path, typer.Argument(help="A .xlsx or .csv file.")],
    out: Annotated[Path, typer.Option("--out", help="Folder to write to.")] = Path(),
) -> None:
    """Read a suite from a spreadsheet or CSV; a bad cell is named."""
    from lexwarrant.evaluation.suite_file import load_suite
    from lexwarrant.evaluation.suite_tables import read_table
    from lexwarrant.evaluation.suite_writing import write_suite

    with said_plainly():
        t = read_table(table)
        path = write_suite(out, t.name, t.version, t.description, t.licence, t.splits)
        console().print(
            f"{path}: {len(load_suite(str(path)).cases())} cases", soft_wrap=True, markup=False
        )


@app.command("export")
def export(
    suite: SuiteArgument, table: Annotated[Path, typer.Argument(help="A .xlsx or .csv file.")]
) -> None:
    """Write a suite as a spreadsheet or CSV, with every field."""
    from lexwarrant.evaluation.suite_file import load_suite
    from lexwarrant.evaluation.suite_tables import write_table

    with said_plainly():
        write_table(load_suite(suite), table)
        console().print(f"{table}", markup=False)


@app.command("lint")
def lint(suite: SuiteArgument, snapshot: MaybeSnapshotOption = None) -> None:
    """Find what is wrong with the questions before anybody is asked (exit code 1)."""
    from lexwarrant.evaluation.linting import lint as find
    from lexwarrant.evaluation.no_law import NONE
    from lexwarrant.evaluation.suite_file import load_suite

    with said_plainly():
        loaded = load_suite(suite)
        with opened_law(snapshot, jurisdictions=jurisdictions_of(loaded)) as law:
            check_jurisdictions(loaded, law.jurisdictions())
            held = None if law.manifest.name == NONE else law
            found = find(loaded, held)
        for f in found:
            console().print(f"{f.code} {f.case_id}: {f.message}", markup=False, soft_wrap=True)
        console().print(f"{len(found)} findings in {len(loaded.cases())} cases")
        if found:
            raise typer.Exit(NO)


@app.command("dispute")
def dispute(
    case: Annotated[str, typer.Argument(help="The id of the case.")],
    suite: Annotated[str, typer.Option("--suite", help="Name or path of the suite.")],
    reason: Annotated[str, typer.Option("--reason", help="Why the expectation is contested.")],
    by: Annotated[str, typer.Option("--by", help="Who contests it.")] = "",
    run: Annotated[
        Path | None, typer.Option("--run", help="Report this run with and without disputed cases.")
    ] = None,
    folder: Annotated[Path, typer.Option("--folder", help="Where disputes are kept.")] = Path(
        "disputes"
    ),
) -> None:
    """Record a contested expectation with its reason; report scores with and without it."""
    from lexwarrant.cli.tables import percent
    from lexwarrant.evaluation.disputes import (
        Dispute,
        disputes_path,
        read_disputes,
        record_dispute,
        with_and_without,
    )
    from lexwarrant.evaluation.rows import read_rows
    from lexwarrant.evaluation.suite_file import load_suite

    with said_plainly():
        loaded = load_suite(suite)
        path = disputes_path(folder, loaded)
        record_dispute(path, loaded, Dispute(case, reason, date.today(), by))
        console().print(
            f"{path}: {len(read_disputes(path))} disputed", markup=False, soft_wrap=True
        )
        if run is not None:
            both = with_and_without(read_rows(run), read_disputes(path))
            console().print(f"strict PASS with them    {percent(both.with_disputed)}", markup=False)
            console().print(
                f"strict PASS without them {percent(both.without_disputed)}", markup=False
            )


@app.command("seal")
def seal(
    cases: Annotated[Path, typer.Argument(help="A file that is a list of cases.")],
    name: Annotated[str, typer.Option("--name", help="The name of the sealed suite.")],
    version: Annotated[str, typer.Option("--version")] = "1",
) -> None:
    """Seal a set of cases by digest, before anybody tunes on it."""
    from lexwarrant.evaluation.sealing import seal as seal_file

    if not name.strip():
        fail("--name: give the sealed suite a name")
    with said_plainly():
        console().print(f"{seal_file(cases, name, version)}", markup=False, soft_wrap=True)


@app.command("drift")
def drift_(
    suite: Annotated[str, typer.Argument(help="Name or path of the suite.")],
    old: Annotated[str, typer.Argument(help="The snapshot its labels were written on.")],
    new: Annotated[str, typer.Argument(help="The newer snapshot.")],
) -> None:
    """List the cases whose expectations rest on a provision that changed; exit code 1 when any do."""
    from lexwarrant.cli.console import NO
    from lexwarrant.evaluation.suite_file import load_suite
    from lexwarrant.law.diff import diff
    from lexwarrant.law.drift import drift
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot

    with (
        said_plainly(),
        Snapshot(snapshot_folder(old)) as before,
        Snapshot(snapshot_folder(new)) as after,
    ):
        found = drift(load_suite(suite), diff(before, after))
        out = console()
        for item in found:
            sure = "" if item.certain else " (possibly)"
            lost = f"; no longer there: {', '.join(item.lost)}" if item.lost else ""
            out.print(
                f"{item.case_id}{sure}: {item.kind.value} {item.expected!r} rests on "
                f"{item.change.provision}, {item.change.kind.value}{lost}",
                markup=False,
                soft_wrap=True,
            )
        out.print(
            f"{len({i.case_id for i in found})} cases rest on a change"
            if found
            else "no case rests on a change"
        )
        if found:
            raise typer.Exit(NO)
