"""Cross-references inside a premise: one hop from a passage to those that it names."""

from __future__ import annotations

from lexwarrant.verification.marks import Analysis, Reference
from lexwarrant.verification.passages import Leaf

_MOST_TARGETS = 40
_MOST_HOPS = 12


def link(leaves: list[Leaf], analyses: list[Analysis]) -> None:
    """Join each leaf to the leaves it names, and those to the leaf when it disapplies them."""
    by_label: dict[str, list[int]] = {}
    for leaf in leaves:
        for label in {leaf.path[0], leaf.path[-1]} if leaf.path else ():
            targets = by_label.setdefault(label, [])
            if len(targets) < _MOST_TARGETS:
                targets.append(leaf.index)
    for leaf in leaves:
        hops: set[int] = set()
        for reference in analyses[leaf.provision].within(leaf.ranges).references:
            for path in reference.paths:
                for target in by_label.get(path[-1], ()):
                    other = leaves[target]
                    if target != leaf.index and _names(path, other.path, reference):
                        hops.add(target)
        leaf.hops = tuple(sorted(hops)[:_MOST_HOPS])
    for leaf in leaves:
        if leaf.clause.disapplies:
            for target in leaf.hops:
                other = leaves[target]
                if len(other.exceptions) < _MOST_HOPS:
                    other.exceptions = (*other.exceptions, leaf.index)


def _names(path: tuple[str, ...], other: tuple[str, ...], reference: Reference) -> bool:
    """Whether a reference to ``path`` means the passage at ``other``."""
    if not other:
        return False
    if reference.internal:
        return path[-1] in other[1:] or (len(other) == 1 and other[0] == path[-1])
    return other[: len(path)] == path
