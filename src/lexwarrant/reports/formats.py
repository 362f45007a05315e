"""How figures, dates and text are written in every report."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

from lexwarrant.records.scores import Rate

NOT_MEASURED = "not measured"

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """``text`` with every character that would act instead of being read made visible.

    Control characters become their pictures (U+2400 block); embeddings, overrides and isolates of
    the bidirectional algorithm (UAX #9), which can make a text read otherwise than it is stored,
    become ``[U+202E]``; lone surrogates become U+FFFD. The marks U+200E and U+200F stay: they
    belong to good Hebrew text.
    """
    return _HIDDEN.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return f"[U+{code:04X}]"


def shorten(text: str, limit: int) -> str:
    """``text`` on one line, cut at a space where possible, at most ``limit`` characters long."""
    line = " ".join(text[: 4 * limit].split())
    if len(line) <= limit and len(text) <= 4 * limit:
        return line
    cut = line[: limit - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > limit // 2 else cut) + "…"


def percent(share: float | None) -> str:
    """A share as a whole percentage; 100% and 0% are said only of all and of none."""
    if share is None:
        return NOT_MEASURED
    if 0 < share < 0.005:
        return "<1%"
    if 0.995 <= share < 1:
        return ">99%"
    return f"{share * 100:.0f}%"


def number(value: float) -> str:
    """A count, which partial credit can make fractional."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def count(rate: Rate) -> str:
    """``54 of 67``."""
    return f"{number(rate.numerator)} of {rate.denominator}"


def interval(rate: Rate) -> str:
    """``70 to 88%``, empty when nothing was measured."""
    if rate.low is None or rate.high is None:
        return ""
    return f"{rate.low * 100:.0f} to {rate.high * 100:.0f}%"


def with_interval(rate: Rate) -> str:
    """``54 of 67 (81%, interval 70 to 88%)``."""
    if rate.value is None:
        return NOT_MEASURED
    return f"{count(rate)} ({percent(rate.value)}, interval {interval(rate)})"


def points(share: float) -> str:
    """A difference of shares in percentage points, signed."""
    return f"{share * 100:+.0f}".replace("-", "−")


def duration(ms: float) -> str:
    """A time in the unit in which it is read."""
    if ms < 10:
        return f"{ms:.1f} ms"
    return f"{ms:.0f} ms" if ms < 1000 else f"{ms / 1000:.1f} s"


def day(value: date) -> str:
    """``30 November 2026``."""
    return f"{value.day} {_MONTHS[value.month - 1]} {value.year}"


def moment(value: str | None) -> str:
    """An ISO timestamp as ``30 November 2026, 14:05 UTC``; as it stands when it is none."""
    try:
        at = datetime.fromisoformat(value or "")
    except ValueError:
        return value or ""
    if at.tzinfo:
        at = at.astimezone(UTC)
    return f"{day(at.date())}, {at:%H:%M}{' UTC' if at.tzinfo else ''}"
