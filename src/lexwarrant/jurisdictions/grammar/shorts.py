"""Short forms: ``Id. at 262``, ``ibid``, ``supra note 4, at 12``, ``above n 4``.

Form: The Bluebook, rules 4.1 and 4.2; OSCOLA, 1.2. "supra Part II" and "see above" point into the
document itself and are no citations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lexwarrant.jurisdictions.grammar.hebrew import has_hebrew, word_start
from lexwarrant.jurisdictions.grammar.numbers import Path
from lexwarrant.jurisdictions.grammar.phrases import PhraseGrammar
from lexwarrant.jurisdictions.grammar.pins import blank_page, read_pins
from lexwarrant.jurisdictions.grammar.words import places
from lexwarrant.records.citation import CitationForm

_ID = re.compile(r"[Ii](?<![\w.'-].)(?:d\.(?![\w])|bid(?:em)?\b\.?)")
_SUPRA = re.compile(
    r"(?P<supra>s(?<!\w.)upra)\b(?P<note>,? (?:note|notes|n\.|nn?|fn\.?) ?\d{1,4})?"
    r"|(?P<above>a(?<!\w.)bove (?:n|note|fn) ?\d{1,4})\b"
    r"|(?P<cited>c(?<!\w.)ited above|préc(?:itée?s?\b|\.)|a\. ?a\. ?O\.|aaO\b)"
)
_CITED = ("cited above", "précit", "préc.", "a.a.O.", "a. a. O.", "aaO")
_EBENDA = re.compile(r"[Ee](?<!\w.)bd(?:\.|a\b)")
_THERE = re.compile(
    r"שם(?=,? (?:ב?עמ(?:'|וד)|ב?פס'|ב?פסק(?:ה|אות)|ב?סעי(?:ף|פים)|ב?ס') ?\d|,? \d|\))"
)
_ABOVE_HEBREW = re.compile(r"לעיל,? ה\"ש \d{1,3}|לעיל(?=,? ב?עמ' \d)")
_FOOTNOTE = re.compile(r"\(n \d{1,4}\)")
_PAGE_BEHIND = re.compile(r" (?P<page>\d{1,4}[A-H]?(?:-\d{1,4}[A-H]?)?)(?=[.;,)]|$|\n)")
"""A later citation as OSCOLA has it: "Brown (n 3) [34]", "Smith (n 12) 45"."""
_OWN_PART = re.compile(
    r",? (?:(?:at|in) )?(?:Part|Section|Sections|Chapter|Appendix|App\.|Table|Figure|Fig\.|§|Argument)\b"
    r"|,? (?:pp?\.|at) ?\d{1,3} (?:of|above|below)"
)
_SLOT_NEXT = re.compile(r",? \d{1,3} [A-Z][\w. ]{1,20},? at ")
"""A short slot behind supra, which is then the citation: "Wilson, supra, 471 U.S. at p. 270"."""
_NAME_BEFORE = re.compile(
    r"(?P<name>[A-Z][\w'&.-]*(?: (?:(?:of|the|and|&|v\.?|c\.|et|und) )?[A-Z][\w'&.-]*){0,6})(?: \[\d+\])?,? [(\[]?\Z"
)


@dataclass(frozen=True, slots=True)
class ShortForm:
    """An id. or a supra: where, with which pins; ``name`` stands before a supra."""

    start: int
    end: int
    form: CitationForm
    pins: tuple[Path, ...]
    unit: str = ""
    name: str = ""


def find_short_forms(text: str, grammar: PhraseGrammar) -> list[ShortForm]:
    """Every id. and supra in order."""
    out = []
    starts = sorted(
        at - shift
        for needle, shift in (("Id.", 0), ("id.", 0), ("bid", 1), ("bd.", 1), ("benda", 1))
        for at, _ in places(text, (needle,))
    )
    for start in starts:
        mark = (_ID.match(text, start) or _EBENDA.match(text, start)) if start >= 0 else None
        if mark is None:
            continue
        end = mark.end()
        pins, stop = read_pins(text, end, ("bracket", "para", "page"))
        if not pins and "bid" in mark.group() and (page := _PAGE_BEHIND.match(text, end)):
            pins, stop = ((page["page"],),), page.end()
        unit = ""
        if not pins or text.startswith(("§", " §", ", §"), end):
            lead = 2 if text.startswith(", ", end) else 1 if text.startswith(" ", end) else 0
            phrase = grammar.read_at(text, end + lead) if lead else None
            if phrase is not None:
                pins, stop, unit = phrase.paths, phrase.end, phrase.label.unit
        if mark.group() in _LATIN and _behind_a_noun(text, mark.start()):
            continue
        if mark.group() in ("id.", "ibid") and not pins and not _in_sentence(text, mark.start()):
            continue
        end = stop if pins else blank_page(text, end)
        out.append(ShortForm(mark.start(), end, CitationForm.ID, pins, unit))
    for at, _ in places(text, ("supra", "above n", "above fn", *_CITED)):
        above = _SUPRA.match(text, at)
        if above is None:
            continue
        end = above.end()
        named = _NAME_BEFORE.search(text, max(0, above.start() - 90), above.start())
        noted = bool(above["note"] or above["above"])
        if not noted and _OWN_PART.match(text, end):
            continue
        pins, stop = read_pins(text, end, ("bracket", "para", "page"))
        if above["cited"] and (pins or named is not None):
            noted = True
        if not noted and (named is None or (not pins and _SLOT_NEXT.match(text, end))):
            continue
        out.append(
            ShortForm(
                above.start(),
                stop if pins else end,
                CitationForm.SUPRA,
                pins,
                "",
                named["name"] if named else "",
            )
        )
    for at, _ in places(text, ("(n ",)):
        footnote = _FOOTNOTE.match(text, at)
        named = _NAME_BEFORE.search(text, max(0, at - 90), at) if footnote else None
        if footnote is None or named is None:
            continue
        end = footnote.end()
        pins, stop = read_pins(text, end, ("bracket", "para"))
        if not pins and (page := _PAGE_BEHIND.match(text, end)):
            pins, stop = ((page["page"],),), page.end()
        out.append(ShortForm(at, stop, CitationForm.SUPRA, pins, "", named["name"]))
    if has_hebrew(text):
        out += _hebrew(text, grammar)
    out.sort(key=lambda form: form.start)
    return out


def _hebrew(text: str, grammar: PhraseGrammar) -> list[ShortForm]:
    """ "שם, בעמ' 12" (id.) and "לעיל ה"ש 5" (supra)."""
    out = []
    for pattern, form in ((_THERE, CitationForm.ID), (_ABOVE_HEBREW, CitationForm.SUPRA)):
        for mark in pattern.finditer(text):
            if not word_start(text, mark.start(), "ו"):
                continue
            end = mark.end()
            pins, stop = read_pins(text, end, ("bracket", "para", "page"))
            unit = ""
            if not pins:
                lead = 2 if text.startswith(", ", end) else 1
                phrase = grammar.read_at(text, end + lead)
                if phrase is not None:
                    pins, stop, unit = phrase.paths, phrase.end, phrase.label.unit
            out.append(ShortForm(mark.start(), stop if pins else end, form, pins, unit))
    return out


_LATIN = frozenset({"Id.", "id."})
_NOUN_BEFORE = re.compile(r"(?<![\w.])(?P<word>[A-Za-z][\w'-]*) \Z")
_SIGNAL_WORDS = frozenset(
    "see also cf accord compare with contra quoting citing in and but under or from at generally per to of by "
    "than on as e.g eg that is are where since because following discussing collecting for while both".split()
)
"""Words behind which an id. stands for a citation; behind another ("Employee Id.") it is a number."""


def _behind_a_noun(text: str, at: int) -> bool:
    """Whether an id. is the identity of something: "Employee Id. at 27 Main Street"."""
    before = _NOUN_BEFORE.search(text, max(0, at - 24), at)
    return before is not None and before["word"].lower() not in _SIGNAL_WORDS


def _in_sentence(text: str, at: int) -> bool:
    """Whether a lower-case "id." stands as a citation does: after a signal or a bracket."""
    before = text[max(0, at - 10) : at]
    return (
        re.search(
            r"(?:[Ss]ee|[Cc]f\.|also|[Aa]ccord|[Qq]uoting|[Cc]iting|e\.g\.,|in|[(;])[ ]?\Z", before
        )
        is not None
    )
