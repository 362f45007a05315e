"""Decisions: parallel coordinates become one citation, and names, court and year their parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lexwarrant.jurisdictions.base import Coordinate


def merge_parallel(text: str, coordinates: Sequence[Coordinate]) -> list[Coordinate]:
    """Coordinates in order, those of one decision made one."""
    out: list[Coordinate] = []
    for coordinate in coordinates:
        last = out[-1] if out else None
        if (
            last is not None
            and last.joins
            and coordinate.joins
            and _parallel(text, last, coordinate)
        ):
            out[-1] = replace(
                last,
                end=coordinate.end,
                pins=tuple(dict.fromkeys(last.pins + coordinate.pins)),
                parallel=(*last.parallel, coordinate.normal),
                target=last.target or coordinate.target,
            )
            continue
        out.append(coordinate)
    return out


def _parallel(text: str, last: Coordinate, following: Coordinate) -> bool:
    if last.jurisdiction != following.jurisdiction:
        return False
    return text[last.end : following.start] in (", ", "; ", " ", " = ", ",")
