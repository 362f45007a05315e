"""Where a snapshot is built, and how it takes the place of the old one.

It is built in a hidden folder beside it, which one import at a time holds. The old folder is moved
aside, the new one into its place, the old one deleted; a process killed between the first two steps
leaves the old one aside, and `recover`, which every opening calls, moves it back.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lexwarrant.records.errors import LawSourceError

_OURS = ("law.sqlite", "manifest.json")


def check_replaceable(folder: Path) -> None:
    """Refuse a place that holds anything but a snapshot: what lies there would be deleted.

    A place that is not there, an empty folder and a snapshot, damaged or not, may be replaced.
    Raises `LawSourceError`.
    """
    if not folder.exists() or all((folder / name).is_file() for name in _OURS):
        return
    if not folder.is_dir():
        raise LawSourceError(
            f"{folder}: a file is there, and a snapshot is a folder; name another folder"
        )
    if any(folder.iterdir()):
        raise LawSourceError(
            f"{folder}: the folder holds other files and no snapshot, and an import would delete "
            "them; name a new or an empty folder; nothing was changed"
        )


def _aside(folder: Path, what: str) -> Path:
    return folder.with_name(f".{folder.name}.{what}")


@contextmanager
def workshop(folder: Path) -> Iterator[Path]:
    """An empty folder in which the snapshot of ``folder`` is built; it is gone afterwards.

    Raises `LawSourceError` when another import is building the same snapshot, and when what is
    at ``folder`` is no snapshot.
    """
    recover(folder)
    check_replaceable(folder)
    building = _aside(folder, "building")
    building.mkdir(parents=True, exist_ok=True)
    held = _hold(building, folder)
    try:
        for left in building.iterdir():  # of an import that was killed
            left.unlink()
        yield building
    finally:
        shutil.rmtree(building, ignore_errors=True)
        if held is not None:
            os.close(held)


def _hold(building: Path, folder: Path) -> int | None:
    """Lock the folder for this process; the system releases it when the process ends."""
    try:
        import fcntl
    except ImportError:  # a system without such locks
        return None
    held = os.open(building, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        raise LawSourceError(
            f"{folder}: another import is building this snapshot; wait until it is done"
        ) from None
    return held


def swap(building: Path, folder: Path) -> None:
    """Put the built folder in the place of ``folder``; on failure the old one stays.

    Raises `LawSourceError` when something else than a snapshot has come to be there meanwhile.
    """
    check_replaceable(folder)
    old = _aside(folder, "old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    try:
        building.rename(folder)
    except OSError:
        recover(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def recover(folder: Path) -> None:
    """Move back the old snapshot that an import killed while swapping left aside."""
    old = _aside(folder, "old")
    if old.is_dir() and not folder.exists():
        old.rename(folder)
