"""Numbers of provisions: paths, lists, ranges and exclusions.

``12(1)(a)`` is the path 12, 1, a. In a list a bracket alone continues the path before it at the
level of its own style: "6(1)(a) and (f)" is 6, 1, f and "83(4), (5)" is 83, 5. Dotted numbers stay
whole (1798.100). A range of more than `MAX_RANGE` numbers keeps its two ends.
"""

from __future__ import annotations

import re

Path = tuple[str, ...]

MAX_RANGE = 400

ARABIC = (
    r"(?:\d{1,3}\.\d{2,5}[A-Z]?\([a-z]\)(?:\(\d{1,2}\))?-\d{1,3}[A-Z]{0,2}(?!\w)"
    r"|\d{1,3}[A-Z]?(?::\d{1,3}[A-Z]?)?(?:-\d{1,4}[A-Z]?){1,2}\.\d{1,4}[A-Za-z]?(?!\w|\.\w)|\d[A-Z]\d\.\d{1,2}(?!\w)"
    r"|\d{1,3}\.\d{1,3}-\d{1,5}(?:\.\d{1,4})?:\d{1,3}(?!\w|\.\w)|\d{1,3}\.\d{1,3}-\d{1,5}\.\d{1,4}(?!\w|\.\w)"
    r"|\d{1,99}(?:[A-Za-z]?[.:]\d{1,5}){0,4}(?:\.?°)?(?!(?:st|nd|rd|th)\b)(?:[א-ת]{1,2}\d{0,2}|[A-Za-z]{0,4})"
    r"(?:-(?:\d{1,5}[A-Za-z]{0,3}|[a-z])(?!\w|\.\d))*(?:(?<=\d)(?:bis|ter|quater)\b)?(?!\w|/\d{4}))"
)
"""A number with letters, dots and hyphens; first the American ones with more between: the
regulation "1.367(a)-1T", the section "12-820.01", the guideline "2B1.1"."""
ROMAN = r"(?:[IVXLC]{1,8}[A-Za-z]?|[A-Z]\d{1,2}[A-Z]?|[A-Z](?!\. ?\d))(?![\w'])"
BRACKETS = (
    r"(?:\((?:[0-9A-Za-zא-ת]{1,5}|\d{6,99})\)|\([A-Za-z0-9]{1,3}-[a-z0-9]\)"
    r"| \((?:\d{1,2}|[a-z]{1,2}|[ivx]{1,4}|[א-ת]{1,2}\d?)\))*"
)
_INSIDE = re.compile(r"\(([^()]{1,99})\)")
_ROMAN_MARK = re.compile(r"[ivxlc]+\Z")
_SPLIT_SUFFIX = re.compile(r"(\d+)([A-Z])\Z")


def brackets(text: str) -> Path:
    """The marks in "(1)(a)"."""
    return tuple(_INSIDE.findall(text)) if text else ()


def _styles(mark: str) -> set[str]:
    if mark[0].isdigit():
        return {"digit"}
    if not mark.isascii():
        return {"other"}
    if mark.isupper():
        return {"upper", "ROMAN"} if _ROMAN_MARK.match(mark.lower()) else {"upper"}
    styles = {"lower"} if len(mark) == 1 or len(set(mark)) == 1 else set()
    if _ROMAN_MARK.match(mark):
        styles.add("roman")
    return styles or {"lower"}


def continued(previous: Path, marks: Path, floor: int = 1) -> Path:
    """The path that ``marks`` alone stand for after ``previous``; levels below ``floor`` stay."""
    styles = _styles(marks[0])
    for level in range(len(previous) - 1, floor - 1, -1):
        if styles & _styles(previous[level]):
            return previous[:level] + marks
    return previous + marks


