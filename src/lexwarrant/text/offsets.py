"""Offsets of a changed text led back to the text as it was given.

A text that was cut and patched keeps, for every unbroken run, where the run begins in both texts.
All offsets are in Unicode code points.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mapped:
    """``text`` made from ``original``; ``starts[i]`` in it is ``origins[i]`` in the original.

    Between two starts the texts run in step. Both lists are ascending and begin with 0, or are
    empty when the two texts run in step throughout.
    """

    text: str
    original: str
    starts: tuple[int, ...] = ()
    origins: tuple[int, ...] = ()

    def origin(self, position: int) -> int:
        """Where the character at ``position`` of ``text`` stands in ``original``."""
        if not self.starts:
            return position
        run = bisect_right(self.starts, position) - 1
        return self.origins[run] + position - self.starts[run]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of ``original`` from the first to the last character of ``text[start:end]``.

        What was cut out inside is in the span, what was cut at its edges is not.
        """
        if end <= start:
            at = self.origin(start)
            return at, at
        if not self.starts:
            return start, end
        return self.origin(start), min(self.origin(end - 1) + 1, len(self.original))

    def then(self, further: Mapped) -> Mapped:
        """The map of ``further``, made from this text, led back to this map's original."""
        if not self.starts:
            return Mapped(further.text, self.original, further.starts, further.origins)
        if not further.starts:
            return Mapped(further.text, self.original, self.starts, self.origins)
        starts: list[int] = []
        origins: list[int] = []
        bounds = [*further.starts[1:], len(further.text)]
        own, back = (*self.starts, len(self.text) + 1), self.origins
        run = 1  # the first own run that begins behind the place looked at
        for begin, stop, middle in zip(further.starts, bounds, further.origins, strict=True):
            while own[run] <= middle:
                run += 1
            starts.append(begin)
            origins.append(back[run - 1] + middle - own[run - 1])
            end = middle + stop - begin
            while own[run] < end:
                starts.append(begin + own[run] - middle)
                origins.append(back[run])
                run += 1
        return Mapped(further.text, self.original, tuple(starts), tuple(origins))


class Patcher:
    """Builds a `Mapped` from left to right: keep, cut and put in place of."""

    __slots__ = ("_at", "_length", "_original", "_origins", "_pieces", "_starts")

    def __init__(self, original: str) -> None:
        self._original = original
        self._pieces: list[str] = []
        self._starts: list[int] = []
        self._origins: list[int] = []
        self._at = 0
        self._length = 0

    def cut(self, start: int, end: int, instead: str = "") -> None:
        """Leave out ``original[start:end]`` and put ``instead`` there; ascending, no overlap."""
        at = self._at
        if start < at:
            return
        if start > at:
            self._pieces.append(self._original[at:start])
            self._starts.append(self._length)
            self._origins.append(at)
            self._length += start - at
        if instead:
            self._pieces.append(instead)
            self._starts.append(self._length)
            self._origins.append(start)
            self._length += len(instead)
        self._at = end

    def done(self) -> Mapped:
        """The text with everything that was not cut."""
        if not self._starts and self._at == 0:
            return Mapped(self._original, self._original)
        self.cut(len(self._original), len(self._original))
        if not self._starts:
            return Mapped("", self._original, (0,), (0,))
        return Mapped(
            "".join(self._pieces), self._original, tuple(self._starts), tuple(self._origins)
        )
