"""Decisions of the Court of Justice, the General Court and the European Court of Human Rights.

Case numbers and ECLI: Court of Justice, method of citing the case-law (2014). Applications to
Strasbourg: application number, paragraph after §.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexwarrant.jurisdictions.base import Coordinate
from lexwarrant.jurisdictions.grammar.pins import Pins, read_pins
from lexwarrant.jurisdictions.grammar.words import matches_among, places, words_among
from lexwarrant.records.citation import CitationParts

_NUMBER = re.compile(
    r"[CTFE]-\d{1,4}/\d\d(?: ?(?:PPU|P|R|RENV|P-R|DEP|OP|AJ))?(?: ?\([A-Z]\))?(?!\w)"
)
_NUMBER_START = re.compile(r"[CTFE](?<!\w.)-(?=\d{1,4}/\d\d\b)")
_OLD = re.compile(
    r"Cases? (?:[Nn]os?\.? )?(?P<number>\d{1,4}(?:/\d\d)?(?:(?:,| and"
    r"| to) \d{1,4}/\d\d){0,8}(?<=/\d\d))(?![\d/])"
)
_OPINION = re.compile(
    r"(?:Opinion|Gutachten|Avis) (?P<number>[123]/\d\d)(?:(?: \([A-Z][^()]{2,60}\))?(?=, E[UC]:| EU:|, ECLI)|(?![\w/]))"
    r"|Series A,? (?:[Nn]o\.? ?)?(?P<volume>\d{1,3}(?:-[A-Z])?)(?![\w/-])"
)
"""Opinions on agreements ("Opinion 2/13"); the Strasbourg court's reports until 1995."""
_LABEL = re.compile(
    r"(?:Joined [Cc]ases|Cases?(?: [Nn]o\.?)?|(?:(?<![\w-] )(?<![\w-])|(?<=\b[a-z]{2} )|(?<=\b[a-z]{3} )"
    r"|(?<=from ))(?:joined )?cases?|Rs\.|Rechtssache|[Aa]ffaires?(?: jointes)?|aff\."
    r"|[Cc]ausa|[Aa]sunto|[Pp]rocesso|[Ss]praw[aiey]|[Zz]aak) \Z"
)
_MORE = re.compile(r"(?:,| and|, and| to| und| et) (?=[CTFE]-\d)")
_ECLI = re.compile(
    r"(?:ECLI:)?(?P<place>EU|CE):(?P<court>[CTF]|ECHR):(?P<year>\d{4}):(?P<number>[\dA-Z]{1,20})(?!\w)"
)
_APPLICATION = re.compile(
    r"(?:[Aa](?<!\w.)pp(?:lications?|l|s)?\.? ?(?:[Nn]os?|[Nn]umbers?|nr)?\.?"
    r"|[Rr](?<!\w.)eq(?:uêtes?|\.) ?(?:n[º°o]s?\.?|nos)?|B(?<!\w.)eschwerden? (?:Nrn?\.)"
    r"|I(?<!\w.)ndividualbeschwerde Nr\.) ?"
    r"(?P<number>\d{1,6}/\d\d"
    r"(?:(?:,| and|, and| &) \d{1,6}/\d\d){0,12})(?![\d/])"
)
_NUMBERED = re.compile(
    r"[Nn]os?\.? (?P<number>\d{3,6}/\d\d(?:(?:,| and|, and| &) \d{3,6}/\d\d){0,12})(?![\d/])"
)
_OTHER_NUMBER = re.compile(
    r"(?:[Tt]icket|[Bb]and|[Rr]oom|[Ff]orm|[Ff]light|[Ii]nvoice|[Oo]rder|[Mm]odel|[Pp]art|[Ii]tem|[Bb]us|[Ll]ine"
    r"|[Gg]ate|[Pp]roject|[Bb]uild|[Ii]ssue|[Vv]ersion|[Cc]ode|[Uu]nit|[Bb]atch|[Ll]ot|[Ss]erial|[Ss]eat|[Bb]lock"
    r"|[Bb]ug|[Tt]ask|[Rr]oute|[Ss]ize|[Tt]ype|[Pp]late|[Cc]lass|[Ss]helf|[Bb]ox) (?:[Nn]o\.? ?|#)?\Z"
)
_COURT_NEAR = re.compile(
    r"Case|Joined| v\.? | c\. | gegen |ECLI|E[UC]:[CTF]:|Court|court\b|CJEU|ECJ|EuGH|EuG\b|CJUE|TJUE|TSUE|CGUE|HvJ"
    r"|[Jj]udge?ment|[Rr]uling|\bruled\b|\bheld\b|arrêt|Urteil|Rechtssache|[Ss]entenc|[Ss]entenza|[Ww]yrok|Schrems"
    r"|GDPR|DSGVO|(?:Directive|Regulation) (?:\(E|(?:No )?\d+/)|TFEU|\bTEU\b|Charter|Advocate|\bAG [A-Z]|ECR\b"
    r"|Articles? \d|Art\. ?\d|paras? \d|Rn\. ?\d|[Cc]ase[- ]law|[Pp]reliminary|[Pp]roceedings|[Aa]ppeal"
)
_NAME_PIN = re.compile(
    r",? [\"']?[A-ZÀ-Þ][^\n;:.,()\[\]]{1,60}[\"']?(?=,? (?:at )?(?:paras?\b|paragraphs?|points?|Rn\.|pkt) ?\d)"
)
"""A name without "v" between number and paragraph: "C-252/21 Meta Platforms, para 103"."""
_ALONE = re.compile(r"(?:\A|cases? |[\n(;]|[Ss]ee |[Cc]f\. |[Ii]n |[Ff]rom )\Z")
_REACH = 200
_DATED = re.compile(
    r",? (?:\[GC\],? )?(?:\(?\d{1,2} [A-Z][a-z]{2,8} (?:19|20)\d\d\)?|\((?:ECtHR|ECHR"
    r"|Commission)[^()]{0,40}\))(?=,? (?:para|§|¶|at |\[))"
)
_STRASBOURG = re.compile(r",? ECHR (?:19|20)\d\d(?:-[IVX]{1,4})?(?:,? p\. \d{1,4})?(?![\w/-])")
"""The court's own reports behind an application: "ECHR 2011-IV"."""
_VERSUS = re.compile(r" v\.? [^\n;]{2,70}, \(?\Z")
_REPORT = re.compile(
    r"\[(?P<year>\d{4})\] E\.?C\.?R\.? (?P<page>(?:I{1,2}|F|FP-I-A|-)?[- ]?\d{1,5})(?!\d)"
)
_CELEX_CASE = re.compile(
    r"6(?<!\w.)(?P<year>(?:19|20)\d\d)(?P<court>C[JCOA]|T[JCO])(?P<no>\d{4})(?!\w)"
)
_CELEX_LABEL = re.compile(r"(?:CELEX(?: (?:No\.?|number))?[: ] ?)\Z")
_COURTS = {
    "C": "Court of Justice",
    "T": "General Court",
    "F": "Civil Service Tribunal",
    "E": "EFTA Court",
    "ECHR": "European Court of Human Rights",
}
"""The court that the letter of a number or an ECLI says."""
_NAMES = re.compile(r",? ?\(?(?:(?:(?!\. [A-Z])[^\n;]){2,180})?[,(]? ?")


