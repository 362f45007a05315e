"""``lexwarrant publish`` and ``lexwarrant monitor``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import NO, console, said_plainly

if TYPE_CHECKING:
    from lexwarrant.evaluation.monitoring import Seen


def publish(
    runs: Annotated[Path, typer.Option("--runs", help="The folder of published runs.")] = Path(
        "runs"
    ),
    readme: Annotated[Path, typer.Option("--readme", help="The file with the markers.")] = Path(
        "README.md"
    ),
    suite: Annotated[
        str, typer.Option("--suite", help="Publish the runs of this suite alone.")
    ] = "",
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail when out of date.")
    ] = False,
    standalone: Annotated[
        Path | None, typer.Option("--standalone", help="Pack the suite into a .pyz instead.")
    ] = None,
    target: Annotated[
        str, typer.Option("--target", help="With --standalone: the target's description.")
    ] = "legal-eye",
    via: Annotated[str, typer.Option("--via", help="legal-eye: lawyer or hgraph.")] = "lawyer",
) -> None:
    """Render tables, badges and history from the run files, or check that they are up to date."""
    with said_plainly():
        if standalone is not None:
            _pack(suite, target, via, standalone)
            return
        from lexwarrant.evaluation.publishing.publish import render, write

        published = render(readme, runs, suite)
        for path in published.stale:
            word = "out of date" if check else "written"
            console().print(f"{word}: {path}", markup=False, soft_wrap=True)
        if check and published.stale:
            raise typer.Exit(NO)
        if not check:
            write(published)
        if not published.stale:
            console().print("up to date")


def _pack(suite: str, target: str, via: str, out: Path) -> None:
    from lexwarrant.cli.targets import description_name
    from lexwarrant.evaluation.publishing.packing import pack
    from lexwarrant.evaluation.suite_file import load_suite
    from lexwarrant.evaluation.targets.description import load_description

    loaded = load_suite(suite)
    pack(loaded, load_description(description_name(target, via)), out)
    console().print(
        f"{out}: {len(loaded.cases())} cases; run it with python3 {out.name} --base-url URL",
        markup=False, soft_wrap=True,
    )  # fmt: skip


def monitor(
    url: Annotated[str, typer.Argument(help="The base URL of the system.")],
    tries: Annotated[int, typer.Option("--tries", min=1, max=100)] = 3,
    every: Annotated[float, typer.Option("--every", help="Seconds between tries.")] = 60.0,
    timeout: Annotated[float, typer.Option("--timeout")] = 30.0,
    replica_header: Annotated[
        str, typer.Option("--replica-header", help="The header that names the replica.")
    ] = "x-replica-id",
    state: Annotated[Path, typer.Option("--state", help="Where the last state is kept.")] = Path(
        "monitor.json"
    ),
    hook: Annotated[
        str,
        typer.Option(
            "--hook", help="Command called as HOOK open|close|change URL BEFORE AFTER ..."
        ),
    ] = "",
) -> None:
    """Ask /readyz and /v1/corpus/selftest. Exit codes: 0 up, 1 degraded, 2 down."""
    import asyncio

    from lexwarrant.evaluation.monitoring import EXIT_CODES, call_hook, observe, remember

    out = console()

    def said(number: int, seen: Seen) -> None:
        replica = f" (replica {seen.replica})" if seen.replica else ""
        out.print(f"try {number}: {seen.state.value}{replica} {seen.why}".rstrip(), markup=False)

    with said_plainly():
        seen = asyncio.run(
            observe(
                url, tries=tries, every=every, timeout=timeout, replica_header=replica_header,
                watch=said,
            )
        )  # fmt: skip
        change = remember(state, url, seen)
        if change is not None:
            out.print(f"{url}: {change.before.value} -> {seen.state.value}", markup=False)
            if hook and call_hook(hook, url, change) != 0:
                out.print("the hook failed")
        raise typer.Exit(EXIT_CODES[seen.state])
