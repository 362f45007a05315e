"""Decisions and rulings of the United States that are cited without a volume.

Memoranda and rulings by their number (``T.C. Memo. 2012-152``, ``Rev. Rul. 99-7``), boards by docket
(``ASBCA No. 43466``), paragraphs of loose-leaf services (``Fed. Sec. L. Rep. (CCH) ¶ 90,123``) and early
reports by their reporter's name (``The Sarah, Bee 196 (D.S.C. 1803)``), which are words of every day
and count only between a name and a year. Form: The Bluebook, rules 10.3, 14 and 19.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexwarrant.jurisdictions.base import Coordinate
from lexwarrant.jurisdictions.grammar.pins import Pins, read_pins
from lexwarrant.jurisdictions.grammar.words import words_among
from lexwarrant.records.citation import CitationKind, CitationParts

_RULING = re.compile(
    r"(?P<series>T\. ?C\. ?(?:Memo|M|Summ(?:ary|\.)? ?Op(?:inion|\.)?)\.?(?: Dec\.)?(?: \(RIA\)| \(CCH\)| \(P-H\))?"
    r"|Rev\. ?(?:Rul|Proc)\.|I\.R\.S\. (?:Notice|Announcement)|I\.R\.S\. Priv\. Ltr\. Rul\."
    r"|Priv\. Ltr\. Rul\.|PLR|T\.D\.|G\.C\.M\.|Treas\. Dec\.) ?(?P<mark>¶ ?|P ?)?"
    r"(?P<number>(?:19|20)?\d\d-\d{1,5}(?:-\d{1,4})?|(?<=D\. )\d{4,5}|(?<=\) )\d{5}|(?<=M\. )\d{5}|\d\d,\d{3})(?![\w-])"
)
_RULING_WORDS = ("T.C. M", "T.C.M", "T.C. S", "T. C. M", "Rev. R", "Rev. P", "Rev.R", "Rev.P", "I.R.S. N",
                 "I.R.S. A", "I.R.S. P", "Priv. Ltr",
                 "PLR ", "T.D. ", "G.C.M. ", "Treas. Dec.")  # fmt: skip
_BOARD = re.compile(
    r"(?P<board>ASBCA|CBCA|GSBCA|PSBCA|ENGBCA|AGBCA|DOTBCA|IBCA|VABCA|LBCA|NASABCA|SBA|CFTC|CFPB|FMCSA|MSPB|OSHRC"
    r"|B\.R\.B\.|BRB|A\.R\.B\.|ARB|DAB|NTSB Order|FTC|PTAB)(?: Docket| Case)? Nos?\. ?"
    r"(?P<number>(?:[A-Z]{2,6}-)?\d[\w-]{1,16})(?![\w-])"
)
_SLIP = re.compile(r", slip op\.(?: at (?P<page>\d{1,3}(?:-\d{1,3})?))?")
_SERVICE = re.compile(
    r"(?P<series>(?:CCH,? )?"
    r"(?:Bankr\. ?L\. ?Rep\.|Blue Sky L\. ?Rep\.|Comm\. ?Fut\. ?L\. ?Rep\.|Copyright L\. ?(?:Rep|Dec)\.|Energy Mgt\."
    r"|Empl\.? ?Prac\.? ?Dec\.?|Fair Empl\. ?Prac\. ?Cas\.|Fed\. ?Carr\. ?Cas\.|Fed\.? ?Sec\.? ?L\.? ?Rep\.?"
    r"|Lab\. ?Cas\.|Med(?:icare)? ?& ?Med(?:icaid)? ?(?:GD|Guide)|Nuclear Reg\. ?Rep\.|O\.?S\.?H\.?D\.?"
    r"|Pens\. Plan Guide"
    r"|Prod\. ?Liab\. ?Rep\.|R\.?I\.?C\.?O\.? Bus\. ?Disp\. ?Guide|T\. ?C\. ?M\.|Trade Cas\.|Trade Reg\. ?Rep\."
    r"|U\.?S\. ?Tax Cas\."
    r"|USTC|U\.S\.T\.C\.|Unemployment Ins\. ?Rep\.|Util\. ?L\. ?Rep\.|Aviation Cas\.|Av\. Cas\.|BCA|B\.C\.A\."
    r"|NDLR|IER Cas\."
    r"|Gov't Cont\. Rep\.|Food Drug Cosm\. L\. Rep\.|Bankr\. Ct\. Dec\.|Sec\. Reg\. & L\. Rep\.|Pat\. ?L\. ?Rep\.))"
    r"(?P<publisher>,? [(\[](?:CCH|C\.C\.H\.|BNA|RIA|P-H|LRP)[)\]])?(?P<state>,? (?:\([A-Z][a-z]{1,5}\.\)"
    r"|[A-Z][a-z]{0,4}\.(?: [A-Z][a-z]{0,3}\.)?))?"
    r" ?,?(?P<mark>¶¶? ?|(?:para|par)\. ?|P ?(?=\d))?(?P<page>\d[\d,.]{2,9}\d[A-Z]?|\d{2,3}(?!\d))(?![\w-])"
)
_SERVICE_WORDS = (
    "Bankr. L", "Bankr.L", "Blue Sky L", "Comm. Fut", "Copyright L", "Energy Mgt", "Empl Prac Dec", "Empl. Prac. Dec",
    "Fair Empl", "Fed. Carr", "Fed. Sec", "Fed Sec L", "Lab. Cas", "Med & Med", "Medicare & Medicaid G", "Nuclear Reg",
    "OSHD", "O.S.H.D", "Pens. Plan", "Prod. Liab", "Prod.Liab", "RICO Bus", "R.I.C.O. B", "T.C.M.",
    "Trade Cas", "Trade Reg. R",
    "US. Tax Cas", "U.S. Tax Cas", "USTC", "U.S.T.C.", "Unemployment Ins", "Util. L", "Aviation Cas",
    "Av. Cas", "BCA ", "B.C.A.", "NDLR", "IER Cas",
    "Gov't Cont. R", "Food Drug Cosm", "Bankr. Ct. Dec", "Sec. Reg. &", "Pat. L. Rep",
)  # fmt: skip
_NAMES = (
    "Bankr. Reg. Supp.", "Abb. Adm.", "Add.", "Baldw.", "Bayard's Notebook", "Bee", "Betts' Scr. Bk.",
    "Betts, Scr. Bk.", "Blatchf. & H.",
    "Blatchf. Pr. Cas.", "Brown, Adm.", "Brunner, Col. Cas.", "Car. Law Repos.", "Chase", "Clayton's Notebook", "Cooke",
    "Crabbe", "Cranch, Pat. Dec.", "Dallam", "Deady", "Fish. Pr. Cas.", "Gilmer", "Gilp.", "Hask.", "Hempst.",
    "Hoff. Dec.",
    "Hoff. Land Cas.", "Hoff. Op.", "Holmes", "Litt. Sel. Cas.", "McA. Pat. Cas.", "McCahon",
    "Miller's Notebook", "Newb.",
    "Olc.", "Read's Notebook", "Ridgely's Notebook", "Robards", "Rodney's Notes", "Smith", "Syllabi", "Taney",
    "Tapp. Rep.",
    "Thomp. Cas.", "Wallace R.", "Ware", "Wells' Notebook", "Whart. Hom.", "Whart. St. Tr.",
    "Wilson's Red Book", "Woolw.",
    "Jeff.", "Minor", "Walker", "Breese", "Hardin", "Sneed", "Tyler", "N. Chip.", "D. Chip.", "Kirby",
    "Quincy", "Pet. Adm.",
)  # fmt: skip
"""Reports in one volume, named after who made them."""
_NAMED = re.compile(
    r"(?P<before>, )(?P<series>"
    + "|".join(map(re.escape, sorted(_NAMES, key=len, reverse=True)))
    + r")(?: \([A-Z][A-Za-z. ]{1,8}\))?,? (?:p\. )?(?P<page>(?:[IVX]{1,4}, )?\d{1,4}[a-z]?)"
    r"(?P<pin>, \d{1,4}(?:-\d{1,4})?)?"
    r" (?P<court>\((?:[A-Z][^()\n]{0,32} )?1[678]\d\d\))\Z"
)
_ANNOTATED = re.compile(
    r"(?P<series>(?:Am\. ?)?Ann\. ?Cas\.|L\. ?R\. ?A\.) (?P<volume>1[89]\d\d[A-F]),? ?(?P<page>\d{1,4})(?!\w)"
)
"""Annotated reports whose volume is a year and a letter behind the name: "L.R.A. 1915A, 601"."""
_EARLY_YEAR = re.compile(r"1[678](?<![\d.,/-]..)\d\d\)")


def find_unnumbered(text: str) -> Iterator[Coordinate]:
    """Every ruling, board's docket, service's paragraph and early report."""
    for at, word in words_among(text, _WORDS):
        if word.startswith(_RULING_WORDS):
            yield from _ruling(text, at)
        if word in _SERVICE_WORDS:
            yield from _service(text, at)
    yield from _boards(text)
    yield from _named(text)
    for at, _ in words_among(
        text, ("Ann. Cas. 1", "Ann.Cas. 1", "L.R.A. 1", "L. R. A. 1", "Am.Ann.Cas. 1")
    ):
        for annotated in _ANNOTATED.finditer(text, max(0, at - 4), at + 24):
            if annotated.start() and text[annotated.start() - 1].isalnum():
                continue
            pins, end = read_pins(text, annotated.end(), ("page",))
            yield Coordinate(
                annotated.start(), end, "us", f"{annotated['series']} {annotated['volume']} {annotated['page']}",
                CitationParts(
                    reporter=annotated["series"], volume=annotated["volume"], page=annotated["page"]
                ),
                pins=pins, rank=2,
            )  # fmt: skip


_WORDS = tuple({*_RULING_WORDS, *_SERVICE_WORDS})


def _ruling(text: str, at: int) -> Iterator[Coordinate]:
    ruling = _RULING.match(text, at)
    if ruling is not None:
        pins, end = read_pins(text, ruling.end(), ("page", "para"))
        yield _coordinate(ruling.start(), end, ruling["series"], ruling["number"], pins)


def _boards(text: str) -> Iterator[Coordinate]:
    for word, _ in words_among(text, ("No. ", "Nos. ")):
        at = max(0, word - 1)
        low = max(0, at - 16)
        for board in _BOARD.finditer(text, low, min(len(text), at + 30)):
            if board.start() and text[board.start() - 1].isalnum():
                continue
            end = board.end()
            slip = _SLIP.match(text, end)
            pins: Pins = ((slip["page"],),) if slip and slip["page"] else ()
            yield _coordinate(
                board.start(), slip.end() if slip else end, board["board"], board["number"], pins
            )


def _service(text: str, at: int) -> Iterator[Coordinate]:
    begin = at - 4 if text.startswith("CCH ", max(0, at - 4)) else at
    service = _SERVICE.match(text, begin)
    if service is None or not (service["mark"] or service["publisher"]):
        return
    low = max(0, begin - 16)
    volume = _SERVICE_VOLUME.search(text, low, begin)
    start = volume.start() if volume else begin
    pins, end = read_pins(text, service.end(), ("page",))
    name = service["series"].removeprefix("CCH ").removeprefix("CCH, ")
    number = service["page"].replace(",", "")
    yield Coordinate(
        start, end, "us", f"{text[start:begin].strip()} {name} ¶ {number}".strip(),
        CitationParts(
            reporter=name, volume=volume.group().split(" ")[0] if volume else "", page=service["page"]
        ),
        pins=pins, rank=4,
    )  # fmt: skip


_SERVICE_VOLUME = re.compile(
    r"(?<![\w./§$-])(?:\d{4}-\d{4}|\d{1,4}(?:-\d{1,2})?[A-Z]?) (?:CCH,? )?\Z"
)


def _named(text: str) -> Iterator[Coordinate]:
    end = 0
    for year in _EARLY_YEAR.finditer(text):
        low = max(end, year.start() - 110)
        report = None
        for comma in re.finditer(r", (?=[A-Z])", text[low : year.end()]):
            report = _NAMED.match(text[low : year.end()], comma.start())
            if report is not None:
                break
        if report is None:
            continue
        pin = (report["pin"] or "").removeprefix(", ")
        start, end = low + report.start("series"), low + report.end("pin" if pin else "page")
        yield Coordinate(
            start, end, "us", f"{report['series']} {report['page']}",
            CitationParts(reporter=report["series"], page=report["page"]),
            pins=((pin,),) if pin else (), rank=1,
        )  # fmt: skip


def _coordinate(start: int, end: int, series: str, number: str, pins: Pins) -> Coordinate:
    guidance = series.startswith(("Rev.", "I.R.S.", "Priv.", "PLR", "T.D.", "G.C.M.", "Treas."))
    return Coordinate(
        start, end, "us", f"{series} {number}", CitationParts(reporter=series, number=number),
        kind=CitationKind.SECONDARY if guidance else CitationKind.CASE, pins=pins, rank=3,
    )  # fmt: skip
