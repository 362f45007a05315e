"""Dates of application, read from an act's own final articles.

An EU act enters into force on one day and applies from others, part by part (AI Act, Article 113).
The dates are law: each one found here carries the span of the words that fix it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

_NAMES = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
          "October", "November", "December")  # fmt: skip
_MONTHS = {name: number for number, name in enumerate(_NAMES, 1)}

_CLAUSE = re.compile(
    r"(?P<subject>[^.;:]*?)\bshall\sapply(?:\sthose\smeasures)?\sfrom\s"
    r"(?P<day>\d{1,2})\s(?P<month>[A-Z][a-z]+)\s(?P<year>\d{4})"
    r"(?:,\swith\sthe\sexception\sof\s(?P<except>Articles?\s[\d(),\sand]+))?"
)
_CHAPTERS = re.compile(
    r"Chapters?\s(?P<numbers>[IVXLC]+\b(?:(?:,|\sand|,\sand)\s[IVXLC]+\b)*)(?:\sSection\s(?P<section>\d+))?"
    r"(?:\s\(Articles\s(?P<first>\d+)\sto\s(?P<last>\d+)\))?"
)
_ARTICLES = re.compile(r"Articles?\s(\d+)((?:\([a-z0-9]+\))*)")
_WHOLE = re.compile(r"(?:^|\s)(?:It|They|This\s(?:Regulation|Directive))\s$")


@dataclass(frozen=True, slots=True)
class ApplicationDate:
    """``target`` (a path below the act: () for all of it, ("6", "1")) applies from ``applies_from``.

    ``article`` is the final article that says so, ``start`` and ``end`` the span in its body.
    """

    target: tuple[str, ...]
    applies_from: date
    article: str
    start: int
    end: int


def _paths(text: str) -> list[tuple[str, ...]]:
    return [
        (m.group(1), *re.findall(r"\(([a-z0-9]+)\)", m.group(2))) for m in _ARTICLES.finditer(text)
    ]


def application_dates(
    article: str, body: str, divisions: Mapping[str, tuple[tuple[str, str], ...]]
) -> list[ApplicationDate]:
    """The dates of application that ``body`` (the text of article number ``article``) fixes.

    ``divisions`` maps every article number to the divisions it stands in, as (kind, number) pairs,
    outermost first, kind "chapter" or "section". An empty list means that the article fixes none.
    """
    out: list[ApplicationDate] = []
    for clause in _CLAUSE.finditer(body):
        month = _MONTHS.get(clause.group("month"))
        if month is None:
            continue
        day = date(int(clause.group("year")), month, int(clause.group("day")))
        subject = clause.group("subject")
        lead = len(subject) - len(subject.lstrip())
        start, end = clause.start() + lead, clause.end()
        targets: list[tuple[str, ...]] = [()] if _WHOLE.search(subject) else []
        rest = subject
        for chapter in _CHAPTERS.finditer(subject):
            targets += _of_chapter(chapter, divisions)
            rest = rest.replace(chapter.group(), " ")
        targets += _paths(rest)
        excepted = set(_paths(clause.group("except") or ""))
        out += [
            ApplicationDate(target, day, article, start, end)
            for target in dict.fromkeys(targets)
            if target not in excepted
        ]
    return out


def _of_chapter(
    chapter: re.Match[str], divisions: Mapping[str, tuple[tuple[str, str], ...]]
) -> list[tuple[str, ...]]:
    if chapter.group("first"):
        span = range(int(chapter.group("first")), int(chapter.group("last")) + 1)
        return [(str(n),) for n in span]
    numbers = set(re.findall(r"[IVXLC]+", chapter.group("numbers")))
    section = chapter.group("section")
    return [
        (number,)
        for number, where in divisions.items()
        if any(kind == "chapter" and n in numbers for kind, n in where)
        and (section is None or ("section", section) in where)
    ]
