"""Citations that a premise declares, and the label paths they stand for."""

from __future__ import annotations

import re
from functools import lru_cache

from lexwarrant.records.ids import split_id
from lexwarrant.verification.analysis import analyse
from lexwarrant.verification.lexicon import Lexicon

_BARE = re.compile(r"\D*(\d+[^\s()]*)((?:\(\w+\))*)")


def citation_paths(citation: str, lex: Lexicon) -> list[tuple[str, ...]]:
    """Label paths of a declared citation: "s86/1/a", "s. 86(1)", "Art. 7 Abs. 3", "סעיף 1א"."""
    if "/" in citation and " " not in citation:
        parts = [p for p in citation.split("/") if p]
        first = (
            re.sub(r"^\D+(?=\d)", "", parts[0])
            if len(parts) < 4 or parts[0][-1:].isdecimal()
            else ""
        )
        if first:
            return [(first.lower(), *(p.lower() for p in parts[1:]))]
        split = split_id(citation)
        if split.unit:
            return [(split.unit.rsplit("/", 1)[1].lower(), *(p.lower() for p in split.parts))]
    read = analyse(citation, lex)
    if read.references:
        paths: list[tuple[str, ...]] = []
        for reference in read.references:
            if reference.internal and paths:
                paths[-1] = (*paths[-1], *reference.paths[0])
            else:
                paths.extend(reference.paths)
        return paths
    bare = _BARE.match(citation)
    if bare:
        tail = re.findall(r"\((\w+)\)", bare.group(2))
        return [(bare.group(1).lower(), *(t.lower() for t in tail))]
    return []


@lru_cache(maxsize=4096)
def written(path: tuple[str, ...]) -> str:
    """A label path as it is cited: ("86", "1", "a") is "86(1)(a)"."""
    return path[0] + "".join(f"({p})" for p in path[1:])
