"""``lexwarrant publish``: tables, badges and history between markers, and ``--check``.

In the README the parts stand between ``<!-- lexwarrant:results -->`` and
``<!-- /lexwarrant:results -->``, and the same for ``badges`` and ``history``; a part without markers
is not written. What is written depends on the run files alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from lexwarrant.evaluation.publishing.figures import RunFigures, published_runs
from lexwarrant.evaluation.publishing.pages import badges, history, results
from lexwarrant.evaluation.rows import ROWS
from lexwarrant.records.errors import DataError

_PARTS = ("badges", "results", "history")
_BADGES = "badges"


@dataclass(frozen=True, slots=True)
class Published:
    """Files with what they should hold, and which of them do not."""

    files: dict[Path, str]
    stale: tuple[Path, ...]


def render(readme: Path, runs: Path, suite: str = "") -> Published:
    """What the README and the badges should be, from the run files in ``runs``.

    ``suite`` picks the runs of one suite. Raises `DataError` when there is no complete run, or no
    marker to write between.
    """
    found = [r for r in published_runs(runs) if suite in ("", r.manifest.suite)]
    if not found:
        raise DataError(f"{runs}: no complete run to publish; no score is shown without one")
    try:
        text = readme.read_text("utf-8")
    except OSError as error:
        raise DataError(f"{readme}: {error.strerror}") from None
    folder = runs / _BADGES
    drawn = badges(found[-1])
    parts = {
        "badges": _badge_line(folder, readme, found[-1], list(drawn)),
        "results": results(found[-1], _from(readme, runs / found[-1].name / ROWS)),
        "history": history(found),
    }
    new, written = text, 0
    for name in _PARTS:
        new, count = _between(new, name, parts[name])
        written += count
    if not written:
        raise DataError(
            f"{readme}: put <!-- lexwarrant:results --> and <!-- /lexwarrant:results --> in it"
        )
    files = {readme: new, **{folder / name: svg for name, svg in drawn.items()}}
    stale = tuple(p for p, body in files.items() if not p.is_file() or p.read_text("utf-8") != body)
    return Published(files, stale)


def _from(readme: Path, path: Path) -> str:
    """``path`` as it is reached from the README; its name alone where it lies elsewhere."""
    base, whole = readme.parent.resolve(), path.resolve()
    return whole.relative_to(base).as_posix() if whole.is_relative_to(base) else path.name


def _badge_line(folder: Path, readme: Path, run: RunFigures, names: list[str]) -> str:
    out = []
    for name in names:
        shown = _from(readme, folder / name)
        out.append(f"![{name.removesuffix('.svg').replace('-', ' ')}]({shown})")
    return " ".join(out)


def _between(text: str, name: str, body: str) -> tuple[str, int]:
    opening, closing = f"<!-- lexwarrant:{name} -->", f"<!-- /lexwarrant:{name} -->"
    pattern = re.compile(f"{re.escape(opening)}.*?{re.escape(closing)}", re.DOTALL)
    return pattern.subn(lambda m: f"{opening}\n{body}\n{closing}", text, count=1)


def write(published: Published) -> None:
    """Write what is stale."""
    for path in published.stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        building = path.with_name(f".{path.name}.building")
        building.write_text(published.files[path], "utf-8")
        building.replace(path)
