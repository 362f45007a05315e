"""Fast searches for many words at once.

A regular expression that begins with a set of letters is skipped to quickly; a list of literal
strings is quicker still with `str.find`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator


def any_in(text: str, needles: Iterable[str]) -> bool:
    """Whether one of the literal strings stands in ``text``."""
    return any(needle in text for needle in needles)


def places(text: str, needles: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Where each literal string stands in ``text``, needle by needle."""
    for needle in needles:
        at = text.find(needle)
        while at >= 0:
            yield at, needle
            at = text.find(needle, at + len(needle))


def branches(words: Iterable[str]) -> str:
    """A regular expression for ``words``, longest first, that shares their beginnings."""
    tree: dict[str, dict[str, object]] = {}
    for word in words:
        node: dict[str, object] = tree  # type: ignore[assignment]
        for letter in word:
            node = node.setdefault(letter, {})  # type: ignore[assignment]
        node[""] = {}
    return _render(tree)  # type: ignore[arg-type]


def _render(node: dict[str, object]) -> str:
    ends = "" in node
    parts = [
        re.escape(letter) + _render(below)  # type: ignore[arg-type]
        for letter, below in sorted(node.items())
        if letter
    ]
    if not parts:
        return ""
    if len(parts) == 1 and not ends:
        return parts[0]
    joined = f"(?:{'|'.join(parts)})"
    return f"{joined}?" if ends else joined
