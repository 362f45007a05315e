"""What stands beside a rule in its own article and qualifies it, and the rule beside an exception.

"16 years" is not the law where the next sentence lets a State go down to 13; "paragraph 1 shall not
apply" says nothing without paragraph 1. Found by how drafters write: a paragraph that derogates from
a numbered one, or says that it shall not apply; a sentence behind the words quoted, in the same
paragraph, that takes something back. Offsets alone are worked out here, never words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lexwarrant.answering.quoting import MAX_QUOTE_CHARS, Cut, atoms, smallest_part
from lexwarrant.records.law import Part, Version

_NUMBERS = r"(?P<n>\d{1,2}(?:(?:, | and | or |, and | to |, or )(?:paragraphs? )?\d{1,2})*)"
_TURNED_OFF = r"(?:shall|do|does) not (?:apply|be required|be obliged|be mandatory|be considered)\b"
_REFERRED = r"(?:referred to|laid down|set out|provided for|established) in"
_POINTS = r"(?:[Pp]oints? [^.;:]{0,40}? of )?"
_OF_PARAGRAPHS = (
    re.compile(
        r"\b(?:[Bb]y (?:way of )?derogation from|[Ii]n derogation from|[Nn]otwithstanding)\b[^.;:]{0,60}?"
        rf"\bparagraphs? {_NUMBERS}"
    ),
    re.compile(
        rf"^\W*(?:\(?\d{{1,2}}[.)]\s*)?(?:The [^.;:]{{0,80}}?{_REFERRED} {_POINTS})?{_POINTS}"
        rf"[Pp]aragraphs? {_NUMBERS}[^.;:]{{0,120}}?\b{_TURNED_OFF}"
    ),
)
_TAKES_BACK = re.compile(
    rf"\b[Bb]y (?:way of )?derogation\b|\b{_TURNED_OFF}|\b(?:shall|do|does) not extend\b|^\W*[Uu]nless\b"
    r"|\bmay (?:by law )?(?:provide|derogate|be extended|decide)\b"
)
_RANGE = re.compile(r"(\d+)(?: to (\d+))?")
_NUMBER = re.compile(r"/(\d{1,2})$")
_MOST = 2


@dataclass(frozen=True, slots=True)
class Beside:
    """What belongs to a quotation: exceptions to it, or the rules it is an exception to."""

    exceptions: tuple[Cut, ...] = ()
    rules: tuple[Cut, ...] = ()


def beside(version: Version, start: int, end: int) -> Beside:
    """What qualifies ``text[start:end]`` of a version in its own unit, and what that qualifies."""
    paragraphs = [p for p in version.parts if not _around(version, p)]
    own = next((p for p in paragraphs if p.start <= start < p.end), None)
    if own is None:
        return Beside()
    number = _number(own)
    qualifies = _qualified(version.text[own.start : own.end])
    rules = [_opening(version, p) for p in paragraphs if _number(p) in qualifies and p is not own]
    found = [
        Cut(a, b, smallest_part(version, a, b))
        for a, b in atoms(version, end, max(end, own.end))
        if b - a <= MAX_QUOTE_CHARS and _TAKES_BACK.search(version.text[a:b])
    ]
    found += [
        _opening(version, p)
        for p in paragraphs
        if p is not own and number in _qualified(version.text[p.start : p.end])
    ]
    exceptions, others = (
        [c for c in cuts if c.end > c.start and not (start <= c.start and c.end <= end)]
        for cuts in (found, rules)
    )
    return Beside(tuple(exceptions[:_MOST]), tuple(others[:_MOST]))


def _around(version: Version, part: Part) -> bool:
    return any(p is not part and p.start <= part.start and part.end <= p.end for p in version.parts)


def _number(part: Part) -> int:
    found = _NUMBER.search(part.id)
    return int(found.group(1)) if found else 0


def _qualified(text: str) -> frozenset[int]:
    """The numbers of the paragraphs that a paragraph takes something back from."""
    out: set[int] = set()
    for pattern in _OF_PARAGRAPHS:
        for match in pattern.finditer(text):
            if re.match(
                r"\s*(?:\(\w+\) )?of (?:Article|Annex)", text[match.end("n") : match.end("n") + 20]
            ):
                continue
            for first, last in _RANGE.findall(match["n"]):
                out.update(range(int(first), min(int(last or first), int(first) + 20) + 1))
    return frozenset(out)


def _opening(version: Version, part: Part) -> Cut:
    """As much of a paragraph, from its beginning, as can be quoted."""
    end = part.start
    for _, stop in atoms(version, part.start, part.end):
        if stop - part.start > MAX_QUOTE_CHARS:
            break
        end = stop
    return Cut(part.start, end, smallest_part(version, part.start, end))
