"""Titles of Acts and instruments that end in their year, read backwards from the last word.

"Employment Rights Act 1996", "Sarbanes-Oxley Act of 2002", "Working Time Regulations 1998". A
title is the longest run of capitalised words before its last word; small words are in it only
between two of them, and "the" only where a title is known to have one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_END = re.compile(
    r"(?P<word>[AROMSCE](?<!\w.)(?:cts?|egulations?|ules?|rders?|rdinances?|easure|cheme|nactments?"
    r"|ode|tatutes? of (?:Limitations|Frauds|Westminster|Marlborough|Uses|Monopolies|Merton|Gloucester"
    r"|Wills))(?: of (?:Procedure|Court|the Superior Courts))?)(?P<paren>(?: \((?:Northern "
    r"Ireland|Scotland|Wales|NI|Amendment|England and Wales|Sabah|Sarawak|Selangor|Johore?|Perak|Penang|Kedah|Kelantan"
    r"|Terengganu|Pahang|Negeri Sembilan|Melaka|Perlis|Federal Territor(?:y|ies)|Extension|Malaysia"
    r"|No\.? ?\d{1,2})\)){0,2})"
    r"(?P<link>,? | of |, of )(?P<year>(?:1[2-9]|20)\d\d)(?P<to>(?:-| to | and )(?:1[89]|20)\d\d)?(?![\d/])"
)
_SMALL = frozenset({"of", "and", "&", "for", "to", "at", "with", "by", "on", "etc.", "etc", "as", "(etc.)",
                    "in", "against", "or"})  # fmt: skip
_NOT_FIRST = frozenset(
    [
        "the",
        "under",
        "see",
        "in",
        "by",
        "section",
        "sections",
        "article",
        "articles",
        "schedule",
        "pursuant",
        "per",
        "and",
        "of",
        "for",
        "to",
        "with",
        "on",
        "at",
        "this",
        "that",
        "these",
        "those",
        "also",
        "a",
        "an",
        "if",
        "when",
        "where",
        "while",
        "although",
        "both",
        "cf",
        "but",
        "or",
        "as",
        "s",
        "ss",
        "from",
        "since",
        "regulation",
        "regulations",
        "reg",
        "regs",
        "paragraph",
        "part",
        "chapter",
        "rule",
        "rules",
        "his",
        "her",
        "its",
        "their",
        "our",
        "your",
        "any",
        "each",
        "every",
        "no",
        "such",
        "whereas",
        "because",
        "after",
        "before",
        "unless",
        "until",
        "unlike",
        "like",
        "within",
        "without",
        "is",
        "was",
        "compare",
        "accord",
        "contra",
        "e.g",
        "i.e",
        "cf.",
        "e.g.",
        "i.e.",
        "see,",
        "the,",
        "which",
        "s.",
        "ss.",
    ]
)
_MAX_WORDS = 18
_MAX_BACK = 170


@dataclass(frozen=True, slots=True)
class Title:
    """A title with its year; ``word`` is what it calls itself ("Act", "Regulations")."""

    start: int
    end: int
    text: str
    word: str
    year: str
    link: str


_PRIVATE = re.compile(
    r"\b(?:Club|House|Tower|Arbitration|ICC|LCIA|UNCITRAL|SIAC|HKIAC|AAA|JAMS|FIFA|UEFA|IOC|FIDE|Golf|Tennis|Chess"
    r"|Cricket|Football|Rugby|Game|Games|Tournament|League|School|Library|Pool|Gym|Office|Dress|Style|Hostel"
    r"|Conduct|Ethics|Governance|Church|Choir|Ringing|Playground|Dormitory|Incoterms|Membership|Olympiad)\b"
)
_ONE_WORD_RULES = frozenset(
    "Prison Insolvency Bankruptcy Coroners Patents Patent Trademarks Adoption Divorce Companies Magistrates' "
    "Lands Police Solicitors' Designs Firearms Election Elections Tribunal Tribunals Probate Tax Customs "
    "ET EAT UT FTT FtT Immigration Asylum Parole Court Courts Mental Employment Arbitration Evidence Licensing "
    "Pensions".split()
)


def _private(name: str, word: str) -> bool:
    """Whether rules are of a club, a sport or an institute of arbitration, and no law.

    Rules of law with one word before "Rules" are few and of courts and offices ("Prison Rules").
    """
    if not word.startswith(("Rules", "Code", "Scheme")):
        return False
    words = name.split()
    if _PRIVATE.search(name):
        return True
    return word == "Rules" and len(words) == 1 and words[0] not in _ONE_WORD_RULES


_LAST: list[tuple[str, list[Title]]] = []


def find_titles(text: str) -> list[Title]:
    """Every title that ends in a year, in order. The last text's result is kept for other packs."""
    last = _LAST[:1]  # a copy: another thread may be at another text
    if last and last[0][0] is text:
        return last[0][1]
    out: list[Title] = []
    floor = 0
    for end in _END.finditer(text):
        start = _start(text, end.start("word"), max(floor, end.start() - _MAX_BACK))
        if start is None and end["word"].startswith("Statute"):
            start = end.start()
        if start is not None and out and text[start] == "(" and start == out[-1].end + 1:
            start = out.pop().start  # "Data Protection Act 2018 (Commencement) Regulations 2018"
        if start is None or _private(text[start : end.start("word")], end["word"]):
            continue
        out.append(
            Title(
                start,
                end.end(),
                text[start : end.end()],
                end["word"],
                end["year"],
                end["link"],
            )
        )
        floor = end.end()
    _LAST[:] = [(text, out)]
    return out


