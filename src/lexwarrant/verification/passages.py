"""Passages: the nodes of a provision cut into the smallest parts that can be read by themselves.

The words that lead into a list belong to every limb of it, so a passage is a list of token ranges:
the lead-ins from the outermost, then its own words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lexwarrant.verification.clause_walk import Predication
from lexwarrant.verification.frames import Clause
from lexwarrant.verification.marks import Analysis
from lexwarrant.verification.quantities import DateMark, Quantity
from lexwarrant.verification.structure import Node, Range, lead_start, sentences

_AND_WORDS = frozenset({"and", "et", "und", "sowie"})
_OR_WORDS = frozenset({"or", "ou", "oder", "או"})
_SHORT_LEAD = 40
"""Tokens below which the last sentence before a list is only its lead-in."""


@dataclass(slots=True)
class Leaf:
    """The smallest passage: its own words and those that lead into it."""

    index: int
    provision: int
    path: tuple[str, ...]
    unit: str
    group: int
    ranges: tuple[Range, ...]
    own: Range
    concepts: frozenset[int]
    clause: Clause
    quantities: list[Quantity] = field(default_factory=list)
    dates: list[DateMark] = field(default_factory=list)
    hops: tuple[int, ...] = ()
    exceptions: tuple[int, ...] = ()
    list_id: int = -1
    predications: list[Predication] | None = None
    """Who does what to whom in it; read when first asked for."""
    acts: frozenset[int] = frozenset()
    """Concepts of those acts of which a doer or receiver is named."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A passage before it is read: its ranges, its own words, and the group it stands in."""

    ranges: tuple[Range, ...]
    own: Range
    group: Range


def cut_node(analysis: Analysis, nodes: list[Node], node: Node) -> Iterator[Cut]:
    """The passages of one node, its children's left out."""
    leads = _leads(analysis, nodes, node)
    end = node.lead_end if node.children else node.j
    for part, intro in sentences(analysis, node.i, end):
        i, j = part
        ranges = (*leads, *intro, part)
        opens_list = node.children and j == end and j - i < _SHORT_LEAD
        if opens_list and i >= lead_start(analysis, node.i, node.lead_end):
            # the lead-in stands in its limbs; by itself it is half a sentence
            yield Cut(ranges, part, (node.i, node.j))
            continue
        top = node
        while top.parent >= 0 and nodes[top.parent].path and len(nodes[top.parent].path) >= 2:
            top = nodes[top.parent]
        yield Cut(ranges, part, (top.i, top.j))


def _leads(analysis: Analysis, nodes: list[Node], node: Node) -> list[Range]:
    """What leads into a node, outermost first."""
    leads: list[Range] = []
    parent = node.parent
    while parent >= 0:
        above = nodes[parent]
        cut = lead_start(analysis, above.i, above.lead_end)
        if parent == 0 and _is_title(analysis, above, nodes):
            break
        if above.children and cut < above.lead_end:
            leads.append((cut, above.lead_end))
        parent = above.parent
    leads.reverse()
    return leads


def _is_title(analysis: Analysis, root: Node, nodes: list[Node]) -> bool:
    """Whether what stands before the first section is a title, which leads into nothing."""
    low = analysis.low
    k = root.lead_end - 1
    while k > root.i and low[k] == "\n":
        k -= 1
    headed = any(node.parent == 0 and node.heading for node in nodes[1:2])
    return headed and low[k] not in (":", "—", ",")


def joined_lists(analysis: Analysis, nodes: list[Node]) -> dict[int, str]:
    """How the limbs of each list are joined, "and" or "or", by the index of its node."""
    low = analysis.low
    joined: dict[int, str] = {}
    for node in nodes:
        if node.parent > 0 and node.i >= 4:
            for k in range(node.i - 1, max(node.i - 7, -1), -1):
                if low[k] in _AND_WORDS:
                    joined[node.parent] = "and"
                elif low[k] in _OR_WORDS:
                    joined[node.parent] = "or"
                elif low[k].isalpha() and len(low[k]) > 2:
                    break
    return joined


def concepts_of(analysis: Analysis, ranges: tuple[Range, ...]) -> set[int]:
    """Concepts of the words and phrases in some ranges."""
    concepts: set[int] = set()
    words = analysis.words
    for i, j in ranges:
        for k in range(i, j):
            word = words[k]
            if word is not None:
                concepts.update(word.concepts)
    concepts.update(c for _, _, c in analysis.concepts_within(ranges))
    return concepts
