"""``lexwarrant target``: what can be asked, and a check of what its replies hold."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from lexwarrant.cli.console import COULD_NOT_TELL, NO, console, said_plainly
from lexwarrant.cli.targets import TargetOptions, http_target

app = typer.Typer(help="Describe and check targets.", no_args_is_help=True)


@app.command("list")
def list_() -> None:
    """List the descriptions that ship with the package."""
    from lexwarrant.evaluation.targets.description import load_description, presets

    with said_plainly():
        for name in presets():
            d = load_description(name)
            console().print(f"{name}: {d.method} {d.url}", markup=False)


@app.command("check")
def check(
    target: Annotated[str, typer.Argument(help="A preset or a .yaml description.")],
    base_url: Annotated[str, typer.Option("--base-url", help="Where the target is.")] = "",
    via: Annotated[str, typer.Option("--via", help="legal-eye: lawyer or hgraph.")] = "lawyer",
    model: Annotated[str, typer.Option("--model", help="The model of a chat target.")] = "",
    timeout: Annotated[float, typer.Option("--timeout")] = 90.0,
    wait_ready: Annotated[float, typer.Option("--wait-ready")] = 0.0,
) -> None:
    """Send three neutral questions; show each raw reply beside what every path finds in it.

    Exit codes: 0 every path found something in some reply, 1 one never did, 2 no reply came.
    """
    import asyncio

    from lexwarrant.evaluation.targets.checking import check_target

    with said_plainly():
        options = TargetOptions(
            target, base_url, via, model, timeout=timeout, wait_ready=wait_ready
        )
        system = http_target(options)
        checked = asyncio.run(check_target(system))
        out = console()
        for c in checked:
            out.print(f"\n[bold]question[/bold]: {c.question}")
            if c.error:
                out.print(f"no reply: {c.error}", markup=False, soft_wrap=True)
                continue
            raw = system.secrets.scrub(json.dumps(c.raw, ensure_ascii=False, indent=2))
            out.print(raw[:4000] + ("\n..." if len(raw) > 4000 else ""), markup=False)
            for name, value in c.found.items():
                shown = " ".join(value.split())[:160] or "NOTHING"
                out.print(f"  {name:<16} {shown}", markup=False, soft_wrap=True)
            for name, paths in c.proposals.items():
                out.print(f"  {name}: try {' or '.join(paths)}", markup=False, soft_wrap=True)
        answered = [c for c in checked if not c.error]
        if not answered:
            raise typer.Exit(COULD_NOT_TELL)
        never = [n for n in answered[0].found if not any(c.found.get(n) for c in answered)]
        if never:
            out.print(f"\nfound in no reply: {', '.join(never)}", markup=False)
            raise typer.Exit(NO)