def title_start(text: str, at: int) -> int | None:
    """Where the title whose last word begins at ``at`` starts; None when it is but that word."""
    return _start(text, at, max(0, at - _MAX_BACK))


def _start(text: str, at: int, floor: int) -> int | None:
    """Where the title whose last word begins at ``at`` starts, if a capitalised word precedes it."""
    best: int | None = None
    position = at
    has_and = False
    for _ in range(_MAX_WORDS):
        if position <= floor:
            break
        token = _back(text, position, floor)
        if token is None:
            break
        begin, word = token
        bare = word.rstrip(",")
        if not bare:
            break
        if word.endswith((";", ":", '"')):
            break
        if word.endswith(".") and not (len(bare) <= 3 or bare in ("etc.", "Misc.")):
            break
        if word.endswith(",") and not has_and:
            break
        if bare[0] == "(":
            if not bare[1:2].isupper() and bare not in ("(etc.)",):
                break
            best = begin
        elif bare[0].isupper():
            if bare.lower() in _NOT_FIRST and bare.lower() not in ("part",):
                break
            if len(bare) > 1 and bare.isupper() and text.startswith("and ", position):
                break  # "Article 160(2) FC and Syariah Courts Enactment 1998"
            best = begin
        elif bare == "the":
            if not _the(text, begin, position):
                break
        elif bare.lower() in _SMALL:
            has_and = has_and or bare in ("and", "&")
        else:
            break
        position = begin
    return best


_INSIDE = re.compile(
    r"(?P<word>[A-Z][a-z]{3,}) (?:of|with|to|against|from|by|in|for|at|Against|With) \Z"
)
_OUTSIDE = frozenset(
    {"section", "sections", "article", "articles", "schedule", "part", "chapter", "paragraph", "regulation",
     "regulations", "rule",
     "rules", "under", "pursuant", "provisions", "title", "heading", "division", "clause", "subsection",
     "purposes", "annex",
     "order", "item", "breach", "terms", "meaning", "words", "text", "amendment", "contravention", "violation",
     "commencement"}
)  # fmt: skip


def _the(text: str, begin: int, position: int) -> bool:
    """Whether "the" at ``begin`` is inside a title: "Offences Against the Person", not "s 3 of the"."""
    word = _INSIDE.search(text, max(0, begin - 30), begin)
    return (
        word is not None
        and word["word"].lower() not in _OUTSIDE
        and text[position : position + 1].isupper()
    )


def _back(text: str, position: int, floor: int) -> tuple[int, str] | None:
    """The token that ends right before ``position`` (a space between), and where it begins."""
    stop = position
    if stop <= floor or text[stop - 1] != " ":
        return None
    stop -= 1
    if stop > floor and text[stop - 1] == ")":
        opening = text.rfind("(", floor, stop)
        if opening < 0 or stop - opening > 60:
            return None
        return opening, text[opening:stop]
    begin = max(text.rfind(" ", floor, stop) + 1, text.rfind("\n", floor, stop) + 1, floor)
    while begin < stop and text[begin] in "\"'([":
        begin += 1
    return (begin, text[begin:stop]) if begin < stop else None
