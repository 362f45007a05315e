"""The open table of citation forms and traps: spans, kinds, forms, pinpoints and parts exact."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lexwarrant.jurisdictions.citations import find_citations
from lexwarrant.records.citation import Citation

ROWS = [
    json.loads(line)
    for path in sorted((Path(__file__).parent / "data").glob("??.jsonl"))
    for line in path.read_text("utf-8").splitlines()
]


@dataclass(frozen=True)
class Expected:
    span: tuple[int, int]
    kind: str
    form: str
    jurisdiction: str
    pinpoints: tuple[tuple[str, ...], ...]


def one_dash(paths: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """Pinpoints with one dash: which of two is printed in a range makes no other pinpoint."""
    return tuple(tuple(mark.replace("–", "-") for mark in path) for path in paths)


def expected(row: dict[str, Any]) -> list[Expected]:
    return [
        Expected(
            (c["span"][0], c["span"][1]),
            c["kind"],
            c["form"],
            c["jurisdiction"],
            one_dash(c["pinpoints"]),
        )
        for c in row["citations"]
    ]


def seen(citation: Citation) -> Expected:
    return Expected(
        (citation.start, citation.end),
        citation.kind.value,
        citation.form.value,
        citation.jurisdiction,
        one_dash(citation.pinpoints),
    )


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_row(row: dict[str, Any]) -> None:
    found = find_citations(row["text"], row["jurisdictions"])
    assert [seen(c) for c in found] == expected(row)
    for citation, wanted in zip(found, row["citations"], strict=True):
        assert citation.text == row["text"][citation.start : citation.end]
        for part, value in wanted["parts"].items():
            assert getattr(citation.parts, part) == value


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_asking_all_systems_finds_no_less_and_no_traps(row: dict[str, Any]) -> None:
    found = find_citations(row["text"])
    assert [(c.start, c.end) for c in found] == [tuple(c["span"]) for c in row["citations"]]


def test_the_table_is_as_large_as_it_should_be() -> None:
    assert sum(len(row["citations"]) for row in ROWS) >= 170
    assert sum(not row["citations"] for row in ROWS) >= 55
    assert {row["jurisdictions"][0] for row in ROWS} == {"eu", "uk", "us", "il", "ie", "my"}
