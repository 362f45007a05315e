"""Variants from templates: one skeleton, one row a variant.

A template file is a list of templates: ``family`` holds what the items share, ``item`` the skeleton
with ``{slots}``, ``rows`` one mapping of slots a variant (the first is the base), ``varies`` what
the rows change. A slot that is the whole of a string takes the row's value as it is, a list or a
date too. The law must allow it: `lexwarrant warrant vary --snapshot` refuses rows whose words do not
stand in the provision. What is made is marked with the template's name, and counts as confirmed only when a
person has put their name to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from lexwarrant.evaluation.warrant.families import Family
from lexwarrant.evaluation.warrant.lines import DataFile
from lexwarrant.records.codec import FieldError, decode, encode
from lexwarrant.records.warrant import Varied

_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Template:
    """A template as it stands in a file; ``family``, ``item`` and ``rows`` are checked when filled."""

    template: str
    family: dict[str, Any]
    item: dict[str, Any]
    varies: Varied
    rows: tuple[dict[str, Any], ...]


def vary(file: DataFile, confirmed_by: str = "") -> list[Family]:
    """The families of a template file; raises `DataError` naming the line and the slot or field."""
    if not isinstance(file.data, list) or not file.data:
        raise file.error((), "expected a list of templates")
    out = []
    for index, data in enumerate(file.data):
        try:
            template = decode(Template, data)
            filled = [_fill(template.item, row, file, (index, "rows", n))
                      for n, row in enumerate(template.rows)]  # fmt: skip
            items = [
                _named(template, n, body, file, (index, "rows", n)) for n, body in enumerate(filled)
            ]
            family = decode(Family, {**template.family, "items": items})
        except FieldError as error:
            raise file.error((index, *error.path), error.why) from None
        out.append(replace(family, template=template.template, confirmed_by=confirmed_by))
    return out


def _named(
    template: Template, n: int, body: dict[str, Any], file: DataFile, at: tuple[str | int, ...]
) -> dict[str, Any]:
    row = template.rows[n]
    item = {"id": row.get("id", ""), **body}
    if n:
        claims = body.get("claims")
        if not isinstance(claims, list) or not claims or not isinstance(claims[0], dict):
            raise file.error(
                at, "the item needs `claims`, the first of which names the words of law"
            )
        item["varies"] = template.varies.value
        item["turns_on"] = {k: claims[0][k] for k in ("at", "words", "held") if k in claims[0]}
    return item


def _fill(value: Any, row: dict[str, Any], file: DataFile, at: tuple[str | int, ...]) -> Any:
    if isinstance(value, dict):
        return {k: _fill(v, row, file, at) for k, v in value.items()}
    if isinstance(value, list):
        return [_fill(v, row, file, at) for v in value]
    if not isinstance(value, str):
        return value
    slots = _SLOT.findall(value)
    for slot in slots:
        if slot not in row:
            raise file.error(at, f"the row has no {slot!r}, which the template asks for")
    if len(slots) == 1 and value == "{" + slots[0] + "}":
        return row[slots[0]]
    return _SLOT.sub(lambda m: str(row[m.group(1)]), value)


def as_yaml(families: list[Family]) -> str:
    """Families as the text of a family file, the same bytes every time."""
    import yaml

    return str(
        yaml.safe_dump(
            [_dated(encode(f)) for f in families], allow_unicode=True, sort_keys=False, width=100
        )
    )


def _dated(value: Any) -> Any:
    """ISO dates back as dates, so that the file has them unquoted as a person writes them."""
    if isinstance(value, dict):
        return {
            k: date.fromisoformat(v) if k in ("date", "held_on") else _dated(v)
            for k, v in value.items()
        }
    return [_dated(v) for v in value] if isinstance(value, list) else value
