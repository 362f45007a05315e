"""Packs by code, loaded when they are first asked for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.resources import files

from lexwarrant.jurisdictions.base import Pack
from lexwarrant.records.context import folded_code
from lexwarrant.records.errors import ConfigurationError


@cache
def codes() -> tuple[str, ...]:
    """The codes of all packs: the folders beside this file that hold a ``pack`` module."""
    here = files("lexwarrant.jurisdictions")
    return tuple(
        sorted(d.name for d in here.iterdir() if d.is_dir() and d.joinpath("pack.py").is_file())
    )


def code_of(given: str, where: str, held: Iterable[str] = ()) -> str:
    """The code of the legal system that ``given`` names in any case.

    Known are the packs and the systems whose law is ``held``. Raises `ConfigurationError`, beginning
    with ``where`` (a flag; a file, row and field), for any other.
    """
    why = unknown_code(given, held)
    if why:
        raise ConfigurationError(f"{where}: {why}")
    return folded_code(given)


def unknown_code(given: str, held: Iterable[str] = ()) -> str:
    """Why ``given`` names no legal system that has a pack or whose law is ``held``; empty: it does."""
    known = sorted({*codes(), *held})
    if folded_code(given) in known:
        return ""
    return f"{given[:40]!r} is no legal system known here; give one of {', '.join(known)}"


@cache
def pack(code: str) -> Pack:
    """The pack with this code."""
    if code not in codes():
        raise ConfigurationError(
            f"jurisdiction {code!r} has no pack: use one of {', '.join(codes())}"
        )
    found: Pack = import_module(f"lexwarrant.jurisdictions.{code}.pack").PACK
    return found


def packs(wanted: Iterable[str] | None = None) -> tuple[Pack, ...]:
    """The packs asked for, in that order and each once; all of them for None."""
    if wanted is None:
        return tuple(sorted(map(pack, codes()), key=lambda p: p.order))
    return tuple(pack(code) for code in dict.fromkeys(wanted))
