"""Printing and exit codes: the same for every command.

Exit codes: 0 yes, 1 no, 2 could not tell.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.text import Text

YES, NO, COULD_NOT_TELL = 0, 1, 2


_CONTROLS = {
    code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"
}


def visible(text: str) -> str:
    """``text`` with its control characters (C0, DEL, C1; not line feed and tab) written out.

    A text of law, an error or a model's answer may hold some, and a terminal would obey them.
    """
    return text.translate(_CONTROLS)


def console() -> Console:
    """The console for people, on standard output; control characters are written out."""
    from rich.console import Console

    class Plain(Console):
        def render_str(self, text: str, **style: Any) -> Text:
            return super().render_str(visible(text), **style)

    return Plain(highlight=False)


def fail(message: str) -> NoReturn:
    """Print one line on standard error and exit with 2."""
    print(f"lexwarrant: {visible(message)}", file=sys.stderr)
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


def not_onto_itself(rows: Path, out: Path) -> None:
    """Refuse to write results over the rows they come from: opening the one would empty the other."""
    if out.exists() and out.samefile(rows):
        fail(f"{out}: --out is the file of rows itself, which would be lost; name another file")


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
