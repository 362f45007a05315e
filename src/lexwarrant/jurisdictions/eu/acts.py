"""What the pack knows of the EU acts it holds, from a table that a lawyer can correct."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from lexwarrant.records.codec import decode
from lexwarrant.records.law import Effect


@dataclass(frozen=True, slots=True)
class Act:
    """An act: CELEX number, the short name labels use, its field, names it is called by."""

    celex: str
    short: str
    domain: str
    effect: Effect = Effect.DIRECT
    aliases: tuple[str, ...] = ()


@cache
def acts() -> dict[str, Act]:
    """Known acts by CELEX number."""
    import yaml

    text = files("lexwarrant.jurisdictions.eu").joinpath("instruments.yaml").read_text("utf-8")
    rows = [
        decode(Act, row, where=f"instruments.yaml, entry {n}")
        for n, row in enumerate(yaml.safe_load(text), 1)
    ]
    return {row.celex: row for row in rows}
