"""Markdown and HTML marks taken out of a text, with the way back to the text as given.

Only marks go: emphasis, code ticks, escapes, link targets, block-quote signs, tags, comments,
scripts and character references. A tag or reference that is not closed is text and stays.
Stars before a page (``at *2``) and runs of underscores (a page left blank) are text.
"""

from __future__ import annotations

import html
import re
from functools import cache

from lexwarrant.text.offsets import Mapped, Patcher

_MARK = re.compile(
    r"(?P<dead><!--|<(?:script|style)\b)"
    r"|(?P<tag></?(?P<name>[A-Za-z][A-Za-z0-9]{0,15})(?:[ \t\r\n/][^<>]{0,2000})?>)"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});)"
    r"|(?P<link>\[(?=(?P<inner>(?:[^\[\]\n]|\[[^\[\]\n]{0,40}\]){1,300})"
    r"\]\((?:https?:|mailto:|[./#])[^\s()]{0,500}\)))"
    r"|(?P<target>\]\((?:https?:|mailto:|[./#])[^\s()]{0,500}\))"
    r"|(?P<stars>\*\*+|\*(?!\d)|(?<=[\w.,)\]])\*)"
    r"|(?P<under>(?<![\w_])__?(?=[^\W_]|[\[(§\"'“])|(?<=[^\W_.,])__?(?![\w])|(?<=\w[.,;:)\]])__?(?![\w_]))"
    r"|(?P<tick>`+)"
    r"|(?P<escape>\\(?=[\\`*_{}\[\]()#+.!§>~|-]))"
    r"|(?P<quote>(?:(?<![^\n])|(?<=\n )|(?<=\n  ))>[ \t]?)"
)
_SIGN = re.compile(r"[<&*_`\\>]")
_SIGN_OR_LINK = re.compile(r"[<&*_`\\>\[\]]")
_DEAD_END = {
    "<!--": "-->",
    "<script": "</script>",
    "<style": "</style>",
}
_INLINE = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "cite", "code", "dfn", "em", "font", "i", "ins", "kbd", "mark",
     "q", "s", "small", "span", "strong", "sub", "sup", "u", "var"}
)  # fmt: skip


@cache
def _reference(entity: str) -> str:
    return html.unescape(entity)


def strip_marks(text: str) -> Mapped:
    """``text`` without Markdown and HTML marks. A block tag becomes a blank line or a space."""
    patcher = Patcher(text)
    position = 0
    lower = ""
    closed: dict[str, bool] = {}
    signs = _SIGN_OR_LINK if "](" in text else _SIGN
    for sign in signs.finditer(text):
        if sign.start() < position:
            continue
        mark = _MARK.match(text, sign.start())
        if mark is None:
            continue
        start, end = mark.span()
        instead = ""
        kind = mark.lastgroup
        if kind in ("name", "tag"):
            name = mark.group("name").lower()
            if name not in _INLINE:
                instead = " " if name == "br" else "\n\n"
        elif mark.group("dead"):
            opener = mark.group("dead").lower()
            lower = lower or text.lower()
            close = lower.find(_DEAD_END[opener], end) if closed.get(opener, True) else -1
            closed[opener] = close >= 0
            if close < 0 or len(lower) != len(text):
                continue
            end = close + len(_DEAD_END[opener])
            instead = " "
        elif mark.group("entity"):
            instead = _reference(mark.group("entity"))
            if instead == mark.group("entity"):
                continue
        position = start + 1 if kind == "link" else end
        patcher.cut(start, position, instead)
    return patcher.done()
