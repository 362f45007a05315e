"""``lexwarrant serve-model``: a small inference server on loopback."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from lexwarrant.cli.console import said_plainly


def serve_model(
    model: Annotated[Path | None, typer.Argument(help="A GGUF file.")] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="SmolLM2-135M-Instruct from its wheel.")
    ] = False,
    port: Annotated[int, typer.Option("--port", help="0 takes a free one.")] = 8080,
    slots: Annotated[int, typer.Option("--slots", help="Answers at once.")] = 2,
    context: Annotated[int, typer.Option("--context", help="Tokens of each slot.")] = 4096,
    threads: Annotated[int, typer.Option("--threads", help="Threads of the processor.")] = 1,
) -> None:
    """Start llama.cpp's server on 127.0.0.1 until it is interrupted."""
    from lexwarrant.answering.generation.serving import ServerSettings, demo_model, start
    from lexwarrant.records.errors import ConfigurationError

    with said_plainly():
        if (model is None) is not demo:
            raise ConfigurationError("give a GGUF file or --demo, one of them")
        path = model if model is not None else demo_model()
        server, address = start(ServerSettings(path, port, slots, context, threads))
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # so that saved slots are taken away
        print(f"{path.name} is served at {address}", flush=True)
        print(f"try: lexwarrant generate QUESTION --premise FILE --server {address}", flush=True)
        while server is not None:
            time.sleep(3600)
