"""``lexwarrant generate``: an answer of verified sentences, shown as it is made."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lexwarrant.cli.console import NO, console, said_plainly
from lexwarrant.cli.law_options import DEFAULT_SNAPSHOT, OnOption, SnapshotOption, day

if TYPE_CHECKING:
    from rich.console import Console

    from lexwarrant.answering.generation.events import Event

_KEY_VARIABLE = "LEXWARRANT_API_KEY"


def generate(
    question: Annotated[str, typer.Argument(help="The question.")],
    premise: Annotated[
        list[str] | None,
        typer.Option("--premise", "-p", help="A text file or a provision's id; may be repeated."),
    ] = None,
    backend: Annotated[
        str, typer.Option("--backend", "-b", help="llamacpp, vllm, sglang, chat or transformers.")
    ] = "llamacpp",
    server: Annotated[
        str, typer.Option("--server", help="Address such as http://127.0.0.1:8080.")
    ] = "",
    model: Annotated[
        str, typer.Option("--model", help="Where a server has several; a folder or GGUF file.")
    ] = "",
    steering: Annotated[
        str, typer.Option("--steering", help="auto, allow, ban, inject, rewrite or none.")
    ] = "auto",
    temperature: Annotated[float, typer.Option("--temperature", help="0 is greedy.")] = 0.0,
    seed: Annotated[int, typer.Option("--seed", help="For sampling.")] = 0,
    seconds: Annotated[float, typer.Option("--seconds", help="Time for the answer.")] = 120.0,
    snapshot: SnapshotOption = DEFAULT_SNAPSHOT,
    on: OnOption = None,
    trace: Annotated[
        Path | None, typer.Option("--trace", help="Write the trace to this file.")
    ] = None,
) -> None:
    """Write an answer whose every sentence the law supports; exit code 1 when none could be.

    Without --premise the built-in answerer finds the provisions, and no model is asked when it
    abstains. An API key is taken from LEXWARRANT_API_KEY.
    """
    from lexwarrant.answering.answerer import VerbatimAnswerer
    from lexwarrant.answering.generation import (
        Budgets,
        Sampling,
        Settings,
        Steering,
        frame_of,
        generate_verified,
    )
    from lexwarrant.answering.generation.backends.choosing import BackendKind, backend_of
    from lexwarrant.answering.generation.frame import Frame
    from lexwarrant.answering.generation.premises import (
        premise_from_files,
        premise_from_gate,
        premise_from_ids,
    )
    from lexwarrant.answering.generation.trace import write_trace
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.context import Context
    from lexwarrant.records.errors import ConfigurationError
    from lexwarrant.records.verification import Premise
    from lexwarrant.records.warrant import PolicyAct
    from lexwarrant.retrieval.open import open_index
    from lexwarrant.verification.verifier import Verifier

    with said_plainly():
        kind = BackendKind(_one_of(BackendKind, "--backend", backend))
        chosen = Steering(_one_of(Steering, "--steering", steering))
        asked = backend_of(kind, server, model, os.environ.get(_KEY_VARIABLE, ""))
        budgets, sampling = Budgets(seconds=seconds), Sampling(temperature, seed)
        if trace is not None and (trace.is_dir() or not trace.parent.is_dir()):
            raise ConfigurationError(f"--trace {trace}: give a file in a folder that is there")
        context = Context(analysis_date=day(on))
        given = premise or []
        files = [Path(p) for p in given if Path(p).is_file()]
        frame = Frame()
        needed = bool(question.strip()) and (len(files) < len(given) or not given)
        with Snapshot(snapshot_folder(snapshot)) if needed else nullcontext() as held:
            if not question.strip():
                law = Premise(())
                frame = Frame(
                    (PolicyAct.ASK,), said="The question is empty: what is to be answered?"
                )
            elif held is None:
                law = premise_from_files(files)
            elif given:
                ids = [p for p in given if not Path(p).is_file()]
                law = premise_from_ids(held, ids, day(on))
            else:
                found = VerbatimAnswerer(held, open_index(held)).answer(question, context)
                law, frame = premise_from_gate(held, found, day(on)), frame_of(found)
        settings = Settings(chosen, budgets, sampling, frame)
        out = console()
        answer = generate_verified(
            question,
            law,
            asked,
            Verifier(jurisdiction=law.jurisdiction),
            settings,
            context=context,
            watch=lambda event: _show(event, out),
        )
        if trace is not None:
            write_trace(answer.trace, trace)
            out.print(f"trace: {trace}", style="dim", markup=False)
        if not answer.answer.promoted:
            raise typer.Exit(NO)


def _one_of(kinds: type, flag: str, value: str) -> str:
    from enum import StrEnum

    from lexwarrant.records.errors import ConfigurationError

    assert issubclass(kinds, StrEnum)
    names = [k.value for k in kinds]
    if value not in names:
        raise ConfigurationError(f"{flag} {value!r}: choose one of {', '.join(names)}")
    return value


def _show(event: Event, out: Console) -> None:
    """Committed sentences in plain, rolled-back ones struck out, what replaces them beneath."""
    from lexwarrant.answering.generation.events import (
        Committed,
        Lessened,
        Refused,
        RolledBack,
        Steered,
        Stopped,
    )
    from lexwarrant.answering.generation.tables import why

    if isinstance(event, Committed):
        sources = ", ".join(dict.fromkeys(s.label for s in event.attempt.sources if s.label))
        out.print(event.text.strip(), markup=False, soft_wrap=True, end="")
        out.print(f"  [{sources}]" if sources else "", style="dim", markup=False)
    elif isinstance(event, RolledBack):
        said = event.attempt.text or "(nothing)"
        out.print(said, style="strike red", markup=False, soft_wrap=True, end="")
        out.print(f"  {why(event.attempt)}", style="dim", markup=False)
    elif isinstance(event, Steered):
        extra = f" {event.label}" if event.label else ""
        extra += f" {' | '.join(v.strip() for v in event.values)}" if event.values else ""
        out.print(f"  ↳ {event.steering.value}{extra}", style="cyan", markup=False)
    elif isinstance(event, Refused):
        out.print(event.text.strip(), style="bold", markup=False, soft_wrap=True)
    elif isinstance(event, Lessened):
        out.print(f"  ! {event.mode.value.replace('_', ' ')}", style="yellow", markup=False)
    elif isinstance(event, Stopped):
        out.print(f"({event.reason.value})", style="dim", markup=False)
    else:
        out.print(event.text.strip(), markup=False, soft_wrap=True)