def find_cases(text: str) -> Iterator[Coordinate]:
    """Coordinates of decisions, each with the pins that follow it."""
    for start in matches_among(text, _NUMBER_START, ("C-", "T-", "F-", "E-")):
        found = _case_number(text, start.start())
        if found is not None:
            yield found
    for at, _ in words_among(text, ("Opinion ", "Gutachten ", "Avis ", "Series A")):
        opinion = _OPINION.match(text, at)
        if opinion is None:
            continue
        pins, end = read_pins(text, opinion.end(), ("para",))
        yield Coordinate(
            at, end, "eu", opinion.group(), CitationParts(number=opinion["number"] or opinion["volume"]), pins=pins,
            rank=1,
        )  # fmt: skip
    for at, _ in words_among(text, ("Case ", "Cases ")):
        old = _OLD.match(text, at)
        if old is None:
            continue
        begin = at - 7 if at >= 7 and text.startswith("Joined ", at - 7) else at
        pins, end = read_pins(text, old.end(), ("para",))
        yield Coordinate(
            begin, end, "eu", f"Case {old['number']}",
            CitationParts(number=old["number"], court="Court of Justice"), pins=pins,
        )  # fmt: skip
    for at, _ in words_among(text, ("EU:", "CE:")):
        begin = at - 5 if text.startswith("ECLI:", at - 5) and at >= 5 else at
        ecli = None if begin and text[begin - 1].isalnum() else _ECLI.match(text, begin)
        if ecli is None:
            continue
        pins, end = read_pins(text, ecli.end(), ("para",))
        name = ecli.group() if ecli.group().startswith("ECLI:") else f"ECLI:{ecli.group()}"
        yield Coordinate(
            ecli.start(), end, "eu", name,
            CitationParts(number=ecli.group(), year=ecli["year"], court=_COURTS[ecli["court"]]), pins=pins,
            target=f"eu/{name}", bridges=_NAMES, rank=3,
        )  # fmt: skip
    for at, _ in places(
        text,
        (
            "pplication",
            "pp no",
            "pp. no",
            "pp No",
            "pp. No",
            "ppl. no",
            "ppl no",
            "equête",
            "eq. n",
            "eschwerde",
            "ndividualbeschwerde",
        ),
    ):
        application = _APPLICATION.match(text, at - 1) if at else None
        if application is None:
            continue
        pins, end = _strasbourg_pins(text, application.end())
        yield Coordinate(
            application.start(), end, "eu", f"App no {application['number']}",
            CitationParts(number=application["number"]), pins=pins, rank=2,
        )  # fmt: skip
    for at, _ in places(text, ("no. ", "nos. ", "No. ", "Nos. ", "no ")):
        plain = None if at and text[at - 1].isalnum() else _NUMBERED.match(text, at)
        if plain is None or not _VERSUS.search(text, max(0, at - 90), at):
            continue
        pins, end = _strasbourg_pins(text, plain.end())
        yield Coordinate(
            at,
            end,
            "eu",
            f"App no {plain['number']}",
            CitationParts(number=plain["number"]),
            pins=pins,
            rank=2,
        )
    for report in _REPORT.finditer(text):
        pins, end = read_pins(text, report.end(), ("para", "page"))
        yield Coordinate(
            report.start(), end, "eu", f"[{report['year']}] ECR {report['page'].replace(' ', '-')}",
            CitationParts(reporter="ECR", year=report["year"], page=report["page"]), pins=pins,
            bridges=_NAMES,
        )  # fmt: skip
    for celex in _CELEX_CASE.finditer(text):
        label = _CELEX_LABEL.search(text, max(0, celex.start() - 16), celex.start())
        letter = celex["court"][0]
        yield Coordinate(
            label.start() if label else celex.start(),
            celex.end(),
            "eu",
            f"{letter}-{int(celex['no'])}/{celex['year'][2:]}",
            CitationParts(number=celex.group(), year=celex["year"]),
            target=f"eu/{celex.group()}",
        )


