"""Where snapshots live when no folder is named."""

from __future__ import annotations

import os
import re
from pathlib import Path

from lexwarrant.records.errors import ConfigurationError

HOME_VARIABLE = "LEXWARRANT_HOME"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def home() -> Path:
    """``$LEXWARRANT_HOME``, else ``lexwarrant`` in the user's data folder (XDG)."""
    configured = os.environ.get(HOME_VARIABLE)
    if configured:
        return Path(configured)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "lexwarrant"


def snapshot_folder(name_or_path: str) -> Path:
    """The folder of a snapshot given by name, or the path itself when it names a folder."""
    if "/" in name_or_path or os.sep in name_or_path:
        return Path(name_or_path)
    if not _NAME.fullmatch(name_or_path):
        raise ConfigurationError(
            f"snapshot name {name_or_path!r}: use letters, digits, dots, dashes and underscores, "
            "or give a path"
        )
    return home() / "snapshots" / name_or_path


def known_snapshots() -> list[Path]:
    """Folders of the snapshots in `home`, by name."""
    root = home() / "snapshots"
    if not root.is_dir():
        return []
    return sorted(p for p in root.iterdir() if p.name[0] != "." and (p / "manifest.json").is_file())
