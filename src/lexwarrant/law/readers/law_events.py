"""Reader of a small YAML file of what happened to law: treatments, dates, authorities by name.

::

    format: lexwarrant-law-events
    source: {name: "Shepard notes, 2026", url: "", licence: "CC0"}
    authorities:            # known by metadata only: named, never quoted
      - {id: us/case/us/597/215, jurisdiction: us, kind: judgment,
         title: "Dobbs v. Jackson Women's Health Organization", short_title: Dobbs,
         dated: 2022-06-24, aliases: ["597 U.S. 215"]}
    treatments:             # target and by are ids; scope is "whole" (default) or names one point
      - {target: us/case/us/410/113, by: us/case/us/597/215, kind: overruled, on: 2022-06-24}
    applicability:          # the day a held provision begins or ends to apply, and the words
      - {target: il/some-law/s/7, applies_from: 2030-01-01, basis: il/some-law/s/7}
    series:                 # decisions that are held completely, counted by the source
      - {jurisdiction: uk, name: UKSC, complete: ["2018", "2019"], decisions: 131, as_of: 2020-03-01}

Fields are those of the records of the same name (`lexwarrant.records.law`); a series is checked
against what is held (`lexwarrant.law.series`). A timeline *with text*
is given as a version list (`version_list`) or in the interchange form: text always comes with the
file that it was taken from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import yaml

from lexwarrant.law.readers.base import LawItem
from lexwarrant.law.readers.text_file import read_text, sniff_text
from lexwarrant.law.series import declared
from lexwarrant.records.codec import decode
from lexwarrant.records.errors import DataError, LawSourceError
from lexwarrant.records.law import Applicability, Authority, Source, Treatment


class _Loader(yaml.SafeLoader):
    """Safe YAML in which "on" is a word: in YAML 1.1 it means true, and here it names a day."""


_BOOL = "tag:yaml.org,2002:bool"
_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != _BOOL]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver(_BOOL, re.compile(r"true|false"), list("tf"))
FORMAT = "lexwarrant-law-events"
_FIELDS = ("format", "source", "authorities", "treatments", "applicability", "series")


@dataclass(frozen=True, slots=True)
class SeriesEntry:
    """One entry of ``series``: complete volumes or years of a series of decisions on a day."""

    jurisdiction: str
    name: str
    complete: tuple[str, ...]
    decisions: int
    as_of: date


Record = TypeVar("Record", Authority, Treatment, Applicability, SeriesEntry)


class LawEventsReader:
    """Yields the file's source, authorities without text, treatments, dates and series."""

    name = "law events (YAML)"

    def __init__(self) -> None:
        self.where = ""

    def recognises(self, path: Path) -> bool:
        """A YAML file that says ``format: lexwarrant-law-events``."""
        return path.suffix.lower() in (".yaml", ".yml") and FORMAT in sniff_text(path)

    def read(self, path: Path) -> Iterator[LawItem]:
        """Stream the records; raises `LawSourceError` naming the entry and field that is wrong."""
        data, lines = _load(path)
        for field in data:
            if field not in _FIELDS:
                raise LawSourceError(
                    f"{path}: unknown field {field!r}; fields: {', '.join(_FIELDS)}"
                )
        if data.get("format") != FORMAT:
            raise LawSourceError(f"{path}: field 'format' must be {FORMAT!r}")
        try:
            self.where = f"{path}, source"
            source = decode(Source, data.get("source"), self.where)
            yield source
            for self.where, record in _all(data, lines, path, source.name):
                yield record
        except DataError as error:
            raise LawSourceError(str(error)) from None


def _load(path: Path) -> tuple[Mapping[str, Any], dict[str, list[int]]]:
    text = read_text(path)
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            if isinstance(event, yaml.AliasEvent):
                raise LawSourceError(f"{path}: YAML aliases are not read; write the value out")
        data = yaml.load(text, Loader=_Loader)
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        raise LawSourceError(f"{path}{line}: not YAML") from None
    except (ValueError, RecursionError) as error:
        raise LawSourceError(f"{path}: a value cannot be read ({error})") from None
    if not isinstance(data, dict):
        raise LawSourceError(f"{path}: holds no fields")
    return data, _lines(root)


def _lines(root: yaml.Node | None) -> dict[str, list[int]]:
    """For each field that is a list, the line on which each entry begins."""
    assert isinstance(root, yaml.MappingNode)
    return {
        str(key.value): [entry.start_mark.line + 1 for entry in value.value]
        for key, value in root.value
        if isinstance(value, yaml.SequenceNode)
    }


def _all(
    data: Mapping[str, Any], lines: dict[str, list[int]], path: Path, source: str
) -> Iterator[tuple[str, LawItem]]:
    def of(kind: type[Record], field: str, **defaults: str) -> Iterator[tuple[str, Record]]:
        return _records(kind, data, field, lines.get(field, ()), path, defaults)

    yield from of(Authority, "authorities", source=source)
    yield from of(Treatment, "treatments")
    yield from of(Applicability, "applicability")
    for where, entry in of(SeriesEntry, "series"):
        code, complete = entry.jurisdiction, entry.complete
        yield where, declared(code, entry.name, complete, entry.decisions, entry.as_of, source)


def _records(
    kind: type[Record],
    data: Mapping[str, Any],
    field: str,
    lines: Sequence[int],
    path: Path,
    defaults: Mapping[str, Any],
) -> Iterator[tuple[str, Record]]:
    rows = data.get(field) or []
    if not isinstance(rows, list):
        raise LawSourceError(f"{path}: field {field!r} is not a list")
    for index, row in enumerate(rows):
        where = f"{path}, line {lines[index]}, {field}[{index}]"
        if not isinstance(row, dict):
            raise LawSourceError(f"{where}: not an object")
        if isinstance(row.get("decisions"), bool):
            raise LawSourceError(f"{where}: decisions is a number of decisions, not true or false")
        record = decode(kind, {**defaults, **row}, where)
        if isinstance(record, Authority):
            if row.get("text_held"):
                raise LawSourceError(
                    f"{where}: an authority of this file has no text; text comes with the file it "
                    "was taken from, not from memory"
                )
            record = replace(record, text_held=False)
        yield where, record
