"""``lexwarrant serve``: the built-in answerer over HTTP."""

from __future__ import annotations

import platform
from typing import Annotated

import typer

from lexwarrant.cli.console import console, said_plainly
from lexwarrant.cli.law_options import (
    DEFAULT_SNAPSHOT,
    JurisdictionOption,
    SnapshotOption,
    system,
)


def serve(
    protocol: Annotated[str, typer.Option("--protocol", help="legal-eye.")] = "legal-eye",
    host: Annotated[str, typer.Option("--host")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535)] = 8765,
    snapshot: SnapshotOption = DEFAULT_SNAPSHOT,
    jurisdiction: JurisdictionOption = None,
    rate: Annotated[float, typer.Option("--rate", help="Questions a second of one client.")] = 0.5,
    burst: Annotated[int, typer.Option("--burst", min=1)] = 20,
    replica: Annotated[str, typer.Option("--replica", help="The name in the replica header.")] = "",
) -> None:
    """Serve the built-in answerer, so that a public harness can be run against it."""
    from lexwarrant.answering.answerer import VerbatimAnswerer
    from lexwarrant.law.home import snapshot_folder
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.errors import ConfigurationError, LexwarrantError
    from lexwarrant.retrieval.open import open_index
    from lexwarrant.service.legal_eye import LegalEyeServer
    from lexwarrant.service.limits import RateLimit
    from lexwarrant.service.selftest import CorpusTest

    with said_plainly():
        if protocol != "legal-eye":
            raise ConfigurationError(f"--protocol {protocol}: only legal-eye is served")
        with Snapshot(snapshot_folder(snapshot)) as law:
            code = system(jurisdiction, law.jurisdictions())
            answerer = VerbatimAnswerer(law, open_index(law))
            try:
                server = LegalEyeServer(
                    (host, port), answerer.answer, replica=replica or platform.node(),
                    limit=RateLimit(rate, burst), jurisdiction=code,
                    selftest=CorpusTest(law).result,
                )  # fmt: skip
            except OSError as error:
                raise LexwarrantError(
                    f"{host}:{port}: {error.strerror}; choose another --port"
                ) from None
            with server:
                console().print(f"http://{host}:{server.server_address[1]} ({law.manifest.name})")
                server.serve_forever()
