"""References by demonstrative: "this Article", "that Act", "the 1996 Act", "the Convention".

"this ..." points into the text it stands in (form ``internal``); the others stand for an
instrument named before (form ``short``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain

from lexwarrant.jurisdictions.grammar.hebrew import has_hebrew, word_start
from lexwarrant.jurisdictions.grammar.words import places, words_among

_UNITS = {
    "article": "art", "section": "s", "schedule": "sch", "annex": "anx", "chapter": "ch",
    "part": "pt", "paragraph": "paragraph", "subparagraph": "subparagraph", "sub-paragraph":
    "subparagraph", "subsection": "subsection", "sub-section": "subsection", "point": "point",
    "regulation": "authority", "directive": "authority", "act": "authority", "decision":
    "authority", "order": "authority", "regulations": "authority", "rules": "authority",
    "rule": "rule", "title": "title", "subdivision": "subsection", "clause": "cl", "ordinance":
    "authority", "code": "authority", "convention": "authority", "constitution": "authority",
    "artikel": "art", "artikels": "art", "absatz": "paragraph", "absatzes": "paragraph",
    "סעיף קטן": "subsection", "סעיף": "s", "חוק": "authority", "תקנה": "reg", "תקנות": "authority",
    "פקודה": "authority", "פרק": "ch", "פסקה": "paragraph",
    "subchapter": "ch", "subpart": "pt", "subtitle": "title",
    "verordnung": "authority", "richtlinie": "authority", "règlement": "authority",
}  # fmt: skip

_THIS = re.compile(
    r"[TtDdl](?<!\w.)(?:h(?:is|ese) (?P<en>Articles?|article|[Ss]ection|Schedule|Annex|Chapter|Part"
    r"|[Pp]aragraph|[Ss]ub-?paragraph|[Ss]ub-?section|Regulations?|Directive|Act|Decision|Order"
    r"|Rules?|Ordinance|subdivision|title|[Ss]ub(?:chapter|part|title)|(?P<weak>part|chapter))\b(?! \d)"
    r"|ies(?:es|er|e|em) (?P<de>Artikels?|Absatz(?:es)?|Verordnung|Richtlinie)\b"
    r"|u présent (?P<fr>article|paragraphe|règlement)\b"
    r"|hat (?P<that>Schedule|Annex|Article|Chapter|Part)\b(?! \d))"
)
_THIS_MALAY = re.compile(
    r"(?<!\w)(?P<ms>Akta|Ordinan|[Ss]eksyen|[Ss]ubseksyen|[Pp]erkara|[Pp]erenggan|Jadual|Bahagian"
    r"|Peraturan-Peraturan|Kaedah-Kaedah) ini(?!\w)"
)
_MALAY_UNITS = {"akta": "authority", "ordinan": "authority", "seksyen": "s", "subseksyen": "subsection",
                "perkara": "art",
                "perenggan": "paragraph", "jadual": "sch", "bahagian": "pt", "peraturan-peraturan": "authority",
                "kaedah-kaedah": "authority"}  # fmt: skip
_THAT = ("hat Schedule", "hat Annex", "hat Article", "hat Chapter", "hat Part")
_THIS_HEBREW = re.compile(
    r"(?P<he>סעיף קטן|סעיף|חוק|תקנה|תקנות|פקודה|פרק|פסקה) (?:זה|זו|אלה)(?!\w)"
)
_SHORT = re.compile(
    r"[Tt](?<!\w.)(?:(?P<that>hat (?:Act|[Rr]egulation|[Dd]irective|Convention|Order|Statute|Code"
    r"|Ordinance|Law|Decision|Treaty|Charter)\b|hose (?:Regulations|Rules|Acts|Orders)\b)"
    r"|he (?:(?:said|same|aforesaid|principal|above|above-mentioned) )??"
    r"(?:(?P<old>(?:Act|Order|Convention|Ordinance) of (?:1[6-9]|20)\d\d)\b"
    r"|(?P<year>(?:1[6-9]|20)\d\d (?:Act|Regulations|Order|Rules|Ordinance|Directive|Regulation"
    r"|Convention))\b"
    r"|(?P<name>(?:(?:said|same|aforesaid|principal|parent) )?(?:Act|Convention|Regulations?"
    r"|Directive|Charter|Code|Ordinance|Statute|Constitution|Order|Rules))\b"
    r"(?! of \d| for |(?: \(|,)? [1-9][\d]*/|s\b)))"
)
_NOUNS: tuple[str, ...] = ("Act", "Convention", "Regulation", "Directive", "Charter", "Code", "Ordinance", "Statute",
          "Constitution", "Order", "Rules", "Law", "Decision", "Treaty")  # fmt: skip
_LEAD = re.compile(
    r"[Tt](?:hat|hose|he)(?: (?:said|same|aforesaid|principal|above|parent))*(?: \d{4})? \Z"
)
_SHORT_HEBREW = re.compile(r"(?P<he>חוק|פקודה|תקנות|אמנה)(?=[ .,;:)]|\Z)(?! (?:זה|זו|אלה)(?!\w))")


@dataclass(frozen=True, slots=True)
class SelfReference:
    """ "this Article": where, and the level it names.

    A ``weak`` one counts only behind a provision ("§ 164.512 of this part"): "this part of the
    country" is none.
    """

    start: int
    end: int
    unit: str
    weak: bool = False


@dataclass(frozen=True, slots=True)
class ShortName:
    """ "that Act", "the 1996 Act": the word for the instrument and its year, if named.

    ``strong`` names count alone; the others only with a provision.
    """

    start: int
    end: int
    word: str
    year: str
    strong: bool


def find_self_references(text: str) -> list[SelfReference]:
    """Every "this ..." in order."""
    out = []
    for at, _ in places(text, ("his ", "hese ", *_THAT, "ies", "u présent ")):
        found = _THIS.match(text, at - 1) if at else None
        if found is None:
            continue
        word = (found["en"] or found["de"] or found["fr"] or found["that"]).lower()
        unit = _UNITS.get(word) or _UNITS[word.rstrip("s")]
        out.append(SelfReference(found.start(), found.end(), unit, found["weak"] is not None))
    for at, _ in places(text, (" ini",)):
        malay = next(_THIS_MALAY.finditer(text, max(0, at - 20), at + 5), None)
        if malay is not None and malay.end() == at + 4:
            unit = _MALAY_UNITS[malay["ms"].lower()]
            out.append(SelfReference(malay.start(), malay.end(), unit))
    out.sort(key=lambda reference: reference.start)
    if has_hebrew(text):
        for found in _THIS_HEBREW.finditer(text):
            if word_start(text, found.start()):
                out.append(SelfReference(found.start(), found.end(), _UNITS[found["he"]]))
        out.sort(key=lambda reference: reference.start)
    return out


def find_short_names(text: str) -> list[ShortName]:
    """Every short name in order; "the" before one is outside it, "that" is inside."""
    out = []
    small = ((at + 4, word[4:]) for at, word in places(text, ("hat directive", "hat regulation")))
    for at, noun in chain(words_among(text, _NOUNS), small):
        lead = _LEAD.search(text, max(0, at - 36), at)
        found = _SHORT.match(text, lead.start()) if lead is not None else None
        if found is None or not found.start() < at < found.end() or noun not in found.group():
            continue
        kind = found.lastgroup or "name"
        start, end = found.span(kind)
        if kind == "that":
            start -= 1
        words = text[start:end].split(" ")
        word = words[0] if kind == "old" else words[-1]
        year = words[0] if kind == "year" else words[-1] if kind == "old" else ""
        strong = kind != "name" or word == "Convention"
        out.append(ShortName(start, end, word, year, strong))
    for at, word in places(text, (" thereof",)):
        if not text[at + len(word) : at + len(word) + 1].isalnum():
            out.append(ShortName(at + 1, at + len(word), "thereof", "", False))
    out.sort(key=lambda name: name.start)
    if has_hebrew(text):
        for found in _SHORT_HEBREW.finditer(text):
            if word_start(text, found.start()):
                out.append(ShortName(found.start(), found.end(), found["he"], "", False))
        out.sort(key=lambda name: name.start)
    return out
