"""Printing and exit codes: the same for every command.

Exit codes: 0 yes, 1 no, 2 could not tell.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

YES, NO, COULD_NOT_TELL = 0, 1, 2


def console() -> Console:
    """The console for people, on standard output."""
    from rich.console import Console

    return Console(highlight=False)


def fail(message: str) -> NoReturn:
    """Print one line on standard error and exit with 2."""
    print(f"lexwarrant: {message}", file=sys.stderr)
    raise typer.Exit(COULD_NOT_TELL)


def decoded(body: bytes, where: str) -> str:
    """Bytes as text; raises `DataError` that says where they are not UTF-8."""
    from lexwarrant.records.errors import DataError

    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        raise DataError(
            f"{where}:{line}: not UTF-8 at byte {error.start}; save it as UTF-8"
        ) from None


def utf8_lines(path: Path) -> Iterator[str]:
    """The lines of a file, one by one; raises `DataError` that names the line that is not UTF-8."""
    from lexwarrant.records.errors import DataError

    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                yield line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                raise DataError(
                    f"{path}:{number}: not UTF-8 at byte {error.start} of the line; save it as UTF-8"
                ) from None


@contextmanager
def said_plainly() -> Iterator[None]:
    """Turn an error that a person can act on into one line and exit code 2."""
    import sqlite3

    from lexwarrant.records.errors import LexwarrantError

    try:
        yield
    except LexwarrantError as error:
        fail(" ".join(str(error).split()))
    except UnicodeError as error:
        fail(
            f"a text is not UTF-8 ({error.reason if hasattr(error, 'reason') else error}); save it as UTF-8"
        )
    except sqlite3.DatabaseError as error:
        fail(f"a snapshot or cache is damaged ({error}); delete its folder and build it again")
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            sys.stderr.close()
            raise typer.Exit(YES) from None
        fail(f"{error.filename or 'a file'}: {error.strerror or error}; check the path")
    except KeyboardInterrupt:
        fail("stopped; what was written is kept")


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A progress bar on standard error, drawn only on a terminal."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    screen = Console(stderr=True)
    with Progress(
        TextColumn("{task.description:<12}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
        console=screen,
        disable=not screen.is_terminal,
    ) as bar:
        yield bar
