"""Decisions: parallel coordinates become one citation, and names, court and year their parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lexwarrant.jurisdictions.base import Coordinate
from lexwarrant.jurisdictions.grammar.pins import read_pins
from lexwarrant.records.citation import CitationForm, CitationParts

_LINKS = (", ", " ", " = ", ",", "; ", ", and ", " and ", " (", "), ", ") ", " [")
_PARENTHESIS = re.compile(r",? ?\((?P<inside>[^()]{2,90})\)")
_SQUARE = re.compile(r" ?\[(?P<inside>(?:[A-Z0-9][^\[\]]{2,60} )?(?:1[89]|20)\d\d)\]")
"""Court and year as New York writes them: "[Sup Ct, Kings County 2018]"."""
_YEAR_BEFORE = re.compile(r" \((?P<year>1[789]\d\d|20\d\d)\),? \Z")
"""The year between names and slot, as California writes it: "Baral v. Schnitt (2016) 1 Cal.5th"."""
_YEAR_END = re.compile(r"(?<!\d)(?P<year>1[6-9]\d\d|20\d\d)\Z")
_DATE = re.compile(
    r"(?:(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}\.? \d{1,2}, |\d{1,2} [A-Z][a-z]+ "
    r"|\d{1,2}\.\d{1,2}\.)\Z"
)
_VERSUS = re.compile(r" (?:v\.?|vs\.?|V\.|נ'|נגד) ")
_LONE = re.compile(r"(?:In [Rr]e|Ex [Pp]arte|Matter of|In the [Mm]atter of|Re|Estate of) [A-Z(]")
_SMALL = frozenset(
    [
        "of",
        "the",
        "and",
        "&",
        "for",
        "on",
        "to",
        "de",
        "la",
        "le",
        "du",
        "des",
        "von",
        "van",
        "der",
        "den",
        "del",
        "di",
        "ex",
        "rel.",
        "et",
        "al.",
        "d/b/a",
        "application",
        "a/k/a",
        "a",
        "an",
        "at",
        "by",
        "ex-",
        "y",
        "e",
        "sub",
        "nom.",
        "(on",
        "e-",
        "bin",
        "binti",
        "bte",
        "bt",
        "b.",
        "a/l",
        "a/p",
        "s/o",
        "d/o",
        "anak",
        "plc",
        "llp",
        "ak",
    ]
)
_COURT_ALONE = re.compile(r"(?:UK)?(?:HL|SC|CA|PC|FC|HC|QB|KB|Ch|EAT|CJ|KBD|QBD)\Z|Fam\Z")
"""A court's letters that stand alone in a bracket behind a coordinate: "(HL)", "(FC)"."""
_SIGNALS = re.compile(
    r"(?:(?:[Ss]ee|[Ss]ee also|[Cc]f\.|[Cc]ompare|[Aa]ccord|[Bb]ut see|[Bb]ut cf\.|[Cc]ontra|[Ii]n|[Uu]nder|"
    r"[Cc]iting|[Qq]uoting|[Ww]ith|[Aa]lso|[Ee]\.g\.,?|[Ff]ollowing|[Aa]pplying|[Bb]y|[Ff]rom|[Aa]nd|[Ss]ince|"
    r"[Pp]er|[Aa]s|[Oo]verruling|[Oo]verruled|[Hh]ere|[Tt]he [Cc]ourt|[Ww]hile|[Ww]hen|[Aa]fter|[Bb]ut|[Oo]n|[Tt]o|"
    r"Case|Cases|Joined|No\.?),? )+"
)
_DECIDED = ("Urt.", "Urteil", "Beschl.", "Beschluss", "Entsch.", "ABl.")
"""German words before "v." for "vom": no parties stand there."""
_OFFICIAL = frozenset({"AC", "QB", "KB", "Ch", "Fam", "P", "A.C.", "Q.B.", "K.B.", "Ch."})
_EARLIER = frozenset(
    {"WLR", "All ER", "Lloyd's Rep", "W.L.R.", "All E.R.", "FCR", "FLR", "Cr App R"}
)
"""The Law Reports print in the next year what the weekly series had in the year of the decision:
[1993] AC 593, [1992] 3 WLR 1032."""
_WINDOW = 220
_MAX_PARALLEL = 7


