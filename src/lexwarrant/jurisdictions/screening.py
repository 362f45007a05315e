"""Whose law a question asks about, and what it asks for that the text of the law cannot answer.

Two tables that lawyers can correct: legal systems by the names that show them (``foreign.yaml``)
and, per pack, patterns of what lies outside an act's own text (``outside.yaml``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from lexwarrant.records.codec import decode


@dataclass(frozen=True, slots=True)
class LegalSystemNames:
    """Names that show a legal system: of its statutes, its regulators and its places."""

    law: tuple[str, ...] = ()
    regulators: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OutsidePatterns:
    """Regular expressions for what a question asks beyond an act's own text."""

    links: tuple[str, ...] = ()
    case_law: tuple[str, ...] = ()
    later_text: tuple[str, ...] = ()
    other_parts: tuple[str, ...] = ()
    other_law: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ForeignSystem:
    """A legal system that a question names, the words that show it, and whether they are a law's."""

    code: str
    words: str
    by_law: bool


def _pattern(names: Sequence[str]) -> re.Pattern[str]:
    def one(name: str) -> str:
        escaped = re.escape(name).replace(r"\ ", r"\s+")
        exact = len(name) <= 5 and name.replace(".", "").isupper()
        return escaped if exact else f"(?i:{escaped})"

    ordered = sorted(names, key=lambda n: (-len(n), n))
    return re.compile(rf"(?<![\w])(?:{'|'.join(one(n) for n in ordered)})(?![\w])")


@cache
def _systems() -> tuple[tuple[str, re.Pattern[str] | None, re.Pattern[str] | None], ...]:
    import yaml

    text = files("lexwarrant.jurisdictions").joinpath("foreign.yaml").read_text("utf-8")
    out = []
    for code, body in yaml.safe_load(text).items():
        names = decode(LegalSystemNames, body, where=f"foreign.yaml, {code}")
        law = (*names.law, *names.regulators)
        out.append((code, _pattern(law) if law else None,
                    _pattern(names.places) if names.places else None))  # fmt: skip
    return tuple(out)


@cache
def _any_system() -> re.Pattern[str]:
    """One search for every name of every system: most questions hold none."""
    import yaml

    text = files("lexwarrant.jurisdictions").joinpath("foreign.yaml").read_text("utf-8")
    systems = [decode(LegalSystemNames, body) for body in yaml.safe_load(text).values()]
    return _pattern([n for s in systems for n in (*s.law, *s.regulators, *s.places)])


def foreign_system(text: str, held: Sequence[str]) -> ForeignSystem | None:
    """The first legal system outside ``held`` (pack codes) that ``text`` names.

    A law or regulator by name comes before a place.
    """
    if _any_system().search(text) is None:
        return None
    for use_law in (True, False):
        for code, law, places in _systems():
            pattern = law if use_law else places
            found = pattern.search(text) if pattern and code not in held else None
            if found:
                return ForeignSystem(code, found.group(), use_law)
    return None


@cache
def outside(code: str) -> dict[str, re.Pattern[str] | None]:
    """Compiled patterns of a pack by name; None where it has none."""
    import yaml

    path = files("lexwarrant.jurisdictions").joinpath(code, "outside.yaml")
    body = yaml.safe_load(path.read_text("utf-8")) if path.is_file() else {}
    patterns = decode(OutsidePatterns, body, where=f"{code}/outside.yaml")
    return {
        name: re.compile("|".join(getattr(patterns, name)), re.IGNORECASE)
        if getattr(patterns, name)
        else None
        for name in ("links", "case_law", "later_text", "other_parts", "other_law")
    }
