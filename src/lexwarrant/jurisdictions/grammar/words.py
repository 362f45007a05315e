"""Fast searches for many words at once.

A regular expression that begins with a set of letters is skipped to quickly; a list of literal
strings is quicker still with `str.find`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache


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


_CAPITAL = re.compile(r"[A-Z](?<!\w.).", re.DOTALL)
_INDEX: list[tuple[str, dict[str, list[int]]]] = []


def capitals(text: str) -> Mapping[str, Sequence[int]]:
    """Where words with a capital begin, in order, by their first two characters.

    The last text's index is kept: every search for names in the same text uses the one.
    """
    last = _INDEX[:1]  # a copy: another thread may be at another text
    if last and last[0][0] is text:
        return last[0][1]
    index: dict[str, list[int]] = {}
    for found in _CAPITAL.finditer(text):
        head = found.group()
        at = found.start()
        if head in index:
            index[head].append(at)
        else:
            index[head] = [at]
    _INDEX[:] = [(text, index)]
    return index


@cache
def _by_head(needles: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    heads: dict[str, list[str]] = {}
    for needle in needles:
        heads.setdefault(needle[:2], []).append(needle)
    return {head: tuple(sorted(names, key=len, reverse=True)) for head, names in heads.items()}


def words_among(text: str, needles: tuple[str, ...]) -> list[tuple[int, str]]:
    """Where one of many strings with a capital begins a word, in order, the longest at a place."""
    index = capitals(text)
    out = []
    for head, names in _by_head(needles).items():
        if len(names) == 1:
            name = names[0]
            out += [(at, name) for at in index.get(head, ()) if text.startswith(name, at)]
            continue
        for at in index.get(head, ()):
            if text.startswith(names, at):
                out.append((at, next(name for name in names if text.startswith(name, at))))
    out.sort()
    return out


def matches_among(
    text: str, pattern: re.Pattern[str], needles: tuple[str, ...]
) -> Iterator[re.Match[str]]:
    """What ``pattern`` matches where one of ``needles`` begins a word, none overlapping."""
    end = 0
    for at, _ in words_among(text, needles):
        found = pattern.match(text, at) if at >= end else None
        if found is not None:
            end = found.end()
            yield found


_YEAR = re.compile(r"(?:1[6-9]|20)\d\d(?!\d)")
_YEARS: list[tuple[str, list[int]]] = []


def years(text: str) -> Sequence[int]:
    """Where four figures begin that can be a year from 1600 to 2099; the last text's are kept."""
    last = _YEARS[:1]
    if last and last[0][0] is text:
        return last[0][1]
    found = [year.start() for year in _YEAR.finditer(text)]
    _YEARS[:] = [(text, found)]
    return found


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
