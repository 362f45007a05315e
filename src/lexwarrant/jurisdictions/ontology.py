"""What a lawyer may correct without touching code: a pack's ``ontology.yaml``.

Kinds of authority from the highest down, with what binds whom; courts from the highest down; the
statuses an authority or a passage can have; how versions are cited; in which order dates are
written; currencies. The file is read once and checked: a wrong entry is named with its field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from lexwarrant.jurisdictions.registry import codes
from lexwarrant.records.codec import decode
from lexwarrant.records.errors import ConfigurationError
from lexwarrant.records.law import AuthorityKind


@dataclass(frozen=True, slots=True)
class Rank:
    """One step of the hierarchy of sources. ``binding`` is false for what only persuades.

    ``holds`` are the kinds of authority (`AuthorityKind`) that stand on it where they are called
    otherwise; ``primary`` is false for law made under other law.
    """

    kind: str
    names: tuple[str, ...]
    binding: bool = True
    note: str = ""
    holds: tuple[AuthorityKind, ...] = ()
    primary: bool = True


@dataclass(frozen=True, slots=True)
class Court:
    """A court; ``codes`` are how citations and databases write it. Binds the courts after it."""

    name: str
    codes: tuple[str, ...] = ()
    level: str = ""


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency with the signs and words it is written with."""

    code: str
    written: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where to verify the law or find help: a name, an address, and what is found there.

    ``name`` and ``what`` are by language, English among them. ``checked`` is the day on which somebody
    last opened the address and found it there; None when nobody has.
    """

    name: dict[str, str]
    url: str
    what: dict[str, str]
    checked: date | None = None


@dataclass(frozen=True, slots=True)
class Ontology:
    """A legal system's own words about its sources. Lists run from the highest down.

    ``date_order`` is ``dmy`` or ``mdy``: how an all-digit date is read. ``versions`` says how a
    text as it stood on a day is cited. ``called`` is how the system is named to a reader, by
    language.
    ``not_binding`` are the statuses and passages that bind nobody by themselves. ``verify`` is
    where the law in force is looked up, ``help`` where a person without a lawyer is helped.
    ``leaves_to`` are words by which a provision leaves the point to other law (regular expressions).
    """

    hierarchy: tuple[Rank, ...]
    courts: tuple[Court, ...]
    statuses: tuple[str, ...]
    passages: tuple[str, ...]
    versions: tuple[str, ...]
    date_order: str
    currencies: tuple[Currency, ...]
    called: dict[str, str]
    not_binding: tuple[str, ...]
    verify: tuple[Place, ...]
    help: tuple[Place, ...]
    leaves_to: tuple[str, ...] = ()

    def rank_of(self, kind: AuthorityKind) -> tuple[int, Rank] | None:
        """The step of the hierarchy a kind of authority stands on, counted from 0; None: on none."""
        for number, rank in enumerate(self.hierarchy):
            if kind in rank.holds or kind.value == rank.kind:
                return number, rank
        return None


def said_in(by_language: Mapping[str, str], language: str) -> str:
    """What an ontology says in a language, in English where it has none."""
    return by_language.get(language) or by_language["en"]


@cache
def ontology(code: str) -> Ontology:
    """The ontology of a pack; raises `ConfigurationError` for a code without one."""
    import yaml

    if code not in codes():
        raise ConfigurationError(
            f"jurisdiction {code!r} has no pack: use one of {', '.join(codes())}"
        )
    source = files("lexwarrant.jurisdictions").joinpath(code, "ontology.yaml")
    found = decode(
        Ontology, yaml.safe_load(source.read_text(encoding="utf-8")), where=f"{code}/ontology.yaml"
    )
    places = (*found.verify, *found.help)
    if any(
        "en" not in said for said in (found.called, *(t for p in places for t in (p.name, p.what)))
    ):
        raise ConfigurationError(
            f"{code}/ontology.yaml: called, name and what are given by language, `en` among them"
        )
    if found.date_order not in ("dmy", "mdy"):
        raise ConfigurationError(
            f"{code}/ontology.yaml: date_order is {found.date_order!r}; use dmy or mdy"
        )
    return found