def merge_parallel(text: str, coordinates: Sequence[Coordinate]) -> list[Coordinate]:
    """Coordinates in order, those of one decision made one."""
    out: list[Coordinate] = []
    for coordinate in coordinates:
        last = out[-1] if out else None
        if last is not None and _parallel(text, last, coordinate):
            end = coordinate.end
            if text.startswith("]", end) and "[" in text[last.end : coordinate.start] + (
                text[last.start : last.end] if last.parallel else ""
            ):
                end += 1
            out[-1] = replace(
                last,
                end=end,
                pins=tuple(dict.fromkeys(last.pins + coordinate.pins)),
                parallel=(*last.parallel, coordinate.normal),
                target=last.target or coordinate.target,
                parts=_joint(last.parts, coordinate.parts, text[last.end : coordinate.start]),
            )
            continue
        out.append(coordinate)
    return out


def _joint(first: CitationParts, second: CitationParts, between: str) -> CitationParts:
    """The parts of two parallel coordinates: the slot of the first that has one, names between."""
    slot = first if first.reporter else second
    return replace(
        first,
        reporter=slot.reporter,
        volume=slot.volume,
        page=slot.page,
        year=first.year or second.year,
        court=first.court or second.court,
        number=first.number or second.number,
        parties=first.parties or (between.strip(" ,(") if _VERSUS.search(between) else ""),
    )


def _parallel(text: str, last: Coordinate, following: Coordinate) -> bool:
    """Whether two coordinates give one decision: side by side, not two slots of one series."""
    if last.jurisdiction != following.jurisdiction or not (last.joins and following.joins):
        return False
    if last.kind is not following.kind or following.form is not CitationForm.FULL:
        return False
    if last.jurisdiction == "us" and text[last.end : following.start] == "; ":
        return False  # where parallel coordinates stand behind a comma
    if last.form is not CitationForm.FULL or len(last.parallel) >= _MAX_PARALLEL:
        return False
    if not last.parts.reporter and not following.parts.reporter and not following.bridges:
        return False  # two dockets are two decisions
    between = text[last.end : following.start]
    if following.bridges and len(between) <= 200 and following.bridges.fullmatch(between):
        return True
    if between not in _LINKS:
        return False
    if between in ("; ", " and ", ", and ") and not following.parts.year:
        return False
    if between in (" and ", ", and "):
        return False
    a, b = last.parts, following.parts
    if a.court and b.court and a.reporter and b.reporter:
        return False  # two neutral citations
    if a.reporter and a.reporter == b.reporter and not last.parallel:
        return False
    if between == "; " and not (a.year and b.year):
        return False
    if not (a.year[:4].isdigit() and b.year[:4].isdigit()):
        return True
    apart = int(b.year[:4]) - int(a.year[:4])
    if last.jurisdiction == "eu" or not (a.reporter and b.reporter):
        return abs(apart) <= 3  # a docket says which decision it is
    if a.court or b.court:
        return 0 <= (apart if a.court else -apart) <= 2  # reports are printed later
    if a.reporter in _OFFICIAL and b.reporter in _EARLIER:
        return apart in (0, -1)
    return apart == 0


def described(text: str, coordinate: Coordinate, floor: int) -> Coordinate:
    """``coordinate`` with the names before it and the court and year behind it.

    ``floor`` is the end of the citation before: nothing is read across it.
    """
    parts = coordinate.parts
    court, year = parts.court, parts.year
    inside = _PARENTHESIS.match(text, coordinate.end)
    if coordinate.jurisdiction == "us":
        inside = inside or _SQUARE.match(text, coordinate.end)
        before = _YEAR_BEFORE.search(text, max(0, coordinate.start - 9), coordinate.start)
        year = year or (before["year"] if before else "")
    if inside is not None:
        words = inside["inside"]
        dated = _YEAR_END.search(words)
        if dated is not None:
            year = year or dated["year"]
            rest = words[: dated.start()]
            rest = _DATE.sub("", rest).rstrip(" ,")
            if rest and not court:
                court = rest
        elif not court and coordinate.jurisdiction != "us" and _COURT_ALONE.match(words):
            court = words
    names = parts.parties or parties_before(text, coordinate.start, floor)
    if not names:
        names, stop = parties_behind(text, coordinate.end)
        if names and not coordinate.pins:
            pins, end = read_pins(text, stop, ("para",))
            if pins:
                coordinate = replace(coordinate, pins=pins, end=end)
    if (court, year, names) == (parts.court, parts.year, parts.parties):
        return coordinate
    named = CitationParts(
        parts.reporter, parts.volume, parts.page, court, year, names, parts.instrument, parts.number
    )
    return replace(coordinate, parts=named)


