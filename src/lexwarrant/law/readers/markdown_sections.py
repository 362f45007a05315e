"""A statute in the law-as-git layout taken into sections: front matter, headings, bodies.

The layout (legalize and its kin): YAML front matter, ``#`` to ``####`` for the title and the
divisions, ``##### 12A. **Heading.**`` for a section. A cross-heading of the printed Act stands as a
lone line of italics behind the section *before* the one it heads; it is taken off that section and
given to those that follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

import yaml

from lexwarrant.records.errors import LawSourceError

_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?)\n---[ \t]*(?:\n|$)", re.DOTALL)
_MAX_FRONT_MATTER = 65_536
_HEADING = re.compile(r"^(#{1,6})[ \t]+(\S.*?)[ \t]*$", re.MULTILINE)
_SECTION = re.compile(
    r"(?:(?:Section|Article|Art|S|s|§)\.?\s*)?(\d+[A-Z]{0,3}(?:[-.]\d+)?)\b\.{0,2}(?:\s+|$)(.*)",
    re.DOTALL,
)
_SECTION_LEVEL = 5
_CROSS_HEADING = re.compile(r"\*([^*\n]{1,200})\*\.?")
_SCHEDULE = re.compile(r"(?:THE\s+)?(?:\w+\s+)?SCHEDULE\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Section:
    """A section as it stands in the file: number, Markdown heading and body, where it stands."""

    number: str
    heading: str
    body: str
    division: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Loose:
    """Text that is not in a section: a schedule (then named) or a preamble."""

    schedule: str
    heading: str
    body: str
    line: int


@dataclass(frozen=True, slots=True)
class Document:
    """Front matter and what follows it, in order."""

    front: dict[str, str]
    sections: tuple[Section, ...]
    loose: tuple[Loose, ...]


def parse_markdown(text: str, where: str) -> Document:
    """Take ``text`` apart. Raises `LawSourceError` without usable front matter."""
    front, body_at = _front_matter(text, where)
    sections: list[Section] = []
    loose: list[Loose] = []
    divisions: dict[int, str] = {}
    cross = schedule = ""
    for level, heading, body, line in _headed(text, body_at):
        if _SCHEDULE.match(heading) and level < _SECTION_LEVEL:
            schedule = _bare(heading)  # schedules end an Act: all that follows is in one
        section = _SECTION.fullmatch(heading) if level >= _SECTION_LEVEL else None
        if schedule:
            if body.strip():
                loose.append(Loose(schedule, _bare(heading), body, line))
            continue
        body, trailing = _take_cross_heading(body)
        if section is None:
            if 1 < level < _SECTION_LEVEL:
                divisions = {k: v for k, v in divisions.items() if k < level}
                divisions[level] = _bare(heading)
            cross = trailing
            if body.strip():
                loose.append(Loose("", _bare(heading), body, line))
            continue
        stands = tuple(divisions[k] for k in sorted(divisions))
        sections.append(
            Section(
                section.group(1),
                _bare(section.group(2)),
                body,
                (*stands, cross) if cross else stands,
                line,
            )
        )
        cross = trailing or cross
    return Document(front, tuple(sections), tuple(loose))


def _front_matter(text: str, where: str) -> tuple[dict[str, str], int]:
    found = _FRONT_MATTER.match(text[: _MAX_FRONT_MATTER + 16])
    if not found:
        raise LawSourceError(
            f"{where}: no front matter; the file must begin with a line `---`, YAML, a line `---`"
        )
    try:
        data = yaml.safe_load(found.group(1))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        at = f", line {mark.line + 2}" if mark else ""
        raise LawSourceError(f"{where}{at}: the front matter is not YAML") from None
    except (ValueError, RecursionError) as error:  # a day that is none; a thousand brackets
        raise LawSourceError(f"{where}: the front matter cannot be read ({error})") from None
    if not isinstance(data, dict):
        raise LawSourceError(f"{where}: the front matter holds no fields")
    scalars = {str(k): str(v) for k, v in data.items() if isinstance(v, str | int | float | date)}
    return scalars, found.end()


def _headed(text: str, start: int) -> Iterator[tuple[int, str, str, int]]:
    """Every heading with what stands under it: level, heading, body, line number."""
    line = text.count("\n", 0, start) + 1
    at = start
    level, heading, body_start = 0, "", start
    opened = line
    for found in _HEADING.finditer(text, start):
        line += text.count("\n", at, found.start())
        at = found.start()
        yield level, heading, text[body_start : found.start()], opened
        level, heading, body_start, opened = (
            len(found.group(1)),
            found.group(2),
            found.end(),
            line,
        )
    yield level, heading, text[body_start:], opened


def _take_cross_heading(body: str) -> tuple[str, str]:
    """Split a lone line of italics off the end of ``body``."""
    stripped = body.rstrip()
    before, _, last = stripped.rpartition("\n")
    found = _CROSS_HEADING.fullmatch(last.strip())
    if found is None or (before and before.rstrip(" \t")[-1:] != "\n"):
        return body, ""
    return before.rstrip(), found.group(1).strip()


def _bare(heading: str) -> str:
    return heading.replace("**", "").strip()
