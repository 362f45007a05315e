"""Quantities and dates as values: what can be compared, and how.

A quantity has a dimension (days, months, percent, money in a currency, a count of something), a
value in it, a comparator, and qualifiers that never convert into one another: working, calendar
and clear days, gross and net, per unit of time. Weeks are seven days and years twelve months; 30
days are not a month.
"""

from __future__ import annotations

from dataclasses import dataclass


class Quantity:
    """One figure of a text. ``start``/``end`` are character offsets, ``i``/``j`` token indices.

    ``nouns`` are the concepts of what a bare count counts, ``each`` of what an amount is paid for
    ("500 euros per animal"). ``loose`` when its bound does not say whether the figure itself is in
    ("between 2 and 12"). ``timing`` is "latest" or "earliest" when its bound speaks of the clock.
    """

    __slots__ = (
        "approx", "cmp", "denied", "dim", "each", "end", "i", "implicit", "j", "kind", "loose", "nouns", "number",
        "ordinal", "per", "rel", "start", "timing", "unit", "value",
    )  # fmt: skip

    def __init__(self, value: float, number: float, i: int, j: int, start: int, end: int) -> None:
        self.value = value
        self.number = number
        self.i = i
        self.j = j
        self.start = start
        self.end = end
        self.dim = "count"
        self.unit = ""
        self.kind = ""
        self.per = ""
        self.cmp = ""
        self.approx = ""
        self.ordinal = False
        self.denied = False
        self.implicit = False
        self.loose = False
        self.rel = ""
        self.timing = ""
        self.nouns: tuple[int, ...] = ()
        self.each: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<{self.cmp or '='} {self.value:g} {self.dim} {self.kind} {self.per}>"


@dataclass(slots=True)
class DateMark:
    """A date, or a year, or a month of a year. ``relation`` is what stands before it."""

    year: int
    month: int
    day: int
    i: int
    j: int
    start: int
    end: int
    relation: str = ""
    swappable: bool = False
    """07/01/2023 may be read either way when nothing says which."""

    def agrees(self, other: DateMark) -> bool:
        """Whether the parts both give are the same."""
        either_way = (self.swappable or other.swappable) and self.year == other.year
        if either_way and self.day == other.month and self.month == other.day:
            return True
        return (
            (not self.year or not other.year or self.year == other.year)
            and (not self.month or not other.month or self.month == other.month)
            and (not self.day or not other.day or self.day == other.day)
        )


CUTS = {"min": (0, 1), "lt": (0, -1), "max": (1, -1), "gt": (1, 1)}
"""A comparator as a cut and a side. ``min`` and ``lt`` part the values at the same place (below
the figure), ``max`` and ``gt`` at the other (above it)."""


def same_value(a: float, b: float) -> bool:
    """Equal up to what writing a figure in another unit loses."""
    high, low = (a, b) if a > b else (b, a)
    gap = high - low
    return gap <= 1e-6 or gap <= 1e-6 * high or gap <= -1e-6 * low


def roughly(stated: float, source: float, approx: str) -> bool:
    """Whether a hedged figure is fair.

    "Just over" reaches to the next round figure of the same precision ("just over 123,000" is
    below 124,000), "just under" likewise; "about" allows 5 % or half a unit of the last figure.
    """
    if not source:
        return False
    unit = 1.0
    while unit < 1e15 and stated and stated % (unit * 10) == 0:
        unit *= 10
    if stated != int(stated):
        unit = 0.1
    if approx == "just_over":
        return stated < source < stated + unit
    if approx == "just_under":
        return stated - unit < source < stated
    return abs(stated - source) <= max(0.05 * source, 0.5 * unit if stated >= 10 else 0.0)


def inside(value: float, cmp: str, bound: float) -> bool:
    """Whether ``value`` satisfies a comparator: ``inside(10, "min", 10)`` is true."""
    if cmp == "min":
        return value >= bound - 1e-9
    if cmp == "max":
        return value <= bound + 1e-9
    if cmp == "gt":
        return value > bound + 1e-9
    if cmp == "lt":
        return value < bound - 1e-9
    return same_value(value, bound)
