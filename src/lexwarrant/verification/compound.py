"""A compound sentence, cut into the parts that are checked one by one."""

from __future__ import annotations

import re
from itertools import pairwise

_SPLIT = re.compile(
    r";\s+|:\s+(?=\S+\s+\S+\s+\S+)|,\s+(?=(?:but|whereas|while|mais|tandis|alors que|aber|"
    r"während|wobei|sondern|אבל|אך|ואילו|אולם)\b)"
)


def parts_of(sentence: str) -> list[tuple[int, str]]:
    """A compound sentence as its parts with their offsets; quotations and lists stay whole."""
    whole = [(0, sentence)]
    if "\n" in sentence or len(sentence) > 2000:
        return whole
    cuts = [0]
    for match in _SPLIT.finditer(sentence):
        before = sentence[: match.start()]
        if before.count('"') % 2 or before.count("“") > before.count("”"):
            continue
        cuts.append(match.end())
    if len(cuts) == 1:
        return whole
    cuts.append(len(sentence))
    parts = [(a, sentence[a:b]) for a, b in pairwise(cuts)]
    return whole if any(len(part.split()) < 4 for _, part in parts) else parts