def parties_before(text: str, start: int, floor: int) -> str:
    """The names before a coordinate ("Wilson v. Garcia, "), as written; empty when there are none."""
    low = max(floor, start - _WINDOW)
    window = text[low:start]
    cut = window.rfind("\n")
    if cut >= 0:
        window = window[cut + 1 :]
    if floor == low and window.startswith((" (", "(", ", (")):
        closing = window.find(")")
        if closing >= 0:
            window = window[closing + 1 :]
    trimmed = window.rstrip(" ,([")
    if trimmed.endswith(")") and (dated := _YEAR_BEFORE.search(f"{trimmed} ")):
        trimmed = trimmed[: dated.start()]
    if not trimmed:
        return ""
    versus = None
    for found in _VERSUS.finditer(trimmed):
        versus = found
    if versus is None:
        lone = None
        for found in _LONE.finditer(trimmed):
            if not (found.start() and trimmed[found.start() - 1].isalnum()):
                lone = found
        if lone is None or (
            ". " in trimmed[lone.start() + 8 :] and len(trimmed) - lone.start() > 90
        ):
            return ""
        return trimmed[lone.start() :]
    if trimmed[: versus.start()].endswith(_DECIDED):
        return ""
    defendant = trimmed[versus.end() :]
    if ";" in defendant or len(defendant) > 120 or _ends_sentence(defendant):
        return ""
    plaintiff = _plaintiff(trimmed[: versus.start()])
    return f"{plaintiff}{versus.group()}{defendant}" if plaintiff else ""


_SENTENCE = re.compile(r"[a-z]{4,}\. (?=[A-Z][a-z])")
_ABBREVIATIONS = (
    "Acad Admin Advert Agric Airlines Assn Assoc Assocs Auto Auth Bankr Bldg Broad Bros Cent Chem Cnty Coll "
    "Comm Comp Comput Condo Cong Consol Constr Corp Dept Dist Distrib Educ Elec Enter Enters Entmt Equip "
    "Exch Exec Expl Fin Found Glob Govt Grp Guar Hosp Hous Indem Indep Indus Info Inst Intern Invs Liab "
    "Lines Litig Ltd Mach Maint Mfrs Mgmt Mktg Mortg Mun Natl Nats Pers Pharm Pres Prob Prods Props Prot "
    "Publg Rehab Reprod Rest Sch Secs Servs Solar Subcomm Syss Techs Telecomm Telecomms Temp Transcon "
    "Transp Univ Util Utils Vill"
)
"""Words that case names shorten (The Bluebook, table T6): a stop behind one ends no sentence."""
_ABBREVIATED = re.compile(rf"(?:{'|'.join(_ABBREVIATIONS.split())})\. \Z")


def _ends_sentence(text: str) -> bool:
    return any(not _ABBREVIATED.search(text[: m.end()]) for m in _SENTENCE.finditer(text))


def _plaintiff(before: str) -> str:
    """The name that ends ``before``: the longest run of capitalised and small words."""
    words = before.split(" ")
    first = len(words)
    for index in range(len(words) - 1, max(-1, len(words) - 22), -1):
        word = words[index]
        bare = word.strip("([\"'*_")
        if not bare:
            break
        if word.endswith((";", ":", "?", "!", ").")):
            break
        if (
            index < len(words) - 1
            and word.endswith(".")
            and len(bare) > 5
            and "." not in bare[:-1]
            and not (_ABBREVIATED.search(f"{word} "))
        ):
            break
        if (
            word.endswith((")", "),"))
            and "(" not in word
            and "(" not in " ".join(words[max(0, index - 8) : index])
        ):
            break
        if bare[0].isupper() or bare[0].isdigit() or "א" <= bare[0] <= "ת":
            first = index
        elif bare.rstrip(",").lower() not in _SMALL:
            break
    name = " ".join(words[first:]).lstrip("([\"'*_ ")
    signal = _SIGNALS.match(name)
    return name[signal.end() :] if signal and signal.end() < len(name) else name


_BEHIND = re.compile(
    r",? (?P<names>[A-ZÀ-Þא-ת(][^\n;]{1,110}? (?:v\.?|vs\.?|נ'|נגד) [^\n;,.(\[]{2,90}?)(?=,|;|\.(?: |$)|\(|\[|$|\n| - )"
)


def parties_behind(text: str, end: int) -> tuple[str, int]:
    """Names that follow a docket ("Case C-311/18 Schrems v Facebook"), as written, and their end."""
    found = _BEHIND.match(text, end)
    if found is None or re.search(r"(?<! v)(?<! vs)\. [A-Z]|\d{3}", found["names"][:-1]):
        return "", end
    return found["names"].strip(), found.end("names")
