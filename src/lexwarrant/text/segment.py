"""Sentence segmentation: nupunkt plus the rules that legal answers need, with spans.

On top of nupunkt: list items and numbered paragraphs stay with the words that lead into them,
wrapped lines are no boundary and blank lines are one, semicolons outside quotations stay inside
the sentence, and an abbreviation before a figure ("s. 5", "Art. 6", "para. 3") ends nothing.
Streaming releases a sentence once the text after it can no longer change the boundary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BOUNDARY = re.compile(r"(?<=[.!?…])[\"”’»)\]]*\s+|\n[ \t]*\n\s*")
_ABBREVIATION = re.compile(
    r"(?:\b(?:[A-Z]|s|ss|art|arts|no|nos|nr|reg|regs|para|paras|pt|sch|cl|sec|subs|abs|lit|ch|cf|vgl|"
    r"e\.g|i\.e|viz|v|vs|mr|mrs|ms|dr|prof|st|co|inc|ltd|llc|jr|sr|etc|al|bzw|z\.\s?b|d\.\s?h|u\.\s?a|"
    r"usw|ca|approx|op|cit|ibid|id|fig|vol|pp|p|ed|eds|dept|gov|u\.s|u\.k|e\.u|u\.s\.c|c\.f\.r|fed|cir|"
    r"supp|stat|const|r|l|d|rn|ziff|bgb|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|alin|al|"
    r"mme|mlle|m|me)\.)$",
    re.IGNORECASE,
)
_ORDINAL_DAY = re.compile(r"(?<!\d)\d{1,2}\.$")
_MONTH = re.compile(
    r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b"
)
_LONGEST = 3000
"""Characters of the longest sentence; a longer stretch without a boundary is cut at a space."""
_WORD = re.compile(r"\w")
_LIST_ITEM = re.compile(r"\s*(?:[-*•–]|\(?\w{1,4}[.)])\s")


def segment(text: str, language: str = "en") -> list[tuple[int, int]]:
    """Spans of the sentences of ``text``, white space around them left out; linear in the text."""
    return list(_spans(text))


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _BOUNDARY.finditer(text):
        end = match.start() + len(match.group()) - len(match.group().lstrip('"”’»)]'))
        if not _is_boundary(text, start, end, match.end()):
            continue
        yield from _trimmed(text, start, end)
        start = match.end()
    yield from _trimmed(text, start, len(text))


def _is_boundary(text: str, start: int, end: int, following: int) -> bool:
    if text[end - 1 : end] not in '.!?…"”’»)]':
        lead = text[start:end].rstrip()
        if lead.endswith((":", ";", "—", ",")) and _LIST_ITEM.match(text, following):
            return False
        return bool(lead)
    tail = text[max(start, end - 12) : end]
    if tail.endswith(".") and _ABBREVIATION.search(tail):
        return False
    if _ORDINAL_DAY.search(tail) and _MONTH.match(text, following):
        return False
    if following < len(text) and text[following].islower():
        return False
    body = text[start:end].strip()
    return not re.fullmatch(r"\(?\w{1,3}[.)]", body)


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if not _WORD.search(text, start, end):
        return
    while end - start > _LONGEST:
        cut = text.rfind(" ", start + 1, start + _LONGEST)
        cut = cut if cut > start else start + _LONGEST
        yield start, cut
        start = cut
        while start < end and text[start].isspace():
            start += 1
    if end > start:
        yield start, end


class StreamSegmenter:
    """Sentences of a text that still grows; the same boundaries as `segment` on the whole."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._buffer = ""
        self._offset = 0

    def feed(self, chunk: str) -> Iterator[tuple[int, str]]:
        """Add text; yields (offset, sentence) for each sentence that is now certain."""
        self._buffer += chunk
        spans = segment(self._buffer, self.language)
        if len(spans) < 2:
            return
        cut = spans[-1][0]
        for start, end in spans[:-1]:
            yield self._offset + start, self._buffer[start:end]
        self._offset += cut
        self._buffer = self._buffer[cut:]

    def finish(self) -> Iterator[tuple[int, str]]:
        """The sentences still held."""
        for start, end in segment(self._buffer, self.language):
            yield self._offset + start, self._buffer[start:end]
        self._offset += len(self._buffer)
        self._buffer = ""