def expand(first: Path, last: Path) -> list[Path]:
    """All paths from ``first`` to ``last``; only the two when what lies between is not certain."""
    ends = [first, last]
    if len(first) != len(last) or first[:-1] != last[:-1] or not first:
        return ends
    a, b = first[-1], last[-1]
    if a.isdecimal() and b.isdecimal() and a.isascii() and b.isascii():
        low, high = int(a), int(b)
        if low < high <= low + MAX_RANGE:
            return [(*first[:-1], str(n)) for n in range(low, high + 1)]
        return ends
    dotted = _dotted(a, b)
    if dotted:
        return [(*first[:-1], mark) for mark in dotted]
    if len(a) == len(b) == 1 and a.isalpha() and b.isalpha() and 0 < ord(b) - ord(a) <= 30:
        return [(*first[:-1], chr(n)) for n in range(ord(a), ord(b) + 1)]
    low_mark, high_mark = _SPLIT_SUFFIX.match(a), _SPLIT_SUFFIX.match(b)
    if low_mark and high_mark and low_mark.group(1) == high_mark.group(1):
        low, high = ord(low_mark.group(2)), ord(high_mark.group(2))
        if low < high:
            return [(*first[:-1], low_mark.group(1) + chr(n)) for n in range(low, high + 1)]
    small, large = roman_value(a), roman_value(b)
    if small and large and small < large <= small + MAX_RANGE and a.isupper() == b.isupper():
        out = [to_roman(n) for n in range(small, large + 1)]
        return [(*first[:-1], n if a.isupper() else n.lower()) for n in out]
    return ends


def _dotted(a: str, b: str) -> list[str]:
    """What lies from "1798.100" to "1798.102", where only the last number differs."""
    head, dot, low = a.rpartition(".")
    other, _, high = b.rpartition(".")
    if not dot or head != other or not (low.isdecimal() and high.isdecimal()):
        return []
    if not (low.isascii() and high.isascii() and len(low) == len(high)):
        return []
    if not int(low) < int(high) <= int(low) + MAX_RANGE:
        return []
    return [f"{head}.{str(n).zfill(len(low))}" for n in range(int(low), int(high) + 1)]


def split_degrees(paths: tuple[Path, ...]) -> tuple[Path, ...]:
    """Irish constitutional articles: "40.3.1°" is article 40, section 3, subsection 1."""
    if not any("°" in mark for path in paths for mark in path):
        return paths
    return tuple(
        tuple(
            part
            for mark in path
            for part in (mark.rstrip("°.").split(".") if "°" in mark else (mark,))
        )
        for path in paths
    )


_HYPHEN = re.compile(r"(\d{1,6})-(\d{1,6})\Z")


def split_hyphens(paths: tuple[Path, ...], widest: int) -> tuple[Path, ...]:
    """Read "12-14" as a range where the two numbers are at most ``widest`` apart."""
    out: list[Path] = []
    for path in paths:
        for level, mark in enumerate(path):
            ends = _HYPHEN.match(mark) if "-" in mark else None
            if ends and level == len(path) - 1 and 0 < int(ends[2]) - int(ends[1]) <= widest:
                out += expand((*path[:level], ends[1]), (*path[:level], ends[2]))
                break
        else:
            out.append(path)
    return tuple(out)


_ROMAN_VALUES = (
    (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"),
    (1, "I"),
)  # fmt: skip


def to_roman(number: int) -> str:
    """A number from 1 to 399 as a Roman numeral."""
    out = []
    for value, sign in _ROMAN_VALUES:
        while number >= value:
            out.append(sign)
            number -= value
    return "".join(out)


def roman_value(sign: str) -> int:
    """The value of a well-formed Roman numeral below 400, else 0."""
    text = sign.upper()
    if not text or len(text) > 12 or set(text) - set("IVXLC"):
        return 0
    total = at = 0
    for value, part in _ROMAN_VALUES:
        while text.startswith(part, at):
            total += value
            at += len(part)
    return total if at == len(text) and total < 400 and to_roman(total) == text else 0