def _of_a_court(text: str, start: int, end: int) -> bool:
    """Whether a bare number is a case's and not a ticket's or a form's: by the words near it."""
    if _OTHER_NUMBER.search(text, max(0, start - 16), start):
        return False
    return (
        _COURT_NEAR.search(text, max(0, start - _REACH), end + _REACH) is not None
        or _ALONE.search(text, max(0, start - 12), start) is not None
    )


def _strasbourg_pins(text: str, at: int) -> tuple[Pins, int]:
    """Paragraphs and the report behind an application, in either order."""
    report = _STRASBOURG.match(text, at)
    pins, end = read_pins(text, report.end() if report else at, ("para",))
    dated = None if pins else _DATED.match(text, at)
    if dated is not None:
        pins, end = read_pins(text, dated.end(), ("para", "bracket"))
        end = end if pins else at
    report = None if report else _STRASBOURG.match(text, end)
    return pins, report.end() if report else end


def _case_number(text: str, at: int) -> Coordinate | None:
    """The number at ``at`` with its label and the joined numbers after it."""
    if re.search(
        r"[CTFE]-\d{1,4}/\d\d(?: P)?(?:,| and|, and| to| und| et) \Z", text[max(0, at - 24) : at]
    ):
        return None  # one of joined cases, read with the first
    first = _NUMBER.match(text, at)
    if first is None:
        return None
    numbers = [first.group()]
    end = first.end()
    while (more := _MORE.match(text, end)) and (number := _NUMBER.match(text, more.end())):
        numbers.append(number.group())
        end = number.end()
    label = _LABEL.search(text, max(0, at - 22), at)
    if label is None and not _of_a_court(text, at, end):
        return None
    pins, stop = read_pins(text, end, ("para",))
    named = None if pins else _NAME_PIN.match(text, end)
    if named is not None:
        pins, stop = read_pins(text, named.end(), ("para",))
    return Coordinate(
        label.start() if label else at,
        stop if pins else end,
        "eu",
        ", ".join(numbers),
        CitationParts(number=text[at:end], court=_COURTS[text[at]]),
        pins=pins,
    )
