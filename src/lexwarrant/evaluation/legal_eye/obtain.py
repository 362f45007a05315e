"""``suite get``: the public questions, fetched from their own repository on request and pinned.

They are not ours to ship (MIT, Copyright (c) 2026 Legal Eye / Avri Barzel). A source is named by a
commit and what it says must have the digest given here, whatever layout it came in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lexwarrant.evaluation.legal_eye.sources import (
    SourceCases,
    parse_source,
    read_source,
    with_authorities,
)
from lexwarrant.evaluation.suite_writing import SplitCases, write_suite
from lexwarrant.law.home import home
from lexwarrant.records.errors import ConfigurationError, DataError
from lexwarrant.records.suite import Case

_ROOT = "https://raw.githubusercontent.com/GreenCycle2025/legal-eye-eval"
_LICENCE = "MIT, Copyright (c) 2026 Legal Eye / Avri Barzel"


@dataclass(frozen=True, slots=True)
class PublicSuite:
    """A public suite: where it is, and the digests of what it says."""

    description: str
    questions: str
    authorities: str = ""
    ladder_digest: str = ""
    authority_digest: str = ""
    file_digest: str = ""
    """What the file says of itself in ``suite_sha256``, over everything else in it."""


PUBLIC_SUITES = {
    "legal-eye-50": PublicSuite(
        "The 50 canonical questions of the public harness of Legal Eye (Israeli law, Hebrew)",
        f"{_ROOT}/43b180ab927ae7c4f6d3db22cd597abeadf03841/eval_graph_arguments.py",
        f"{_ROOT}/93663cdca6fac6daccb663d2bab0ada899ef76f1/authority_expectations_v2.py",
        ladder_digest="4cb69a755f7e2a7bbd9940bb3c4bd6640291fe2473ea331e562cf14f3c9109e7",
        authority_digest="7f804a0d8fdeab42038d1239dc3a30bcfc2ef2ea72677b2c08abeb16919d746f",
    ),
    "legal-eye-v3": PublicSuite(
        "Benchmark v3 of Legal Eye: 80 independent doctrines and 20 questions out of scope",
        f"{_ROOT}/b738ce51fa1e98c5eec661f35baae5ee44009fc9/benchmarks/"
        "benchmark_v3_independent_100.json",
        file_digest="a40c6fa097bd68512bdcbfc4822ccb52a6cd24bfc6b229ea0c84112653f20d8e",
    ),
}

Fetch = Callable[[str], bytes]


def fetch(url: str) -> bytes:
    """The body at ``url``; raises `DataError` that says what to do without a network."""
    import asyncio

    from lexwarrant.evaluation.http.transport import HttpRequest, Transport, TransportError

    async def get() -> bytes:
        transport = Transport(timeout=60)
        await transport.open()
        try:
            reply = await transport.send(HttpRequest("GET", url, {}))
        finally:
            await transport.close()
        if reply.status != 200:
            raise TransportError(f"HTTP {reply.status}", again=False)
        return reply.body

    try:
        return asyncio.run(get())
    except TransportError as error:
        raise DataError(
            f"{url}: {error}; fetch the file another way and give it with --from"
        ) from None


def suites_home() -> Path:
    """Where fetched and made suites live."""
    return home() / "suites"


def get_suite(
    name: str,
    folder: Path,
    *,
    source: Path | None = None,
    authorities: Path | None = None,
    unpinned: bool = False,
    fetcher: Fetch = fetch,
) -> Path:
    """Write the public suite ``name`` into ``folder``; returns its suite file.

    From ``source`` if given, else fetched. Raises `DataError` when what it says is not what was
    pinned, unless ``unpinned``.
    """
    public = PUBLIC_SUITES.get(name)
    if public is None:
        raise ConfigurationError(f"no public suite {name!r}; known: {', '.join(PUBLIC_SUITES)}")
    if source is not None:
        found = read_source(source, authorities)
    else:
        found = parse_source(fetcher(public.questions), public.questions)
        if public.authorities:
            found = with_authorities(found, fetcher(public.authorities), public.authorities)
    if not unpinned:
        _check(name, public, found)
    version = "pinned" if not unpinned else f"unpinned-{found.ladder_digest()[:12]}"
    splits: dict[str, list[Case]] = {}
    for split, case in found.cases:
        splits.setdefault(split or "canonical", []).append(case)
    grouped = [SplitCases(label, tuple(cases)) for label, cases in splits.items()]
    return write_suite(folder, name, version, public.description, _LICENCE, grouped)


def _check(name: str, public: PublicSuite, found: SourceCases) -> None:
    if public.file_digest and not found.file_digest:
        raise DataError(
            f"{name}: is pinned by the digest of the published JSON object, which this layout does not "
            "keep; give that file, or take this one with --unpinned under its own version name"
        )
    for what, pinned, actual in (
        ("questions and expectations", public.ladder_digest, found.ladder_digest()),
        ("authority expectations", public.authority_digest, found.authority_digest()),
        ("questions and expectations", public.file_digest, found.file_digest),
    ):
        if pinned and actual != pinned and (actual or what.startswith("questions")):
            raise DataError(
                f"{name}: its {what} have the digest {actual[:16]}, pinned is {pinned[:16]}: it is "
                "another version of the suite; --unpinned takes it under its own version name"
            )
