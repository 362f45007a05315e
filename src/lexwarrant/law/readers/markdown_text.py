"""Law in Markdown made plain: emphasis, footnote marks and the notes of revised Acts taken off.

Revised Irish Acts mark every textual amendment in line: ``F9[words]`` for words put in, ``F9[…]``
for words taken out. A mark may open in a section's heading and close at the end of its body, and
may be nested. The conversion to Markdown also dropped the spaces at hyperlinks
("of theLocal Government Act", "undersection 41of"); they are put back where no other reading is
possible, and counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_MARK = re.compile(r"F\d{1,4}\[|[\[\]]")
_DELETED = "…"
_FOOTNOTE = re.compile(r"\[\^\(?\w{1,8}\)?\]|\^\(\d{1,3}\)|\^\d{1,3}")
_EMPHASIS = re.compile(r"\*{1,3}")
_SEAMS = (
    re.compile(
        r"\b(?:of|in|by|under|and|to|with|from|see|or|the)"
        r"(?=(?:sub)?(?:section|paragraph)s?\b|(?:regulation|article|Part|Schedule)s?\b"
        r"|(?:the|that|this)\b)"
    ),
    re.compile(r"\b(?:the|of|by|under|and|in|to|or)(?=[A-Z][a-z])"),
    re.compile(r"\b(?:and|or|of|to|than|section|sections|subsection|subsections)(?=\d)", re.I),
    re.compile(r"(?<=[\d)])(?=(?:of|and|or|to|in|for|by|as|on|shall)(?:\b|\d))"),
    re.compile(r"^(?:\([0-9a-zA-Z]{1,4}\))+(?=[^\s(,;.])"),
)
_BEFORE_PUNCTUATION = re.compile(r"[ \t]+(?=[,;.)])")
_SPACES = re.compile(r"[ \t\u00a0]+")
_BLOCK = re.compile(r"\n[ \t]*\n\s*")
_HARD_BREAK = re.compile(r"[ \t]*\\?\n[ \t]*")


@dataclass(frozen=True, slots=True)
class Plain:
    """Plain text of a section: one line a block.

    ``marks`` is how many amendments it was marked with, ``deletions`` how many of them are words
    taken out, ``mended`` how many dropped spaces were put back.
    """

    heading: str
    text: str
    marks: int
    deletions: int
    mended: int


def plain(heading: str, body: str) -> Plain:
    """``heading`` and ``body`` (Markdown) as plain text; a mark may reach across both."""
    marked = _FOOTNOTE.sub("", f"{heading}\x00{body}")
    joined, marks, deletions = _without_marks(marked)
    head, _, rest = joined.partition("\x00")
    head_text, mended_head = _plain_block(head)
    blocks = []
    mended = mended_head
    for block in _BLOCK.split(rest.strip()):
        text, count = _plain_block(block)
        mended += count
        if text:
            blocks.append(text)
    return Plain(head_text, "\n".join(blocks), marks, deletions, mended)


def _without_marks(text: str) -> tuple[str, int, int]:
    """Take off ``F1[`` and the bracket that closes it; words taken out leave nothing behind.

    A lone closing bracket belongs to a mark that was opened in an earlier section and goes too.
    """
    out: list[str] = []
    open_marks: list[bool] = []
    marks = deletions = 0
    at = 0
    for found in _MARK.finditer(text):
        if found.start() < at:
            continue
        out.append(text[at : found.start()])
        at = found.end()
        token = found.group()
        if token == "[":
            open_marks.append(False)
            out.append(token)
        elif token == "]":
            if open_marks and open_marks.pop() is False:
                out.append(token)
        else:
            marks += 1
            if text.startswith(_DELETED + "]", at):
                deletions += 1
                at += 2
            else:
                open_marks.append(True)
    out.append(text[at:])
    return "".join(out), marks, deletions


def _plain_block(block: str) -> tuple[str, int]:
    text = _HARD_BREAK.sub(" ", block)
    text, mended = _without_emphasis(text)
    for seam in _SEAMS:
        text, count = seam.subn(lambda m: m.group() + " ", text)
        mended += count
    text = _BEFORE_PUNCTUATION.sub("", _SPACES.sub(" ", text))
    return text.strip(), mended


def _without_emphasis(text: str) -> tuple[str, int]:
    """Take off asterisks, with a space where one was dropped at the seam."""
    out: list[str] = []
    at = 0
    mended = 0
    inside = False
    for found in _EMPHASIS.finditer(text):
        out.append(text[at : found.start()])
        at = found.end()
        before = text[found.start() - 1] if found.start() else " "
        after = text[at] if at < len(text) else " "
        opens = not inside
        inside = opens
        if opens:
            dropped = (before.isalpha() or before in ",;") and (after.isalnum() or after == "(")
        else:
            dropped = after.isalpha() and (before.isalnum() or before == ")")
        if dropped:
            out.append(" ")
            mended += 1
    out.append(text[at:])
    return "".join(out), mended


def comparison_key(text: str) -> str:
    """Letters and digits only: what is left when print and conversion no longer matter."""
    return "".join(c for c in text.casefold() if c.isalnum())
