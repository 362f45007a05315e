"""What a lawyer may correct without touching code: a pack's ``ontology.yaml``.

Kinds of authority from the highest down, with what binds whom; courts from the highest down; the
statuses an authority or a passage can have; how versions are cited; in which order dates are
written; currencies. The file is read once and checked: a wrong entry is named with its field.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from lexwarrant.jurisdictions.registry import codes
from lexwarrant.records.codec import decode
from lexwarrant.records.errors import ConfigurationError


@dataclass(frozen=True, slots=True)
class Rank:
    """One step of the hierarchy of sources. ``binding`` is false for what only persuades."""

    kind: str
    names: tuple[str, ...]
    binding: bool = True
    note: str = ""


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
class Ontology:
    """A legal system's own words about its sources. Lists run from the highest down.

    ``date_order`` is ``dmy`` or ``mdy``: how an all-digit date is read. ``versions`` says how a
    text as it stood on a day is cited.
    """

    hierarchy: tuple[Rank, ...]
    courts: tuple[Court, ...]
    statuses: tuple[str, ...]
    passages: tuple[str, ...]
    versions: tuple[str, ...]
    date_order: str
    currencies: tuple[Currency, ...]


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
    if found.date_order not in ("dmy", "mdy"):
        raise ConfigurationError(
            f"{code}/ontology.yaml: date_order is {found.date_order!r}; use dmy or mdy"
        )
    return found
