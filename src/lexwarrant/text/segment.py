"""Sentence segmentation for legal answers, with spans and for text that still grows.

Rules of our own decide what is certain: blank lines end a sentence, wrapped lines do not, list items
and numbered paragraphs stay with the words that lead into them, an abbreviation before a figure
("s. 5", "Art. 6") and a German ordinal before a month end nothing, semicolons stay inside. A full
stop behind a short capitalised word ("Fed. R. App. P.", "Co.") is put to nupunkt, on a window around
it, so that the answer depends on that window only and streaming gives the same boundaries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BOUNDARY = re.compile(r"(?<=[.!?…])[\"”’»)\]]*\s+|\n[ \t]*\n\s*")
_ABBREVIATION = re.compile(
    r"(?:\b(?:[A-Z]|s|ss|art|arts|no|nos|nr|reg|regs|para|paras|pt|sch|cl|sec|subs|abs|lit|ch|cf|"
    r"vgl|e\.g|i\.e|viz|v|vs|mr|mrs|ms|dr|prof|st|co|inc|ltd|llc|jr|sr|al|bzw|z\.\s?b|d\.\s?h|"
    r"u\.\s?a|usw|ca|approx|op|cit|ibid|id|fig|vol|pp|p|ed|eds|dept|gov|u\.s|u\.k|e\.u|u\.s\.c|"
    r"c\.f\.r|fed|cir|supp|stat|const|r|l|d|rn|ziff|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|"
    r"dec|alin|mme|mlle|me)\.)$",
    re.IGNORECASE,
)
_DOUBTFUL = re.compile(r"(?<![^\W\d_])[A-Z][a-z]{0,4}\.$")
_ORDINAL_DAY = re.compile(r"(?<!\d)\d{1,2}\.$")
_MONTH = re.compile(
    r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b"
)
_NUMBER_ALONE = re.compile(r"\(?\w{1,3}[.)]")
_LIST_ITEM = re.compile(r"\s*(?:[-*•–]|\(?\w{1,4}[.)])\s")
_WORD = re.compile(r"\w")
_LONGEST = 3000
"""Characters of the longest sentence; a longer stretch without a boundary is cut at a space."""
_BEFORE, _AFTER = 60, 30
"""The window that nupunkt sees around a doubtful full stop."""


def segment(text: str, language: str = "en") -> list[tuple[int, int]]:
    """Spans of the sentences of ``text``, white space around them left out; linear in the text.

    ``language`` is a table code; only English and unknown texts are put to nupunkt.
    """
    return list(_spans(text, language))


def _spans(text: str, language: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _BOUNDARY.finditer(text):
        end = match.start() + len(match.group()) - len(match.group().lstrip('"”’»)]'))
        if not _is_boundary(text, start, end, match.end(), language):
            continue
        yield from _trimmed(text, start, end)
        start = match.end()
    yield from _trimmed(text, start, len(text))


def _is_boundary(text: str, start: int, end: int, following: int, language: str) -> bool:
    if text[end - 1 : end] not in '.!?…"”’»)]':
        lead = text[max(start, end - 3) : end].rstrip()
        in_list = lead.endswith((":", ";", "—", ","))
        return bool(lead) and not (in_list and _LIST_ITEM.match(text, following))
    # what costs least is asked first: a hostile text is nothing but full stops
    if following < len(text) and text[following].islower():
        return False
    if end - start <= 8 and _NUMBER_ALONE.fullmatch(text[start:end].strip()):
        return False
    tail = text[max(start, end - 12) : end]
    if tail.endswith(".") and _ABBREVIATION.search(tail):
        return False
    if _MONTH.match(text, following) and _ORDINAL_DAY.search(tail):
        return False
    if language in ("", "en") and _DOUBTFUL.search(tail):
        return _confirmed(text, start, end, following)
    return True


def _confirmed(text: str, start: int, end: int, following: int) -> bool:
    """Whether nupunkt, too, ends a sentence at ``end``."""
    from nupunkt import sent_spans

    low = max(start, end - _BEFORE)
    window = text[low : following + _AFTER]
    return any(abs(low + b - following) <= 1 or low + b == end for _, b in sent_spans(window)[:-1])


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
    """Sentences of a text that still grows; the same spans as `segment` on the whole.

    A sentence is released once the text after it can no longer move its end.
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._buffer = ""
        self._offset = 0

    def feed(self, chunk: str) -> Iterator[tuple[int, str]]:
        """Add text; yields (offset, sentence) for each sentence that is now certain."""
        self._buffer += chunk
        if len(self._buffer) < 2 * _LONGEST and not _BOUNDARY.search(self._buffer):
            return
        spans = segment(self._buffer, self.language)
        sure = [s for s in spans[:-1] if len(self._buffer) - s[1] > _AFTER + 8]
        if not sure:
            return
        cut = spans[len(sure)][0]
        for start, end in sure:
            yield self._offset + start, self._buffer[start:end]
        self._offset += cut
        self._buffer = self._buffer[cut:]

    def finish(self) -> Iterator[tuple[int, str]]:
        """The sentences still held."""
        for start, end in segment(self._buffer, self.language):
            yield self._offset + start, self._buffer[start:end]
        self._offset += len(self._buffer)
        self._buffer = ""
