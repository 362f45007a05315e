"""Decisions of United States courts: volume, reporter, page.

Form: The Bluebook, rule 10. Which abbreviation is a reporter is data (``reporters.tsv``). One
search finds a number before a capital; the rest is a bounded `match` and a look-up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from lexwarrant.jurisdictions.base import Coordinate
from lexwarrant.jurisdictions.grammar.pins import (
    Pins,
    blank_page,
    page_pins,
    paragraph_pins,
    read_pins,
)
from lexwarrant.jurisdictions.grammar.words import matches_among, words_among
from lexwarrant.records.citation import Citation, CitationForm, CitationKind, CitationParts

_SLOT = re.compile(
    r"\d(?<![\w./§$-].)(?P<rest>\d{0,3}(?:(?<=\d)[A-F]|-\d{1,4})?)(?: |(?=-(?:Ohio|NMSC|NMCA"
    r"|NMCERT)-)|(?=COA\d))(?=-?(?P<reporter>[A-Z][A-Za-z0-9.'& ()]{0,42}?)"
    r"(?:(?P<at>,? at (?:pp?\. ?)?)(?=[\d*]|__)|(?:,? (?:[Pp]age |pp?\. )?|- ?|(?<=COA))(?P<page>(?:¶ ?|P ?"
    r"|par\. )?\d{1,3},\d{3}|(?:¶ ?|P ?|[DS](?=\d{1,4}\b))?\d{1,7}(?:-?[A-Z]{1,2}|(?<=\d\d)[a-h]|[abce-h]"
    r"|[(\[][AU][)\]])?|_{2,6}"
    r"|-{2,4}|[IVXLC]{2,6}|[ivxl]{2,6})(?![\w$%]|\.\d|,\d{3}\b)))"
)
"""Volume, abbreviation and page. A volume may be "17A" or "1999-2"; a page "1204(A)", "890a",
"D2629", "LII" (tables of decisions), a paragraph of a service or a blank."""
_NOMINATIVE = re.compile(
    r" ?\((?P<inner>\d{1,2} (?:& \d )?[A-Z][A-Za-z.]{0,9}(?: (?:& )?[A-Z][A-Za-z.]{1,7}){0,2}|[A-Z][A-Za-z.]{2,9})\)"
)
_YEAR_INSIDE = re.compile(r" \((?:1[789]|20)\d\d\)\Z")
_PLURAL_NOUN = re.compile(
    r" (?!(?:is|was|has|does|says|holds|states|applies|controls|governs|stands|remains|decides|supports|rejects"
    r"|requires|establishes|makes|shows|provides|discusses|concerns|involves|explains|this|thus|always|perhaps"
    r"|sets|lists|gives|deals|turns|reads|uses|follows|notes|addresses|allows|permits|bars|governs)\b)[a-z]{3,}s\b"
)
"""What is counted, behind a number that is then no page: "3 Cal. 250 servings"."""
_UNIT = re.compile(
    r" (?:mm|cm|km|kg|lbs?|oz|ft|feet|inch(?:es)?|miles?|gallons?|tons?|percent|volts?|watts?|acres?|barrels?"
    r"|calib(?:er|re))\b(?!\.)| ?%"
)
"""What is measured, behind a number that is then no page: "500 U.S. 155 mm shells"."""
_DOCKET = re.compile(
    r"Nos?\. ?"
    r"(?P<number>(?:[A-Z0-9]{1,4}[:-])?\d{1,4}[- ]?(?:[A-Za-z]{1,4}[- ]?)?\d{1,6}(?:[-(][A-Z0-9]{1,8}\)?){0,4}"
    r"|[A-Z]{1,3}\d{5,7})"
)
_BEFORE_NO = re.compile(r"(?:Case |Civ\. ?A\. ?|C\.A\. ?|Civil Action |Crim\. )\Z")
_DECIDED = re.compile(
    r",? (?:slip op\.(?:,? at \d{1,3}(?:-\d{1,3})?)? )?\((?=[A-Z0-9][A-Za-z0-9.,' ]{1,40}(?:1[89]|20)\d\d\))"
)
_SLIP = re.compile(r", slip op\.(?: at (?P<page>\d{1,3}(?:-\d{1,3})?))?")
_SUPPORT = re.compile(r",? \((?:[^()]{0,60} )?(?:1[6-9]|20)\d\d\)|(?:, \d{1,4}(?:-\d{1,4})?)+ \(")
_MONTHS = frozenset({"Mar", "Jan", "Feb", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct", "Nov",
                     "Dec", "May", "June", "July"})  # fmt: skip
_STATE_REPORTS = frozenset(
    ["Ala.", "Ark.", "Ariz.", "Cal.", "Colo.", "Conn.", "Del.", "Fla.", "Ga.", "Haw.", "Ill.", "Ind.", "Kan.", "Ky.",
     "La.", "Md.", "Mass.", "Mich.", "Minn.", "Miss.", "Mont.", "Neb.", "Nev.", "N.H.", "N.J.", "N.M.", "N.Y.", "N.C.",
     "N.D.", "Okla.", "Pa.", "R.I.", "S.C.", "S.D.", "Tenn.", "Tex.", "Vt.", "Va.", "Wash.",
     "W. Va.", "Wis.", "Wyo.", "Me.", "D.C.", "Or.", "Mo.", "S.W.", "N.W.", "N.E.", "S.E."]
)  # fmt: skip
_SURE = frozenset({"US", "SCt", "LEd", "F2d", "F3d", "F4th", "A2d", "A3d", "P2d", "P3d", "WL", "FRD",
                   "TC", "NE2d", "NW2d", "So2d", "So3d", "FedCl", "FSupp"})  # fmt: skip
_COUNTED = re.compile(
    r"(?:[Ff]light|[Rr]ow|[Gg]ate|[Rr]oom|[Ss]eat|[Rr]oute|[Hh]ighway|[Bb]us|[Ss]ize|[Mm]odel|[Ii]tem|[Ll]ot"
    r"|[Bb]ox|[Uu]nit|[Aa]pt\.|[Ss]uite|[Tt]rack|[Pp]ier) \Z"
)
"""What is numbered otherwise, before a number that is then no volume: "Flight 12 Pa. 34"."""
_BY_YEAR = frozenset({"NYSlipOp", "DNH", "DJCAR", "VI"})
"""Series whose volume is a year, though their pages run on."""


class Series(NamedTuple):
    """A reporter: its usual abbreviation, its sort and the years it ran (0 for open)."""

    name: str
    sort: str
    first: int
    last: int


@cache
def _reporters() -> dict[str, Series]:
    text = files("lexwarrant.jurisdictions.us").joinpath("reporters.tsv").read_text("utf-8")
    out = {}
    for line in text.splitlines():
        if line[0] != "#":
            key, name, sort, first, last = line.split("\t")
            if "LEXIS" in key:
                sort = "w"
            out[key] = Series(name, sort, int(first or 0), int(last or 0))
    return out


@cache
def reporter(written: str) -> Series | None:
    """The series that an abbreviation, written in any spacing, stands for."""
    key = written.replace(" ", "").replace(".", "").replace(",", "")
    known = _reporters()
    found = known.get(key)
    if found is None and "(" in written:
        bare = _YEAR_INSIDE.sub("", _NOMINATIVE.sub("", written))
        if bare != written:
            found = known.get(bare.replace(" ", "").replace(".", ""))
    return found


def _neutral(written: str) -> Series | None:
    """The neutral series an abbreviation without stops stands for behind a year."""
    return _reporters().get(f"@{written.replace(' ', '')}")


def find_reports(text: str) -> Iterator[Coordinate]:
    """Every slot, full (``471 U.S. 261, 270``) or short (``471 U.S. at 270``)."""
    for slot in _SLOT.finditer(text):
        written = slot["reporter"].rstrip(" ,")
        volume = text[slot.start()] + slot["rest"]
        series = (_neutral(written) if len(volume) >= 3 else None) or reporter(written)
        if series is None or ("-" in volume and series.sort != "l"):
            continue
        if slot["at"]:
            if series.sort == "n":
                continue
            pins, end = page_pins(text, slot.end("at"), opened=True)
            if pins or (end := blank_page(text, end)) > slot.end("at"):
                yield Coordinate(
                    slot.start(), end, "us", f"{volume} {series.name}",
                    CitationParts(reporter=written, volume=volume),
                    form=CitationForm.SHORT, pins=pins, joins=False, rank=1,
                )  # fmt: skip
            continue
        page = slot["page"]
        end = slot.end("page")
        if not _plausible(text, slot.start(), end, volume, written, series, page):
            continue
        if series.name == "NLRB No." and (slip := _SLIP.match(text, end)):
            pins, end = ((slip["page"],),) if slip["page"] else (), slip.end()
        elif series.sort == "n" and len(volume) == 4:
            pins, end = read_pins(text, end, ("para", "page"))
        else:
            pins, end = _pins(text, end, int(page) if page.isdigit() else 0)
        blank = not page[0].isdigit()
        yield Coordinate(
            slot.start(),
            end,
            "us",
            f"{volume} {series.name} {'___' if blank else page}",
            CitationParts(
                reporter=written,
                volume=volume,
                page=page,
                year=volume if len(volume) == 4 and volume[:2] in ("18", "19", "20") else "",
            ),
            kind=_KINDS.get(series.sort, CitationKind.CASE),
            pins=pins,
            rank=3 if series.sort == "l" else 1,
            joins=series.sort not in "gl",
        )


_KINDS = {"g": CitationKind.GAZETTE, "l": CitationKind.LEGISLATION}


def _pins(text: str, at: int, first: int) -> tuple[Pins, int]:
    """Pins behind a slot that begins on page ``first``; a smaller number is none of its pages."""
    pins, end = page_pins(text, at)
    number = re.match(r"\d+", pins[0][0]) if pins else None
    if number is not None and int(number.group()) < first and not text.startswith(" at", at):
        return (), at
    if not pins:
        pins, end = paragraph_pins(text, at)
    if not pins:
        end = blank_page(text, at)
    if pins and reporter_follows(text, end - len(pins[-1][-1])):
        if len(pins) == 1:
            return (), at
        cut = text.rfind(",", at, end)
        return pins[:-1], cut if cut > at else end
    return pins, end


def reporter_follows(text: str, at: int) -> bool:
    """Whether a slot begins at ``at``: then the number there is its volume, not a page."""
    slot = _SLOT.match(text, at)
    return slot is not None and reporter(slot["reporter"].rstrip(" ,")) is not None


def _plausible(
    text: str, start: int, end: int, volume: str, written: str, series: Series, page: str
) -> bool:
    """Whether a number, an abbreviation and a number are a slot and not a date or a count."""
    key = written.replace(" ", "").replace(".", "")
    if key in _MONTHS and page.isdigit() and len(page) == 4:
        return False
    if series.name == "NLRB No.":
        return len(volume) == 3
    if series.sort == "w" or (series.sort == "n" and (len(volume) == 4 or "." not in written)):
        return len(volume) == 4 and volume[:2] in ("18", "19", "20") and page != "---"
    if page[:1] in "¶P":
        return len(page) >= 5
    if _UNIT.match(text, end):
        return False
    sure = key in _SURE or key[-2:] in ("2d", "3d")
    if key in _BY_YEAR:
        return len(volume) == 4 and volume[:2] in ("19", "20")
    if page.isalpha():
        return sure
    if page[0] in "DS":
        return "Weekly" in written
    if page[-1].isalpha() and not (len(volume) == 4 and volume[:2] in ("19", "20")):
        return sure or "." in written
    if not sure and (
        _PLURAL_NOUN.match(text, end) or _COUNTED.search(text, max(0, start - 9), start)
    ):
        return False
    if sure or (len(key) > 3 and "." in written) or (len(key) > 4 and " " in written):
        return True
    if written in _STATE_REPORTS or (len(key) >= 3 and written.count(".") >= 2):
        return True
    before = text[max(0, start - 160) : start]
    return (
        " v. " in before
        or " v " in before
        or "In re " in before
        or "Ex parte " in before
        or _SUPPORT.match(text, end) is not None
    )


def find_dockets(text: str) -> Iterator[Coordinate]:
    """Docket numbers that stand as coordinates: before WL or LEXIS, a slip opinion or a court."""
    for at, _ in words_among(text, ("No. ", "Nos. ")):
        docket = _DOCKET.match(text, at)
        if docket is None:
            continue
        low = max(0, at - 14)
        label = _BEFORE_NO.search(text[low:at])
        start = low + label.start() if label else at
        end = docket.end()
        pins: Pins = ()
        slip = _SLIP.match(text, end)
        slot = _SLOT.match(text, end + 2) if text.startswith(", ", end) else None
        database = slot is not None and reporter(slot["reporter"].rstrip(" ,"))
        if slip is not None:
            end = slip.end()
            pins = ((slip["page"],),) if slip["page"] else ()
        elif not (database or _DECIDED.match(text, end) or _stands_alone(text, start, docket)):
            continue
        yield Coordinate(
            start,
            end,
            "us",
            f"No. {docket['number']}",
            CitationParts(number=docket["number"]),
            pins=pins,
            rank=1,
        )


_CIVIL_DOCKET = re.compile(r"\d[- ]?(?:cv|cr|mc|md|mj|bk|ap|CV|CR|Civ|civ)[- ]?\d")
_OF_A_COURT = re.compile(
    r"\b(?:docket|petition|appeal|case|cert|action|application|proceeding|Court|Cir|v)\b[^()\n]{0,60}\(\Z"
)


def _stands_alone(text: str, start: int, docket: re.Match[str]) -> bool:
    """Whether a docket says what it is: by "-cv-", or in brackets behind a word for a proceeding."""
    if _CIVIL_DOCKET.search(docket.group()):
        return True
    return (
        text.startswith(")", docket.end())
        and _OF_A_COURT.search(text, max(0, start - 90), start) is not None
    )


_PRINTED = re.compile(
    r"(?P<volume>\d{1,3}) (?P<series>Fed\. ?Reg\.|FR|Stat\.) (?P<page>\d{1,3},\d{3}|\d{1,6})(?![\w,]\d|\w)"
)
_PRINTED_START = re.compile(r"[FS](?<!\w.)(?:ed\. ?Reg\.|R|tat\.) \d")


def find_printed(text: str) -> Iterator[Coordinate]:
    """The Federal Register (a gazette) and the Statutes at Large, by volume and page."""
    for found in matches_among(text, _PRINTED_START, ("Fed. Reg.", "Fed.Reg.", "FR ", "Stat. ")):
        number = re.search(
            r"(?<![\w.-])\d{1,3} \Z", text[max(0, found.start() - 5) : found.start()]
        )
        if number is None:
            continue
        start = found.start() - len(number.group())
        slot = _PRINTED.match(text, start)
        if slot is None:
            continue
        pins, end = _comma_pages(text, slot.end())
        gazette = not slot["series"].startswith("S")
        name = "Fed. Reg." if gazette else "Stat."
        page = slot["page"].replace(",", "")
        yield Coordinate(
            start,
            end,
            "us",
            f"{slot['volume']} {name} {page}",
            CitationParts(reporter=slot["series"], volume=slot["volume"], page=slot["page"]),
            kind=CitationKind.GAZETTE if gazette else CitationKind.LEGISLATION,
            pins=pins,
            rank=2,
            joins=False,
        )


_COMMA_PAGE = re.compile(r",? (?:at )?(\d{1,3},\d{3}(?:-\d{1,3}(?:,\d{3})?)?)(?![\d,]\d)")


def _comma_pages(text: str, at: int) -> tuple[Pins, int]:
    out: list[tuple[str, ...]] = []
    while len(out) < 20 and (page := _COMMA_PAGE.match(text, at)):
        out.append((page.group(1),))
        at = page.end()
    return (tuple(out), at) if out else page_pins(text, at)


_RUN_KNOWN = frozenset(
    ["F.", "F.2d", "F.3d", "F.4th", "F. Supp.", "F. Supp. 2d", "F. Supp. 3d", "S. Ct.", "A.2d", "A.3d", "P.2d", "P.3d",
     "N.E.2d", "N.E.3d", "N.W.2d", "S.E.2d", "So. 2d", "So. 3d", "S.W.2d", "S.W.3d"]
)  # fmt: skip
"""National reporters, of whose first and last years the data is certain."""


def out_of_run(citation: Citation) -> str:
    """Why a decision of the year given cannot stand in the reporter given, or empty.

    A volume may carry decisions of the year before its series began and of the year it ended.
    """
    parts = citation.parts
    if citation.kind is not CitationKind.CASE or not parts.year[:4].isdigit() or not parts.reporter:
        return ""
    series = reporter(parts.reporter)
    if series is None or series.name not in _RUN_KNOWN:
        return ""
    year = int(parts.year[:4])
    if series.first > 1760 and year < series.first - 1:
        return f"{series.name} began in {series.first}: it holds no decision of {year}"
    if series.last and year > series.last + 1:
        return f"{series.name} ended in {series.last}: it holds no decision of {year}"
    return ""
