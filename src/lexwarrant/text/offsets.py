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
        for begin, stop, middle in zip(further.starts, bounds, further.origins, strict=True):
            run = bisect_right(self.starts, middle) - 1
            starts.append(begin)
            origins.append(self.origins[run] + middle - self.starts[run])
            run += 1
            while run < len(self.starts) and self.starts[run] < middle + stop - begin:
                starts.append(begin + self.starts[run] - middle)
                origins.append(self.origins[run])
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
        if start < self._at:
            return
        self._keep(start)
        if instead:
            self._add(instead, start)
        self._at = end

    def _keep(self, stop: int) -> None:
        if stop > self._at:
            self._add(self._original[self._at : stop], self._at)
            self._at = stop

    def _add(self, piece: str, origin: int) -> None:
        self._pieces.append(piece)
        self._starts.append(self._length)
        self._origins.append(origin)
        self._length += len(piece)

    def done(self) -> Mapped:
        """The text with everything that was not cut."""
        if not self._starts and self._at == 0:
            return Mapped(self._original, self._original)
        self._keep(len(self._original))
        if not self._starts:
            return Mapped("", self._original, (0,), (0,))
        return Mapped(
            "".join(self._pieces), self._original, tuple(self._starts), tuple(self._origins)
        )
