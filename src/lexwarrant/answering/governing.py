"""The words that decide a limb of a list: its lead-in, and closing words that govern the list.

"(e) ... scraping of facial images" says nothing without "The following AI practices shall be
prohibited:". A limb is therefore never quoted without the unfinished sentence that it completes, at
every level of the list; nor without the end of that sentence, where one follows the last limb ("is
guilty of an offence"), nor without a sentence behind the list that names the limb ("Point (f) of
the first subparagraph shall not apply to ..."). An opening has its points with it where they are not
too many. Offsets alone are worked out here, never words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lexwarrant.answering.quoting import readable, sentences, trimmed
from lexwarrant.records.ids import ancestors
from lexwarrant.records.law import Part, Version

_ENDED = re.compile(r"[.!?][\"'’”)\]]*\s*\Z")
_MARK_ALONE = re.compile(r"\W*[0-9A-Za-z\u05d0-\u05ea]{0,5}\W*\Z")
"""An opening that is only a mark: "(2)" before "(a)"."""
_CONTINUES = re.compile(r"[a-z\u05d0-\u05ea,;]")
"""How words begin that go on with a sentence. Hebrew has no capitals: there the last limb decides."""
_POINTS = re.compile(
    r"\b[Pp](?:oints?|aragraphs?) (\(\w{1,5}\)(?:(?:, | and | or |, and | to )\(\w{1,5}\))*)"
)
_LETTER = re.compile(r"\((\w{1,5})\)")
_ELSEWHERE = re.compile(
    r" of (?:Article|Regulation|Directive|Annex|[Pp]aragraph \d|Section|[Ss]ubsection)"
)
_OF_ANOTHER = re.compile(r"(?:Article|[Pp]aragraph|Section|[Ss]ubsection|Annex)\s[\w()]+,\s*\Z")
"""What says that points are those of another provision."""
_BARE_WORDS = 3
"""A lead-in of fewer words ("However:") carries the sentence before it along."""
_TAIL_CHARS = 600
_LIST_CHARS = 900
"""How long the points may be that are quoted with the opening that a stretch ends with."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Governing:
    """The spans before and behind a stretch that it cannot be read without, in the order of the text.

    Empty where it begins and ends a sentence of its own. ``more`` says that the list which it is
    quoted from goes on behind it.
    """

    lead: tuple[Span, ...] = ()
    close: tuple[Span, ...] = ()
    more: bool = False


def governing(version: Version, start: int, end: int) -> Governing:
    """What governs ``text[start:end]`` of a version."""
    leads: list[Span] = []
    tails: list[Span] = []
    more = False
    inner = start
    for around, children in _lists(version, start):
        last = children[-1]
        if around[0] <= last.end <= inner < around[1]:  # the end of the sentence behind a list
            flush = sentences(version.text, last.end, around[1])
            opening = _opening(version.text, around[0], children[0].start)
            if opening and _goes_on(version.text, last, flush) and flush[0][0] == inner:
                leads.insert(0, opening)
                inner = opening[0]
            continue
        child = next((c for c in children if c.start <= inner < c.end), None)
        if child is None:
            continue
        if inner > child.start and _begins_sentence(version.text, child.start, inner):
            break
        opening = _opening(version.text, around[0], children[0].start)
        if opening is None:
            break
        if opening[0] < opening[1]:
            leads.insert(0, opening)
        inner = opening[0]
    for around, children in _lists(version, end - 1):
        if any(c.start < end <= c.end for c in children):
            tails.extend(_closing(version.text, around, children, start, end))
            opening = _opening(version.text, around[0], children[0].start)
            listed = opening is not None and opening[0] < opening[1]
            more = more or (listed and any(c.start >= end for c in children))
        elif children[0].start >= end and not version.text[end : children[0].start].strip():
            whole = children[0].start, children[-1].end  # the stretch ends where a list opens
            if whole[1] - whole[0] <= _LIST_CHARS and whole[1] <= readable(version):
                tails.append(trimmed(version.text, *whole))
            else:
                more = True
    return Governing(tuple(leads), tuple(sorted(set(tails))), more)


def _lists(version: Version, at: int) -> list[tuple[Span, list[Part]]]:
    """The lists around a place, innermost first: the span of the whole, and its members."""
    members: dict[str, list[Part]] = {}
    spans: dict[str, Span] = {version.provision_id: (0, len(version.text))}
    for part in version.parts:
        members.setdefault(part.id.rsplit("/", 1)[0], []).append(part)
        spans[part.id] = (part.start, part.end)
    out = []
    for whole, parts in members.items():
        around = next((i for i in ancestors(whole) if i in spans), "")
        if not around:
            continue
        start, end = spans[around]
        if not (start <= at < end and start <= parts[0].start):
            continue
        own = {p.id for p in parts}
        others = [
            p for p in version.parts
            if p.id not in own and start <= p.start and p.end <= end and p.id != around
        ]  # fmt: skip
        start = max((p.end for p in others if p.end <= parts[0].start), default=start)
        end = min((p.start for p in others if p.start >= parts[-1].end), default=end)
        out.append(((start, end), parts))
    return sorted(out, key=lambda o: o[0][1] - o[0][0])


def _begins_sentence(text: str, floor: int, at: int) -> bool:
    return _ENDED.search(text, max(floor, at - 8), at) is not None


def _opening(text: str, start: int, end: int) -> Span | None:
    """The unfinished sentence at the end of ``text[start:end]``; empty for a mark alone, None when
    there are no words or the last sentence is finished."""
    written = text[start:end]
    if not written.strip() or _ENDED.search(written):
        return (start, start) if not written.strip() and start < end else None
    if _MARK_ALONE.fullmatch(written):
        return start, start
    found = sentences(text, start, end)
    first = len(found) - 1
    while first > 0 and not _ENDED.search(text, *found[first - 1]):
        first -= 1
    if first > 0 and len(text[found[first][0] : found[-1][1]].split()) < _BARE_WORDS:
        first -= 1
    return found[first][0], found[-1][1]


def _goes_on(text: str, last: Part, flush: Sequence[Span]) -> bool:
    """Whether what follows the last limb goes on with the sentence of the list."""
    ended = _ENDED.search(text, max(last.start, last.end - 8), last.end)
    return bool(flush) and not ended and _CONTINUES.match(text, flush[0][0]) is not None


def _closing(text: str, around: Span, children: Sequence[Part], start: int, end: int) -> list[Span]:
    flush = [s for s in sentences(text, children[-1].end, around[1]) if s[1] - s[0] <= _TAIL_CHARS]
    quoted = {c.id.rsplit("/", 1)[1] for c in children if c.start < end and start < c.end}
    end_of_it = flush[:1] if _goes_on(text, children[-1], flush) else []
    return [s for s in flush if s in end_of_it or _names(text, s, quoted)]


def _names(text: str, span: Span, quoted: set[str]) -> bool:
    """Whether a sentence names one of the points quoted, as points of its own list."""
    return any(
        letter in quoted
        for match in _POINTS.finditer(text, *span)
        if not _ELSEWHERE.match(text, match.end())
        and not _OF_ANOTHER.search(text, span[0], match.start())
        for letter in _LETTER.findall(match.group(1))
    )
