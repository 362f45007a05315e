"""Pinpoints of decisions: pages, notes, paragraphs.

Written ``, 262``, ``at 1342-43``, ``153 n.5``, ``at *2``, ``[45]``, ``at [45]-[47]``, ``para 12``,
``¶ 12``. Pages keep the form they are written in; a paragraph named in words or with ¶ becomes
``¶12``; brackets stay brackets.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

Pins = tuple[tuple[str, ...], ...]

_MAX_PINS = 60
_PAGE = re.compile(
    r"(?P<page>\*{1,2}\d{1,5}(?:- ?\*{0,2}\d{1,5})?|(?:[IVX]{1,5}-)?\d{1,5}[A-L]?(?:-(?: ?\d{1,5}[A-L]?|[A-L]))?"
    r"(?: ?(?:ff?\.?|et seq\.?)(?![\w]))?)"
    r"(?![\w/]|\.\d)(?:(?:,| &)? (?P<note>(?:nn?|fn|note)\.? ?\d{1,3}(?:-\d{1,3})?))?"
)
_OPEN_PAGE = re.compile(r",? at (?:pp?\.? ?)?|,? ב?עמ(?:'|וד|ודים) |, (?:pp?\. ?)?| pp?\.? ?(?=\d)")
_MORE_PAGES = re.compile(r"(?:,| and| &|, and|, &) (?:at )?(?:pp?\. ?)?")
_AFTER_NUMBER = re.compile(
    r" (?!(?:n|nn|and|of|in|where|per|the|at|to|for|on|that|is|was|held|see)\b)[A-Za-z][A-Za-z.]*"
    r"(?:[. ]+[A-Za-z0-9'.()]+){0,4} +\d| [A-Z]\.|(?:th|st|nd|rd)\b| U\.?S\.?C| C\.?F\.?R| days?\b"
    r"| \[?[12]\d{3}\] ?(?:\d|[A-Z])| ?%|/\d"
)
_PART = r"\d{1,4}[A-Z]?(?: ?\((?:\d{1,2}|[a-z]{1,5})\)){0,3}"
_OPEN_BRACKET = re.compile(
    rf",? ?(?:at )?(?:(?:paras?|paragraphs?|§§?) ?)?(?=\[{_PART}(?:\]|-\d{{1,4}}))"
)
_BRACKET = re.compile(
    rf"\[(?!(?:1[6-9]|20)\d\d\]){_PART}\](?: ?- ?\[{_PART}\])?|\[\d{{1,4}}(?:-|, ?)\d{{1,4}}\]"
)
_MORE_BRACKETS = re.compile(rf"(?:,| and|, and| to| &|;) ?(?:at )?(?=\[{_PART}(?:\]|-\d{{1,4}}))")
_OPEN_PARA = re.compile(
    r"(?:,|;)? ?(?:at )?(?:(?P<word>[Pp]ara(?:graph)?s?\.?|point|points|Rn\.|Randnr\.|Rz\.|pts?\.?|pkt"
    r"|apartados?|apdos?\.|punt[oi]"
    r"|punten|r\.?o\.|overweging(?:en)?|"
    r"ב?פסק(?:ה|אות)|ב?פס'|ב?סעיפ?(?:ים)?(?= \d{1,3} לפסק)) ?|(?P<sign>¶¶?|§§?) ?)(?=\d)"
)
_PARA = re.compile(r"\d{1,4}(?:[A-Za-z]|\.\d{1,2})?(?:-\d{1,4}(?:\.\d{1,2})?)?(?![\w/]|\.\d)")
_MORE_PARAS = re.compile(r"(?P<to> to |-)|(?:,| and|, and|;| &| or| und| et) (?:¶¶? ?)?")


_BLANK = re.compile(r"(?:(?:,| at|, at) )?_{2,6}(?:-_{2,6})?(?!\w)")


def blank_page(text: str, at: int) -> int:
    """The end of a page not yet known at ``at``, which is no pin: "599 U.S. ___, ___"."""
    blank = _BLANK.match(text, at)
    return blank.end() if blank is not None else at


def page_pins(text: str, at: int, *, opened: bool = False) -> tuple[Pins, int]:
    """Page pins at ``at`` (", 262", " at 1342-43, 1345 n.5"); ``opened`` when "at" was read."""
    opening = None if opened else _OPEN_PAGE.match(text, at)
    if opening is None and not opened:
        return (), at
    start = opening.end() if opening else at
    says_at = opened or (opening is not None and len(opening.group()) > 2)
    out: list[tuple[str, ...]] = []
    end = at
    while len(out) < _MAX_PINS and (page := _PAGE.match(text, start)):
        if _AFTER_NUMBER.match(text, page.end()) and not (says_at and not out):
            break
        number = page["page"].replace("- ", "-")
        out.append((number, page["note"].replace("n. ", "n.")) if page["note"] else (number,))
        end = page.end()
        more = _MORE_PAGES.match(text, end)
        if more is None:
            break
        start = more.end()
    return tuple(out), end


def bracket_pins(text: str, at: int) -> tuple[Pins, int]:
    """``[45]`` or ``at [45]-[47]`` behind a neutral citation."""
    opening = _OPEN_BRACKET.match(text, at)
    if opening is None:
        return (), at
    out: list[tuple[str, ...]] = []
    position, end = opening.end(), at
    while len(out) < _MAX_PINS and (mark := _BRACKET.match(text, position)):
        out.append((mark.group().replace(" ", ""),))
        end = mark.end()
        more = _MORE_BRACKETS.match(text, end)
        if more is None:
            break
        position = more.end()
    return tuple(out), end


def paragraph_pins(text: str, at: int) -> tuple[Pins, int]:
    """``para 12``, ``paragraphs 20 to 22``, ``¶ 12`` as ``¶12`` each."""
    opening = _OPEN_PARA.match(text, at)
    if opening is None:
        return (), at
    out: list[tuple[str, ...]] = []
    position, end = opening.end(), at
    through = False
    while len(out) < _MAX_PINS and (number := _PARA.match(text, position)):
        if out and not through and _AFTER_NUMBER.match(text, number.end()):
            break
        if through:
            out[-1] = (f"{out[-1][0]}-{number.group()}",)
        else:
            out.append((f"¶{number.group()}",))
        end = number.end()
        more = _MORE_PARAS.match(text, end)
        if more is None:
            break
        through = bool(more["to"])
        position = more.end()
    return tuple(out), end


def read_pins(text: str, at: int, kinds: Sequence[str]) -> tuple[Pins, int]:
    """The pins at ``at``, of the first of ``kinds`` ("page", "bracket", "para") that reads."""
    for kind in kinds:
        pins, end = _READERS[kind](text, at)
        if pins:
            return pins, end
    return (), at


_READERS = {"page": page_pins, "bracket": bracket_pins, "para": paragraph_pins}
