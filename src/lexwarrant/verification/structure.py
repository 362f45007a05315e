"""The structure of a provision: headings, numbered paragraphs, lettered limbs, sentences.

Reads clean text and the output of extractors that lost their brackets ("2 A company may ... only
if— a it is limited by shares, and b it is wholly owned"). Linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from lexwarrant.verification.marks import Analysis, Reference


@dataclass(slots=True)
class Node:
    """A labelled stretch of a provision: token range, label path, parent."""

    i: int
    j: int
    path: tuple[str, ...]
    unit: str
    parent: int
    lead_end: int = 0
    children: int = 0
    heading: bool = False
    """A section, article or regulation, not a paragraph or limb of one."""


_ROMAN = re.compile(r"x{0,3}(?:ix|iv|v?i{0,3})$")


def structure(analysis: Analysis, declared: tuple[tuple[str, ...], ...]) -> list[Node]:
    """Headings, numbered paragraphs and limbs of one provision, in order, as a tree."""
    low, n = analysis.low, len(analysis.low)
    units = {p[0] for p in declared}
    starts: dict[int, tuple[int, tuple[str, ...], str, int]] = {}
    inside: set[int] = set()
    for reference in analysis.references:
        head = _heading(analysis, reference, units)
        split = _spaced_bracket(analysis, reference) if head else 0
        if split:
            starts[reference.i] = (split, reference.paths[0][:1], reference.unit, 0)
            inside.update(range(reference.i, split))
            continue
        inside.update(range(reference.i, reference.j))
        if head:
            starts[reference.i] = (head, reference.paths[0], reference.unit, 0)
    if not starts:
        starts.update(_positional(analysis, declared))
    starts.update(_bare_headings(analysis, units, starts))
    opened = {after for after, _, _, _ in starts.values()}
    previous = ""
    for i in range(n):
        token = low[i]
        if (
            i in inside
            or i in starts
            or not (token == "(" or len(token) == 1 or token[0].isdecimal())
        ):
            continue
        if i in opened:
            previous = ""  # a new section counts its paragraphs anew
        alone = i and low[i - 1] not in _BEFORE_NUMBER
        if alone and token[0].isdecimal() and (i + 1 == n or low[i + 1] not in _AFTER_NUMBER):
            continue
        level, label, after = _enumerator(analysis, i, previous, i in opened)
        if level:
            starts[i] = (after, (label,), "", level)
            previous = label
    nodes: list[Node] = []
    base = declared[0][:1] if len(units) == 1 and declared else ()
    root = Node(0, n, base, "", -1)
    nodes.append(root)
    stack: list[tuple[int, int]] = [(-1, 0)]
    order = sorted(starts)
    for i in order:
        after, path, unit, level = starts[i]
        while stack and stack[-1][0] >= level:
            _, closed = stack.pop()
            nodes[closed].j = i
        parent = stack[-1][1] if stack else 0
        full = path if level == 0 else (*nodes[parent].path, *path)
        node = Node(after, n, full, unit or nodes[parent].unit, parent, heading=not level)
        above = nodes[parent]
        above.children += 1
        if above.children == 1:
            above.lead_end = i
        nodes.append(node)
        stack.append((level, len(nodes) - 1))
    return nodes


def _spaced_bracket(analysis: Analysis, reference: Reference) -> int:
    """ "s. 10 (1)": the heading is "s. 10" and "(1)" opens its first paragraph."""
    for k in range(reference.i + 1, reference.j):
        if analysis.low[k] == "(" and analysis.starts[k] > analysis.ends[k - 1]:
            return k
    return 0


def _line_start(analysis: Analysis, i: int) -> bool:
    return i == 0 or analysis.low[i - 1] == "\n"


def _heading(analysis: Analysis, reference: Reference, units: set[str]) -> int:
    """The token after a heading such as "s. 4" or "Article 12."; 0 when it is no heading."""
    i, j = reference.i, reference.j
    low, n = analysis.low, len(analysis.low)
    if len(reference.paths) != 1 or (reference.internal and reference.unit == "sub"):
        return 0
    line = _line_start(analysis, i)
    if not line and not (low[i - 1] in (".", ";", "]", ":") or low[i - 1] == ")"):
        return 0
    if units and reference.paths[0][0] not in units:
        return 0
    abbreviated = i + 1 < n and low[i + 1] == "."
    if not units and not line and not abbreviated:
        return 0
    if j >= n:
        return 0
    following = analysis.text[analysis.starts[j]]
    if low[j] in (".", "\n", ":", "—", "["):
        return j + 1
    gap = analysis.text[analysis.ends[j - 1] : analysis.starts[j]]
    if "–" in gap or "-" in gap or "—" in gap or following in '(["“„«':
        return j
    if following.isupper() or following.isdecimal():
        return j
    return 0


def _bare_headings(
    analysis: Analysis, units: set[str], known: dict[int, tuple[int, tuple[str, ...], str, int]]
) -> dict[int, tuple[int, tuple[str, ...], str, int]]:
    """Lines that begin with the number of a section: "3(1) A landlord", "12 A reference".

    A number alone opens a section only when the premise says that it holds that section.
    """
    low, n = analysis.low, len(analysis.low)
    found: dict[int, tuple[int, tuple[str, ...], str, int]] = {}
    loose: list[tuple[int, int]] = []
    for i in range(n):
        if not low[i].isdecimal() or len(low[i]) > 4 or i in known or not _line_start(analysis, i):
            continue
        label, j = low[i], i + 1
        while j < n and analysis.starts[j] == analysis.ends[j - 1] and _letters(low[j]):
            label, j = label + low[j], j + 1
        if j >= n:
            continue
        touching = analysis.starts[j] == analysis.ends[j - 1]
        bracket = low[j] == "(" and j + 2 < n and low[j + 2] == ")"
        following = analysis.text[analysis.starts[j]]
        if bracket and (touching or label in units):
            found[i] = (j, (label,), "", 0)
        elif not touching and (following.isupper() or following in '["“„«…('):
            if label in units:
                found[i] = (j, (label,), "", 0)
            elif label == low[i]:
                loose.append((i, j))
    if found:
        _between(low, found, loose)
    return found


def _between(
    low: list[str],
    found: dict[int, tuple[int, tuple[str, ...], str, int]],
    loose: list[tuple[int, int]],
) -> None:
    """Add the sections that the numbers before and after them leave room for."""
    order = sorted(found)
    numbers = [int("".join(c for c in low[i] if c.isdecimal())) for i in order]
    for i, j in loose:
        at = bisect_left(order, i)
        here = int(low[i])
        before = numbers[at - 1] if at else here - 1
        after = numbers[at] if at < len(order) else before + 4
        if before < here < after:
            found[i] = (j, (low[i],), "", 0)


def _letters(token: str) -> bool:
    return len(token) <= 2 and token.isalpha()


def _positional(
    analysis: Analysis, declared: tuple[tuple[str, ...], ...]
) -> dict[int, tuple[int, tuple[str, ...], str, int]]:
    """Paragraphs matched to the declared citations in order, when their numbers agree."""
    units: list[tuple[str, ...]] = []
    for path in declared:
        deepest = path[:2]
        if not units or units[-1][0] != path[0]:
            units.append(deepest[:1] if len(path) == 1 else path)
    if len(units) < 2:
        return {}
    paragraphs = [0] + [
        k + 1
        for k in range(1, len(analysis.low) - 1)
        if analysis.low[k] == "\n" and analysis.low[k - 1] == "\n"
    ]
    if len(paragraphs) != len(units):
        return {}
    return {p: (p, u, "", 0) for p, u in zip(paragraphs, units, strict=True)}


def _enumerator(analysis: Analysis, i: int, previous: str, opened: bool) -> tuple[int, str, int]:
    """Level (1 number, 2 letter, 3 roman), label and index after an enumerator at ``i``.

    ``opened`` when a heading ends just before it, so that it may touch the heading's number.
    """
    low, n = analysis.low, len(analysis.low)
    token = low[i]
    before = low[i - 1] if i else "\n"
    if token == "(":
        label, k = "", i + 1
        while k < n and k <= i + 3 and low[k] != ")" and (low[k].isalnum()):
            label += low[k]
            k += 1
        if not label or k >= n or low[k] != ")" or len(label) > 5:
            return 0, "", 0
        touches = i and analysis.starts[i] == analysis.ends[i - 1] and low[i - 1].isalnum()
        if touches and not opened:
            return 0, "", 0
        opens = opened or before in _OPENERS or before == ")" or _after_and(low, i)
        if not opens and i and not (label[0].isdecimal() or len(label) == 1):
            return 0, "", 0
        if not opens and not _next_of(previous, label):
            return 0, "", 0
        return _level(label, previous), label, k + 1
    if i + 1 < n and low[i + 1] in (".", ")") and analysis.starts[i + 1] == analysis.ends[i]:
        if token.isdecimal() and len(token) <= 3 and (before in "\n.;:—" or i == 0):
            gap = analysis.text[analysis.ends[i + 1] : analysis.ends[i + 1] + 1]
            if gap.isspace() and (_next_of(previous, token) or token == "1" or i == 0):
                return 1, token, i + 2
        if low[i + 1] == ")" and len(token) == 1 and token.isalpha() and before in _OPENERS:
            return 2, token, i + 2
    # bare numbers and letters of an extract: "2 A company may ... only if— a it is limited"
    if token.isdecimal() and len(token) <= 2 and i + 1 < n and before in ("\n", ".", "]"):
        following = analysis.text[analysis.starts[i + 1]]
        if following.isupper() and (_next_of(previous, token) or token == "1"):
            return 1, token, i + 1
    bare = len(token) == 1 and token.isalpha() and i + 1 < n and low[i + 1][0].isalpha()
    first = token == "a" and before == "—"
    follows = (
        _next_of(previous, token)
        and previous.isalpha()
        and (before in (",", ";", "—") or _after_and(low, i))
    )
    return (2, token, i + 1) if bare and (first or follows) else (0, "", 0)


_BEFORE_NUMBER = frozenset("\n.]")
_AFTER_NUMBER = frozenset(".)")
"""Beside a number one of these stands when it opens a paragraph."""
_OPENERS = frozenset(".;:—\n,]…")
_AND = frozenset(["and", "or", "but", "et", "ou", "und", "oder", "sowie"])


def _after_and(low: list[str], i: int) -> bool:
    return (i >= 2 and low[i - 1] in _AND and low[i - 2] in (",", ";", ".", ")")) or (
        i >= 1 and low[i - 1] in _AND
    )


def _next_of(previous: str, label: str) -> bool:
    if previous.isdecimal() and label.isdecimal():
        return int(label) == int(previous) + 1
    if len(previous) == 1 and len(label) == 1:
        return ord(label) == ord(previous) + 1
    return False


def _level(label: str, previous: str) -> int:
    if label[0].isdecimal():
        return 1
    if label[0] >= "א":
        return 1 if len(label) <= 2 else 2
    if len(label) == 1 and (not previous or _next_of(previous, label)):
        return 2
    if _ROMAN.match(label) and label and not (len(label) == 1 and _next_of(previous, label)):
        return 3
    return 2


# -- sentences of a node ---------------------------------------------------------------------------


def lead_start(analysis: Analysis, i: int, j: int) -> int:
    """Where the last sentence before a list begins."""
    low = analysis.low
    for k in range(j - 2, i, -1):
        if low[k] in (".", "\n") and _ends_sentence(analysis, k):
            return k + 1
    return i


def _ends_sentence(analysis: Analysis, k: int) -> bool:
    low = analysis.low
    if low[k] == "\n":
        return k + 1 < len(low) and low[k + 1] == "\n"
    if low[k] != ".":
        return False
    if k + 1 >= len(low):
        return True
    if len(low[k - 1]) <= 3 and low[k - 1] in _ABBREVIATIONS:
        return False
    if low[k - 1].isdecimal() and low[k + 1] in analysis.lex.tables.months:
        return False
    following = analysis.text[analysis.starts[k + 1]]
    return not following.islower() and analysis.starts[k + 1] > analysis.ends[k]


_ABBREVIATIONS = frozenset(
    [
    "s", "ss", "art", "no", "nr", "reg", "para", "sec", "abs", "v", "cf", "etc", "al", "bzw",
    "z", "ca", "vgl", "rn", "lit",
    ]
)  # fmt: skip

Range = tuple[int, int]


def sentences(analysis: Analysis, i: int, j: int) -> list[tuple[Range, tuple[Range, ...]]]:
    """Sentences of ``i``..``j``; one with semicolons is cut there, its lead-in kept for each part."""
    out: list[tuple[Range, tuple[Range, ...]]] = []
    low = analysis.low
    start = i
    cited = {k for r in analysis.references_within(((i, j),)) for k in range(r.i, r.j)}
    for k in range(i, j):
        if k not in cited and _ends_sentence(analysis, k):
            if k > start:
                out.extend(_limbs(low, start, k))
            start = k + 1
    if start < j:
        out.extend(_limbs(low, start, j))
    return [
        ((a, min(a + _LONGEST, part[1])), intro)
        for part, intro in out
        for a in range(part[0], part[1], _LONGEST)
    ]


_LONGEST = 600
"""Tokens of the longest passage; a longer stretch without a boundary is cut."""


def _limbs(low: list[str], i: int, j: int) -> list[tuple[Range, tuple[Range, ...]]]:
    cuts = [k for k in range(i, j) if low[k] == ";"]
    if not cuts:
        return [((i, j), ())]
    lead: tuple[Range, ...] = ()
    begin = i
    for k in range(i, cuts[0]):
        if low[k] in (":", "—"):
            lead = ((i, k),)
            begin = k + 1
    parts: list[tuple[Range, tuple[Range, ...]]] = []
    for cut in (*cuts, j):
        if cut > begin:
            parts.append(((begin, cut), lead))
        begin = cut + 1
    return parts
