"""Legislation in Akoma Ntoso: sections and articles with their times.

A unit's own period (``period`` pointing to a ``temporalGroup``) gives its dates; without one, the
day of the expression.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from lexwarrant.law.readers.base import LeftOut
from lexwarrant.law.readers.outline import Branch, render, segment_of
from lexwarrant.law.readers.xml import child, descendants, inline_text, local
from lexwarrant.records.law import Version

if TYPE_CHECKING:
    from lxml.etree import _Element

_UNITS = {"section": "s", "article": "art", "rule": "rule", "regulation": "reg"}
_WORDS = {"s": "section", "art": "article", "rule": "rule", "reg": "regulation"}
_CONTAINERS = frozenset(
    {"part", "chapter", "title", "book", "tome", "division", "subdivision", "subpart", "subchapter"}
    | {"hcontainer", "crossheading", "subtitle"}
)
_SKIPPED = frozenset({"authorialNote", "noteRef", "img"})
_QUOTED = frozenset({"quotedStructure", "embeddedStructure", "quotedText"})

Period = tuple[date | None, date | None]


def act_versions(
    document: _Element, identifier: str, stands_from: date | None, left: list[LeftOut]
) -> Iterator[Version]:
    """Every section, article, rule, regulation and schedule paragraph of the document."""
    periods = _periods(document)
    seen: set[tuple[str, Period]] = set()
    for element, marker, schedule in _units(document):
        number = _number_of(element)
        where = f"{identifier}, {element.get('eId', local(element))}"
        if not number:
            left.append(LeftOut(where, inline_text(element)[:80], "the provision has no number"))
            continue
        unit = "/".join((identifier, *(("sch", schedule) if schedule else ()), marker, number))
        period = periods.get(element.get("period", "").lstrip("#"), (stands_from, None))
        if (unit, period) in seen:
            left.append(LeftOut(where, inline_text(element)[:80], "printed twice for one period"))
            continue
        seen.add((unit, period))
        label = f"{_WORDS.get(marker, 'paragraph')} {number}"
        if schedule:
            label = f"Schedule {schedule} {label}"
        root = Branch()
        _fill(root, element)
        laid = render(root, unit, label)
        repealed = element.get("status") in ("removed", "repealed")
        yield Version(
            provision_id=unit,
            label=label,
            text="" if repealed else laid.text,
            heading=inline_text(child(element, "heading"), _SKIPPED),
            parts=() if repealed else laid.parts,
            valid_from=period[0],
            valid_to=period[1],
            repealed=repealed,
            kind=_WORDS.get(marker, "paragraph"),
            division=_division(element),
        )


def _number_of(element: _Element) -> str:
    """The number of a provision: the last word of its ``num`` that is more than a mark."""
    words = map(segment_of, reversed(inline_text(child(element, "num"), _SKIPPED).split()))
    return next((word for word in words if word), "")


def _units(document: _Element) -> Iterator[tuple[_Element, str, str]]:
    """Units outside quoted text: element, marker, and the schedule they stand in."""
    for element in document.iterdescendants():
        name = local(element)
        if name == "hcontainer" and element.get("name", "") in _UNITS:
            name = element.get("name", "")
        inside = [local(a) for a in element.iterancestors()]
        if name in _UNITS and not _QUOTED & set(inside):
            yield element, _UNITS[name], ""
        elif name == "paragraph" and not (_QUOTED | _UNITS.keys() | {"paragraph"}) & set(inside):
            schedule = _schedule(element)
            if schedule:
                yield element, "para", schedule


def _schedule(element: _Element) -> str:
    for around in element.iterancestors():
        named = around.get("name", "").lower()
        if local(around) in ("hcontainer", "doc", "attachment") and "schedule" in named:
            number = _number_of(around)
            return number if number[:1].isdigit() else "1"
    return ""


def _fill(branch: Branch, element: _Element) -> None:
    for inner in element:
        name = local(inner)
        if name in ("num", "heading") or inner.get("name") == "sourceCredit":
            continue
        if name in _QUOTED:
            lines = [inline_text(p, _SKIPPED) for p in descendants(inner, "p", "num", "heading")]
            branch.pieces.append(Branch(pieces=[line for line in lines if line]))
        elif child(inner, "num") is not None:
            number = inline_text(child(inner, "num"), _SKIPPED)
            made = Branch(name, number, segment_of(number))
            made.heading = inline_text(child(inner, "heading"), _SKIPPED)
            _fill(made, inner)
            branch.pieces.append(made)
        elif name in ("p", "block", "tr", "li") and not any(
            local(e) in _QUOTED or local(e) == "p" for e in inner.iterdescendants()
        ):
            branch.pieces.append(inline_text(inner, _SKIPPED))
        elif name == "p":
            branch.pieces.append(inline_text(inner, _SKIPPED | _QUOTED))
            _quoted_below(branch, inner)
        elif name:
            _fill(branch, inner)


def _quoted_below(branch: Branch, element: _Element) -> None:
    for inner in element.iterdescendants():
        if local(inner) == "quotedStructure":
            lines = [inline_text(p, _SKIPPED) for p in descendants(inner, "p", "num", "heading")]
            branch.pieces.append(Branch(pieces=[line for line in lines if line]))


def _periods(document: _Element) -> dict[str, Period]:
    events = {e.get("eId", ""): e.get("date", "")[:10] for e in descendants(document, "eventRef")}
    out: dict[str, Period] = {}
    for group in descendants(document, "temporalGroup"):
        interval = child(group, "timeInterval")
        if interval is not None:
            start = _event_day(events, interval.get("start", ""))
            out[group.get("eId", "")] = (start, _event_day(events, interval.get("end", "")))
    return out


def _event_day(events: dict[str, str], reference: str) -> date | None:
    text = events.get(reference.lstrip("#"), "")
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _division(element: _Element) -> tuple[str, ...]:
    out = []
    for around in element.iterancestors():
        if local(around) in _CONTAINERS:
            words = (inline_text(child(around, n), _SKIPPED) for n in ("num", "heading"))
            out.append(" ".join(w for w in words if w))
    return tuple(reversed([o for o in out if o]))
