"""Decisions of Israeli courts: docket numbers and the official reports.

A docket is the sort of proceeding, perhaps the court's place in brackets, and a number: ``6328/97``
or, since 2010, ``12345-06-19``. Reports: ``פ"ד נ(2) 185``. Quotes come folded to ``"`` or ``''``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from lexwarrant.jurisdictions.base import Coordinate
from lexwarrant.jurisdictions.grammar.hebrew import word_start
from lexwarrant.jurisdictions.grammar.pins import read_pins
from lexwarrant.jurisdictions.grammar.words import places
from lexwarrant.records.citation import CitationParts

_NUMBER = re.compile(r"\d(?<![\w/.-].)(?:\d{0,5}/\d\d(?:\d\d)?|\d{1,5}-\d\d-\d\d)(?![\d/-])")
_BEFORE = re.compile(
    r"(?P<sort>[א-ת]{1,4}(?:\"|'')[א-ת]|[א-ת]{1,3}(?:\"|'')[א-ת]{1,2}"
    r"|[בוהלמש]?(?:בגץ|בגצ|דנגץ|רעא|דנא|רעפ|דנפ|בשפ|בשא|עעמ|עעם|ברמ|ברם|עתמ|תמש|סעש|תפח|עא|עפ|תא|תפ|הפ))"
    r"(?: ?\((?P<place>[^()\d]{1,28})\))? ?(?:מס' )?\Z"
)
_REPORT = re.compile(
    r"(?P<series>פ(?:\"|'')ד|פד(?:\"|'')ע|פ(?:\"|'')מ|פס(?:\"|'')מ|פדי|דינים עליון|תק-(?:על|מח|של|עב)) ?"
    r"(?P<volume>[א-ת]{1,3}(?:\"[א-ת])?|(?:19|20)\d\d)(?: ?\((?P<part>\d{1,2})\))? (?P<page>\d{1,5})(?!\d)"
)
_OLD_LABOUR = re.compile(
    r"דב(?:\"|'')ע (?P<number>(?:[א-ת]{1,3}\"?[א-ת]?|\d\d)/\d{1,3}-\d{1,4})(?![\d/-])"
)
"""Labour courts before 2000: the year in letters, the sort and the number."""
_REPORT_START = re.compile(r"פ(?=[דס]?(?:\"|'')[דעמ] ?[א-ת\d])|תק(?=-(?:על|מח|של|עב) )")
_BRIDGE = re.compile(r",? ?(?:[^\n;]{1,120} (?:נ'|נגד) [^\n;]{1,120}|[^\n;.]{0,60})?, ?")


@cache
def _sorts() -> dict[str, str]:
    """The court or kind of proceeding by the letters of its docket."""
    import yaml

    source = files("lexwarrant.jurisdictions.il").joinpath("dockets.yaml")
    data: dict[str, str] = yaml.safe_load(source.read_text(encoding="utf-8"))
    return data


_PARTED = re.compile(r"/\d\d|-\d\d-\d\d(?!\d)")
_FIGURES = re.compile(r"(?<![\w/.-])\d{1,6}\Z")


def _numbers(text: str) -> Iterator[re.Match[str]]:
    """Numbers of dockets, found by what parts them."""
    for parted in _PARTED.finditer(text):
        figures = _FIGURES.search(text, max(0, parted.start() - 7), parted.start())
        number = _NUMBER.match(text, figures.start()) if figures is not None else None
        if number is not None:
            yield number


def _tied(sort: str) -> str:
    """The one court whose docket letters these are, empty when several courts have them."""
    for court in ("High Court of Justice", "Supreme Court,", "National Labour Court"):
        if sort.startswith(court):
            return court.rstrip(",")
    return ""


def find_cases(text: str) -> Iterator[Coordinate]:
    """Dockets and reports, each with the pins behind it."""
    sorts = _sorts()
    for number in _numbers(text):
        low = max(0, number.start() - 44)
        before = _BEFORE.search(text[low : number.start()])
        if before is None:
            continue
        written = before["sort"].replace("''", '"')
        if '"' not in written:
            if len(written) < 3 and len(number.group()) < 7:
                continue
            written = f'{written[:-1]}"{written[-1]}'
        at = low + before.start("sort")
        while written and written not in sorts:
            written, at = written[1:], at + 1
        if len(written) < 3 or not word_start(text, at):
            continue
        pins, end = read_pins(text, number.end(), ("para", "page"))
        yield Coordinate(
            at, end if pins else number.end(), "il", f"{written} {number.group()}",
            CitationParts(number=number.group(), court=before["place"] or _tied(sorts[written])),
            pins=pins, rank=2,
        )  # fmt: skip
    for at, _ in places(text, ('דב"ע ', "דב''ע ")):
        old = _OLD_LABOUR.match(text, at)
        if old is not None and word_start(text, at):
            pins, end = read_pins(text, old.end(), ("para", "page"))
            yield Coordinate(
                at, end, "il", f"דב\"ע {old['number']}", CitationParts(number=old["number"]),
                pins=pins, rank=2,
            )  # fmt: skip
    for start in _REPORT_START.finditer(text):
        report = _REPORT.match(text, start.start())
        if report is None or not word_start(text, start.start()):
            continue
        pins, end = read_pins(text, report.end(), ("para", "page"))
        series = report["series"].replace("''", '"')
        part = f"({report['part']})" if report["part"] else ""
        yield Coordinate(
            report.start(), end if pins else report.end(), "il",
            f"{series} {report['volume']}{part} {report['page']}",
            CitationParts(
                reporter=series, volume=f"{report['volume']}{part}", page=report["page"]
            ),
            pins=pins, rank=2, bridges=_BRIDGE,
        )  # fmt: skip
