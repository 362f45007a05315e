"""What stands between quotation marks."""

from __future__ import annotations

import re

from lexwarrant.text.quoted_words import tokens

_QUOTED = re.compile(
    r"“(?P<double>[^“”]{8,4000})”|«(?P<guillemet>[^«»]{8,4000})»|„(?P<german>[^„“”]{8,4000})[“”]"
    r"|(?<![\w\u05d0-\u05ea])\"(?P<straight>[^\"\n]{8,2000})\"(?![\w])"
    r"|(?:(?<=[\s(:])|\A)‘(?P<single>[^‘\n]{12,2000}?)’(?=[\s.,;:)\]]|\Z)"
)


def find_quotations(text: str, fewest_words: int = 3) -> list[tuple[int, int]]:
    """Spans of what stands between quotation marks in ``text``, marks outside, in order.

    Shorter ones are names and terms, not quotations of law.
    """
    out = []
    for quoted in _QUOTED.finditer(text):
        start, end = quoted.span(quoted.lastgroup or 0)
        if len(tokens(text[start:end])) >= fewest_words:
            out.append((start, end))
    return out
