"""What the two Hebrew formats share: sections as versions, and times that a section states itself.

A consolidated Israeli section that is not simply in force says so in brackets on its first line:
"(החל מיום 1.1.2030):" (from that day on) or "(הוראת שעה מיום 1.1.2026 עד יום 31.12.2035):" (a
temporary provision from day to day, both included). Dates are day, month, year.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from lexwarrant.law.readers.numbering import Numbering, nest
from lexwarrant.law.readers.outline import render
from lexwarrant.records.law import (
    Applicability,
    Authority,
    AuthorityKind,
    Coverage,
    Source,
    Version,
)

_DAY = r"(\d{1,2})\.(\d{1,2})\.(\d{4})"
_FROM = re.compile(rf"\((?:החל מיום|החל ב־?|מיום|תחילתו? ביום) ?{_DAY}\)")
_FROM_TO = re.compile(rf"\((?:הוראת שעה[,:]? )?מיום {_DAY} (?:ו?עד|עד) (?:ליום|יום) ?{_DAY}\)")
_UNTIL = re.compile(rf"\((?:הוראת שעה[,:]? )?עד (?:ליום|יום) ?{_DAY}\)")
_REPEALED = re.compile(r"[\[(]*(?:בוטלה?|נמחקה?|פקעה?)[;.)\]]*")
_YEAR = re.compile(r",? ?(ה?תש[\u05d0-\u05ea״\"׳']{1,5})[–-](\d{4})$")
_CONSOLIDATED = re.compile(r"\s*\[נוסח [^\]]*\]")
_NOT_SLUG = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class HebrewSection:
    """A section as a source gives it: number, heading, lines of text, where it stands."""

    number: str
    heading: str
    text: str
    division: tuple[str, ...] = ()
    changed_by: str = ""


def hebrew_authority(identifier: str, title: str, source: Source, *, whole: bool) -> Authority:
    """A statute of Israel; ``whole`` says that every section of it is held."""
    kind = AuthorityKind.STATUTE
    if title.startswith(("תקנות", "צו ", "כללי")):
        kind = AuthorityKind.SECONDARY
    plain = title.replace("״", '"').replace("׳", "'").replace("–", "-").replace("־", "-")
    short = _YEAR.sub("", title).strip()
    names = dict.fromkeys((plain, short, _CONSOLIDATED.sub("", short)))
    return Authority(
        id=identifier,
        jurisdiction="il",
        kind=kind,
        title=title,
        short_title=short,
        source=source.name,
        language="he",
        aliases=tuple(name for name in names if name and name != title),
        coverage=Coverage(complete=("s",) if whole else ()),
        notes=() if whole else ("only some sections of this statute are held",),
    )


def hebrew_records(identifier: str, section: HebrewSection) -> Iterator[Version | Applicability]:
    """The section's version, and when it applies if its first line says so."""
    unit = f"{identifier}/s/{section.number}"
    label = f"סעיף {section.number}"
    repealed = _REPEALED.fullmatch(section.text.strip()) is not None
    laid = render(nest(section.text.split("\n"), Numbering.HEBREW), unit, label)
    yield Version(
        provision_id=unit,
        label=label,
        text="" if repealed else laid.text,
        heading=section.heading,
        parts=() if repealed else laid.parts,
        repealed=repealed,
        changed_by=section.changed_by,
        kind="section",
        division=section.division,
    )
    stated = None if repealed else stated_times(laid.text)
    if stated:
        first, end, start_at, end_at = stated
        yield Applicability(unit, first, end, unit, start_at, end_at)


def stated_times(text: str) -> tuple[date | None, date | None, int, int] | None:
    """The first day and the first day after, from a section's first line, with the words' span."""
    first_line = text.partition("\n")[0]
    for pattern, has_start, has_end in (
        (_FROM_TO, True, True),
        (_FROM, True, False),
        (_UNTIL, False, True),
    ):
        found = pattern.match(first_line)
        if not found:
            continue
        days = [int(group) for group in found.groups()]
        start = _day(days[:3]) if has_start else None
        last = _day(days[-3:]) if has_end else None
        if (has_start and start is None) or (has_end and last is None):
            return None
        return start, last + timedelta(days=1) if last else None, found.start(), found.end()
    return None


def _day(parts: list[int]) -> date | None:
    try:
        return date(parts[2], parts[1], parts[0])
    except ValueError:
        return None


def slug(title: str) -> str:
    """An id segment for a statute known only by its title: its words without the year."""
    words = _NOT_SLUG.sub("-", _YEAR.sub("", title).replace("״", "").replace('"', ""))
    return words.strip("-")
