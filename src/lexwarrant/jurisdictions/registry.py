"""Packs by code, loaded when they are first asked for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.resources import files

from lexwarrant.jurisdictions.base import Pack
from lexwarrant.records.errors import ConfigurationError


@cache
def codes() -> tuple[str, ...]:
    """The codes of all packs: the folders beside this file that hold a ``pack`` module."""
    here = files("lexwarrant.jurisdictions")
    return tuple(
        sorted(d.name for d in here.iterdir() if d.is_dir() and d.joinpath("pack.py").is_file())
    )


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
